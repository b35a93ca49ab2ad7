/** Texts about a solitaire deal. */

import { say } from "./say.js";

/** Say whether a deal can be solved. @param {import("./types.js").Answer} found */
export function solvable({ status, result, par }) {
  if (status !== "proved") return say("solitaire.deal_unknown");
  if (result === "solvable") return say("solitaire.deal_solvable");
  return par === null
    ? say("solitaire.deal_unsolvable")
    : say("solitaire.deal_par", { count: par });
}
