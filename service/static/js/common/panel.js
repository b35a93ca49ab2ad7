/** A part of the page that can be folded; the browser remembers whether it is. */

import { h } from "./dom.js";
import { isFlag, recordOf, Stored } from "./stored.js";

const OPEN = new Stored("panels", /** @type {Record<string, boolean>} */ ({}), recordOf(isFlag));

export class Panel {
  /**
   * @param {string} name the name under which its state is remembered
   * @param {string} label its label for screen readers
   * @param {any} title
   * @param {boolean} [isOpen] whether it is open at first
   */
  constructor(name, label, title, isOpen = true) {
    /** The content of the panel. */
    this.body = h("div", { class: "panel-body" });
    this._details = h(
      "details",
      {
        open: OPEN.read()[name] ?? isOpen,
        ontoggle: () => OPEN.write({ ...OPEN.read(), [name]: this._details.open }),
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
