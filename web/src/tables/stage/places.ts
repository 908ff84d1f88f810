// Where everybody sits.

export interface SeatPlace {
  seat: number;
  x: number; // percent of the oval's box
  y: number;
  angle: number; // degrees, 0 to the right, 90 down
}

/** All but the own seat, in the order of play from it, on an arc above; everybody for the TV. */
export function places(players: number, you: number | null): SeatPlace[] {
  const first = you === null ? 0 : you + 1;
  const count = you === null ? players : players - 1;
  return Array.from({ length: count }, (_unused, at) => {
    const angle = 155 + ((at + 0.5) * 230) / count;
    const turn = (angle * Math.PI) / 180;
    return { seat: (first + at) % players, x: 50 + 42 * Math.cos(turn), y: 56 + 46 * Math.sin(turn), angle };
  });
}
