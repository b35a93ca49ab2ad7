/** The palette of pieces to put on the squares of a board. */

import { button, fill, h } from "../common/dom.js";
import { say } from "../common/say.js";
import { capital } from "../common/words.js";
import { EMPTY } from "./draft.js";

/** @typedef {import("../common/types.js").GameDescription} Game */

export class Palette {
  constructor() {
    this.element = h("div", {
      class: "palette",
      role: "group",
      aria: { label: say("setup.palette") },
    });
    /** The symbol to put on a picked square. */
    this.brush = EMPTY;
    /** All symbols. @type {string[]} */
    this.symbols = [];
    /** @type {Game | null} */
    this._game = null;
  }

  /** @param {Game} game */
  show(game) {
    if (this._game === game) return;
    this._game = game;
    const names = [...Object.entries(game.pieces), [EMPTY, say("setup.empty")]];
    this.symbols = names.map(([symbol]) => symbol);
    [this.brush] = this.symbols;
    fill(
      this.element,
      names.map(([symbol, name]) => this._button(symbol, name)),
    );
  }

  /** @param {string} symbol @param {string} name */
  _button(symbol, name) {
    const onclick = () => {
      this.brush = symbol;
      for (const other of this.element.children) {
        other.setAttribute("aria-pressed", String(other.dataset.symbol === symbol));
      }
    };
    return button([h("kbd", {}, symbol), ` ${capital(name)}`], onclick, {
      class: "brush",
      aria: { pressed: this.brush === symbol },
      data: { symbol },
    });
  }
}
