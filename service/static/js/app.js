/** The page: its views, the game that they share, and the address that selects what is shown. */

import { linkTo, place, settle } from "./common/address.js";
import { look } from "./common/api.js";
import { button, fill, h } from "./common/dom.js";
import { say } from "./common/say.js";
import { troubles } from "./common/stored.js";
import { keep, recover } from "./game/keeping.js";
import { nodeOf, readLink } from "./game/link.js";
import { COMPUTER, Session } from "./game/session.js";
import { chosen } from "./game/strength.js";
import * as trees from "./game/tree.js";
import { helpButton, openHelp } from "./shell/help.js";
import { keepOffline } from "./shell/offline.js";
import { dressPage, themeButton } from "./shell/theme.js";

/** The views that the head of the page links to. @type {[string, import("./common/say.js").Key][]} */
const LINKS = [
  ["play", "page.play"],
  ["setup", "page.setup"],
  ["puzzles", "page.puzzles"],
  ["learn", "page.learn"],
];
/** The view of an address that names none. */
const FRONT = "front";
/** The position if the address names none: a small deal with good moves and bad ones. */
const FIRST = "sight-reduction:bwww/bbwb/wwwb/bwbb:w";

/**
 * What views are constructed from.
 *
 * @typedef {object} Common
 * @property {import("./common/types.js").GameDescription[]} games
 * @property {Session} session
 * @property {(position: string, computer: string) => void} playComputer
 */

/** How to make each view; its modules are loaded when it is first shown. @type {Record<string, () => Promise<(common: Common) => any>>} */
const VIEWS = {
  async [FRONT]() {
    const { FrontView } = await import("./front/view.js");
    return ({ games, playComputer }) => new FrontView(games, playComputer);
  },
  async play() {
    const { PlayView } = await import("./play/view.js");
    return ({ games, session }) => new PlayView(session, games);
  },
  async setup() {
    const { SetupView } = await import("./setup/view.js");
    return ({ games, session }) => new SetupView(games, () => session.at?.board);
  },
  async puzzles() {
    const { PuzzleView } = await import("./puzzles/view.js");
    return ({ games }) => new PuzzleView(games);
  },
  async learn() {
    const { LearnView } = await import("./learn/view.js");
    return ({ games }) => new LearnView(games);
  },
  async solitaire() {
    const { SolitaireView } = await import("./solitaire/view.js");
    return ({ games }) => new SolitaireView(games);
  },
};

/** Return the name of the view that the address selects. */
function viewName() {
  const { view } = place();
  return Object.hasOwn(VIEWS, view) ? view : FRONT;
}

/**
 * @param {HTMLElement} main
 * @param {import("./common/types.js").GameDescription[]} games
 * @param {import("./common/types.js").Opponent} opponent
 */
function run(main, games, opponent) {
  const session = new Session(games, opponent);
  /** The views that have been shown. @type {Record<string, any>} */
  const views = {};
  /** @type {any} */
  let shown = null;
  /** The seats for the position that is opened next. @type {Record<string, string> | null} */
  let seats = null;

  /** Put a game on the table; a position that is already there stays, with its game. @param {string} text */
  function open(text) {
    const link = readLink(text);
    const here = session.at?.position;
    if (link.moves.length) {
      session.seats = {};
      session.strength = chosen(opponent);
      return session.open(nodeOf(link), trees.root(link.position));
    }
    if (here && !seats && (!text || text === here)) return views.play.enter();
    const kept = seats ? null : recover(text);
    session.seats = seats ?? kept?.seats ?? session.seats;
    seats = null;
    session.strength = kept?.strength ?? chosen(opponent);
    return session.open(kept?.at ?? trees.root(text || FIRST), trees.root(FIRST));
  }

  /** Play a position against the computer. @param {string} position @param {string} computer the player that the computer takes */
  function playComputer(position, computer) {
    seats = { [computer]: COMPUTER };
    if (place().text === position) go();
    else location.hash = linkTo("play", position);
  }

  async function go() {
    if (place().view === "help") {
      settle("");
      openHelp();
    }
    const name = viewName();
    navigate(name);
    try {
      const make = await VIEWS[name]();
      views[name] ??= make({ games, session, playComputer });
    } catch (error) {
      return complainIn(main, error);
    }
    // The user may have moved on to another view meanwhile.
    if (name !== viewName()) return;
    const next = views[name];
    if (shown !== next) {
      shown?.leave();
      shown = next;
      fill(main, next.element);
      scrollTo(0, 0);
    }
    const { text } = place();
    if (name === "play") open(text);
    else next.enter(text);
  }

  session.addEventListener("change", () => keep(session));
  window.addEventListener("hashchange", go);
  go();
}

/** Draw the links to the views, and mark the current one. @param {string} current */
function navigate(current) {
  const links = LINKS.map(([view, label]) =>
    h("a", { href: linkTo(view), aria: { current: view === current ? "page" : null } }, say(label)),
  );
  fill(/** @type {HTMLElement} */ (document.getElementById("views")), links);
}

/** Make the link that skips the head move the focus by script: its address would select another view. @param {HTMLElement} main */
function mindSkip(main) {
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    main.focus();
  });
}

/** @param {HTMLElement} main @param {any} error */
function complainIn(main, error) {
  fill(main, h("p", { class: "trouble", role: "alert" }, error.message));
}

/** Say below the head of the page what goes wrong with what the browser stores. */
function mindStorage() {
  troubles.addEventListener("trouble", (event) => {
    const notice = h(
      "p",
      { class: "trouble notice", role: "alert" },
      say(/** @type {CustomEvent} */ (event).detail),
      button(say("page.close"), () => notice.remove()),
    );
    document.querySelector(".top")?.after(notice);
  });
}

async function begin() {
  mindStorage();
  dressPage();
  const tools = /** @type {HTMLElement} */ (document.getElementById("tools"));
  fill(tools, themeButton(), helpButton());
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  mindSkip(main);
  // Load the modules while the service answers.
  VIEWS[viewName()]().catch(() => {});
  try {
    const [games, opponent] = await Promise.all([look("/api/games"), look("/api/opponent")]);
    run(main, games, opponent);
  } catch (error) {
    complainIn(main, error);
  }
  keepOffline();
}

begin();
