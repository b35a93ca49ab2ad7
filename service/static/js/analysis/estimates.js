/** Estimates beside proofs: a proved value is kept, whichever search proved it. */

/** @typedef {import("../common/types.js").MoveAnswer} MoveAnswer */

/** The chance that a proved result stands for. @type {Record<string, number>} */
const CHANCES = { win: 1, draw: 0.5, loss: 0 };

/**
 * Join what two searches say about the moves of a position, in the order of the service: better ones
 * first, by their proved or else estimated value, where the move that the estimate calls best comes
 * before others that were lucky; moves about which nothing is known come last.
 *
 * @param {MoveAnswer[]} valued by the search that is running
 * @param {Pick<import("../common/types.js").Analysis, "moves" | "estimate">} first the answer of the search before it
 * @returns {MoveAnswer[]}
 */
export function joined(valued, { moves, estimate: whole }) {
  const before = new Map(moves.map((move) => [move.move, move]));
  const places = new Map(moves.map(({ move }, place) => [move, place]));
  const highest = Math.max(...moves.map(({ estimate }) => estimate?.win ?? 0));
  const chance = (/** @type {MoveAnswer} */ { move, result, estimate }) => {
    if (result !== null) return CHANCES[result];
    return move === whole?.best ? highest : (estimate?.win ?? -1);
  };
  // Proved moves keep their order among themselves, and so do open ones.
  const place = (/** @type {MoveAnswer} */ { move, result }) =>
    result === null ? (places.get(move) ?? 0) : -1;
  return valued
    .map((move) => (move.result === null ? (before.get(move.move) ?? move) : move))
    .sort((one, other) => chance(other) - chance(one) || place(one) - place(other));
}
