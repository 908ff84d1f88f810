// A tournament as the server shows it to everybody.

import { ask } from "../shell/api.ts";
import type { GameName } from "../protocol.ts";

export interface Stage {
  game: GameName;
  players: number;
  options: Record<string, number | string>;
}

export interface Entrant {
  number: number;
  name: string;
  picture: string;
  left: boolean;
  removed: boolean; // by the host
  network: number | null; // for the host alone: the same number is the same address
}

/** Who may join: everybody, with a word, whom the host knows, or whom the host lets in. */
export type Admission = "open" | "word" | "known" | "host";

/** A player who waits for the host. */
export interface JoinRequest {
  number: number;
  name: string;
  picture: string;
  network: number | null;
}

export interface Standing {
  number: number; // of the entrant
  place: number;
  points: number;
  table: number; // the tie-break
  rounds: (number | null)[]; // points of each; null: not there
}

export interface RoundTable {
  code: string | null; // of a running round our own alone
  seats: (number | null)[]; // numbers of entrants; null: a bot
  over: boolean;
  scores: number[] | null;
}

export interface Round {
  game: GameName;
  players: number;
  over: boolean;
  commitment: string;
  seed: string | null;
  tables: RoundTable[];
}

export interface TournamentLook {
  code: string;
  name: string;
  status: "gathering" | "playing" | "pausing" | "ending" | "over";
  now: number;
  next_at: number | null; // when the next round begins by itself
  system: "swiss" | "round_robin";
  rounds: number;
  games: Stage[];
  level: string | null;
  commitments: string[];
  admission: Admission;
  limit: number | null; // players of one address; more of them wait for the host
  requests: JoinRequest[]; // for the host alone
  you: {
    number: number | null;
    host: boolean;
    left: boolean;
    table: string | null;
    asking: boolean; // we wait for the host
    removed: boolean;
  };
  entrants: Entrant[];
  standings: Standing[];
  played: Round[];
}

export function lookAt(code: string): Promise<TournamentLook> {
  return ask("GET", `/api/tournaments/${encodeURIComponent(code)}`);
}

/** Join, leave, start …: how it looks afterwards. */
export function change(code: string, what: string, fields: object = {}): Promise<TournamentLook> {
  return ask("POST", `/api/tournaments/${encodeURIComponent(code)}/${what}`, fields);
}
