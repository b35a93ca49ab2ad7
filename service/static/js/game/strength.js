/** How strong the computer plays. What somebody chooses is remembered for the games that they begin. */

import { recall, remember } from "../common/settings.js";

/** @typedef {import("../common/types.js").OpponentRecord} OpponentRecord */
/** @typedef {{level: number, seconds: number}} Strength a level, and how long it may think about a move */

const NAME = "strength";

/** Return what was chosen last in this browser, else full strength in the usual time. @param {OpponentRecord} opponent @returns {Strength} */
export function chosen({ levels, usual_seconds: seconds }) {
  return recall(NAME, { level: levels.length, seconds });
}

/** Return the most that there is. @param {OpponentRecord} opponent @returns {Strength} */
export function full({ levels, most_seconds: seconds }) {
  return { level: levels.length, seconds };
}

/** Remember a choice. @param {Strength} strength */
export function choose(strength) {
  remember(NAME, strength);
}
