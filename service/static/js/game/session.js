/**
 * The game on the table: its tree, the current node, and who sits where. Views listen for `change`
 * (another position, or another shape of the tree) and `trouble` (one line to show).
 */

import { boardOf } from "../common/api.js";
import { chosen } from "./strength.js";
import * as trees from "./tree.js";

/** @typedef {import("./tree.js").Node} Node */

export const YOU = "you";
export const COMPUTER = "computer";

export class Session extends EventTarget {
  /** @param {import("../common/types.js").GameDescription[]} games @param {import("../common/types.js").Opponent} opponent */
  constructor(games, opponent) {
    super();
    this._games = games;
    /** The computer's levels and thinking times. */
    this.opponent = opponent;
    /** @type {Node | null} */
    this.root = null;
    /** @type {Node | null} */
    this.at = null;
    /** The seat of each person, by the colour with which they began; a missing one is `YOU`. @type {Record<string, string>} */
    this.seats = {};
    /** How strong the computer plays in this game. */
    this.strength = chosen(opponent, "");
    this._asked = new AbortController();
    /** @type {Node | null} */
    this._wanted = null;
  }

  /**
   * Put another game on the table.
   *
   * @param {Node} at the node to show
   * @param {Node | null} [instead] what to show if that fails and the table is empty
   */
  async open(at, instead = null) {
    try {
      await this._show(at, "open");
    } catch (error) {
      if (!this.at && instead) await this.open(instead);
      this._complain(error);
    }
  }

  /** Make a move at the current node. @param {string} move */
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
    else if (this.isGame && this.root) {
      // What is played is the game; moves that were taken back are variations of it.
      trees.promote(to);
      this.root.result = null;
      this._tell("shape");
    }
  }

  /** Go to a node of the game. @param {Node | null | undefined} to */
  async go(to) {
    try {
      if (to) await this._show(to, "go");
    } catch (error) {
      this._complain(error);
    }
  }

  /** Add moves after the current node, without going there. @param {string[]} moves */
  add(moves) {
    if (!this.at) return;
    trees.addLine(this.at, moves);
    this._tell("shape");
  }

  /** Have the game drawn again, since something new is known about its moves. */
  redraw() {
    this._tell("shape");
  }

  /** Make the current line the main line. */
  promote() {
    if (this.at) trees.promote(this.at);
    this._tell("shape");
  }

  /** Remove the move that led here, and everything after it. */
  async remove() {
    const unwanted = this.at;
    if (!unwanted?.parent) return;
    await this.go(unwanted.parent);
    if (this.at !== unwanted.parent) return;
    trees.remove(unwanted);
    this._tell("shape");
  }

  /** Set the seat of the person who began with a colour. @param {string} person @param {string} seat */
  sit(person, seat) {
    this.seats = { ...this.seats, [person]: seat };
    this._tell("seats");
  }

  /** Set how strong the computer plays. @param {import("./strength.js").Strength} strength */
  strengthen(strength) {
    this.strength = strength;
    this._tell("strength");
  }

  /** Return whether the computer is to move at a node. @param {Node | null} [at] the current node by default */
  isComputers(at = this.at) {
    const board = at?.board;
    if (!board || board.outcome || board.is_solitaire) return false;
    if (at === this.at && this.isResigned) return false;
    return (this.seats[this.holder(board.player, at)] ?? YOU) === COMPUTER;
  }

  /** How the game has ended at the current node, by the rules or because somebody resigned. */
  get outcome() {
    const { at, root } = this;
    if (!at?.board || !root) return null;
    if (at.board.outcome || !this.isResigned) return at.board.outcome;
    const winner = this.players.find((player) => player === root.result) ?? null;
    return { winner, score: null, solved: null };
  }

  /** Whether the game has a result at the current node, its last, that is not one by the rules. */
  get isResigned() {
    const { at, root } = this;
    if (!at?.board || !root || at.board.outcome || at.children.length) return false;
    return isResult(root.result, this.players) && trees.line(root).at(-1) === at;
  }

  /** Whether games of this kind always begin with the same position. */
  get hasStart() {
    return this._games.find(({ game }) => game === this.at?.board?.game)?.start !== null;
  }

  /** End the game: the player to move resigns. @param {string} comment what the record says */
  resign(comment) {
    const { at, root } = this;
    if (!at?.board || !root) return;
    const { player } = at.board;
    trees.promote(at);
    at.children = [];
    at.comment = [at.comment, comment].filter(Boolean).join(" ");
    root.result = this.players.find((name) => name !== player) ?? null;
    this._tell("play");
  }

  /** Whether this is a game that somebody has begun to play, and not a position to look at. */
  get isGame() {
    return Object.keys(this.seats).length === 2;
  }

  /**
   * Return the person, by the colour with which they began, who holds a colour at a node; equally, the
   * colour that a person holds there.
   *
   * @param {string} player
   * @param {Node | null} [at] the current node by default
   */
  holder(player, at = this.at) {
    const names = this.players;
    if (!at || names.length !== 2 || !trees.hasSwapped(at)) return player;
    return names[1 - names.indexOf(player)];
  }

  /** The names of the game's players, the first player's first. */
  get players() {
    const game = this._games.find(({ game: name }) => name === this.at?.board?.game);
    return Object.values(game?.players ?? {});
  }

  /**
   * Go to a node once the service has returned its board. Only the latest call has an effect; throws if
   * the board cannot be loaded.
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

/** Whether a record's result is an end. @param {string | null} result @param {string[]} players */
function isResult(result, players) {
  return result === "draw" || (result !== null && players.includes(result));
}

/** Load the boards of a node and of those that lead to it. @param {Node} to @param {AbortSignal} signal */
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
