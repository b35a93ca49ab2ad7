/** How strong the computer plays. The user's choice is remembered for new games. */

import { isAmount, shaped, Stored } from "../common/stored.js";

/** @typedef {import("../common/types.js").Opponent} Opponent */
/** @typedef {{level: number, seconds: number}} Strength a level, and the thinking time for a move */

/** Whether a value is a `Strength`. */
export const isStrength = shaped({ level: isAmount, seconds: isAmount });
const CHOSEN = new Stored("strength", /** @type {Strength | null} */ (null), isStrength);

/** Return the last choice in this browser, by default full strength and the usual time. @param {Opponent} opponent @returns {Strength} */
export function chosen({ levels, usual_seconds: seconds }) {
  return CHOSEN.read() ?? { level: levels.length, seconds };
}

/** Return the maximum strength. @param {Opponent} opponent @returns {Strength} */
export function full({ levels, most_seconds: seconds }) {
  return { level: levels.length, seconds };
}

/** Remember a choice. @param {Strength} strength */
export function choose(strength) {
  CHOSEN.write(strength);
}
