/**
 * Answers about positions, one question at a time: a new one stops the old, whose answer is never
 * shown. Proved answers are kept, so going back and forth asks nothing twice.
 *
 * Where estimates are wanted, a short search comes first; what it leaves open is estimated, and then
 * the search for proofs continues: a proof replaces an estimate, never the other way round. If a proof leaves the length of the game open, it is computed afterwards.
 */

import { ask } from "../common/api.js";
import { Request } from "../common/request.js";
import { joined } from "./estimates.js";

/** @typedef {import("../common/types.js").Analysis} Analysis */

/**
 * The state of a question.
 *
 * @typedef {object} Standing
 * @property {"asking" | "answered" | "stopped" | "failed"} state
 * @property {string} position
 * @property {Analysis | null} answer
 * @property {Analysis | null} first what a short search has proved and estimated, while a longer one continues
 * @property {import("../common/types.js").MoveAnswer[]} moves the moves valued so far by a running analysis, best first
 * @property {import("../common/api.js").Progress | null} progress
 * @property {boolean} isMeasuring whether the winner is proved, and the length is being computed
 * @property {string} message what went wrong
 */

/** The maximum number of answers kept. */
const KEPT = 500;
/** Seconds for the first, short search, and for the estimate of what it leaves open. */
const SHORT = { time: 3, estimate: { seconds: 1.5 } };
/** Seconds for computing exact lengths after a proof. */
const LENGTHS = 120;

/** @type {Map<string, Analysis>} */
const known = new Map();
/** Answers that short searches left open, with estimates. @type {Map<string, Analysis>} */
const estimated = new Map();
/** Answers to questions that asked for exact lengths. @type {WeakSet<Analysis>} */
const measured = new WeakSet();
/** Positions whose lengths took too long to compute. @type {Set<string>} */
const lengthy = new Set();

/** Return the known answer about a position, without asking. @param {string} position */
export function knownOf(position) {
  return known.get(position) ?? null;
}

export class Analyst {
  /** @param {(standing: Standing) => void} onchange */
  constructor(onchange) {
    this._onchange = onchange;
    this._position = "";
    /** @type {Analysis | null} */
    this._first = null;
    /** @type {import("../common/types.js").MoveAnswer[]} */
    this._moves = [];
    this._request = new Request({
      work: { show: (progress) => this._tell({ progress }) },
      onstop: () => this._tell({ state: "stopped" }),
      onfail: ({ message }) => this._tell({ state: "failed", message }),
    });
    /** The search for lengths. A failure is not reported, since the proof stands. */
    this._lengths = new Request({ onfail: () => this.hurry() });
    /** The proof whose lengths are being computed. @type {Analysis | null} */
    this._measuring = null;
  }

  /**
   * Analyse a position; returns the answer, or null if there is none.
   *
   * @param {string} position
   * @param {object} [options]
   * @param {boolean} [options.distance] whether exact lengths are wanted from the beginning
   * @param {boolean} [options.isEstimated] whether to estimate what is left open
   * @param {boolean} [options.isMeasured] whether to compute lengths that a proof leaves open
   * @returns {Promise<Analysis | null>}
   */
  async analyse(position, { distance = false, isEstimated = false, isMeasured = false } = {}) {
    this.forget();
    this._position = position;
    this._first = isEstimated ? (estimated.get(position) ?? null) : null;
    this._moves = this._first?.moves ?? [];
    const kept = known.get(position);
    if (kept && (!distance || measured.has(kept))) {
      this._tell({ state: "answered", answer: kept });
      if (isMeasured) this._measure(position, kept);
      return kept;
    }
    const answer = await this._request.run(async (asking) => {
      const found = isEstimated && !this._first ? await this._begin(position, asking) : null;
      const answer = found ?? (await this._ask({ position, distance }, asking));
      if (distance) measured.add(answer);
      if (answer.status === "proved") keep(known, position, answer);
      this._tell({ state: "answered", answer });
      return answer;
    });
    if (answer && isMeasured && this._position === position) this._measure(position, answer);
    return answer;
  }

  /** Compute how long the game lasts after each move, if that is open; until then the proof stays as it is. @param {string} position @param {Analysis} answer */
  async _measure(position, answer) {
    if (!isUnmeasured(answer) || lengthy.has(position)) return;
    this._measuring = answer;
    this._tell({ state: "answered", answer, isMeasuring: true });
    await this._lengths.run(async (asking) => {
      const question = { position, distance: true, time: LENGTHS };
      const found = await ask("/api/analyse", question, asking);
      asking.signal?.throwIfAborted();
      this._measuring = null;
      const isFound = found.status === "proved" && !isUnmeasured(found);
      if (isFound) {
        measured.add(found);
        keep(known, position, found);
      } else lengthy.add(position);
      this._tell({ state: "answered", answer: isFound ? found : answer });
    });
  }

  /** Stop computing lengths, as something else is more urgent; returns whether they were being computed. */
  hurry() {
    const answer = this._measuring;
    this._forgetLengths();
    if (answer) this._tell({ state: "answered", answer });
    return answer !== null;
  }

  _forgetLengths() {
    this._lengths.forget();
    this._measuring = null;
  }

  /** Stop the question without reporting it: its answer is no longer wanted. */
  forget() {
    this._request.forget();
    this._forgetLengths();
  }

  /** Stop the question. */
  stop() {
    this._request.stop();
    this._forgetLengths();
  }

  /** Search for a short time, and estimate what is left open; returns the answer if everything is proved. @param {string} position @param {import("../common/api.js").Asking} asking */
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
      isMeasuring: false,
      message: "",
      ...standing,
    });
  }
}

/** Whether a proof says who wins, but not when or by how much. @param {Analysis} answer */
function isUnmeasured({ status, moves }) {
  if (status !== "proved") return false;
  return moves.some(
    ({ result, distance, score, value }) =>
      (result === "win" || result === "loss") &&
      distance === null &&
      score === null &&
      value === null,
  );
}

/** @param {Map<string, Analysis>} answers @param {string} position @param {Analysis} answer */
function keep(answers, position, answer) {
  answers.set(position, answer);
  if (answers.size > KEPT) answers.delete(/** @type {string} */ (answers.keys().next().value));
}
