/** The next puzzle, made while the user is still solving the one before it. */

import { ask } from "../common/api.js";
import { questionOf, wishText } from "./wish.js";

/** @typedef {import("./wish.js").Wish} Wish */
/** @typedef {import("./wish.js").Kind} Kind */
/** @typedef {import("../common/types.js").Puzzle} Puzzle */

export class Ahead {
  constructor() {
    /** @type {Wish | null} */
    this.wish = null;
    /** @type {Promise<Puzzle> | null} */
    this._made = null;
    this._asked = new AbortController();
    /** Called with the progress once the puzzle is waited for. @type {((progress: import("../common/api.js").Progress) => void) | undefined} */
    this._hear = undefined;
  }

  /** Begin to make a puzzle. @param {Wish} wish @param {Kind} kind */
  prepare(wish, kind) {
    if (this.wish && wishText(this.wish) === wishText(wish)) return;
    this.stop();
    this._asked = new AbortController();
    this.wish = wish;
    this._made = ask("/api/puzzle", questionOf(wish, kind), {
      signal: this._asked.signal,
      onProgress: (progress) => this._hear?.(progress),
    });
    // If the puzzle is wanted, it is requested again, and the error is shown then.
    this._made.catch(() => {});
  }

  /** Return a puzzle: the prepared one, if it fits the wish. @param {Wish} wish @param {Kind} kind @param {import("../common/api.js").Asking} asking @returns {Promise<Puzzle>} */
  async take(wish, kind, asking) {
    const made = this._made;
    if (!made || !this.wish || wishText(this.wish) !== wishText(wish))
      return ask("/api/puzzle", questionOf(wish, kind), asking);
    const asked = this._asked;
    const give = () => asked.abort();
    asking.signal?.addEventListener("abort", give);
    this._hear = asking.onProgress;
    try {
      return await made;
    } catch {
      asking.signal?.throwIfAborted();
      return await ask("/api/puzzle", questionOf(wish, kind), asking);
    } finally {
      asking.signal?.removeEventListener("abort", give);
      if (this._made === made) this._forget();
    }
  }

  /** Stop making it. */
  stop() {
    this._asked.abort();
    this._forget();
  }

  _forget() {
    this.wish = null;
    this._made = null;
    this._hear = undefined;
  }
}
