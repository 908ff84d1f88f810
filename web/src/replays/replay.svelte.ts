// A finished game gone through again: what the frame draws of it, at any position, as anybody saw it.

import { tick } from "svelte";
import { announce } from "../shell/announce.svelte.ts";
import { ask, type Look } from "../shell/api.ts";
import { fly, snapshot, type Flight } from "../shell/flip.ts";
import type { AnyView, GameModule } from "../games/game.ts";
import { loadGame } from "../games/index.ts";
import type { SeatInfo, TableInfo } from "../protocol.ts";
import { opening, type Step, type Unit } from "./landmarks.ts";
import { Scenes, type Scene } from "../tables/scenes.ts";
import { timed } from "../shell/settings.svelte.ts";
import type { Company } from "../tables/stage/company.ts";

interface Whole {
  game: string;
  players: string[];
  result: number[] | null;
  unit: Unit;
  steps: (Step & { name: string; events: any[][] })[]; // as each seat saw them, an onlooker last
}

const KEPT = 300; // positions

export class Replay implements Company {
  info = $state.raw<TableInfo | null>(null);
  game = $state.raw<GameModule | null>(null);
  view = $state.raw<AnyView | null>(null); // on show
  events = $state.raw<any[]>([]);
  views = $state.raw<any[]>([]); // of every seat at the position, an onlooker's last
  position = $state(0);
  ownSeat = $state<number | null>(null); // of whoever looks, in the game that is over
  you = $state<{ seat: number | null }>({ seat: null }); // null sees all hands open
  readonly bubbles = [];
  readonly deadlines = {};
  readonly skew = 0;
  flight: Flight = {};
  #whole = $state.raw<Whole | null>(null);
  #known = new Map<number, Promise<any[]>>();
  #asked = 0;
  #scenes: Scenes;

  constructor(readonly code: string) {
    this.#scenes = new Scenes({
      show: (scene, { jump }) => void this.#show(scene, jump),
      time: timed,
      later: (run, ms) => setTimeout(run, ms),
      forget: (timer) => clearTimeout(timer as number),
    });
  }

  get last(): number {
    return this.#whole?.steps.length ?? 0;
  }

  /** Where it opens unless another position is asked for. */
  get opening(): number {
    return opening(this.steps);
  }

  get unit(): Unit {
    return this.#whole?.unit ?? "round";
  }

  get steps(): readonly Step[] {
    return this.#whole?.steps ?? [];
  }

  /** Something that led to the position is still to be shown. */
  get isShowing(): boolean {
    return this.#scenes.behind > 0;
  }

  get seats(): SeatInfo[] {
    return this.info?.seats ?? [];
  }

  get names(): string[] {
    return this.#whole?.players ?? [];
  }

  /** Everything that happened up to the position. */
  get log(): any[] {
    return this.#whole?.steps.slice(0, this.position).flatMap((step) => step.events.at(this.#who)!) ?? [];
  }

  /** At the position that is wanted by the time it is there. */
  async open(position: () => number | null): Promise<void> {
    const path = `/api/tables/${encodeURIComponent(this.code)}`;
    const [whole, look] = await Promise.all([ask<Whole>("GET", `${path}/replay`), ask<Look>("GET", path)]);
    this.ownSeat = look.you.seat;
    this.game = await loadGame(whole.game);
    const seats = look.table.seats.map((seat, at) => ({
      ...seat,
      name: whole.players[at] ?? seat.name,
      presence: "here" as const,
    }));
    this.#whole = whole;
    this.info = { ...look.table, seats, scores: null, deadlines: {} }; // the points on show are those of the position
    await this.go(position() ?? this.opening);
  }

  close(): void {
    this.#asked++;
    this.#scenes.clear();
  }

  /** To a position; with `shows` the step to it is seen, wherever one comes from. */
  async go(wanted: number, { shows = false } = {}): Promise<void> {
    const position = Math.max(0, Math.min(this.last, Math.trunc(wanted) || 0));
    const turn = ++this.#asked;
    const before = this.position;
    this.position = position;
    const isNext = position === before + 1;
    const [views, start] = await Promise.all([
      this.#viewsAt(position),
      shows && !isNext && position > 0 ? this.#viewsAt(position - 1) : null,
    ]);
    if (turn !== this.#asked) return; // somebody has gone on
    if (position < this.last) void this.#viewsAt(position + 1).catch(() => undefined);
    this.#scenes.clear();
    if (start) {
      void this.#show({ view: start.at(this.#who), events: [], hold: 0 }, true);
      await tick();
      if (turn !== this.#asked) return;
    }
    const from = start ?? (isNext ? this.views : []);
    this.views = views;
    if (from.length) this.#scenes.add(this.#step(from.at(this.#who), position));
    else void this.#show({ view: views.at(this.#who), events: [], hold: 0 }, position !== before - 1);
  }

  /** Look with the eyes of a seat; null is everybody's at once. */
  lookAs(seat: number | null): void {
    this.you = { seat };
    this.#scenes.clear();
    void this.#show({ view: this.views.at(this.#who), events: [], hold: 0 }, true);
  }

  get #who(): number {
    return this.you.seat ?? -1;
  }

  #step(start: any, position: number): Scene[] {
    const events = this.#whole!.steps[position - 1]!.events.at(this.#who)!;
    for (const event of events) this.game!.sentences(event, this.names).forEach((line) => announce(line.trim()));
    return this.game!.scenes(start, events, this.views.at(this.#who));
  }

  async #show(scene: Scene, jump: boolean): Promise<void> {
    const before = snapshot();
    this.view = scene.view;
    this.events = scene.events;
    if (jump) return;
    await tick();
    fly(before, this.flight);
  }

  #viewsAt(position: number): Promise<any[]> {
    const known = this.#known.get(position);
    if (known) return known;
    const path = `/api/tables/${encodeURIComponent(this.code)}/replay/${position}`;
    const asked = ask<{ views: any[] }>("GET", path).then((answer) => answer.views);
    asked.catch(() => this.#known.delete(position));
    if (this.#known.size >= KEPT) this.#known.delete(this.#known.keys().next().value!);
    this.#known.set(position, asked);
    return asked;
  }
}

/** The position behind the # of an address, if there is one. */
export function positionIn(hash: string): number | null {
  const found = /^#(\d{1,9})$/.exec(hash);
  return found ? Number(found[1]) : null;
}
