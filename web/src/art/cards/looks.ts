// How the cards of a game look: each brings its own when it is loaded, so that nobody waits for another's.

import type { Component } from "svelte";
import type { SymbolName } from "../names.ts";

export interface CardBack {
  emblem: SymbolName;
  hue: string; // a colour of CSS
}

export interface Look {
  Face: Component<any>; // is given the card's `name`, and what else a room says about it
  hasWords?: boolean; // and has to be large to be read
  back(deck?: string): CardBack; // a game may have several decks
}

export const LOOKS: Record<string, Look> = {}; // by game
