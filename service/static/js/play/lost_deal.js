/**
 * A solitaire deal that can no longer be solved: how few pieces can still be left, and the way back to
 * the mistake. Signs on the squares would be the same for every move.
 */

import { ask } from "../common/api.js";
import { button, fill, h } from "../common/dom.js";
import { Request } from "../common/request.js";
import { say } from "../common/say.js";
import * as trees from "../game/tree.js";

/** @typedef {import("../game/tree.js").Node} Node */

export class LostDeal {
  /** @param {import("../game/session.js").Session} session @param {(error: Error) => void} onfail */
  constructor(session, onfail) {
    this._session = session;
    this._request = new Request({ onfail });
    this.element = h("div", { class: "lost", role: "status" });
    this.element.hidden = true;
  }

  /** Show nothing: there is another position, or one that can be solved. */
  clear() {
    this._request.forget();
    this.element.hidden = true;
    fill(this.element);
  }

  /** Say how few pieces can still be left, if the deal is lost. @param {Node} at */
  async show(at) {
    this.clear();
    const found = await this._request.run(async (asking) => {
      const { par } = await ask("/api/solve", { position: at.position, par: true }, asking);
      return { par, mistake: await mistakeOn(trees.path(at), asking) };
    });
    if (!found || this._session.at !== at) return;
    const { par, mistake } = found;
    const back = () => this._session.go(mistake?.parent);
    fill(
      this.element,
      mistake &&
        h("p", {}, say("solitaire.mistake_at", { number: mistake.ply, move: mistake.move })),
      par !== null && h("p", {}, say("solitaire.par", { count: par })),
      mistake && button(say("solitaire.to_mistake"), back, { data: { act: "mistake" } }),
    );
    this.element.hidden = false;
  }
}

/**
 * Return the first node of a line of play that can no longer be solved, null if even its root cannot.
 * After the mistake no node can be solved, so this is a binary search.
 *
 * @param {Node[]} line its last node cannot be solved
 * @param {import("../common/api.js").Asking} asking
 */
async function mistakeOn(line, asking) {
  let [least, most] = [0, line.length - 1];
  while (least < most) {
    const middle = Math.floor((least + most) / 2);
    const found = await ask("/api/solve", { position: line[middle].position }, asking);
    if (found.result === "unsolvable") most = middle;
    else least = middle + 1;
  }
  return most ? line[most] : null;
}
