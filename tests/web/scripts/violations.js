// What axe has against the page, one line for each element; it must see what browser.py does not draw.
async () => {
  if (globalThis.unseen) unseen.disabled = true;
  const { violations } = await axe.run({ resultTypes: ["violations"] });
  if (globalThis.unseen) unseen.disabled = false;
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html.slice(0, 200)} ${any[0]?.message ?? ""}`));
}
