// What one hears and feels of Voodoo.

import type { VoodooEvent as Event } from "../../protocol.ts";
import { buzz, sound } from "../../sounds.ts";

type Sound = Parameters<typeof sound>[0];

const SOUNDS: Partial<Record<Event["type"], Sound>> = {
  Rolled: "dice",
  CurseCast: "cackle",
  PermanentDrawn: "cackle",
  Drew: "card",
  ArtefactUsed: "card",
  MarkerMoved: "points",
  DollPassed: "hop",
};

export function hear(events: readonly Event[], you: number | null): void {
  for (const event of events) {
    const heard = SOUNDS[event.type];
    if (heard) sound(heard);
    if (event.type === "CurseCast" && you !== null && event.victims.includes(you)) buzz([30, 40, 60]);
    if (event.type === "Called" && event.accused === you) buzz(80);
  }
}
