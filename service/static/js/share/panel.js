/** Ways to share a game: a link, a picture, a board for another page, the record, a print. */

import { beside, share } from "../common/address.js";
import { announce, button, choice, h } from "../common/dom.js";
import { Panel } from "../common/panel.js";
import { say } from "../common/say.js";
import { gameQuery } from "../game/link.js";
import { Records } from "../game/records.js";
import { copyPicture, savePicture } from "./pictures.js";

/** The milliseconds for which a button says that it has done its work. */
const SAID = 2000;

export class Sharing {
  /** @param {import("../game/session.js").Session} session @param {(error: Error) => void} oncomplain */
  constructor(session, oncomplain) {
    this._session = session;
    this._oncomplain = oncomplain;
    this._isWhole = true;
    this._link = h("input", {
      type: "text",
      readonly: true,
      aria: { label: say("share.address") },
      onfocus: () => this._link.select(),
    });
    this._what = choice(
      say("share.what"),
      [
        ["game", say("share.game")],
        ["position", say("share.position")],
      ],
      "game",
      (what) => {
        this._isWhole = what === "game";
        this.show();
      },
    );
    this._records = new Records(session, oncomplain);
    const panel = new Panel("share", say("share.label"), say("share.title"), false);
    panel.body.append(
      h("div", { class: "fields" }, this._what, h("div", { class: "field wide" }, this._link)),
      h(
        "div",
        { class: "acts" },
        this._act("share.copy", () => navigator.clipboard.writeText(this._address())),
        this._act("share.copy_text", () => navigator.clipboard.writeText(this._at.position)),
        this._act("share.copy_embed", () => navigator.clipboard.writeText(this._embedding())),
        button(say("share.print"), () => print()),
      ),
      h(
        "div",
        { class: "acts" },
        this._act("share.copy_picture", () => copyPicture(this._at)),
        this._act("share.save_png", () => savePicture("png", this._at), "share.saved"),
        this._act("share.save_svg", () => savePicture("svg", this._at), "share.saved"),
      ),
      this._records.element,
    );
    this.element = panel.element;
  }

  show() {
    if (!this._session.at) return;
    this._link.value = this._address();
  }

  /** Make a button that copies the link, to be placed near the board. */
  copyButton() {
    return this._act("share.copy", () => navigator.clipboard.writeText(this._address()));
  }

  get _at() {
    return /** @type {import("../game/tree.js").Node} */ (this._session.at);
  }

  _address() {
    const { root } = this._session;
    const query = gameQuery(this._at);
    return this._isWhole && root && query ? share(root.position, query) : share(this._at.position);
  }

  /** Return the markup with which another page embeds the board. */
  _embedding() {
    const { root } = this._session;
    const isWhole = this._isWhole && root !== null;
    const said = new URLSearchParams(gameQuery(this._at).slice(1).replaceAll("+", "%2B"));
    const query = isWhole
      ? { position: root.position, moves: said.get("moves") ?? "", ply: said.get("ply") ?? "" }
      : { position: this._at.position };
    const address = beside("embed", query).replaceAll("&", "&amp;");
    const title = (this._at.board?.title ?? "").replaceAll('"', "&quot;");
    return `<iframe src="${address}" title="${title}" width="420" height="520" style="border:0"></iframe>`;
  }

  /**
   * Make a button that says for a moment what it has done.
   *
   * @param {import("../common/say.js").Key} label
   * @param {() => Promise<void>} act
   * @param {import("../common/say.js").Key} [done]
   */
  _act(label, act, done = "share.copied") {
    const made = button(say(label), async () => {
      try {
        await act();
      } catch (error) {
        const isRefused = error instanceof DOMException;
        this._oncomplain(
          isRefused ? new Error(say("share.refused")) : /** @type {Error} */ (error),
        );
        return;
      }
      made.textContent = say(done);
      announce(say(done));
      setTimeout(() => (made.textContent = say(label)), SAID);
    });
    made.dataset.act = label.slice("share.".length);
    return made;
  }
}
