/**
 * The game on the table: its tree, where in it we are, and who sits where. Views listen for
 * `change` (another position, or another shape of the tree) and `trouble` (one line to show).
 */

import { boardOf } from "../common/api.js";
import { chosen } from "./strength.js";
import * as trees from "./tree.js";

/** @typedef {import("./tree.js").Node} Node */

export const YOU = "you";
export const COMPUTER = "computer";

export class Session extends EventTarget {
  /** @param {import("../common/types.js").GameDescription[]} games @param {import("../common/types.js").OpponentRecord} opponent */
  constructor(games, opponent) {
    super();
    this._games = games;
    /** What the computer can be at the table. */
    this.opponent = opponent;
    /** @type {Node | null} */
    this.root = null;
    /** @type {Node | null} */
    this.at = null;
    /** The seat of each person by the colour they began with; whoever is missing is `YOU`. @type {Record<string, string>} */
    this.seats = {};
    /** How strong the computer plays in this game. */
    this.strength = chosen(opponent);
    this._asked = new AbortController();
    /** @type {Node | null} */
    this._wanted = null;
  }

  /**
   * Put another game on the table.
   *
   * @param {Node} at where to be in it
   * @param {Node | null} [instead] what is put there if the game cannot be, and the table is empty
   */
  async open(at, instead = null) {
    try {
      await this._show(at, "open");
    } catch (error) {
      if (!this.at && instead) await this.open(instead);
      this._complain(error);
    }
  }

  /** Make a move where we are. @param {string} move */
  async play(move) {
    const from = this.at;
    if (!from?.board) return;
    const isNew = !from.children.some((other) => other.move === move);
    const to = trees.child(from, move);
    try {
      await this._show(to, "play");
    } catch (error) {
      this._complain(error);
    }
    if (isNew && this._wanted !== to) trees.remove(to);
  }

  /** Go to a node of the game. @param {Node | null | undefined} to */
  async go(to) {
    try {
      if (to) await this._show(to, "go");
    } catch (error) {
      this._complain(error);
    }
  }

  /** Add moves behind where we are, without going there. @param {string[]} moves */
  add(moves) {
    if (!this.at) return;
    trees.addLine(this.at, moves);
    this._tell("shape");
  }

  /** Have the game drawn again: something is known of its moves that was not. */
  redraw() {
    this._tell("shape");
  }

  /** Make the line that we are in the main line. */
  promote() {
    if (this.at) trees.promote(this.at);
    this._tell("shape");
  }

  /** Take away the move that led here, and all that follows. */
  async remove() {
    const unwanted = this.at;
    if (!unwanted?.parent) return;
    await this.go(unwanted.parent);
    if (this.at !== unwanted.parent) return;
    trees.remove(unwanted);
    this._tell("shape");
  }

  /** Say who the person is who began with a colour. @param {string} person @param {string} seat */
  sit(person, seat) {
    this.seats = { ...this.seats, [person]: seat };
    this._tell("seats");
  }

  /** Say how strong the computer is to play. @param {import("./strength.js").Strength} strength */
  strengthen(strength) {
    this.strength = strength;
    this._tell("strength");
  }

  /** Say whether the computer is to move. */
  isComputers() {
    const board = this.at?.board;
    if (!board || board.outcome || board.is_solitaire) return false;
    return (this.seats[this.holder(board.player)] ?? YOU) === COMPUTER;
  }

  /**
   * Return the person, by the colour they began with, who holds a colour at a node; and so, the other way
   * round, the colour that a person holds there.
   *
   * @param {string} player
   * @param {Node | null} [at] where we are if it is not said
   */
  holder(player, at = this.at) {
    const names = this.players;
    if (!at || names.length !== 2 || !trees.hasSwapped(at)) return player;
    return names[1 - names.indexOf(player)];
  }

  /** The names of the players of the game, the first one before the other. */
  get players() {
    const game = this._games.find(({ game: name }) => name === this.at?.board?.game);
    return Object.values(game?.players ?? {});
  }

  /**
   * Go to a node once the service has said what it looks like. Only the latest wish is fulfilled;
   * throws if that cannot be.
   *
   * @param {Node} to
   * @param {string} cause
   */
  async _show(to, cause) {
    this._asked.abort();
    const asked = (this._asked = new AbortController());
    this._wanted = to;
    try {
      await load(to, asked.signal);
    } catch (error) {
      if (asked.signal.aborted) return;
      this._wanted = this.at;
      throw error;
    }
    if (asked.signal.aborted) return;
    this.at = to;
    [this.root] = trees.path(to);
    this._tell(cause);
  }

  /** @param {any} error */
  _complain(error) {
    this.dispatchEvent(new CustomEvent("trouble", { detail: error }));
  }

  /** @param {string} cause */
  _tell(cause) {
    this.dispatchEvent(new CustomEvent("change", { detail: { cause } }));
  }
}

/** Ask for the boards of a node and of those that lead to it. @param {Node} to @param {AbortSignal} signal */
async function load(to, signal) {
  for (const at of trees.path(to)) {
    if (at.board) continue;
    const board = at.parent
      ? await boardOf(at.parent.position, [at.move], signal)
      : await boardOf(at.position, [], signal);
    at.board = board;
    at.position = board.position;
  }
}
