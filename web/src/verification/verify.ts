// Is a record what its seed dealt?  Every shuffle and roll computed again, as docs/notation.md spells it out.

import type { Draws, Header, Needs } from "../games/draws.ts";
import { hmac, joined, sha256, type Bytes } from "./sha256.ts";

export interface Draw {
  line: number; // of the record, from 1
  label(): string; // what was drawn, for people
  came: string[]; // what the record says
  given: string[] | null; // what the seed gives; null where people rolled, or nothing of the kind is drawn
  isByHand: boolean;
  isRight: boolean;
}

export interface Findings {
  game: string;
  commitment: string; // promised before the game
  seed: string | null; // null while it is secret
  salts: string[];
  hash: string | null; // SHA-256 of the seed
  keepsPromise: boolean; // the seed is the one that was promised
  draws: Draw[];
  isProved: boolean;
}

interface Written extends Header {
  commitment: string;
  salts: string[];
  seed: string | null;
  chances: { line: number; what: string; came: string[]; isByHand: boolean }[];
}

const DRAWS = import.meta.glob<() => Draws | Promise<Draws>>("../games/*/draws.ts", { import: "default" });
const SEED = /^[0-9a-f]{64}$/;
const WORDS = 1n << 64n;
const WORD_BYTES = 8;

export async function verified(record: string): Promise<Findings> {
  const written = read(record);
  const { game, commitment, salts } = written;
  const seed = written.seed !== null && SEED.test(written.seed) ? bytesOf(written.seed) : null;
  const hash = seed && hexOf(await sha256(seed));
  const draws = await drawn(written, seed && (await Stream.of(seed, salts)));
  const keepsPromise = hash !== null && hash === commitment;
  const isProved = keepsPromise && draws.length > 0 && draws.every((draw) => draw.isRight);
  return { game, commitment, seed: written.seed, salts, hash, keepsPromise, draws, isProved };
}

async function drawn(written: Written, stream: Stream | null): Promise<Draw[]> {
  const load = DRAWS[`../games/${written.game}/draws.ts`];
  const known = load ? await (await load())() : {};
  const draws: Draw[] = [];
  const before = new Map<string, string[]>();
  for (const chance of written.chances) {
    const kind = known[chance.what];
    const needs = kind?.needs(written, before);
    const given = chance.isByHand || !needs || !stream ? null : await stream.supply(needs, chance.came.length);
    before.set(chance.what, chance.came);
    draws.push({
      ...chance,
      label: () => kind?.label() ?? chance.what,
      given,
      isRight: chance.isByHand || (given !== null && given.join(" ") === chance.came.join(" ")),
    });
  }
  return draws;
}

export function read(record: string): Written {
  const written: Written = { game: "", options: {}, players: 0, commitment: "", salts: [], seed: null, chances: [] };
  let isHeader = true;
  record.split("\n").forEach((text, at) => {
    const [word = "", name = ""] = text.split(" ", 2);
    const rest = text.slice(word.length + 1);
    if (text === "") isHeader = false;
    else if (word === "seed")
      written.seed = rest; // a secret one follows after the result
    else if (word === "chance" || word === "rolled") {
      written.chances.push({ line: at + 1, what: name, came: rest.split(" ").slice(1), isByHand: word === "rolled" });
    } else if (!isHeader) return;
    else if (word === "game") written.game = name;
    else if (word === "option") written.options[name] = rest.slice(name.length + 1);
    else if (word === "player") written.players++;
    else if (word === "commitment") written.commitment = rest;
    else if (word === "salt") written.salts.push(rest);
  });
  return written;
}

/** The numbers that a seed and the players' salts determine. */
class Stream {
  #blocks = 0n;
  #words: bigint[] = [];

  private constructor(
    private readonly seed: Bytes,
    private readonly salted: Bytes,
  ) {}

  static async of(seed: Bytes, salts: readonly string[]): Promise<Stream> {
    const text = salts.map((salt) => `${salt}\n`).join("");
    return new Stream(seed, await sha256(new TextEncoder().encode(text)));
  }

  async supply(needs: Needs, length: number): Promise<string[]> {
    if ("sides" in needs) {
      const faces: string[] = [];
      for (let die = 0; die < (needs.dice ?? length); die++)
        faces.push(needs.sides[await this.#below(needs.sides.length)]!);
      return faces;
    }
    const cards = [...needs.cards];
    for (let last = cards.length - 1; last > 0; last--) {
      const chosen = await this.#below(last + 1);
      [cards[last], cards[chosen]] = [cards[chosen]!, cards[last]!];
    }
    return cards;
  }

  async #below(limit: number): Promise<number> {
    const k = BigInt(limit);
    for (;;) {
      const word = await this.#word();
      if (word < WORDS - (WORDS % k)) return Number(word % k);
    }
  }

  async #word(): Promise<bigint> {
    if (!this.#words.length) {
      const counter = new DataView(new ArrayBuffer(WORD_BYTES));
      counter.setBigUint64(0, this.#blocks++);
      const block = new DataView((await hmac(this.seed, joined(this.salted, new Uint8Array(counter.buffer)))).buffer);
      for (let at = 0; at < block.byteLength; at += WORD_BYTES) this.#words.push(block.getBigUint64(at));
    }
    return this.#words.shift()!;
  }
}

function bytesOf(hex: string): Bytes {
  return Uint8Array.from(hex.match(/../g)!, (pair) => parseInt(pair, 16));
}

function hexOf(bytes: Bytes): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
