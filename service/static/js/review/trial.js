/**
 * A mistake as a small puzzle: what should have been played instead? Moves are judged by their proved
 * values; the answer, and the refutation of the mistake, are shown on request as lines to step through.
 */

import { Analyst } from "../analysis/analyst.js";
import { thrown } from "../analysis/judged.js";
import { ask } from "../common/api.js";
import { announce, button, fill, h, reveal } from "../common/dom.js";
import { Request } from "../common/request.js";
import { say } from "../common/say.js";
import { capital, valued } from "../common/words.js";
import { holding } from "../game/persons.js";
import * as trees from "../game/tree.js";

/** @typedef {trees.Node} Node */

export class Trial {
  /**
   * @param {import("../game/session.js").Session} session
   * @param {object} acts
   * @param {() => void} acts.onnext goes on to the next mistake
   * @param {() => void} acts.onbegin is called when it is on the board
   * @param {() => void} acts.onend is called when it is over
   * @param {(error: Error) => void} acts.oncomplain
   */
  constructor(session, { onnext, onbegin, onend, oncomplain }) {
    this._session = session;
    this._onbegin = onbegin;
    this._onend = onend;
    /** The mistake to improve on, null if there is none. @type {Node | null} */
    this.mistake = null;
    this._analyst = new Analyst(() => {});
    this._request = new Request({ onfail: oncomplain });
    this._question = h("p", { class: "goal" });
    this._said = h("p", { class: "feedback" });
    this._line = h("p", { class: "line-shown" });
    this._next = button(say("trial.next"), onnext, { data: { act: "next-mistake" } });
    this._why = button("", () => this._refute(), { data: { act: "refute" } });
    this.element = h(
      "div",
      { class: "trial", role: "group", aria: { label: say("trial.label") } },
      this._question,
      this._said,
      this._line,
      h(
        "div",
        { class: "acts" },
        button(say("trial.answer"), () => this._answer(), { data: { act: "answer" } }),
        this._why,
        this._next,
        button(say("trial.end"), () => this.end(), { data: { act: "end-trial" } }),
      ),
    );
    this.element.hidden = true;
  }

  /** Whether the user is looking for a better move at the current node. */
  get isOn() {
    return this.mistake !== null && this._session.at === this.mistake.parent;
  }

  /** Ask for a better move than a mistake. @param {Node} mistake @param {boolean} isLast whether it is the last mistake */
  async begin(mistake, isLast) {
    this._stop();
    this.mistake = mistake;
    this.element.hidden = false;
    this._next.hidden = isLast;
    this._why.textContent = say("trial.refute", { move: mistake.move });
    this._tell("");
    fill(this._line);
    const player = mistake.judged?.player ?? "";
    const name = holding(this._session, player);
    const move = mistake.move + (mistake.judged?.mark ?? "");
    this._question.textContent = say("trial.question", { player: name, move });
    announce(this._question.textContent);
    await this._session.go(mistake.parent);
    reveal(this.element);
    this._onbegin();
  }

  /** End the puzzle, as when the user has gone elsewhere in the game. */
  end() {
    if (!this.mistake) return;
    this._stop();
    this.mistake = null;
    this.element.hidden = true;
    this._onend();
  }

  /** Judge a move. @param {string} move */
  async attempt(move) {
    const mistake = this.mistake;
    const board = mistake?.parent?.board;
    if (!mistake || !board || !mistake.judged) return;
    if (move === mistake.move) return this._tell(say("trial.same", { move }), "wrong");
    const answer = await this._analyst.analyse(board.position);
    const tried = answer?.moves.find((other) => other.move === move);
    if (this.mistake !== mistake || !answer || !tried) return;
    if (tried.result === null || answer.result === null)
      return this._tell(say("trial.open", { move }));
    const isSlip = !mistake.judged.lost.result;
    const isRight = isSlip ? tried.best === true : tried.result === answer.result;
    const text = valued(answer, tried, board.is_first).text;
    if (isRight) return this._tell(say("trial.right", { move, text }), "right");
    const why =
      tried.result === answer.result
        ? say("trial.slower", { move, text })
        : thrown(move, answer.result, tried.result);
    this._tell(`${why} ${say("trial.again")}`, "wrong");
  }

  /** Show what should have been played, and how play continues. */
  _answer() {
    const judged = this.mistake?.judged;
    if (!judged?.better || !this.mistake?.parent) return;
    const line = judged.line.length ? judged.line : [judged.better];
    this._show(this.mistake.parent, line, say("trial.better", { move: judged.better }));
  }

  /** Show how the other side exploits the mistake. */
  async _refute() {
    const mistake = this.mistake;
    if (!mistake) return;
    const position = await this._positionOf(mistake);
    if (!position || this.mistake !== mistake) return;
    const found = await this._request.run((asking) => ask("/api/solve", { position }, asking));
    if (!found || this.mistake !== mistake) return;
    if (found.status !== "proved") return this._tell(say("trial.no_refutation"));
    const ends = say("trial.refuted", { move: mistake.move, end: this._outcome(found) });
    this._show(mistake, found.line, ends);
  }

  /** @param {import("../common/types.js").Answer} found */
  _outcome({ result, winner, par }) {
    if (result === "unsolvable")
      return par === null ? say("trial.unsolvable") : say("trial.par", { count: par });
    if (winner === null) return say("trial.draw");
    return say("trial.wins", { player: capital(winner) });
  }

  /** Return the position of a node, loading it if necessary. @param {Node} node */
  async _positionOf(node) {
    if (node.position) return node.position;
    const { parent, move } = node;
    const body = { position: parent?.position, moves: [move] };
    const board = await this._request.run((asking) => ask("/api/board", body, asking));
    return board?.position ?? "";
  }

  /** Add a line to the game, and show it to step through. @param {Node} from @param {string[]} moves @param {string} text */
  _show(from, moves, text) {
    const last = trees.addLine(from, moves);
    this._session.redraw();
    const nodes = trees.path(last).slice(from.ply + 1);
    this._tell(text);
    fill(
      this._line,
      nodes.map((node) => button(node.move, () => this._session.go(node), { class: "ply" })),
    );
  }

  /** @param {string} text @param {"" | "right" | "wrong"} [kind] */
  _tell(text, kind = "") {
    this._said.textContent = text;
    this._said.className = `feedback ${kind}`;
    if (text) announce(text);
  }

  _stop() {
    this._analyst.stop();
    this._request.stop();
  }
}
