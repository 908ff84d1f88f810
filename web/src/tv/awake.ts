// A screen that nobody touches stays on.

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
