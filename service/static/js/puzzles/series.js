/** A set of puzzles that are solved one after another, and what came of it. */

/** @typedef {import("./wish.js").Wish} Wish */
/** @typedef {{wish: Wish, result: string, seconds: number}} Done */

export class Series {
  /** @param {Wish[]} wishes @param {number} rating that of the person before it */
  constructor(wishes, rating) {
    this.wishes = wishes;
    this.before = rating;
    /** @type {Done[]} */
    this.done = [];
  }

  get length() {
    return this.wishes.length;
  }

  /** The number of the puzzle at hand, from 0; the length where all are done. */
  get at() {
    return this.done.length;
  }

  /** Note how a puzzle of the set went; each counts once. @param {Wish} wish @param {string} result @param {number} seconds */
  note(wish, result, seconds) {
    if (wish === this.wishes[this.at]) this.done.push({ wish, result, seconds });
  }

  /** How many came out so. @param {string} result */
  count(result) {
    return this.done.filter((one) => one.result === result).length;
  }

  /** The mean time of a puzzle, in whole seconds. */
  get meanSeconds() {
    const sum = this.done.reduce((seconds, one) => seconds + one.seconds, 0);
    return Math.round(sum / Math.max(1, this.done.length));
  }
}
