// How large the cards of a round can be, so that all of them are seen at once.

const SIZES = [100, 84, 66, 54, 42, 34, 28];
const RATIO = 7 / 5;
const NARROW = 500; // pixels; where there is less, cards are not larger than in the hand
const LARGEST = { narrow: 66, wide: 100 };
const NAME = 18; // pixels below the cards
const PASS = 22; // the height of an empty place
const LEAST = 50; // its width, and that of a name
const GAP = { x: 6, y: 4 };
export const SHOWN = 0.36; // of the width of every card of a set but the last

/** The width of a card when plays of so many cards each lie in rows in a space; none is a pass. */
export function cardWidth(plays: readonly number[], width: number, height: number): number {
  const largest = width < NARROW ? LARGEST.narrow : LARGEST.wide;
  const sizes = SIZES.filter((size) => size <= largest);
  return sizes.find((size) => heightOf(plays, width, size) <= height) ?? sizes.at(-1)!;
}

function heightOf(plays: readonly number[], width: number, size: number): number {
  const rows: { left: number; tall: number }[] = [];
  for (const count of plays) {
    const wide = Math.max(LEAST, count ? size * (1 + SHOWN * (count - 1)) : 0);
    const tall = NAME + (count ? size * RATIO : PASS);
    const row = rows.at(-1);
    if (row && row.left >= wide + GAP.x)
      Object.assign(row, { left: row.left - wide - GAP.x, tall: Math.max(row.tall, tall) });
    else rows.push({ left: width - wide, tall });
  }
  return rows.reduce((sum, { tall }) => sum + tall, 0) + GAP.y * (rows.length - 1);
}
