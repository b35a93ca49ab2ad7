/** Estimates beside proofs: what is proved of a move stays, whichever search has proved it. */

/** @typedef {import("../common/types.js").MoveRecord} MoveRecord */

/** What a result counts beside an estimated chance. @type {Record<string, number>} */
const CHANCES = { win: 1, draw: 0.5, loss: 0 };

/**
 * Join what two searches say of the moves of a position, in the order of the service: the better ones
 * first, by what is proved of them or else estimated, where the best of those that are estimated comes
 * before others that were lucky; and last those of which nothing is known.
 *
 * @param {MoveRecord[]} valued by the search that goes on
 * @param {Pick<import("../common/types.js").AnalysisRecord, "moves" | "estimate">} first by the one before
 * @returns {MoveRecord[]}
 */
export function joined(valued, { moves, estimate: whole }) {
  const before = new Map(moves.map((move) => [move.move, move]));
  const places = new Map(moves.map(({ move }, place) => [move, place]));
  const highest = Math.max(...moves.map(({ estimate }) => estimate?.win ?? 0));
  const chance = (/** @type {MoveRecord} */ { move, result, estimate }) => {
    if (result !== null) return CHANCES[result];
    return move === whole?.best ? highest : (estimate?.win ?? -1);
  };
  // What is proved stays among itself as it comes, and what is open as it was.
  const place = (/** @type {MoveRecord} */ { move, result }) =>
    result === null ? (places.get(move) ?? 0) : -1;
  return valued
    .map((move) => (move.result === null ? (before.get(move.move) ?? move) : move))
    .sort((one, other) => chance(other) - chance(one) || place(one) - place(other));
}
