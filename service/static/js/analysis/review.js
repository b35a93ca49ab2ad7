/** A review of the game: what each move gave away, by exact values. */

import { ask } from "../common/api.js";
import { say } from "../common/say.js";
import * as trees from "../game/tree.js";

/** @typedef {import("../game/tree.js").Node} Node */

/**
 * Judge and mark the moves of the game that passes through a node.
 *
 * @param {Node} through
 * @param {import("../common/api.js").Asking} asking
 * @returns {Promise<import("../common/types.js").Annotation>} the annotation
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
 * How a person played, in numbers of moves: `forced` ones had no alternative; for `judged` ones it is
 * known whether they kept the result, and for `measured` ones also whether they gave away anything else.
 * A number is missing if it is not known for any move.
 *
 * @typedef {import("../common/types.js").Player} Player
 */

/**
 * Sum up an annotation; a person who plays alone needs no name.
 *
 * @param {import("../common/types.js").Annotation} annotation
 * @param {(person: string) => string} name returns the name of a person
 */
export function summary({ players, moves }, name) {
  const free = players.reduce((sum, { moves, forced }) => sum + moves - forced, 0);
  const judged = players.reduce((sum, player) => sum + player.judged, 0);
  const open = moves.find(({ detail }) => detail);
  const why = open ? `: ${open.detail}` : "";
  if (free && !judged) return say("review.none_judged", { why });
  const parts = players.map((player) => {
    const counts = given(player);
    if (players.length === 1) return counts;
    return say("review.of_player", { who: name(player.person), counts });
  });
  const whole = say("review.whole", { parts: parts.join("; ") });
  if (!open) return whole;
  return `${whole} ${say(judged < free ? "review.not_all_judged" : "review.not_all_known", { why })}`;
}

/** Say what a person gave away, and among how many moves, if not all of them. @param {Player} player */
function given({ moves, forced, judged, measured, mistakes, slips }) {
  const free = moves - forced;
  const all = say("review.moves", { count: free });
  if (mistakes === null) return say("review.none_of", { moves: all });
  const some = say("review.mistakes", { count: mistakes });
  const first = judged < free ? say("review.among", { mistakes: some, judged, moves: all }) : some;
  if (slips === null) return say("review.slips_unknown", { mistakes: first });
  const others = say("review.slips", { count: slips });
  if (measured === judged) return say("review.counts", { mistakes: first, slips: others });
  const seen = say("review.moves", { count: measured });
  return say("review.counts_in", { mistakes: first, slips: others, moves: seen });
}
