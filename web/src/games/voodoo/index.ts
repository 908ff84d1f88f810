// Voodoo for the app.

import type { VoodooEvent, VoodooView } from "../../protocol.ts";
import type { CardBack } from "../../art/cards/looks.ts";
import Face from "./Face.svelte";
import type { GameModule } from "../game.ts";
import { learnCards } from "./cards.svelte.ts";
import { sentences } from "./sentences.ts";
import { actionLabel, cardLabel } from "./names.ts";
import Room from "./Room.svelte";
import SeatBadge from "./SeatBadge.svelte";
import "../rail.css";
import "./brewing.css";
import "./seats.css";
import { scenes } from "./view.ts";

const BACKS: Record<string, CardBack> = {
  curses: { emblem: "pumpkin", hue: "#2f6d52" },
  artefacts: { emblem: "star", hue: "#8a6420" },
  permanents: { emblem: "skull", hue: "#34294f" },
};

await learnCards();

const game: GameModule<VoodooView, VoodooEvent> = {
  look: { Face, hasWords: true, back: (deck = "curses") => BACKS[deck]! },
  Room,
  SeatBadge,
  scenes,
  sentences,
  actionLabel,
  cardLabel,
  roundSummary: () => null, // the game is one round
  hand: (view) => [...view.curses.hand, ...view.artefacts.hand],
};

export default game;
