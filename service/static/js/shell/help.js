/** The dialog under `?`: all keys, the settings that every view shares, and what the page promises. */

import { openDialog } from "../common/dialog.js";
import { button, h } from "../common/dom.js";
import { say } from "../common/say.js";
import { KEYS } from "./keys.js";
import { signColours } from "./theme.js";

/** Elements that take typed text, including `?`. */
const TYPED = "input, textarea, select, [contenteditable]";

/** Make the button that opens the dialog, as the key `?` does. */
export function helpButton() {
  document.addEventListener("keydown", (event) => {
    const isTyped = /** @type {Element} */ (event.target).closest?.(TYPED);
    if (event.key !== "?" || isTyped || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    openHelp();
  });
  return button("?", openHelp, {
    class: "icon-button",
    data: { act: "help" },
    title: say("help.open"),
    aria: { label: say("help.open"), haspopup: "dialog" },
  });
}

/** Open the dialog, unless one is open. */
export function openHelp() {
  openDialog(
    "help",
    say("help.title"),
    h("p", {}, say("help.proved")),
    signColours(),
    KEYS.map(({ title, keys }) => [
      h("h3", {}, say(title)),
      h(
        "dl",
        { class: "keys" },
        keys.flatMap(([key, text]) => [
          h(
            "dt",
            {},
            key.split(" ").map((one) => h("kbd", {}, one)),
          ),
          h("dd", {}, say(text)),
        ]),
      ),
    ]).flat(),
  );
}
