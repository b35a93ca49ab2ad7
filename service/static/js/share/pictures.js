/** Pictures of the board to copy or save, drawn by the service with coordinates. */

import { beside } from "../common/address.js";
import { say } from "../common/say.js";

/** @typedef {"svg" | "png"} Form */

/**
 * Return the address of a picture, which other sites may show too.
 *
 * @param {Form} form
 * @param {import("../game/tree.js").Node} at
 */
export function pictureAddress(form, { parent, position, move }) {
  const shown = parent?.position ? { position: parent.position, moves: move } : { position };
  return beside(`api/picture.${form}`, shown);
}

/** Copy a picture to the clipboard. @param {import("../game/tree.js").Node} at */
export async function copyPicture(at) {
  // Safari requires the promise itself: a write after the click has ended would not be allowed.
  await navigator.clipboard.write([new ClipboardItem({ "image/png": load("png", at) })]);
}

/** Save a picture as a file. @param {Form} form @param {import("../game/tree.js").Node} at */
export async function savePicture(form, at) {
  save(await load(form, at), `${say("share.file")}.${form}`);
}

/** Have the browser save something as a file. @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** @param {Form} form @param {import("../game/tree.js").Node} at */
async function load(form, at) {
  const answer = await fetch(pictureAddress(form, at));
  if (!answer.ok) throw new Error(say("share.no_picture"));
  return answer.blob();
}
