/** The list of legal moves, best first if that is known, each with its worth in words. */

import { badgeClass } from "../board/grid.js";
import { h, replace } from "../common/dom.js";
import { Panel } from "../common/panel.js";
import { say } from "../common/say.js";

/** @typedef {import("./worth.js").Worth} Worth */

export class MovesList {
  /** @param {(move: string) => void} onmove @param {{focus: () => void}} rest takes the keyboard's focus when there are no moves */
  constructor(onmove, rest) {
    this._onmove = onmove;
    this._rest = rest;
    this._list = h("ul", { class: "moves" });
    this._count = h("span", { class: "count" });
    this._panel = new Panel("moves", say("moves.label"), [say("moves.title"), " ", this._count]);
    this._panel.body.append(this._list);
    this.element = this._panel.element;
  }

  /** @param {string[]} moves in the order to show @param {Map<string, Worth>} worth @param {boolean} isOpen */
  show(moves, worth, isOpen) {
    this._count.textContent = String(moves.length);
    this._list.classList.toggle("plain", !worth.size);
    replace(
      this._list,
      moves.map((move) => h("li", {}, this._item(move, worth.get(move), isOpen))),
      (move) =>
        this._list.querySelector(`[data-move="${move}"]`) ??
        this._list.querySelector("button") ??
        this._rest,
    );
    this.element.hidden = !moves.length;
  }

  /** @param {string} move @param {Worth | undefined} worth @param {boolean} isOpen */
  _item(move, worth, isOpen) {
    return h(
      "button",
      {
        type: "button",
        class: "move",
        data: { move },
        aria: {
          label: [move, worth?.text, worth?.best && say("moves.best")].filter(Boolean).join(", "),
          // Only `aria-disabled`: a disabled button would lose the keyboard's focus.
          disabled: isOpen ? null : true,
        },
        onclick: () => isOpen && this._onmove(move),
      },
      h("span", { class: "name" }, move),
      worth &&
        h("span", { class: badgeClass(worth), aria: { hidden: "true" } }, worth.sign + worth.brief),
      worth && bar(worth),
      worth &&
        h(
          "span",
          { class: "words" },
          worth.text,
          worth.best && h("b", { class: "star" }, ` ${say("moves.best")}`),
        ),
    );
  }
}

/** Draw how far a move wins, in the winner's colour. @param {Worth} worth */
function bar({ kind, side, weight }) {
  const filled = h("span", { class: "bar-fill" });
  filled.style.setProperty("--share", String(weight));
  return h(
    "span",
    { class: ["bar", kind, side].filter(Boolean).join(" "), aria: { hidden: "true" } },
    filled,
  );
}
