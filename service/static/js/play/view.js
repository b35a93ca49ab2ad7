/** The view to play in: the board, what every move is worth, and the game with its variations. */

import { Analyst } from "../analysis/analyst.js";
import { Graph } from "../analysis/graph.js";
import { MovesList } from "../analysis/moves_list.js";
import { Reviewer } from "../analysis/reviewer.js";
import { Solver } from "../analysis/solver.js";
import { Table } from "../board/table.js";
import { share, settle } from "../common/address.js";
import { boardOf } from "../common/api.js";
import { announce, button, complain, h, reveal, tick } from "../common/dom.js";
import { recall, remember } from "../common/settings.js";
import { capital, deeds, ending, estimated, valued, verdict } from "../common/words.js";
import { Work } from "../common/work.js";
import { holding } from "../game/persons.js";
import { Records } from "../game/records.js";
import * as trees from "../game/tree.js";
import { History } from "./history.js";
import { Opponent } from "./opponent.js";
import { Seats } from "./seats.js";

/** @typedef {import("../analysis/analyst.js").Standing} Standing */
/** @typedef {import("../common/types.js").Board} Board */
/** @typedef {import("../common/types.js").AnalysisRecord} AnalysisRecord */
/** @typedef {import("../common/words.js").Known} Known */

/** Causes of a change that leave the position as it is. */
const STAYING = ["shape", "seats", "strength"];

export class PlayView {
  /** @param {import("../game/session.js").Session} session @param {import("../common/types.js").GameDescription[]} games */
  constructor(session, games) {
    this._session = session;
    this._games = games;
    this._isAnalysing = recall("analysis", false);
    /** Whether an answer is awaited, and whether it will be asked for later. */
    this._isAsking = false;
    this._isPutOff = false;
    /** The moves as they are shown while the analysis goes on. @type {import("../common/types.js").MoveRecord[]} */
    this._settling = [];
    /** Their order in the list as long as that is so; empty: as the board has them. @type {string[]} */
    this._order = [];
    this._analyst = new Analyst((standing) => this._hear(standing));
    this._table = new Table({
      onmove: (move) => session.play(move),
      onrefused: (square) => this._refuse(square),
      onback: () => session.go(session.at?.parent),
    });
    this._work = new Work("Analysing", () => this._analyst.stop());
    this._again = button("Analyse again", () => this._analyse());
    this._thinking = new Work("The computer is thinking", () => this._opponent.stop());
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
    this._moves = new MovesList((move) => session.play(move), this._table);
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
    this._reviewer = new Reviewer(
      session,
      (error) => this._complain(error),
      (isBusy) => this._giveWay(isBusy),
    );
    this._history = new History(session, this._reviewer.element);
    this._records = new Records(session, (error) => this._complain(error));
    /** What the moves are worth, best first; empty while it is not known, or not wanted. */
    this._worth = new Map();
    this._title = h("h1", { class: "title" });
    this._status = h("p", { class: "status" });
    this._verdict = h("p", { class: "verdict" });
    this._trouble = h("p", { class: "trouble", role: "alert" });
    this._credit = h("p", { class: "quiet" });
    this.element = this._lay();
    session.addEventListener("change", (event) =>
      this._show(/** @type {CustomEvent} */ (event).detail.cause),
    );
    session.addEventListener("trouble", (event) =>
      this._complain(/** @type {CustomEvent} */ (event).detail),
    );
  }

  _lay() {
    const analysis = tick("Analysis: show what every move is worth", this._isAnalysing, (isOn) =>
      this._switch(isOn),
    );
    const sharing = button("Copy link", () => this._share(), { data: { act: "share" } });
    const said = [
      this._status,
      this._verdict,
      this._work.element,
      this._again,
      this._thinking.element,
      this._solver.element,
      this._trouble,
    ];
    const acts = h("div", { class: "acts" }, this._solver.buttons, sharing);
    const panels = [this._moves, this._history, this._graph, this._seats, this._records];
    return h(
      "div",
      { class: "play" },
      h(
        "div",
        { class: "left" },
        this._title,
        this._table.element,
        this._history.steps,
        said,
        analysis,
        legend(),
        acts,
      ),
      h(
        "div",
        { class: "right" },
        panels.map(({ element }) => element),
        this._credit,
      ),
    );
  }

