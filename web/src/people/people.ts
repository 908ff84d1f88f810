// People with whom somebody has played, and invitations from one to another, as the house tells of them.

import { ask } from "../shell/api.ts";
import type { Picture } from "../art/names.ts";
import type { GameName } from "../protocol.ts";

export interface Companion {
  id: string; // good for us alone
  name: string;
  picture: Picture;
  games: number;
  last: number; // in seconds since 1970
  welcome: boolean; // we are shown their invitations
}

export interface Received {
  companion: string;
  name: string;
  picture: Picture;
  code: string;
  game: GameName;
  players: number;
  free: number; // seats
  at: number;
}

export interface Sent {
  companion: string;
  code: string;
  at: number;
  declined: boolean;
}

export async function companions(): Promise<Companion[]> {
  return (await ask<{ companions: Companion[] }>("GET", "/api/me/companions")).companions;
}

export async function sentInvitations(): Promise<Sent[]> {
  return (await ask<{ sent: Sent[] }>("GET", "/api/me/invitations")).sent;
}

const path = (companion: string) => `/api/me/invitations/${companion}`;

export function invite(companion: string, code: string): Promise<Sent> {
  return ask<Sent>("PUT", path(companion), { code });
}

export function takeBack(companion: string): Promise<unknown> {
  return ask("DELETE", path(companion));
}

export function decline(companion: string): Promise<unknown> {
  return ask("POST", `${path(companion)}/decline`);
}

export function showInvitations(companion: string, welcome: boolean): Promise<unknown> {
  return ask("PATCH", `/api/me/companions/${companion}`, { welcome });
}
