/** What a mistake threw away, in words. */

import { say } from "../common/say.js";

/** @typedef {import("../common/types.js").Result | null} Result */

/**
 * Return what a move that made the result worse threw away, in words.
 *
 * @param {string} move
 * @param {Result} before the result for the player who made it, with best play
 * @param {Result} after
 */
export function thrown(move, before, after) {
  if (after === "unsolvable") return say("judged.unsolvable", { move });
  if (before === "win") return say(after === "draw" ? "judged.draws" : "judged.win", { move });
  return say("judged.draw", { move });
}
