/**
 * What this browser remembers of its user: how the page looks, and what is switched on. A browser
 * that keeps nothing (a private window) is served all the same.
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
    // Nothing is lost but the memory of it.
  }
}
