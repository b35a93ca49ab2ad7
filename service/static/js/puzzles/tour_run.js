/**
 * A knight's tour puzzle while it is being solved: the knight goes from square to square, and each
 * square has the number of its turn. Only one tour fits the given numbers, so every step is judged
 * exactly; a wrong one is reported and not made.
 */

import { hintAt, STEPS } from "../board/hints.js";
import { ask } from "../common/api.js";
import { say } from "../common/say.js";
import { Outcome } from "./outcome.js";

/** @typedef {import("./run.js").Told} Told */
/** @typedef {"given" | "own" | "shown"} Origin the origin of a number */

export class TourRun {
  /** @param {import("../common/types.js").Puzzle} record the service's record of the puzzle */
  constructor(record) {
    /** @type {string} */
    this.start = record.position;
    /** @type {string} */
    this.goal = record.goal;
    this.grade = record.grade;
    /** @type {string[]} */
    this.solution = record.solution;
    /** @type {boolean} */
    this.isClosed = record.closed === true;
    this._given = Object.keys(record.given ?? {});
    /** The number of each square. */
    this._turns = new Map(this.solution.map((square, turn) => [square, turn + 1]));
    /** @type {import("../common/types.js").Numbers | null} */
    this.board = null;
    this.outcome = new Outcome();
    /** Whether the knight goes to the next number rather than to the previous one. */
    this.isForward = true;
    /** The squares that have their numbers. @type {Map<string, Origin>} */
    this.known = new Map();
    /** The steps made, to be taken back: a square, and where the knight was before. @type {{square: string, from: string}[]} */
    this._made = [];
    /** The last try if it was wrong. @type {{square: string, number: number} | null} */
    this.wrong = null;
    /** The squares that a hint points at, and the number of hints given for the same number. @type {string[]} */
    this.hinted = [];
    this._hints = 0;
    /** The square of the knight. */
    this.at = "";
  }

  /** Put the puzzle on the board. */
  async begin() {
    this.board ??= await ask("/api/numbers", { position: this.start });
    this.known = new Map(this._given.map((square) => [square, "given"]));
    this._made = [];
    this.wrong = null;
    this._forgetHints();
    this.at = this._end(this._given[0]);
  }

  get isSolved() {
    return this.known.size === this.solution.length;
  }

  /** Whether a step can be taken back. */
  get hasMade() {
    return this._made.length > 0 && !this.isSolved;
  }

  /** Return the number shown on a square, or null. @param {string} square */
  numberOn(square) {
    return this.known.has(square) ? (this._turns.get(square) ?? null) : null;
  }

  /** The number of the knight's next square; null if there is none, or if it is already on the board. */
  get next() {
    const next = this._beside(this.numberOn(this.at) ?? 0);
    return next === null || this.known.has(this.solution[next - 1]) ? null : next;
  }

  /** The squares without a number that the knight can go to. */
  get steps() {
    if (this.next === null) return [];
    return this.solution.filter((square) => !this.known.has(square) && isLeap(this.at, square));
  }

  /** Return where the knight is, and what comes next, in words. */
  get standing() {
    const here = say("tour.here", { square: this.at, number: this.numberOn(this.at) ?? "" });
    if (this.next !== null) return `${here} ${say("tour.next", { number: this.next })}`;
    return `${here} ${say("tour.end")}`;
  }

  /** Choose whether to go to the next or to the previous numbers. @param {boolean} isForward @returns {Told} */
  turn(isForward) {
    this.isForward = isForward;
    this.at = this._end(this.at);
    return said(this.standing);
  }

  /** Pick a square: a number calls the knight to the end of its run, any other square is a step. @param {string} square @returns {Told} */
  pick(square) {
    if (this.known.has(square)) {
      this.wrong = null;
      this.at = this._end(square);
      return said(this.standing);
    }
    if (this.next === null) return said(this.standing);
    if (!isLeap(this.at, square))
      return said(`${say("tour.no_leap", { square, from: this.at })} ${this.standing}`);
    return this.enter(square, this.next);
  }

  /** Judge a number for a square, and write it there if it is right. @param {string} square @param {number} number @returns {Told} */
  enter(square, number) {
    const holder = this.solution[number - 1];
    this.wrong = null;
    if (!holder) return said(say("tour.numbers", { last: this.solution.length }));
    if (this.known.has(square)) return said(say("tour.taken", { square }));
    if (this.known.has(holder)) return said(say("tour.used", { number, square: holder }));
    if (holder !== square) {
      this.wrong = { square, number };
      const text = say("tour.wrong", { square, number });
      return { text, kind: "wrong", result: this.outcome.decide(false) };
    }
    this._forgetHints();
    this._made.push({ square, from: this.at });
    this.known.set(square, "own");
    this.at = this._end(square);
    if (this.isSolved) {
      const result = this.outcome.decide(true);
      return { text: say("tour.solved", { square, number }), kind: "right", result };
    }
    return { text: `${say("tour.step", { square, number })} ${this.standing}`, kind: "right" };
  }

  /** Take the last number back; null if there is none. @returns {Told | null} */
  takeBack() {
    const last = this.hasMade ? this._made.pop() : undefined;
    if (!last) return null;
    this.known.delete(last.square);
    this.at = last.from;
    this.wrong = null;
    return said(`${say("tour.back", { square: last.square })} ${this.standing}`);
  }

  /** Return the next hint for the next number, or if there is none, for the first missing one. @returns {Promise<import("../board/hints.js").Hint | null>} */
  async hint() {
    const missing = this.solution.find((square) => !this.known.has(square));
    const square = this.next === null ? missing : this.solution[this.next - 1];
    if (!square || !this.board) return null;
    this.outcome.help();
    this._hints = Math.min(this._hints + 1, STEPS);
    const number = this._turns.get(square) ?? 0;
    const name = say("tour.number_on", { number, square });
    const { text, squares } = hintAt(this.board, name, [square], this._hints);
    this.hinted = squares;
    return { text: `${say("tour.look", { number })} ${text}`, squares };
  }

  /** Write all missing numbers. */
  reveal() {
    for (const square of this.solution)
      if (!this.known.has(square)) this.known.set(square, "shown");
    this.wrong = null;
    this._forgetHints();
    const [from] = this.solution;
    return say("tour.shown", { from, to: this.solution[this.solution.length - 1] });
  }

  _forgetHints() {
    this.hinted = [];
    this._hints = 0;
  }

  /** Return the number next to another, in the direction of the knight; in a closed tour the first follows the last. @param {number} number */
  _beside(number) {
    const next = number + (this.isForward ? 1 : -1);
    const { length } = this.solution;
    if (next >= 1 && next <= length) return next;
    return this.isClosed ? ((next + length - 1) % length) + 1 : null;
  }

  /** Return the last square of the consecutive numbers that begin at a square. @param {string} square */
  _end(square) {
    for (let steps = 0; steps < this.solution.length; steps += 1) {
      const next = this._beside(this._turns.get(square) ?? 0);
      if (next === null || !this.known.has(this.solution[next - 1])) break;
      square = this.solution[next - 1];
    }
    return square;
  }
}

/** Return whether two squares are a knight's move apart. @param {string} one @param {string} other */
function isLeap(one, other) {
  const files = other.charCodeAt(0) - one.charCodeAt(0);
  const ranks = Number(other.slice(1)) - Number(one.slice(1));
  return Math.abs(files * ranks) === 2;
}

/** Return feedback that is neither right nor wrong. @param {string} text @returns {Told} */
function said(text) {
  return { text, kind: "" };
}
