/** @typedef {import("./api.js").Progress} Progress */

/**
 * What is called during a request.
 *
 * @typedef {object} Hearers
 * @property {{show: (progress: Progress | null) => void, hide?: () => void}} [work] shows the progress until the request is over
 * @property {(isBusy: boolean) => void} [onbusy] is called when the request begins, and when it is over
 * @property {() => void} [onstop] is called if it was stopped
 * @property {(error: Error) => void} onfail
 */

/**
 * Requests, one at a time: a new one stops the previous one, which is not reported any more.
 */
export class Request {
  /** @param {Hearers} hearers */
  constructor(hearers) {
    this._hearers = hearers;
    this._running = new AbortController();
  }

  /**
   * Run a request; resolves to its result, or to null, after a report, if there is none.
   *
   * @template T
   * @param {(asking: import("./api.js").Asking) => Promise<T>} act makes the request
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

  /** Stop the current request. */
  stop() {
    this._running.abort();
  }

  /** Stop the current request without reporting it. */
  forget() {
    this.stop();
    this._running = new AbortController();
  }
}
