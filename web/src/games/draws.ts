// What chance draws from, in the order before shuffling, as docs/notation.md lists it.

export type Needs = { sides: string[]; dice: number | null } | { cards: string[] }; // dice that nobody counts: null

export interface Header {
  game: string;
  options: Record<string, string>;
  players: number;
}

/** One kind of draw. */
export interface Draw {
  label(): string; // what is drawn, for people
  needs(header: Header, before: Map<string, string[]>): Needs; // `before` holds what was drawn earlier
}

export type Draws = Record<string, Draw>; // by the word in the record

export const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_unused, at) => from + at);

export const colored = (colors: string, from: number, to: number) =>
  [...colors].flatMap((color) => numbers(from, to).map((value) => color + value));

/** Somebody at the table. */
export const anySeat = ({ players }: Header): Needs => ({ sides: numbers(0, players - 1).map(String), dice: 1 });
