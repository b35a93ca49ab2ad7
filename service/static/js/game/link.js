/** A game in an address: its first position, its moves, and the current position in it. */

import * as trees from "./tree.js";

/** @typedef {{position: string, moves: string[], ply: number}} GameLink `ply` is the number of moves before the current position */

/** Parse the part of an address after the view as a game. @param {string} text @returns {GameLink} */
export function readLink(text) {
  const [position, query = ""] = text.split("?");
  const said = new URLSearchParams(query.replaceAll("+", "%2B"));
  const moves = (said.get("moves") ?? "").split(",").filter(Boolean);
  const ply = Number(said.get("ply") ?? moves.length);
  return {
    position,
    moves,
    ply: Number.isInteger(ply) ? Math.min(Math.max(ply, 0), moves.length) : moves.length,
  };
}

/** Return the query that follows a position in the address of the game through a node; empty if there are no moves. @param {trees.Node} at */
export function gameQuery(at) {
  const moves = trees
    .line(at)
    .slice(1)
    .map(({ move }) => encodeURIComponent(move));
  if (!moves.length) return "";
  const ply = at.ply === moves.length ? "" : `&ply=${at.ply}`;
  return `?moves=${moves.join(",")}${ply}`;
}

/** Return the node of a new game that a link leads to. @param {GameLink} link */
export function nodeOf({ position, moves, ply }) {
  const root = trees.root(position);
  trees.addLine(root, moves);
  return trees.line(root)[ply];
}
