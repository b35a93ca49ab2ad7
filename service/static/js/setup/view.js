/**
 * The view where a game begins: from a start, a random deal, a pasted position, or one set up piece by
 * piece. The service says what is legal.
 */

import { Grid } from "../board/grid.js";
import { linkTo, place, settle } from "../common/address.js";
import { ask } from "../common/api.js";
import { solvable } from "../common/deals.js";
import { button, complain, fill, h, reveal } from "../common/dom.js";
import { Request } from "../common/request.js";
import { say } from "../common/say.js";
import { capital } from "../common/words.js";
import { Dealing } from "./dealing.js";
import { EMPTY, Setup } from "./draft.js";
import { SetupFields } from "./fields.js";
import { Palette } from "./palette.js";

/** @typedef {import("../common/types.js").GameDescription} Game */

const ERASERS = ["Delete", "Backspace"];

export class SetupView {
  /**
   * @param {Game[]} games
   * @param {() => import("../common/types.js").Board | null | undefined} current returns the board of the current game
   */
  constructor(games, current) {
    this._games = games;
    this._current = current;
    this._setup = new Setup(games[0]);
    this._request = new Request({ onfail: (error) => complain(this._trouble, error) });
    this._grid = new Grid(
      say("setup.board"),
      (square) => this._put(square, this._palette.brush),
      (key) => this._type(key),
    );
    this._palette = new Palette();
    this._fields = new SetupFields(games, {
      ongame: (game) => this._begin(new Setup(game)),
      onchange: () => this._refresh(),
    });
    this._dealing = new Dealing({
      onstart: () => this._look(this._begin(this._setup)),
      ondeal: () => this._look(this._deal()),
      onclear: () => this._clear(),
    });
    this._flaws = h("ul", { class: "flaws", aria: { live: "polite", label: say("setup.flaws") } });
    this._play = button(say("setup.play"), () => this._go("play"), {
      class: "primary",
      disabled: true,
    });
    this._alone = button(say("setup.solitaire"), () => this._go("solitaire"));
    this._alone.hidden = true;
    this._solvable = h("p", { class: "solvable", role: "status" });
    this._judge = new Request({ onfail: () => (this._solvable.textContent = "") });
    this._text = h("input", { type: "text", spellcheck: "false", autocomplete: "off" });
    this._trouble = h("p", { class: "trouble", role: "alert" });
    this.element = this._lay();
  }

  _lay() {
    const onsubmit = (/** @type {Event} */ event) => this._paste(event);
    const paste = h(
      "form",
      { onsubmit },
      h("label", { class: "field wide" }, h("span", {}, say("setup.text")), this._text),
      h("div", { class: "acts" }, h("button", { type: "submit" }, say("setup.show"))),
    );
    return h(
      "div",
      { class: "setup" },
      h(
        "div",
        { class: "setup-head" },
        h("h1", { class: "title" }, say("setup.title")),
        this._fields.games,
        h("div", { class: "acts" }, this._play, this._alone, this._dealing.buttons),
        h("div", {}, this._flaws, this._solvable),
      ),
      h("div", { class: "left" }, this._trouble, this._palette.element, this._grid.element),
      h(
        "div",
        { class: "right" },
        panel(say("setup.position"), this._fields.element),
        panel(say("setup.random"), this._dealing.element),
        panel(say("setup.as_text"), paste),
      ),
    );
  }

  /** Show the view. @param {string} text a position; if empty, that of the current game */
  async enter(text) {
    document.title = say("page.title", { view: say("page.setup") });
    const shown = text || this._current()?.position;
    if (shown && (await this._take(shown))) return;
    const complaint = this._trouble.textContent;
    await this._begin(this._setup);
    this._trouble.textContent ||= complaint;
  }

  leave() {
    this._request.stop();
    this._judge.stop();
  }

  /** Load a position for editing. @param {string} text */
  async _take(text) {
    const board = await this._ask("/api/setup", { position: text });
    if (!board) return false;
    const game = /** @type {Game} */ (this._games.find(({ game: name }) => name === board.game));
    this._setup = Setup.of(game, board);
    this._draw(board);
    return true;
  }

