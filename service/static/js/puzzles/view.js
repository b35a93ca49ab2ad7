/**
 * Puzzles: a stream of them by game, kind and grade, and one that everybody has on a day. A try is
 * judged at once, by the exact value of every move; whatever is as good as the solution is right.
 */

import { Analyst } from "../analysis/analyst.js";
import { Table } from "../board/table.js";
import { linkTo, settle } from "../common/address.js";
import { ask, look } from "../common/api.js";
import { button, complain, fill, h, replace, reveal } from "../common/dom.js";
import { Request } from "../common/request.js";
import { recall, remember } from "../common/settings.js";
import { Work } from "../common/work.js";
import { PuzzleChoices } from "./choices.js";
import { OPEN, PuzzleRun } from "./run.js";
import { TourRun } from "./tour_run.js";
import { TourTable } from "./tour_table.js";
import { ANY, faultOf, kindOf, nearest, questionOf, readWish, wishText } from "./wish.js";

/** @typedef {import("./run.js").Told} Told */
/** @typedef {import("./wish.js").Wish} Wish */

/** Seeds of the stream: enough that nobody meets the same puzzle twice by chance. */
const SEEDS = 2 ** 32;

export class PuzzleView {
  /** @param {import("../common/types.js").GameDescription[]} games */
  constructor(games) {
    this._titles = new Map(games.map(({ game, title }) => [game, title]));
    /** @type {{kinds: import("./wish.js").Kind[]} | null} */
    this._known = null;
    /** @type {Wish} */
    this._wish = recall("puzzles", { game: "", puzzle: "", grade: ANY, seed: 0 });
    /** @type {PuzzleRun | TourRun | null} */
    this._run = null;
    /** The wish that it has come of, as the address says it. */
    this._made = "";
    this._analyst = new Analyst((standing) => this._hear(standing));
    this._table = new Table({
      onmove: (move) => this._try(move),
      onrefused: (square) => this._say(`${square}: no legal move begins there.`, ""),
      onback: () => {},
    });
    this._tour = new TourTable({
      onpick: (square) => this._step((run) => run.pick(square)),
      onnumber: (square, number) => this._step((run) => run.enter(square, number)),
      onturn: (isForward) => this._step((run) => run.turn(isForward)),
      onback: () => this._step((run) => run.takeBack()),
    });
    this._place = h("div", {});
    this._work = new Work("Making a puzzle", () => this._request.stop());
    this._request = new Request({
      work: this._work,
      onstop: () => this._say("Stopped: no puzzle was made.", ""),
      onfail: (error) => complain(this._trouble, error),
    });
    this._title = h("h1", { class: "title" }, "Puzzles");
    this._goal = h("p", { class: "goal" });
    this._feedback = h("p", { class: "feedback", role: "status" });
    this._trouble = h("p", { class: "trouble", role: "alert" });
    this._choices = new PuzzleChoices(games, (wish) => {
      this._wish = wish;
      this._next();
    });
    this._acts = h("div", { class: "acts" });
    this._record = h("p", { class: "quiet" });
    this.element = this._lay();
  }

  _lay() {
    const today = button("Puzzle of the day", () => this._today(), { data: { act: "today" } });
    const next = button("Another puzzle", () => this._next(), { data: { act: "next" } });
    return h(
      "div",
      { class: "puzzles" },
      h(
        "div",
        { class: "left" },
        this._title,
        this._work.element,
        this._trouble,
        this._goal,
        this._place,
        this._feedback,
        this._acts,
      ),
      h(
        "div",
        { class: "right" },
        h(
          "section",
          { class: "panel", aria: { label: "Which puzzles" } },
          this._choices.element,
          h("div", { class: "acts" }, next, today),
          this._record,
        ),
      ),
    );
  }

  /** Show the view; a puzzle that is there stays as it is. @param {string} text the puzzle that is meant, as the address says it, or nothing */
  async enter(text) {
    document.title = "Puzzles · proofplay";
    const known = await this._learn();
    if (!known) return;
    const fault = text && faultOf(text, known.kinds, (game) => this._titles.get(game) ?? game);
    const wish = fault ? null : readWish(text);
    if (fault) complain(this._trouble, new Error(fault));
    else if (this._run?.board && (!wish || wishText(wish) === this._made))
      settle("puzzles", this._made);
    else if (wish) await this._make(wish);
    else await this._today();
    this._draw();
  }

  leave() {
    this._request.stop();
    this._analyst.stop();
  }

  /** Ask which puzzles there are; null if that cannot be found out, which is shown. */
  async _learn() {
    if (this._known) return this._known;
    this._known = await this._ask(({ signal }) => look("/api/puzzles", signal));
    // What was wanted the last time may exist no more.
    if (this._known) this._wish = nearest(this._wish, this._known.kinds);
    return this._known;
  }

  /** The same puzzle for everybody on a day; the kinds take turns. */
  async _today() {
    const day = Math.floor(Date.now() / 86_400_000);
    const kinds = this._known?.kinds ?? [];
    if (!kinds.length) return;
    const { game, puzzle } = kinds[day % kinds.length];
    const date = new Date().toISOString().slice(0, 10).replaceAll("-", "");
    await this._make({ game, puzzle, grade: ANY, seed: Number(date) });
  }

  async _next() {
    await this._make({ ...this._wish, seed: Math.floor(Math.random() * SEEDS) });
  }

