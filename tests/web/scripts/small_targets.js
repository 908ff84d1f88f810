// What is to be pressed and smaller than a thumb; links within a sentence may be.
() => {
  const LEAST = 43.5;
  const top = document.querySelector("dialog[open]") ?? document;
  const isInSentence = (one) => one.matches("p a") && one.closest("p").innerText.trim() !== one.innerText.trim();
  return [...top.querySelectorAll("button, a[href], input, select, summary, [role=button]")]
    .filter((one) => one.checkVisibility() && !isInSentence(one))
    .map((one) => ({ one, box: (one.closest("label") ?? one).getBoundingClientRect() }))
    .filter(({ box }) => box.width < LEAST || box.height < LEAST)
    .map(({ one, box }) => `${Math.round(box.width)} x ${Math.round(box.height)}: ${one.outerHTML.slice(0, 160)}`);
}
