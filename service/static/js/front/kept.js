/** The games kept in this browser: each leads to where it was left. */

import { linkTo } from "../common/address.js";
import { boardOf } from "../common/api.js";
import { drawing, h } from "../common/dom.js";
import { say } from "../common/say.js";
import { kept } from "../game/keeping.js";

/** The maximum number of games shown. */
const MOST = 3;

/** Draw the games left last, the latest first; nothing if there are none. @param {import("../common/types.js").GameDescription[]} games */
export async function keptGames(games) {
  const titles = new Map(games.map(({ game, title }) => [game, title]));
  const last = kept()
    .filter(({ moves }) => moves.length)
    .slice(-MOST)
    .reverse();
  const cards = await Promise.all(last.map((game) => keptCard(game, titles)));
  return cards.length
    ? [h("h2", {}, say("front.kept")), h("div", { class: "kept-games" }, cards)]
    : [];
}

/** @param {import("../game/keeping.js").Kept} game @param {Map<string, string>} titles */
async function keptCard({ at, moves }, titles) {
  const [name] = at.split(/[+:]/);
  // The picture is optional: offline, the card still leads to the game.
  const board = await boardOf(at, []).catch(() => null);
  const state = board?.outcome
    ? say("front.kept_over", { count: moves.length })
    : say("front.kept_moves", { count: moves.length });
  return h(
    "a",
    { class: "kept-game panel", href: linkTo("play", at) },
    h("span", { class: "kept-picture", aria: { hidden: "true" } }, board && drawing(board.svg)),
    h("span", {}, h("b", {}, titles.get(name) ?? name), h("span", { class: "quiet" }, state)),
  );
}
