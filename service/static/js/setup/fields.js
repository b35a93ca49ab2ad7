/**
 * The fields for setting up a board: the game, its variants, the size, whose turn it is, and the
 * game's further facts. They are only remade for another game; otherwise their values follow the
 * board, except for the field in which the user is typing.
 */

import { fill, h, tick } from "../common/dom.js";
import { pills, press } from "../common/pills.js";
import { linked } from "../common/rules.js";
import { say } from "../common/say.js";
import { capital } from "../common/words.js";

/** @typedef {import("../common/types.js").GameDescription} Game */
/** @typedef {import("./draft.js").Setup} Setup */

const MOST_FILES = 26;
const MOST_RANKS = 99;

export class SetupFields {
  /**
   * @param {Game[]} games
   * @param {object} acts
   * @param {(game: Game) => void} acts.ongame changes the game
   * @param {() => void} acts.onchange is called after a change of the board
   */
  constructor(games, { ongame, onchange }) {
    this._games = games;
    this._ongame = ongame;
    this._onchange = onchange;
    /** The choice of the game, to be placed above everything else. */
    this.games = this._gameField();
    this.element = h("div", { class: "fields" });
    /** @type {Setup | null} */
    this._setup = null;
    /** The functions that set the values of the fields. @type {(() => void)[]} */
    this._syncs = [];
  }

  /** @param {Setup} setup */
  show(setup) {
    const isOther = this._setup?.game !== setup.game;
    this._setup = setup;
    press(this.games, setup.game.game);
    if (isOther) this._make(setup.game);
    for (const sync of this._syncs) sync();
  }

  /** @param {Game} game */
  _make(game) {
    this._syncs = [];
    fill(
      this.element,
      h("p", { class: "quiet" }, game.summary),
      game.variants.length > 0 && this._variantFields(game),
      this._turnField(game),
      this._sizeFields(game),
      game.keys.map((key) => this._keyField(key)),
    );
  }

  _gameField() {
    /** @type {[string, string][]} */
    const names = this._games.map(({ game, title }) => [game, title]);
    return pills(say("setup.game"), names, "", (name) =>
      this._ongame(/** @type {Game} */ (this._games.find(({ game }) => game === name))),
    );
  }

  /** @param {Game} game */
  _variantFields({ variants }) {
    const fields = variants.map(({ name, summary }) => {
      const label = [h("b", {}, name), ": ", ...linked(summary)];
      const field = tick(label, false, (isOn) => this._change((setup) => setup.vary(name, isOn)));
      return this._synced(field, "checked", (setup) => setup.variants.includes(name));
    });
    return h("fieldset", {}, h("legend", {}, say("setup.variants")), fields);
  }

  /** @param {Game} game */
  _sizeFields({ boards }) {
    return h(
      "div",
      {},
      h(
        "div",
        { class: "pair" },
        this._sizeField(say("setup.files"), MOST_FILES, 0),
        this._sizeField(say("setup.ranks"), MOST_RANKS, 1),
      ),
      h("small", {}, say("setup.sizes", { sizes: boards.join(", ").replaceAll("x", "×") })),
    );
  }

  /** @param {string} label @param {number} most @param {0 | 1} side */
  _sizeField(label, most, side) {
    const onchange = () => {
      const count = Math.max(1, Math.min(most, Math.round(Number(input.value)) || 1));
      input.value = String(count);
      this._change((setup) => {
        const [files, ranks] = setup.size;
        setup.resize(side ? files : count, side ? count : ranks);
      });
    };
    const input = h("input", { type: "number", min: "1", max: String(most), onchange });
    const field = h("label", { class: "field" }, h("span", {}, label), input);
    return this._synced(field, "value", ({ size }) => size[side]);
  }

  /** @param {Game} game */
  _turnField({ players }) {
    /** @type {[string, string][]} */
    const names = Object.entries(players).map(([symbol, name]) => [symbol, capital(name)]);
    const group = pills(say("setup.turn"), names, "", (turn) =>
      this._change((setup) => (setup.turn = turn)),
    );
    this._syncs.push(() => press(group, this._setup?.turn ?? ""));
    return group;
  }

  /** @param {Game["keys"][0]} key */
  _keyField({ name, example, summary }) {
    const onchange = () => this._change((setup) => setup.setKey(name, input.value.trim()));
    const input = h("input", { type: "text", placeholder: example, onchange });
    const label = h("span", {}, capital(name));
    const field = h("label", { class: "field wide" }, label, input, h("small", {}, summary));
    return this._synced(field, "value", ({ keys }) => keys[name] ?? "");
  }

  /**
   * Make a field follow the board.
   *
   * @param {Element} field
   * @param {"value" | "checked"} property
   * @param {(setup: Setup) => any} read
   */
  _synced(field, property, read) {
    const input = /** @type {any} */ (field.querySelector("input, select"));
    this._syncs.push(() => {
      const isTyping =
        input === document.activeElement && input.matches("input:not([type=checkbox])");
      if (this._setup && !isTyping) input[property] = read(this._setup);
    });
    return field;
  }

  /** @param {(setup: Setup) => void} change */
  _change(change) {
    if (!this._setup) return;
    change(this._setup);
    this._onchange();
  }
}
