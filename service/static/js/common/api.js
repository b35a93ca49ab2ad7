/**
 * Requests to the service. An answer that takes long comes as a job, which is followed to its end;
 * aborting the request also stops the job.
 */

import { say } from "./say.js";

/** The number of times in a row that the connection to a job may fail. */
const MAX_FAILURES = 5;

/** Why a request failed, in one line: a refusal by the service, or a broken connection. */
class Trouble extends Error {
  /** @param {string} message @param {number} [status] */
  constructor(message, status = 0) {
    super(message);
    this.status = status;
  }
}

/** @typedef {Pick<import("./types.js").JobState, "state" | "share" | "nodes">} Progress the progress of a job */

/**
 * @typedef {object} Asking
 * @property {AbortSignal} [signal] aborts the request, and stops the job
 * @property {(progress: Progress) => void} [onProgress]
 * @property {(moves: import("./types.js").MoveAnswer[]) => void} [onMoves] is called with the moves of an analysis valued so far, best first
 */

/**
 * Post a request to the service.
 *
 * @template {keyof import("./types.js").Answers} Path
 * @param {Path} path
 * @param {any} body what to post
 * @param {Asking} [asking]
 * @returns {Promise<import("./types.js").Answers[Path]>}
 */
export async function ask(path, body, asking = {}) {
  const { status, data } = await send(path, body, asking.signal);
  return status === 202 ? follow(data, asking) : data;
}

/**
 * Get a listing from the service.
 *
 * @template {keyof import("./types.js").Listings} Path
 * @param {Path} path
 * @param {AbortSignal} [signal]
 * @returns {Promise<import("./types.js").Listings[Path]>}
 */
export async function look(path, signal) {
  return (await send(path, undefined, signal)).data;
}

/** Return the course in a game. @param {string} game @returns {Promise<import("./types.js").CourseRecord>} */
export async function course(game) {
  return (await send(`/api/courses/${encodeURIComponent(game)}`)).data;
}

/** Return the board of a position after some moves. @param {string} position @param {string[]} moves @param {AbortSignal} [signal] */
export function boardOf(position, moves, signal) {
  return ask("/api/board", { position, moves }, { signal });
}

/**
 * Follow a job by its events until it is over.
 *
 * @param {import("./types.js").JobState} job
 * @param {Asking} asking
 * @returns {Promise<any>}
 */
function follow(job, { signal, onProgress, onMoves }) {
  return new Promise((resolve, reject) => {
    const path = `/api/jobs/${job.job}`;
    const events = new EventSource(address(`${path}/events`));
    const end = (/** @type {() => void} */ act) => {
      events.close();
      signal?.removeEventListener("abort", giveUp);
      act();
    };
    const giveUp = () => {
      fetch(address(path), { method: "DELETE" }).catch(() => {});
      end(() => reject(signal?.reason));
    };
    const fail = (/** @type {string} */ message) => end(() => reject(new Trouble(message)));
    const hear = (/** @type {string} */ name, /** @type {(said: any) => void} */ act) =>
      events.addEventListener(name, (event) =>
        act(JSON.parse(/** @type {MessageEvent} */ (event).data)),
      );
    hear("progress", (said) => onProgress?.(said));
    hear("moves", (said) => onMoves?.(said));
    hear("done", (said) => end(() => resolve(said.result)));
    hear("failed", (said) => fail(said.error ?? say("trouble.lost")));
    hear("stopped", () => fail(say("trouble.stopped")));
    let failures = 0;
    events.onopen = () => (failures = 0);
    events.onerror = () => {
      failures += 1;
      if (events.readyState === EventSource.CLOSED || failures > MAX_FAILURES)
        fail(say("trouble.lost"));
    };
    if (signal?.aborted) giveUp();
    else signal?.addEventListener("abort", giveUp);
    onProgress?.(job);
  });
}

/** Return the address of a path of the service, relative to this page, which may be under a sub-path of a proxy. @param {string} path */
function address(path) {
  return new URL(path.slice(1), document.baseURI);
}

/** @param {string} path @param {any} [body] what to post; without it, the request is a GET @param {AbortSignal} [signal] */
async function send(path, body, signal) {
  const request =
    body === undefined
      ? { signal }
      : {
          signal,
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(body),
        };
  let response;
  try {
    response = await fetch(address(path), request);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Trouble(say("trouble.silent"));
  }
  const data = await response.json().catch(() => null);
  if (!response.ok) throw new Trouble(complaint(data, response), response.status);
  return { status: response.status, data };
}

/** @param {any} data @param {Response} response */
function complaint(data, response) {
  const wait = response.headers.get("Retry-After");
  const why =
    typeof data?.error === "string"
      ? data.error
      : say("trouble.status", { status: String(response.status) });
  return wait ? say("trouble.wait", { why, seconds: wait }) : why;
}
