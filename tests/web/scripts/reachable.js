// The controls that act and that a finger can really touch: where to, what they are, and whether one is the large one.
() => {
  const ACTS = `
    .naming button, .hand button.legal, .hand button.chosen, .hand button.raised, .tray button, .raised button, .offer,
    .choice button:not(.broken), .judgement button, .real button, .places [data-space], .tray [data-suit]`;
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
  const wanted = dialog ? [...dialog.querySelectorAll("button")] : [...document.querySelectorAll(ACTS)];
  const found = [];
  for (const control of wanted) {
    if (control.disabled || control.ariaDisabled === "true") continue;
    const box = control.getBoundingClientRect();
    for (const [right, down] of [[0.5, 0.5], [0.15, 0.3], [0.85, 0.3], [0.15, 0.8], [0.5, 0.15]]) {
      const x = box.left + box.width * right;
      const y = box.top + box.height * down;
      const hit = document.elementFromPoint(x, y);
      if (!hit || !(control === hit || control.contains(hit))) continue;
      const what = control.ariaLabel ?? control.textContent.trim().slice(0, 40);
      found.push({ x, y, what, primary: control.matches(".primary") });
      break;
    }
  }
  return found;
}
