// What the board's modules do without a browser. Positions and moves are given as the service would.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  candidates,
  offers,
  pick,
  withoutSquares,
} from "../../service/static/js/board/choosing.js";
import { holding, titleOf } from "../../service/static/js/game/persons.js";
import {
  faultOf,
  nearest,
  offerOf,
  questionOf,
  readWish,
  wishText,
} from "../../service/static/js/puzzles/wish.js";
import { joined } from "../../service/static/js/analysis/estimates.js";
import { summary } from "../../service/static/js/analysis/review.js";
import { COMPUTER, Session } from "../../service/static/js/game/session.js";
import { Setup } from "../../service/static/js/setup/draft.js";
import { TourRun } from "../../service/static/js/puzzles/tour_run.js";
import * as trees from "../../service/static/js/game/tree.js";
import { Request } from "../../service/static/js/common/request.js";
import { say } from "../../service/static/js/common/say.js";
import { texts } from "../../service/static/js/strings/en.js";
import {
  deeds,
  ending,
  fraction,
  number,
  solutions,
  sureness,
  valued,
  verdict,
} from "../../service/static/js/common/words.js";

const OPPONENT = { levels: [{ level: 1, sentence: "" }], usual_seconds: 3, most_seconds: 20 };

/** A board of one rank: a letter is a piece, a dot an empty square. */
function board(cells, moves) {
  const squares = [...cells].map((symbol, file) => ({
    name: `${"abcdefgh"[file]}1`,
    symbol,
    piece: symbol === "." ? null : "piece",
  }));
  return { squares, moves: moves.map(([move, ...names]) => ({ move, kind: "", squares: names })) };
}

test("a move is picked by its squares, first where a piece stands", () => {
  const steps = board("r.r.", [
    ["a1-b1", "a1", "b1"],
    ["xa1", "a1"],
    ["c1-b1", "c1", "b1"],
  ]);
  assert.deepEqual([...offers(steps, []).keys()], ["a1", "c1"]);
  assert.deepEqual(pick(steps, [], "a1"), { move: null, chosen: ["a1"] });
  assert.deepEqual([...offers(steps, ["a1"]).keys()], ["b1", "a1"]);
  assert.equal(pick(steps, ["a1"], "b1").move.move, "a1-b1");
  assert.equal(pick(steps, ["a1"], "a1").move.move, "xa1");
  // Another piece is picked instead, and what leads nowhere picks nothing.
  assert.deepEqual(pick(steps, ["a1"], "c1"), { move: null, chosen: ["c1"] });
  assert.deepEqual(pick(steps, [], "d1"), { move: null, chosen: [] });
});

test("two pieces that go together are picked in either order", () => {
  const pairs = board("ww", [
    ["a1", "a1"],
    ["b1", "b1"],
    ["a1+b1", "a1", "b1"],
  ]);
  for (const [one, other] of [
    ["a1", "b1"],
    ["b1", "a1"],
  ]) {
    assert.deepEqual(pick(pairs, [], one), { move: null, chosen: [one] });
    assert.equal(pick(pairs, [one], other).move.move, "a1+b1");
    assert.equal(pick(pairs, [one], one).move.move, one);
  }
});

test("a move of one square is made at once, a pass and a swap by buttons", () => {
  const point = board("..", [["a1", "a1"], ["swap"], ["pass"]]);
  assert.equal(pick(point, [], "a1").move.move, "a1");
  assert.equal(candidates(point, []).length, 1);
  assert.deepEqual(
    withoutSquares(point).map(({ move }) => move),
    ["swap", "pass"],
  );
});

