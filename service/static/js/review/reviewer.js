/** The button that has the game reviewed, with its progress and what comes of it. */

import { announce, button, fill, h } from "../common/dom.js";
import { Request } from "../common/request.js";
import { Work } from "../common/work.js";
import { titleOf } from "../game/persons.js";
import * as trees from "../game/tree.js";
import { review, summary } from "./review.js";

export class Reviewer {
  /**
   * @param {import("../game/session.js").Session} session
   * @param {(error: Error) => void} oncomplain
   * @param {(isBusy: boolean) => void} onbusy is told that a review begins, or is over
   */
  constructor(session, oncomplain, onbusy) {
    this._session = session;
    const work = new Work("Reviewing the game", () => this.stop());
    this._request = new Request({ work, onbusy, onfail: oncomplain });
    this._button = button("Find the mistakes", () => this._review(), { data: { act: "review" } });
    this._said = h("p", { class: "said" });
    /** The last node of the game that was reviewed. @type {trees.Node | null} */
    this._end = null;
    this.element = h("div", {}, this._button, work.element, this._said);
    session.addEventListener("change", (event) => {
      if (/** @type {CustomEvent} */ (event).detail.cause === "open") this._forget();
    });
  }

  show() {
    const at = this._session.at;
    this._button.disabled = !at || trees.line(at).length < 2;
    // What was said of one game is not true of another, which goes on or branches off.
    this._said.hidden = !at || trees.line(at).at(-1) !== this._end;
  }

  /** Review no longer. */
  stop() {
    this._request.stop();
  }

  _forget() {
    this.stop();
    fill(this._said);
  }

  async _review() {
    const { root, at } = this._session;
    if (!at) return;
    fill(this._said);
    const end = /** @type {trees.Node} */ (trees.line(at).at(-1));
    const annotation = await this._request.run((asking) => review(at, asking));
    if (!annotation || this._session.root !== root) return;
    this._end = end;
    const name = (/** @type {string} */ person) => titleOf(this._session, person, end);
    this._said.textContent = summary(annotation, name);
    announce(this._said.textContent);
    this._session.redraw();
  }
}