  /** @param {Wish} wish */
  async _make(wish) {
    const kind = kindOf(wish, this._known?.kinds ?? []);
    if (!kind) return;
    this._wish = wish;
    remember("puzzles", wish);
    this._draw();
    settle("puzzles", wishText(wish));
    this._analyst.stop();
    reveal(this._title);
    const record = await this._ask((asking) => ask("/api/puzzle", questionOf(wish, kind), asking));
    if (!record) return this._keep(wish);
    this._made = wishText(wish);
    this._run = kind.playable ? new PuzzleRun(record, this._analyst) : new TourRun(record);
    await this._begin(this._run);
  }

  /** Go on with the puzzle that is there, if there is one, where the one that was wanted was not made. @param {Wish} wish */
  _keep(wish) {
    if (this._run?.board && this._wish === wish && this.element.isConnected)
      settle("puzzles", this._made);
  }

  /** Put a puzzle on the board, in the beginning or once more. @param {PuzzleRun | TourRun} run */
  async _begin(run) {
    try {
      await run.begin();
    } catch (error) {
      complain(this._trouble, error);
      return;
    }
    if (this._run !== run) return;
    this._say(run instanceof TourRun ? run.standing : "", "");
    this._show();
  }

  _draw() {
    if (this._known) this._choices.show(this._known.kinds, this._wish);
  }

  _show() {
    const run = this._run;
    if (!run?.board) return;
    this._title.textContent = run.board.title;
    this._goal.textContent = run.goal;
    const isTour = run instanceof TourRun;
    if (isTour) this._tour.show(run);
    else this._table.show(run.board, !run.isSolved);
    const { element } = isTour ? this._tour : this._table;
    if (!element.isConnected) fill(this._place, element);
    this._showActs(run);
    const { solved, failed } = recall("puzzle-record", { solved: 0, failed: 0 });
    this._record.textContent =
      solved + failed ? `So far ${solved} solved at once, ${failed} not.` : "";
  }

  /** @param {PuzzleRun | TourRun} run */
  _showActs(run) {
    const hint = button("Hint", () => this._hint(), { data: { act: "hint" } });
    const solution = button("Show the solution", () => this._reveal(), {
      data: { act: "solution" },
    });
    const again = button("Again", () => this._again(), { data: { act: "again" } });
    const next = button("Next puzzle", () => this._next(), { class: "primary" });
    const onboard =
      run instanceof TourRun
        ? button("Take back", () => this._step((tour) => tour.takeBack()), {
            data: { act: "back" },
            disabled: !run.hasMade,
          })
        : h("a", { href: linkTo("play", run.start) }, "Open on the board");
    const acts = [...(run.isSolved ? [next] : [hint, solution]), again, onboard];
    // The keyboard stays at its button; where that has done its work it goes on at the first one.
    const act = document.activeElement?.getAttribute("data-act");
    replace(
      this._acts,
      acts,
      () =>
        this._acts.querySelector(`[data-act="${act}"]:enabled`) ??
        this._acts.querySelector("button"),
    );
  }

  /** Take a step of a tour, and say what comes of it. @param {(run: TourRun) => Told | null} act */
  _step(act) {
    const run = this._run;
    if (!(run instanceof TourRun)) return;
    const told = act(run);
    if (!told) return;
    this._tell(told);
    this._show();
  }

  /** @param {string} move */
  async _try(move) {
    const run = this._run;
    if (!(run instanceof PuzzleRun) || !run.board) return;
    this._say("Checking …", "");
    // One try at a time: the board takes no other until this one is judged.
    this._table.show(run.board, false);
    const told = await this._judge(run, move);
    if (this._run !== run) return;
    if (told) this._tell(told);
    else this._say("", "");
    this._show();
  }

  /** Say what has come of a try, and count the first. @param {Told} told */
  _tell({ text, kind, isFirst }) {
    this._say(text, kind);
    if (isFirst) this._count(kind === "right");
  }

  /** Have a try judged; null if nothing comes of it, which is shown. @param {PuzzleRun} run @param {string} move */
  async _judge(run, move) {
    try {
      return await run.attempt(move);
    } catch (error) {
      complain(this._trouble, error);
      return null;
    }
  }

  async _hint() {
    const run = this._run;
    const hint = await run?.hint();
    if (!run || !hint || this._run !== run) return;
    if (run.isFresh && hint !== OPEN) this._count(false);
    this._say(hint, "");
    this._show();
  }

  _reveal() {
    const run = this._run;
    if (!run) return;
    if (run.isFresh) this._count(false);
    this._say(run.reveal(), "");
    this._show();
  }

  async _again() {
    if (this._run) await this._begin(this._run);
  }

  /** Count a puzzle, once. @param {boolean} isSolved */
  _count(isSolved) {
    const record = recall("puzzle-record", { solved: 0, failed: 0 });
    record[isSolved ? "solved" : "failed"] += 1;
    remember("puzzle-record", record);
    if (this._run) this._run.isFresh = false;
  }

  /** @param {import("../analysis/analyst.js").Standing} standing */
  _hear({ state, message }) {
    if (state === "failed") this._trouble.textContent = message;
  }

  /** @param {string} text @param {string} kind */
  _say(text, kind) {
    this._feedback.textContent = text;
    this._feedback.className = `feedback ${kind}`;
  }

  /**
   * Ask the service; null if it refuses, which is shown.
   *
   * @template T
   * @param {(asking: import("../common/api.js").Asking) => Promise<T>} act
   */
  _ask(act) {
    this._trouble.textContent = "";
    return this._request.run(act);
  }
}
