/**
 * Solitaire: a random deal, proved solvable before it is shown. Moves are judged at once or at the end.
 * After a mistake the view says how few pieces can still be left, and leads back to where it was made.
 */

import { hintAt, STEPS } from "../board/hints.js";
import { Table } from "../board/table.js";
import { linkTo, settle } from "../common/address.js";
import { boardOf, look } from "../common/api.js";
import { Clock, minutes } from "../common/clock.js";
import { solvable } from "../common/deals.js";
import {
  announce,
  button,
  buttonsOf,
  complain,
  fill,
  h,
  pressByKey,
  reveal,
  showButtons,
} from "../common/dom.js";
import { pills } from "../common/pills.js";
import { Request } from "../common/request.js";
import { say } from "../common/say.js";
import {
  isAmount,
  isFlag,
  isText,
  listOf,
  nullable,
  oneOf,
  shaped,
  Stored,
} from "../common/stored.js";
import { capital } from "../common/words.js";
import { Work } from "../common/work.js";
import { HowToPlay } from "../learn/how_to_play.js";
import { Ahead } from "../puzzles/ahead.js";
import { gradeName, PuzzleChoices } from "../puzzles/choices.js";
import { Replay } from "../puzzles/replay.js";
import { fresh, lastWish, nearest, wishText } from "../puzzles/wish.js";
import { Deal } from "./deal.js";
import * as tally from "./tally.js";

/** @typedef {import("../puzzles/wish.js").Wish} Wish */
/** @typedef {import("../common/types.js").Answer} Answer */

/** When moves are judged. */
const [AT_ONCE, AT_THE_END] = ["at_once", "at_the_end"];
const JUDGING = new Stored("solitaire-judging", AT_ONCE, oneOf([AT_ONCE, AT_THE_END]));
const LAST = lastWish("solitaire");
/** The current deal. */
const KEPT = new Stored(
  "solitaire-deal",
  {
    start: "",
    grade: /** @type {string | null} */ (null),
    moves: /** @type {string[]} */ ([]),
    seconds: 0,
    isCounted: false,
  },
  shaped({
    start: isText,
    grade: nullable(isText),
    moves: listOf(isText),
    seconds: isAmount,
    isCounted: isFlag,
  }),
);
/** The buttons that keys press. @type {Record<string, string>} */
const KEYS = { n: "deal", h: "hint", m: "mistake" };

export class SolitaireView {
  /** @param {import("../common/types.js").GameDescription[]} games */
  constructor(games) {
    this._games = games;
    /** The kind of puzzles that deals come from. @type {import("../puzzles/wish.js").Kind | null} */
    this._kind = null;
    /** @type {Wish} */
    this._wish = LAST.read();
    this._judging = JUDGING.read();
    /** @type {Deal | null} */
    this._deal = null;
    /** The number of the move that spoiled the deal, if known. @type {number | null} */
    this._mistake = null;
    /** The number of hints given for the next move. */
    this._hints = 0;
    /** @type {Replay | null} */
    this._replay = null;
    this._ahead = new Ahead();
    this._clock = new Clock();
    this._table = new Table({
      onmove: (move) => this._play(move),
      onrefused: (square) => this._refuse(square),
      onback: () => this._go(-1),
    });
    const work = new Work(say("solitaire.dealing"), () => this._request.stop());
    this._request = new Request({
      work,
      onstop: () => this._say(say("solitaire.stopped")),
      onfail: (error) => complain(this._trouble, error),
    });
    this._title = h("h1", { class: "title" }, say("solitaire.title"));
    this._rules = new HowToPlay(games);
    this._name = h("p", { class: "quiet" });
    this._standing = h("p", { class: "goal" });
    this._facts = h("p", { class: "facts quiet" });
    this._time = h("span", { class: "time" });
    this._feedback = h("p", { class: "feedback", role: "status" });
    this._trouble = h("p", { class: "trouble", role: "alert" });
    this._acts = h("div", { class: "acts", role: "group", aria: { label: say("solitaire.acts") } });
    this._judges = h("div", {});
    this._choices = new PuzzleChoices((wish) => {
      this._wish = wish;
      this._new();
    });
    this._tally = h("p", { class: "quiet" });
    this.element = this._lay(work);
    this._press = (/** @type {KeyboardEvent} */ event) => pressByKey(this.element, KEYS, event);
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this._ticking = undefined;
  }

