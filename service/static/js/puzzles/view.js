/**
 * Puzzles: all of them at a glance, and one at a time. A try is judged at once, by the exact value of
 * every move; any move as good as the solution is right. Meanwhile the next puzzle is made.
 */

import { Analyst } from "../analysis/analyst.js";
import { Table } from "../board/table.js";
import { linkTo, settle } from "../common/address.js";
import { look } from "../common/api.js";
import { Clock, minutes, today } from "../common/clock.js";
import {
  button,
  buttonsOf,
  complain,
  fill,
  h,
  pressByKey,
  reveal,
  showButtons,
} from "../common/dom.js";
import { Request } from "../common/request.js";
import { say } from "../common/say.js";
import { HowToPlay } from "../learn/how_to_play.js";
import { Work } from "../common/work.js";
import { Ahead } from "./ahead.js";
import { gradeName, PuzzleChoices } from "./choices.js";
import { PuzzleMenu, setButtons } from "./menu.js";
import { add, log, standingOf } from "./progress.js";
import { refutation } from "./replay.js";
import { UNRATED } from "./rating.js";
import { ratingText, Results } from "./results.js";
import { PuzzleRun } from "./run.js";
import { keep, kept, Series } from "./series.js";
import { progressRow, summary } from "./summary.js";
import { TourRun } from "./tour_run.js";
import { TourTable } from "./tour_table.js";
import { ANY, faultOf, fresh, kindOf, lastWish, nearest, readWish, wishText } from "./wish.js";

/** @typedef {import("./run.js").Told} Told */
/** @typedef {import("./wish.js").Wish} Wish */
/** @typedef {import("./replay.js").Replay} Replay */

/** The address of the puzzle of the day, and the milliseconds of a day. */
const TODAY = "today";
const DAY = 86_400_000;
const LAST = lastWish("puzzles");
/** The buttons that keys press. @type {Record<string, string>} */
const KEYS = { n: "next", h: "hint", e: "explain" };

export class PuzzleView {
  /** @param {import("../common/types.js").GameDescription[]} games */
  constructor(games) {
    this._titles = new Map(games.map(({ game, title }) => [game, title]));
    /** @type {import("../common/types.js").PuzzleMenu | null} */
    this._known = null;
    /** @type {Wish} */
    this._wish = LAST.read();
    /** @type {PuzzleRun | TourRun | null} */
    this._run = null;
    /** The address of the wish that it fulfils. */
    this._made = "";
    /** The wrong move that can be explained, and its refutation. */
    this._wrong = "";
    /** @type {Promise<Replay | null> | null} */
    this._refutation = null;
    /** The moves shown in place of the puzzle. @type {Replay | null} */
    this._replay = null;
    /** @type {Series | null} */
    this._series = null;
    this._ahead = new Ahead();
    this._clock = new Clock();
    this._analyst = new Analyst((standing) => this._hear(standing));
    this._table = new Table({
      onmove: (move) => this._try(move),
      onrefused: (square) => this._say(say("puzzles.not_here", { square }), ""),
      onback: () => {},
    });
    this._tour = new TourTable({
      onpick: (square) => this._step((run) => run.pick(square)),
      onnumber: (square, number) => this._step((run) => run.enter(square, number)),
      onturn: (isForward) => this._step((run) => run.turn(isForward)),
      onback: () => this._step((run) => run.takeBack()),
    });
    this._place = h("div", { class: "place" });
    this._work = new Work(say("puzzles.loading"), () => this._request.stop());
    this._request = new Request({
      work: this._work,
      onstop: () => this._say(say("puzzles.stopped"), ""),
      onfail: (error) => complain(this._trouble, error),
    });
    this._title = h("h1", { class: "title" }, say("puzzles.title"));
    this._goal = h("p", { class: "goal" });
    this._rules = new HowToPlay(games);
    this._feedback = h("p", { class: "feedback", role: "status" });
    this._trouble = h("p", { class: "trouble", role: "alert" });
    this._choices = new PuzzleChoices((wish) => {
      this._follow(null);
      this._wish = wish;
      this._next();
    });
    this._results = new Results(() => this._showResults());
    this._menu = new PuzzleMenu(games, this._results, (wishes) => this._begin(wishes));
    this._acts = h("div", { class: "acts", role: "group", aria: { label: say("puzzles.acts") } });
    this._facts = h("p", { class: "facts quiet" });
    this._time = h("span", { class: "time" });
    this._set = h("div", { class: "set" });
    this._side = h("div", { class: "puzzle-more" });
    this._puzzle = this._lay();
    this.element = h("div", { class: "puzzles" }, this._puzzle);
    this._press = (/** @type {KeyboardEvent} */ event) => pressByKey(this._acts, KEYS, event);
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this._ticking = undefined;
  }

