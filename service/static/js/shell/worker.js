/**
 * What a browser keeps of the page. Whatever is asked for comes from the service as long as it
 * answers, so no stale page outlives an update; what was loaded serves where it does not.
 *
 * Answers are kept only where they follow from the question and the release alone: boards, refusals
 * and lists. What a search answers is never kept. `RELEASE` and `FILES` stand before this program.
 */

/// <reference lib="webworker" />

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** The page's files, and what has been answered, by release. */
const PAGE = `proofplay-page-${RELEASE}`;
const ANSWERS = `proofplay-answers-${RELEASE}`;
/** How many answers are kept: those of some hundred games' moves. */
const MOST_ANSWERS = 1000;
/** Where the same question has the same answer as long as the release is the same. @type {Record<string, RegExp>} */
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

/** Throw away what other releases have kept. */
async function clean() {
  const names = await caches.keys();
  const old = names.filter(
    (name) => name.startsWith("proofplay-") && name !== PAGE && name !== ANSWERS,
  );
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Return the path of a request beside the page, null if it leads elsewhere. @param {Request} request */
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

/** Return an answer that lasts, and keep it. @param {Request} request */
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

/** Return the address under which an answer is kept: what was posted is part of it. @param {Request} request */
async function nameOf(request) {
  if (request.method === "GET") return request.url;
  return `${request.url}?${encodeURIComponent(await request.text())}`;
}

/** @param {Cache} cache @param {string} name @param {Response} found */
async function keep(cache, name, found) {
  await cache.put(name, found);
  const names = await cache.keys();
  // The first to be kept is the first to go.
  for (const old of names.slice(0, -MOST_ANSWERS)) await cache.delete(old);
}
