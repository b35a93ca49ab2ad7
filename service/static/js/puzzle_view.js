/**
 * Puzzles: a stream of them by game, kind and grade, and one that everybody has on a day. A try is
 * judged at once, by the exact value of every move; whatever is as good as the solution is right.
 */

import { linkTo, settle } from "./address.js";
import { Analyst } from "./analyst.js";
import { ask } from "./api.js";
import { announce, button, choice, fill, h } from "./dom.js";
import { PuzzleRun } from "./puzzle_run.js";
import { recall, remember } from "./settings.js";
import { Table } from "./table.js";
import { capital } from "./words.js";
import { Work } from "./work.js";

const ANY = "";
/** Seeds of the stream: enough that nobody meets the same puzzle twice by chance. */
const SEEDS = 2 ** 32;

/**
 * @typedef {object} Wish what puzzle is wanted
 * @property {string} game
 * @property {string} puzzle
 * @property {string} grade
 * @property {number} seed
 */

export class PuzzleView {
  /** @param {import("./types.js").Game[]} games */
  constructor(games) {
    this._games = games;
    /** @type {{grades: string[], kinds: {game: string, puzzle: string, summary: string}[]} | null} */
    this._known = null;
    /** @type {Wish} */
    this._wish = recall("puzzles", { game: "", puzzle: "", grade: ANY, seed: 0 });
    /** @type {PuzzleRun | null} */
    this._run = null;
    this._asked = new AbortController();
    this._analyst = new Analyst((standing) => this._hear(standing));
    this._table = new Table({
      onmove: (move) => this._try(move),
      onrefused: (square) => this._say(`${square}: no legal move begins there.`, ""),
      onback: () => {},
    });
    this._work = new Work("Making a puzzle", () => this._asked.abort());
    this._title = h("h1", { class: "title" }, "Puzzles");
    this._goal = h("p", { class: "goal" });
    this._feedback = h("p", { class: "feedback", role: "status" });
    this._trouble = h("p", { class: "trouble", role: "alert" });
    this._choices = h("div", { class: "fields" });
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
        this._goal,
        this._table.element,
        this._feedback,
        this._work.element,
        this._trouble,
        this._acts,
      ),
      h(
        "div",
        { class: "right" },
        h(
          "section",
          { class: "panel", aria: { label: "Which puzzles" } },
          this._choices,
          h("div", { class: "acts" }, next, today),
          this._record,
        ),
      ),
    );
  }

  /** Show the view. @param {string} text the puzzle that is meant, as `GAME/KIND/GRADE/SEED`, or nothing */
  async enter(text) {
    document.title = "Puzzles · proofplay";
    if (!(await this._learn())) return;
    const [game, puzzle, grade, seed] = text.split("/");
    if (seed !== undefined && this._kinds(game).some((kind) => kind.puzzle === puzzle)) {
      await this._make({ game, puzzle, grade: grade === "any" ? ANY : grade, seed: Number(seed) });
    } else if (!this._run) await this._today();
    this._draw();
  }

  leave() {
    this._asked.abort();
    this._analyst.stop();
  }

  /** Ask which puzzles there are; says so if there are none. */
  async _learn() {
    if (this._known) return true;
    const known = await this._ask("/api/puzzles");
    if (known)
      this._known = {
        ...known,
        kinds: known.kinds.filter((/** @type {any} */ kind) => kind.playable),
      };
    return known !== null;
  }

  /** @param {string} game */
  _kinds(game) {
    return this._known?.kinds.filter((kind) => kind.game === game) ?? [];
  }

  /** The same puzzle for everybody on a day; the games take turns. */
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
    this._wish = wish;
    remember("puzzles", wish);
    this._draw();
    settle("puzzles", [wish.game, wish.puzzle, wish.grade || "any", wish.seed].join("/"));
    this._analyst.stop();
    const { grade, ...rest } = wish;
    const record = await this._ask("/api/puzzle", grade ? { ...rest, grade } : rest);
    if (!record) return;
    this._say("", "");
    this._run = new PuzzleRun(record, this._analyst);
    await this._run.begin();
    this._show();
  }

  _draw() {
    const wish = this._wish;
    const titles = new Map(this._games.map(({ game, title }) => [game, title]));
    /** @type {[string, string][]} */
    const games = [...new Set(this._known?.kinds.map(({ game }) => game))].map((game) => [
      game,
      titles.get(game) ?? game,
    ]);
    /** @type {[string, string][]} */
    const kinds = this._kinds(wish.game).map(({ puzzle, summary }) => [puzzle, capital(summary)]);
    /** @type {[string, string][]} */
    const grades = [
      [ANY, "Any"],
      ...(this._known?.grades ?? []).map(
        (grade) => /** @type {[string, string]} */ ([grade, grade]),
      ),
    ];
    const set = (/** @type {Partial<Wish>} */ part) => {
      this._wish = { ...this._wish, ...part };
      this._next();
    };
    if (this._choices.contains(document.activeElement) && this._choices.dataset.game === wish.game)
      return;
    this._choices.dataset.game = wish.game;
    fill(
      this._choices,
      choice("Game", games, wish.game, (game) =>
        set({ game, puzzle: this._kinds(game)[0].puzzle }),
      ),
      choice("Kind", kinds, wish.puzzle, (puzzle) => set({ puzzle })),
      choice("Grade", grades, wish.grade, (grade) => set({ grade })),
    );
  }

  _show() {
    const run = this._run;
    if (!run?.board) return;
    this._title.textContent = run.board.title;
    this._goal.textContent = run.goal;
    this._table.show(run.board, !run.isSolved);
    const open = h("a", { href: linkTo("play", run.start) }, "Open on the board");
    const hint = button("Hint", () => this._hint(), { data: { act: "hint" } });
    const solution = button("Show the solution", () => this._reveal(), {
      data: { act: "solution" },
    });
    const again = button("Again", () => this._again(), { data: { act: "again" } });
    const next = button("Next puzzle", () => this._next(), { class: "primary" });
    fill(this._acts, run.isSolved ? next : [hint, solution], again, open);
    const { solved, failed } = recall("puzzle-record", { solved: 0, failed: 0 });
    this._record.textContent =
      solved + failed ? `So far ${solved} solved at once, ${failed} not.` : "";
  }

  /** @param {string} move */
  async _try(move) {
    const run = this._run;
    if (!run?.board) return;
    this._say("Checking …", "");
    // One try at a time: the board takes no other until this one is judged.
    this._table.show(run.board, false);
    const told = await this._judge(run, move);
    if (this._run !== run) return;
    this._say(told?.text ?? "", told?.kind ?? "");
    if (told?.isFirst) this._count(told.kind === "right");
    this._show();
  }

  /** Have a try judged; null if nothing comes of it, which is shown. @param {PuzzleRun} run @param {string} move */
  async _judge(run, move) {
    try {
      return await run.attempt(move);
    } catch (error) {
      this._trouble.textContent = /** @type {Error} */ (error).message;
      return null;
    }
  }

  async _hint() {
    const squares = await this._run?.hint();
    if (squares)
      this._say(
        squares.length
          ? `Look at ${squares.join(" and ")}.`
          : "Think of a move that is made on no square.",
        "",
      );
    if (this._run?.isFresh) this._count(false);
  }

  async _reveal() {
    const run = this._run;
    if (!run) return;
    if (run.isFresh) this._count(false);
    this._say(`The solution: ${run.solution.join(" ")}.`, "");
  }

  async _again() {
    await this._run?.begin();
    this._say("", "");
    this._show();
  }

  /** Count a puzzle, once. @param {boolean} isSolved */
  _count(isSolved) {
    const record = recall("puzzle-record", { solved: 0, failed: 0 });
    record[isSolved ? "solved" : "failed"] += 1;
    remember("puzzle-record", record);
    if (this._run) this._run.isFresh = false;
  }

  /** @param {import("./analyst.js").Standing} standing */
  _hear({ state, message }) {
    if (state === "failed") this._trouble.textContent = message;
  }

  /** @param {string} text @param {string} kind */
  _say(text, kind) {
    this._feedback.textContent = text;
    this._feedback.className = `feedback ${kind}`;
    if (text) announce(text);
  }

  /** Ask the service; null if it refuses, which is shown. @param {string} path @param {any} [body] */
  async _ask(path, body) {
    this._asked.abort();
    const asked = (this._asked = new AbortController());
    this._trouble.textContent = "";
    this._work.show(null);
    try {
      return await ask(path, body, {
        signal: asked.signal,
        onProgress: (progress) => this._work.show(progress),
      });
    } catch (error) {
      if (!asked.signal.aborted) this._trouble.textContent = /** @type {Error} */ (error).message;
      return null;
    } finally {
      if (this._asked === asked) this._work.hide();
    }
  }
}
