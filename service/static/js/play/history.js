/** The moves of the game with its variations, and the buttons that step through it. */

import { button, h, replace } from "../common/dom.js";
import { Panel } from "../common/panel.js";
import { say } from "../common/say.js";
import * as trees from "../game/tree.js";
import { thrown } from "../analysis/judged.js";

/** @typedef {import("../game/tree.js").Node} Node */

export class History {
  /** @param {import("../game/session.js").Session} session */
  constructor(session) {
    this._session = session;
    /** The buttons that step through the game, to be placed near the board. */
    this.steps = h(
      "div",
      { class: "acts steps", role: "group", aria: { label: say("history.steps") } },
      this._steps(),
    );
    this._changes = h("div", { class: "acts" }, this._edits());
    this._moves = h("div", { class: "history" });
    this._note = h("p", { class: "note" });
    const panel = new Panel("game", say("history.label"), say("history.title"));
    panel.body.append(this._moves, this._note, this._changes);
    this.element = panel.element;
  }

  show() {
    const { root, at } = this._session;
    if (!root || !at) return;
    const end = !at.children.length;
    this._enable("first", at.parent !== null);
    this._enable("back", at.parent !== null);
    this._enable("on", !end);
    this._enable("last", !end);
    this._enable(
      "promote",
      trees.path(at).some((node) => node.parent && node.parent.children[0] !== node),
    );
    this._enable("remove", at.parent !== null);
    replace(
      this._moves,
      [this._line(root), !root.children.length && h("p", { class: "quiet" }, say("history.none"))],
      () => this._moves.querySelector("[aria-current]"),
    );
    this._note.textContent = noteOf(at);
    this._note.hidden = !this._note.textContent;
  }

  _steps() {
    return [
      act("first", "|◀", say("history.first"), () => this.step("first")),
      act("back", "◀", say("history.back"), () => this.step("back")),
      act("on", "▶", say("history.on"), () => this.step("on")),
      act("last", "▶|", say("history.last"), () => this.step("last")),
    ];
  }

  /** Step through the game. @param {"first" | "back" | "on" | "last"} way */
  step(way) {
    const { root, at } = this._session;
    if (!at) return;
    const to = { first: root, back: at.parent, on: at.children[0], last: trees.line(at).at(-1) }[
      way
    ];
    if (to && to !== at) this._session.go(to);
  }

  _edits() {
    const session = this._session;
    return [
      act("promote", say("history.promote"), null, () => session.promote()),
      act("remove", say("history.remove"), null, () => session.remove()),
    ];
  }

  /** @param {string} name @param {boolean} isEnabled */
  _enable(name, isEnabled) {
    const wanted = `[data-act="${name}"]`;
    const found = this.steps.querySelector(wanted) ?? this._changes.querySelector(wanted);
    found.disabled = !isEnabled;
  }

  /** Return the list of moves after a node: the main line, with variations below the moves that they replace. @param {Node} from @returns {any} */
  _line(from) {
    const items = [];
    let isFresh = true;
    for (let at = from; at.children.length; at = at.children[0]) {
      const [main, ...others] = at.children;
      items.push(this._move(main, isFresh));
      isFresh = others.length > 0;
      for (const other of others) {
        items.push(h("div", { class: "variation" }, this._move(other, true), this._line(other)));
      }
    }
    return h("div", { class: "line" }, items);
  }

  /** @param {Node} node @param {boolean} isFresh whether it needs a number before it */
  _move(node, isFresh) {
    const isHere = node === this._session.at;
    return h(
      "button",
      {
        type: "button",
        class: "ply",
        aria: { current: isHere ? "step" : null },
        onclick: () => this._session.go(node),
      },
      this._number(node, isFresh),
      node.move,
      node.mark && h("span", { class: "mark" }, node.mark),
    );
  }

  /** @param {Node} node @param {boolean} isFresh */
  _number(node, isFresh) {
    const start = this._session.root;
    const number = numberOf(node, start?.board);
    return number.isSecond && !isFresh ? null : h("span", { class: "number" }, `${number.text} `);
  }
}

/** Return a move's number: for two players, a number covers one move of each; in solitaire, every move has its own. @param {Node} node @param {import("../common/types.js").Board | null | undefined} start */
function numberOf(node, start) {
  if (!start || start.is_solitaire) return { text: `${node.ply}.`, isSecond: false };
  const ply = node.ply - 1 + (start.is_first ? 0 : 1);
  const isSecond = ply % 2 === 1;
  return { text: `${Math.floor(ply / 2) + 1}${isSecond ? "…" : "."}`, isSecond };
}

/** @param {Node} node */
function noteOf(node) {
  const lost = node.judged ? judgement(node.judged) : "";
  return [node.comment, lost].filter(Boolean).join(" ");
}

/** Say what a move gave away. @param {import("../common/types.js").AnnotatedMove} judged what an annotation says about it */
function judgement({ mark, move, lost, better, only_move: isOnly, before, after }) {
  const instead = better ? ` ${say("judged.better", { better })}` : "";
  if (lost.result === null) return say("judged.open", { move });
  if (lost.result) return `${mark} ${thrown(move, before.result, after.result)}${instead}`;
  if (mark === "?!") return `${mark} ${say("judged.slip", { move })}${instead}`;
  return isOnly ? `${mark} ${say("judged.only", { move })}` : "";
}

/** @param {string} name @param {string} text @param {string | null} label @param {() => void} onclick */
function act(name, text, label, onclick) {
  return button(text, onclick, { data: { act: name }, aria: { label }, title: label });
}
