/** The view for playing: the board, what every move is worth, and the game with its variations. */

import { Analyst } from "../analysis/analyst.js";
import { Gauge } from "../analysis/gauge.js";
import { Graph } from "../analysis/graph.js";
import { MovesList } from "../analysis/moves_list.js";
import { Solver } from "../analysis/solver.js";
import { worths } from "../analysis/worth.js";
import { Table } from "../board/table.js";
import { settle } from "../common/address.js";
import { boardOf } from "../common/api.js";
import { announce, button, complain, fill, h, reveal, tick } from "../common/dom.js";
import { credited } from "../common/games.js";
import { linked } from "../common/rules.js";
import { say } from "../common/say.js";
import { isFlag, recordOf, Stored } from "../common/stored.js";
import { ending, estimated, moved, told, verdict } from "../common/words.js";
import { Work } from "../common/work.js";
import { holding } from "../game/persons.js";
import { COMPUTER } from "../game/session.js";
import { Reviewer } from "../review/reviewer.js";
import { Sharing } from "../share/panel.js";
import { dressBy } from "./colours.js";
import { HowToPlay } from "../learn/how_to_play.js";
import { Finish } from "./finish.js";
import { Helps } from "./helps.js";
import { History } from "./history.js";
import { press } from "./keys.js";
import { legend } from "./legend.js";
import { LostDeal } from "./lost_deal.js";
import { Opponent } from "./opponent.js";
import { Seats } from "./seats.js";

/** @typedef {import("../analysis/analyst.js").Standing} Standing */
/** @typedef {import("../common/types.js").Board} Board */
/** @typedef {import("../common/types.js").Analysis} Analysis */
/** @typedef {import("../common/words.js").Known} Known */

/** Whether the user has switched the analysis on or off, for solitaires and for positions of games for two. */
const CHOSEN = new Stored(
  "analysis",
  /** @type {Record<string, boolean>} */ ({}),
  recordOf(isFlag),
);
/** The milliseconds between two steps by the wheel in one direction. */
const WHEEL_PAUSE = 120;
/** Causes of a change that do not change the position. */
const STAYING = ["shape", "strength"];
/** The limits that can end a search, as the page says them. @type {Record<string, import("../common/say.js").Key>} */
const LIMITS = { time: "limit.time", memory: "limit.memory", nodes: "limit.nodes" };

export class PlayView {
  /** @param {import("../game/session.js").Session} session @param {import("../common/types.js").GameDescription[]} games @param {import("../game/begin.js").Begin} begin */
  constructor(session, games, begin) {
    this._session = session;
    this._games = games;
    /** The games being played in which the user has asked for values, by their roots. @type {WeakSet<import("../game/tree.js").Node>} */
    this._valued = new WeakSet();
    /** Whether an answer is awaited, and whether a question is postponed. */
    this._isAsking = false;
    this._isPutOff = false;
    /** The moves shown during the analysis. @type {import("../common/types.js").MoveAnswer[]} */
    this._settling = [];
    /** Their order in the list during the analysis; empty for the order of the board. @type {string[]} */
    this._order = [];
    /** When the wheel made the last step, and in which direction. */
    this._wheeled = { at: 0, way: 0 };
    this._analyst = new Analyst((standing) => this._hear(standing));
    this._gauge = new Gauge();
    this._table = new Table(
      {
        onmove: (move) => this._move(move),
        onrefused: (square) => this._refuse(square),
        onback: () => this._back(),
      },
      this._gauge.element,
    );
    this._work = new Work(say("play.analysing"));
    this._again = button(say("play.again"), () => this._analyse());
    this._thinking = new Work(say("play.thinking"), () => this._opponent.stop());
    this._opponent = new Opponent(
      session,
      {
        work: this._thinking,
        onreply: (reply) => this._seats.judge(reply),
        onrest: () => this._analyse(),
        onfail: (error) => this._complain(error),
      },
      () => this.element.isConnected,
    );
    this._moves = new MovesList((move) => this._move(move), this._table);
    this._graph = new Graph(session);
    this._seats = new Seats(
      session,
      () => {
        this._analyst.stop();
        this._opponent.move();
      },
      this._table,
    );
    this._solver = new Solver(
      session,
      (error) => this._complain(error),
      (isBusy) => this._giveWay(isBusy),
    );
    this._reviewer = new Reviewer(session, {
      oncomplain: (error) => this._complain(error),
      onbusy: (isBusy) => this._giveWay(isBusy),
      ontrial: () => reveal(this._stage),
      onend: () => this._show("go"),
    });
    this._helps = new Helps(session, this._table, (error) => this._complain(error));
    this._finish = new Finish(session, {
      begin,
      onreview: () => {
        reveal(this._reviewer.element);
        this._reviewer.review();
      },
      oncomplain: (error) => this._complain(error),
    });
    this._rules = new HowToPlay(games);
    this._history = new History(session);
    this._lost = new LostDeal(session, (error) => this._complain(error));
    this._sharing = new Sharing(session, (error) => this._complain(error));
    /** What the moves are worth, best first; empty if that is unknown or not wanted. */
    this._worth = new Map();
    this._title = h("h1", { class: "title" });
    this._status = h("p", { class: "status" });
    this._verdict = h("p", { class: "verdict" });
    this._trouble = h("p", { class: "trouble", role: "alert" });
    this._credit = h("p", { class: "quiet credit" });
    this._analysis = tick(say("play.analysis"), false, (isOn) => this._switch(isOn));
    this._analysis.querySelector("input").setAttribute("role", "switch");
    this._stage = this._layStage();
    this.element = this._lay();
    document.addEventListener("keydown", (event) => this._press(event));
    session.addEventListener("change", (event) =>
      this._show(/** @type {CustomEvent} */ (event).detail.cause),
    );
    session.addEventListener("trouble", (event) =>
      this._complain(/** @type {CustomEvent} */ (event).detail),
    );
  }

