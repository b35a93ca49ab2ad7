/**
 * The address: a view, and in most views a position. Shared addresses have the form
 * `#/play/POSITION`; `?position=POSITION` is accepted too.
 */

/** @typedef {{view: string, text: string}} Place */

/** Return the view and the text in the address of the page. @returns {Place} */
export function place() {
  const [, view = "", ...rest] = decode(location.hash).split("/");
  if (view || location.hash) return { view, text: rest.join("/") };
  // A position has no blanks: a blank was a plus, which stands for a blank in a query.
  const text = new URLSearchParams(location.search).get("position")?.replaceAll(" ", "+");
  return text ? { view: "play", text } : { view: "", text: "" };
}

/** Return the address of a place on this page. @param {string} view @param {string} [text] */
export function linkTo(view, text = "") {
  const kept = encodeURIComponent(text).replace(/%(?:2F|3A|2B|3D|2C)/g, decodeURIComponent);
  return `#/${view}${kept && `/${kept}`}`;
}

/** Change the address without a new entry in the browser's history. @param {string} view @param {string} [text] */
export function settle(view, text) {
  const address = location.pathname + linkTo(view, text);
  if (address !== location.pathname + location.search + location.hash)
    history.replaceState(null, "", address);
}

/** Return the full address of a position, to send to others. @param {string} position @param {string} [query] the moves of a game from there */
export function share(position, query = "") {
  return location.origin + location.pathname + linkTo("play", position) + query;
}

/** Return the full address of another path of the service, with a query. @param {string} path @param {Record<string, string | undefined>} query */
export function beside(path, query) {
  const said = Object.entries(query)
    .flatMap(([name, value]) => (value ? [[name, value]] : []))
    .map(
      ([name, value]) =>
        `${name}=${encodeURIComponent(value).replace(/%(?:2F|3A|2C)/g, decodeURIComponent)}`,
    );
  return `${new URL(path, document.baseURI)}?${said.join("&")}`;
}

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
