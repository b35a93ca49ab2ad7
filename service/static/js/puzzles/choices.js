/** The fields that say which puzzles are wanted: game, kind, variants, board and grade, of what there is. */

import { choice, fill, h, tick } from "../common/dom.js";
import { capital } from "../common/words.js";
import { ANY, kindOf, nearest, offerOf } from "./wish.js";

/** @typedef {import("./wish.js").Wish} Wish */
/** @typedef {import("./wish.js").Kind} Kind */
/** @typedef {import("./wish.js").Offer} Offer */

export class PuzzleChoices {
  /**
   * @param {import("../common/types.js").GameDescription[]} games
   * @param {(wish: Wish) => void} onchange is told of what is wanted otherwise
   */
  constructor(games, onchange) {
    this._titles = new Map(games.map(({ game, title }) => [game, title]));
    this._onchange = onchange;
    this.element = h("div", { class: "fields" });
    /** What the fields show; they are made anew only for something else. */
    this._shown = "";
  }

  /** @param {Kind[]} kinds @param {Wish} wish */
  show(kinds, wish) {
    const { game, puzzle, variants, grade, size, closed } = wish;
    const shown = JSON.stringify([game, puzzle, variants, grade, size, closed]);
    if (shown === this._shown) return;
    this._shown = shown;
    const label = this._focused();
    fill(this.element, this._fields(kinds, wish));
    const field = [...this.element.children].find((one) => label && nameOf(one) === label);
    field?.querySelector("select, input").focus();
  }

  /** Name the field at which the keyboard's focus is, that it may stay there. */
  _focused() {
    const field = [...this.element.children].find((one) => one.contains(document.activeElement));
    return field && nameOf(field);
  }

  /** @param {Kind[]} kinds @param {Wish} wish */
  _fields(kinds, wish) {
    const { game, puzzle, variants = [], size = ANY, closed = false } = wish;
    // Whatever is changed, all else stays as it is as far as there is such a puzzle.
    const set = (/** @type {Partial<Wish>} */ part) =>
      this._onchange(nearest({ ...wish, ...part }, kinds));
    const own = kinds.filter((kind) => kind.game === game);
    const kind = /** @type {Kind} */ (kindOf(wish, kinds));
    const { offers } = kind;
    const varied = offers.filter((offer) => String(offer.variants) === String(variants));
    const sized = varied.filter((offer) => (offer.closed ?? false) === closed);
    return [
      choice("Game", this._games(kinds), game, (other) => set({ game: other, puzzle: ANY })),
      choice(
        "Kind",
        own.map((kind) => [kind.puzzle, capital(kind.summary)]),
        puzzle,
        (other) => set({ puzzle: other }),
      ),
      variantField(offers, variants, (others) => set({ variants: others })),
      sizeField(sized, size, (other) => set({ size: other })),
      gradeField(offerOf(wish, kind), wish.grade, (grade) => set({ grade })),
      distinct(varied.map((offer) => offer.closed)).length > 1 &&
        tick("Closed: the end is a knight's move from the start", closed, (isOn) =>
          set({ closed: isOn }),
        ),
    ];
  }

  /** @param {Kind[]} kinds @returns {[string, string][]} */
  _games(kinds) {
    return distinct(kinds.map(({ game }) => game)).map((game) => [
      game,
      this._titles.get(game) ?? game,
    ]);
  }
}

/** @param {Offer[]} offers @param {string[]} variants @param {(variants: string[]) => void} onchange */
function variantField(offers, variants, onchange) {
  const names = distinct([...offers.map((offer) => offer.variants.join("+")), variants.join("+")]);
  if (names.length < 2) return null;
  const options = names.map((name) => pair(name, name.replaceAll("+", ", ") || "None"));
  return choice("Variants", options, variants.join("+"), (name) =>
    onchange(name ? name.split("+") : []),
  );
}

/** One size that is wanted by an address stands in the list although nothing is known of it. @param {Offer[]} offers @param {string} size @param {(size: string) => void} onchange */
function sizeField(offers, size, onchange) {
  const sizes = distinct([...offers.map((offer) => offer.size ?? ANY), size]);
  if (sizes.length < 2) return null;
  const options = sizes.map((one) => pair(one, one.replace("x", "×") || "As usual"));
  return choice("Board", options, size, onchange);
}

/** @param {Offer | undefined} offer @param {string} grade @param {(grade: string) => void} onchange */
function gradeField(offer, grade, onchange) {
  const grades = distinct([ANY, ...(offer?.grades ?? []), grade]);
  if (grades.length < 2) return null;
  const options = grades.map((one) => pair(one, one ? capital(one) : "Any"));
  return choice("Grade", options, grade, onchange);
}

/** @template T @param {T[]} values */
function distinct(values) {
  return [...new Set(values)];
}

/** @param {string} value @param {string} text @returns {[string, string]} */
function pair(value, text) {
  return [value, text];
}

/** @param {Element} field */
function nameOf(field) {
  return field.querySelector("span")?.textContent;
}