  _lay() {
    return h(
      "div",
      { class: "puzzle" },
      h(
        "div",
        { class: "puzzle-head" },
        h(
          "a",
          { class: "back", href: linkTo("puzzles"), data: { act: "menu" } },
          `◀ ${say("puzzles.all")}`,
        ),
        this._set,
        this._title,
        this._goal,
        this._facts,
      ),
      h("div", { class: "puzzle-board" }, this._work.element, this._trouble, this._place),
      h("div", { class: "puzzle-talk" }, this._feedback, this._acts, this._rules.element),
      this._side,
    );
  }

  /** Show the view; a puzzle already on the board stays as it is. @param {string} text the puzzle's address, `today`, a game, or empty for all puzzles */
  async enter(text) {
    document.title = say("page.title", { view: say("puzzles.title") });
    document.addEventListener("keydown", this._press);
    this._ticking ??= setInterval(() => this._tick(), 1000);
    const known = await this._learn();
    if (!known || !this.element.isConnected) return;
    if (!text || this._titles.has(text)) this._showMenu(text);
    else if (text === TODAY) await this._today();
    else await this._open(text, known.kinds);
  }

  /** @param {string} text @param {import("./wish.js").Kind[]} kinds */
  async _open(text, kinds) {
    const fault = faultOf(text, kinds, (game) => this._titles.get(game) ?? game);
    const wish = readWish(text);
    fill(this.element, this._puzzle);
    if (fault || !wish) {
      // Whatever was on the board is not what was asked for.
      this._run = null;
      this._title.textContent = say("puzzles.title");
      fill(this._place);
      fill(this._acts);
      for (const part of [this._goal, this._facts, this._feedback, this._set]) fill(part);
      this._rules.element.hidden = true;
      complain(this._trouble, new Error(fault));
    } else if (this._run?.board && wishText(wish) === this._made) this._resume();
    else {
      const series = this._series ?? kept();
      const own = series?.find(wishText(wish));
      this._follow(own ? series : null);
      await this._make(own ?? wish);
    }
    this._draw();
  }

  leave() {
    document.removeEventListener("keydown", this._press);
    clearInterval(this._ticking);
    this._ticking = undefined;
    this._clock.stop();
    this._request.stop();
    this._analyst.stop();
    this._ahead.stop();
  }

  /** Continue the puzzle on the board. */
  _resume() {
    settle("puzzles", this._made);
    if (!this._run?.outcome.isDecided) this._clock.resume();
    this._show();
  }

  /** Load the kinds of puzzles; null, after a message, if that fails. */
  async _learn() {
    if (this._known) return this._known;
    const found = await this._ask(({ signal }) =>
      Promise.all([look("/api/puzzles", signal), look("/api/courses", signal)]),
    );
    if (!found) return null;
    const [known, courses] = found;
    this._known = known;
    this._menu.illustrate(courses);
    // The last wish may no longer be offered.
    this._wish = nearest(this._wish, known.kinds);
    return known;
  }

  /** @param {string} game the game to show first */
  _showMenu(game) {
    this._clock.stop();
    this._ahead.stop();
    fill(this.element, this._menu.element);
    this._menu.show(this._known?.kinds ?? [], game);
  }

  _showResults() {
    if (this._menu.element.isConnected) this._showMenu("");
    else this._show();
  }

