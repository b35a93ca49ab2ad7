/** The user's results at puzzles: rating, streak and record, which can be saved, loaded and deleted. */

import { button, complain, fill, h } from "../common/dom.js";
import { say } from "../common/say.js";
import * as progress from "./progress.js";
import { GRADES, UNRATED } from "./rating.js";

export class Results {
  /** @param {() => void} onchange is called when the results have changed */
  constructor(onchange) {
    this._onchange = onchange;
    this._said = h("p", { class: "said", role: "status" });
    this._trouble = h("p", { class: "trouble", role: "alert" });
    this._standing = h("ul", { class: "standing" });
    this._file = h("input", {
      type: "file",
      accept: ".json,application/json",
      class: "unseen",
      tabindex: "-1",
      aria: { hidden: "true" },
      onchange: () => this._load(),
    });
    this.element = h(
      "section",
      { class: "panel results", aria: { label: say("puzzles.results") } },
      h("h2", {}, say("puzzles.results")),
      this._standing,
      h(
        "details",
        {},
        h("summary", {}, say("puzzles.about_rating_title")),
        h("p", { class: "quiet" }, say("puzzles.about_rating", GRADES)),
        h(
          "div",
          { class: "acts" },
          button(say("puzzles.export"), () => save(), { data: { act: "export" } }),
          button(say("puzzles.import"), () => this._file.click(), { data: { act: "import" } }),
          button(say("puzzles.forget"), () => this._forget(), { data: { act: "forget" } }),
          this._file,
        ),
      ),
      this._said,
      this._trouble,
    );
  }

  show() {
    fill(
      this._standing,
      standingLines(progress.standingOf(progress.log())).map((line) => h("li", {}, line)),
    );
  }

  async _load() {
    const [file] = this._file.files;
    if (!file) return;
    this._trouble.textContent = "";
    this._said.textContent = "";
    try {
      const count = progress.read(await file.text());
      this._said.textContent = say("puzzles.read", { count });
      this._onchange();
    } catch (error) {
      complain(this._trouble, error);
    }
    this._file.value = "";
  }

  _forget() {
    const { length: count } = progress.log();
    if (!count || !confirm(say("puzzles.forget_sure", { count }))) return;
    progress.clear();
    this._onchange();
  }
}

/** Return the user's results in words, a line each. @param {progress.Standing} standing */
export function standingLines({ rating, streak, longest, solved, hinted, failed }) {
  return [
    rating === UNRATED ? say("puzzles.rating_unknown") : ratingText(rating),
    `${say("puzzles.streak", { count: streak })}, ${say("puzzles.longest", { longest })}`,
    say("puzzles.record", { solved, hinted, failed }),
  ];
}

/** Return a rating and its uncertainty in words. @param {import("./rating.js").Rating} rating */
export function ratingText({ rating, deviation }) {
  return say("puzzles.rating", {
    rating: String(Math.round(rating)),
    deviation: String(Math.round(2 * deviation)),
  });
}

function save() {
  const link = h("a", {
    href: URL.createObjectURL(new Blob([progress.written()], { type: "application/json" })),
    download: say("puzzles.file"),
  });
  link.click();
  URL.revokeObjectURL(link.href);
}
