/** A solitaire deal: the moves so far, and what is known about the positions on the way. */

import { ask, boardOf } from "../common/api.js";

/** @typedef {import("../common/types.js").Board} Board */
/** @typedef {import("../common/types.js").Answer} Answer */

export class Deal {
  /** @param {string} start @param {string | null} grade its grade, if known */
  constructor(start, grade = null) {
    this.start = start;
    this.grade = grade;
    /** @type {string[]} */
    this.moves = [];
    /** The positions on the way, the start first. */
    this._positions = [start];
    /** The number of moves on the board: the others were taken back, and can be made again. */
    this.at = 0;
    /** @type {Board | null} */
    this.board = null;
    /** @type {Map<string, Promise<Answer>>} */
    this._verdicts = new Map();
    /** Whether it no longer counts: it has been solved, or its solution was shown. */
    this.isCounted = false;
  }

  /** Put it on the board, after the moves made earlier. @param {string[]} [moves] @param {AbortSignal} [signal] */
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

  /** The number of pieces on the board. */
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

  /** Go to the position after a number of moves. @param {number} at @param {AbortSignal} [signal] */
  async go(at, signal) {
    const to = Math.max(0, Math.min(at, this.moves.length));
    this.board = to
      ? await boardOf(this._positions[to - 1], [this.moves[to - 1]], signal)
      : await boardOf(this.start, [], signal);
    this.at = to;
  }

  /** Return the verdict on the position after a number of moves: its solution, or how few pieces can be left. @param {number} [at] @returns {Promise<Answer>} */
  judge(at = this.at) {
    const position = this._positions[at];
    const known = this._verdicts.get(position);
    if (known) return known;
    const verdict = ask("/api/solve", { position, par: true });
    this._verdicts.set(position, verdict);
    // A question that failed, or was left open, is asked again the next time.
    verdict.then(
      ({ status }) => status === "proved" || this._verdicts.delete(position),
      () => this._verdicts.delete(position),
    );
    return verdict;
  }

  /**
   * Find the move after which the deal could no longer be solved, by binary search, since it stays
   * unsolvable from then on. Return the move's number, counted from 1; 0 if the deal could never be
   * solved, and null if it still can, or if that is unknown.
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
