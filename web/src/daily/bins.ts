// A spread of points in so few steps that a phone can draw it.

export interface Bin {
  low: number;
  high: number; // both belong to it
  count: number;
}

const MOST = 12;
const WIDTHS = [1, 2, 5, 10, 20, 50, 100]; // of a step: people count in these

export function binned(spread: { score: number; count: number }[]): Bin[] {
  const scores = spread.map(({ score }) => score);
  const [least, most] = [Math.min(...scores), Math.max(...scores)];
  const start = (width: number) => Math.floor(least / width) * width;
  const width = WIDTHS.find((one) => most < start(one) + MOST * one) ?? most - least + 1;
  const bins: Bin[] = [];
  for (let low = start(width); low <= most; low += width) {
    const inside = spread.filter(({ score }) => score >= low && score < low + width);
    bins.push({ low, high: low + width - 1, count: inside.reduce((sum, { count }) => sum + count, 0) });
  }
  return bins;
}
