/** A board embedded in other pages: a position, or a game to step through, and moves to try on it. */

import { Table } from "./board/table.js";
import { share } from "./common/address.js";
import { boardOf, look } from "./common/api.js";
import { announce, complain, fill, h } from "./common/dom.js";
import { say } from "./common/say.js";
import { ending, told } from "./common/words.js";
import { gameQuery, nodeOf, readLink } from "./game/link.js";
import { Session } from "./game/session.js";
import { History } from "./play/history.js";
import { press } from "./play/keys.js";

/** @param {HTMLElement} main @param {Session} session */
function show(main, session) {
  const table = new Table({
    onmove: (move) => session.play(move),
    onrefused: (square) => refuse(square),
    onback: () => session.go(session.at?.parent),
  });
  /** Say why no move can be made on a square. @param {string} square */
  const refuse = async (square) => {
    const at = session.at;
    if (!at) return;
    await boardOf(at.position, [square]).catch((error) => {
      if (session.at === at) complain(trouble, error);
    });
  };
  const history = new History(session);
  const title = h("h1", { class: "title" });
  const status = h("p", { class: "status" });
  const trouble = h("p", { class: "trouble", role: "alert" });
  const link = h("a", { target: "_blank", rel: "noopener" }, say("embed.open"));
  fill(
    main,
    title,
    table.element,
    h("div", { class: "controls" }, history.steps, link),
    status,
    trouble,
  );
  document.addEventListener("keydown", (event) =>
    press(event, { step: (way) => history.step(way) }),
  );
  session.addEventListener("trouble", (event) =>
    complain(trouble, /** @type {CustomEvent} */ (event).detail),
  );
  session.addEventListener("change", () => {
    const { at, root } = session;
    const board = at?.board;
    if (!board || !root) return;
    trouble.textContent = "";
    table.show(board, true);
    history.show();
    title.textContent = document.title = board.title;
    status.textContent = [...board.played.map(told), board.outcome && ending(board.outcome)]
      .filter(Boolean)
      .join(" ");
    announce(status.textContent);
    link.href = share(root.position, gameQuery(at)).replace(/embed(?=#)/, "");
  });
}

async function begin() {
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  try {
    const text = location.search.slice(1).replaceAll("+", "%2B");
    const query = new URLSearchParams(text);
    const position = query.get("position");
    if (!position) throw new Error(say("embed.none"));
    const [games, opponent] = await Promise.all([look("/api/games"), look("/api/opponent")]);
    const session = new Session(games, opponent);
    show(main, session);
    session.open(nodeOf(readLink(`${position}?${text}`)));
  } catch (error) {
    fill(main, h("p", { class: "trouble", role: "alert" }, /** @type {Error} */ (error).message));
  }
}

begin();
