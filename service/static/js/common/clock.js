/** Time: a clock that does not count while the page is out of sight, and the date of the day's puzzle. */

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

/** Return the date in Greenwich, as ISO 8601: the puzzle of the day is the same in every time zone. */
export function today() {
  return new Date().toISOString().slice(0, 10);
}

/** Write seconds as minutes and seconds. @param {number} seconds */
export function minutes(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
