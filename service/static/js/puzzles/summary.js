/** The summary of a set: how many puzzles were solved, how long they took, and the change of rating. */

import { linkTo } from "../common/address.js";
import { button, h } from "../common/dom.js";
import { minutes } from "../common/clock.js";
import { say } from "../common/say.js";
import { signed } from "../common/words.js";
import { FAILED, HINTED, SOLVED } from "./outcome.js";
import { wishText } from "./wish.js";

/** @typedef {import("./series.js").Series} Series */

/** @type {Record<string, [string, import("../common/say.js").Key]>} */
const TEXTS = {
  [SOLVED]: ["✓", "puzzles.was_solved"],
  [HINTED]: ["~", "puzzles.was_hinted"],
  [FAILED]: ["✗", "puzzles.was_failed"],
};

/**
 * Draw the summary of a set.
 *
 * @param {Series} series
 * @param {number} rating the current rating
 * @param {(wish: import("./wish.js").Wish) => string} name returns the name of a puzzle
 * @param {() => void} onagain begins another set
 */
export function summary(series, rating, name, onagain) {
  const [before, after] = [series.before, rating].map(Math.round);
  const values = { before: String(before), after: String(after), change: signed(after - before) };
  const head = ["puzzles.set_puzzle", "puzzles.set_result", "puzzles.set_time"];
  return h(
    "section",
    { class: "panel summary", tabindex: "-1", aria: { label: say("puzzles.set_end") } },
    h("h1", { class: "title" }, say("puzzles.set_end")),
    h(
      "p",
      { class: "goal" },
      say("puzzles.set_done", { solved: series.count(SOLVED), count: series.length }),
    ),
    h("p", {}, say("puzzles.set_mean", { time: minutes(series.meanSeconds) })),
    h("p", {}, say("puzzles.set_rating", values)),
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          head.map((key) => h("th", { scope: "col" }, say(/** @type {any} */ (key)))),
        ),
      ),
      h(
        "tbody",
        {},
        series.done.map(({ wish, result, seconds }) => {
          const [sign, key] = TEXTS[result];
          return h(
            "tr",
            {},
            h("td", {}, h("a", { href: linkTo("puzzles", wishText(wish)) }, name(wish))),
            h("td", { class: result }, `${sign} ${say(key)}`),
            h("td", {}, minutes(seconds)),
          );
        }),
      ),
    ),
    h(
      "div",
      { class: "acts" },
      button(say("puzzles.set_again"), onagain, { class: "primary", data: { act: "set-again" } }),
      h("a", { class: "button", href: linkTo("puzzles") }, say("puzzles.all")),
    ),
  );
}

/** Draw the progress of a set as a row of signs. @param {Series} series */
export function progressRow(series) {
  const at = Math.min(series.at + 1, series.length);
  const label = say("puzzles.set_at", { at, count: series.length });
  const signs = series.wishes.map((_, number) => {
    const done = series.done[number];
    const state = done ? done.result : number === series.at ? "here" : "";
    return h("span", { class: `dot ${state}` }, done ? TEXTS[done.result][0] : "");
  });
  return [h("span", {}, label), h("span", { class: "dots", aria: { hidden: "true" } }, signs)];
}
