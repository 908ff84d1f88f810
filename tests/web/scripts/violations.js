// What axe has against the page, one line for each element; it must see what browser.py does not draw.
// A dialog is judged with what lies behind it the first time, then alone: nobody reaches the rest meanwhile.
async () => {
  globalThis.judged ??= new Set();
  const look = [location.pathname, innerWidth, matchMedia("(prefers-color-scheme: dark)").matches].join();
  const dialogs = document.querySelectorAll("dialog[open]");
  const what = dialogs.length && judged.has(look) ? dialogs : document;
  judged.add(look);
  if (globalThis.unseen) unseen.disabled = true;
  const { violations } = await axe.run(what, { resultTypes: ["violations"] });
  if (globalThis.unseen) unseen.disabled = false;
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html.slice(0, 200)} ${any[0]?.message ?? ""}`));
}
