/** What the service is working at: a line with the progress, and a button that stops it. */

import { button, fill, h } from "./dom.js";

export class Work {
  /** @param {string} what @param {() => void} onstop */
  constructor(what, onstop) {
    this._what = what;
    this._bar = h("progress", { max: "1", aria: { label: what } });
    this._text = h("span", {});
    this._stop = button("Stop", onstop, { aria: { label: `Stop: ${what}` } });
    this.element = h("div", { class: "work" });
    this.element.hidden = true;
  }

  /** @param {import("./api.js").Progress | null} progress */
  show(progress) {
    if (progress?.share) this._bar.value = progress.share;
    else this._bar.removeAttribute("value");
    const share = progress?.share ? `, ${Math.round(progress.share * 100)} %` : "";
    const nodes = progress?.nodes ? `, ${progress.nodes.toLocaleString("en")} positions` : "";
    const waits = progress?.state === "waiting" ? ": waiting for other searches to end" : "";
    this._text.textContent = `${this._what}${waits}${share}${nodes} …`;
    if (this.element.hidden) fill(this.element, this._bar, this._text, this._stop);
    this.element.hidden = false;
  }

  hide() {
    this.element.hidden = true;
  }
}
