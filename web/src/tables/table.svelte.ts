// One table as this client knows it: who is there, what is on show, what waits to be shown, what happened.

import { announce } from "../shell/announce.svelte.ts";
import { Connection, socketUrl, type Asked, type Socket, type State } from "./connection.ts";
import { snapshot, fly, type Flight } from "../shell/flip.ts";
import type { AnyView, GameModule, Summary } from "../games/game.ts";
import { loadGame } from "../games/index.ts";
import { keepPromise } from "./promises.ts";
import type { Ack, Outgoing, Refusal, Said, SeatInfo, Step, TableInfo, Welcome, You } from "../protocol.ts";
import { farewell, refusal } from "../shell/refusals.ts";
import { keepSalt, newSalt } from "./salt.ts";
import { Scenes, type Scene } from "./scenes.ts";
import { timed } from "../shell/settings.svelte.ts";
import { noteStorage } from "../shell/storage.svelte.ts";
import { Talk, type Bubble } from "./talk.svelte.ts";
import { toast } from "../shell/toasts.svelte.ts";
import { _ } from "../shell/words.svelte.ts";
import { tick } from "svelte";

interface Story {
  version: number;
  steps: any[][]; // the last ones up to the version
  said: Said[];
}

const LOG = 400; // events that are kept
const PATIENCE = 1_000; // milliseconds: a shorter break is not worth a word

export class Table {
  info = $state.raw<TableInfo | null>(null);
  you = $state.raw<You>({
    seat: null,
    host: false,
    token: null,
    early: null,
    asking: null,
    salt: null,
    stood_in: null,
  });
  view = $state.raw<AnyView | null>(null); // on show
  events = $state.raw<any[]>([]);
  log = $state.raw<any[]>([]);
  game = $state.raw<GameModule | null>(null);
  connection = $state<State>("connecting");
  lag = $state<number | null>(null);
  isCutOff = $state(false);
  pending = $state<string | null>(null);
  chosen = $state<string | null>(null); // early
  behind = $state(0);
  summary = $state.raw<Summary | null>(null);
  closed = $state<string | null>(null); // why the table cannot be had
  trouble = $state<string | null>(null); // why it cannot be had just now
  missed = $state.raw<You["stood_in"]>(null); // versions between which a bot played for us, unseen
  deadlines = $state.raw<Record<string, number>>({});
  #undo = $state<number | null>(null); // the seat that may take back its last choice
  #back = $state.raw<number[]>([]); // those that may ask to
  skew = 0; // seconds that the server's clock is ahead
  flight: Flight = {}; // how cards come and go, set by the room
  askCoach?: () => void; // set by the page
  readonly talk: Talk;
  teacher: ((view: AnyView, events: any[]) => boolean) | null = null; // in a lesson: true lets what is shown wait
  #version: number | null = null;
  #epoch: string | null = null;
  #unseen: any[] = []; // events of steps whose view has not come yet
  #latest = $state.raw<AnyView | null>(null);
  #choosing = 0; // early choices that are not answered yet
  #isSalting = false;
  #recalls = 0;
  #cut: ReturnType<typeof setTimeout> | undefined;
  #scenes: Scenes;
  #wire: Connection;

