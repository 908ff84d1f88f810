// An evening with real cards, kept on this device step by step: it comes back after a reload.

import { store, stored } from "../shell/memory.ts";
import { total, type Before, type Company, type Counted, type Pad } from "./pad.ts";

interface Kept {
  company: Company;
  entries: unknown[]; // written down
  steps: unknown[]; // the next entry as it grew; the last is what it says now
  past: unknown[]; // how the last entry grew, to go back into it; empty if nobody knows any more
  hasStopped: boolean; // people go home before the rules say so
}

const placeOf = (game: string) => `pad.${game}`;

/** Whether an evening of this game waits on this device. */
export function isKept(game: string): boolean {
  return stored<Kept | null>(placeOf(game), null) !== null;
}

const SHARED_STEPS = 6; // of the entry that grows: so far it can be taken back on other phones

export class Evening {
  readonly game: string;
  readonly pad: Pad;
  onkept: (() => void) | null = null; // called after each step on this phone
  #kept = $state.raw<Kept | null>(null);
  readonly written = $derived.by(() => (this.#kept ? counted(this.pad, this.#kept) : []));
  readonly company = $derived(this.#kept?.company ?? null);
  readonly before: Before = $derived({
    entries: this.#kept?.entries ?? [],
    scores: (this.company?.names ?? []).map((_name, seat) => total(this.written.map((one) => one.points[seat]!))),
  });
  readonly entry = $derived(this.#kept?.steps.at(-1) ?? null);
  readonly now = $derived.by(() => this.company && this.pad.count(this.company, this.before, this.entry));
  readonly isOver = $derived.by(
    () => this.company !== null && (this.#kept!.hasStopped || this.pad.isOver(this.company, this.before)),
  );
  readonly canUndo = $derived(
    this.#kept !== null && (this.#kept.hasStopped || this.#kept.steps.length > 1 || this.#kept.entries.length > 0),
  );

  constructor(game: string, pad: Pad) {
    this.game = game;
    this.pad = pad;
    this.#kept = sound(pad, stored<Kept | null>(placeOf(game), null));
  }

  start(company: Company): void {
    this.#keep({ company, entries: [], steps: [this.pad.blank(company)], past: [], hasStopped: false });
  }

  /** The next entry says something else now. */
  change(entry: unknown): void {
    const steps = [...this.#kept!.steps, entry];
    this.#keep({ ...this.#kept!, steps });
    if (this.pad.isAtOnce) this.write();
  }

  /** Write the entry down, if it lacks nothing. */
  write(): void {
    if (this.now?.lack !== "") return;
    const { entries, steps } = this.#kept!;
    const blank = this.pad.blank(this.company!);
    this.#keep({ ...this.#kept!, entries: [...entries, this.entry], steps: [blank], past: steps });
  }

  /** One step back; from an empty entry to the one before, which can be corrected. */
  undo(): void {
    const { steps, entries, hasStopped } = this.#kept!;
    if (hasStopped) this.#keep({ ...this.#kept!, hasStopped: false });
    else if (steps.length > 1) this.#keep({ ...this.#kept!, steps: steps.slice(0, -1) });
    else if (entries.length)
      this.#keep({ ...this.#kept!, entries: entries.slice(0, -1), steps: this.#again(), past: [] });
  }

  stop(): void {
    this.#keep({ ...this.#kept!, hasStopped: true });
  }

  leave(): void {
    this.#keep(null);
  }

  /** The last entry, to be corrected; what is written down at once is simply gone. */
  #again(): unknown[] {
    const { entries, past } = this.#kept!;
    const blank = this.pad.blank(this.company!);
    if (this.pad.isAtOnce) return [blank];
    return past.length ? past : [blank, entries.at(-1)];
  }

  /** What other phones need of it, as a text. */
  get document(): string {
    const kept = this.#kept!;
    return JSON.stringify({ ...kept, steps: kept.steps.slice(-SHARED_STEPS), past: [] });
  }

  /** Be what another phone has written; false where that cannot be read. */
  adopt(document: string): boolean {
    const kept = this.#read(document);
    if (!kept) return false;
    this.#kept = kept;
    store(placeOf(this.game), kept);
    return true;
  }

  /** What a document comes to, with the entry that grows. */
  scoresIn(document: string): number[] {
    const kept = this.#read(document);
    if (!kept) return [];
    const { company, entries, steps } = kept;
    const written = counted(this.pad, kept);
    const scores = company.names.map((_name, seat) => total(written.map((one) => one.points[seat]!)));
    const { points } = this.pad.count(company, { entries, scores }, steps.at(-1));
    return scores.map((score, seat) => score + points[seat]!);
  }

  #read(document: string): Kept | null {
    try {
      return sound(this.pad, JSON.parse(document) as Kept | null);
    } catch {
      return null;
    }
  }

  #keep(kept: Kept | null): void {
    this.#kept = kept;
    store(placeOf(this.game), kept);
    this.onkept?.();
  }
}

/** Every entry, counted after those before it. */
function counted(pad: Pad, { company, entries }: Kept): Counted[] {
  let scores = company.names.map(() => 0);
  return entries.map((entry, at) => {
    const one = pad.count(company, { entries: entries.slice(0, at), scores }, entry);
    scores = scores.map((score, seat) => score + one.points[seat]!);
    return one;
  });
}

/** What was kept, if a pad of today can read it; else nothing. */
function sound(pad: Pad, kept: Kept | null): Kept | null {
  try {
    if (!kept || !isCompany(pad, kept.company) || !kept.steps.length) return null;
    if (counted(pad, kept).some(({ lack }) => lack)) return null;
    const scores = kept.company.names.map(() => 0);
    for (const step of [...kept.steps, ...kept.past]) pad.count(kept.company, { entries: kept.entries, scores }, step);
    return kept;
  } catch {
    return null;
  }
}

function isCompany({ setting }: Pad, { names, options }: Company): boolean {
  const isChosen = ({ name, choices }: (typeof setting.options)[number]) => choices.includes(options[name]!);
  return (
    setting.players.includes(names.length) &&
    names.every((name) => typeof name === "string") &&
    setting.options.every(isChosen)
  );
}
