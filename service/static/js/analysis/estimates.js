/** Estimates beside proofs: what is proved of a move stays, whichever search has proved it. */

/** @typedef {import("../common/types.js").MoveRecord} MoveRecord */

/** What a result counts beside an estimated chance. @type {Record<string, number>} */
const CHANCES = { win: 1, draw: 0.5, loss: 0 };

/**
 * Join what two searches say of the moves of a position. The better ones come first, by what is proved of
 * them or else estimated, and last those of which nothing is known, as in an analysis by the service.
 *
 * @param {MoveRecord[]} valued by the search that goes on
 * @param {MoveRecord[]} first by the one before, with estimates
 * @returns {MoveRecord[]}
 */
export function joined(valued, first) {
  const before = new Map(first.map((move) => [move.move, move]));
  return valued
    .map((move) => (move.result === null ? (before.get(move.move) ?? move) : move))
    .sort((one, other) => chance(other) - chance(one));
}

/** @param {MoveRecord} move */
function chance({ result, estimate }) {
  return result === null ? (estimate?.win ?? -1) : CHANCES[result];
}
