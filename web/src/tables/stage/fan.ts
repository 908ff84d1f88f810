// Where the cards of a hand lie: overlapping, never scrolling, in as many rows as fingers need.

export interface Spot {
  x: number;
  y: number;
}

export interface Fan {
  spots: Spot[];
  card: number; // width
  height: number;
}

const TARGET = 44; // of every card at least so much can be touched
const RATIO = 7 / 5;
const SHOWN = 0.66; // of a card's height in every row but the last

/** As tall as one row where there are no cards, so that nothing else moves. */
export function fan(count: number, width: number, card: number): Fan {
  const step = (n: number) => (n < 2 ? 0 : Math.min(card + 8, (width - card) / (n - 1)));
  let rows = 1;
  while (rows < 6 && Math.ceil(count / rows) > 1 && step(Math.ceil(count / rows)) < TARGET) rows++;
  const each = Math.ceil(count / rows);
  const spots: Spot[] = [];
  for (let row = 0; row * each < count; row++) {
    const here = Math.min(each, count - row * each);
    const gap = step(Math.max(here, Math.min(each, count)));
    const left = (width - card - gap * (here - 1)) / 2;
    for (let at = 0; at < here; at++) spots.push({ x: left + at * gap, y: row * card * RATIO * SHOWN });
  }
  const last = spots.at(-1);
  return { spots, card, height: (last?.y ?? 0) + card * RATIO };
}
