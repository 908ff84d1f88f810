// What may change while somebody looks at it is asked for again and again, and at once when they come back.

const EVERY = 5_000; // milliseconds

/** Ask now and from then on, while the page is seen; call what is returned to stop. */
export function freshly(look: () => Promise<void>, every = EVERY): () => void {
  const again = () => void (document.hidden || look());
  void look();
  const timer = setInterval(again, every);
  document.addEventListener("visibilitychange", again);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", again);
  };
}
