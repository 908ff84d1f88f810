// Runs in the page before the app and takes the times.

const READY = "{ready}";
const FRAME = 1000 / 60;
const afterPaint = (run) => requestAnimationFrame(() => setTimeout(run)); // a task after the next picture

/** Milliseconds from the navigation until something can be played. */
globalThis.playable = new Promise((resolve) => {
  const look = () => (document.querySelector(READY) ? afterPaint(() => resolve(performance.now())) : requestAnimationFrame(look));
  look();
});

/** Milliseconds from the last tap until its picture was on the screen. */
globalThis.painted = null;
addEventListener("click", ({ timeStamp }) => {
  globalThis.painted = new Promise((resolve) => afterPaint(() => resolve(performance.now() - timeStamp)));
}, true);

/** Frames until it is one's turn again, and how many of them were not shown. */
globalThis.trick = () =>
  new Promise((resolve) => {
    let before = performance.now();
    let [frames, dropped] = [0, 0];
    const count = (now) => {
      const passed = Math.max(1, Math.round((now - before) / FRAME));
      frames += passed;
      dropped += passed - 1;
      before = now;
      if (document.querySelector(`${READY}, dialog[open]`)) resolve([frames, dropped]);
      else requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  });
