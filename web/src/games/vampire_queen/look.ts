// How the cards of Vampire Queen look.

import type { Look } from "../../art/cards/looks.ts";
import Face from "./Face.svelte";

export const look: Look = { Face, back: () => ({ emblem: "bat", hue: "#8a2238" }) };
