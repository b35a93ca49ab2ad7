/** Keeps the page for when the service is out of reach, in a service worker if the browser has them. */

/** Keep the page's files and loaded answers. They are versioned: an update replaces all of them. */
export function keepOffline() {
  if (!("serviceWorker" in navigator)) return;
  const register = () =>
    navigator.serviceWorker
      .register(new URL("service-worker.js", document.baseURI))
      // The page also works in a browser that stores nothing, such as a private window.
      .catch(() => {});
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}
