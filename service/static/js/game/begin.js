/** The dialog that begins a game: against whom, which colour, on which board. */

import { ask } from "../common/api.js";
import { openDialog } from "../common/dialog.js";
import { button, choice, complain, h } from "../common/dom.js";
import { pills, press } from "../common/pills.js";
import { say } from "../common/say.js";
import { capital } from "../common/words.js";
import { COMPUTER, YOU } from "./session.js";
import { choose, chosen } from "./strength.js";

/** @typedef {import("../common/types.js").GameDescription} GameDescription */
/** @typedef {import("./strength.js").Strength} Strength */
/** @typedef {(position: string, seats: Record<string, string>, strength: Strength) => void} Begin puts a game on the table */

/** The thinking times offered, in seconds, as far as the service allows them. */
const SECONDS = [1, 2, 3, 5, 10, 20];
/** The colour of somebody who has none in mind. */
const ANY = "any";

/** Return the thinking times that the service allows, with their texts. @param {import("../common/types.js").Opponent} opponent @returns {[string, string][]} */
export function thinkingTimes({ most_seconds: most }) {
  return SECONDS.filter((seconds) => seconds <= most).map((seconds) => [
    String(seconds),
    say("strength.seconds", { count: seconds }),
  ]);
}

/** Return who sits where: you with a colour, and the computer with the other. @param {GameDescription} game @param {string} yours */
export function seatsFor({ players }, yours) {
  const names = Object.values(players);
  return Object.fromEntries(names.map((name) => [name, name === yours ? YOU : COMPUTER]));
}

/**
 * Ask for a game's settings, and begin it.
 *
 * @param {GameDescription} game
 * @param {import("../common/types.js").Opponent} opponent
 * @param {Begin} begin
 */
export function askForGame(game, opponent, begin) {
  const colours = Object.values(game.players);
  const wish = { ...chosen(opponent, game.game), against: COMPUTER, colour: colours[0] };
  let { size } = game;
  const described = h("p", { class: "quiet", id: "begin-level" });
  const trouble = h("p", { class: "trouble", role: "alert" });
  const level = row("strength.level", levels(), String(wish.level), (chosen) => {
    wish.level = Number(chosen);
    describe();
  });
  level.setAttribute("aria-describedby", described.id);
  const colour = row("begin.colour", named(), wish.colour, (chosen) => (wish.colour = chosen));
  const time = choice(
    say("strength.time"),
    thinkingTimes(opponent),
    String(wish.seconds),
    (chosen) => (wish.seconds = Number(chosen)),
  );
  const computers = [colour, level, described, time];
  const against = row(
    "begin.against",
    [
      [COMPUTER, say("begin.computer")],
      [YOU, say("begin.two")],
    ],
    wish.against,
    (chosen) => {
      wish.against = chosen;
      for (const part of computers) part.hidden = chosen === YOU;
    },
  );
  const boards = row(
    "begin.board",
    game.boards.map((board) => [board, board.replace("x", "×")]),
    size,
    (chosen) => (size = chosen),
  );
  const start = button(say("begin.start"), go, { class: "primary", data: { act: "start" } });
  describe();
  const dialog = openDialog(
    "begin",
    say("begin.title", { game: game.title }),
    h("p", {}, game.winning || game.summary),
    against,
    colour,
    boards,
    level,
    described,
    time,
    trouble,
    start,
  );
  start.focus();

  function describe() {
    const found = opponent.levels.find(({ level }) => level === wish.level);
    described.textContent = found?.sentence ?? "";
  }

  /** @returns {[string, string][]} */
  function levels() {
    return opponent.levels.map(({ level }) => [String(level), String(level)]);
  }

  /** @returns {[string, string][]} */
  function named() {
    const [first, second] = colours;
    return [
      [first, say("begin.first", { player: capital(first) })],
      [second, capital(second)],
      [ANY, say("begin.any")],
    ];
  }

  async function go() {
    try {
      const { position } = await ask("/api/deal", { game: game.game, size });
      const { against, level, seconds } = wish;
      const lot = colours[Math.floor(colours.length * Math.random())];
      const yours = wish.colour === ANY ? lot : wish.colour;
      if (against === COMPUTER) choose(game.game, { level, seconds });
      dialog?.close();
      const seats = Object.fromEntries(colours.map((name) => [name, YOU]));
      begin(position, against === YOU ? seats : seatsFor(game, yours), { level, seconds });
    } catch (error) {
      complain(trouble, error);
    }
  }
}

/** @param {import("../common/say.js").Key} label @param {[string, string][]} options @param {string} chosen @param {(value: string) => void} onchange */
function row(label, options, chosen, onchange) {
  const group = pills(say(label), options, chosen, (value) => {
    press(group, value);
    onchange(value);
  });
  return group;
}
