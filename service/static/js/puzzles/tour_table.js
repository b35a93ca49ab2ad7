/**
 * The board of a knight's tour puzzle: shows the numbers, the path between them and the knight, and
 * turns picked squares into steps and typed digits into numbers.
 */

import { Grid } from "../board/grid.js";
import { announce, fill, h, tick } from "../common/dom.js";
import { say } from "../common/say.js";

/** @typedef {import("./tour_run.js").TourRun} TourRun */
/** @typedef {import("./tour_run.js").Origin} Origin */

/** The text for a number, by its origin. @type {Record<Origin, import("../common/say.js").Key>} */
const SAID = { given: "tour.name_given", own: "tour.name_own", shown: "tour.name_shown" };

export class TourTable {
  /**
   * @param {object} acts
   * @param {(square: string) => void} acts.onpick
   * @param {(square: string, number: number) => void} acts.onnumber
   * @param {(isForward: boolean) => void} acts.onturn
   * @param {() => void} acts.onback
   */
  constructor({ onpick, onnumber, onturn, onback }) {
    this._onpick = onpick;
    this._onnumber = onnumber;
    this._onturn = onturn;
    this._onback = onback;
    this._grid = new Grid(
      "Board",
      (square) => this._pick(square),
      (key) => this._press(key),
    );
    this._ways = h("div", { class: "acts" });
    const onfocusout = () => this._type("");
    this.element = h("div", { class: "table tour", onfocusout }, this._grid.element, this._ways);
    /** @type {TourRun | null} */
    this._run = null;
    /** The digits typed on the current square, and not yet entered. */
    this._typed = "";
  }

  /** @param {TourRun} run */
  show(run) {
    if (run.board && this._run?.board !== run.board) this._grid.draw(run.board);
    if (this._run !== run) {
      const back = tick(say("tour.backwards"), !run.isForward, (isOn) => this._onturn(!isOn));
      fill(this._ways, back);
    }
    this._run = run;
    this._typed = "";
    this._ways.hidden = run.isSolved;
    this._dress();
  }

  /** Put the keyboard's focus on the board. */
  focus() {
    this._grid.focus();
  }

  _dress() {
    const run = this._run;
    if (!run) return;
    const steps = run.isSolved ? [] : run.steps;
    this._grid.dress(({ name }) => this._squareDress(run, name, steps.includes(name)));
    const way = run.solution.map((square) => (run.known.has(square) ? square : ""));
    const ends = run.isClosed ? [...way, way[0]] : way;
    this._grid.trace(
      ends.slice(1).flatMap((to, turn) => (to && ends[turn] ? [[ends[turn], to]] : [])),
    );
  }

  /** @param {TourRun} run @param {string} name @param {boolean} isStep */
  _squareDress(run, name, isStep) {
    const origin = run.known.get(name);
    const isAt = name === run.at && !run.isSolved;
    const isWrong = name === run.wrong?.square;
    const typed = name === this._grid.current ? this._typed : "";
    const words = [
      name,
      origin ? say(SAID[origin], { number: run.numberOn(name) ?? "" }) : say("tour.name_empty"),
      typed && say("tour.name_typed", { number: typed }),
      isWrong && say("tour.name_wrong", { number: run.wrong?.number ?? "" }),
      isAt && say("tour.name_knight"),
      isStep && say("tour.name_step"),
    ];
    let badge = null;
    if (typed) badge = { kind: "typed", text: `${typed}_`, best: false };
    else if (origin) badge = { kind: origin, text: String(run.numberOn(name)), best: false };
    else if (isWrong) badge = { kind: "loss", text: `✗${run.wrong?.number}`, best: false };
    return {
      name: words.filter(Boolean).join(", "),
      classes: [isStep && "legal", isAt && "chosen", run.hinted.includes(name) && "hinted"]
        .filter(Boolean)
        .map(String),
      chosen: isAt,
      badge,
    };
  }

  /** @param {string} square */
  _pick(square) {
    if (!this._run || this._run.isSolved) return;
    const number = Number(this._typed);
    if (number) this._onnumber(square, number);
    else this._onpick(square);
  }

  /** @param {string} key */
  _press(key) {
    if (!this._run || this._run.isSolved) return;
    if (/^\d$/.test(key)) this._type((this._typed + key).replace(/^0+/, "").slice(0, 3));
    else if (key === "Escape") this._type("");
    else if (key === "Backspace" && this._typed) this._type(this._typed.slice(0, -1));
    else if (key === "Backspace") this._onback();
  }

  /** @param {string} digits */
  _type(digits) {
    if (digits === this._typed) return;
    this._typed = digits;
    this._dress();
    if (digits) announce(say("tour.typed", { number: digits, square: this._grid.current }));
  }
}
