// The server's JSON API.

import type { AnyView } from "../games/game.ts";
import { PICTURES, type GameName, type TableInfo } from "../protocol.ts";
import { noteAnswer } from "./storage.svelte.ts";
import type { Values } from "./words.svelte.ts";

export interface Profile {
  name: string;
  picture: (typeof PICTURES)[number];
  language: string;
}

export interface GameOption {
  name: string;
  default: number | string;
  choices: (number | string)[];
}

export interface GameInfo {
  name: GameName;
  title: string;
  players: number[];
  options: GameOption[];
  levels: string[]; // of the bots that play it here: those of every house, and the host's own
}

export interface Sitting {
  code: string;
  game: GameName;
  status: TableInfo["status"];
  played: number; // when something last happened there, in seconds since 1970
  alone: boolean; // nobody else sits there: whoever leaves it ends it
}

export interface OwnTournament {
  code: string;
  name: string;
  status: "gathering" | "playing" | "pausing" | "ending";
  table: string | null; // where we play now
}

/** A table as we see it; of the view, what every game or some of them have. */
export interface Look {
  table: TableInfo;
  you: { seat: number | null };
  view: AnyView | null;
}

export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
    readonly template = "",
    readonly fields: Values = {},
    readonly retryAfter: number | null = null, // seconds after which the same may be granted
  ) {
    super(message);
  }
}

/** `signal` gives it up: nobody wants to know any more. */
export async function ask<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const headers: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  const request: RequestInit = { method, headers };
  if (body !== undefined) request.body = JSON.stringify(body);
  if (signal) request.signal = signal;
  let answer: Response;
  try {
    answer = await fetch(path, request);
  } catch {
    throw new Refused("offline", "the server cannot be reached", 0);
  }
  noteAnswer(answer);
  const content = await answer.json().catch(() => ({}));
  if (!answer.ok) {
    const { code = "house.failed", message = answer.statusText, template, fields, retry_after = null } = content;
    throw new Refused(code, message, answer.status, template, fields, retry_after);
  }
  return content as T;
}

type HouseInfo = { games: GameInfo[] };

let house: Promise<HouseInfo> | undefined;

function houseInfo(): Promise<HouseInfo> {
  house ??= ask<HouseInfo>("GET", "/api/games");
  house.catch(() => (house = undefined));
  return house;
}

export async function gameInfos(): Promise<GameInfo[]> {
  return (await houseInfo()).games;
}
