// High Card for the app.

import type { HighCardEvent, HighCardView } from "../../protocol.ts";
import { teller } from "../telling.ts";
import { _ } from "../../shell/words.svelte.ts";
import type { GameModule } from "../game.ts";
import Face from "./Face.svelte";
import Room from "./Room.svelte";
import SeatBadge from "./SeatBadge.svelte";
import { scenes } from "./view.ts";
import WORDS from "./words.json";

const told = teller(WORDS, () => ({ card: (card: string) => card }));

const game: GameModule<HighCardView, HighCardEvent> = {
  look: { Face, back: () => ({ emblem: "star", hue: "#3b2a5a" }) },
  Room,
  SeatBadge,
  scenes,
  sentences: (event, names) => told(event.type, event, names),
  actionLabel: (card) => _("Play {card}", { card }),
  cardLabel: (card) => card,
  roundSummary: () => null, // the log says it
};

export default game;