  /** @param {Work} work */
  _lay(work) {
    return h(
      "div",
      { class: "solitaire" },
      h(
        "div",
        { class: "puzzle" },
        h(
          "div",
          { class: "puzzle-head" },
          h(
            "div",
            { class: "heading" },
            this._title,
            button(say("solitaire.deal"), () => this._new(), {
              class: "primary",
              data: { act: "deal" },
            }),
          ),
          this._name,
          this._standing,
          this._facts,
        ),
        h("div", { class: "puzzle-board" }, work.element, this._trouble, this._table.element),
        h(
          "div",
          { class: "puzzle-talk" },
          this._feedback,
          this._acts,
          this._judges,
          this._rules.element,
        ),
        h(
          "div",
          { class: "puzzle-more" },
          h(
            "section",
            { class: "panel", aria: { label: say("solitaire.which") } },
            h("h2", {}, say("solitaire.which")),
            this._choices.element,
            this._tally,
          ),
        ),
      ),
    );
  }

  /** Show the view. @param {string} text a deal, or empty for a new one */
  async enter(text) {
    document.title = say("page.title", { view: say("solitaire.title") });
    document.addEventListener("keydown", this._press);
    this._ticking ??= setInterval(() => this._tick(), 1000);
    if (!(await this._learn()) || !this.element.isConnected) return;
    if (!text) await this._new();
    else if (text !== this._deal?.start) await this._open(text);
    else {
      if (!this._deal.isSolved) this._clock.resume();
      this._show();
    }
  }

  leave() {
    document.removeEventListener("keydown", this._press);
    clearInterval(this._ticking);
    this._ticking = undefined;
    this._keep();
    this._clock.stop();
    this._request.stop();
    this._ahead.stop();
  }

  /** Load the kinds of deals; null, after a message, if that fails. */
  async _learn() {
    if (this._kind) return this._kind;
    const menu = await this._request.run(({ signal }) => look("/api/puzzles", signal));
    const alone = new Map(this._games.map(({ game, solitaire }) => [game, solitaire]));
    this._kind = menu?.kinds.find(({ game, puzzle }) => alone.get(game) === puzzle) ?? null;
    if (this._kind) this._wish = nearest(this._wish, [this._kind]);
    return this._kind;
  }

  /** Make a new deal. */
  async _new() {
    const kind = this._kind;
    if (!kind) return;
    const ready = this._ahead.wish;
    const isLike = ready && kindText(ready) === kindText(this._wish);
    const wish = isLike ? ready : fresh(this._wish);
    LAST.write(this._wish);
    this._draw();
    this._trouble.textContent = "";
    const deal = await this._request.run(async (asking) => {
      const { position, grade } = await this._ahead.take(wish, kind, asking);
      const made = new Deal(position, grade);
      await made.begin([], asking.signal);
      return made;
    });
    if (!deal) return;
    this._begin(deal, 0);
    this._ahead.prepare(fresh(this._wish), kind);
  }

  /** Show the deal of an address, which continues where it was left. @param {string} text */
  async _open(text) {
    const kept = KEPT.read();
    const isKept = kept.start === text;
    this._draw();
    this._trouble.textContent = "";
    const deal = await this._request.run(async ({ signal }) => {
      const made = new Deal(text, isKept ? kept.grade : null);
      await made.begin(isKept ? kept.moves : [], signal);
      made.isCounted = isKept && kept.isCounted;
      if (!made.board?.is_solitaire) throw new Error(say("solitaire.for_two", { position: text }));
      return made;
    });
    if (deal) this._begin(deal, isKept ? kept.seconds : 0);
  }

  /** @param {Deal} deal @param {number} seconds the time taken so far */
  _begin(deal, seconds) {
    this._deal = deal;
    this._mistake = null;
    this._replay = null;
    this._hints = 0;
    this._clock.start(seconds);
    if (deal.isSolved) this._clock.stop();
    this._say("");
    this._keep();
    settle("solitaire", deal.start);
    this._show();
    reveal(this._title);
    this._judgeDeal(deal);
    if (deal.at) this._judge();
  }

  /** Say whether a deal can be solved; even one made to be solvable is checked. @param {Deal} deal */
  async _judgeDeal(deal) {
    this._standing.textContent = "";
    const found = await this._attempt(() => deal.judge(0));
    if (!found || this._deal !== deal) return;
    if (found.result === "unsolvable") this._mistake = 0;
    this._standing.textContent = solvable(found);
    this._show();
  }

  /** @param {string} move */
  async _play(move) {
    const deal = this._deal;
    if (!deal) return;
    const isNew = !deal.moves.length;
    await this._attempt(() => deal.play(move));
    if (this._deal !== deal) return;
    this._hints = 0;
    this._say("");
    if (isNew) tally.played(this._nameOf(deal));
    if (deal.isSolved && !deal.isCounted) {
      tally.solved(this._nameOf(deal), this._clock.seconds);
      deal.isCounted = true;
    }
    this._moved();
    this._judge();
  }

