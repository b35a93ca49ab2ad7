/** How a game begins: from its start, or from a random deal with a seed, after some random moves. */

import { button, fill, h } from "../common/dom.js";
import { pills, press } from "../common/pills.js";
import { say } from "../common/say.js";
import { capital } from "../common/words.js";

/** @typedef {import("../common/types.js").GameDescription} Game */

const MOST_MOVES = 200;
/** The default number of random moves for games whose start is not dealt. */
const SOME_MOVES = 6;

export class Dealing {
  /**
   * @param {object} acts
   * @param {() => void} acts.onstart sets up the start
   * @param {() => void} acts.ondeal deals a position
   * @param {() => void} acts.onclear clears the board
   */
  constructor(acts) {
    this._acts = acts;
    /** The buttons, to be placed near the board. */
    this.buttons = h("span", { class: "inline" });
    this.element = h("div", { class: "fields" });
    this._plies = h("input", { type: "number", min: "0", max: String(MOST_MOVES), value: "0" });
    this._seed = h("input", {
      type: "number",
      min: "0",
      step: "1",
      placeholder: say("setup.random_seed"),
    });
    this._said = h("p", { class: "said quiet" });
    /** @type {Game | null} */
    this._game = null;
    this._way = "";
  }

  /** The fields of the request to the service, besides the game and the board. */
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
    this._plies.value = String(setups.length ? 0 : SOME_MOVES);
    fill(this.buttons, this._buttons(setups.length > 0));
    fill(
      this.element,
      setups.length > 1 && this._ways(setups),
      h(
        "div",
        { class: "pair" },
        h("label", { class: "field" }, h("span", {}, say("setup.plies")), this._plies),
        h("label", { class: "field" }, h("span", {}, say("setup.seed")), this._seed),
      ),
      this._said,
    );
    this.say("");
  }

  /** @param {string} text */
  say(text) {
    this._said.textContent = text;
  }

  /** @param {string[]} setups */
  _ways(setups) {
    /** @type {[string, string][]} */
    const ways = setups.map((way) => [way, capital(way)]);
    const group = pills(say("setup.ways"), ways, this._way, (way) => {
      this._way = way;
      press(group, way);
    });
    return group;
  }

  /** @param {boolean} isDealt */
  _buttons(isDealt) {
    const { onstart, ondeal, onclear } = this._acts;
    return [
      !isDealt && button(say("setup.start"), onstart, { data: { act: "start" } }),
      button(say(isDealt ? "setup.deal" : "setup.play_out"), ondeal, { data: { act: "deal" } }),
      button(say("setup.clear"), onclear, { data: { act: "clear" } }),
    ];
  }
}
