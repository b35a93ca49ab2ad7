/** The meanings of the signs on the board. */

import { h } from "../common/dom.js";
import { Panel } from "../common/panel.js";
import { say } from "../common/say.js";

/** @type {[kind: string, sign: string, means: import("../common/say.js").Key][]} */
const SIGNS = [
  ["win", "▲", "legend.win"],
  ["draw", "=", "legend.draw"],
  ["loss", "▼", "legend.loss"],
  ["solvable", "✓", "legend.solvable"],
  ["unsolvable", "✗", "legend.unsolvable"],
  ["estimated", "≈63", "legend.estimated"],
  ["unknown", "?", "legend.unknown"],
];

/** Return the panel with the legend, folded. */
export function legend() {
  const panel = new Panel("legend", say("legend.label"), say("legend.title"), false);
  const items = SIGNS.map(([kind, sign, means]) =>
    h("span", { class: "key" }, h("span", { class: `badge ${kind}` }, sign), ` ${say(means)}`),
  );
  panel.body.append(
    h("p", {}, items),
    h("p", { class: "quiet" }, say("legend.colours")),
    h("p", { class: "quiet" }, say("legend.numbers")),
    h("p", { class: "quiet" }, say("legend.estimates")),
  );
  return panel.element;
}
