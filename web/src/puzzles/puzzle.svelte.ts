// One puzzle: a position in the game's own room, one choice, and then what every choice is worth.

import { ask } from "../shell/api.ts";
import type { Flight } from "../shell/flip.ts";
import type { AnyView, GameModule } from "../games/game.ts";
import { loadGame } from "../games/index.ts";
import { myself } from "../shell/me.svelte.ts";
import { PICTURES, type SeatInfo } from "../protocol.ts";
import type { Reason } from "../reviews/reasons.ts";
import type { Company } from "../tables/stage/company.ts";
import { _ } from "../shell/words.svelte.ts";

export interface Listed {
  id: string;
  level: number;
  players: number;
  stage: string;
}

export interface Choice {
  action: string;
  points: number;
  points_margin: number; // half of a 95 % interval
  chance: number;
  behind: number; // chance that the best choice has more
}

export interface Verdict {
  right: boolean;
  chosen: string;
  best: string;
  tempting: string;
  found: number;
  legal: number; // choices that there are; of very many some were tried
  choices: Choice[]; // the best first
  reasons: Reason[];
}

interface Shown extends Listed {
  names: string[];
  view: AnyView;
}

const path = (...parts: string[]) => ["/api/puzzles", ...parts.map(encodeURIComponent)].join("/");

/** The puzzles of a game, the easiest first. */
export async function ladder(game: string): Promise<Listed[]> {
  return (await ask<{ puzzles: Listed[] }>("GET", path(game))).puzzles;
}

/** What the frame draws of a puzzle. */
export class PuzzleTable implements Company {
  game = $state.raw<GameModule | null>(null);
  view = $state.raw<AnyView | null>(null);
  seats = $state.raw<SeatInfo[]>([]);
  you = $state.raw<{ seat: number | null }>({ seat: null });
  pending = $state<string | null>(null); // what was chosen
  verdict = $state.raw<Verdict | null>(null);
  flight: Flight = {};
  readonly info = null;
  readonly log = [];
  readonly bubbles = [];
  readonly deadlines = {};
  readonly skew = 0;

  constructor(
    readonly name: string,
    readonly id: string,
  ) {}

  get names(): string[] {
    return this.seats.map(({ name }) => name);
  }

  async open(): Promise<void> {
    const [shown, game] = await Promise.all([ask<Shown>("GET", path(this.name, this.id)), loadGame(this.name)]);
    const own = shown.view.seat;
    const profile = myself()?.profile;
    this.seats = shown.names.map((name, seat) => ({
      kind: seat === own ? "person" : "bot",
      name: seat === own ? (profile?.name ?? _("You")) : name,
      picture: seat === own ? (profile?.picture ?? PICTURES[0]!) : PICTURES[seat % PICTURES.length]!,
      level: null,
      presence: "here",
      salted: false,
    }));
    this.you = { seat: own };
    this.game = game;
    this.view = shown.view;
  }

  async choose(action: string): Promise<Verdict> {
    this.pending = action;
    try {
      this.verdict = await ask<Verdict>("POST", path(this.name, this.id), { action });
      return this.verdict;
    } catch (error) {
      this.pending = null;
      throw error;
    }
  }

  again(): void {
    this.pending = null;
    this.verdict = null;
  }

  label(action: string): string {
    return this.game?.actionLabel(action, this.names) ?? action;
  }
}
