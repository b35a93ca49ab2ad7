// What the page stores, and how it meets a damaged or a full storage, without a browser.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { isText, Stored, troubles } from "../../service/static/js/common/stored.js";
import { kept as games } from "../../service/static/js/game/keeping.js";
import { chosen } from "../../service/static/js/game/strength.js";
import * as progress from "../../service/static/js/puzzles/progress.js";
import { keep, kept as series, Series } from "../../service/static/js/puzzles/series.js";
import { lastWish } from "../../service/static/js/puzzles/wish.js";
import { solved, tallyOf } from "../../service/static/js/solitaire/tally.js";
import { Store } from "./store.mjs";

const OPPONENT = { levels: [{ level: 1 }], usual_seconds: 3, most_seconds: 20 };
/** A name in the storage, what reads it, and a value of its shape. */
const PLACES = [
  ["puzzle-log", progress.log, [entry("a")]],
  ["games", games, [game()]],
  ["strength", () => chosen(OPPONENT), { level: 2, seconds: 5 }],
  ["puzzles", () => lastWish("puzzles").read(), { ...wish(), variants: ["pie"], closed: true }],
  ["solitaire-tally", () => tallyOf("x"), { x: { played: 2, solved: 1, best: null } }],
];
/** Texts that have no shape of any place, and some that come near. */
const DAMAGED = [
  ...["", "{", "null", "5", '"a"', "true", "[1]", "[null]", "[[]]", '{"a":1}', '{"a":{}}'],
  ...["{}", "[{}]", '{"level":"1","seconds":1}', '{"x":{"played":-1,"solved":0,"best":null}}'],
  JSON.stringify([{ ...entry("a"), result: "constructor" }]),
  JSON.stringify([{ ...entry("a"), at: "yesterday" }]),
  JSON.stringify([{ ...game(), record: { position: "x", tags: {}, line: { comment: "" } } }]),
  JSON.stringify([{ ...game(), moves: [{}] }]),
  JSON.stringify([game([{ ...ply(), variations: [{ comment: "", moves: [] }] }])]),
  JSON.stringify({ ...wish(), seed: "1" }),
];

/** What went wrong, as the page is told. @type {string[]} */
const heard = [];
troubles.addEventListener("trouble", ({ detail }) => heard.push(detail));

beforeEach(() => {
  globalThis.localStorage = new Store();
  globalThis.sessionStorage = new Store();
});

function entry(puzzle) {
  return { at: "2026-03-14T12:00:00Z", puzzle, grade: "steady", result: "solved", seconds: 7 };
}

function wish() {
  return { game: "g", puzzle: "p", grade: "", seed: 1 };
}

function ply() {
  return { move: "a1", mark: "", comment: "", variations: [] };
}

function game(moves = [{ ...ply(), variations: [{ comment: "", moves: [ply()] }] }]) {
  const record = { position: "g:x", tags: { White: "Ann" }, line: { comment: "", moves } };
  const strength = { level: 1, seconds: 3 };
  return { name: "1", at: "g:x", moves: ["a1"], record, seats: { white: "you" }, strength };
}

for (const [name, read, value] of PLACES) {
  test(`a damaged ${name} counts as empty and is forgotten`, () => {
    const empty = read();
    for (const text of DAMAGED) {
      localStorage.setItem(`proofplay.${name}`, text);
      assert.deepEqual(read(), empty, text);
      // An empty record is a tally.
      if (text !== "{}") assert.equal(localStorage.getItem(`proofplay.${name}`), null, text);
    }
    localStorage.setItem(`proofplay.${name}`, JSON.stringify(value));
    assert.notDeepEqual(read(), empty);
  });
}

test("a damaged set counts as none", () => {
  for (const text of [...DAMAGED, '{"wishes":[{}],"before":1500,"done":[]}']) {
    sessionStorage.setItem("proofplay.set", text);
    assert.equal(series(), null, text);
  }
  keep(new Series([wish()], 1500));
  assert.deepEqual(series(), new Series([wish()], 1500));
  keep(null);
  assert.equal(series(), null);
});

test("each kind of trouble is told once", () => {
  globalThis.localStorage = new Store(0);
  for (const _ of [1, 2]) {
    localStorage.set("proofplay.puzzle-log", "5");
    localStorage.set("proofplay.games", "5");
    progress.log();
    games();
    solved("x", 1);
  }
  assert.deepEqual([...heard].sort(), ["page.damaged", "page.unstored"]);
});

test("what a browser refuses to store lasts as long as the page", () => {
  for (const refusing of [new Store(0), undefined]) {
    globalThis.localStorage = refusing;
    const stored = new Stored("x", "", isText);
    assert.equal(stored.read(), "");
    stored.write("a");
    assert.equal(stored.read(), "a");
    // As soon as there is room again, it is stored, and other tabs are heard.
    globalThis.localStorage = new Store();
    stored.write("b");
    localStorage.setItem("proofplay.x", '"c"');
    assert.equal(stored.read(), "c");
  }
});
