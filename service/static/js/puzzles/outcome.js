/** The result of a puzzle, which is decided once: by the first mistake, or by its solution. */

export const SOLVED = "solved";
export const HINTED = "hinted";
export const FAILED = "failed";
export const RESULTS = [SOLVED, HINTED, FAILED];

export class Outcome {
  constructor() {
    this._isHelped = false;
    this.isDecided = false;
  }

  /** Note that a hint was given. */
  help() {
    this._isHelped = true;
  }

  /** Decide the result and return it; return undefined if it was decided before. @param {boolean} isSolved */
  decide(isSolved) {
    if (this.isDecided) return "";
    this.isDecided = true;
    if (!isSolved) return FAILED;
    return this._isHelped ? HINTED : SOLVED;
  }
}
