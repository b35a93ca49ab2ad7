/**
 * Answers about positions, one question at a time: a new one stops the old, whose answer is never
 * shown. Proved answers are kept, so going back and forth asks nothing twice.
 */

import { ask } from "../common/api.js";

/** @typedef {import("../common/types.js").Analysis} Analysis */

/**
 * How far a question is.
 *
 * @typedef {object} Standing
 * @property {"asking" | "answered" | "stopped" | "failed"} state
 * @property {string} position
 * @property {Analysis | null} answer
 * @property {import("../common/types.js").MoveValue[]} moves those of an analysis that goes on, best first, as far as they are valued
 * @property {import("../common/api.js").Progress | null} progress
 * @property {string} message what went wrong
 */

/** How many answers are kept. */
const KEPT = 500;

/** @type {Map<string, Analysis>} */
const known = new Map();

/** Give what is known of a position without asking. @param {string} position */
export function knownOf(position) {
  return known.get(position) ?? null;
}

export class Analyst {
  /** @param {(standing: Standing) => void} onchange */
  constructor(onchange) {
    this._onchange = onchange;
    this._asked = new AbortController();
  }

  /**
   * Analyse a position; gives the answer, or null if there is none.
   *
   * @param {string} position
   * @param {{time?: number, distance?: boolean}} [options]
   * @returns {Promise<Analysis | null>}
   */
  async analyse(position, options = {}) {
    this._asked.abort();
    const asked = (this._asked = new AbortController());
    /** @type {import("../common/types.js").MoveValue[]} */
    let moves = [];
    const tell = (/** @type {Partial<Standing>} */ standing) => {
      if (this._asked === asked) {
        this._onchange({
          state: "asking",
          position,
          answer: null,
          moves,
          progress: null,
          message: "",
          ...standing,
        });
      }
    };
    const kept = known.get(position);
    if (kept && (!options.distance || kept.hasDistances)) {
      tell({ state: "answered", answer: kept });
      return kept;
    }
    tell({});
    try {
      const onProgress = (/** @type {any} */ progress) => tell({ progress });
      const onMoves = (/** @type {typeof moves} */ valued) => (moves = valued);
      const answer = await ask(
        "/api/analyse",
        { position, ...options },
        { signal: asked.signal, onProgress, onMoves },
      );
      answer.hasDistances = options.distance === true;
      if (answer.status === "proved") keep(position, answer);
      tell({ state: "answered", answer });
      return asked.signal.aborted ? null : answer;
    } catch (error) {
      if (asked.signal.aborted) tell({ state: "stopped" });
      else tell({ state: "failed", message: /** @type {Error} */ (error).message });
      return null;
    }
  }

  /** Stop what is being asked. */
  stop() {
    this._asked.abort();
  }
}

/** @param {string} position @param {Analysis} answer */
function keep(position, answer) {
  known.set(position, answer);
  if (known.size > KEPT) known.delete(/** @type {string} */ (known.keys().next().value));
}