  /** Show the puzzle of the day, which is the same for everybody; the kinds take turns. */
  async _today() {
    const kinds = this._known?.kinds ?? [];
    if (!kinds.length) return;
    const date = today();
    const { game, puzzle } = kinds[(Date.parse(date) / DAY) % kinds.length];
    this._follow(null);
    fill(this.element, this._puzzle);
    const wish = { game, puzzle, grade: ANY, seed: Number(date.replaceAll("-", "")) };
    if (this._run?.board && wishText(wish) === this._made) this._resume();
    else await this._make(wish);
  }

  /** Continue with a set, or with single puzzles. @param {Series | null} series */
  _follow(series) {
    this._series = series;
    keep(series);
  }

  /** Begin a set. @param {Wish[]} wishes */
  async _begin(wishes) {
    this._follow(new Series(wishes, standingOf(log()).rating.rating));
    fill(this.element, this._puzzle);
    this._enterHistory(wishes[0]);
    await this._make(wishes[0]);
  }

  /** Begin a set of puzzles for the current wish. @param {number} count */
  _beginThese(count) {
    return this._begin(Array.from({ length: count }, () => fresh(this._wish)));
  }

  async _next() {
    const series = this._series;
    if (series) {
      // A skipped puzzle counts as not solved.
      if (series.wishes[series.at] === this._wish) this._decide(this._run?.outcome.decide(false));
      const wish = series.wishes[series.at];
      if (wish) await this._make(wish);
      else this._end(series);
      return;
    }
    const ready = this._ahead.wish;
    const isLike =
      ready && wishText({ ...ready, seed: 0 }) === wishText({ ...this._wish, seed: 0 });
    await this._make(isLike ? ready : fresh(this._wish));
  }

  /** Show the summary of a set. @param {Series} series */
  _end(series) {
    this._follow(null);
    this._run = null;
    this._made = "";
    const wishes = series.wishes.map(fresh);
    const name = (/** @type {Wish} */ wish) => this._nameOf(wish);
    const shown = summary(series, standingOf(log()).rating.rating, name, () => this._begin(wishes));
    fill(this.element, shown);
    shown.focus();
    reveal(shown);
  }

  /** Return the name of a wish's puzzles: the game, and the task. @param {Wish} wish */
  _nameOf(wish) {
    const kind = kindOf(wish, this._known?.kinds ?? []);
    return say("puzzles.name", {
      game: this._titles.get(wish.game) ?? wish.game,
      kind: kind?.summary ?? wish.puzzle,
    });
  }

  /** Continue with single puzzles of this kind. */
  _leaveSet() {
    this._follow(null);
    this._show();
  }

  /** Make the browser's back button lead from a set to the menu. @param {Wish} wish */
  _enterHistory(wish) {
    const address = location.pathname + linkTo("puzzles", wishText(wish));
    if (!readWish(location.hash.slice("#/puzzles/".length))) history.pushState(null, "", address);
  }

  /** @param {Wish} wish */
  async _make(wish) {
    const kind = kindOf(wish, this._known?.kinds ?? []);
    if (!kind) return;
    this._wish = wish;
    LAST.write(wish);
    this._draw();
    settle("puzzles", wishText(wish));
    this._analyst.stop();
    reveal(this._title);
    this._wait();
    const record = await this._ask((asking) => this._ahead.take(wish, kind, asking));
    if (!record) return this._keep(wish);
    this._made = wishText(wish);
    this._run = kind.playable ? new PuzzleRun(record, this._analyst) : new TourRun(record);
    this._clock.start();
    await this._start(this._run);
    this._prepare(kind);
  }

  /** Show the current puzzle, but do not let it be played, while another one is made. */
  _wait() {
    if (this._run instanceof PuzzleRun && this._run.board && this._place.firstChild)
      this._table.show(this._run.board, false);
    this._say("", "");
  }

  /** Start to make the next puzzle while this one is solved. @param {import("./wish.js").Kind} kind */
  _prepare(kind) {
    const series = this._series;
    if (!series) return this._ahead.prepare(fresh(this._wish), kind);
    const next = series.wishes[series.at + 1];
    const nextKind = next && kindOf(next, this._known?.kinds ?? []);
    if (nextKind) this._ahead.prepare(next, nextKind);
  }

