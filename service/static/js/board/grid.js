/**
 * A board on the page: the service's picture, and over it a button for each square, which can be
 * reached with the arrow keys and has a name for screen readers. It knows squares, and no game.
 */

import { fill, h, s } from "../common/dom.js";

/** @typedef {import("../common/types.js").Square} Square */
/** @typedef {Pick<import("../common/types.js").Board, "title" | "size" | "svg" | "frame" | "squares">} Drawn what can be drawn */

/**
 * How a square is presented.
 *
 * @typedef {object} Dress
 * @property {string} name what a screen reader says of it
 * @property {string[]} [classes]
 * @property {boolean} [chosen]
 * @property {{kind: string, text: string, best: boolean} | null} [badge]
 */

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class Grid {
  /**
   * @param {string} label what the board is, for screen readers
   * @param {(square: string) => void} onpick
   * @param {(key: string) => void} [onkey] is told of the keys that are no arrows
   */
  constructor(label, onpick, onkey = () => {}) {
    this._onpick = onpick;
    this._onkey = onkey;
    this._picture = h("div", { class: "picture", aria: { hidden: "true" } });
    this._trace = s("svg", { class: "trace", "aria-hidden": "true" });
    this._cells = h("div", {
      class: "cells",
      role: "grid",
      aria: { label },
      onclick: (/** @type {Event} */ event) => this._pick(event),
      onfocusin: (/** @type {Event} */ event) => this._makeCurrent(squareOf(event)),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this._press(event),
    });
    this.element = h(
      "div",
      { class: "grid" },
      h("div", { class: "grid-inner" }, this._picture, this._trace, this._cells),
    );
    /** What is shown; nobody asks for it before. @type {Drawn} */
    this._board = /** @type {any} */ (null);
    /** @type {Map<string, HTMLElement>} */
    this._buttons = new Map();
    this._current = "";
  }

  /** Show another board. @param {Drawn} board */
  draw(board) {
    const hadFocus = this._cells.contains(document.activeElement);
    const isOther = String(this._board?.size) !== String(board.size);
    this._board = board;
    this._paint(board);
    if (isOther) this._lay(board);
    if (hadFocus) this._buttons.get(this._current)?.focus();
  }

  /** Say what each square is to look like. @param {(square: Square) => Dress} dress */
  dress(dress) {
    for (const square of this._board.squares) {
      const button = this._buttons.get(square.name);
      if (!button) continue;
      const { name, classes = [], chosen = false, badge = null } = dress(square);
      const cell = square.piece === null ? "cell" : "cell taken";
      button.className = [cell, ...classes].join(" ");
      button.setAttribute("aria-label", name);
      button.setAttribute("aria-selected", String(chosen));
      fill(
        button,
        badge &&
          h(
            "span",
            { class: `badge ${badge.kind}${badge.best ? " best" : ""}`, aria: { hidden: "true" } },
            badge.text,
          ),
      );
    }
  }

  /** Draw lines from square to square. @param {[string, string][]} pairs the names of their ends */
  trace(pairs) {
    const {
      size: [files, ranks],
      squares,
    } = this._board;
    const places = new Map(
      squares.map(({ name }, at) => [
        name,
        [(at % files) + 0.5, ranks - Math.floor(at / files) - 0.5],
      ]),
    );
    this._trace.setAttribute("viewBox", `0 0 ${files} ${ranks}`);
    const lines = pairs.map((ends) => {
      const [[x1, y1], [x2, y2]] = ends.map((name) => places.get(name) ?? []);
      return s("line", { x1, y1, x2, y2 });
    });
    fill(this._trace, lines);
  }

  /** The name of the square that the keyboard's focus goes to. */
  get current() {
    return this._current;
  }

  /** Put the keyboard's focus on the board. */
  focus() {
    this._buttons.get(this._current)?.focus();
  }

  /** @param {Drawn} board */
  _paint(board) {
    const svg = new DOMParser().parseFromString(board.svg, "image/svg+xml").documentElement;
    svg.removeAttribute("role");
    fill(this._picture, document.importNode(svg, true));
    const {
      frame,
      size: [files, ranks],
    } = board;
    const style = this.element.style;
    style.setProperty("--squares-wide", String(frame.width / frame.side));
    style.setProperty("--squares-high", String(frame.height / frame.side));
    for (const { style: layer } of [this._trace, this._cells]) {
      layer.left = percent(frame.left / frame.width);
      layer.top = percent(frame.top / frame.height);
      layer.width = percent((files * frame.side) / frame.width);
      layer.height = percent((ranks * frame.side) / frame.height);
    }
  }

  /** Lay the buttons, the top rank first. @param {Drawn} board */
  _lay(board) {
    const {
      size: [files, ranks],
      squares,
    } = board;
    this._buttons = new Map();
    const rows = [];
    for (let rank = ranks - 1; rank >= 0; rank -= 1) {
      const cells = squares.slice(rank * files, (rank + 1) * files).map(({ name }) => {
        const button = h("button", {
          type: "button",
          role: "gridcell",
          class: "cell",
          tabindex: "-1",
          data: { square: name },
        });
        this._buttons.set(name, button);
        return button;
      });
      rows.push(h("div", { class: "row", role: "row" }, cells));
    }
    fill(this._cells, rows);
    this._makeCurrent(this._buttons.has(this._current) ? this._current : squares[0].name);
  }

  /** Let the keyboard go on from a square, if it is one. @param {string} name */
  _makeCurrent(name) {
    if (!this._buttons.has(name)) return;
    this._buttons.get(this._current)?.setAttribute("tabindex", "-1");
    this._current = name;
    this._buttons.get(name)?.setAttribute("tabindex", "0");
  }

  /** @param {Event} event */
  _pick(event) {
    const square = squareOf(event);
    if (!square) return;
    this._makeCurrent(square);
    this._onpick(square);
  }

  /** @param {KeyboardEvent} event */
  _press(event) {
    const to = this._target(event.key);
    if (to === null) {
      this._onkey(event.key);
      return;
    }
    event.preventDefault();
    this._makeCurrent(to);
    this.focus();
  }

  /** Return the square that a key leads to, null if the key leads nowhere. @param {string} key */
  _target(key) {
    const {
      size: [files, ranks],
      squares,
    } = this._board;
    const at = squares.findIndex(({ name }) => name === this._current);
    const rank = Math.floor(at / files);
    if (key === "Home") return squares[rank * files].name;
    if (key === "End") return squares[rank * files + files - 1].name;
    const step = STEPS[key];
    if (!step) return null;
    const file = clamp((at % files) + step[0], files);
    return squares[clamp(rank + step[1], ranks) * files + file].name;
  }
}

/** Return the square at which something happened. @param {Event} event */
function squareOf(event) {
  const cell = /** @type {HTMLElement} */ (event.target).closest("[data-square]");
  return cell?.getAttribute("data-square") ?? "";
}

/** @param {number} at @param {number} count */
function clamp(at, count) {
  return Math.max(0, Math.min(count - 1, at));
}

/** @param {number} share */
function percent(share) {
  return `${share * 100}%`;
}
