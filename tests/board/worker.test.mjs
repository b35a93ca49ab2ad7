// What the service worker keeps, without a browser.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

/** A service worker's surroundings: caches that may be full, and a network that may be lost. */
class Surroundings {
  constructor(scope, caches, release = "1") {
    this.caches = caches;
    this.isFull = false;
    this.isLost = false;
    this._scope = scope;
    this._release = release;
    this._listeners = {};
  }

  async start() {
    const worker = {
      registration: { scope: this._scope },
      clients: { claim: () => {} },
      skipWaiting: () => {},
      addEventListener: (name, act) => (this._listeners[name] = act),
    };
    const program = new URL("../../service/static/js/shell/worker.js", import.meta.url);
    const make = new Function(
      "self",
      "caches",
      "fetch",
      "RELEASE",
      "FILES",
      await readFile(program, "utf8"),
    );
    make(worker, this._storage(), () => this._fetch(), this._release, ["./"]);
    await this._send("install");
    await this._send("activate");
    return this;
  }

  /** Return the text that the page gets for a request. */
  async ask(path, method = "GET") {
    const body = method === "POST" ? "{}" : undefined;
    const answer = await this._send("fetch", new Request(this._scope + path, { method, body }));
    return (await answer)?.text();
  }

  async _send(name, request) {
    let answer;
    const keep = (/** @type {any} */ promise) => (answer = promise);
    this._listeners[name]({ request, waitUntil: keep, respondWith: keep });
    return answer;
  }

  async _fetch() {
    if (this.isLost) throw new TypeError("Failed to fetch");
    return new Response("answer");
  }

  _storage() {
    const open = async (/** @type {string} */ name) => {
      if (!this.caches.has(name)) this.caches.set(name, new Map());
      const kept = this.caches.get(name);
      const put = async (/** @type {any} */ key, /** @type {Response} */ answer) => {
        if (this.isFull) throw new DOMException("full", "QuotaExceededError");
        kept.set(key.url ?? key, await answer.text());
      };
      return {
        addAll: async (/** @type {string[]} */ names) => {
          for (const file of names) await put(new URL(file, this._scope).href, await this._fetch());
        },
        put,
        match: async (/** @type {any} */ key) =>
          kept.has(key.url ?? key) ? new Response(kept.get(key.url ?? key)) : undefined,
        keys: async () => [...kept.keys()].map((url) => ({ url })),
        delete: async (/** @type {any} */ { url }) => kept.delete(url),
      };
    };
    return {
      open,
      keys: async () => [...this.caches.keys()],
      delete: async (/** @type {string} */ name) => this.caches.delete(name),
    };
  }
}

test("a full storage takes no answer of the service away", async () => {
  const worker = await new Surroundings("http://x/", new Map()).start();
  worker.isFull = true;
  assert.equal(await worker.ask("api/games"), "answer");
  assert.equal(await worker.ask("api/board", "POST"), "answer");
  worker.isFull = false;
  assert.equal(await worker.ask("api/board", "POST"), "answer");
  worker.isLost = true;
  assert.equal(await worker.ask("api/board", "POST"), "answer");
  await assert.rejects(worker.ask("api/games"), /Failed to fetch/);
});

test("a board deletes its own old caches, and those of no other board", async () => {
  const caches = new Map();
  // The caches of earlier releases do not say whose they are.
  for (const path of ["", "a/"]) {
    caches.set(`proofplay-page-${path}`, new Map([[`http://x/${path}`, ""]]));
    caches.set(`proofplay-answers-${path}`, new Map([[`http://x/${path}api/games`, ""]]));
  }
  caches.set("of another program", new Map());
  await new Surroundings("http://x/a/", caches).start();
  assert.equal(caches.has("proofplay-page-") && caches.has("proofplay-answers-"), true);
  assert.equal(caches.has("proofplay-page-a/") || caches.has("proofplay-answers-a/"), false);
  const root = await new Surroundings("http://x/", caches).start();
  assert.equal(caches.has("proofplay-page-") || caches.has("proofplay-answers-"), false);
  const other = await new Surroundings("http://x/a/b/", caches).start();
  for (const board of [root, other]) await board.ask("api/games");
  await new Surroundings("http://x/a/", caches, "2").start();
  assert.deepEqual([...caches.keys()].sort(), [
    "of another program",
    "proofplay http://x/ answers 1",
    "proofplay http://x/ page 1",
    "proofplay http://x/a/ page 2",
    "proofplay http://x/a/b/ answers 1",
    "proofplay http://x/a/b/ page 1",
  ]);
});
