// Who this browser is to the server.

import { ask, type OwnTournament, type Profile, type Sitting } from "./api.ts";
import type { Received } from "../people/people.ts";

interface Me {
  profile: Profile;
  tables: Sitting[];
  url: string; // how others reach this house
  named: boolean; // by themselves
  invitations: Received[]; // to tables that wait for us
  tournaments: OwnTournament[]; // that are not over
}

let me = $state.raw<Me | null>(null);

export function myself(): Me | null {
  return me;
}

/** Who we are; the first time, the server gives us a cookie. */
export async function meet(): Promise<void> {
  me = await ask<Me>("GET", "/api/me");
}

export async function changeMe(change: Partial<Profile>): Promise<void> {
  const { profile } = await ask<{ profile: Profile }>("PATCH", "/api/me", change);
  if (me) me = { ...me, profile };
}
