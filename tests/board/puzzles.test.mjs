// What the modules of puzzles do without a browser.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { hintAt, STEPS } from "../../service/static/js/board/hints.js";
import { Outcome } from "../../service/static/js/puzzles/outcome.js";
import * as progress from "../../service/static/js/puzzles/progress.js";
import { afterPuzzle, gradeFor, rated, UNRATED } from "../../service/static/js/puzzles/rating.js";
import { Series } from "../../service/static/js/puzzles/series.js";
import { Store } from "./store.mjs";

beforeEach(() => {
  globalThis.localStorage = new Store();
});

/** A line of the log. */
function entry(puzzle, result = "solved", grade = "steady") {
  return { at: `2026-03-14T12:00:0${puzzle.length}Z`, puzzle, grade, result, seconds: 7 };
}

test("the rating is that of Glickman's example", () => {
  const games = [
    { rating: 1400, deviation: 30, score: 1 },
    { rating: 1550, deviation: 100, score: 0 },
    { rating: 1700, deviation: 300, score: 0 },
  ];
  const found = rated({ rating: 1500, deviation: 200, volatility: 0.06 }, games);
  assert.ok(Math.abs(found.rating - 1464.06) < 0.01, String(found.rating));
  assert.ok(Math.abs(found.deviation - 151.52) < 0.01, String(found.deviation));
  assert.ok(Math.abs(found.volatility - 0.05999) < 0.00001, String(found.volatility));
});

test("a surprise raises the volatility, and expected results hardly change a rating", () => {
  const master = { rating: 2400, deviation: 40, volatility: 0.06 };
  const shocked = Array.from({ length: 30 }).reduce(
    (rating) => afterPuzzle(rating, "gentle", false),
    master,
  );
  assert.ok(shocked.volatility > 0.06);
  assert.ok(Math.abs(afterPuzzle(master, "gentle", true).rating - 2400) < 1);
  const beginner = afterPuzzle(UNRATED, "cruel", true);
  assert.ok(beginner.rating > 1600 && beginner.deviation < 350);
  assert.deepEqual([1000, 1400, 1700, 3000].map(gradeFor), ["gentle", "steady", "tricky", "cruel"]);
});

test("a streak counts puzzles solved in a row, and hints neither count nor end it", () => {
  const results = ["solved", "solved", "hinted", "solved", "failed", "solved"];
  const found = progress.standingOf(results.map((result) => entry("x", result)));
  assert.deepEqual([found.streak, found.longest], [1, 3]);
  assert.deepEqual([found.solved, found.hinted, found.failed], [4, 1, 1]);
  // Puzzles without a grade leave the rating as it is.
  assert.equal(progress.standingOf([entry("x", "solved", null)]).rating, UNRATED);
});

test("a puzzle counts once, by the first try", () => {
  assert.equal(progress.add(entry("a", "failed")), true);
  assert.equal(progress.add(entry("a", "solved")), false);
  assert.deepEqual(
    progress.log().map(({ result }) => result),
    ["failed"],
  );
});

test("another browser can load saved results, and nothing is counted twice", () => {
  for (const name of ["a", "bb", "cccc"]) progress.add(entry(name));
  const file = progress.written();
  progress.clear();
  progress.add(entry("ddd"));
  progress.add(entry("a", "failed"));
  assert.equal(progress.read(file), 2);
  assert.deepEqual(
    progress.log().map(({ puzzle, result }) => [puzzle, result]),
    [
      ["a", "failed"],
      ["bb", "solved"],
      ["ddd", "solved"],
      ["cccc", "solved"],
    ],
  );
  assert.equal(progress.read(file), 0);
});

test("a file of something else is refused, and changes nothing", () => {
  progress.add(entry("a"));
  const file = JSON.parse(progress.written());
  const others = [
    "",
    "[]",
    "null",
    '{"puzzles": []}',
    JSON.stringify({ ...file, format: "another" }),
    ...["at", "puzzle", "grade", "result", "seconds"].map((name) =>
      JSON.stringify({ ...file, puzzles: [{ ...file.puzzles[0], puzzle: "b", [name]: {} }] }),
    ),
  ];
  for (const text of others) assert.throws(() => progress.read(text), /not a file of puzzle/, text);
  assert.equal(progress.log().length, 1);
});

test("a saved result of an unknown grade is refused, and one in the log is not rated", () => {
  for (const grade of ["constructor", "__proto__", "toString", "unknown"]) {
    const file = { ...JSON.parse(progress.written()), puzzles: [entry("a", "solved", grade)] };
    assert.throws(() => progress.read(JSON.stringify(file)), /not a file of puzzle/, grade);
    assert.equal(progress.standingOf([entry("a", "solved", grade)]).rating, UNRATED);
  }
  assert.deepEqual(progress.log(), []);
});

test("a puzzle is decided once", () => {
  const solved = new Outcome();
  assert.deepEqual([solved.decide(true), solved.decide(false)], ["solved", ""]);
  const helped = new Outcome();
  helped.help();
  assert.equal(helped.decide(true), "hinted");
  const failed = new Outcome();
  failed.help();
  assert.equal(failed.decide(false), "failed");
});

test("a set counts each of its puzzles once", () => {
  const wishes = [{ seed: 1 }, { seed: 2 }];
  const set = new Series(wishes, 1500);
  set.note({ seed: 3 }, "solved", 1);
  set.note(wishes[0], "solved", 10);
  set.note(wishes[0], "failed", 10);
  set.note(wishes[1], "failed", 21);
  assert.deepEqual([set.at, set.count("solved"), set.count("failed")], [2, 1, 1]);
  assert.equal(set.meanSeconds, 16);
});

/** An empty board. */
function board(files, ranks) {
  const squares = Array.from({ length: files * ranks }, (_, at) => ({
    name: `${String.fromCharCode(97 + (at % files))}${Math.floor(at / files) + 1}`,
  }));
  return { size: [files, ranks], squares };
}

test("hints close in on a move, and each holds the square that it is about", () => {
  for (const [files, ranks] of [
    [1, 1],
    [3, 3],
    [4, 8],
    [5, 10],
    [19, 19],
  ]) {
    const drawn = board(files, ranks);
    for (const { name } of drawn.squares) {
      const hints = [1, 2, 3].map((step) => hintAt(drawn, name, [name], step));
      const sizes = hints.map(({ squares }) => squares.length);
      assert.ok(hints.every(({ squares }) => squares.includes(name)));
      assert.ok(sizes[0] >= sizes[1] && sizes[1] >= sizes[2] && sizes[2] === 1, String(sizes));
      assert.ok(files < 2 || sizes[0] < files * ranks);
    }
  }
});

test("for a move from square to square, a hint shows the piece before the move", () => {
  const drawn = board(6, 6);
  assert.match(hintAt(drawn, "a1-b2", ["a1", "b2"], 2).text, /piece on a1/);
  assert.deepEqual(hintAt(drawn, "a1-b2", ["a1", "b2"], STEPS).squares, ["a1", "b2"]);
  assert.deepEqual(hintAt(drawn, "swap", [], 1).squares, []);
});
