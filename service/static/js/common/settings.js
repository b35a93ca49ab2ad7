/**
 * The user's settings, kept in this browser: how the page looks, and what is switched on. Everything
 * else also works in a browser that stores nothing, such as a private window.
 */

const PREFIX = "proofplay.";

/** @template T @param {string} name @param {T} usual @returns {T} */
export function recall(name, usual) {
  try {
    const kept = localStorage.getItem(PREFIX + name);
    return kept === null ? usual : JSON.parse(kept);
  } catch {
    return usual;
  }
}

/** @param {string} name @param {any} value */
export function remember(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Only the setting is lost.
  }
}
