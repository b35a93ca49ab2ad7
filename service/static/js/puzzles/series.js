/** A set of puzzles that are solved one after another, and what came of it. */

import { wishText } from "./wish.js";

/** @typedef {import("./wish.js").Wish} Wish */
/** @typedef {{wish: Wish, result: string, seconds: number}} Done */

/** The name under which a tab keeps its set. */
const KEPT = "proofplay.set";

export class Series {
  /** @param {Wish[]} wishes @param {number} rating that of the person before it @param {Done[]} [done] */
  constructor(wishes, rating, done = []) {
    this.wishes = wishes;
    this.before = rating;
    this.done = done;
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

  /** Return the wish of the set for a puzzle; undefined if it is none of them. @param {string} text the puzzle as an address says it */
  find(text) {
    return this.wishes.find((wish) => wishText(wish) === text);
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

/** Keep a set for as long as the tab is open, so that a reload goes on with it; null forgets it. @param {Series | null} series */
export function keep(series) {
  try {
    if (series) sessionStorage.setItem(KEPT, JSON.stringify(series));
    else sessionStorage.removeItem(KEPT);
  } catch {
    // Where nothing is kept, a reload ends the set.
  }
}

/** Return the set that this tab has kept, if there is one. */
export function kept() {
  try {
    const { wishes, before, done } = JSON.parse(sessionStorage.getItem(KEPT) ?? "");
    return new Series(wishes, before, done);
  } catch {
    return null;
  }
}
