// What a game gives to the score pad for real cards: how a round is written down, and what it counts.

import type { Component } from "svelte";
import { _ } from "../shell/words.svelte.ts";

/** What every game's pad.json says, written from its rules. */
export interface Setting {
  players: number[];
  options: { name: string; default: number | string; choices: (number | string)[] }[];
}

/** Who plays, and by which options. */
export interface Company {
  names: string[];
  options: Record<string, number | string>;
}

/** What was written down already. */
export interface Before<E = any> {
  entries: E[];
  scores: number[];
}

/** What an entry comes to. */
export interface Counted {
  points: number[];
  why: string[]; // of each player, in a line: where the points come from
  lack: string; // what is missing or cannot be; empty when it can be written down
}

export interface EntryProps<E = any> {
  seat: number; // whose part of the entry it is
  company: Company;
  before: Before<E>;
  entry: E;
  onchange: (entry: E) => void;
}

export interface Pad<E = any> {
  setting: Setting;
  Entry: Component<EntryProps<E>>;
  Top?: Component<{ company: Company; before: Before<E> }>; // above all players
  isAlwaysOpen?: boolean; // every player's part is in sight, not only one
  isAtOnce?: boolean; // an entry is written down as soon as it lacks nothing
  blank(company: Company): E; // nothing said yet
  count(company: Company, before: Before<E>, entry: E): Counted;
  isOver(company: Company, before: Before<E>): boolean;
  heading(company: Company, round: number): string;
}

/** What only a torn page could say. */
export function impossible(): string {
  return _("That cannot be by the rules.");
}

export const total = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);
