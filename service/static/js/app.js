/** The page: its views, the game that all of them share, and the address that says what is shown. */

import { linkTo, place, settle } from "./common/address.js";
import { look } from "./common/api.js";
import { fill, h } from "./common/dom.js";
import { say } from "./common/say.js";
import { FrontView } from "./front/view.js";
import { keep, recover } from "./game/keeping.js";
import { COMPUTER, Session } from "./game/session.js";
import { chosen } from "./game/strength.js";
import * as trees from "./game/tree.js";
import { LearnView } from "./learn/view.js";
import { PlayView } from "./play/view.js";
import { PuzzleView } from "./puzzles/view.js";
import { SetupView } from "./setup/view.js";
import { helpButton, openHelp } from "./shell/help.js";
import { keepOffline } from "./shell/offline.js";
import { dressPage, themeButton } from "./shell/theme.js";

/** The views that the head of the page leads to. @type {[string, import("./common/say.js").Key][]} */
const LINKS = [
  ["play", "page.play"],
  ["setup", "page.setup"],
  ["puzzles", "page.puzzles"],
  ["learn", "page.learn"],
];
/** The view of an address that names none. */
const FRONT = "front";
/** What is played where an address names no position. */
const FIRST = "nakatta+pie:start:5x5";

/**
 * @param {HTMLElement} main
 * @param {import("./common/types.js").GameDescription[]} games
 * @param {import("./common/types.js").OpponentRecord} opponent
 */
function run(main, games, opponent) {
  const session = new Session(games, opponent);
  const play = new PlayView(session, games);
  /** @type {Record<string, any>} */
  const views = {
    [FRONT]: new FrontView(games, playComputer),
    play,
    setup: new SetupView(games, () => session.at?.board),
    puzzles: new PuzzleView(games),
    learn: new LearnView(games),
  };
  /** @type {any} */
  let shown = null;
  /** Who is to sit at the position that is opened next. @type {Record<string, string> | null} */
  let seats = null;

  /** Put a game on the table; a position that is there already stays, with its game. @param {string} text */
  function open(text) {
    const here = session.at?.position;
    if (here && !seats && (!text || text === here)) return play.enter();
    const kept = seats ? null : recover(text);
    session.seats = seats ?? kept?.seats ?? session.seats;
    seats = null;
    session.strength = kept?.strength ?? chosen(opponent);
    return session.open(kept?.at ?? trees.root(text || FIRST), trees.root(FIRST));
  }

  /** Play a position against the computer. @param {string} position @param {string} computer the player that it is */
  function playComputer(position, computer) {
    seats = { [computer]: COMPUTER };
    if (place().text === position) go();
    else location.hash = linkTo("play", position);
  }

  function go() {
    const { view, text } = place();
    if (view === "help") {
      settle("");
      openHelp();
      return go();
    }
    const name = view in views ? view : FRONT;
    const next = views[name];
    if (shown !== next) {
      shown?.leave();
      shown = next;
      fill(main, next.element);
      scrollTo(0, 0);
    }
    navigate(name);
    if (name === "play") open(text);
    else next.enter(text);
  }

  session.addEventListener("change", () => keep(session));
  window.addEventListener("hashchange", go);
  go();
}

/** Draw the links to the views, and mark the one that is shown. @param {string} current */
function navigate(current) {
  const links = LINKS.map(([view, label]) =>
    h("a", { href: linkTo(view), aria: { current: view === current ? "page" : null } }, say(label)),
  );
  fill(/** @type {HTMLElement} */ (document.getElementById("views")), links);
}

/** Let the link that skips the head lead to the view that is shown: its address would be another view's. @param {HTMLElement} main */
function mindSkip(main) {
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    main.focus();
  });
}

async function begin() {
  dressPage();
  const tools = /** @type {HTMLElement} */ (document.getElementById("tools"));
  fill(tools, themeButton(), helpButton());
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  mindSkip(main);
  try {
    const [games, opponent] = await Promise.all([look("/api/games"), look("/api/opponent")]);
    run(main, games, opponent);
  } catch (error) {
    fill(main, h("p", { class: "trouble", role: "alert" }, /** @type {Error} */ (error).message));
  }
  keepOffline();
}

begin();
