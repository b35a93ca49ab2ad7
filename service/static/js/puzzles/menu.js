/** All puzzles at a glance: the one of the day, a mix at the user's level, and a card for each game. */

import { linkTo } from "../common/address.js";
import { button, drawing, fill, h, reveal } from "../common/dom.js";
import { say } from "../common/say.js";
import { capital } from "../common/words.js";
import { gradeName } from "./choices.js";
import { log, standingOf } from "./progress.js";
import { GRADES, gradeFor } from "./rating.js";
import { ANY, fresh, nearest, wishText } from "./wish.js";

/** @typedef {import("./wish.js").Wish} Wish */
/** @typedef {import("./wish.js").Kind} Kind */
/** @typedef {import("../common/types.js").GameDescription} Game */

/** The possible numbers of puzzles in a set. */
export const LENGTHS = [5, 10, 20];

export class PuzzleMenu {
  /**
   * @param {Game[]} games
   * @param {import("./results.js").Results} results
   * @param {(wishes: Wish[]) => void} onset is called with the wishes of a set to begin
   */
  constructor(games, results, onset) {
    this._games = games;
    this._results = results;
    this._onset = onset;
    /** @type {Map<string, string | null>} */
    this._pictures = new Map();
    this._cards = h("div", { class: "puzzle-cards" });
    this._top = h("div", { class: "puzzle-cards ways" });
    this.element = h(
      "div",
      { class: "puzzle-menu" },
      h("h1", { class: "title" }, say("puzzles.title")),
      this._top,
      this._cards,
    );
  }

  /** Set the pictures of the games. @param {import("../common/types.js").CourseCard[]} courses */
  illustrate(courses) {
    this._pictures = new Map(courses.map(({ game, svg }) => [game, svg]));
  }

  /** @param {Kind[]} kinds @param {string} game the game to show first, or empty */
  show(kinds, game) {
    this._results.show();
    fill(this._top, this._today(), solitaire(), this._mix(kinds), this._results.element);
    const games = this._games.filter((one) => kinds.some((kind) => kind.game === one.game));
    fill(
      this._cards,
      games.map((one) => this._card(one, kinds)),
    );
    const card = game && this._cards.querySelector(`[data-game="${CSS.escape(game)}"]`);
    if (card) reveal(card);
  }

  _today() {
    return h(
      "section",
      { class: "panel puzzle-card", aria: { label: say("puzzles.today") } },
      h("h2", {}, say("puzzles.today")),
      h("p", {}, say("puzzles.today_about")),
      h(
        "a",
        { class: "button primary", href: linkTo("puzzles", "today"), data: { act: "today" } },
        say("puzzles.today"),
      ),
    );
  }

  /** @param {Kind[]} kinds */
  _mix(kinds) {
    const grade = gradeFor(standingOf(log()).rating.rating);
    const begin = (/** @type {number} */ count) =>
      this._onset(Array.from({ length: count }, () => this._any(kinds, grade)));
    return h(
      "section",
      { class: "panel puzzle-card", aria: { label: say("puzzles.mix") } },
      h("h2", {}, say("puzzles.mix")),
      h("p", {}, say("puzzles.mix_about", { grade: gradeName(grade).toLowerCase() })),
      setButtons(begin),
    );
  }

  /** Return a wish for any puzzle of a grade, or of the grade nearest to it that a kind has. @param {Kind[]} kinds @param {string} grade @returns {Wish} */
  _any(kinds, grade) {
    const alone = this._games.map(({ solitaire }) => solitaire);
    // Puzzles that take minutes of moves do not fit into a quick set.
    const quick = kinds.filter(
      ({ puzzle, playable, offers }) =>
        playable && offers[0].grades.length && !alone.includes(puzzle),
    );
    const { game, puzzle, offers } = quick[Math.floor(Math.random() * quick.length)];
    const far = (/** @type {string} */ one) => Math.abs(GRADES[one] - GRADES[grade]);
    const [nearby] = offers[0].grades.toSorted((one, other) => far(one) - far(other));
    return fresh(nearest({ game, puzzle, grade: nearby, seed: 0 }, kinds));
  }

  /** @param {Game} game @param {Kind[]} kinds */
  _card({ game, title, summary }, kinds) {
    const own = kinds.filter((kind) => kind.game === game);
    const picture = this._pictures.get(game);
    return h(
      "section",
      { class: "panel puzzle-card", aria: { label: title }, data: { game } },
      h(
        "div",
        { class: "puzzle-card-head" },
        h("div", {}, h("h2", {}, title), h("p", { class: "quiet" }, summary)),
        picture &&
          h("div", { class: "puzzle-picture", aria: { hidden: "true" } }, drawing(picture)),
      ),
      own.map((kind) => kindLinks(kind, kinds)),
    );
  }
}

/** Return the link to solitaire deals. */
function solitaire() {
  return h(
    "section",
    { class: "panel puzzle-card", aria: { label: say("solitaire.title") } },
    h("h2", {}, say("solitaire.title")),
    h("p", {}, say("solitaire.about")),
    h(
      "a",
      { class: "button", href: linkTo("solitaire"), data: { act: "solitaire" } },
      say("solitaire.deal"),
    ),
  );
}

/** Make the buttons that begin sets. @param {(count: number) => void} onbegin */
export function setButtons(onbegin) {
  return h(
    "div",
    { class: "acts" },
    LENGTHS.map((count) =>
      button(say("puzzles.set_of", { count }), () => onbegin(count), { data: { set: count } }),
    ),
  );
}

/** Make a link to a fresh puzzle of each grade of a kind. @param {Kind} kind @param {Kind[]} kinds */
function kindLinks({ game, puzzle, summary, offers }, kinds) {
  const name = capital(summary);
  const links = [ANY, ...offers[0].grades].map((grade) => {
    const wish = fresh(nearest({ game, puzzle, grade, seed: 0 }, kinds));
    const text = grade ? gradeName(grade) : say("puzzles.any");
    return h(
      "a",
      {
        class: `button grade ${grade || "any"}`,
        href: linkTo("puzzles", wishText(wish)),
        aria: { label: `${name}: ${text}` },
        data: { puzzle, grade: grade || "any" },
      },
      text,
    );
  });
  return h("div", { class: "kind" }, h("h3", {}, name), h("div", { class: "grades" }, links));
}
