import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { settings } from "../src/shell/settings.svelte.ts";
import { sound, type Sound } from "../src/shell/sounds.ts";

const EVERY: Sound[] = [
  ...(["card", "trick", "turn", "points", "deal", "crack", "sigh", "cackle", "bite", "knock", "hop"] as const),
  ...(["splash", "creak", "ghost", "dice", "bones", "gong"] as const),
];

/** A number that notes what it is set to. */
class Param {
  value = 0;
  setValueAtTime = () => this;
  linearRampToValueAtTime = () => this;
  exponentialRampToValueAtTime = () => this;
}

class Node {
  to: unknown[] = [];
  frequency = new Param();
  gain = new Param();
  threshold = new Param();
  knee = new Param();
  ratio = new Param();
  attack = new Param();
  release = new Param();
  Q = new Param();
  type = "";
  buffer: { length: number } | null = null;
  start = (at: number) => this.context.starts.push({ at, ends: at + (this.buffer?.length ?? 0) / 1000 });
  stop = (at: number) => (this.context.starts.at(-1)!.ends = at);

  constructor(
    readonly context: Audio,
    readonly kind: string,
  ) {
    context.nodes.push(this);
  }

  connect<T>(other: T): T {
    this.to.push(other);
    return other;
  }
}

class Audio {
  static made: Audio[] = [];
  nodes: Node[] = [];
  starts: { at: number; ends: number }[] = [];
  currentTime = 0;
  sampleRate = 1000;
  destination = {};
  resume = async () => undefined;
  createGain = () => new Node(this, "gain");
  createOscillator = () => new Node(this, "oscillator");
  createBiquadFilter = () => new Node(this, "filter");
  createBufferSource = () => new Node(this, "source");
  createDynamicsCompressor = () => new Node(this, "compressor");
  createBuffer = (_channels: number, length: number) => ({ length, getChannelData: () => new Float32Array(length) });

  constructor() {
    Audio.made.push(this);
  }

  /** What everything goes through last. */
  get master(): Node {
    return this.nodes.find((node) => node.to.includes(this.destination))!;
  }
}

beforeEach(() => {
  vi.resetModules();
  Audio.made = [];
  Object.assign(settings, { sound: true, volume: 100 });
  vi.stubGlobal("AudioContext", Audio);
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: true } });
});

afterEach(() => vi.unstubAllGlobals());

async function played(name: Sound, volume: number): Promise<Audio> {
  const { play } = await import("../src/shell/hearing.ts");
  play(name, volume);
  return Audio.made.at(-1)!;
}

test("a page makes no sound before the first touch, or the browser complains each time", async () => {
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: false } });
  sound("card");
  await import("../src/shell/hearing.ts");
  expect(Audio.made).toHaveLength(0);

  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: true } });
  sound("card");
  await vi.waitFor(() => expect(Audio.made).toHaveLength(1));
});

test("at volume 0 nothing is played, and what still rings is silent", async () => {
  settings.volume = 0;
  sound("card");
  await import("../src/shell/hearing.ts");
  expect(Audio.made).toHaveLength(0);

  expect((await played("card", 0)).master.gain.value).toBe(0);
});

test("the volume scales one gain, through which every sound goes behind one compressor", async () => {
  const audio = await played("gong", 100);
  expect(audio.master.gain.value).toBe(1);
  await played("card", 50);
  expect(audio.master.gain.value).toBe(0.25);
  await played("hop", 10);
  expect(audio.master.gain.value).toBeCloseTo(0.01);

  expect(Audio.made).toHaveLength(1);
  const [compressor] = audio.nodes.filter((node) => node.kind === "compressor");
  expect(compressor!.to).toEqual([audio.master]);
  expect(audio.nodes.filter((node) => node.to.includes(audio.destination))).toEqual([audio.master]);
  expect(audio.nodes.filter((node) => !node.to.length)).toEqual([]);
});

test.each(EVERY)("%s is heard, and no longer than a second", async (name) => {
  const { starts } = await played(name, 100);
  expect(starts.length).toBeGreaterThan(0);
  expect(Math.max(...starts.map(({ ends }) => ends))).toBeLessThanOrEqual(1);
});

test("the same sound twice at once is played once", async () => {
  const audio = await played("card", 100);
  const once = audio.starts.length;
  await played("card", 100);
  expect(audio.starts).toHaveLength(once);
  audio.currentTime = 0.2;
  await played("card", 100);
  expect(audio.starts).toHaveLength(2 * once);
});

test("every game has sounds of its own", async () => {
  const { noisesOf } = await import("../src/games/noises.ts");
  const events = (...types: object[]) => types as { type: string }[];
  const trick = (tricks: number) => ({ type: "TrickTaken", seat: 0, card: "b5", tricks, total: 2 });
  expect(await noisesOf("voodoo_prince", events(trick(1), trick(2), { type: "TrumpDrawn" }))).toEqual([
    "trick",
    "crack",
  ]);
  const played = (card: string) => ({ type: "Played", seat: 0, cards: [card] });
  expect(await noisesOf("vampire_queen", events(played("3"), played("slayer15"), { type: "TakenUp" }))).toEqual([
    ...["card", "cackle", "bite"],
  ]);
  expect(await noisesOf("skull_queen", events({ type: "GhostPlayed" }, { type: "TrickResolved" }))).toEqual(["ghost"]);
  const moved = (points: number) => ({ type: "MarkerMoved", seat: 0, points, score: 3 });
  expect(await noisesOf("voodoo", events(moved(1), moved(-1), { type: "CallJudged", broken: true }))).toEqual([
    ...["points", "sigh", "crack"],
  ]);
  expect(await noisesOf("a game without", events(played("3")))).toEqual([]);
});
