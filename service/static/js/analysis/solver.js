/**
 * Ways to see how it ends: a solution, or best play, as moves to step through; and a game against the
 * proof, in which the computer plays the winning side and answers every move.
 */

import { ask } from "../common/api.js";
import { announce, button, h } from "../common/dom.js";
import { Request } from "../common/request.js";
import { say } from "../common/say.js";
import { capital } from "../common/words.js";
import { Work } from "../common/work.js";
import { COMPUTER, YOU } from "../game/session.js";
import { full } from "../game/strength.js";
import { knownOf } from "./analyst.js";

export class Solver {
  /**
   * @param {import("../game/session.js").Session} session
   * @param {(error: Error) => void} oncomplain
   * @param {(isBusy: boolean) => void} onbusy is called when solving begins, and when it is over
   */
  constructor(session, oncomplain, onbusy) {
    this._session = session;
    const work = new Work(say("solver.work"), () => this.stop());
    this._request = new Request({ work, onbusy, onfail: oncomplain });
    this._ask = button("", () => this._line(), { data: { act: "solution" } });
    this._prove = button(say("solver.prove"), () => this._proof(), { data: { act: "proof" } });
    /** The buttons, to stand among others. */
    this.buttons = h("span", { class: "inline solving" }, this._ask, this._prove);
    this._said = h("p", { class: "said" });
    /** Whether the message also holds at other positions of the game. */
    this._isLasting = false;
    this.element = h("div", {}, work.element, this._said);
    session.addEventListener("change", (event) => {
      const { cause } = /** @type {CustomEvent} */ (event).detail;
      if (cause !== "open" && cause !== "play" && cause !== "go") return;
      this.stop();
      if (cause === "open" || !this._isLasting) this._said.textContent = "";
    });
  }

  /** Stop solving. */
  stop() {
    this._request.stop();
  }

  show() {
    const board = this._session.at?.board;
    this.buttons.hidden = !board || board.outcome !== null;
    this._ask.textContent = say(board?.is_solitaire ? "solver.solution" : "solver.best");
    this._prove.hidden = board?.is_solitaire ?? true;
  }

  async _line() {
    const found = await this._solve();
    if (!found) return;
    const { line, result } = found;
    if (!line.length)
      return this._say(say(result === "unsolvable" ? "verdict.unsolvable" : "solver.no_line"));
    this._session.add(line);
    this._say(say("solver.added", { count: line.length, line: line.join(" ") }), true);
  }

  async _proof() {
    const found = await this._solve();
    if (!found) return;
    if (!found.winner)
      return this._say(found.result === "draw" ? say("solver.draw") : say("solver.no_proof"));
    const winner = this._session.holder(found.winner);
    this._session.strengthen(full(this._session.opponent));
    for (const player of this._session.players)
      this._session.sit(player, player === winner ? COMPUTER : YOU);
    this._say(say("solver.try", { player: capital(found.winner) }), true);
  }

  /** Return what is known about the position, or solve it; null, after a message, if that fails. */
  async _solve() {
    const at = this._session.at;
    if (!at) return null;
    this._say("");
    const known = knownOf(at.position);
    if (known?.line.length) return known;
    const { position } = at;
    const found = await this._request.run((asking) => ask("/api/solve", { position }, asking));
    if (!found || this._session.at !== at) return null;
    if (found.status === "proved") return found;
    this._say(say("verdict.unknown"));
    return null;
  }

  /** @param {string} text @param {boolean} [isLasting] */
  _say(text, isLasting = false) {
    this._said.textContent = text;
    this._isLasting = isLasting;
    if (text) announce(text);
  }
}
