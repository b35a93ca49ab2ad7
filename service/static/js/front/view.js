/** The front page: what the program offers, most of it one click away. */

import { linkTo } from "../common/address.js";
import { ask, look } from "../common/api.js";
import { today } from "../common/clock.js";
import { button, complain, fill, h } from "../common/dom.js";
import { say } from "../common/say.js";
import { askForGame, seatsFor } from "../game/begin.js";
import { chosen } from "../game/strength.js";
import { gameCard } from "./cards.js";
import { keptGames } from "./kept.js";
import { Paste } from "./paste.js";

/** @typedef {import("../common/types.js").GameDescription} GameDescription */

export class FrontView {
  /**
   * @param {GameDescription[]} games
   * @param {import("../common/types.js").Opponent} opponent
   * @param {import("../game/begin.js").Begin} begin
   * @param {(root: import("../game/tree.js").Node) => void} show puts a game from elsewhere on the table
   */
  constructor(games, opponent, begin, show) {
    this._games = games;
    this._opponent = opponent;
    this._begin = begin;
    this._kept = h("section", { class: "kept", hidden: true });
    this._trouble = h("p", { class: "trouble", role: "alert" });
    this._paste = new Paste(show);
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
      button(
        [
          h("b", {}, say("front.computer")),
          h("span", {}, say("front.computer_hint", { game: first.title })),
        ],
        () => this._play(first),
        { class: "primary", data: { act: "computer" } },
      ),
      h(
        "a",
        { class: "button", href: linkTo("puzzles", "today") },
        h("b", {}, say("front.today")),
        this._day,
      ),
      solitaire &&
        h(
          "a",
          { class: "button", href: linkTo("solitaire") },
          h("b", {}, say("front.solitaire")),
          h("span", {}, say("front.solitaire_hint", { game: solitaire.title })),
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
        () => askForGame(game, this._opponent, this._begin),
      ),
    );
    this._paste.element.before(...this._gameCards);
  }

  /** Begin a game against the computer at once. @param {GameDescription} game */
  async _play(game) {
    fill(this._trouble);
    try {
      const { position } = await ask("/api/deal", { game: game.game });
      const seats = seatsFor(game, Object.values(game.players)[0]);
      this._begin(position, seats, chosen(this._opponent, game.game));
    } catch (error) {
      complain(this._trouble, error);
    }
  }
}
