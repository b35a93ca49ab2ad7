/**
 * The games of a tab outlive a reload of its page, and come back with the browser's back button: the
 * last of them are kept, variations and all, each with where we were in it.
 */

import * as trees from "./tree.js";

const NAME = "proofplay.games";
const MOST = 10;

/** The name of each game that is kept, by its root. @type {WeakMap<import("./tree.js").Node, string>} */
const names = new WeakMap();

/** @typedef {{seats: Record<string, string>, strength: import("./strength.js").Strength}} Players */
/** @typedef {Players & {name: string, at: string, moves: string[], record: any}} Kept */

/** Keep where a session is, and its game. @param {import("./session.js").Session} session */
export function keep({ root, at, seats, strength }) {
  if (!root || !at) return;
  const name = names.get(root) ?? String(Math.random());
  names.set(root, name);
  const path = trees.path(at).slice(1);
  const moves = path.map(({ move }) => move);
  const others = all().filter((kept) => kept.name !== name);
  const game = { name, at: at.position, moves, record: trees.toRecord(root), seats, strength };
  try {
    sessionStorage.setItem(NAME, JSON.stringify([...others, game].slice(-MOST)));
  } catch {
    // A tab that keeps nothing shows the position alone.
  }
}

/**
 * Return the node of a kept game where a position stands, if that is where we were, the latest; who sits
 * there, and how strong the computer plays.
 *
 * @param {string} position
 * @returns {Players & {at: import("./tree.js").Node} | null}
 */
export function recover(position) {
  const kept = all().findLast(({ at }) => at === position);
  if (!kept) return null;
  const root = trees.fromRecord(kept.record);
  names.set(root, kept.name);
  const { moves, seats, strength } = kept;
  return { at: trees.addLine(root, moves), seats, strength };
}

/** @returns {Kept[]} */
function all() {
  try {
    return JSON.parse(sessionStorage.getItem(NAME) ?? "[]");
  } catch {
    return [];
  }
}
