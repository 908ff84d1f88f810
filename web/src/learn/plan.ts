// What a lesson is made of: things to say, each the first time it matters.

import type { Component } from "svelte";

/** What the learner sees, and what has just led to it. */
export interface Now<V = any, E = any> {
  view: V;
  events: E[];
  you: number;
  names: string[];
}

export interface Tip<V = any, E = any> {
  id: string;
  when(now: Now<V, E>): boolean;
  text(now: Now<V, E>): string;
  points?(now: Now<V, E>): string; // a selector of what it speaks about
}

export interface Plan<V = any, E = any> {
  tips: Tip<V, E>[]; // of several that matter now, the first is said first
  results: string[]; // the events that tell what a move has led to
  isDone(now: Now<V, E>): boolean;
  note(): string; // with the points of the round
  end(): string; // what the learner has not seen yet
  Picture?: Component<{ label: string }>; // of that
}

export function isTurn({ view, you }: Now): boolean {
  return view.to_move.includes(you);
}

/** The last event of a type, if it has just happened. */
export function happened<E extends { type: string }, T extends E["type"]>(
  now: Now<any, E>,
  type: T,
): Extract<E, { type: T }> | undefined {
  return now.events.findLast((event) => event.type === type) as Extract<E, { type: T }> | undefined;
}

export function seat(number: number): string {
  return `[data-anchor="seat:${number}"]`;
}

/** Cards of the hand. */
export function inHand(cards: readonly string[]): string {
  return cards.map((card) => `[data-card="${card}"]`).join() || HAND;
}

export const HAND = ".stage > .hand";