test("a tree keeps its variations, and goes to a record and back", () => {
  const root = trees.root("start");
  const main = trees.addLine(root, ["a", "b", "c"]);
  const other = trees.addLine(root.children[0], ["d", "e"]);
  assert.deepEqual(
    trees.line(root).map(({ move }) => move),
    ["", "a", "b", "c"],
  );
  assert.equal(trees.child(root, "a"), root.children[0]);
  const record = trees.toRecord(root);
  assert.deepEqual(
    record.line.moves[1].variations[0].moves.map(({ move }) => move),
    ["d", "e"],
  );
  assert.deepEqual(trees.toRecord(trees.fromRecord(record)), record);
  trees.promote(other);
  assert.deepEqual(
    trees.line(root).map(({ move }) => move),
    ["", "a", "d", "e"],
  );
  trees.remove(other);
  assert.deepEqual(
    trees.path(main).map(({ ply }) => ply),
    [0, 1, 2, 3],
  );
  assert.deepEqual(
    trees.line(root).map(({ move }) => move),
    ["", "a", "d"],
  );
});

test("a swap exchanges colours along its own line only, and people keep their names", () => {
  const root = trees.root("start");
  root.tags = { One: "Ann" };
  const swapped = trees.addLine(root, ["a", "swap", "b"]);
  const other = trees.addLine(root.children[0], ["c"]);
  assert.equal(trees.hasSwapped(swapped), true);
  assert.equal(trees.hasSwapped(other), false);
  const session = new Session([{ game: "g", players: { x: "one", y: "two" } }], OPPONENT);
  root.board = swapped.board = other.board = { game: "g" };
  session.root = root;
  session.at = other;
  assert.equal(session.holder("one"), "one");
  assert.equal(holding(session, "one"), "One");
  assert.equal(titleOf(session, "one", other), "One (Ann)");
  session.at = swapped;
  assert.equal(session.holder("one"), "two");
  assert.equal(holding(session, "two"), "Two (Ann)");
  assert.equal(titleOf(session, "one", swapped), "One, then Two (Ann)");
  session.seats = { two: COMPUTER };
  assert.equal(titleOf(session, "two", swapped), "Two, then One (the computer)");
});

test("a review only counts known moves", () => {
  const player = (person, judged, mistakes, slips) => {
    return { person, moves: 6, forced: 0, judged, measured: judged, mistakes, slips };
  };
  const late = [{ detail: "the time is up" }];
  const name = (person) => person.toUpperCase();
  const none = [player("a", 0, null, null), player("b", 0, null, null)];
  assert.equal(
    summary({ players: none, moves: late }, name),
    "No move could be judged: the time is up.",
  );
  assert.equal(
    summary({ players: [player("a", 3, 1, 0), none[1]], moves: late }, name),
    "A: 1 mistake among 3 of 6 moves that could be judged, 0 slips; B: none of 6 moves judged." +
      " Not every move could be judged: the time is up.",
  );
  const whole = [player("a", 6, 0, null)];
  assert.equal(summary({ players: whole, moves: [{}] }, name), "0 mistakes, slips not known.");
  whole[0] = { ...player("a", 6, 0, 2), measured: 4 };
  assert.equal(summary({ players: whole, moves: [] }, name), "0 mistakes, 2 slips in 4 moves.");
  whole[0] = player("a", 6, 0, 2);
  assert.match(summary({ players: whole, moves: late }, name), /Not all alternatives are known/);
});

/** An estimate, as the service gives it. */
function chances(win, score = null) {
  return { win, playouts: 200_000, best: null, score };
}

test("an estimate has a sign of its own and says that it is one", () => {
  const open = (win, score) => ({ result: null, estimate: chances(win, score) });
  const known = { status: "unknown", result: null, value: null };
  assert.deepEqual(valued(known, open(0.631), true), {
    kind: "estimated",
    sign: "≈",
    brief: "63",
    text: "estimated: wins 63 %",
  });
  // Only what is certain is 0 or 100.
  const briefs = [0, 0.001, 0.999, 1].map((win) => valued(known, open(win), true).brief);
  assert.deepEqual(briefs, ["0", "1", "99", "100"]);
  assert.equal(valued(known, open(0.4, 1.26), false).text, "estimated: wins 40 %, margin −1.3");
  assert.equal(valued(known, { result: null, estimate: null }, true).sign, "?");
  const proved = { result: "win", distance: 5, score: null, value: null, estimate: null };
  assert.equal(valued(known, proved, true).sign, "▲");
});

