/**
 * What the page stores in this browser: settings, games and results. Somebody else may have written
 * there, so what does not have the expected shape counts as empty. The shape under a name never
 * changes, since other releases read it too: a new shape takes a new name.
 */

/** @typedef {(value: any) => boolean} Check whether a value has a shape */
/** @typedef {"page.damaged" | "page.unstored"} Trouble the text that says what went wrong */

const PREFIX = "proofplay.";

/** Is told what goes wrong, each kind once, as the detail of a `trouble` event. */
export const troubles = new EventTarget();
/** @type {Set<Trouble>} */
const told = new Set();

/** @template T */
export class Stored {
  /**
   * @param {string} name
   * @param {T} usual the value if none is stored
   * @param {Check} isFit
   * @param {"localStorage" | "sessionStorage"} [place] whether every tab has the value, or only this one
   */
  constructor(name, usual, isFit, place = "localStorage") {
    this._name = PREFIX + name;
    this._usual = usual;
    this._isFit = isFit;
    this._place = place;
    /** The value that the browser has refused to store: it lasts as long as the page. @type {{value: T} | null} */
    this._refused = null;
  }

  /** @returns {T} */
  read() {
    if (this._refused) return this._refused.value;
    try {
      // A browser that blocks the storage refuses even to name it.
      const store = globalThis[this._place];
      const text = store.getItem(this._name);
      if (text === null) return this._usual;
      const value = parsed(text);
      if (this._isFit(value)) return value;
      store.removeItem(this._name);
      tell("page.damaged");
    } catch {
      tell("page.unstored");
    }
    return this._usual;
  }

  /** @param {T} value */
  write(value) {
    this._refused = null;
    try {
      globalThis[this._place].setItem(this._name, JSON.stringify(value));
    } catch {
      this._refused = { value };
      tell("page.unstored");
    }
  }
}

/** Return the value of a text in JSON, undefined if it is none. @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param {Trouble} trouble */
function tell(trouble) {
  if (told.has(trouble)) return;
  told.add(trouble);
  troubles.dispatchEvent(new CustomEvent("trouble", { detail: trouble }));
}

/** @type {Check} */
export const isText = (value) => typeof value === "string";
/** @type {Check} */
export const isFlag = (value) => typeof value === "boolean";
/** @type {Check} */
export const isAmount = (value) => Number.isFinite(value) && value >= 0;

/** @param {any[]} values @returns {Check} */
export const oneOf = (values) => (value) => values.includes(value);
/** @param {Check} check @returns {Check} */
export const nullable = (check) => (value) => value === null || check(value);
/** @param {Check} check @returns {Check} */
export const optional = (check) => (value) => value === undefined || check(value);
/** @param {Check} check @returns {Check} */
export const listOf = (check) => (value) => Array.isArray(value) && value.every(check);
/** @param {Check} check @returns {Check} */
export const recordOf = (check) => (value) => isRecord(value) && Object.values(value).every(check);
/** @param {Record<string, Check>} checks by the names of the fields @returns {Check} */
export const shaped = (checks) => (value) =>
  isRecord(value) && Object.entries(checks).every(([name, check]) => check(value[name]));

/** @type {Check} */
const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