  /** Lay out the board between its players. */
  _layStage() {
    const [below, above] = this._seats.strips;
    const turn = (/** @type {WheelEvent} */ event) => this._wheel(event);
    const board = h("div", { onwheel: turn }, this._table.element);
    return h("div", { class: "stage" }, above, board, below);
  }

  _lay() {
    const said = [
      this._finish.element,
      this._status,
      this._verdict,
      this._lost.element,
      this._work.element,
      this._again,
      this._thinking.element,
      this._helps.element,
      this._solver.element,
      this._trouble,
      this._seats.element,
    ];
    const acts = h(
      "div",
      { class: "acts" },
      this._helps.buttons,
      this._solver.buttons,
      this._sharing.copyButton(),
    );
    return h(
      "div",
      { class: "play" },
      this._stage,
      h(
        "div",
        { class: "beside" },
        h(
          "div",
          { class: "column" },
          h(
            "section",
            { class: "panel now", aria: { label: say("play.now") } },
            this._title,
            this._reviewer.trial.element,
            said,
            h("div", { class: "controls" }, this._history.steps, this._analysis),
            acts,
            this._rules.element,
          ),
          this._moves.element,
          this._history.element,
        ),
        h(
          "div",
          { class: "column" },
          this._graph.element,
          this._reviewer.element,
          this._sharing.element,
          legend(),
          this._credit,
        ),
      ),
    );
  }

  /** Start work: the view is now on the page. */
  enter() {
    if (this._session.at) this._show("go");
  }

  /** Stop all work: the view leaves the page. */
  leave() {
    this._isPutOff = false;
    for (const at of [this._analyst, this._opponent, this._solver, this._reviewer, this._helps])
      at.stop();
    this._lost.clear();
  }

  /** @param {string} cause */
  _show(cause) {
    const board = this._session.at?.board;
    if (!board || !this.element.isConnected) return;
    this._trouble.textContent = "";
    this._title.textContent = board.title;
    const game = this._games.find(({ game }) => game === board.game);
    if (game) dressBy(this.element, game);
    const { width, height, side } = board.frame;
    this.element.style.setProperty("--squares-wide", String(width / side));
    this.element.style.setProperty("--squares-high", String(height / side));
    this._table.show(board, this._isOpen());
    this._history.show();
    this._graph.show();
    this._seats.show();
    this._solver.show();
    this._reviewer.show();
    this._helps.show();
    this._finish.show(cause);
    this._rules.show(board);
    const { isGame, outcome } = this._session;
    const wasSolving = this._solver.buttons.contains(document.activeElement);
    this.element.classList.toggle("playing", isGame && !outcome);
    // The buttons of the solver are hidden during a game.
    if (wasSolving && isGame) this._table.focus();
    this.element.classList.toggle("trying", this._reviewer.trial.mistake !== null);
    this._sharing.show();
    this._say(board, cause);
    this._credit.replaceChildren(...(game ? credited("play.credit", game) : []));
    settle("play", board.position);
    document.title = say("page.title", { view: board.title });
    if (cause === "open") {
      reveal(this._title);
      this._seats.forget();
    }
    if (STAYING.includes(cause)) {
      this._showWorth(board, this._worth);
      return;
    }
    this._verdict.textContent = "";
    this._lost.clear();
    this._settling = [];
    this._order = [];
    if (outcome) this._gauge.end(board, outcome, this._status.textContent ?? "");
    else this._gauge.clear();
    this._showWorth(board, new Map());
    this._analyse();
  }

