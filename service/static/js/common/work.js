/** A line that shows the progress of the service's work, with a button that stops it where nothing else does. */

import { button, fill, h } from "./dom.js";
import { say } from "./say.js";
import { percent } from "./words.js";

export class Work {
  /** @param {string} what @param {(() => void) | null} [onstop] */
  constructor(what, onstop = null) {
    this._what = what;
    this._bar = h("progress", { max: "1", aria: { label: what } });
    this._text = h("span", {});
    this._stop =
      onstop &&
      button(say("page.stop"), onstop, { aria: { label: say("page.stop_what", { what }) } });
    this.element = h("div", { class: "work" });
    this.element.hidden = true;
  }

  /** @param {import("./api.js").Progress | null} progress */
  show(progress) {
    if (progress?.share) this._bar.value = progress.share;
    else this._bar.removeAttribute("value");
    const what = this._what;
    const parts = [progress?.state === "waiting" ? say("page.waiting", { what }) : what];
    if (progress?.share) parts.push(say("page.share", { share: percent(progress.share) }));
    if (progress?.nodes) parts.push(say("page.positions", { count: progress.nodes }));
    this._text.textContent = `${parts.join(", ")} …`;
    if (this.element.hidden) fill(this.element, this._bar, this._text, this._stop);
    this.element.hidden = false;
  }

  hide() {
    this.element.hidden = true;
  }
}
