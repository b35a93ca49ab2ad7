/**
 * One puzzle while it is being solved: the board, the tries, and what each of them is worth. A try is
 * right if it is as good as the best move by what the puzzle asks for: the result, the margin where
 * there is one, and the length where the win has to come in so many plies.
 */

import { boardOf } from "../common/api.js";
import { ending, valued } from "../common/words.js";

/** The kind of puzzle in which a slower win is no solution. */
const TIMED = "win-in";

/** What is said where the moves could not be valued. */
export const OPEN = "Not settled: the service could not value the moves.";

/** @typedef {{text: string, kind: "right" | "wrong" | "", isFirst: boolean}} Told */

export class PuzzleRun {
  /** @param {import("../common/types.js").Puzzle} record what the service says of the puzzle @param {import("../analysis/analyst.js").Analyst} analyst */
  constructor(record, analyst) {
    this._analyst = analyst;
    /** @type {string} */
    this.start = record.position;
    /** @type {string} */
    this.goal = [record.goal, record.grade && `(${record.grade})`].filter(Boolean).join(" ");
    /** @type {string[]} */
    this.solution = record.solution;
    this._isTimed = record.puzzle === TIMED;
    /** @type {import("../common/types.js").Board | null} */
    this.board = null;
    this.isSolved = false;
    /** Whether nothing has been counted of it yet. */
    this.isFresh = true;
  }

  /** Put the puzzle on the board, and find out at once what every move is worth. */
  async begin() {
    this.board = await boardOf(this.start, []);
    this.isSolved = false;
    this._value();
  }

  /** Find out what every move is worth; null if nothing comes of it. */
  async _value() {
    return (
      this.board &&
      this._analyst.analyse(this.board.position, this._isTimed ? { distance: true } : {})
    );
  }

  /** @param {import("../common/types.js").MoveRecord} move @param {import("../common/types.js").MoveRecord[]} moves best first */
  _isRight(move, [best]) {
    return (
      move.result === best.result &&
      move.score === best.score &&
      (!this._isTimed || move.distance === best.distance)
    );
  }

  /** Judge a move, and make it if it is right; null if nothing could be found out. @param {string} move @returns {Promise<Told | null>} */
  async attempt(move) {
    const board = this.board;
    if (!board) return null;
    const answer = await this._value();
    const tried = answer?.moves.find((other) => other.move === move);
    if (!answer || !tried || this.board !== board) return null;
    // Where moves are open, a better one than those that are settled may be among them.
    if (answer.status !== "proved") return { text: OPEN, kind: "", isFirst: false };
    const isFirst = this.isFresh;
    if (!this._isRight(tried, answer.moves)) {
      this.isFresh = false;
      return {
        text: `Not ${move}: it ${valued(answer, tried, board.is_first).text}. Try again.`,
        kind: "wrong",
        isFirst,
      };
    }
    await this._make(move);
    const reply = this.isSolved ? null : await this._reply();
    const answered = reply ? `; ${reply} is the answer` : "";
    if (!this.isSolved)
      return { text: `${move} is right${answered}. Go on.`, kind: "right", isFirst: false };
    const outcome = this.board?.outcome;
    const end = outcome && !outcome.solved ? ` ${ending(outcome)}` : "";
    return { text: `Solved: ${move}${answered}.${end}`, kind: "right", isFirst };
  }

  /** Say where a right move begins; null if that could not be found out. @returns {Promise<string | null>} */
  async hint() {
    const board = this.board;
    const answer = await this._value();
    if (answer && answer.status !== "proved") return OPEN;
    const right = board?.moves.find(({ move }) => move === answer?.moves[0].move);
    if (!right) return null;
    const [square] = right.squares;
    return square ? `Look at ${square}.` : "Think of a move that is made on no square.";
  }

  /** Tell the solution. */
  reveal() {
    return `The solution: ${this.solution.join(" ")}.`;
  }

  /** @param {string} move */
  async _make(move) {
    if (!this.board) return;
    const board = await boardOf(this.board.position, [move]);
    this.board = board;
    this.isSolved = board.outcome !== null || this.solution.length === 1;
    if (!this.isSolved) this._value();
  }

  /** In a game for two the other side answers as well as it can; gives its move. */
  async _reply() {
    if (!this.board || this.board.is_solitaire) return null;
    const answer = await this._value();
    const best = answer?.moves[0]?.move ?? null;
    if (best) await this._make(best);
    return best;
  }
}
