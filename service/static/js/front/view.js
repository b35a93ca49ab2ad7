/** The front page: what the program offers, most of it one click away. */

import { linkTo } from "../common/address.js";
import { ask, look } from "../common/api.js";
import { today } from "../common/clock.js";
import { button, complain, fill, h } from "../common/dom.js";
import { say } from "../common/say.js";
import { gameCard } from "./cards.js";
import { keptGames } from "./kept.js";
import { Paste } from "./paste.js";

/** @typedef {import("../common/types.js").GameDescription} GameDescription */

export class FrontView {
  /**
   * @param {GameDescription[]} games
   * @param {(position: string, computer: string) => void} playComputer begins a game against the computer
   */
  constructor(games, playComputer) {
    this._games = games;
    this._playComputer = playComputer;
    this._kept = h("section", { class: "kept", hidden: true });
    this._trouble = h("p", { class: "trouble", role: "alert" });
    this._paste = new Paste();
    this._cards = h("div", { class: "cards" }, this._paste.element);
    this._day = h("span", {});
    document.addEventListener("visibilitychange", () => this._showDay());
    /** @type {Element[]} */
    this._gameCards = [];
    this._isComplete = false;
    this.element = h(
      "div",
      { class: "front" },
      h(
        "section",
        { class: "hero" },
        h("h1", {}, say("front.title")),
        h("p", {}, say("front.lead")),
        h("div", { class: "hero-acts" }, this._quick()),
        this._trouble,
      ),
      this._kept,
      h("h2", { class: "unseen" }, say("front.games")),
      this._cards,
    );
    this._drawCards([]);
  }

  async enter() {
    document.title = say("front.page_title");
    this._showDay();
    this._kept.hidden = true;
    keptGames(this._games).then((kept) => {
      fill(this._kept, kept);
      this._kept.hidden = !kept.length;
    });
    if (this._isComplete) return;
    try {
      this._drawCards(await look("/api/courses"));
      this._isComplete = true;
    } catch (error) {
      complain(this._trouble, error);
    }
  }

  leave() {}

  /** Draw what is one click away. */
  _quick() {
    const [first] = this._games;
    const solitaire = this._games.find((game) => game.solitaire);
    return [
      solitaire &&
        h(
          "a",
          { class: "button primary", href: linkTo("solitaire") },
          h("b", {}, say("front.solitaire")),
          h("span", {}, say("front.solitaire_hint", { game: solitaire.title })),
        ),
      h(
        "a",
        { class: "button", href: linkTo("puzzles", "today") },
        h("b", {}, say("front.today")),
        this._day,
      ),
      button(
        [
          h("b", {}, say("front.computer")),
          h("span", {}, say("front.computer_hint", { game: first.title })),
        ],
        () => this._begin(first, true),
        { data: { act: "computer" } },
      ),
      button(
        [h("b", {}, say("front.analyse")), h("span", {}, say("front.analyse_hint"))],
        () => this._paste.focus(),
        { data: { act: "analyse" } },
      ),
    ];
  }

  /** Show the date of the puzzle of the day, which may have changed while the page was open. */
  _showDay() {
    const shown = /** @type {const} */ ({ day: "numeric", month: "long", timeZone: "UTC" });
    const day = new Date(today()).toLocaleDateString("en", shown);
    this._day.textContent = say("front.today_hint", { day });
  }

  /** @param {import("../common/types.js").CourseCard[]} courses */
  _drawCards(courses) {
    // The field for a position is not redrawn: it would lose the focus while the user types.
    for (const card of this._gameCards) card.remove();
    this._gameCards = this._games.map((game) =>
      gameCard(
        game,
        courses.find((course) => course.game === game.game),
        () => this._begin(game, false),
      ),
    );
    this._paste.element.before(...this._gameCards);
  }

  /** Begin a game from its start, or from a new deal. @param {GameDescription} game @param {boolean} isComputers whether the computer plays the second player */
  async _begin({ game, start, players }, isComputers) {
    fill(this._trouble);
    try {
      const position = start ?? (await ask("/api/deal", { game })).position;
      if (isComputers) this._playComputer(position, Object.values(players)[1]);
      else location.hash = linkTo("play", position);
    } catch (error) {
      complain(this._trouble, error);
    }
  }
}
