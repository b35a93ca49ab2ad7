/** The choices for the following puzzles: kind, grade, variants and board, among those offered. */

import { fill, h } from "../common/dom.js";
import { pills } from "../common/pills.js";
import { say } from "../common/say.js";
import { capital } from "../common/words.js";
import { ANY, kindOf, nearest, offerOf } from "./wish.js";

/** @typedef {import("./wish.js").Wish} Wish */
/** @typedef {import("./wish.js").Kind} Kind */
/** @typedef {import("./wish.js").Offer} Offer */

/** @type {Record<string, import("../common/say.js").Key>} */
const GRADES = {
  gentle: "puzzles.gentle",
  steady: "puzzles.steady",
  tricky: "puzzles.tricky",
  cruel: "puzzles.cruel",
};

/** Return the name of a grade of the service. @param {string} grade */
export function gradeName(grade) {
  return Object.hasOwn(GRADES, grade) ? say(GRADES[grade]) : capital(grade);
}

/** Return the name of a board, files by ranks. @param {string} size */
export function boardName(size) {
  return size === ANY ? say("puzzles.usual_board") : size.replace("x", "×");
}

export class PuzzleChoices {
  /** @param {(wish: Wish) => void} onchange is called with the changed wish */
  constructor(onchange) {
    this._onchange = onchange;
    this.element = h("div", { class: "fields" });
    /** Identifies what is shown, which is only redrawn when this changes. */
    this._shown = "";
  }

  /** @param {Kind[]} kinds @param {Wish} wish */
  show(kinds, wish) {
    const { game, puzzle, variants, grade, size, closed } = wish;
    const shown = JSON.stringify([game, puzzle, variants, grade, size, closed]);
    if (shown === this._shown) return;
    this._shown = shown;
    const focused = document.activeElement;
    const group = this.element.contains(focused) && focused?.closest("[role=group]");
    fill(this.element, this._groups(kinds, wish));
    if (group) {
      const label = group.getAttribute("aria-label");
      this.element.querySelector(`[aria-label="${label}"] [aria-pressed=true]`)?.focus();
    }
  }

  /** @param {Kind[]} kinds @param {Wish} wish */
  _groups(kinds, wish) {
    const { game, puzzle, variants = [], size = ANY, closed = false } = wish;
    // The other choices stay as they are, as far as there is such a puzzle.
    const set = (/** @type {Partial<Wish>} */ part) =>
      this._onchange(nearest({ ...wish, ...part }, kinds));
    const own = kinds.filter((kind) => kind.game === game);
    const kind = kindOf(wish, own);
    if (!kind) return [];
    const varied = kind.offers.filter((offer) => String(offer.variants) === String(variants));
    const sized = varied.filter((offer) => (offer.closed ?? false) === closed);
    const isClosed = distinct(varied.map((offer) => offer.closed ?? false));
    return [
      group(
        "puzzles.kind",
        own.map((one) => [one.puzzle, capital(one.summary)]),
        puzzle,
        (other) => set({ puzzle: other }),
      ),
      group(
        "puzzles.grade",
        distinct([ANY, ...(offerOf(wish, kind)?.grades ?? []), wish.grade]).map((grade) => [
          grade,
          grade ? gradeName(grade) : say("puzzles.any"),
        ]),
        wish.grade,
        (grade) => set({ grade }),
      ),
      group(
        "puzzles.variants",
        distinct([...kind.offers.map((offer) => offer.variants.join("+")), variants.join("+")]).map(
          (name) => [name, name.replaceAll("+", ", ") || say("puzzles.no_variants")],
        ),
        variants.join("+"),
        (name) => set({ variants: name ? name.split("+") : [] }),
      ),
      // A board named by an address is listed although no offer has it.
      group(
        "puzzles.board",
        distinct([...sized.map((offer) => offer.size ?? ANY), size]).map((one) => [
          one,
          boardName(one),
        ]),
        size,
        (other) => set({ size: other }),
      ),
      group(
        "puzzles.closed",
        isClosed.map((one) => [String(one), say(one ? "puzzles.closed_yes" : "puzzles.closed_no")]),
        String(closed),
        (one) => set({ closed: one === "true" }),
      ),
    ];
  }
}

/**
 * Make a group of choices, unless there is nothing to choose.
 *
 * @param {import("../common/say.js").Key} label
 * @param {[string, string][]} options
 * @param {string} chosen
 * @param {(value: string) => void} onchange
 */
function group(label, options, chosen, onchange) {
  return options.length > 1 && pills(say(label), options, chosen, onchange);
}

/** @template T @param {T[]} values */
function distinct(values) {
  return [...new Set(values)];
}
