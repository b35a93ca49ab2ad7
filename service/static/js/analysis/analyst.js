/**
 * Answers about positions, one question at a time: a new one stops the old, whose answer is never
 * shown. Proved answers are kept, so going back and forth asks nothing twice.
 *
 * Where estimates are wanted a short search comes first. What that leaves open is estimated, and then
 * the search for proofs goes on: what it proves takes the place of an estimate, never the other way round.
 */

import { ask } from "../common/api.js";
import { Request } from "../common/request.js";
import { joined } from "./estimates.js";

/** @typedef {import("../common/types.js").AnalysisRecord} AnalysisRecord */

/**
 * How far a question is.
 *
 * @typedef {object} Standing
 * @property {"asking" | "answered" | "stopped" | "failed"} state
 * @property {string} position
 * @property {AnalysisRecord | null} answer
 * @property {AnalysisRecord | null} first what a short search has proved and estimated, while a longer one goes on
 * @property {import("../common/types.js").MoveRecord[]} moves those of an analysis that goes on, best first, as far as they are valued
 * @property {import("../common/api.js").Progress | null} progress
 * @property {string} message what went wrong
 */

/** How many answers are kept. */
const KEPT = 500;
/** What the first, short search may take, and the estimate of what it leaves open: seconds. */
const SHORT = { time: 3, estimate: { seconds: 1.5 } };

/** @type {Map<string, AnalysisRecord>} */
const known = new Map();
/** What short searches could not settle, with estimates. @type {Map<string, AnalysisRecord>} */
const estimated = new Map();
/** Those for which exact lengths were asked. @type {WeakSet<AnalysisRecord>} */
const measured = new WeakSet();

/** Return what is known of a position without asking. @param {string} position */
export function knownOf(position) {
  return known.get(position) ?? null;
}

export class Analyst {
  /** @param {(standing: Standing) => void} onchange */
  constructor(onchange) {
    this._onchange = onchange;
    this._position = "";
    /** @type {AnalysisRecord | null} */
    this._first = null;
    /** @type {import("../common/types.js").MoveRecord[]} */
    this._moves = [];
    this._request = new Request({
      work: { show: (progress) => this._tell({ progress }) },
      onstop: () => this._tell({ state: "stopped" }),
      onfail: ({ message }) => this._tell({ state: "failed", message }),
    });
  }

  /**
   * Analyse a position; gives the answer, or null if there is none.
   *
   * @param {string} position
   * @param {{distance?: boolean, isEstimated?: boolean}} [options] whether exact lengths are wanted, and estimates of what is open
   * @returns {Promise<AnalysisRecord | null>}
   */
  async analyse(position, { distance = false, isEstimated = false } = {}) {
    this._request.forget();
    this._position = position;
    this._first = isEstimated ? (estimated.get(position) ?? null) : null;
    this._moves = this._first?.moves ?? [];
    const kept = known.get(position);
    if (kept && (!distance || measured.has(kept))) {
      this._tell({ state: "answered", answer: kept });
      return kept;
    }
    return this._request.run(async (asking) => {
      const found = isEstimated && !this._first ? await this._begin(position, asking) : null;
      const answer = found ?? (await this._ask({ position, distance }, asking));
      if (distance) measured.add(answer);
      if (answer.status === "proved") keep(known, position, answer);
      this._tell({ state: "answered", answer });
      return answer;
    });
  }

  /** Stop what is being asked. */
  stop() {
    this._request.stop();
  }

  /** Search for a short time, and estimate what is open then; gives the answer if all is proved. @param {string} position @param {import("../common/api.js").Asking} asking */
  async _begin(position, asking) {
    const first = await this._ask({ position, ...SHORT }, asking);
    if (first.status === "proved") return first;
    keep(estimated, position, first);
    this._first = first;
    this._moves = first.moves;
    this._tell({});
    return null;
  }

  /** @param {any} question @param {import("../common/api.js").Asking} asking */
  async _ask(question, asking) {
    const first = this._first;
    const onMoves = (/** @type {typeof this._moves} */ valued) =>
      (this._moves = first ? joined(valued, first) : valued);
    const answer = await ask("/api/analyse", question, { ...asking, onMoves });
    asking.signal?.throwIfAborted();
    if (!first || answer.status === "proved") return answer;
    return { ...answer, estimate: first.estimate, moves: joined(answer.moves, first) };
  }

  /** @param {Partial<Standing>} standing */
  _tell(standing) {
    this._onchange({
      state: "asking",
      position: this._position,
      answer: null,
      first: this._first,
      moves: this._moves,
      progress: null,
      message: "",
      ...standing,
    });
  }
}

/** @param {Map<string, AnalysisRecord>} answers @param {string} position @param {AnalysisRecord} answer */
function keep(answers, position, answer) {
  answers.set(position, answer);
  if (answers.size > KEPT) answers.delete(/** @type {string} */ (answers.keys().next().value));
}