  /** @param {KeyboardEvent} event */
  _press(event) {
    if (!this.element.isConnected || !this._session.at) return;
    press(event, {
      step: (way) => this._history.step(way),
      analyse: () => this._switch(!this._isValued()),
      rules: () => this._rules.open(),
      flip: () => {
        this._table.flip();
        this._stage.classList.toggle("flipped");
      },
    });
  }

  /** Step through the moves by the wheel; while a game is played, it scrolls the page. @param {WheelEvent} event */
  _wheel(event) {
    const at = this._session.at;
    const to = event.deltaY < 0 ? at?.parent : at?.children[0];
    if (!to || !event.deltaY || event.ctrlKey || (this._session.isGame && !this._session.outcome))
      return;
    event.preventDefault();
    const way = Math.sign(event.deltaY);
    const { at: last, way: lastWay } = this._wheeled;
    if (way === lastWay && event.timeStamp - last < WHEEL_PAUSE) return;
    this._wheeled = { at: event.timeStamp, way };
    this._session.go(to);
  }

  /** Go back a move; in a game, take back your own. */
  _back() {
    if (this._session.isGame) this._helps.takeBack();
    else this._session.go(this._session.at?.parent);
  }

  /** Make a move or, during the search for a better one, try it. @param {string} move */
  _move(move) {
    if (this._reviewer.trial.isOn) this._reviewer.trial.attempt(move);
    else this._session.play(move);
  }

  /** Return the key of the setting: solitaires and games for two have separate ones. */
  _kind() {
    return this._session.at?.board?.is_solitaire ? "solitaire" : "game";
  }

  /** Whether moves are valued: unasked, nothing is shown that would spoil a game or a solitaire. @returns {boolean} */
  _isValued() {
    const { root, seats, isGame } = this._session;
    if (isGame) return root !== null && this._valued.has(root);
    const kind = this._kind();
    return CHOSEN.read()[kind] ?? (kind === "game" && !Object.values(seats).includes(COMPUTER));
  }

  /** @param {Board} board @param {Map<string, import("../analysis/worth.js").Worth>} worth */
  _showWorth(board, worth) {
    this._worth = worth;
    this._table.value(worth);
    if (worth.size > 0 && !this._isAsking) this._order = [...worth.keys()];
    const order = this._order.length ? this._order : board.moves.map(({ move }) => move);
    this._moves.show(order, worth, this._isOpen());
  }

  _isOpen() {
    return this._reviewer.trial.isOn || !(this._session.isComputers() || this._session.isResigned);
  }

  /** Say what happened and who is to move. @param {Board} board @param {string} cause */
  _say(board, cause) {
    const { outcome } = this._session;
    const next = outcome
      ? ending(outcome, (player) => holding(this._session, player))
      : say("play.to_move", { player: holding(this._session, board.player) });
    // The board shows what a move did; only to those who cannot see it, it is said too.
    this._status.textContent = [...board.played.map(moved), next].join(" ");
    this._status.classList.toggle("over", outcome !== null);
    if (cause !== "shape") announce([...board.played.map(told), next].join(" "));
  }

  _analyse() {
    this._work.hide();
    this._again.hidden = true;
    const at = this._session.at;
    const isValued = this._isValued();
    this._analysis.querySelector("input").checked = isValued;
    this.element.classList.toggle("unvalued", !isValued);
    this._isPutOff = false;
    const isWanted = isValued && this.element.isConnected && !this._reviewer.trial.isOn;
    // The computer already asks about this position: its answer is shown when it moves.
    if (!isWanted || !at?.board || this._session.outcome || this._opponent.isThinking) {
      this._analyst.forget();
      this._isAsking = false;
      return;
    }
    const isEstimated = !at.board.is_solitaire;
    this._analyst.analyse(at.position, { isEstimated, isMeasured: true });
  }

