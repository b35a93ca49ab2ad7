/**
 * The gauge beside the board: who is ahead, in the players' colours, the first player's from below.
 * A proved win fills it the further, the nearer or larger the win is. An estimate is hatched; an open
 * position is grey.
 */

import { fill, h } from "../common/dom.js";
import { say } from "../common/say.js";
import { fraction, number, percent } from "../common/words.js";
import { nearness } from "./worth.js";

/** @typedef {import("../common/types.js").Analysis} Analysis */
/** @typedef {{share: number | null, text: string, kind: string, side: string}} Reading the first player's share of the gauge, null if it is open */

export class Gauge {
  constructor() {
    this._fill = h("div", { class: "gauge-first" });
    this._text = h("span", { class: "gauge-text" });
    this.element = h("div", { class: "gauge", role: "img" }, this._fill, this._text);
    this.clear();
  }

  /** Show that nothing is known. */
  clear() {
    this._show({ share: null, text: "", kind: "open", side: "" }, say("gauge.open"));
  }

  /**
   * Show an answer, or until there is one, an estimate.
   *
   * @param {Analysis} answer
   * @param {import("../common/types.js").Board} board
   * @param {string} sentence the same in words
   */
  show(answer, board, sentence) {
    this._show(read(answer, board), sentence);
  }

  /**
   * Show how a game has ended.
   *
   * @param {import("../common/types.js").Board} board
   * @param {import("../common/types.js").Ending} outcome
   * @param {string} sentence the same in words
   */
  end(board, outcome, sentence) {
    this._show(ended(board, outcome), sentence);
  }

  /** @param {Reading} reading @param {string} sentence */
  _show({ share, text, kind, side }, sentence) {
    this.element.className = ["gauge", kind, side].filter(Boolean).join(" ");
    this.element.setAttribute("aria-label", sentence);
    this.element.title = sentence;
    this.element.style.setProperty("--share", String(share ?? 0.5));
    fill(this._text, text);
  }
}

/**
 * Return what a gauge shows of a finished game: the winner has all of it.
 *
 * @param {Pick<import("../common/types.js").Board, "is_first" | "player">} board
 * @param {import("../common/types.js").Ending} outcome
 * @returns {Reading}
 */
export function ended({ is_first: isFirst, player }, { winner, score, solved }) {
  if (solved !== null)
    return solved
      ? { share: 1, text: "✓", kind: "solvable", side: "" }
      : { share: 0, text: "✗", kind: "unsolvable", side: "" };
  if (winner === null) return { share: 0.5, text: "=", kind: "draw", side: "" };
  const isAhead = (winner === player) === isFirst;
  const text = score ? `+${Math.abs(score)}` : "";
  return { share: isAhead ? 1 : 0, text, kind: "proved", side: isAhead ? "first" : "second" };
}

/**
 * Return what a gauge shows for an answer.
 *
 * @param {Analysis} answer
 * @param {Pick<import("../common/types.js").Board, "is_first" | "is_solitaire" | "squares">} board
 * @returns {Reading}
 */
export function read(answer, { is_first: isFirst, squares }) {
  const { result, score, value, distance, estimate, par } = answer;
  if (result === "solvable") return { share: 1, text: "✓", kind: "solvable", side: "" };
  if (result === "unsolvable")
    return { share: 0, text: par === null ? "✗" : String(par), kind: "unsolvable", side: "" };
  if (result === null) {
    if (!estimate) return { share: null, text: "?", kind: "open", side: "" };
    const share = isFirst ? estimate.win : 1 - estimate.win;
    const text = `≈${percent(Math.max(share, 1 - share))}`;
    return { share, text, kind: "estimated", side: share < 0.5 ? "second" : "first" };
  }
  if (result === "draw") return { share: 0.5, text: "=", kind: "draw", side: "" };
  const isAhead = (result === "win") === isFirst;
  const [far, text] = extent();
  const share = isAhead ? 0.5 + far / 2 : 0.5 - far / 2;
  return { share, text, kind: "proved", side: isAhead ? "first" : "second" };

  /** Return how far the gauge is from the middle, from 0 to 1, and what is written on it. @returns {[number, string]} */
  function extent() {
    if (score !== null)
      return [0.15 + (0.85 * Math.abs(score)) / squares.length, `+${Math.abs(score)}`];
    if (distance !== null) return [nearness(distance), number(distance)];
    if (value !== null) return [Math.max(0.3, Math.tanh(Math.abs(fraction(value)) / 3)), ""];
    return [1, ""];
  }
}