test("an estimated verdict is open, and the computer's move not proved", () => {
  const open = { result: null, distance: null, score: null, estimate: chances(0.631) };
  const players = ["white", "red"];
  const said = "White wins about 63 % of 200,000 trial games.";
  assert.equal(verdict(open, "white", players), `Not proved yet: ${said}`);
  // Whoever is likelier to win is named, whoever is to move.
  assert.equal(
    verdict({ ...open, estimate: chances(0.369) }, "red", players),
    `Not proved yet: ${said}`,
  );
  const margins = { "-2": "Red by 2", 1.26: "White by 1.3", 0.01: "none" };
  for (const [score, margin] of Object.entries(margins))
    assert.equal(
      verdict({ ...open, estimate: chances(0.8, Number(score)) }, "red", players),
      `Not proved yet: Red wins about 80 % of 200,000 trial games, expected margin: ${margin}.`,
    );
  const sure = (proved, estimate) => sureness({ proved, estimate }, "white", players);
  const unproved = "The computer's last move is not proved to be best.";
  assert.equal(sure(false, chances(0.631)), `${unproved} ${said}`);
  assert.equal(sure(false, null), unproved);
  assert.equal(sure(true, null), "The computer's last move is proved to be best.");
});

test("proved values are kept, and open moves are ordered by their estimates", () => {
  const move = (name, result, win) => {
    return { move: name, result, estimate: win === undefined ? null : chances(win) };
  };
  const first = {
    moves: [move("a", "win"), move("b", null, 0.6), move("c", null, 0.7), move("d", "loss")],
    estimate: { ...chances(0.65), best: "b" },
  };
  const names = ["d", "c", "b", "a"];
  const none = names.map((name) => move(name, null));
  assert.deepEqual(joined(none, first), first.moves);
  const ranked = (results) =>
    joined(
      names.map((name) => move(name, results[name] ?? null)),
      first,
    ).map(({ move: name, result }) => `${name} ${result}`);
  assert.deepEqual(ranked({ b: "draw" }), ["a win", "c null", "b draw", "d loss"]);
  assert.deepEqual(ranked({ c: "loss", d: "loss" }), ["a win", "b null", "d loss", "c loss"]);
  const untold = [move("x", null), move("y", "loss")];
  assert.equal(joined(untold, { moves: [], estimate: null })[0].move, "y");
});

test("a text has its values filled in, in the right plural form", () => {
  texts["test.plain"] = "{who} by {margin}";
  texts["test.plural"] = { one: "{count} piece", other: "{count} pieces" };
  assert.equal(say("test.plain", { who: "Red", margin: -1234 }), "Red by −1,234");
  const counts = [0, 1, 2].map((count) => say("test.plural", { count }));
  assert.deepEqual(counts, ["0 pieces", "1 piece", "2 pieces"]);
});

test("numbers have a minus sign, and very large ones stay text", () => {
  assert.equal(number(-3), "−3");
  assert.equal(solutions("12345678901"), "12,345,678,901 solutions");
  assert.equal(solutions("9".repeat(30)), "about 10^29 solutions");
  assert.equal(solutions(1), "1 solution");
  assert.equal(fraction("-3/4"), -0.75);
});

