/**
 * A field for whatever people have: a position in any form, the record of a game, a file of puzzles, a
 * link. It is pasted or dropped; what is wrong with it is said below, by the rules.
 */

import { linkTo } from "../common/address.js";
import { ask } from "../common/api.js";
import { button, fill, h } from "../common/dom.js";
import { linked } from "../common/rules.js";
import { say } from "../common/say.js";
import { capital } from "../common/words.js";
import * as trees from "../game/tree.js";

/** What may be tried with a click. @type {[import("../common/say.js").Key, string][]} */
const EXAMPLES = [
  ["paste.a_position", "nakatta:1b1w1/b1bw1/2b2/b2w1/1w2w:b"],
  ["paste.a_board", "Sight Reduction, 4×4, White to move\nb w w w\nb b w b\nw w w b\nb w b b"],
  ["paste.a_record", '[Position "manhattan:start:4x4"]\n\n1. d2-c2 d1-d2 2. xc1 xd2'],
];
/** What only the record of a game has: a tag, or a first move with its number. */
const RECORD = /^\s*(\[\w+ "|1\. )/m;

/** @typedef {{title: string, open: () => void}} Found something in a text */

export class Paste {
  /** @param {(root: import("../game/tree.js").Node) => void} onrecord puts a game on the table */
  constructor(onrecord) {
    this._onrecord = onrecord;
    this._field = h("textarea", {
      id: "paste",
      rows: "3",
      autocomplete: "off",
      spellcheck: "false",
      aria: { describedby: "paste-hint paste-flaws" },
      oninput: () => this._complain([]),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this._press(event),
    });
    this._file = h("input", {
      type: "file",
      class: "unseen",
      tabindex: "-1",
      aria: { hidden: "true" },
      onchange: () => this._load(this._file.files[0]),
    });
    this._flaws = h("ul", { class: "flaws", id: "paste-flaws", role: "alert" });
    this._found = h("div", { class: "acts found" });
    this.element = h(
      "form",
      {
        class: "paste panel",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          this._open();
        },
        ondragover: (/** @type {Event} */ event) => event.preventDefault(),
        ondrop: (/** @type {DragEvent} */ event) => this._drop(event),
      },
      h("h2", {}, h("label", { for: "paste" }, say("front.paste"))),
      h("p", { class: "quiet", id: "paste-hint" }, say("front.paste_hint")),
      this._field,
      h(
        "div",
        { class: "acts" },
        h("button", { type: "submit", class: "primary" }, say("front.paste_go")),
        button(say("paste.file"), () => this._file.click()),
        this._file,
      ),
      h(
        "p",
        { class: "quiet examples" },
        say("paste.try"),
        EXAMPLES.map(([key, text]) => [
          " ",
          button(say(key), () => {
            this._field.value = text;
            this._open();
          }),
        ]).flat(),
      ),
      this._flaws,
      this._found,
    );
  }

  focus() {
    this.element.scrollIntoView({ block: "center" });
    this._field.focus();
  }

  /** Let Enter open a single line, as in a field of one line. @param {KeyboardEvent} event */
  _press(event) {
    if (event.key !== "Enter" || event.shiftKey || this._field.value.trim().includes("\n")) return;
    event.preventDefault();
    this._open();
  }

  /** @param {DragEvent} event */
  async _drop(event) {
    event.preventDefault();
    const { files } = event.dataTransfer ?? {};
    if (files?.length) return this._load(files[0]);
    this._field.value = event.dataTransfer?.getData("text") ?? "";
    await this._open();
  }

  /** @param {File | undefined} file */
  async _load(file) {
    if (!file) return;
    this._field.value = await file.text();
    this._file.value = "";
    await this._open();
  }

  async _open() {
    const text = this._field.value.trim();
    this._complain([]);
    if (!text) return this._field.focus();
    try {
      const found = await this._read(text);
      if (found.length === 1) return found[0].open();
      fill(
        this._found,
        found.map(({ title, open }) => button(title, open)),
      );
    } catch (error) {
      this._complain([/** @type {Error} */ (error).message]);
    }
  }

  /** Return what a text contains; none if its flaws are shown. @param {string} text @returns {Promise<Found[]>} */
  async _read(text) {
    const [link] = /#\/\S+/.exec(text) ?? [];
    if (link && !text.includes("\n")) return [{ title: "", open: () => (location.hash = link) }];
    const asked = /[?&]position=([^&\s]+)/.exec(text);
    if (asked) return this._read(decodeURIComponent(asked[1]));
    if (RECORD.test(text)) {
      const { games } = await ask("/api/records/read", { text });
      return games.map((game, number) => ({
        title: say("record.game", { number: number + 1 }),
        open: () => this._onrecord(trees.fromRecord(game)),
      }));
    }
    if (/^[a-z+-]+:\S+$/.test(text)) {
      const { position, flaws } = await ask("/api/setup", { position: text });
      this._complain(flaws);
      return position ? [opening(position, "")] : [];
    }
    const { positions } = await ask("/api/positions/read", { text });
    return positions.map(({ position, title }) => opening(position, title));
  }

  /** @param {string[]} flaws */
  _complain(flaws) {
    fill(this._found);
    fill(
      this._flaws,
      flaws.map((flaw) => h("li", {}, linked(`${capital(flaw)}.`))),
    );
    this._field.setAttribute("aria-invalid", String(flaws.length > 0));
  }
}

/** @param {string} position @param {string} title @returns {Found} */
function opening(position, title) {
  return { title, open: () => (location.hash = linkTo("play", position)) };
}