  /** Go back or forward by a number of moves. @param {number} by */
  async _go(by) {
    const deal = this._deal;
    if (!deal || this._replay) return;
    await this._attempt(() => deal.go(deal.at + by));
    if (this._deal !== deal) return;
    // A mistake that was taken back no longer counts.
    if (this._mistake !== null && this._mistake > deal.at) this._mistake = null;
    this._hints = 0;
    this._say("");
    this._moved();
    this._judge();
  }

  _moved() {
    if (this._deal?.isSolved) this._clock.stop();
    else this._clock.resume();
    this._trouble.textContent = "";
    this._keep();
    this._show();
    if (this._deal?.isSolved)
      this._say(
        say("solitaire.solved", { time: minutes(this._clock.seconds), count: this._deal.pieces }),
        "right",
      );
  }

  /** Judge the moves so far, if it is time for that. @param {boolean} [isAsked] whether the user asked for it */
  async _judge(isAsked = false) {
    const deal = this._deal;
    if (!deal?.at || deal.isSolved) return;
    if (!isAsked && this._judging === AT_THE_END && !deal.isOver) return;
    const { at } = deal;
    const isHere = () => this._deal === deal && deal.at === at;
    const found = await this._attempt(() => deal.judge());
    if (!found || !isHere()) return;
    if (found.status !== "proved") this._say(say("solitaire.unknown"));
    else if (found.result === "solvable") {
      this._mistake = null;
      if (isAsked) this._say(say("solitaire.still"), "right");
    } else {
      const mistake = await this._attempt(() => deal.mistake());
      if (!isHere()) return;
      this._mistake = mistake;
      this._say(this._mistakeText(deal, found), "wrong");
    }
    this._show();
  }

  /** Return what went wrong, and how few pieces can still be left, in words. @param {Deal} deal @param {Answer} found */
  _mistakeText(deal, { par }) {
    const number = this._mistake ?? 0;
    const what = number
      ? say(number === deal.at ? "solitaire.mistake" : "solitaire.mistake_at", {
          number,
          move: deal.moves[number - 1],
        })
      : "";
    const left = deal.isOver
      ? say("solitaire.left", { count: deal.pieces })
      : par === null
        ? ""
        : say("solitaire.par", { count: par });
    return [what, left].filter(Boolean).join(" ");
  }

  /** Go back to the last position that could be solved. */
  async _back() {
    const deal = this._deal;
    if (!deal || !this._mistake) return;
    const number = this._mistake;
    const move = deal.moves[number - 1];
    await this._go(number - 1 - deal.at);
    this._say(say("solitaire.before", { number, move }));
    this._table.focus();
  }

  async _hint() {
    const deal = this._deal;
    const found = deal && (await this._attempt(() => deal.judge()));
    if (!found || this._deal !== deal || !deal.board) return;
    const right = deal.board.moves.find(({ move }) => move === found.line[0]);
    if (!right) return this._say(say("solitaire.unknown"));
    this._hints = Math.min(this._hints + 1, STEPS);
    const { text, squares } = hintAt(deal.board, right.move, right.squares, this._hints);
    this._say(text);
    this._table.point(squares);
  }

  /** Show how play can continue from here: a solution, or a line that leaves as few pieces as possible. */
  async _reveal() {
    const deal = this._deal;
    const found = deal && (await this._attempt(() => deal.judge()));
    if (!found || this._deal !== deal || !deal.board) return;
    if (!found.line.length) return this._say(say("solitaire.unknown"));
    deal.isCounted = true;
    const text = say("puzzles.solution", { line: found.line.join(" ") });
    this._replay = new Replay(await boardOf(deal.position, []), found.line, text);
    this._say(this._replay.standing);
    this._show();
  }

  /** @param {1 | -1} to */
  async _walk(to) {
    const replay = this._replay;
    if (!replay) return;
    await this._attempt(() => replay.step(to));
    if (this._replay !== replay) return;
    this._say(replay.standing);
    this._show();
  }

  _endReplay() {
    this._replay = null;
    this._say("");
    this._show();
    this._table.focus();
  }

  /** Say why nothing can be removed from a square; the service names the rule. @param {string} square */
  async _refuse(square) {
    const deal = this._deal;
    if (!deal || this._replay || deal.isOver) return;
    await this._attempt(() => boardOf(deal.position, [square]));
  }

  /** @param {string} judging */
  _setJudging(judging) {
    this._judging = judging;
    JUDGING.write(judging);
    this._show();
    this._judge();
  }

  _draw() {
    if (this._kind) this._choices.show([this._kind], this._wish);
  }

