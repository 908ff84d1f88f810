// What each game counts of those who play it, and how people read that.

const FOUND = import.meta.glob<Record<string, string>>("../games/*/feats_words.json", {
  eager: true,
  import: "default",
});

/** By game, and by the names that the house has for them. */
export const FEATS: Record<string, Record<string, string>> = Object.fromEntries(
  Object.entries(FOUND).map(([path, labels]) => [path.split("/")[2]!, labels]),
);
