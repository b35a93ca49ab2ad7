/** How a game begins: from its start, or from a deal of a seed, with some moves at random. */

import { button, choice, fill, h } from "../common/dom.js";
import { capital } from "../common/words.js";

/** @typedef {import("../common/types.js").GameDescription} Game */

const MOST_MOVES = 200;

export class Dealing {
  /**
   * @param {object} acts
   * @param {() => void} acts.onstart the start is wanted
   * @param {() => void} acts.ondeal a deal is wanted
   * @param {() => void} acts.onclear an empty board is wanted
   */
  constructor(acts) {
    this._acts = acts;
    this.element = h("div", { class: "fields" });
    this._plies = h("input", { type: "number", min: "0", max: String(MOST_MOVES), value: "0" });
    this._seed = h("input", { type: "number", min: "0", step: "1", placeholder: "random" });
    this._said = h("p", { class: "said quiet" });
    /** @type {Game | null} */
    this._game = null;
    this._way = "";
  }

  /** What the service is to be asked for, beside the game and the board. */
  get order() {
    return {
      seed: this._seed.value === "" ? null : Number(this._seed.value),
      plies: Number(this._plies.value) || 0,
      setup: this._way || null,
    };
  }

  /** @param {Game} game */
  show(game) {
    if (this._game === game) return;
    this._game = game;
    const { setups } = game;
    this._way = setups[0] ?? "";
    /** @type {[string, string][]} */
    const ways = setups.map((way) => [way, capital(way)]);
    fill(
      this.element,
      setups.length > 0 && choice("Dealt", ways, this._way, (way) => (this._way = way)),
      h("label", { class: "field" }, h("span", {}, "Random moves"), this._plies),
      h("label", { class: "field" }, h("span", {}, "Seed"), this._seed),
      h("div", { class: "acts" }, this._buttons(setups.length > 0)),
      this._said,
    );
    this.say("");
  }

  /** @param {string} text */
  say(text) {
    this._said.textContent = text;
  }

  /** @param {boolean} isDealt */
  _buttons(isDealt) {
    const { onstart, ondeal, onclear } = this._acts;
    return [
      isDealt
        ? button("Deal", ondeal, { data: { act: "deal" } })
        : [
            button("Start position", onstart, { data: { act: "start" } }),
            button("Play at random", ondeal, { data: { act: "deal" } }),
          ],
      button("Empty the board", onclear, { data: { act: "clear" } }),
    ].flat();
  }
}
