/**
 * A board on the page: the service's picture, and over it a button for each square, which can be
 * reached with the arrow keys and has a name for screen readers. It knows squares, but no games.
 */

import { fill, h, s } from "../common/dom.js";
import { makeDraggable } from "./dragging.js";
import { animate, pieces } from "./motion.js";

/** @typedef {import("../common/types.js").Square} Square */
/** @typedef {Pick<import("../common/types.js").Board, "title" | "size" | "svg" | "frame" | "squares">} DrawnBoard a board that can be drawn */

/**
 * How a square is presented.
 *
 * @typedef {object} Dress
 * @property {string} name what a screen reader says
 * @property {string[]} [classes]
 * @property {boolean} [chosen]
 * @property {{kind: string, side?: string, text: string, best: boolean} | null} [badge] `side` is `first` or `second` if it belongs to a player
 */

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class Grid {
  /**
   * @param {string} label what the board is, for screen readers
   * @param {(square: string) => void} onpick
   * @param {(key: string) => void} [onkey] is called with keys other than arrows
   * @param {Element | null} [beside] an element beside the board, of the same height
   */
  constructor(label, onpick, onkey = () => {}, beside = null) {
    this._onpick = onpick;
    this._onkey = onkey;
    this._picture = h("div", { class: "picture", aria: { hidden: "true" } });
    this._trace = s("svg", { class: "trace", "aria-hidden": "true" });
    this._ghosts = s("svg", { class: "ghosts", "aria-hidden": "true" });
    this._ranks = h("div", { class: "coordinates ranks", aria: { hidden: "true" } });
    this._files = h("div", { class: "coordinates files", aria: { hidden: "true" } });
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
      h(
        "div",
        { class: "grid-inner" },
        h(
          "div",
          { class: "surface" },
          this._picture,
          this._trace,
          this._ghosts,
          this._cells,
          this._ranks,
          this._files,
          beside,
        ),
      ),
    );
    /** Whether the piece on a square can be dragged. @type {(square: string) => boolean} */
    this.isMovable = () => false;
    makeDraggable(this._cells, {
      lift: (square) =>
        this.isMovable(square)
          ? (pieces(this._picture, this._board).get(square)?.element ?? null)
          : null,
      onlift: (square) => {
        if (this._buttons.get(square)?.getAttribute("aria-selected") !== "true") onpick(square);
      },
      ondrop: (square) => (square ? onpick(square) : onkey("Escape")),
    });
    /** The current board; not used before there is one. @type {DrawnBoard} */
    this._board = /** @type {any} */ (null);
    /** @type {Map<string, HTMLElement>} */
    this._buttons = new Map();
    this._current = "";
  }

  /**
   * Show another board. The changes of a few moves are animated.
   *
   * @param {DrawnBoard} board
   */
  draw(board) {
    const hadFocus = this._cells.contains(document.activeElement);
    const before = this._board;
    const isOther = String(before?.size) !== String(board.size);
    const past = before ? pieces(this._picture, before) : new Map();
    this._board = board;
    this._paint(board);
    if (isOther) this._lay(board);
    else if (!this.isFlipped)
      animate(past, pieces(this._picture, board), this._ghosts, board.frame);
    if (hadFocus) this._buttons.get(this._current)?.focus();
  }

  /** Turn the board round, as seen by the player on the other side. */
  flip() {
    this.element.classList.toggle("flipped");
  }

  get isFlipped() {
    return this.element.classList.contains("flipped");
  }

  /** Set the appearance of each square. @param {(square: Square) => Dress} dress */
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
        badge && h("span", { class: badgeClass(badge), aria: { hidden: "true" } }, badge.text),
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

  /** @param {DrawnBoard} board */
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
    this._ghosts.setAttribute("viewBox", `0 0 ${frame.width} ${frame.height}`);
    const [wide, high] = [files * frame.side, ranks * frame.rise];
    for (const { style: layer } of [this._trace, this._cells, this._files]) {
      layer.left = percent(frame.left / frame.width);
      layer.width = percent(wide / frame.width);
    }
    for (const { style: layer } of [this._trace, this._cells, this._ranks]) {
      layer.top = percent(frame.top / frame.height);
      layer.height = percent(high / frame.height);
    }
  }

  /** Place the buttons, the top rank first. @param {DrawnBoard} board */
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
      const row = h("div", { class: "row", role: "row" }, cells);
      const shift = (rank * board.frame.shift) / (files * board.frame.side);
      if (shift) row.style.transform = `translateX(${percent(shift)})`;
      rows.push(row);
    }
    fill(this._cells, rows);
    const names = squares.map(({ name }) => name);
    const file = names.slice(0, files).map((name) => name.replace(/\d+$/, ""));
    const rank = Array.from({ length: ranks }, (_, at) => String(ranks - at));
    fill(
      this._files,
      file.map((text) => h("span", {}, text)),
    );
    fill(
      this._ranks,
      rank.map((text) => h("span", {}, text)),
    );
    this._makeCurrent(this._buttons.has(this._current) ? this._current : squares[0].name);
  }

  /** Make a square the one that the keyboard starts from, if the board has it. @param {string} name */
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

  /** Return the square that a key leads to, null if there is none. @param {string} key */
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
    const [across, up] = step.map((part) => (this.isFlipped ? -part : part));
    const file = clamp((at % files) + across, files);
    return squares[clamp(rank + up, ranks) * files + file].name;
  }
}

/** Return the classes of the sign that shows what a move is worth. @param {{kind: string, side?: string, best: boolean}} worth */
export function badgeClass({ kind, side, best }) {
  return ["badge", kind, side, best && "best"].filter(Boolean).join(" ");
}

/** Return the square at which an event happened. @param {Event} event */
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
