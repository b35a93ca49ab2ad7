/** The fields for the computer's strength: its level, with a description, and its thinking time. */

import { announce, choice, h } from "../common/dom.js";
import { say } from "../common/say.js";
import { thinkingTimes } from "../game/begin.js";
import { choose } from "../game/strength.js";

export class StrengthFields {
  /** @param {import("../game/session.js").Session} session */
  constructor(session) {
    this._session = session;
    const { levels } = session.opponent;
    this._level = choice(
      say("strength.level"),
      levels.map(({ level }) => [String(level), String(level)]),
      "",
      (level) => {
        this._choose({ level: Number(level) });
        announce(this.said.textContent ?? "");
      },
    );
    this._seconds = choice(say("strength.time"), thinkingTimes(session.opponent), "", (seconds) =>
      this._choose({ seconds: Number(seconds) }),
    );
    this._seconds.querySelector("span").className = "unseen";
    /** The description of the level, to be placed where there is room. */
    this.said = h("p", { class: "quiet", id: "level-said" });
    this._level.querySelector("select").setAttribute("aria-describedby", this.said.id);
    this.element = h(
      "div",
      { class: "strength", role: "group", aria: { label: say("strength.label") } },
      this._level,
      this._seconds,
    );
  }

  show() {
    const { opponent, strength } = this._session;
    this._level.querySelector("select").value = String(strength.level);
    this._seconds.querySelector("select").value = String(strength.seconds);
    const found = opponent.levels.find(({ level }) => level === strength.level);
    this.said.textContent = found?.sentence ?? "";
  }

  /** @param {Partial<import("../game/strength.js").Strength>} part */
  _choose(part) {
    const strength = { ...this._session.strength, ...part };
    choose(this._session.at?.board?.game ?? "", strength);
    this._session.strengthen(strength);
  }
}
