/** The deals played and solved in this browser, with the best time, for each kind: the variants on a board. */

import { recall, remember } from "../common/settings.js";

const NAME = "solitaire-tally";

/** @typedef {{played: number, solved: number, best: number | null}} Tally `best` is a time in seconds */

/** Return the tally of a kind of deals. @param {string} kind @returns {Tally} */
export function tallyOf(kind) {
  return recall(NAME, /** @type {Record<string, Tally>} */ ({}))[kind] ?? noted();
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
  remember(NAME, { ...recall(NAME, {}), [kind]: tally });
}