  _show() {
    const deal = this._deal;
    const shown = this._replay?.board ?? deal?.board;
    if (!deal?.board || !shown) return;
    this._draw();
    this._name.textContent = this._nameOf(deal);
    this._table.show(shown, !this._replay && !deal.isOver);
    this._rules.show(deal.board);
    fill(
      this._facts,
      deal.grade && h("span", { class: `grade ${deal.grade}` }, gradeName(deal.grade)),
      h("span", { class: "count" }, say("solitaire.pieces", { count: deal.pieces })),
      !deal.isOver && h("span", {}, say("solitaire.turn", { player: capital(deal.board.player) })),
      this._time,
    );
    this._tick();
    this._showActs(deal);
    fill(
      this._judges,
      pills(
        say("solitaire.judge"),
        [
          [AT_ONCE, say("solitaire.judge_at_once")],
          [AT_THE_END, say("solitaire.judge_at_the_end")],
        ],
        this._judging,
        (judging) => this._setJudging(judging),
      ),
    );
    const { played, solved, best } = tally.tallyOf(this._nameOf(deal));
    this._tally.textContent = [
      played && say("solitaire.tally", { solved, count: played }),
      best !== null && say("solitaire.best", { time: minutes(best) }),
    ]
      .filter(Boolean)
      .join(" ");
  }

  /** Return the game, its variants, and the board in words. @param {Deal} deal */
  _nameOf({ board }) {
    if (!board) return "";
    const game = this._games.find((one) => one.game === board.game);
    const others = board.variants.filter((variant) => variant !== game?.solitaire);
    return [game?.title, ...others, board.size.join("×")].join(", ");
  }

  /** @param {Deal} deal */
  _showActs(deal) {
    showButtons(this._acts, this._replay ? this._replayActs(this._replay) : this._dealActs(deal));
  }

  /** @param {Deal} deal */
  _dealActs(deal) {
    const isJudged = this._judging === AT_ONCE || this._mistake !== null;
    return [
      deal.isSolved && act("deal", () => this._new(), "primary"),
      this._mistake !== null && this._mistake > 0 && act("mistake", () => this._back(), "primary"),
      this._mistake === 0 && act("another", () => this._new(), "primary"),
      act("back", () => this._go(-1), "", !deal.at),
      act("on", () => this._go(1), "", deal.at === deal.moves.length),
      !deal.isOver && act("hint", () => this._hint()),
      !isJudged && !deal.isOver && act("check", () => this._judge(true), "", !deal.at),
      h("span", { class: "break" }),
      act("again", () => this._go(-deal.at), "plain", !deal.at),
      !deal.isOver && act("solution", () => this._reveal(), "plain"),
      h("a", { class: "plain", href: linkTo("play", deal.position) }, say("solitaire.analyse")),
      act("print", () => print(), "plain"),
    ];
  }

  /** @param {Replay} replay */
  _replayActs(replay) {
    return [
      act("step_back", () => this._walk(-1), "", replay.at === 0),
      act("step_on", () => this._walk(1), "", replay.isAtEnd),
      act("game", () => this._endReplay(), "primary"),
    ];
  }

  /** Store the deal, so that it continues after a reload. */
  _keep() {
    if (!this._deal) return;
    const { start, grade, moves, at, isCounted } = this._deal;
    const { seconds } = this._clock;
    KEPT.write({ start, grade, moves: moves.slice(0, at), seconds, isCounted });
  }

  /** Run an action that may fail; null, after a message, if it does. @template T @param {() => Promise<T>} act */
  async _attempt(act) {
    this._trouble.textContent = "";
    try {
      return await act();
    } catch (error) {
      complain(this._trouble, error);
      return null;
    }
  }

  _tick() {
    this._time.textContent = say("puzzles.time", { time: minutes(this._clock.seconds) });
  }

  /** @param {string} text @param {string} [kind] */
  _say(text, kind = "") {
    this._feedback.textContent = text;
    this._feedback.className = `feedback ${kind}`;
    if (text) announce(text);
  }
}

/** Return the name of a kind of deals. @param {Wish} wish */
function kindText(wish) {
  return wishText({ ...wish, seed: 0 });
}

/** Make a button by its name. */
const act = buttonsOf({
  deal: "solitaire.deal",
  another: "solitaire.another",
  mistake: "solitaire.to_mistake",
  back: "solitaire.back",
  on: "solitaire.on",
  hint: "puzzles.hint",
  check: "solitaire.check",
  again: "puzzles.again",
  solution: "puzzles.show_solution",
  print: "puzzles.print",
  step_back: "puzzles.step_back",
  step_on: "puzzles.step_on",
  game: "solitaire.to_game",
});
