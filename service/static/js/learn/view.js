/** Learn: for each game a course of small boards, and its rules by their numbers. */

import { linkTo } from "../common/address.js";
import { course, look } from "../common/api.js";
import { button, complain, fill, h } from "../common/dom.js";
import { linked } from "../common/rules.js";
import { say } from "../common/say.js";
import { isText, listOf, Stored } from "../common/stored.js";
import { byline, picture } from "../common/games.js";
import { askForGame } from "../game/begin.js";
import { Lesson } from "./lesson.js";

/** @typedef {import("../common/types.js").GameDescription} GameDescription */
/** @typedef {import("../common/types.js").CourseRecord} CourseRecord */

/** The lessons done, as `GAME/NUMBER`. */
const DONE = new Stored("lessons", /** @type {string[]} */ ([]), listOf(isText));

export class LearnView {
  /**
   * @param {GameDescription[]} games
   * @param {import("../common/types.js").Opponent} opponent
   * @param {import("../game/begin.js").Begin} begin
   */
  constructor(games, opponent, begin) {
    this._games = games;
    this._opponent = opponent;
    this._begin = begin;
    /** The pages shown so far, by game. @type {Map<string, HTMLElement>} */
    this._pages = new Map();
    this._done = new Set(DONE.read());
    this._place = h("div", {});
    this._trouble = h("p", { class: "trouble", role: "alert" });
    this.element = h("div", { class: "learn" }, this._trouble, this._place);
    /** The text of the latest address. */
    this._wanted = "";
  }

  /** Show a game's course, one of its rules, or all games. @param {string} text */
  async enter(text) {
    this._wanted = text;
    fill(this._trouble);
    try {
      const cards = await look("/api/courses");
      const game = cards.find((card) => card.game === text || card.rules.includes(text));
      if (this._wanted !== text) return;
      if (game) await this._show(game.game, text);
      else {
        document.title = say("page.title", { view: say("page.learn") });
        fill(this._place, this._index(cards));
        if (text) complain(this._trouble, new Error(say("learn.unknown", { text })));
      }
    } catch (error) {
      complain(this._trouble, error);
    }
  }

  leave() {}

  /** @param {string} name @param {string} text */
  async _show(name, text) {
    const game = /** @type {GameDescription} */ (this._games.find(({ game }) => game === name));
    const page = this._pages.get(name) ?? this._page(game, await course(name));
    if (this._wanted !== text) return;
    this._pages.set(name, page);
    document.title = say("page.title", { view: say("learn.title", { game: game.title }) });
    fill(this._place, page);
    const rule = text === name ? null : page.querySelector(`[data-rule="${text}"]`);
    for (const one of page.querySelectorAll("[data-rule]"))
      one.classList.toggle("aimed", one === rule);
    rule?.scrollIntoView({ block: "center" });
  }

  /** @param {import("../common/types.js").CourseCard[]} cards */
  _index(cards) {
    return [
      h("h1", { class: "title" }, say("page.learn")),
      h("p", {}, say("learn.intro")),
      h(
        "ul",
        { class: "learn-games" },
        this._games.map((game) => {
          const card = cards.find((one) => one.game === game.game);
          const progress = this._progress(game.game, card?.lessons ?? 0);
          return h(
            "li",
            { class: "card panel", data: { game: game.game } },
            picture(card),
            h(
              "div",
              { class: "card-text" },
              h("h2", {}, h("a", { href: linkTo("learn", game.game) }, game.title)),
              h("p", {}, game.summary),
              h("p", { class: "quiet" }, progress),
            ),
          );
        }),
      ),
    ];
  }

  /** @param {string} game @param {number} count */
  _progress(game, count) {
    const done = [...this._done].filter((lesson) => lesson.startsWith(`${game}/`)).length;
    return say("learn.progress", { done, count });
  }

  /** @param {GameDescription} game @param {CourseRecord} found */
  _page(game, { lessons, rules }) {
    const progress = h("p", { class: "quiet", role: "status" });
    const tell = () => fill(progress, this._progress(game.game, lessons.length));
    const made = lessons.map((lesson, at) => {
      const name = `${game.game}/${at + 1}`;
      return new Lesson(lesson, at + 1, this._done.has(name), () => {
        this._done.add(name);
        DONE.write([...this._done]);
        tell();
      });
    });
    tell();
    made.reduce((before, lesson) => before.then(() => lesson.begin()), Promise.resolve());
    return h(
      "div",
      {},
      h(
        "header",
        { class: "learn-head" },
        h("h1", { class: "title" }, say("learn.title", { game: game.title })),
        h("p", {}, `${game.summary} `, h("span", { class: "quiet" }, byline(game))),
        progress,
      ),
      h(
        "div",
        { class: "lessons" },
        made.map(({ element }) => element),
      ),
      h(
        "div",
        { class: "acts" },
        button(say("front.play"), () => askForGame(game, this._opponent, this._begin), {
          class: "primary",
          aria: { haspopup: "dialog" },
        }),
        h("a", { class: "button", href: linkTo("puzzles", game.game) }, say("front.puzzles")),
        h("a", { class: "button", href: linkTo("learn") }, say("learn.others")),
      ),
      h("h2", {}, say("learn.rules")),
      h(
        "dl",
        { class: "rules" },
        rules.flatMap(({ number, text }) => [
          h("dt", { data: { rule: number } }, h("a", { href: linkTo("learn", number) }, number)),
          h("dd", {}, text),
        ]),
      ),
      game.variants.length > 0 && [
        h("h2", {}, say("learn.variants")),
        h(
          "ul",
          {},
          game.variants.map(({ name, summary }) =>
            h("li", {}, h("b", {}, name), ": ", linked(summary)),
          ),
        ),
      ],
    );
  }
}
