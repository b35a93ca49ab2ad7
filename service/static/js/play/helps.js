/** What a player may do besides moving: take back, ask for a hint, resign. The record says so. */

import { STEPS, hintAt } from "../board/hints.js";
import { ask } from "../common/api.js";
import { announce, button, h } from "../common/dom.js";
import { Request } from "../common/request.js";
import { say } from "../common/say.js";
import { Work } from "../common/work.js";
import { full } from "../game/strength.js";

/** Seconds that the computer thinks about a hint. */
const SECONDS = 3;

export class Helps {
  /**
   * @param {import("../game/session.js").Session} session
   * @param {import("../board/table.js").Table} table
   * @param {(error: Error) => void} oncomplain
   */
  constructor(session, table, oncomplain) {
    this._session = session;
    this._table = table;
    const work = new Work(say("helps.thinking"), () => this._request.stop());
    this._request = new Request({ work, onfail: oncomplain });
    this._back = button(say("helps.back"), () => this.takeBack(), { data: { act: "take-back" } });
    this._hint = button(say("helps.hint"), () => this._help(), { data: { act: "hint" } });
    this._resign = button(say("helps.resign"), () => this._giveUp(), { data: { act: "resign" } });
    this.buttons = h("span", { class: "inline" }, this._back, this._hint, this._resign);
    this._said = h("p", { class: "said" });
    this.element = h("div", {}, work.element, this._said);
    /** The position of the last hint, its best move, and how much of it has been told. @type {{at: any, reply: import("../common/types.js").Reply, step: number} | null} */
    this._told = null;
  }

  show() {
    const { at, isGame, outcome } = this._session;
    this.buttons.hidden = !isGame || outcome !== null;
    const isYours = !this._session.isComputers();
    this._back.disabled = !this._before();
    this._hint.disabled = this._resign.disabled = !isYours;
    if (this._told?.at === at) return;
    this._request.forget();
    this._said.textContent = "";
  }

  /** Stop looking for a hint. */
  stop() {
    this._request.stop();
  }

  /** Take back your last move, and the computer's reply. */
  takeBack() {
    const found = this._before();
    if (!found) return;
    note(found.taken, say("record.taken_back"));
    this._session.go(found.to);
  }

  /** Return the last position in which a person moved, and the move. */
  _before() {
    for (let at = this._session.at; at?.parent; at = at.parent)
      if (!this._session.isComputers(at.parent)) return { to: at.parent, taken: at };
    return null;
  }

  async _help() {
    const { at, opponent } = this._session;
    if (!at?.board) return;
    if (this._told?.at !== at) {
      const { level } = full(opponent);
      const question = { position: at.position, level, seconds: SECONDS, wait: 1 };
      const reply = await this._request.run((asking) => ask("/api/opponent", question, asking));
      if (!reply || this._session.at !== at) return;
      this._told = { at, reply, step: 0 };
      note(at, say("record.hint"));
    }
    const { reply, step } = this._told;
    this._told.step = Math.min(step + 1, STEPS);
    const squares = at.board.moves.find(({ move }) => move === reply.move)?.squares ?? [];
    const hint = hintAt(at.board, reply.move, squares, this._told.step);
    const sure = say(reply.proved ? "helps.proved" : "helps.unproved");
    this._said.textContent = this._told.step < STEPS ? hint.text : `${hint.text} ${sure}`;
    announce(this._said.textContent);
    this._table.point(hint.squares);
  }

  _giveUp() {
    if (confirm(say("helps.resign_sure"))) this._session.resign(say("record.resigned"));
  }
}

/** Write a note beside a move, once. @param {import("../game/tree.js").Node} at @param {string} text */
function note(at, text) {
  if (!at.comment.includes(text)) at.comment = [at.comment, text].filter(Boolean).join(" ");
}
