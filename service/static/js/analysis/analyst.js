/**
 * Answers about positions, one question at a time: a new one stops the old, whose answer is never
 * shown. Proved answers are kept, so going back and forth asks nothing twice.
 */

import { ask } from "../common/api.js";
import { Request } from "../common/request.js";

/** @typedef {import("../common/types.js").AnalysisRecord} AnalysisRecord */

/**
 * How far a question is.
 *
 * @typedef {object} Standing
 * @property {"asking" | "answered" | "stopped" | "failed"} state
 * @property {string} position
 * @property {AnalysisRecord | null} answer
 * @property {import("../common/types.js").MoveRecord[]} moves those of an analysis that goes on, best first, as far as they are valued
 * @property {import("../common/api.js").Progress | null} progress
 * @property {string} message what went wrong
 */

/** How many answers are kept. */
const KEPT = 500;

/** @type {Map<string, AnalysisRecord>} */
const known = new Map();
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
   * @param {{time?: number, distance?: boolean}} [options]
   * @returns {Promise<AnalysisRecord | null>}
   */
  async analyse(position, options = {}) {
    this._request.forget();
    this._position = position;
    this._moves = [];
    const kept = known.get(position);
    if (kept && (!options.distance || measured.has(kept))) {
      this._tell({ state: "answered", answer: kept });
      return kept;
    }
    return this._request.run(async (asking) => {
      const onMoves = (/** @type {typeof this._moves} */ valued) => (this._moves = valued);
      const answer = await ask("/api/analyse", { position, ...options }, { ...asking, onMoves });
      if (options.distance) measured.add(answer);
      if (answer.status === "proved") keep(position, answer);
      asking.signal?.throwIfAborted();
      this._tell({ state: "answered", answer });
      return answer;
    });
  }

  /** Stop what is being asked. */
  stop() {
    this._request.stop();
  }

  /** @param {Partial<Standing>} standing */
  _tell(standing) {
    this._onchange({
      state: "asking",
      position: this._position,
      answer: null,
      moves: this._moves,
      progress: null,
      message: "",
      ...standing,
    });
  }
}

/** @param {string} position @param {AnalysisRecord} answer */
function keep(position, answer) {
  known.set(position, answer);
  if (known.size > KEPT) known.delete(/** @type {string} */ (known.keys().next().value));
}