  /** Continue with the puzzle on the board, if there is one, after making another one failed. @param {Wish} wish */
  _keep(wish) {
    if (!this._run?.board || this._wish !== wish || !this.element.isConnected) return;
    settle("puzzles", this._made);
    this._show();
  }

  /** Put a puzzle on the board, for the first time or again. @param {PuzzleRun | TourRun} run */
  async _start(run) {
    this._wrong = "";
    this._replay = null;
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
    if (!this._known) return;
    this._choices.show(this._known.kinds, this._wish);
    this._results.show();
    fill(
      this._side,
      h(
        "section",
        { class: "panel", aria: { label: say("puzzles.which") } },
        h("h2", {}, say("puzzles.which")),
        this._choices.element,
        h("h3", {}, say("puzzles.set_these")),
        setButtons((count) => this._beginThese(count)),
      ),
      this._results.element,
    );
  }

  _show() {
    const run = this._run;
    if (!run?.board) return;
    this._title.textContent = run.board.title;
    this._goal.textContent = run.goal;
    if (run instanceof TourRun) this._rules.element.hidden = true;
    else this._rules.show(run.board);
    const { streak, rating } = standingOf(log());
    fill(
      this._facts,
      run.grade && h("span", { class: `grade ${run.grade}` }, gradeName(run.grade)),
      this._time,
      h("span", {}, say("puzzles.streak", { count: streak })),
      rating !== UNRATED && h("span", {}, ratingText(rating)),
    );
    this._tick();
    const isTour = run instanceof TourRun;
    const shown = this._replay?.board ?? run.board;
    if (isTour) this._tour.show(run);
    else this._table.show(/** @type {any} */ (shown), !this._replay && !run.isSolved);
    const { element } = isTour ? this._tour : this._table;
    if (!element.isConnected) fill(this._place, element);
    this._set.hidden = !this._series;
    if (this._series)
      fill(
        this._set,
        progressRow(this._series),
        act("leave", () => this._leaveSet()),
      );
    this._showActs(run);
    this._results.show();
  }

  /** @param {PuzzleRun | TourRun} run */
  _showActs(run) {
    const acts = this._replay ? this._replayActs(this._replay) : this._puzzleActs(run);
    showButtons(this._acts, acts);
  }

  /** Return the buttons of a puzzle; the most used ones are in the first row. @param {PuzzleRun | TourRun} run */
  _puzzleActs(run) {
    const isTour = run instanceof TourRun;
    const isOver = run.isSolved || run.outcome.isDecided;
    return [
      isOver && act("next", () => this._next(), "primary"),
      this._wrong && act("explain", () => this._explain()),
      !run.isSolved && act("hint", () => this._hint()),
      isTour && act("back", () => this._step((tour) => tour.takeBack()), "", !run.hasMade),
      h("span", { class: "break" }),
      !isOver && act("next", () => this._next(), "plain"),
      act("solution", () => this._reveal(), "plain"),
      act("again", () => this._again(), "plain"),
      !isTour &&
        h("a", { class: "plain", href: linkTo("play", run.start) }, say("puzzles.on_the_board")),
      act("print", () => print(), "plain"),
    ];
  }

  /** @param {Replay} replay */
  _replayActs(replay) {
    return [
      replay.moves.length > 0 &&
        step("◀", "puzzles.step_back", replay.at === 0, () => this._walk(-1)),
      replay.moves.length > 0 && step("▶", "puzzles.step_on", replay.isAtEnd, () => this._walk(1)),
      act("puzzle", () => this._endReplay(), "primary"),
    ];
  }

