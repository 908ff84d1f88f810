// The address as a page and its parameter; links within the app do not reload it.

import PAGES from "../pages.json";

/** "/day/{day}/{game}" as a pattern; its parameter is all that the braces stand in. */
function patternOf(address: string): RegExp {
  return new RegExp(`^${address.replace(/\{.*/, (rest) => `(${rest.replace(/\{\w+\}/g, "[^/]+")})`)}$`);
}

const PATTERNS = Object.entries(PAGES).map(([address, page]) => [patternOf(address), page] as const);

export interface Place {
  page: string; // "lost" where there is no such page
  parameter: string;
}

export function placeOf(path: string): Place {
  for (const [pattern, page] of PATTERNS) {
    const found = pattern.exec(path);
    if (found) return { page, parameter: decodeURIComponent(found[1] ?? "") };
  }
  return { page: "lost", parameter: "" };
}

let place = $state.raw<Place>(placeOf(location.pathname));

export function here(): Place {
  return place;
}

export function go(path: string, how: { replace?: boolean } = {}): void {
  history[how.replace ? "replaceState" : "pushState"](null, "", path);
  arrive();
  window.scrollTo(0, 0);
}

function arrive(): void {
  place = placeOf(location.pathname);
}

/** Follow links and the back button within the app; call once. */
export function followLinks(): void {
  addEventListener("popstate", arrive);
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element).closest("a");
    if (!link || link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    if (placeOf(link.pathname).page === "lost" || link.dataset["whole"] !== undefined) return;
    event.preventDefault();
    if (link.pathname + link.search !== location.pathname + location.search)
      go(link.pathname + link.search + link.hash);
  });
}
