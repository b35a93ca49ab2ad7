/** A lesson: a board on which to try one rule. Legal moves are played; others show the rule they break. */

import { Table } from "../board/table.js";
import { ask, boardOf } from "../common/api.js";
import { announce, button, fill, h } from "../common/dom.js";
import { linked } from "../common/rules.js";
import { say } from "../common/say.js";
import { ending, told } from "../common/words.js";

/** @typedef {import("../common/types.js").LessonRecord} LessonRecord */

export class Lesson {
  /**
   * @param {LessonRecord} lesson
   * @param {number} number counted from 1
   * @param {boolean} isDone
   * @param {() => void} ondone
   */
  constructor(lesson, number, isDone, ondone) {
    this._lesson = lesson;
    this._ondone = ondone;
    this._isDone = isDone;
    /** The moves played so far. @type {string[]} */
    this._moves = [];
    /** @type {import("../common/types.js").Board | null} */
    this._board = null;
    this._asked = new AbortController();
    this._table = new Table({
      onmove: (move) => this._play(move),
      onrefused: (square) => this._refuse([square]),
      onback: () => this._goTo(this._moves.slice(0, -1)),
    });
    this._mark = h("span", { class: "lesson-mark" });
    this._said = h("p", { class: "lesson-said", role: "status" });
    this._again = button(say("learn.again"), () => this._goTo([]), { hidden: true });
    const tries = lesson.tries.map((squares) =>
      button(squares.replaceAll(" ", "–"), () => this._refuse(squares.split(" ")), {
        class: "chip",
        aria: { label: say("learn.try_square", { squares }) },
      }),
    );
    this.element = h(
      "section",
      { class: "lesson panel", aria: { labelledby: `lesson-${number}` } },
      h("h2", { id: `lesson-${number}` }, `${number}. ${lesson.title} `, this._mark),
      h("p", {}, linked(lesson.text)),
      this._table.element,
      h("p", { class: "lesson-task" }, h("b", {}, lesson.task)),
      h(
        "div",
        { class: "acts" },
        tries.length > 0 && h("span", { class: "quiet" }, say("learn.tries")),
        tries,
        this._again,
      ),
      this._said,
    );
    this._tick();
  }

  /** Show the first board of the lesson, unless there is already a board. */
  async begin() {
    if (!this._board) await this._goTo([]);
  }

  /** @param {string} move */
  async _play(move) {
    const { wanted } = this._lesson;
    const isOff = wanted.length > 0 && !this._moves.length && !wanted.includes(move);
    await this._goTo([...this._moves, move]);
    if (!this._board) return;
    const { outcome, played } = this._board;
    const deed = played.slice(-1).map(told).join("");
    if (isOff) this._say([deed, " ", say("learn.not_the_task")], false);
    else if (!this._lesson.to_the_end) this._finish(deed);
    else if (!outcome) this._say([deed, " ", say("learn.go_on")], true);
    else if (outcome.solved === false) this._say([ending(outcome), " ", say("learn.retry")], false);
    else this._finish(ending(outcome));
  }

  /** @param {string} deed */
  _finish(deed) {
    this._say([deed, " ", this._lesson.done], true);
    this._isDone = true;
    this._tick();
    this._ondone();
  }

  /** @param {string[]} squares */
  async _refuse(squares) {
    if (!this._board) return;
    const position = this._board.position;
    try {
      const { reason } = await ask("/api/refusal", { position, squares });
      if (reason) this._say([say("learn.illegal"), ...linked(`${reason}.`)], false);
    } catch (error) {
      this._complain(error);
    }
  }

  /** @param {string[]} moves */
  async _goTo(moves) {
    this._asked.abort();
    const { signal } = (this._asked = new AbortController());
    try {
      const board = await boardOf(this._lesson.position, moves, signal);
      this._board = board;
      this._moves = moves;
      this._again.hidden = !moves.length;
      const isOpen = !moves.length || (this._lesson.to_the_end && !board.outcome);
      this._table.show(board, isOpen);
      if (!moves.length) fill(this._said);
    } catch (error) {
      if (!signal.aborted) this._complain(error);
    }
  }

  /** @param {any[]} parts @param {boolean} isGood */
  _say(parts, isGood) {
    this._said.className = `lesson-said ${isGood ? "good" : "bad"}`;
    fill(this._said, isGood ? "✓ " : "✗ ", ...parts);
    announce(this._said.textContent ?? "");
  }

  /** @param {any} error */
  _complain(error) {
    this._said.className = "lesson-said bad";
    this._said.textContent = error.message;
  }

  _tick() {
    fill(
      this._mark,
      this._isDone &&
        h("span", { class: "done", role: "img", aria: { label: say("learn.done") } }, "✓"),
    );
  }
}