test("a value has a sign, a text and no guess", () => {
  const analysis = { value: "1/2", result: "win" };
  const win = { result: "win", distance: 5, score: null, value: "-1/2" };
  assert.deepEqual(valued(analysis, win, true), {
    kind: "win",
    sign: "▲",
    brief: "5",
    text: "wins in 5, costs 1 move",
  });
  const behind = { result: "loss", distance: null, score: 2, value: null };
  assert.equal(valued({ value: null }, behind, false).brief, "−2");
  assert.equal(valued({ value: null }, behind, false).text, "loses by 2");
  assert.equal(valued(analysis, { result: null }, true).text, "unknown");
  const spoilt = { result: "unsolvable", distance: null, score: null, value: null };
  assert.equal(
    valued({ value: null, result: "solvable" }, spoilt, true).text,
    "makes it unsolvable",
  );
  assert.equal(
    valued({ value: null, result: "unsolvable" }, spoilt, true).text,
    "leaves it unsolvable",
  );
  assert.equal(valued({ result: null }, spoilt, true).text, "unsolvable afterwards");
  const solvable = { result: "solvable", distance: null, score: null };
  assert.equal(verdict(solvable, "white"), "It can be solved.");
  const open = { result: null, distance: null, score: null, detail: "the time is up" };
  assert.equal(verdict(open, "white"), "Unknown: the time is up.");
});

test("an ending and a move in words", () => {
  assert.equal(ending({ winner: "red", score: -2, solved: null }), "Red has won by 2.");
  assert.equal(
    ending({ winner: null, score: null, solved: false }),
    "Not solved: no move is left.",
  );
  assert.equal(
    deeds([
      { what: "made king", squares: ["b2"] },
      { what: "removed", squares: [] },
    ]),
    "made king b2",
  );
  assert.equal(deeds([{ what: "passed", squares: [] }]), "passed");
});

test("a board being set up has its line of text", () => {
  const game = { game: "g", size: "3x2", players: { w: "white", b: "black" }, setups: [] };
  const setup = new Setup(game);
  setup.put("a1", "w");
  setup.put("c2", "b");
  setup.vary("pie", true);
  setup.setKey("keep", "a1");
  assert.equal(setup.text, "g+pie:2b/w2:w:keep=a1");
  setup.resize(2, 3);
  assert.equal(setup.text, "g+pie:2/2/w1:w:keep=a1");
  setup.setKey("keep", "");
  setup.vary("pie", false);
  assert.equal(setup.text, "g:2/2/w1:w");
});

test("the address of a puzzle is complete", () => {
  for (const text of ["g/k/any/7", "g/k/cruel/7/6x6", "g/k/any/7/closed", "g/k/any/7/6x6/closed"])
    assert.equal(wishText(readWish(text)), text);
  assert.equal(readWish("g/k/any/x"), null);
  const wish = readWish("g/k/any/7/6x6/closed");
  assert.equal(wishText(readWish("g+v+w/k/any/7")), "g+v+w/k/any/7");
  assert.deepEqual(questionOf(readWish("g+v/k/any/7"), { demands: [] }).variants, ["v"]);
  const asked = { game: "g", puzzle: "k", seed: 7, size: "6x6" };
  assert.deepEqual(questionOf(wish, { demands: [] }), asked);
  assert.deepEqual(questionOf(wish, { demands: ["closed"] }), { ...asked, closed: true });
});

/** Kinds of two games; what `h` has on small boards only, or closed, is offered there only. */
const KINDS = [
  { game: "g", puzzle: "k", summary: "one", offers: [offer([], null, null, "easy", "hard")] },
  {
    game: "g",
    puzzle: "l",
    summary: "two",
    offers: [offer([], null, null), offer([], null, "3x3")],
  },
  {
    game: "h",
    puzzle: "tour",
    offers: [
      offer([], false, null, "easy", "hard"),
      offer([], false, "6x6", "easy"),
      offer([], true, null, "hard"),
      offer(["v"], false, "3x3", "hard"),
    ],
  },
];

function offer(variants, closed, size, ...grades) {
  return { variants, closed, size, grades };
}

