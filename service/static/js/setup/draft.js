/** A board that is being set up, as data and as a line of text. */

/** @typedef {import("../common/types.js").GameDescription} Game */

export const EMPTY = ".";

export class Setup {
  /** Make an empty board of a game. @param {Game} game */
  constructor(game) {
    this.game = game;
    /** @type {string[]} */
    this.variants = [];
    /** @type {[number, number]} */
    this.size = /** @type {[number, number]} */ (game.size.split("x").map(Number));
    /** The symbols on the squares, rank by rank from a1. */
    this.cells = Array(this.size[0] * this.size[1]).fill(EMPTY);
    this.turn = Object.keys(game.players)[0];
    /** @type {Record<string, string>} */
    this.keys = {};
  }

  /** Make a draft from a board that the service has parsed. @param {Game} game @param {import("../common/types.js").SetUp} board */
  static of(game, board) {
    const setup = new Setup(game);
    setup.variants = board.variants;
    setup.size = board.size;
    setup.cells = board.squares.map(({ symbol }) => symbol);
    setup.turn = board.turn;
    setup.keys = board.keys;
    return setup;
  }

  /** The size in the form that the service takes. */
  get sizeText() {
    return this.size.join("x");
  }

  /** The line of text. */
  get text() {
    const [files, ranks] = this.size;
    const rows = Array.from({ length: ranks }, (_, rank) =>
      counted(this.cells.slice(rank * files, (rank + 1) * files).join("")),
    );
    const keys = Object.entries(this.keys).map(([name, value]) => `${name}=${value}`);
    return [
      [this.game.game, ...this.variants].join("+"),
      rows.reverse().join("/"),
      this.turn,
      ...keys,
    ].join(":");
  }

  /** @param {string} square @param {string} symbol */
  put(square, symbol) {
    const file = square.charCodeAt(0) - "a".charCodeAt(0);
    this.cells[(Number(square.slice(1)) - 1) * this.size[0] + file] = symbol;
  }

  clear() {
    this.cells.fill(EMPTY);
    this.keys = {};
  }

  /** Make the board larger or smaller; the common part keeps its pieces. @param {number} files @param {number} ranks */
  resize(files, ranks) {
    const [width, height] = this.size;
    const cells = Array(files * ranks).fill(EMPTY);
    for (let rank = 0; rank < Math.min(ranks, height); rank += 1) {
      for (let file = 0; file < Math.min(files, width); file += 1)
        cells[rank * files + file] = this.cells[rank * width + file];
    }
    this.size = [files, ranks];
    this.cells = cells;
  }

  /** @param {string} variant @param {boolean} isOn */
  vary(variant, isOn) {
    const others = this.variants.filter((name) => name !== variant);
    this.variants = isOn ? [...others, variant] : others;
  }

  /** @param {string} name @param {string} value an empty one removes the key */
  setKey(name, value) {
    const { [name]: _, ...others } = this.keys;
    this.keys = value ? { ...others, [name]: value } : others;
  }
}

/** Replace runs of empty squares in a rank by their number. @param {string} rank */
function counted(rank) {
  return rank.replaceAll(/\.+/g, (empty) => String(empty.length));
}
