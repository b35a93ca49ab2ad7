/**
 * The move that is meant by squares picked one after another. A move is picked by its squares,
 * beginning with one that holds a piece, if there is one: first the piece, then its destination.
 */

/** @typedef {import("../common/types.js").Board} Board */
/** @typedef {import("../common/types.js").LegalMove} LegalMove */

/** Return the legal moves that include all the chosen squares. @param {Board} board @param {string[]} chosen */
export function candidates(board, chosen) {
  return board.moves.filter(
    ({ squares }) => squares.length && chosen.every((square) => squares.includes(square)),
  );
}

/** Return the moves that use no square: a forced pass, a swap. @param {Board} board */
export function withoutSquares(board) {
  return board.moves.filter(({ squares }) => !squares.length);
}

/** Return the move that consists of the chosen squares, null if more have to be picked. @param {Board} board @param {string[]} chosen */
export function complete(board, chosen) {
  return candidates(board, chosen).find(({ squares }) => squares.length === chosen.length) ?? null;
}

/**
 * Return the squares that can be picked next, each with the moves that remain possible.
 *
 * @param {Board} board
 * @param {string[]} chosen
 * @returns {Map<string, LegalMove[]>}
 */
export function offers(board, chosen) {
  const found = new Map();
  const isFull = new Map(board.squares.map(({ name, piece }) => [name, piece !== null]));
  for (const move of candidates(board, chosen)) {
    for (const square of next(move, chosen, isFull)) {
      found.set(square, [...(found.get(square) ?? []), move]);
    }
  }
  return found;
}

/** @param {LegalMove} move @param {string[]} chosen @param {Map<string, boolean>} isFull */
function next({ squares }, chosen, isFull) {
  const rest = squares.filter((square) => !chosen.includes(square));
  if (!rest.length) return squares.slice(-1);
  if (chosen.length) return rest;
  const full = rest.filter((square) => isFull.get(square));
  return full.length ? full : rest;
}

/**
 * Return the effect of picking a square: a move to make, or the squares chosen from now on.
 *
 * @param {Board} board
 * @param {string[]} chosen
 * @param {string} square
 * @returns {{move: LegalMove | null, chosen: string[]}}
 */
export function pick(board, chosen, square) {
  if (chosen.includes(square)) return { move: complete(board, chosen), chosen: [] };
  if (!offers(board, chosen).has(square)) {
    return chosen.length ? pick(board, [], square) : { move: null, chosen: [] };
  }
  const picked = [...chosen, square];
  const whole = complete(board, picked);
  const isOnly = whole !== null && candidates(board, picked).length === 1;
  return isOnly ? { move: whole, chosen: [] } : { move: null, chosen: picked };
}
