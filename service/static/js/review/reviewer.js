/** The review: what each move of the game gave away, and its mistakes in order, each as a small puzzle. */

import { thrown } from "../analysis/judged.js";
import { review, summary } from "../analysis/review.js";
import { announce, button, fill, h } from "../common/dom.js";
import { Panel } from "../common/panel.js";
import { Request } from "../common/request.js";
import { say } from "../common/say.js";
import { Work } from "../common/work.js";
import { titleOf } from "../game/persons.js";
import * as trees from "../game/tree.js";
import { Trial } from "./trial.js";

/** @typedef {trees.Node} Node */

export class Reviewer {
  /**
   * @param {import("../game/session.js").Session} session
   * @param {object} hearers
   * @param {(error: Error) => void} hearers.oncomplain
   * @param {(isBusy: boolean) => void} hearers.onbusy is called when a review begins, and when it is over
   * @param {() => void} hearers.ontrial is called when the user begins to look for a better move
   * @param {() => void} hearers.onend is called when that is over
   */
  constructor(session, { oncomplain, onbusy, ontrial, onend }) {
    this._session = session;
    const work = new Work(say("review.work"), () => this.stop());
    this._request = new Request({ work, onbusy, onfail: oncomplain });
    this._button = button(say("review.begin"), () => this.review(), { data: { act: "review" } });
    this._said = h("p", { class: "said" });
    this._list = h("ol", { class: "mistakes" });
    this.trial = new Trial(session, {
      onnext: () => this._next(),
      onbegin: ontrial,
      onend,
      oncomplain,
    });
    /** The last node of the game that was reviewed. @type {Node | null} */
    this._end = null;
    /** Its moves that gave something away, in order. @type {Node[]} */
    this._mistakes = [];
    const panel = new Panel("review", say("review.label"), say("review.title"));
    panel.body.append(this._button, work.element, this._said, this._list);
    this.element = panel.element;
    session.addEventListener("change", (event) => {
      const { cause } = /** @type {CustomEvent} */ (event).detail;
      if (cause === "open") this._forget();
      else if (cause !== "shape" && this.trial.mistake && !this.trial.isOn) this.trial.end();
    });
  }

  show() {
    const at = this._session.at;
    this._button.disabled = !at || trees.line(at).length < 2;
    // A summary of one game does not hold for another that continues or branches off.
    this._said.hidden = !at || trees.line(at).at(-1) !== this._end;
    for (const [number, item] of [...this._list.querySelectorAll("button")].entries()) {
      const mistake = this._mistakes[number];
      const isHere = mistake === at || mistake === this.trial.mistake;
      if (isHere) item.setAttribute("aria-current", "true");
      else item.removeAttribute("aria-current");
    }
  }

  /** Stop the review. */
  stop() {
    this._request.stop();
  }

  _forget() {
    this.stop();
    this.trial.end();
    this._end = null;
    this._mistakes = [];
    fill(this._said);
    fill(this._list);
  }

  /** Review the game. */
  async review() {
    const { root, at } = this._session;
    if (!at) return;
    this._forget();
    const end = /** @type {Node} */ (trees.line(at).at(-1));
    const annotation = await this._request.run((asking) => review(at, asking));
    if (!annotation || this._session.root !== root) return;
    this._end = end;
    const name = (/** @type {string} */ person) => titleOf(this._session, person, end);
    this._said.textContent = summary(annotation, name);
    announce(this._said.textContent);
    this._mistakes = trees.path(end).filter(({ judged }) => judged?.mark.includes("?"));
    fill(
      this._list,
      this._mistakes.map((node) =>
        h(
          "li",
          {},
          button(this._lineOf(node), () => this._try(node), { class: "mistake" }),
        ),
      ),
    );
    this._session.redraw();
  }

  /** Return what a mistake gave away, in one line. @param {Node} node */
  _lineOf({ judged, move }) {
    if (!judged) return move;
    const { number, mark, lost, before, after } = judged;
    const what = lost.result
      ? thrown(move, before.result, after.result)
      : say("judged.slip", { move });
    return h(
      "span",
      {},
      h("b", {}, `${number} ${move}${mark}`),
      ` ${what} `,
      h("i", {}, say("review.better")),
    );
  }

  /** @param {Node} mistake */
  _try(mistake) {
    this.trial.begin(mistake, this._mistakes.at(-1) === mistake);
  }

  _next() {
    const number = this._mistakes.indexOf(/** @type {Node} */ (this.trial.mistake));
    if (this._mistakes[number + 1]) this._try(this._mistakes[number + 1]);
  }
}
