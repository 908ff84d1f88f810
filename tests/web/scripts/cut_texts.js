// Bracketed texts that stick out of the screen, or out of something that hides what sticks out of it.
() => {
  const found = new Set();
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) found.add(`the page is ${wide} pixels wide`);
  const top = document.querySelector("dialog[open]") ?? document.body;
  const texts = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const holder = node.parentElement;
    if (!node.data.includes("⟦") || !holder.checkVisibility({ visibilityProperty: true })) continue;
    if (holder.closest("option, .sr-only, [aria-hidden=true]")) continue; // what is hidden is said elsewhere
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (getComputedStyle(holder).clipPath !== "none") continue; // for screen readers alone
    let isCut = box.left < -1 || box.right > innerWidth + 1;
    let canScroll = false;
    for (let one = holder; one && one !== document.body && !isCut; one = one.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(one);
      const edge = one.getBoundingClientRect();
      isCut = overflowX !== "visible" && (box.left < edge.left - 1 || box.right > edge.right + 1);
      canScroll ||= /auto|scroll/.test(overflowY);
      isCut ||= !canScroll && overflowY !== "visible" && (box.top < edge.top - 2 || box.bottom > edge.bottom + 2);
    }
    if (isCut) found.add(`cut: ${node.data.trim()} in ${holder.outerHTML.slice(0, 120)}`);
  }
  return [...found];
}
