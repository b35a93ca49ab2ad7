/** A game as a card: a picture, a sentence, and links. */

import { linkTo } from "../common/address.js";
import { button, h } from "../common/dom.js";
import { byline, picture } from "../common/games.js";
import { say } from "../common/say.js";

/**
 * @param {import("../common/types.js").GameDescription} game
 * @param {import("../common/types.js").CourseCard | undefined} course
 * @param {() => void} onplay
 */
export function gameCard(game, course, onplay) {
  const { title } = game;
  const named = (/** @type {string} */ what) => ({ label: `${what}: ${title}` });
  const play = say("front.play");
  return h(
    "article",
    { class: "card panel", data: { game: game.game } },
    picture(course),
    h(
      "div",
      { class: "card-text" },
      h("h3", {}, title),
      h("p", {}, game.summary),
      h("p", { class: "quiet" }, byline(game)),
      h(
        "div",
        { class: "acts" },
        button(play, onplay, { class: "primary", aria: { ...named(play), haspopup: "dialog" } }),
        h(
          "a",
          {
            class: "button",
            href: linkTo("puzzles", game.game),
            aria: named(say("front.puzzles")),
          },
          say("front.puzzles"),
        ),
        h(
          "a",
          { class: "button", href: linkTo("learn", game.game), aria: named(say("front.learn")) },
          say("front.learn"),
        ),
      ),
    ),
  );
}