test("other choices stay as they are, as far as there is such a puzzle", () => {
  const wish = readWish("h/tour/easy/7/6x6");
  const next = (part) => wishText(nearest({ ...wish, ...part }, KINDS));
  assert.equal(next({}), "h/tour/easy/7/6x6");
  assert.equal(next({ closed: true }), "h/tour/any/7/closed");
  assert.equal(next({ variants: ["v"] }), "h+v/tour/any/7/3x3");
  assert.equal(next({ grade: "hard" }), "h/tour/any/7/6x6");
  assert.equal(next({ game: "g", puzzle: "" }), "g/k/easy/7");
  assert.equal(next({ game: "g", puzzle: "l" }), "g/l/any/7");
  assert.equal(next({ game: "gone" }), "g/k/easy/7");
  assert.equal(offerOf(wish, KINDS[2]), KINDS[2].offers[1]);
  assert.equal(offerOf({ ...wish, size: "7x7" }, KINDS[2]), undefined);
  assert.equal(offerOf({ closed: true }, KINDS[0]), KINDS[0].offers[0]);
});

test("an address without a puzzle is reported in one sentence", () => {
  const fault = (text) => faultOf(text, KINDS, (game) => game.toUpperCase());
  assert.equal(fault("g/k/any/7"), "");
  assert.match(fault("g/k/any"), /^There is no puzzle 'g\/k\/any'/);
  assert.equal(fault("x/k/any/7"), "There are no puzzles of 'x': g and h have some.");
  assert.equal(fault("g/x/any/7"), "There are no such puzzles of G. There are these: one; two.");
});

test("a knight walks on over numbers, either way, and round a closed tour", async () => {
  const solution = "a1 b3 c1 a2 b4 c2 a3 b1 c3 a4 b2 c4".split(" ");
  const record = { position: "", goal: "", grade: null, solution, given: { c1: 3, a2: 4, c4: 12 } };
  const begin = async (closed) => {
    const run = new TourRun({ ...record, closed });
    run.board = {};
    await run.begin();
    return run;
  };
  const open = await begin(false);
  assert.deepEqual([open.at, open.next], ["a2", 5]);
  assert.deepEqual(open.steps, ["b4", "c3"]);
  assert.equal(open.pick("c3").kind, "wrong");
  assert.equal(open.outcome.isDecided, true);
  assert.equal(open.takeBack(), null);
  assert.equal(open.pick("b4").kind, "right");
  open.turn(false);
  assert.deepEqual([open.at, open.next], ["c1", 2]);
  open.turn(true);
  open.pick("c4");
  assert.equal(open.next, null);
  const closed = await begin(true);
  closed.pick("c4");
  assert.equal(closed.next, 1);
});

/** A request whose hearers write down what they hear. */
function overheard() {
  const heard = [];
  const request = new Request({
    work: { show: () => heard.push("work"), hide: () => heard.push("no work") },
    onbusy: (isBusy) => heard.push(isBusy ? "busy" : "idle"),
    onstop: () => heard.push("stopped"),
    onfail: ({ message }) => heard.push(message),
  });
  return { request, heard };
}

const never = ({ signal }) =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

test("a request is reported from its beginning to its end", async () => {
  const { request, heard } = overheard();
  assert.equal(await request.run(async () => 7), 7);
  assert.deepEqual(heard, ["work", "busy", "no work", "idle"]);
  const refuse = async () => {
    throw new Error("refused");
  };
  assert.equal(await request.run(refuse), null);
  assert.deepEqual(heard.slice(4), ["work", "busy", "refused", "no work", "idle"]);
});

test("a stopped request is reported, and has no result", async () => {
  const { request, heard } = overheard();
  const running = request.run(never);
  request.stop();
  assert.equal(await running, null);
  assert.deepEqual(heard, ["work", "busy", "stopped", "no work", "idle"]);
});

test("a replaced request is not reported any more", async () => {
  const { request, heard } = overheard();
  const old = request.run(never);
  const answer = request.run(async () => 7);
  assert.deepEqual([await old, await answer], [null, 7]);
  assert.deepEqual(heard, ["work", "busy", "work", "busy", "no work", "idle"]);
});
