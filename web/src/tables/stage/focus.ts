// The keyboard's place: when what had it is gone, it goes to what can be done next.

/** Keep the focus on a stage that had it; call in an $effect. */
export function keepFocus(stage: HTMLElement): () => void {
  let card = 0; // the place in the hand that was last
  let isHere = false; // the focus was on the stage, in a dialog above it, or on a notice beside it

  const notice = ({ target }: FocusEvent) => {
    const element = target as HTMLElement;
    isHere = stage.contains(element) || element.closest("dialog, .notices") !== null;
    const at = cards(stage).indexOf(element);
    if (at >= 0) card = at;
  };
  const mend = () => {
    const at = document.activeElement;
    const isLost = at === document.body || at === stage || at?.matches(":disabled");
    if (!isHere || !isLost || document.querySelector("dialog[open]")) return;
    const hand = cards(stage);
    const next = stage.querySelector<HTMLElement>("[data-first]") ?? hand[Math.min(card, hand.length - 1)] ?? stage;
    if (next !== at) next.focus({ preventScroll: true });
  };

  const watch = new MutationObserver(mend);
  watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  document.addEventListener("focusin", notice);
  return () => {
    watch.disconnect();
    document.removeEventListener("focusin", notice);
  };
}

function cards(stage: HTMLElement): HTMLElement[] {
  return [...stage.querySelectorAll<HTMLElement>(".hand li > button")];
}
