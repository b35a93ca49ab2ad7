/**
 * Hints in steps: first the part of the board where a move is made, then its piece or its file, and
 * finally the move. It knows squares, but no games.
 */

import { say } from "../common/say.js";

/** The number of hints for a move. */
export const STEPS = 3;

/** Boards with fewer files or ranks are divided into halves, others into thirds. */
const THIRDS = 7;

/** @typedef {{text: string, squares: string[]}} Hint a text, and the squares that it points at */

/**
 * Return a hint for a move.
 *
 * @param {import("../common/types.js").Board | import("../common/types.js").Numbers} board
 * @param {string} name the move as the last hint says it
 * @param {string[]} squares the squares of the move, that of the moving piece first
 * @param {number} step from 1 to `STEPS`
 * @returns {Hint}
 */
export function hintAt(board, name, squares, step) {
  const [first] = squares;
  if (step >= STEPS) return { text: say("hint.move", { move: name }), squares };
  if (!first) return { text: say("hint.nowhere"), squares };
  if (step === 1) return regionOf(board, first);
  if (squares.length > 1) return { text: say("hint.piece", { square: first }), squares: [first] };
  const [file] = first;
  const inRegion = regionOf(board, first).squares.filter((square) => square[0] === file);
  return { text: say("hint.file", { file }), squares: inRegion };
}

/** Return the part of the board that a square is in. @param {{size: [number, number], squares: {name: string}[]}} board @param {string} square @returns {Hint} */
function regionOf({ size: [files, ranks], squares }, square) {
  const [file, rank] = placeOf(square);
  const across = part(file, files);
  const up = part(rank, ranks);
  const isIn = (/** @type {{name: string}} */ { name }) => {
    const [otherFile, otherRank] = placeOf(name);
    return part(otherFile, files) === across && part(otherRank, ranks) === up;
  };
  const found = squares.filter(isIn).map(({ name }) => name);
  const text = say("hint.region", { from: found[0], to: found[found.length - 1] });
  return { text, squares: found };
}

/** Return the half or third that a file or rank belongs to, counted from 0. @param {number} at @param {number} count */
function part(at, count) {
  const parts = count < THIRDS ? 2 : 3;
  return Math.floor((at * parts) / count);
}

/** @param {string} square @returns {[number, number]} */
function placeOf(square) {
  return [square.charCodeAt(0) - "a".charCodeAt(0), Number(square.slice(1)) - 1];
}
