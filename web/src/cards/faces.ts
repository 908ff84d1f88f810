// What is on a card's face: each game brings its own when it is loaded, so that nobody waits for another's.

import type { Component } from "svelte";

export const FACES: Record<string, Component<any>> = {}; // by game
