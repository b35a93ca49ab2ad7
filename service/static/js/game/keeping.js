/**
 * Games outlive the page, and return with the browser's back button and on the front page: the last
 * ones are kept in this browser with their variations, each with the current position in it.
 */

import { isText, listOf, recordOf, shaped, Stored } from "../common/stored.js";
import { isStrength } from "./strength.js";
import * as trees from "./tree.js";

const MOST = 10;

/** The name of each kept game, by its root. @type {WeakMap<import("./tree.js").Node, string>} */
const names = new WeakMap();

/** @typedef {{seats: Record<string, string>, strength: import("./strength.js").Strength}} Players */
/** @typedef {Players & {name: string, at: string, moves: string[], record: any}} Kept */

const isPly = shaped({
  move: isText,
  mark: isText,
  comment: isText,
  variations: listOf((value) => isLine(value) && value.moves.length > 0),
});
const isLine = shaped({ comment: isText, moves: listOf(isPly) });
const isKept = shaped({
  name: isText,
  at: isText,
  moves: listOf(isText),
  record: shaped({ position: isText, tags: recordOf(isText), line: isLine }),
  seats: recordOf(isText),
  strength: isStrength,
});
/** The kept games, the latest last. */
const GAMES = new Stored("games", /** @type {Kept[]} */ ([]), listOf(isKept));

/** Keep a session's game, and the current position in it. @param {import("./session.js").Session} session */
export function keep({ root, at, seats, strength }) {
  if (!root || !at) return;
  const name = names.get(root) ?? String(Math.random());
  names.set(root, name);
  const path = trees.path(at).slice(1);
  const moves = path.map(({ move }) => move);
  const others = kept().filter((other) => other.name !== name);
  const game = { name, at: at.position, moves, record: trees.toRecord(root), seats, strength };
  GAMES.write([...others, game].slice(-MOST));
}

/**
 * Return the node of the latest kept game that was left at a position, who sits there, and how strong
 * the computer plays.
 *
 * @param {string} position
 * @returns {Players & {at: import("./tree.js").Node} | null}
 */
export function recover(position) {
  const found = kept().findLast(({ at }) => at === position);
  if (!found) return null;
  const root = trees.fromRecord(found.record);
  names.set(root, found.name);
  const { moves, seats, strength } = found;
  return { at: trees.addLine(root, moves), seats, strength };
}

/** Return the kept games, the latest last. @returns {Kept[]} */
export function kept() {
  return GAMES.read();
}
