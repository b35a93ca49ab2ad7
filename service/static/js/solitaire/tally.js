/** The deals played and solved in this browser, with the best time, for each kind: the variants on a board. */

import { isAmount, nullable, recordOf, shaped, Stored } from "../common/stored.js";

/** @typedef {{played: number, solved: number, best: number | null}} Tally `best` is a time in seconds */

const isTally = shaped({ played: isAmount, solved: isAmount, best: nullable(isAmount) });
/** The tallies by kind. */
const TALLIES = new Stored(
  "solitaire-tally",
  /** @type {Record<string, Tally>} */ ({}),
  recordOf(isTally),
);

/** Return the tally of a kind of deals. @param {string} kind @returns {Tally} */
export function tallyOf(kind) {
  return TALLIES.read()[kind] ?? noted();
}

/** Count a deal that was begun. @param {string} kind */
export function played(kind) {
  const { played, solved, best } = tallyOf(kind);
  write(kind, { played: played + 1, solved, best });
}

/** Count a solved deal. @param {string} kind @param {number} seconds */
export function solved(kind, seconds) {
  const { played, solved, best } = tallyOf(kind);
  write(kind, { played, solved: solved + 1, best: Math.min(best ?? seconds, seconds) });
}

/** @returns {Tally} */
function noted() {
  return { played: 0, solved: 0, best: null };
}

/** @param {string} kind @param {Tally} tally */
function write(kind, tally) {
  TALLIES.write({ ...TALLIES.read(), [kind]: tally });
}
