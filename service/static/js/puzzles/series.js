/** A set of puzzles to solve one after another, with the results. */

import { wishText } from "./wish.js";

/** @typedef {import("./wish.js").Wish} Wish */
/** @typedef {{wish: Wish, result: string, seconds: number}} Done */

/** The name under which a tab stores its set. */
const KEPT = "proofplay.set";

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
  try {
    if (series) sessionStorage.setItem(KEPT, JSON.stringify(series));
    else sessionStorage.removeItem(KEPT);
  } catch {
    // If nothing can be stored, a reload ends the set.
  }
}

/** Return the set that this tab has stored, if there is one. */
export function kept() {
  try {
    const { wishes, before, done } = JSON.parse(sessionStorage.getItem(KEPT) ?? "");
    return new Series(wishes, before, done);
  } catch {
    return null;
  }
}