  /** Take a step of a tour, and show the feedback. @param {(run: TourRun) => Told | null} act */
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
    this._wrong = "";
    this._say(say("puzzles.checking"), "");
    // One try at a time: the board is locked until this one is judged.
    this._table.show(run.board, false);
    const { board } = run;
    const told = await this._attempt(() => run.attempt(move));
    if (this._run !== run) return;
    if (told) this._tell(told);
    else this._say("", "");
    this._show();
    if (told?.wrong) this._refute(run, board, told);
  }

  /** Compute the refutation of a wrong move, and say briefly what follows. @param {PuzzleRun} run @param {import("../common/types.js").Board} board @param {Told} told */
  async _refute(run, board, { text, wrong = "" }) {
    const found = refutation(board, wrong, run.isTimed);
    this._refutation = found;
    // A failure is only shown if the explanation is asked for.
    const replay = await found.catch(() => null);
    if (replay && this._refutation === found && this._feedback.textContent === text)
      this._say(`${text} ${replay.brief}`, "wrong");
  }

  /** Show the feedback on a try, and count the result, if the try has decided it. @param {Told} told */
  _tell({ text, kind, result, wrong = "" }) {
    this._say(text, kind);
    this._wrong = wrong;
    this._decide(result);
  }

  /** Run an action that may fail; null, after a message, if it does. @template T @param {() => Promise<T>} act */
  async _attempt(act) {
    try {
      return await act();
    } catch (error) {
      complain(this._trouble, error);
      return null;
    }
  }

  async _hint() {
    const run = this._run;
    const hint = await run?.hint();
    if (!run || !hint || this._run !== run) return;
    this._say(hint.text, "");
    this._show();
    if (run instanceof PuzzleRun) this._table.point(hint.squares);
  }

  /** Show what follows the wrong move. */
  async _explain() {
    const run = this._run;
    const refuted = this._refutation;
    const move = this._wrong;
    if (!run || !refuted || !move) return;
    const found = await this._attempt(() => refuted);
    if (this._run !== run || this._wrong !== move) return;
    if (found) this._play(found);
    else if (!this._trouble.textContent) this._say(say("puzzles.no_refutation", { move }), "");
  }

  async _reveal() {
    const run = this._run;
    if (!run) return;
    this._decide(run.outcome.decide(false));
    if (run instanceof TourRun) {
      this._say(run.reveal(), "");
      this._show();
      return;
    }
    const found = await this._attempt(() => run.reveal());
    if (found && this._run === run) this._play(found);
  }

  /** Show moves in place of the puzzle. @param {Replay} replay */
  _play(replay) {
    this._replay = replay;
    this._say(replay.standing, "");
    this._show();
    this._acts.querySelector('[data-act="step_on"]:enabled')?.focus();
  }

  /** @param {1 | -1} to */
  async _walk(to) {
    const replay = this._replay;
    if (!replay) return;
    await this._attempt(() => replay.step(to));
    if (this._replay !== replay) return;
    this._say(replay.standing, "");
    this._show();
  }

  _endReplay() {
    this._replay = null;
    this._say("", "");
    this._show();
    this._table.focus();
  }

  async _again() {
    if (this._run) await this._start(this._run);
  }

  /** Note the result of the puzzle, if it has just been decided. @param {string | undefined} result */
  _decide(result) {
    if (!result) return;
    this._clock.stop();
    const { seconds } = this._clock;
    const grade = this._run?.grade ?? null;
    add({ at: new Date().toISOString(), puzzle: this._made, grade, result, seconds });
    // An earlier puzzle is not part of the set whose next puzzle is being made.
    if (!this._series || this._made !== wishText(this._wish)) return;
    this._series.note(this._wish, result, seconds);
    keep(this._series);
  }

  _tick() {
    this._time.textContent = say("puzzles.time", { time: minutes(this._clock.seconds) });
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
   * Ask the service; null, after a message, if it refuses.
   *
   * @template T
   * @param {(asking: import("../common/api.js").Asking) => Promise<T>} act
   */
  _ask(act) {
    this._trouble.textContent = "";
    return this._request.run(act);
  }
}

/** Make a button by its name. */
const act = buttonsOf({
  next: "puzzles.next",
  hint: "puzzles.hint",
  explain: "puzzles.explain",
  solution: "puzzles.show_solution",
  again: "puzzles.again",
  back: "puzzles.take_back",
  print: "puzzles.print",
  puzzle: "puzzles.back",
  leave: "puzzles.set_leave",
});

/** @param {string} sign @param {"puzzles.step_back" | "puzzles.step_on"} key @param {boolean} disabled @param {() => void} onclick */
function step(sign, key, disabled, onclick) {
  const name = key.split(".")[1];
  return button(sign, onclick, {
    data: { act: name },
    aria: { label: say(key) },
    title: say(key),
    disabled,
  });
}
