// What a game gives to the app; docs/browser.md tells how to write one.

import type { Component } from "svelte";
import type { Look } from "../art/cards/looks.ts";
import type { SeatInfo } from "../protocol.ts";
import type { Scene } from "../tables/scenes.ts";
import type { TrickEvents } from "../tables/log_blocks.ts";

export interface AnyView {
  seat: number | null;
  players: number;
  to_move: number[];
  scores: number[];
  actions: string[];
  is_over: boolean;
}

/** What every room is given. */
export interface RoomProps<V = any, E = any> {
  view: V; // the view on show, which may be behind the newest
  events: E[]; // what has just led to it
  seats: SeatInfo[]; // by seat: name, picture, presence
  you: number | null; // the own seat; null for spectators and the TV
  act(action: string): Promise<string | null>; // null when it is done, else why not, in words
  early(action: string | null): Promise<string | null>; // choose before one's turn; null takes it back
  pending: string | null; // an action that the server has not answered yet: show it as done
  chosen: string | null; // the early choice that waits
  fresh: boolean; // nothing waits to be shown or read: the view is the newest, choices may be offered
}

export interface BadgeProps<V = any> {
  view: V;
  seat: number;
}

/** What a game's memory aid is given. */
export interface MemoryProps<V = any> {
  view: V; // which holds what the seat has seen
  names: readonly string[];
}

/** The points of a round, explained. */
export interface Summary {
  title: string;
  rows: { seat: number; points: number; total: number; why: string }[];
}

export interface GameModule<V = any, E = any> {
  look: Look; // of its cards
  Room: Component<RoomProps<V, E>>;
  SeatBadge: Component<BadgeProps<V>>; // what one sees of a seat: dolls, slayers, planks
  scenes(before: V | null, events: E[], after: V): Scene<V, E>[];
  sentences(event: E, names: string[]): string[]; // for the log and for screen readers
  trick?: TrickEvents; // which of them the log shows in one block
  actionLabel(action: string, names?: readonly string[]): string; // "Play blue 5"; `names` by seat
  cardLabel(card: string): string; // "blue five, splits the trick"
  roundSummary(event: E, view: V): Summary | null; // after a round; `view` is the one on show
  hand?(view: V): string[]; // the cards of a seat, where `view.hand` is not all of them
  pictures?: Record<number, Component>; // in the rules, by section
  sorts?(): Record<"colour" | "value", string>; // what each way to sort the hand does, in words
}
