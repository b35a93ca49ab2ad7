/**
 * The view where a game begins: a start, a random deal, a position that is pasted, or one that is
 * put together piece by piece. What is legal is for the service to say.
 */

import { linkTo, settle } from "./address.js";
import { ask } from "./api.js";
import { button, choice, fill, h, tick } from "./dom.js";
import { Grid } from "./grid.js";
import { Setup } from "./setup.js";
import { capital } from "./words.js";

/** @typedef {import("./types.js").Game} Game */

const EMPTY = ".";

export class SetupView {
  /** @param {Game[]} games @param {() => import("./types.js").Board | null | undefined} current the board of the game that is on */
  constructor(games, current) {
    this._games = games;
    this._current = current;
    this._setup = new Setup(games[0]);
    this._brush = EMPTY;
    /** How the next deal is made. */
    this._dealt = { way: "", plies: 0 };
    /** What the choices show. @type {Setup | null} */
    this._shown = null;
    this._asked = new AbortController();
    this._grid = new Grid("Board to set up", (square) => this._put(square), (key) => this._type(key));
    this._choices = h("div", { class: "fields" });
    this._palette = h("div", { class: "palette", role: "group", aria: { label: "What to put on squares" } });
    this._flaws = h("ul", { class: "flaws", aria: { live: "polite", label: "What is not legal" } });
    this._play = button("Play from here", () => this._go(), { class: "primary", data: { act: "play" } });
    this._text = h("input", { type: "text", spellcheck: "false", autocomplete: "off", name: "position", aria: { label: "Position as text" } });
    this._seed = h("input", { type: "number", min: "0", step: "1", inputmode: "numeric", name: "seed", placeholder: "random" });
    this._trouble = h("p", { class: "trouble", role: "alert" });
    this._dealing = h("div", { class: "fields" });
    this.element = this._lay();
  }

  _lay() {
    const paste = h(
      "form",
      { class: "paste", onsubmit: (event) => this._paste(event) },
      h("label", { class: "field wide" }, h("span", {}, "Position"), this._text),
      button("Show it", () => this._paste(null), { data: { act: "paste" } }),
    );
    return h(
      "div",
      { class: "setup" },
      h("div", { class: "left" }, h("h1", { class: "title" }, "Begin a game, or set up a position"), this._palette, this._grid.element, this._flaws, this._trouble, h("div", { class: "acts" }, this._play)),
      h("div", { class: "right" }, h("section", { class: "panel", aria: { label: "Game" } }, h("h2", {}, "Game"), this._choices), h("section", { class: "panel", aria: { label: "Start or deal" } }, h("h2", {}, "Start or deal"), this._dealing), h("section", { class: "panel", aria: { label: "Position as text" } }, h("h2", {}, "As text"), paste)),
    );
  }

  /** Show the view. @param {string} text a position, or nothing: then the one of the game that is on */
  async enter(text) {
    const shown = text || this._current()?.position;
    if (!shown || !(await this._take(shown))) await this._begin();
  }

  leave() {
    this._asked.abort();
  }

  /** Take a position apart into what can be edited. @param {string} text */
  async _take(text) {
    const board = await this._ask("/api/setup", { position: text });
    if (!board) return false;
    const game = this._games.find(({ game: name }) => name === board.game);
    if (!game) return false;
    this._setup = Setup.of(game, board);
    this._draw(board);
    return true;
  }

  /** Begin with the start of the game, or with a deal where it has none. */
  async _begin() {
    const { game, variants } = this._setup;
    if (game.setups.length) return this._deal();
    const text = `${[game.game, ...variants].join("+")}:start:${this._setup.sizeText}`;
    if (!(await this._take(text))) await this._refresh();
    return undefined;
  }

  async _deal() {
    const { game, variants, sizeText } = this._setup;
    const { way, plies } = this._dealt;
    const seed = this._seed.value === "" ? null : Number(this._seed.value);
    const dealt = await this._ask("/api/deal", { game: game.game, variants, size: sizeText, seed, plies, setup: game.setups.includes(way) ? way : null });
    if (dealt) await this._take(dealt.position);
    if (dealt) this._dealing.querySelector(".said").textContent = `Seed ${dealt.seed}.`;
  }

  /** Ask what the board looks like now, and whether it is legal. */
  async _refresh() {
    const board = await this._ask("/api/setup", { position: this._setup.text });
    if (board) this._draw(board);
  }

  /** @param {any} board */
  _draw(board) {
    this._grid.draw(board);
    this._grid.dress(({ name, piece }) => ({ name: `${name}, ${piece ?? "empty"}` }));
    fill(this._flaws, board.flaws.map((/** @type {string} */ flaw) => h("li", {}, capital(flaw))));
    if (!board.flaws.length) fill(this._flaws, h("li", { class: "good" }, `Legal: ${board.title}.`));
    this._play.disabled = board.flaws.length > 0;
    this._text.value = board.position ?? this._setup.text;
    this._drawChoices();
    settle("setup", this._text.value);
  }

  /** Draw what can be chosen anew where it has changed, and leave the keyboard's focus where it was. */
  _drawChoices() {
    const { game } = this._setup;
    if (this._shown !== this._setup) {
      const hadFocus = this._choices.contains(document.activeElement);
      fill(this._choices, this._gameChoice(), this._variants(), this._sizes(), this._turns(), this._keys(), h("p", { class: "quiet" }, `${game.summary} Sizes: ${game.sizes}.`));
      if (hadFocus) this._choices.querySelector("select").focus();
    }
    if (this._shown?.game !== game) {
      [this._brush] = Object.keys(game.pieces);
      fill(this._dealing, this._dealingFields());
      fill(this._palette, [...Object.entries(game.pieces), [EMPTY, "empty"]].map(([symbol, name]) => this._brushButton(symbol, name)));
    }
    this._shown = this._setup;
  }

