/** How strong the computer plays. The user's choices are remembered for new games. */

import { isAmount, recordOf, shaped, Stored } from "../common/stored.js";

/** @typedef {import("../common/types.js").Opponent} Opponent */
/** @typedef {{level: number, seconds: number}} Strength a level, and the thinking time for a move */

/** The level of somebody's first game. */
const FIRST = 2;

/** Whether a value is a `Strength`. */
export const isStrength = shaped({ level: isAmount, seconds: isAmount });
const CHOSEN = new Stored("strength", /** @type {Strength | null} */ (null), isStrength);
/** The level for each game: the last one chosen, or the one after the highest that was beaten. */
const LEVELS = new Stored("levels", /** @type {Record<string, number>} */ ({}), recordOf(isAmount));

/** Return the strength that suits a new game in this browser. @param {Opponent} opponent @param {string} game @returns {Strength} */
export function chosen({ levels, usual_seconds: usual }, game) {
  const last = CHOSEN.read();
  const level = LEVELS.read()[game] ?? last?.level ?? FIRST;
  return { level: Math.min(level, levels.length), seconds: last?.seconds ?? usual };
}

/** Return the maximum strength. @param {Opponent} opponent @returns {Strength} */
export function full({ levels, most_seconds: seconds }) {
  return { level: levels.length, seconds };
}

/** Remember a choice. @param {string} game @param {Strength} strength */
export function choose(game, { level, seconds }) {
  LEVELS.write({ ...LEVELS.read(), [game]: level });
  CHOSEN.write({ level: CHOSEN.read()?.level ?? FIRST, seconds });
}

/** Remember that a level was beaten: the next game is at the level above. @param {string} game @param {number} level */
export function beat(game, level) {
  if ((LEVELS.read()[game] ?? FIRST) <= level)
    LEVELS.write({ ...LEVELS.read(), [game]: level + 1 });
}
