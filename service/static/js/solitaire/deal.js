/** A deal that somebody plays alone: the moves so far, and what is known of the positions on the way. */

import { ask, boardOf } from "../common/api.js";

/** @typedef {import("../common/types.js").Board} Board */
/** @typedef {import("../common/types.js").VerdictRecord} VerdictRecord */

export class Deal {
  /** @param {string} start @param {string | null} grade how hard it is, if that is known */
  constructor(start, grade = null) {
    this.start = start;
    this.grade = grade;
    /** @type {string[]} */
    this.moves = [];
    /** The positions on the way, the start first. */
    this._positions = [start];
    /** How many of the moves are made: the others were taken back, and can be made again. */
    this.at = 0;
    /** @type {Board | null} */
    this.board = null;
    /** @type {Map<string, Promise<VerdictRecord>>} */
    this._verdicts = new Map();
    /** Whether it counts no more: it has been solved, or its solution was shown. */
    this.isCounted = false;
  }

  /** Put it on the board, after moves that were made before. @param {string[]} [moves] @param {AbortSignal} [signal] */
  async begin(moves = [], signal) {
    const board = await boardOf(this.start, moves, signal);
    this.moves = moves;
    this._positions = [this.start, ...board.played.map(({ position }) => position)];
    await this.go(moves.length, signal);
    // The service prints a position in its canonical form.
    if (!this.at && this.board) this.start = this._positions[0] = this.board.position;
  }

  get position() {
    return this._positions[this.at];
  }

  /** How many pieces are on the board. */
  get pieces() {
    return this.board?.squares.filter(({ piece }) => piece !== null).length ?? 0;
  }

  get isSolved() {
    return this.board?.outcome?.solved === true;
  }

  get isOver() {
    return (this.board?.outcome ?? null) !== null;
  }

  /** Make a move. @param {string} move */
  async play(move) {
    const from = this.at;
    const board = await boardOf(this.position, [move]);
    if (this.at !== from) return;
    this.moves = [...this.moves.slice(0, from), move];
    this._positions = [...this._positions.slice(0, from + 1), board.position];
    this.at += 1;
    this.board = board;
  }

  /** Go to where so many of the moves are made. @param {number} at @param {AbortSignal} [signal] */
  async go(at, signal) {
    const to = Math.max(0, Math.min(at, this.moves.length));
    this.board = to
      ? await boardOf(this._positions[to - 1], [this.moves[to - 1]], signal)
      : await boardOf(this.start, [], signal);
    this.at = to;
  }

  /** Return what is known of the position after so many moves: its solution, or how few pieces can be left. @param {number} [at] @returns {Promise<VerdictRecord>} */
  judge(at = this.at) {
    const position = this._positions[at];
    const known = this._verdicts.get(position);
    if (known) return known;
    const verdict = ask("/api/solve", { position, par: true });
    this._verdicts.set(position, verdict);
    // What has failed is asked for once more the next time; so is what was not settled.
    verdict.then(
      ({ status }) => status === "proved" || this._verdicts.delete(position),
      () => this._verdicts.delete(position),
    );
    return verdict;
  }

  /**
   * Find the move after which it could not be solved any more: from then on it never can, so halves of
   * the moves are looked at. Its number counts from 1; 0 if the deal could never be solved, and null
   * if it still can, or if that is not settled.
   *
   * @returns {Promise<number | null>}
   */
  async mistake() {
    const isLost = async (/** @type {number} */ at) =>
      (await this.judge(at)).result === "unsolvable";
    let [least, most] = [0, this.at];
    if (!this.isOver ? !(await isLost(most)) : this.isSolved) return null;
    while (least < most) {
      const middle = Math.floor((least + most) / 2);
      if (await isLost(middle)) most = middle;
      else least = middle + 1;
    }
    return most;
  }
}
