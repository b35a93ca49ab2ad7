/** A field for a position from elsewhere: it shows what is wrong with it, by the rules. */

import { linkTo } from "../common/address.js";
import { ask } from "../common/api.js";
import { fill, h } from "../common/dom.js";
import { linked } from "../common/rules.js";
import { say } from "../common/say.js";
import { capital } from "../common/words.js";

export class Paste {
  constructor() {
    this._field = h("input", {
      type: "text",
      id: "paste",
      autocomplete: "off",
      spellcheck: "false",
      placeholder: say("front.paste_form"),
      aria: { describedby: "paste-flaws" },
      oninput: () => this._complain([]),
    });
    this._flaws = h("ul", { class: "flaws", id: "paste-flaws", role: "alert" });
    this.element = h(
      "form",
      { class: "paste panel", onsubmit: (/** @type {Event} */ event) => this._submit(event) },
      h("h2", {}, h("label", { for: "paste" }, say("front.paste"))),
      h("p", { class: "quiet" }, say("front.paste_hint")),
      h(
        "div",
        { class: "paste-row" },
        this._field,
        h("button", { type: "submit", class: "primary" }, say("front.paste_go")),
      ),
      this._flaws,
    );
  }

  focus() {
    this.element.scrollIntoView({ block: "center" });
    this._field.focus();
  }

  /** @param {Event} event */
  async _submit(event) {
    event.preventDefault();
    const text = this._field.value.trim();
    if (!text) return this._field.focus();
    try {
      const { position, flaws } = await ask("/api/setup", { position: text });
      if (position) location.hash = linkTo("play", position);
      else this._complain(flaws);
    } catch (error) {
      this._complain([/** @type {Error} */ (error).message]);
    }
  }

  /** @param {string[]} flaws */
  _complain(flaws) {
    fill(
      this._flaws,
      flaws.map((flaw) => h("li", {}, linked(`${capital(flaw)}.`))),
    );
    this._field.setAttribute("aria-invalid", String(flaws.length > 0));
  }
}
