// How a room's cards come and go: the frame asks whenever something is shown.

import { onDestroy } from "svelte";
import type { Flight } from "../../shell/flip.ts";
import { company, type Company } from "./company.ts";

/** Say it once, while the room is made; the functions are asked anew for every flight, until the room is gone. */
export function flights(made: () => Flight): void {
  const around = company() as Company & { flight: Flight };
  const own: Flight = {
    from: (key) => made().from?.(key),
    to: (key) => made().to?.(key),
  };
  around.flight = own;
  onDestroy(() => {
    if (around.flight === own) around.flight = {};
  });
}