  /** Begin with the start of a game, or with a deal if it has none. @param {Setup} setup */
  async _begin(setup) {
    this._setup = setup;
    this._showFields();
    const { game, variants, sizeText } = setup;
    const start = `${[game.game, ...variants].join("+")}:start:${sizeText}`;
    await (game.setups.length ? this._deal() : this._take(start));
  }

  async _deal() {
    const { game, variants, sizeText } = this._setup;
    const order = { game: game.game, variants, size: sizeText, ...this._dealing.order };
    const dealt = await this._ask("/api/deal", order);
    if (dealt && (await this._take(dealt.position)))
      this._dealing.say(say("setup.seed_was", { seed: String(dealt.seed) }));
  }

  _clear() {
    this._setup.clear();
    this._refresh();
  }

  /** Have the service draw and check the board. */
  async _refresh() {
    this._dealing.say("");
    const board = await this._ask("/api/setup", { position: this._setup.text });
    if (board) this._draw(board);
    else if (this._trouble.textContent) {
      // The board still on the page is out of date, so it cannot be played.
      fill(this._flaws);
      this._play.disabled = true;
      this._alone.hidden = true;
      this._solvable.textContent = "";
    }
  }

  /** @param {import("../common/types.js").SetUp} board */
  _draw(board) {
    this._grid.draw(board);
    this._grid.dress(({ name, piece }) => ({ name: `${name}, ${piece ?? "empty"}` }));
    const flaws = board.flaws.map((flaw) => h("li", {}, capital(flaw)));
    const isLegal = !flaws.length;
    fill(
      this._flaws,
      isLegal ? h("li", { class: "good" }, say("setup.legal", { title: board.title })) : flaws,
    );
    this._play.disabled = !isLegal;
    this._solve(board);
    this._text.value = board.position ?? this._setup.text;
    this._showFields();
    // The user may have moved on meanwhile, while the next view is being loaded.
    if (place().view === "setup") settle("setup", this._text.value);
  }

  _showFields() {
    this._fields.show(this._setup);
    this._dealing.show(this._setup.game);
    this._palette.show(this._setup.game);
  }

  /** @param {string} square @param {string} symbol */
  _put(square, symbol) {
    this._setup.put(square, symbol);
    this._refresh();
  }

  /** Put a piece on the current square if its symbol is typed there. @param {string} key */
  _type(key) {
    const symbol = ERASERS.includes(key) ? EMPTY : key;
    if (this._palette.symbols.includes(symbol)) this._put(this._grid.current, symbol);
  }

  /** @param {Event} event */
  async _paste(event) {
    event.preventDefault();
    await this._look(this._take(this._text.value.trim()));
  }

  /** Scroll the board into view after it has changed. @param {Promise<any>} change */
  async _look(change) {
    await change;
    if (!this._trouble.textContent) reveal(this._grid.element);
  }

  /** Say whether a solitaire deal can be solved. @param {import("../common/types.js").SetUp} board */
  async _solve({ position, variants }) {
    const { solitaire } = this._setup.game;
    const isEmpty = this._setup.cells.every((symbol) => symbol === EMPTY);
    const isForOne = solitaire !== null && variants.includes(solitaire);
    const isAlone = position !== null && isForOne && !isEmpty;
    this._alone.hidden = !isAlone;
    this._solvable.textContent = "";
    this._judge.forget();
    if (!isAlone) return;
    this._solvable.textContent = say("setup.solving");
    const found = await this._judge.run((asking) =>
      ask("/api/solve", { position, par: true }, asking),
    );
    if (found) this._solvable.textContent = solvable(found);
  }

  /** @param {string} view */
  _go(view) {
    location.hash = linkTo(view, this._text.value);
  }

  /**
   * Ask the service; null, after a message, if it refuses, or if there is a newer request.
   *
   * @template {keyof import("../common/types.js").Answers} Path
   * @param {Path} path
   * @param {any} body
   */
  _ask(path, body) {
    this._trouble.textContent = "";
    return this._request.run((asking) => ask(path, body, asking));
  }
}

/** @param {string} title @param {Element} content */
function panel(title, content) {
  return h("section", { class: "panel", aria: { label: title } }, h("h2", {}, title), content);
}
