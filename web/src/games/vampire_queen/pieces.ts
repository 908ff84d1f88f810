// Which card is which: equal cards have one name, yet each of them lies somewhere and moves from there.
// A piece is called `7.12`: the card's name and a number of its own.

import { without } from "./view.ts";

export interface Pieces {
  phase: number;
  hand: string[];
  table: string[][]; // by place in the round
  next: number; // the number of the next new piece
}

export const NO_PIECES: Pieces = { phase: 0, hand: [], table: [], next: 0 };

export function cardOf(piece: string): string {
  return piece.slice(0, piece.lastIndexOf("."));
}

interface Shown {
  phase: number;
  hand: readonly string[];
  round: readonly [number, readonly string[]][];
}

/** Every card of `shown` as a piece; those of `before` stay themselves, and `marked` ones leave the hand first. */
export function placed(before: Pieces, shown: Shown, you: number | null, marked: readonly string[]): Pieces {
  let next = before.next;
  const old = before.phase === shown.phase ? before : NO_PIECES;
  const named = (cards: readonly string[], pool: string[]) =>
    cards.map((card) => {
      const at = pool.findIndex((piece) => cardOf(piece) === card);
      return at < 0 ? `${card}.${next++}` : pool.splice(at, 1)[0]!;
    });
  const staying = old.hand.filter((piece) => !marked.includes(piece));
  const leaving = old.hand.filter((piece) => marked.includes(piece));
  const pool = [...staying, ...leaving, ...old.table.flat()];
  const hand = named(shown.hand, pool);
  const gone = without(old.hand, hand);
  const table = shown.round.map(([seat, cards], at) =>
    named(cards, seat === you ? [...gone, ...(old.table[at] ?? [])] : [...(old.table[at] ?? [])]),
  );
  return { phase: shown.phase, hand, table, next };
}