  _gameChoice() {
    /** @type {[string, string][]} */
    const names = this._games.map(({ game, title }) => [game, title]);
    return choice("Game", names, this._setup.game.game, (name) => {
      this._setup = new Setup(/** @type {Game} */ (this._games.find(({ game }) => game === name)));
      this._begin();
    });
  }

  _variants() {
    const { game } = this._setup;
    if (!game.variants.length) return null;
    const ticks = game.variants.map(({ name, summary }) =>
      tick([h("b", {}, name), `: ${summary}`], this._setup.variants.includes(name), (isOn) => this._change(() => this._setup.vary(name, isOn))),
    );
    return h("fieldset", {}, h("legend", {}, "Variants"), ticks);
  }

  _sizes() {
    const [files, ranks] = this._setup.size;
    const input = (/** @type {string} */ label, /** @type {number} */ value, /** @type {number} */ most, /** @type {(count: number) => void} */ set) => {
      const field = h("input", { type: "number", min: "1", max: String(most), value, name: label.toLowerCase(), onchange: () => this._change(() => set(Math.max(1, Math.min(most, Math.round(Number(field.value)) || 1)))) });
      return h("label", { class: "field" }, h("span", {}, label), field);
    };
    return h("div", { class: "pair" }, input("Files", files, 26, (count) => this._setup.resize(count, this._setup.size[1])), input("Ranks", ranks, 99, (count) => this._setup.resize(this._setup.size[0], count)));
  }

  _turns() {
    /** @type {[string, string][]} */
    const players = Object.entries(this._setup.game.players).map(([symbol, name]) => [symbol, capital(name)]);
    return choice("To move", players, this._setup.turn, (turn) => this._change(() => (this._setup.turn = turn)));
  }

  _keys() {
    return this._setup.game.keys.map(({ name, example, summary }) => {
      const field = h("input", { type: "text", name, placeholder: example, value: this._setup.keys[name] ?? "", onchange: () => this._change(() => this._setup.setKey(name, field.value.trim())) });
      return h("label", { class: "field wide" }, h("span", {}, capital(name)), field, h("small", {}, summary));
    });
  }

  _dealingFields() {
    const { game } = this._setup;
    const dealt = (this._dealt = { way: game.setups[0] ?? "", plies: 0 });
    const fields = [];
    if (game.setups.length) {
      /** @type {[string, string][]} */
      const ways = game.setups.map((way) => [way, capital(way)]);
      fields.push(choice("Dealt", ways, dealt.way, (way) => (dealt.way = way)));
    }
    const plies = h("input", { type: "number", min: "0", max: "200", value: dealt.plies, name: "plies", onchange: () => (dealt.plies = Math.max(0, Math.round(Number(plies.value)) || 0)) });
    fields.push(h("label", { class: "field" }, h("span", {}, "Random moves"), plies), h("label", { class: "field" }, h("span", {}, "Seed"), this._seed));
    const acts = [button(game.setups.length ? "Deal" : "Play at random", () => this._deal(), { data: { act: "deal" } })];
    if (!game.setups.length) acts.unshift(button("Start position", () => this._begin(), { data: { act: "start" } }));
    acts.push(button("Empty the board", () => this._change(() => this._setup.clear())));
    return [...fields, h("div", { class: "acts" }, acts), h("p", { class: "said quiet" })];
  }

  /** @param {string} symbol @param {string} name */
  _brushButton(symbol, name) {
    const pick = () => {
      this._brush = symbol;
      for (const other of this._palette.children) other.setAttribute("aria-pressed", String(other.dataset.symbol === symbol));
    };
    return button([h("kbd", {}, symbol), ` ${capital(name)}`], pick, { class: "brush", aria: { pressed: this._brush === symbol }, data: { symbol } });
  }

  /** @param {string} square */
  _put(square) {
    this._setup.put(square, this._brush);
    this._refresh();
  }

  /** A piece's symbol, typed on a square, puts it there. @param {string} key */
  _type(key) {
    const symbols = [...Object.keys(this._setup.game.pieces), EMPTY];
    const symbol = { Delete: EMPTY, Backspace: EMPTY }[key] ?? symbols.find((known) => known === key);
    const square = this._grid.current;
    if (!symbol || !square) return;
    this._setup.put(square, symbol);
    this._refresh();
  }

  /** @param {() => void} change */
  _change(change) {
    change();
    this._refresh();
  }

  /** @param {Event | null} event */
  async _paste(event) {
    event?.preventDefault();
    await this._take(this._text.value.trim());
  }

  _go() {
    location.hash = linkTo("play", this._text.value);
  }

  /** Ask the service; null if it refuses, which is shown, or if something newer has been asked. @param {string} path @param {any} body */
  async _ask(path, body) {
    this._asked.abort();
    const asked = (this._asked = new AbortController());
    this._trouble.textContent = "";
    try {
      return await ask(path, body, { signal: asked.signal });
    } catch (error) {
      if (!asked.signal.aborted) this._trouble.textContent = /** @type {Error} */ (error).message;
      return null;
    }
  }
}
