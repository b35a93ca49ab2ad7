/** A storage as browsers have it, with room for some values. */
export class Store extends Map {
  constructor(room = Infinity) {
    super();
    this._room = room;
  }

  getItem(name) {
    return this.get(name) ?? null;
  }

  setItem(name, text) {
    if (this.size >= this._room) throw new DOMException("full", "QuotaExceededError");
    this.set(name, text);
  }

  removeItem(name) {
    this.delete(name);
  }
}
