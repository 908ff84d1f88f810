// Whom a card can be aimed at now: their seats can be tapped.

let targets = $state.raw<ReadonlyMap<number, { label: string; run(): void }>>(new Map());

export function aimedAt(seat: number) {
  return targets.get(seat);
}

/** Offer these seats; use it in an $effect, it returns how to end it. */
export function offerSeats(made: ReadonlyMap<number, { label: string; run(): void }>): () => void {
  targets = made;
  return () => (targets = new Map());
}
