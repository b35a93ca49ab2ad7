/** What can be chosen of the puzzles that come: kind, grade, variants, board, of what there is. */

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

/** Name a grade, as the service calls it. @param {string} grade */
export function gradeName(grade) {
  return grade in GRADES ? say(GRADES[grade]) : capital(grade);
}

/** Name a board, files by ranks. @param {string} size */
export function boardName(size) {
  return size === ANY ? say("puzzles.usual_board") : size.replace("x", "×");
}

export class PuzzleChoices {
  /** @param {(wish: Wish) => void} onchange is told of what is wanted otherwise */
  constructor(onchange) {
    this._onchange = onchange;
    this.element = h("div", { class: "fields" });
    /** What is shown; it is made anew only for something else. */
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
    // Whatever is changed, all else stays as it is as far as there is such a puzzle.
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
      // A board that an address names stands in the list although nothing is known of it.
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
