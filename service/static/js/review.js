/** Going through the game that was played: what each of its moves gave away, by exact values. */

import { ask } from "./api.js";
import * as trees from "./tree.js";
import { capital, counted } from "./words.js";

/** @typedef {import("./tree.js").Node} Node */

/**
 * Judge the moves of the game that goes through a node, and mark them.
 *
 * @param {Node} through
 * @param {import("./api.js").Asking} asking
 * @returns {Promise<any>} the annotation
 */
export async function review(through, asking) {
  const nodes = trees.line(through);
  const moves = nodes.slice(1).map(({ move }) => ({ move }));
  const [start] = nodes;
  const { text } = await ask(
    "/api/records/write",
    { position: start.position, line: { moves } },
    asking,
  );
  const annotation = await ask("/api/annotate", { record: text }, asking);
  annotation.moves.forEach((/** @type {any} */ judged, /** @type {number} */ ply) => {
    nodes[ply + 1].judged = judged;
    if (judged.mark) nodes[ply + 1].mark = judged.mark;
  });
  return annotation;
}

/** Sum an annotation up; who plays alone needs no name. @param {any} annotation */
export function summary({ players, status }) {
  const parts = players.map(
    (/** @type {any} */ { person, mistakes, slips }) =>
      `${players.length > 1 ? `${capital(person)}: ` : ""}${counted(mistakes, "mistake")}, ${counted(slips, "slip")}`,
  );
  return `${parts.join("; ")}.${status === "proved" ? "" : " Some moves are not settled."}`;
}
