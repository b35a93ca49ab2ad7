/**
 * Games outlive the page, and come back with the browser's back button and on the front page: the
 * last of them are kept in this browser, variations and all, each with where we were in it.
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
  const others = kept().filter((other) => other.name !== name);
  const game = { name, at: at.position, moves, record: trees.toRecord(root), seats, strength };
  try {
    localStorage.setItem(NAME, JSON.stringify([...others, game].slice(-MOST)));
  } catch {
    // A browser that keeps nothing shows the position alone.
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
  const found = kept().findLast(({ at }) => at === position);
  if (!found) return null;
  const root = trees.fromRecord(found.record);
  names.set(root, found.name);
  const { moves, seats, strength } = found;
  return { at: trees.addLine(root, moves), seats, strength };
}

/** Return the games that are kept, the latest last. @returns {Kept[]} */
export function kept() {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? "[]");
  } catch {
    return [];
  }
}
