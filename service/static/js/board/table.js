/**
 * The board to play on: offers the legal moves, shows what each is worth, and turns picks into moves.
 */

import { announce, button, h, replace } from "../common/dom.js";
import { say } from "../common/say.js";
import { candidates, complete, offers, pick, withoutSquares } from "./choosing.js";
import { Grid } from "./grid.js";

/** @typedef {import("../common/types.js").Board} Board */
/** @typedef {{kind: string, side: string, sign: string, brief: string, text: string, best: boolean}} Worth */

/** From this many legal squares on, and this share of the empty ones, dots would say nothing. */
const [MANY, NEARLY_ALL] = [30, 0.8];

export class Table {
  /**
   * @param {object} acts
   * @param {(move: string) => void} acts.onmove
   * @param {(square: string) => void} acts.onrefused is called with a square that no legal move begins at
   * @param {() => void} acts.onback
   * @param {Element | null} [beside] an element beside the board
   */
  constructor({ onmove, onrefused, onback }, beside = null) {
    this._onmove = onmove;
    this._onrefused = onrefused;
    this._onback = onback;
    this._grid = new Grid(
      say("table.board"),
      (square) => this._pick(square),
      (key) => this._press(key),
      beside,
    );
    this._grid.isMovable = (square) => this._isMovable(square);
    this._others = h("div", { class: "acts" });
    this.element = h("div", { class: "table" }, this._grid.element, this._others);
    /** @type {Board | null} */
    this._board = null;
    /** @type {string[]} */
    this._chosen = [];
    /** What each move is worth, best first; empty if that is unknown or not wanted. @type {Map<string, Worth>} */
    this._worth = new Map();
    /** The squares that the last move changed. @type {Set<string>} */
    this._changed = new Set();
    /** The squares that a hint points at. @type {string[]} */
    this._hinted = [];
    this._isOpen = true;
  }

  /** Show a position. @param {Board} board @param {boolean} isOpen whether the user may move */
  show(board, isOpen) {
    if (board !== this._board) {
      this._board = board;
      this._chosen = [];
      this._worth = new Map();
      this._changed = new Set(changesOf(board));
      this._grid.draw(board);
    }
    this._isOpen = isOpen;
    this._dress();
  }

  /** Show what the moves are worth. @param {Map<string, Worth>} worth */
  value(worth) {
    this._worth = worth;
    this._dress();
  }

  /** Let a hint point at squares, until the board or the choice changes. @param {string[]} squares */
  point(squares) {
    this._hinted = squares;
    this._dress();
    this._hinted = [];
  }

  /** Turn the board round. */
  flip() {
    this._grid.flip();
  }

  /** Put the keyboard's focus on the board. */
  focus() {
    this._grid.focus();
  }

  /** Whether a move takes the piece on a square to another one. @param {string} square */
  _isMovable(square) {
    const board = this._board;
    if (!board || !this._isOpen || !offers(board, []).has(square)) return false;
    const isEmpty = new Map(board.squares.map(({ name, piece }) => [name, piece === null]));
    return candidates(board, [square]).some(({ squares }) => squares.some((at) => isEmpty.get(at)));
  }

  /** @param {string} square */
  _pick(square) {
    const board = this._board;
    if (!board || !this._isOpen) return;
    const { move, chosen } = pick(board, this._chosen, square);
    this._chosen = chosen;
    this._dress();
    if (move) this._onmove(move.move);
    else if (chosen.length) announce(this._prompt(board));
    else if (!offers(board, []).has(square) && !board.outcome) this._onrefused(square);
  }

  /** @param {Board} board */
  _prompt(board) {
    const whole = complete(board, this._chosen);
    const rest = [...offers(board, this._chosen).keys()].filter(
      (square) => !this._chosen.includes(square),
    );
    const values = { squares: this._chosen.join(", "), rest: rest.join(", ") };
    return whole
      ? say("table.or_play", { ...values, move: whole.move })
      : say("table.go_on", values);
  }

  /** @param {string} key */
  _press(key) {
    if (key === "Escape") {
      this._chosen = [];
      this._dress();
    } else if (key === "Backspace") this._onback();
  }

  _dress() {
    const board = this._board;
    if (!board) return;
    const open = this._isOpen ? offers(board, this._chosen) : new Map();
    const empty = board.squares.filter(({ piece }) => piece === null).length;
    const isRoomy = !this._chosen.length && open.size >= MANY && open.size > NEARLY_ALL * empty;
    this.element.classList.toggle("roomy", isRoomy);
    this._grid.dress((square) => this._squareDress(square, open.get(square.name) ?? []));
    // If a button has disappeared after its use, the board takes the keyboard's focus.
    replace(
      this._others,
      this._isOpen ? this._buttons(board) : [],
      (move) => this._others.querySelector(`[data-move="${move}"]`) ?? this._grid,
    );
  }

  /** @param {import("../common/types.js").Square} square @param {import("../common/types.js").LegalMove[]} moves */
  _squareDress({ name, piece }, moves) {
    const isChosen = this._chosen.includes(name);
    const isChanged = this._changed.has(name);
    const isHinted = this._hinted.includes(name);
    const worth = this._best(moves);
    const words = [
      name,
      piece ?? say("table.empty"),
      this._board?.marks.includes(name) && say("table.marked"),
      isChosen && say("table.chosen"),
      moves.length > 0 && say("table.legal"),
      worth?.text,
    ];
    return {
      name: words.filter(Boolean).join(", "),
      classes: [
        moves.length && "legal",
        isChosen && "chosen",
        isChanged && "changed",
        isHinted && "hinted",
      ]
        .filter(Boolean)
        .map(String),
      chosen: isChosen,
      badge: worth && { ...worth, text: worth.sign + worth.brief },
    };
  }

  /** Return the worth of the best of some moves; while one of them is open, which is best is open too. @param {import("../common/types.js").LegalMove[]} moves */
  _best(moves) {
    const names = new Set(moves.map(({ move }) => move));
    const theirs = [...this._worth].filter(([move]) => names.has(move)).map(([, worth]) => worth);
    return theirs.find(({ kind }) => kind === "unknown") ?? theirs[0] ?? null;
  }

  /** @param {Board} board */
  _buttons(board) {
    const made = withoutSquares(board).map(({ move }) => {
      const worth = this._worth.get(move);
      const label = worth
        ? say("table.worth", { move: labelOf(move), worth: worth.text })
        : labelOf(move);
      return button(label, () => this._onmove(move), { class: "primary", data: { move } });
    });
    const whole =
      this._chosen.length &&
      candidates(board, this._chosen).length > 1 &&
      complete(board, this._chosen);
    if (whole)
      made.push(
        button(say("table.play", { move: whole.move }), () => this._onmove(whole.move), {
          data: { move: whole.move },
        }),
      );
    return made;
  }
}

/** @param {string} move */
function labelOf(move) {
  return { pass: say("table.pass"), swap: say("table.swap") }[move] ?? move;
}

/** Return the squares to mark: what the last moves changed, or at the end the pieces that decided it, if a move names them. @param {Board} board */
function changesOf({ played, outcome, squares }) {
  const effects = played.flatMap((play) => play.effects);
  const isFull = new Map(squares.map(({ name, piece }) => [name, piece !== null]));
  const groups = effects
    .filter((effect) => effect.squares.length > 1 && effect.squares.every((at) => isFull.get(at)))
    .map((effect) => effect.squares);
  return (outcome && groups.at(-1)) ?? effects.flatMap((effect) => effect.squares);
}
