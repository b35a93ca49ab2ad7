/**
 * The computer at the table: it moves when a move has been made, a game begun, or a seat taken, and it
 * is its turn. Taking back makes it wait, and so does a game that goes on from there already.
 */

import { Analyst } from "../analysis/analyst.js";

/** Seconds that the computer may think; what is not proved by then it plays by what is known. */
const PATIENCE = 20;
const MOVES_ON = ["open", "play", "seats"];

export class Opponent {
  /**
   * @param {import("../game/session.js").Session} session
   * @param {(standing: import("../analysis/analyst.js").Standing) => void} onchange
   * @param {() => boolean} isSeen says whether the table is shown: else the computer waits
   */
  constructor(session, onchange, isSeen) {
    this._session = session;
    this._isSeen = isSeen;
    /** Whether the computer is about to move. */
    this.isThinking = false;
    this._analyst = new Analyst((standing) => {
      this.isThinking = standing.state === "asking";
      onchange(standing);
    });
    session.addEventListener("change", (event) => {
      const { cause } = /** @type {CustomEvent} */ (event).detail;
      if (cause === "shape") return;
      this.isThinking = false;
      this._analyst.stop();
      const isPast = cause === "open" && (session.at?.children.length ?? 0) > 0;
      if (MOVES_ON.includes(cause) && !isPast) this.move();
    });
  }

  /** Move now, if it is the computer's turn. */
  async move() {
    const at = this._session.at;
    if (!at || !this._session.isComputers() || !this._isSeen()) return;
    const answer = await this._analyst.analyse(at.position, { time: PATIENCE });
    if (answer?.moves.length && this._session.at === at)
      await this._session.play(best(answer).move);
  }

  /** Stop thinking. */
  stop() {
    this._analyst.stop();
  }
}

/**
 * Choose the best move. Where not all are settled, one that is not is better than one that loses.
 *
 * @param {import("../common/types.js").AnalysisRecord} answer
 */
function best({ status, moves }) {
  const hope =
    moves.find(({ result }) => result === "win") ?? moves.find(({ result }) => result === null);
  return status !== "proved" && hope ? hope : moves[0];
}

/** Say whether no move can have a better result than the one that is chosen. @param {import("../common/types.js").AnalysisRecord} answer */
export function isSure(answer) {
  return answer.status === "proved" || best(answer).result === "win";
}
