/** Keeps the page for when the service is out of reach: in a worker, where the browser has such. */

/** Keep the page's files, and what was loaded. They are versioned: an update replaces them all. */
export function keepOffline() {
  if (!("serviceWorker" in navigator)) return;
  const register = () =>
    navigator.serviceWorker
      .register(new URL("service-worker.js", document.baseURI))
      // A browser that keeps nothing (a private window) shows the page all the same.
      .catch(() => {});
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}