  /** Show that the view is on the page. */
  enter() {
    if (this._session.at) this._show("go");
  }

  /** Stop all work: the view leaves the page. */
  leave() {
    this._isPutOff = false;
    for (const at of [this._analyst, this._opponent, this._solver, this._reviewer]) at.stop();
  }

  /** @param {string} cause */
  _show(cause) {
    const board = this._session.at?.board;
    if (!board || !this.element.isConnected) return;
    this._trouble.textContent = "";
    this._title.textContent = board.title;
    this._table.show(board, this._isOpen());
    this._history.show();
    this._graph.show();
    this._seats.show();
    this._solver.show();
    this._reviewer.show();
    this._say(board, cause);
    this._credit.replaceChildren(...credit(this._games.find(({ game }) => game === board.game)));
    settle("play", board.position);
    document.title = `${board.title} · proofplay`;
    if (cause === "open") {
      reveal(this._title);
      this._seats.forget();
    }
    if (STAYING.includes(cause)) {
      this._showWorth(board, this._worth);
      return;
    }
    this._verdict.textContent = "";
    this._settling = [];
    this._order = [];
    this._showWorth(board, new Map());
    this._analyse();
  }

  /** @param {Board} board @param {Map<string, import("../board/table.js").Worth>} worth */
  _showWorth(board, worth) {
    this._worth = worth;
    this._table.value(worth);
    if (worth.size > 0 && !this._isAsking) this._order = [...worth.keys()];
    const order = this._order.length ? this._order : board.moves.map(({ move }) => move);
    this._moves.show(order, worth, this._isOpen());
  }

  _isOpen() {
    return !this._session.isComputers();
  }

  /** Say what happened and who is to move. @param {Board} board @param {string} cause */
  _say(board, cause) {
    const did = board.played
      .map(({ player, move, effects }) =>
        move === trees.SWAP
          ? `${capital(player)} has swapped: the players hold each other's colours now.`
          : `${capital(player)} ${move}: ${deeds(effects)}.`,
      )
      .join(" ");
    const next = board.outcome
      ? ending(board.outcome, (player) => holding(this._session, player))
      : `${holding(this._session, board.player)} to move.`;
    this._status.textContent = [did, next].filter(Boolean).join(" ");
    this._status.classList.toggle("over", board.outcome !== null);
    if (cause !== "shape") announce(this._status.textContent);
  }

  _analyse() {
    this._work.hide();
    this._again.hidden = true;
    const at = this._session.at;
    this._isPutOff = false;
    const isWanted = this._isAnalysing && this.element.isConnected;
    // What the computer asks for its move is asked once: it is shown when the move is made.
    if (!isWanted || !at?.board || at.board.outcome || this._opponent.isThinking) {
      this._analyst.stop();
      return;
    }
    this._analyst.analyse(at.position, { isEstimated: !at.board.is_solitaire });
  }

  /** Let what a button has asked for come first: an analysis that is going on waits for its end. @param {boolean} isBusy */
  _giveWay(isBusy) {
    if (isBusy && this._isAsking) {
      this._isPutOff = true;
      this._analyst.stop();
    } else if (!isBusy && this._isPutOff) this._analyse();
  }

  /** @param {boolean} isOn */
  _switch(isOn) {
    this._isAnalysing = isOn;
    remember("analysis", isOn);
    this._show("go");
  }

