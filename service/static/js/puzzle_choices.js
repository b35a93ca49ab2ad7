/** The fields that say which puzzles are wanted: game, kind, grade, the board and what a kind may have. */

import { choice, fill, h, tick } from "./dom.js";
import { ANY } from "./puzzle_wish.js";
import { capital } from "./words.js";

/** @typedef {import("./puzzle_wish.js").Wish} Wish */
/** @typedef {import("./puzzle_wish.js").Kind} Kind */

export class PuzzleChoices {
  /**
   * @param {import("./types.js").Game[]} games
   * @param {(part: Partial<Wish>) => void} onchange is told of what is wanted otherwise
   */
  constructor(games, onchange) {
    this._titles = new Map(games.map(({ game, title }) => [game, title]));
    this._onchange = onchange;
    this.element = h("div", { class: "fields" });
    /** What the fields show; they are made anew only for something else. */
    this._shown = "";
  }

  /** @param {Kind[]} kinds @param {string[]} grades @param {Wish} wish */
  show(kinds, grades, wish) {
    const { game, puzzle, grade, size, closed } = wish;
    const shown = JSON.stringify([game, puzzle, grade, size, closed]);
    if (shown === this._shown) return;
    this._shown = shown;
    const label = this._focused();
    fill(this.element, this._fields(kinds, grades, wish));
    const field = [...this.element.children].find((one) => label && nameOf(one) === label);
    field?.querySelector("select, input").focus();
  }

  /** Name the field at which the keyboard's focus is, that it may stay there. */
  _focused() {
    const field = [...this.element.children].find((one) => one.contains(document.activeElement));
    return field && nameOf(field);
  }

  /** @param {Kind[]} kinds @param {string[]} grades @param {Wish} wish */
  _fields(kinds, grades, { game, puzzle, grade, size, closed }) {
    const own = kinds.filter((kind) => kind.game === game);
    const names = [...new Set(kinds.map((kind) => kind.game))];
    const first = (/** @type {string} */ other) =>
      kinds.find((kind) => kind.game === other)?.puzzle ?? "";
    const set = this._onchange;
    return [
      choice(
        "Game",
        names.map((name) => [name, this._titles.get(name) ?? name]),
        game,
        (other) => set({ game: other, puzzle: first(other), size: ANY, closed: false }),
      ),
      choice(
        "Kind",
        own.map((kind) => [kind.puzzle, capital(kind.summary)]),
        puzzle,
        (other) => set({ puzzle: other, size: ANY, closed: false }),
      ),
      choice("Grade", [[ANY, "Any"], ...grades.map(pair)], grade, (other) => set({ grade: other })),
      this._sizeField(size ?? ANY),
      own.some((kind) => kind.puzzle === puzzle && kind.demands.includes("closed")) &&
        tick("Closed: the end is a knight's move from the start", closed === true, (isOn) =>
          set({ closed: isOn }),
        ),
    ];
  }

  /** @param {string} size */
  _sizeField(size) {
    const input = h("input", {
      type: "text",
      class: "short",
      value: size,
      placeholder: "as usual",
      spellcheck: "false",
      autocomplete: "off",
      onchange: () => this._onchange({ size: input.value.trim().toLowerCase().replace("×", "x") }),
    });
    const hint = h("small", {}, "files by ranks, as 6x6");
    return h("label", { class: "field" }, h("span", {}, "Board"), input, hint);
  }
}

/** @param {Element} field */
function nameOf(field) {
  return field.querySelector("span")?.textContent;
}

/** @param {string} name @returns {[string, string]} */
function pair(name) {
  return [name, name];
}
