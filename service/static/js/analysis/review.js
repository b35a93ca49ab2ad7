/** Going through the game that was played: what each of its moves gave away, by exact values. */

import { ask } from "../common/api.js";
import { counted } from "../common/words.js";
import * as trees from "../game/tree.js";

/** @typedef {import("../game/tree.js").Node} Node */

/**
 * Judge the moves of the game that goes through a node, and mark them.
 *
 * @param {Node} through
 * @param {import("../common/api.js").Asking} asking
 * @returns {Promise<import("../common/types.js").AnnotationRecord>} the annotation
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
  annotation.moves.forEach((judged, ply) => {
    nodes[ply + 1].judged = judged;
    if (judged.mark) nodes[ply + 1].mark = judged.mark;
  });
  return annotation;
}

/**
 * How a person played, as an annotation counts it: `forced` moves had no alternative, the result of
 * `judged` ones is known, and of `measured` ones whether they gave away anything else. What is not
 * known of any move has no number.
 *
 * @typedef {import("../common/types.js").PlayerRecord} Player
 */

/**
 * Sum an annotation up; who plays alone needs no name.
 *
 * @param {import("../common/types.js").AnnotationRecord} annotation
 * @param {(person: string) => string} name names a person
 */
export function summary({ players, moves }, name) {
  const free = players.reduce((sum, { moves, forced }) => sum + moves - forced, 0);
  const judged = players.reduce((sum, player) => sum + player.judged, 0);
  const open = moves.find(({ detail }) => detail);
  const why = open ? `: ${open.detail}` : "";
  if (free && !judged) return `No move could be judged${why}.`;
  const parts = players.map((player) => {
    const said = counts(player);
    return players.length > 1 ? `${name(player.person)}: ${said}` : said;
  });
  const rest = judged < free ? "Not every move could be judged" : "Not all alternatives are known";
  return `${parts.join("; ")}.${open ? ` ${rest}${why}.` : ""}`;
}

/** Count what a person gave away, and among how many moves where that is not all. @param {Player} player */
function counts({ moves, forced, judged, measured, mistakes, slips }) {
  const free = moves - forced;
  if (mistakes === null) return `none of ${counted(free, "move")} judged`;
  const among =
    judged < free ? ` among ${judged} of ${counted(free, "move")} that could be judged` : "";
  const others = slips === null ? "slips not known" : counted(slips, "slip");
  const seen = slips !== null && measured < judged ? ` in ${counted(measured, "move")}` : "";
  return `${counted(mistakes, "mistake")}${among}, ${others}${seen}`;
}
