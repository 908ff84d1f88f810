// A page for a large screen across the room: all of the screen, letters as large as fit, and it stays on.

const WIDE = 1.78; // how much wider than tall a TV is

/** All of the screen, or no longer. */
export function fill(): void {
  if (document.fullscreenElement) void document.exitFullscreen();
  else void document.documentElement.requestFullscreen?.().catch(() => undefined);
}

/** How much larger all is drawn, if it needs so many pixels of an ordinary screen in width. */
export function zoomed(width: number, height: number, needed: number): number {
  return Math.max(1, Math.min(width / needed, (height / needed) * WIDE));
}

/** Keep the screen awake while the page is seen; returns how to end it. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  let isGone = false;
  const ask = () => {
    if (document.hidden || isGone) return;
    void navigator.wakeLock?.request("screen").then(
      (got) => (isGone ? void got.release() : (lock = got)),
      () => undefined,
    );
  };
  ask();
  document.addEventListener("visibilitychange", ask);
  return () => {
    isGone = true;
    document.removeEventListener("visibilitychange", ask);
    void lock?.release();
  };
}
