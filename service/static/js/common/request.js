/** @typedef {import("./api.js").Progress} Progress */

/**
 * Who hears of a request.
 *
 * @typedef {object} Hearers
 * @property {{show: (progress: Progress | null) => void, hide?: () => void}} [work] shows how it gets on, until it is over
 * @property {(isBusy: boolean) => void} [onbusy] is told that it begins, or is over
 * @property {() => void} [onstop] is told that it was stopped
 * @property {(error: Error) => void} onfail
 */

/**
 * What is asked for, one thing at a time: a new request stops the one before, of which nobody hears
 * any more.
 */
export class Request {
  /** @param {Hearers} hearers */
  constructor(hearers) {
    this._hearers = hearers;
    this._running = new AbortController();
  }

  /**
   * Ask for something; resolves to what comes of it, or to null if nothing does, which was told then.
   *
   * @template T
   * @param {(asking: import("./api.js").Asking) => Promise<T>} act asks for it
   * @returns {Promise<T | null>}
   */
  async run(act) {
    const { work, onbusy, onstop, onfail } = this._hearers;
    this.forget();
    const running = this._running;
    const { signal } = running;
    const isHeard = () => this._running === running;
    const onProgress = (/** @type {Progress | null} */ progress) => {
      if (isHeard()) work?.show(progress);
    };
    onProgress(null);
    onbusy?.(true);
    try {
      const found = await act({ signal, onProgress });
      signal.throwIfAborted();
      return found;
    } catch (error) {
      if (!signal.aborted) onfail(/** @type {Error} */ (error));
      else if (isHeard()) onstop?.();
      return null;
    } finally {
      if (isHeard()) {
        work?.hide?.();
        onbusy?.(false);
      }
    }
  }

  /** Stop the request that is running. */
  stop() {
    this._running.abort();
  }

  /** Stop the request that is running, and let nobody hear of it. */
  forget() {
    this.stop();
    this._running = new AbortController();
  }
}