  /** `watching` stands in for our socket, to see what anybody may see, even with a seat at the table. */
  constructor(
    readonly code: string,
    private readonly watching?: () => Socket,
  ) {
    this.talk = new Talk(code);
    this.#scenes = new Scenes({
      show: (scene, { jump }) => void this.#show(scene, jump),
      time: (ms) => (document.hidden ? 0 : timed(ms)),
      later: (run, ms) => setTimeout(run, ms),
      forget: (timer) => clearTimeout(timer as number),
      isPatient: () => this.teacher !== null,
    });
    this.#wire = new Connection(
      socketUrl(code),
      {
        message: (message) => this.#hear(message),
        changed: (state, lag) => {
          this.connection = state;
          this.lag = lag;
          this.#notice(state);
        },
        since: () => this.#version,
        epoch: () => this.#epoch,
      },
      watching,
    );
  }

  get seats(): SeatInfo[] {
    return this.info?.seats ?? [];
  }

  get bubbles(): Bubble[] {
    return this.talk.bubbles;
  }

  get names(): string[] {
    return this.seats.map((seat) => seat.name);
  }

  /** What is on show is the newest, and no round's points wait to be read: choices may be offered. */
  get isFresh(): boolean {
    return this.behind === 0 && !this.summary;
  }

  /** It is this client's turn, and everything that led to it has been shown. */
  get isMyTurn(): boolean {
    return this.you.seat !== null && this.isFresh && !!this.view?.to_move.includes(this.you.seat);
  }

  /** The game waits for this client, whether that is on show yet or not. */
  get isAwaited(): boolean {
    return this.you.seat !== null && !!this.#latest?.to_move.includes(this.you.seat);
  }

  /** A bot plays for this client until they want their seat back. */
  get isHeld(): boolean {
    return this.info?.status === "playing" && this.seats[this.you.seat ?? -1]?.presence === "held";
  }

  /** Others have answered our last choice: it can be taken back if they agree. */
  get mustAsk(): boolean {
    return this.#undo !== this.you.seat;
  }

  /** Takes back our last choice, or asks whether it may be; null where that cannot be done. */
  get takeBack(): (() => void) | null {
    const { mustAsk: ask, you } = this;
    const may = you.seat !== null && (!ask || this.#back.includes(you.seat)) && !this.info?.asked_back;
    return may ? () => void this.command({ type: "undo", ask }) : null;
  }

  enter(): void {
    this.#wire.connect();
    addEventListener("online", this.#wake);
    addEventListener("offline", this.#wake);
    document.addEventListener("visibilitychange", this.#wake);
  }

  leave(): void {
    removeEventListener("online", this.#wake);
    removeEventListener("offline", this.#wake);
    document.removeEventListener("visibilitychange", this.#wake);
    this.#scenes.clear();
    this.#wire.close();
  }

  /** Anything but an action of the game; what is refused is shown. */
  async command(asked: Asked): Promise<Ack | null> {
    const answer = await this.#wire.send(asked);
    if (answer.type === "ack") return answer;
    toast(refusal(answer), "error");
    return null;
  }

  /** Take a seat before the game, or ask for it. */
  sit = (seat: number | null): Promise<void> => this.#withSalt((salt) => this.command({ type: "sit", seat, salt }));

  act = async (action: string): Promise<string | null> => {
    if (this.pending !== null) return null;
    this.pending = action;
    const answer = await this.#wire.send({ type: "act", action });
    if (answer.type === "ack") return null; // `pending` ends when the step is shown
    this.pending = null;
    return this.#refused(answer);
  };

  early = async (action: string | null): Promise<string | null> => {
    if (this.summary) return null; // the cards on show are those of the round before
    this.chosen = action;
    this.#choosing++;
    const answer = await this.#wire.send(action === null ? { type: "withdraw" } : { type: "act", action, early: true });
    this.#choosing--;
    if (answer.type === "ack") return null;
    this.chosen = this.you.early;
    return this.#refused(answer);
  };

  skip = (): void => {
    this.summary = null;
    this.#scenes.skip();
  };

  /** Show nothing more until `goOn`. */
  wait = (): void => this.#scenes.pause();

  /** Close the round's summary and go on. */
  goOn = (): void => {
    this.summary = null;
    this.#scenes.resume();
  };

  #wake = (): void => {
    if (document.hidden) return;
    this.#wire.wake();
  };

  /** The connection is lost once it has been away for a while; nobody is asked for a move then. */
  #notice(state: State): void {
    if (state === "connecting" || state === "waiting") {
      this.#cut ??= setTimeout(() => (this.isCutOff = true), PATIENCE);
      return;
    }
    clearTimeout(this.#cut);
    this.#cut = undefined;
    this.isCutOff = false;
  }

  #refused(answer: Refusal): string {
    const text = refusal(answer);
    toast(text, "error");
    return text;
  }

  #hear(message: Outgoing): void {
    switch (message.type) {
      case "welcome":
        this.#welcome(message);
        break;
      case "table":
        if (message.you) this.#be(message.you);
        this.#learn(message.table);
        break;
      case "snapshot":
        this.#jump(message.view as AnyView, message.version);
        this.deadlines = message.deadlines;
        this.#undo = message.undo;
        this.#back = message.back;
        break;
      case "step":
        this.#step(message);
        break;
      case "said":
        this.talk.hear(message);
        break;
      case "refusal":
        if (message.id === null) this.#turnedAway(refusal(message));
        break;
      case "goodbye":
        if (this.#wire.state === "closed") this.closed = farewell(message.reason);
        break;
    }
  }

  #turnedAway(why: string): void {
    if (this.#wire.state === "closed") this.closed = why;
    else if (this.#wire.state === "waiting") this.trouble = why;
  }

  #welcome({ now, you, table, epoch }: Welcome): void {
    this.#epoch = epoch;
    if (this.#latest && this.#latest.seat !== you.seat) return this.#startAnew();
    this.trouble = null;
    this.skew = now - Date.now() / 1000;
    if (you.stood_in && you.stood_in[1] > (this.#version ?? 0)) this.missed = you.stood_in;
    this.#be(you);
    if (!this.info && table.status === "gathering") void this.#recall(0);
    this.#learn(table);
  }

  /** We have another seat than the view we know: what we missed is not what this seat saw. */
  #startAnew(): void {
    this.#version = null;
    this.#latest = null;
    this.#wire.connect();
  }

  #be(you: You): void {
    this.you = you;
    if (!this.#choosing) this.chosen = you.early;
  }

  #learn(info: TableInfo): void {
    if (this.info && info.status === "gathering") this.talk.follow(this.info.seats, info.seats);
    if (!this.game && !this.info) void loadGame(info.game).then((game) => (this.game = game));
    this.info = info;
    noteStorage(info.cannot_store ?? null);
    if (info.status === "over" && !info.scores)
      this.closed = info.tournament ? _("The tournament is over.") : _("Everybody has left this table.");
    if (info.status !== "over") keepPromise(info.code, info.commitment);
    if (info.status === "gathering") this.#addSalt();
    this.deadlines = info.deadlines;
  }

  /** Whoever has a seat adds their part to the shuffles: the host, and everybody at a rematch too. */
  #addSalt(): void {
    if (this.you.seat === null || this.you.salt !== null || this.#isSalting) return;
    void this.#withSalt((salt) => this.#wire.send({ type: "salt", salt }));
  }

  async #withSalt(send: (salt: string) => Promise<Ack | Refusal | null>): Promise<void> {
    const salt = newSalt();
    this.#isSalting = true;
    const answer = await send(salt);
    this.#isSalting = false;
    if (answer?.type === "ack" && this.you.asking === null) keepSalt(this.info!.code, salt);
  }

  #jump(view: AnyView, version: number): void {
    this.#scenes.clear();
    this.#unseen = [];
    this.#version = version;
    this.#latest = view;
    this.view = view;
    this.events = [];
    this.summary = null;
    this.pending = null;
    this.behind = 0;
    this.log = [];
    void this.#recall(version);
    if (this.teacher?.(view, [])) this.#scenes.pause();
  }

  /** What led to `version` and was said before, after a reload or where something was missed. */
  async #recall(version: number): Promise<void> {
    const asked = ++this.#recalls;
    const credentials = this.watching ? "omit" : "same-origin";
    const answer = await fetch(`/api/tables/${encodeURIComponent(this.code)}/story`, { credentials }).catch(() => null);
    if (!answer?.ok) return; // the game goes on without it
    const story = (await answer.json()) as Story;
    if (asked !== this.#recalls) return;
    const before = story.steps.slice(0, Math.max(0, story.steps.length - (story.version - version)));
    this.log = [...before.flat(), ...this.log].slice(-LOG);
    this.talk.recall(story.said);
  }

  #step(step: Step): void {
    this.#version = step.version;
    this.#unseen.push(...(step.events as any[]));
    if (step.view === undefined) return;
    const view = step.view as AnyView;
    const events = this.#unseen;
    this.#unseen = [];
    if (step.deadlines) this.deadlines = step.deadlines;
    this.#undo = step.undo ?? null;
    this.#back = step.back ?? [];
    const scenes = this.game?.scenes(this.#latest, events, view) ?? [{ view, events, hold: 0 }];
    this.#latest = view;
    this.#scenes.add(scenes);
    this.behind = this.#scenes.behind;
  }

  async #show(scene: Scene, jump: boolean): Promise<void> {
    const before = snapshot();
    this.behind = this.#scenes.behind;
    this.view = scene.view;
    this.events = scene.events;
    if (scene.events.length || !this.behind) this.pending = null;
    this.log = [...this.log, ...scene.events].slice(-LOG);
    this.#tell(scene, jump);
    if (!this.summary && this.teacher?.(scene.view, jump ? [] : scene.events) && !jump) this.#scenes.pause();
    if (jump) return;
    await tick();
    fly(before, this.flight);
  }

  #tell(scene: Scene, jump: boolean): void {
    for (const event of scene.events) {
      const lines = this.game?.sentences(event, this.names) ?? [];
      if (!jump) lines.forEach((line) => announce(line.trim()));
      const summary = jump ? null : (this.game?.roundSummary(event, scene.view as any) ?? null);
      if (!summary || this.info?.status === "over") continue;
      this.summary = summary;
      this.#scenes.pause();
    }
  }
}
