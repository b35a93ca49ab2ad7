/** Dialogs over the page, one at a time. */

import { button, h } from "./dom.js";
import { say } from "./say.js";

/**
 * Open a dialog, unless one is open; it is removed when it is closed.
 *
 * @param {string} name its class
 * @param {string} title
 * @param {...any} content
 * @returns {HTMLDialogElement | null}
 */
export function openDialog(name, title, ...content) {
  if (document.querySelector("dialog[open]")) return null;
  const dialog = /** @type {HTMLDialogElement} */ (
    h(
      "dialog",
      {
        class: name,
        aria: { labelledby: "dialog-title" },
        onclose: () => dialog.remove(),
        onclick: (/** @type {Event} */ event) => event.target === dialog && dialog.close(),
      },
      h(
        "div",
        { class: "dialog-inner" },
        h(
          "header",
          {},
          h("h2", { id: "dialog-title", class: "title" }, title),
          button(say("page.close"), () => dialog.close()),
        ),
        ...content,
      ),
    )
  );
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
