/**
 * What a browser keeps of the page. Everything comes from the service as long as it answers, so no
 * stale page outlives an update; otherwise what was loaded before is used.
 *
 * Answers are kept only if they depend on nothing but the question and the release: boards, refusals
 * and lists. Answers of searches are never kept. `RELEASE` and `FILES` are defined before this program.
 */

/// <reference lib="webworker" />

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** The caches of the page's files and of answers, by release. */
const PAGE = `proofplay-page-${RELEASE}`;
const ANSWERS = `proofplay-answers-${RELEASE}`;
/** The maximum number of answers kept: enough for the moves of some hundred games. */
const MOST_ANSWERS = 1000;
/** Paths whose answers depend only on the question and the release. @type {Record<string, RegExp>} */
const LASTING = {
  GET: /^api\/(games|opponent|puzzles|courses|courses\/.+|picture\.svg)$/,
  POST: /^api\/(board|setup|numbers|refusal|records\/read|records\/write)$/,
};

worker.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(PAGE)
      .then((cache) => cache.addAll(FILES))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(clean().then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = pathOf(request);
  if (path === null) return;
  if (LASTING[request.method]?.test(path)) event.respondWith(answer(request));
  else if (request.method === "GET" && !/^(api|embed|metrics)\b/.test(path))
    event.respondWith(file(request));
});

/** Delete what other releases have kept. */
async function clean() {
  const names = await caches.keys();
  const old = names.filter(
    (name) => name.startsWith("proofplay-") && name !== PAGE && name !== ANSWERS,
  );
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Return the path of a request relative to the page, null if it leads elsewhere. @param {Request} request */
function pathOf({ url }) {
  const { scope } = worker.registration;
  return url.startsWith(scope) ? url.slice(scope.length).replace(/[?#].*$/, "") : null;
}

/** Return a file of the page. @param {Request} request */
async function file(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const cache = await caches.open(PAGE);
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}

/** Return a lasting answer, and keep it. @param {Request} request */
async function answer(request) {
  const name = await nameOf(request.clone());
  const cache = await caches.open(ANSWERS);
  try {
    const found = await fetch(request);
    if (found.ok) await keep(cache, name, found.clone());
    return found;
  } catch (error) {
    const kept = await cache.match(name);
    if (kept) return kept;
    throw error;
  }
}

/** Return the address under which an answer is kept, which includes the posted body. @param {Request} request */
async function nameOf(request) {
  if (request.method === "GET") return request.url;
  return `${request.url}?${encodeURIComponent(await request.text())}`;
}

/** @param {Cache} cache @param {string} name @param {Response} found */
async function keep(cache, name, found) {
  await cache.put(name, found);
  const names = await cache.keys();
  // The oldest answers are deleted first.
  for (const old of names.slice(0, -MOST_ANSWERS)) await cache.delete(old);
}
