/** The page: its views, the game that all of them share, and the address that says what is shown. */

import { linkTo, place } from "./common/address.js";
import { look } from "./common/api.js";
import { fill, h } from "./common/dom.js";
import { say } from "./common/say.js";
import { themeSwitch } from "./common/theme.js";
import { keep, recover } from "./game/keeping.js";
import { Session } from "./game/session.js";
import { chosen } from "./game/strength.js";
import * as trees from "./game/tree.js";
import { HelpView } from "./help_view.js";
import { PlayView } from "./play/view.js";
import { PuzzleView } from "./puzzles/view.js";
import { SetupView } from "./setup/view.js";

/** @type {[string, import("./common/say.js").Key][]} */
const VIEWS = [
  ["play", "page.play"],
  ["setup", "page.setup"],
  ["puzzles", "page.puzzles"],
  ["help", "page.help"],
];
/** What a first visit shows: a small game that can be played at once, and is solved in a moment. */
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
    play,
    setup: new SetupView(games, () => session.at?.board),
    puzzles: new PuzzleView(games),
    help: new HelpView(games),
  };
  /** @type {any} */
  let shown = null;

  /** Put a game on the table; a position that is there already stays, with its game. @param {string} text */
  function open(text) {
    const here = session.at?.position;
    if (here && (!text || text === here)) return play.enter();
    const kept = recover(text);
    if (kept) session.seats = kept.seats;
    session.strength = kept?.strength ?? chosen(opponent);
    return session.open(kept?.at ?? trees.root(text || FIRST), trees.root(FIRST));
  }

  function go() {
    const { view, text } = place();
    const name = view in views ? view : "play";
    const next = views[name];
    if (shown !== next) {
      shown?.leave();
      shown = next;
      fill(main, next.element);
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
  const links = VIEWS.map(([view, label]) =>
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
  fill(/** @type {HTMLElement} */ (document.getElementById("theme")), themeSwitch());
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  mindSkip(main);
  try {
    const [games, opponent] = await Promise.all([look("/api/games"), look("/api/opponent")]);
    run(main, games, opponent);
  } catch (error) {
    fill(main, h("p", { class: "trouble", role: "alert" }, /** @type {Error} */ (error).message));
  }
}

begin();
