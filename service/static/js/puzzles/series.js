/** A set of puzzles to solve one after another, with the results. */

import { isAmount, listOf, nullable, oneOf, shaped, Stored } from "../common/stored.js";
import { RESULTS } from "./outcome.js";
import { isWish, wishText } from "./wish.js";

/** @typedef {import("./wish.js").Wish} Wish */
/** @typedef {{wish: Wish, result: string, seconds: number}} Done */

const isDone = shaped({ wish: isWish, result: oneOf(RESULTS), seconds: isAmount });
/** The set of this tab. */
const KEPT = new Stored(
  "set",
  /** @type {Pick<Series, "wishes" | "before" | "done"> | null} */ (null),
  nullable(shaped({ wishes: listOf(isWish), before: Number.isFinite, done: listOf(isDone) })),
  "sessionStorage",
);

export class Series {
  /** @param {Wish[]} wishes @param {number} rating the user's rating before the set @param {Done[]} [done] */
  constructor(wishes, rating, done = []) {
    this.wishes = wishes;
    this.before = rating;
    this.done = done;
  }

  get length() {
    return this.wishes.length;
  }

  /** The number of the current puzzle, from 0; the length of the set if all are done. */
  get at() {
    return this.done.length;
  }

  /** Note the result of a puzzle of the set; each counts once. @param {Wish} wish @param {string} result @param {number} seconds */
  note(wish, result, seconds) {
    if (wish === this.wishes[this.at]) this.done.push({ wish, result, seconds });
  }

  /** Return the set's wish for a puzzle; undefined if the set does not have it. @param {string} text the puzzle's address */
  find(text) {
    return this.wishes.find((wish) => wishText(wish) === text);
  }

  /** Return the number of puzzles with a result. @param {string} result */
  count(result) {
    return this.done.filter((one) => one.result === result).length;
  }

  /** The mean time of a puzzle, in whole seconds. */
  get meanSeconds() {
    const sum = this.done.reduce((seconds, one) => seconds + one.seconds, 0);
    return Math.round(sum / Math.max(1, this.done.length));
  }
}

/** Store a set while the tab is open, so that it continues after a reload; null deletes it. @param {Series | null} series */
export function keep(series) {
  KEPT.write(series);
}

/** Return the set that this tab has stored, if there is one. */
export function kept() {
  const found = KEPT.read();
  return found && new Series(found.wishes, found.before, found.done);
}