  /** Give priority to what a button has asked for: a running analysis waits until that is done. @param {boolean} isBusy */
  _giveWay(isBusy) {
    if (isBusy && this._isAsking) {
      this._isPutOff = true;
      this._analyst.stop();
    } else if (isBusy) this._isPutOff ||= this._analyst.hurry();
    else if (this._isPutOff) this._analyse();
  }

  /** @param {boolean} isOn */
  _switch(isOn) {
    const { root, isGame } = this._session;
    if (!isGame) CHOSEN.write({ ...CHOSEN.read(), [this._kind()]: isOn });
    else if (root) this._valued[isOn ? "add" : "delete"](root);
    this._show("go");
  }

  /** @param {Standing} standing */
  _hear({ state, position, answer, first, moves, progress, isMeasuring, message }) {
    const board = this._session.at?.board;
    if (!board || board.position !== position) return;
    this._isAsking = state === "asking";
    if (this._isAsking) this._work.show(progress);
    else this._work.hide();
    this._again.hidden = this._isAsking || this._isPutOff || answer?.status === "proved";
    if (state === "failed") this._complain(new Error(message));
    if (answer) this._value(board, answer, isMeasuring);
    else if (moves !== this._settling && moves.length) this._settle(board, moves, first);
    if (state === "stopped")
      this._verdict.textContent = this._isPutOff
        ? say("play.put_off")
        : [say("play.stopped"), first && this._estimateOf(board, first)].filter(Boolean).join(" ");
  }

  /**
   * Show the moves valued so far. The order does not change while values come in, except once, when the
   * open moves have been estimated.
   *
   * @param {Board} board
   * @param {import("../common/types.js").MoveAnswer[]} moves
   * @param {Analysis | null} first
   */
  _settle(board, moves, first) {
    this._settling = moves;
    if (first) this._order = first.moves.map(({ move }) => move);
    this._showMoves(board, { status: "open", result: null, value: null, moves });
    const settled = moves.filter(({ result }) => result !== null).length;
    const soFar = say("play.so_far", { settled, count: moves.length });
    const estimate = first && this._estimateOf(board, first);
    const sentence = estimate ? `${say("verdict.unsettled", { estimate })} ${soFar}` : soFar;
    this._verdict.textContent = sentence;
    if (first) this._gauge.show(first, board, sentence);
    if (estimate && moves === first?.moves) announce(this._verdict.textContent);
  }

  /** Return the estimate of a position in words, if there is one. @param {Board} board @param {Analysis} first */
  _estimateOf(board, { estimate }) {
    return estimate && estimated(estimate, board.player, this._session.players);
  }

  /** @param {Board} board @param {Known} known */
  _showMoves(board, known) {
    // If the position is lost, every move would have the same sign.
    const isLost = known.result === "unsolvable";
    this._showWorth(board, isLost ? new Map() : worths(known, board.is_first));
  }

  /** @param {Board} board @param {Analysis} answer @param {boolean} isMeasuring whether the length of the game is being computed */
  _value(board, answer, isMeasuring) {
    this._showMoves(board, answer);
    const limit = LIMITS[answer.reason ?? ""];
    const said = limit ? { ...answer, detail: say(limit) } : answer;
    const sentence = verdict(said, board.player, this._session.players);
    if (!this._verdict.textContent?.startsWith(sentence)) announce(sentence);
    this._verdict.textContent = isMeasuring ? `${sentence} ${say("play.measuring")}` : sentence;
    if (answer.result === "unsolvable" && this._session.at) this._lost.show(this._session.at);
    this._gauge.show(answer, board, sentence);
    this._graph.show();
    this._solver.show();
  }

  /** Say why no move can be made on a square; the service names the rule. @param {string} square */
  async _refuse(square) {
    const at = this._session.at;
    if (!at) return;
    try {
      await boardOf(at.position, [square]);
    } catch (error) {
      if (this._session.at === at) this._complain(/** @type {Error} */ (error));
    }
  }

  /** @param {Error} error */
  _complain(error) {
    complain(this._trouble, error);
    fill(this._trouble, linked(error.message));
  }
}
