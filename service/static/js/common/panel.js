/** A part of the page that can be folded up; whether it is, the browser remembers. */

import { h } from "./dom.js";
import { recall, remember } from "./settings.js";

const NAME = "panels";

export class Panel {
  /**
   * @param {string} name what it is remembered by
   * @param {string} label what it is, for screen readers
   * @param {any} title
   * @param {boolean} [isOpen] whether it is open until somebody folds it
   */
  constructor(name, label, title, isOpen = true) {
    /** What the panel holds. */
    this.body = h("div", { class: "panel-body" });
    this._details = h(
      "details",
      {
        open: recall(NAME, /** @type {Record<string, boolean>} */ ({}))[name] ?? isOpen,
        ontoggle: () => remember(NAME, { ...recall(NAME, {}), [name]: this._details.open }),
      },
      h("summary", {}, h("h2", {}, title)),
      this.body,
    );
    this.element = h("section", { class: "panel", aria: { label } }, this._details);
  }

  /** Open the panel. */
  open() {
    this._details.open = true;
  }
}
