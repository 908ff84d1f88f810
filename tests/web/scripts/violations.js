// What axe has against the page, one line for each element.
async () => {
  const { violations } = await axe.run({ resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html.slice(0, 200)} ${any[0]?.message ?? ""}`));
}
