/**
 * One puzzle while it is being solved: the board, the tries, and what each of them is worth. A try is
 * right if it is as good as the best move in what the puzzle asks for: the result, the margin if there
 * is one, and the length if the number of plies to win is given.
 */

import { aimOf } from "./aim.js";
import { hintAt, STEPS } from "../board/hints.js";
import { boardOf } from "../common/api.js";
import { say } from "../common/say.js";
import { ending, valued } from "../common/words.js";
import { Outcome } from "./outcome.js";
import { Replay } from "./replay.js";

/** The kind of puzzle for which a slower win is not a solution. */
const TIMED = "win-in";

/**
 * The feedback on a try.
 *
 * @typedef {object} Told
 * @property {string} text
 * @property {"right" | "wrong" | ""} kind
 * @property {string} [result] the result of the puzzle, if the try has decided it
 * @property {string} [wrong] the wrong move, which was not made
 */

export class PuzzleRun {
  /** @param {import("../common/types.js").Puzzle} record the service's record of the puzzle @param {import("../analysis/analyst.js").Analyst} analyst */
  constructor(record, analyst) {
    this._analyst = analyst;
    /** @type {string} */
    this.start = record.position;
    /** @type {string} */
    this.goal = record.goal;
    this._record = record;
    this.grade = record.grade;
    /** @type {string[]} */
    this.solution = record.solution;
    this.isTimed = record.puzzle === TIMED;
    /** @type {import("../common/types.js").Board | null} */
    this.board = null;
    this.isSolved = false;
    this.outcome = new Outcome();
    /** The number of hints given for the next move. */
    this._hints = 0;
  }

  /** Put the puzzle on the board, and evaluate every move at once. */
  async begin() {
    this.board = await boardOf(this.start, []);
    this.goal = aimOf(this._record, this.board.player);
    this.isSolved = false;
    this._hints = 0;
    this._value();
  }

  /** Evaluate every move; null if that fails. */
  async _value() {
    return (
      this.board &&
      this._analyst.analyse(this.board.position, this.isTimed ? { distance: true } : {})
    );
  }

  /** @param {import("../common/types.js").MoveAnswer} move @param {import("../common/types.js").MoveAnswer[]} moves best first */
  _isRight(move, [best]) {
    return (
      move.result === best.result &&
      move.score === best.score &&
      (!this.isTimed || move.distance === best.distance)
    );
  }

  /** Judge a move, and make it if it is right; null if it could not be judged. @param {string} move @returns {Promise<Told | null>} */
  async attempt(move) {
    const board = this.board;
    if (!board) return null;
    const answer = await this._value();
    const tried = answer?.moves.find((other) => other.move === move);
    if (!answer || !tried || this.board !== board) return null;
    // An open move may be better than the ones that are solved.
    if (answer.status !== "proved") return { text: say("puzzles.open"), kind: "" };
    if (!this._isRight(tried, answer.moves)) {
      const worth = valued(answer, tried, board.is_first).text;
      const text = say("puzzles.wrong", { move, worth });
      return { text, kind: "wrong", result: this.outcome.decide(false), wrong: move };
    }
    await this._make(move);
    const reply = this.isSolved ? null : await this._reply();
    const made = reply
      ? say("puzzles.right_reply", { move, reply })
      : say("puzzles.right", { move });
    if (!this.isSolved) return { text: `${made} ${say("puzzles.go_on")}`, kind: "right" };
    const outcome = this.board?.outcome;
    const end = outcome && !outcome.solved ? ending(outcome) : "";
    const text = [say("puzzles.solved"), made, end].filter(Boolean).join(" ");
    return { text, kind: "right", result: this.outcome.decide(true) };
  }

  /** Return the next hint for a right move; null if none can be found. @returns {Promise<import("../board/hints.js").Hint | null>} */
  async hint() {
    const board = this.board;
    const answer = await this._value();
    if (answer && answer.status !== "proved") return { text: say("puzzles.open"), squares: [] };
    const right = board?.moves.find(({ move }) => move === answer?.moves[0].move);
    if (!board || !right) return null;
    this.outcome.help();
    this._hints = Math.min(this._hints + 1, STEPS);
    return hintAt(board, right.move, right.squares, this._hints);
  }

  /** Return the solution, to be replayed on the board. */
  async reveal() {
    const line = say("puzzles.solution", { line: this.solution.join(" ") });
    return new Replay(await boardOf(this.start, []), this.solution, line);
  }

  /** @param {string} move */
  async _make(move) {
    if (!this.board) return;
    const board = await boardOf(this.board.position, [move]);
    this.board = board;
    this._hints = 0;
    this.isSolved = board.outcome !== null || this.solution.length === 1;
    if (!this.isSolved) this._value();
  }

  /** In a game for two, make the best reply of the other side, and return it. */
  async _reply() {
    if (!this.board || this.board.is_solitaire) return null;
    const answer = await this._value();
    const best = answer?.moves[0]?.move ?? null;
    if (best) await this._make(best);
    return best;
  }
}
