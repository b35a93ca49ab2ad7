/** A clock that does not count the time in which the page is out of sight. */

export class Clock {
  constructor() {
    /** The milliseconds counted before the clock last started, and when that was; null while it rests. */
    this._counted = 0;
    /** @type {number | null} */
    this._since = null;
    document.addEventListener("visibilitychange", () => {
      if (this._isOn && document.hidden) this._rest();
      else if (this._isOn) this._since ??= performance.now();
    });
    this._isOn = false;
  }

  /** Start again. @param {number} [seconds] seconds that have already passed */
  start(seconds = 0) {
    this._counted = 1000 * seconds;
    this._since = null;
    this.resume();
  }

  resume() {
    this._isOn = true;
    if (!document.hidden) this._since ??= performance.now();
  }

  stop() {
    this._isOn = false;
    this._rest();
  }

  /** Whole seconds so far. */
  get seconds() {
    const running = this._since === null ? 0 : performance.now() - this._since;
    return Math.floor((this._counted + running) / 1000);
  }

  _rest() {
    if (this._since !== null) this._counted += performance.now() - this._since;
    this._since = null;
  }
}

/** Write seconds as minutes and seconds. @param {number} seconds */
export function minutes(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
