// Pictures for people at a real table, who have no profile here: one for each place.

import type { Picture } from "../art/names.ts";

// prettier-ignore
const PICTURES: Picture[] = [
  "cat", "moon", "pumpkin", "crow", "key", "snake", "hat", "owl", "ghost", "lantern", "spider", "star",
];

export function pictureAt(place: number): Picture {
  return PICTURES[place % PICTURES.length]!;
}