  /** @param {Standing} standing */
  _hear({ state, position, answer, first, moves, progress, message }) {
    const board = this._session.at?.board;
    if (!board || board.position !== position) return;
    this._isAsking = state === "asking";
    if (this._isAsking) this._work.show(progress);
    else this._work.hide();
    this._again.hidden = this._isAsking || this._isPutOff || answer?.status === "proved";
    if (state === "failed") this._complain(new Error(message));
    if (answer) this._value(board, answer);
    else if (moves !== this._settling && moves.length) this._settle(board, moves, first);
    if (state === "stopped")
      this._verdict.textContent = this._isPutOff
        ? "The analysis goes on afterwards."
        : ["Stopped: not settled.", first && this._estimateOf(board, first)]
            .filter(Boolean)
            .join(" ");
  }

  /**
   * Show the moves that are valued so far. Nothing changes its place while values are still coming in,
   * but once, when what is open has been estimated.
   *
   * @param {Board} board
   * @param {import("../common/types.js").MoveRecord[]} moves
   * @param {AnalysisRecord | null} first
   */
  _settle(board, moves, first) {
    this._settling = moves;
    if (first) this._order = first.moves.map(({ move }) => move);
    this._showMoves(board, { status: "open", result: null, value: null, moves });
    const settled = moves.filter(({ result }) => result !== null).length;
    const soFar = `${settled} of ${moves.length} moves settled so far.`;
    const estimate = first && this._estimateOf(board, first);
    this._verdict.textContent = estimate ? `Not settled. ${estimate} ${soFar}` : soFar;
    if (estimate && moves === first?.moves) announce(this._verdict.textContent);
  }

  /** Say what the estimate of a position is, where there is one. @param {Board} board @param {AnalysisRecord} first */
  _estimateOf(board, { estimate }) {
    return estimate && estimated(estimate, board.player, this._session.players);
  }

  /** @param {Board} board @param {Known} known */
  _showMoves(board, known) {
    const isChoice = known.moves.some(({ best }) => !best);
    const worth = new Map(
      known.moves.map((move) => [
        move.move,
        { ...valued(known, move, board.is_first), best: isChoice && move.best === true },
      ]),
    );
    this._showWorth(board, worth);
  }

  /** @param {Board} board @param {AnalysisRecord} answer */
  _value(board, answer) {
    this._showMoves(board, answer);
    this._verdict.textContent = verdict(answer, board.player, this._session.players);
    announce(this._verdict.textContent);
    this._graph.show();
    this._solver.show();
  }

  /** Say why nothing can be played on a square: the rule is the service's to name. @param {string} square */
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
  }

  async _share() {
    const at = this._session.at;
    if (!at) return;
    try {
      await navigator.clipboard.writeText(share(at.position));
      announce("The link is copied.");
      this._trouble.textContent = "";
    } catch {
      this._complain(
        new Error("The browser does not let the page copy: take the link from the address bar."),
      );
    }
  }
}

/** What the signs mean. */
function legend() {
  const signs = [
    ["win", "▲", "wins"],
    ["draw", "=", "draws"],
    ["loss", "▼", "loses"],
    ["solvable", "✓", "solvable"],
    ["unsolvable", "✗", "unsolvable"],
    ["estimated", "≈63", "estimated: wins about 63 % of games"],
    ["unknown", "?", "not known"],
  ];
  const items = signs.map(([kind, sign, text]) =>
    h("span", { class: "key" }, h("span", { class: `badge ${kind}` }, sign), ` ${text}`),
  );
  return h(
    "details",
    {},
    h("summary", {}, "What the signs mean"),
    h("p", {}, items),
    h(
      "p",
      { class: "quiet" },
      "The number behind a sign is how many moves of both players the game then lasts; with a plus or a minus, what is won by. A frame marks the best moves.",
    ),
    h(
      "p",
      { class: "quiet" },
      "Where no proof comes soon, the service estimates: it tries many games and counts how many are won. An estimate is no value, and may be wrong.",
    ),
  );
}

/** @param {import("../common/types.js").GameDescription | undefined} game */
function credit(game) {
  if (!game) return [];
  const names = game.designers.flatMap(({ name, link }, number) => [
    number ? " and " : "",
    h("a", { href: link, rel: "noreferrer" }, name),
  ]);
  return [`${game.title} is a game by `, ...names, `, ${game.year}.`];
}
