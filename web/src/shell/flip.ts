// Motion between two states of the page: what stayed slides, what came flies in, what went flies out.
// Elements say who they are with data-flip, and where others may come from or go to with data-anchor.

import { moves, timed } from "./settings.svelte.ts";

export interface Flight {
  from?: (key: string) => string | undefined; // the anchor a new element comes from
  to?: (key: string) => string | undefined; // the anchor a vanished element goes to
  ms?: number;
}

type Snapshot = Map<string, { element: HTMLElement; box: DOMRect }>;
const SMALL = 0.5; // the size of what comes out of an anchor or goes into one
const EASE = "cubic-bezier(0.2, 0.8, 0.2, 1)";

/** Where everything is now; call before the change. */
export function snapshot(root: ParentNode = document): Snapshot {
  const found: Snapshot = new Map();
  if (!moves()) return found;
  for (const element of root.querySelectorAll<HTMLElement>("[data-flip]")) {
    found.set(element.dataset["flip"]!, { element, box: element.getBoundingClientRect() });
  }
  return found;
}

/** Move everything from where it was; call after the change. */
export function fly(before: Snapshot, flight: Flight = {}, root: ParentNode = document): void {
  if (!moves()) return;
  const ms = timed(flight.ms ?? 320);
  const there = new Set<string>();
  for (const element of root.querySelectorAll<HTMLElement>("[data-flip]")) {
    const key = element.dataset["flip"]!;
    there.add(key);
    const known = before.get(key)?.box;
    const start = known ?? anchorBox(flight.from?.(key));
    if (start) slide(element, start, ms, known ? undefined : SMALL);
  }
  for (const [key, { element, box }] of before) {
    const end = there.has(key) ? undefined : anchorBox(flight.to?.(key));
    if (end) leave(element, box, end, ms);
  }
}

export function anchorBox(name: string | undefined): DOMRect | undefined {
  if (!name) return undefined;
  return document.querySelector(`[data-anchor="${CSS.escape(name)}"]`)?.getBoundingClientRect();
}

/** How much larger than usual an element is shown: the TV enlarges everything. */
function zoomOf(element: HTMLElement): number {
  return (element as { currentCSSZoom?: number }).currentCSSZoom ?? 1;
}

function between(from: DOMRect, to: DOMRect, zoom: number, scale = from.width / Math.max(1, to.width)): string {
  const x = (from.left + from.width / 2 - to.left - to.width / 2) / zoom;
  const y = (from.top + from.height / 2 - to.top - to.height / 2) / zoom;
  return `translate(${x}px, ${y}px) scale(${scale})`;
}

function slide(element: HTMLElement, start: DOMRect, ms: number, scale?: number): void {
  const end = element.getBoundingClientRect();
  if (Math.abs(start.left - end.left) < 1 && Math.abs(start.top - end.top) < 1) return;
  element.animate(
    [
      { transform: between(start, end, zoomOf(element), scale), zIndex: 5 },
      { transform: "none", zIndex: 5 },
    ],
    { duration: ms, easing: EASE },
  );
}

function leave(element: HTMLElement, box: DOMRect, end: DOMRect, ms: number): void {
  const zoom = zoomOf(element);
  const ghost = element.cloneNode(true) as HTMLElement;
  ghost.removeAttribute("data-flip");
  ghost.setAttribute("aria-hidden", "true");
  ghost.inert = true;
  Object.assign(ghost.style, {
    position: "fixed",
    zoom: String(zoom),
    left: `${box.left / zoom}px`,
    top: `${box.top / zoom}px`,
    width: `${box.width / zoom}px`,
    height: `${box.height / zoom}px`,
    margin: "0",
    zIndex: "40",
    pointerEvents: "none",
  });
  document.body.append(ghost);
  const motion = ghost.animate(
    [
      { transform: "none" },
      { transform: between(end, box, zoom, SMALL), opacity: 0.9, offset: 0.8 },
      { transform: between(end, box, zoom, SMALL), opacity: 0 },
    ],
    { duration: ms, easing: EASE },
  );
  motion.finished.then(
    () => ghost.remove(),
    () => ghost.remove(),
  );
}
