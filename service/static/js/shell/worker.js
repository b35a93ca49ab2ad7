/**
 * What a browser keeps of the page. Everything comes from the service as long as it answers, so no
 * stale page outlives an update; otherwise what was loaded before is used.
 *
 * Answers are kept only if they depend on nothing but the question and the release: boards, refusals
 * and lists. Answers of searches are never kept. `RELEASE` and `FILES` are defined before this program.
 */

/// <reference lib="webworker" />

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** What the names of this board's caches begin with: other boards, under other paths, have others. */
const OWN = `proofplay ${worker.registration.scope} `;
/** The caches of the page's files and of answers, by release. */
const PAGE = `${OWN}page ${RELEASE}`;
const ANSWERS = `${OWN}answers ${RELEASE}`;
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

/** Delete what other releases of this board have kept. */
async function clean() {
  const others = (await caches.keys()).filter((name) => name !== PAGE && name !== ANSWERS);
  await Promise.all(others.map(async (name) => (await isOwn(name)) && caches.delete(name)));
}

/** Return whether a cache is this board's: until 0.2.0 its content tells, not its name. @param {string} name */
async function isOwn(name) {
  if (!name.startsWith("proofplay-")) return name.startsWith(OWN);
  const requests = await (await caches.open(name)).keys();
  const paths = requests.map(pathOf);
  return !paths.length || paths.some((path) => path === "" || path?.startsWith("api/"));
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
  try {
    const found = await fetch(request);
    // A full storage refuses the copy, but the answer is there.
    if (found.ok) await keep(name, found.clone()).catch(() => {});
    return found;
  } catch (error) {
    const cache = await caches.open(ANSWERS);
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

/** @param {string} name @param {Response} found */
async function keep(name, found) {
  const cache = await caches.open(ANSWERS);
  await cache.put(name, found);
  const names = await cache.keys();
  // The oldest answers are deleted first.
  for (const old of names.slice(0, -MOST_ANSWERS)) await cache.delete(old);
}
