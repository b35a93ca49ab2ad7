/** What a puzzle asks for, in the words of a person who plays. */

import { say } from "../common/say.js";
import { capital } from "../common/words.js";

/**
 * @param {Pick<import("../common/types.js").Puzzle, "puzzle" | "goal" | "solution">} record
 * @param {string} player the player to move
 */
export function aimOf({ puzzle, goal, solution }, player) {
  const values = { player: capital(player), count: (solution.length + 1) / 2 };
  if (puzzle === "only-move") return say("aim.only_move", values);
  if (puzzle === "win-in") return say("aim.win_in", values);
  return goal;
}
