/** Reads and writes games as text records: paste, load, copy, save. */

import { ask } from "../common/api.js";
import { button, fill, h } from "../common/dom.js";
import { say } from "../common/say.js";
import * as trees from "./tree.js";

export class Records {
  /** @param {import("./session.js").Session} session @param {(error: Error) => void} oncomplain */
  constructor(session, oncomplain) {
    this._session = session;
    this._oncomplain = oncomplain;
    this._text = h("textarea", {
      rows: "6",
      spellcheck: "false",
      aria: { label: say("record.label") },
      placeholder: '[Position "nakatta:start:5x5"]\n\n1. c3 b2 …',
    });
    this._file = h("input", {
      type: "file",
      accept: ".txt,text/plain",
      class: "unseen",
      tabindex: "-1",
      aria: { hidden: "true" },
      onchange: () => this._load(),
    });
    this._games = h("div", { class: "acts" });
    this.element = h(
      "details",
      { class: "records" },
      h("summary", {}, say("record.title")),
      this._text,
      h(
        "div",
        { class: "acts" },
        button(say("record.write"), () => this._write(), { data: { act: "write" } }),
        button(say("record.read"), () => this._read(), { data: { act: "read" } }),
        button(say("record.open"), () => this._file.click()),
        button(say("record.save"), () => this._save()),
        this._file,
      ),
      this._games,
    );
  }

  async _write() {
    const { root } = this._session;
    if (!root) return;
    await this._try(async () => {
      const { text } = await ask("/api/records/write", trees.toRecord(root));
      this._text.value = text;
    });
  }

  async _read() {
    await this._try(async () => {
      const { games } = await ask("/api/records/read", { text: this._text.value });
      fill(
        this._games,
        games.length > 1
          ? games.map((game, number) =>
              button(say("record.game", { number: number + 1 }), () =>
                this._session.open(trees.fromRecord(game)),
              ),
            )
          : [],
      );
      await this._session.open(trees.fromRecord(games[0]));
    });
  }

  async _load() {
    const [file] = this._file.files;
    if (!file) return;
    this._text.value = await file.text();
    this._file.value = "";
    await this._read();
  }

  async _save() {
    await this._write();
    const link = h("a", {
      href: URL.createObjectURL(new Blob([this._text.value + "\n"], { type: "text/plain" })),
      download: "game.txt",
    });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  /** @param {() => Promise<void>} act */
  async _try(act) {
    try {
      await act();
    } catch (error) {
      this._oncomplain(/** @type {Error} */ (error));
    }
  }
}
