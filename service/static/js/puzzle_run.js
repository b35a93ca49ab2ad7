/** One puzzle while it is being solved: the board, the tries, and what each of them is worth. */

import { boardOf } from "./api.js";
import { ending, valued } from "./words.js";

/** @typedef {{text: string, kind: "right" | "wrong" | "", isFirst: boolean}} Told */

export class PuzzleRun {
  /** @param {any} record what the service says of the puzzle @param {import("./analyst.js").Analyst} analyst */
  constructor(record, analyst) {
    this._analyst = analyst;
    /** @type {string} */
    this.start = record.position;
    /** @type {string} */
    this.goal = [record.goal, record.grade && `(${record.grade})`].filter(Boolean).join(" ");
    /** @type {string[]} */
    this.solution = record.solution;
    /** @type {import("./types.js").Board | null} */
    this.board = null;
    this.isSolved = false;
    /** Whether nothing has been counted of it yet. */
    this.isFresh = true;
    this._made = 0;
  }

  /** Put the puzzle on the board, and find out at once what every move is worth. */
  async begin() {
    this.board = await boardOf(this.start, []);
    this.isSolved = false;
    this._made = 0;
    this._analyst.analyse(this.start);
  }

  /** Judge a move, and make it if it is right; null if nothing could be found out. @param {string} move @returns {Promise<Told | null>} */
  async attempt(move) {
    const board = this.board;
    if (!board) return null;
    const answer = await this._analyst.analyse(board.position);
    const tried = answer?.moves.find((other) => other.move === move);
    if (!answer || !tried || this.board !== board) return null;
    if (tried.result === null) return { text: "Not settled: the service could not value the moves.", kind: "", isFirst: false };
    const isFirst = this.isFresh;
    if (!tried.best) {
      this.isFresh = false;
      return { text: `Not ${move}: it ${valued(answer, tried, board.is_first).text}. Try again.`, kind: "wrong", isFirst };
    }
    await this._make(move);
    if (!this.isSolved) await this._reply();
    if (!this.isSolved) return { text: `${move} is right. Go on.`, kind: "right", isFirst: false };
    return { text: `Solved: ${move}. ${this.board?.outcome ? ending(this.board.outcome) : ""}`, kind: "right", isFirst };
  }

  /** Give the squares of a right move. */
  async hint() {
    const board = this.board;
    const answer = board && (await this._analyst.analyse(board.position));
    const best = answer?.moves.find((move) => move.best);
    return board?.moves.find(({ move }) => move === best?.move)?.squares.slice(0, 1) ?? null;
  }

  /** @param {string} move */
  async _make(move) {
    if (!this.board) return;
    this.board = await boardOf(this.board.position, [move]);
    this._made += 1;
    this.isSolved = this.board.outcome !== null || this._made >= this.solution.length;
    if (!this.isSolved) this._analyst.analyse(this.board.position);
  }

  /** In a game for two the other side answers as well as it can. */
  async _reply() {
    if (!this.board || this.board.is_solitaire) return;
    const answer = await this._analyst.analyse(this.board.position);
    if (answer?.moves.length) await this._make(answer.moves[0].move);
  }
}
