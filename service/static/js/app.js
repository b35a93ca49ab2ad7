/** The page: its views, the game that they share, and the address that selects what is shown. */

import { linkTo, place, settle } from "./common/address.js";
import { look } from "./common/api.js";
import { button, fill, h } from "./common/dom.js";
import { say } from "./common/say.js";
import { troubles } from "./common/stored.js";
import { keep, recover } from "./game/keeping.js";
import { nodeOf, readLink } from "./game/link.js";
import { Session } from "./game/session.js";
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
 * @property {import("./common/types.js").Opponent} opponent
 * @property {import("./game/begin.js").Begin} begin
 * @property {(root: trees.Node) => void} show
 */

/** How to make each view; its modules are loaded when it is first shown. @type {Record<string, () => Promise<(common: Common) => any>>} */
const VIEWS = {
  async [FRONT]() {
    const { FrontView } = await import("./front/view.js");
    return ({ games, opponent, begin, show }) => new FrontView(games, opponent, begin, show);
  },
  async play() {
    const { PlayView } = await import("./play/view.js");
    return ({ games, session, begin }) => new PlayView(session, games, begin);
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
    return ({ games, opponent, begin }) => new LearnView(games, opponent, begin);
  },
  async solitaire() {
    const { SolitaireView } = await import("./solitaire/view.js");
    return ({ games }) => new SolitaireView(games);
  },
};

/** Return the name of the game of a position. @param {string} position */
function gameOf(position) {
  return position.split(/[+:]/)[0];
}

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
  /** Who plays the game that is opened next. @type {import("./game/keeping.js").Players | null} */
  let players = null;

  /** Put a game on the table; a position that is already there stays, with its game. @param {string} text */
  function open(text) {
    const link = readLink(text);
    const here = session.at?.position;
    const usual = chosen(opponent, gameOf(link.position || FIRST));
    if (link.moves.length) {
      session.seats = {};
      session.strength = usual;
      return session.open(nodeOf(link), trees.root(link.position));
    }
    if (here && !players && (!text || text === here)) return views.play.enter();
    const kept = players ? null : recover(text);
    const { seats = {}, strength = usual } = players ?? kept ?? {};
    session.seats = seats;
    session.strength = strength;
    players = null;
    return session.open(kept?.at ?? trees.root(text || FIRST), trees.root(FIRST));
  }

  /** @type {import("./game/begin.js").Begin} */
  function begin(position, seats, strength) {
    players = { seats, strength };
    if (place().text === position) go();
    else location.hash = linkTo("play", position);
  }

  /** Show a game from elsewhere. @param {trees.Node} root */
  async function show(root) {
    session.seats = {};
    session.strength = chosen(opponent, gameOf(root.position));
    await session.open(root);
    if (session.root === root) location.hash = linkTo("play", root.position);
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
      views[name] ??= make({ games, session, opponent, begin, show });
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
