import { afterEach, describe, expect, test, vi } from "vitest";
import { hmac, ownSha256, sha256 } from "../src/verification/sha256.ts";
import { verified } from "../src/verification/verify.ts";

const GAMES = import.meta.glob<string>("../../tests/golden/*.txt", { query: "?raw", import: "default", eager: true });
/** Without what seats saw. */
const golden = (game: string) => GAMES[`../../tests/golden/${game}.txt`]!.replace(/^ .*\n/gm, "");
const bytes = (text: string) => new TextEncoder().encode(text);
const hex = (found: Uint8Array) => Array.from(found, (byte) => byte.toString(16).padStart(2, "0")).join("");
const SALTED = `hexdeck 1
game voodoo 1
option mode table
option dice real
player 0 person Marie
player 1 person Lukas
player 2 person Leon
commitment 66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925
salt a pinch of sea salt
salt größer
`;

afterEach(() => vi.unstubAllGlobals());

describe("a recorded game", () => {
  test.each([
    ["voodoo_prince", 3],
    ["vampire_queen", 2],
    ["skull_queen", 3],
    ["voodoo", 5],
  ])("of %s is what its seed dealt", async (game, least) => {
    const found = await verified(golden(game));
    expect(found.draws.length).toBeGreaterThanOrEqual(least);
    expect(found.draws.filter((draw) => !draw.isRight)).toEqual([]);
    expect(found.isProved).toBe(true);
  });

  test("with two cards swapped is found out, in its line", async () => {
    const found = await verified(golden("voodoo_prince").replace("deal r8 y2", "deal y2 r8"));
    expect(found.isProved).toBe(false);
    expect(found.draws.map((draw) => draw.isRight)).toEqual([true, true, false]);
    expect(found.draws[2]!.came.slice(0, 2)).toEqual(["y2", "r8"]);
    expect(found.draws[2]!.given!.slice(0, 2)).toEqual(["r8", "y2"]);
  });

  test("with a card that is there twice is found out", async () => {
    const found = await verified(golden("voodoo_prince").replace("deal r8 y2", "deal r9 y2"));
    expect(found.draws.map((draw) => draw.isRight)).toEqual([true, true, false]);
  });

  test("with another die is found out, and the next roll is right again", async () => {
    const found = await verified(
      golden("voodoo").replace("dice bat raven raven pumpkin pumpkin", "dice bat raven raven pumpkin star"),
    );
    expect(found.draws.filter((draw) => !draw.isRight).map((draw) => draw.came.at(-1))).toEqual(["star"]);
  });

  test("with another seed breaks the promise, whatever it deals", async () => {
    const found = await verified(golden("skull_queen").replace(/seed 00/, "seed 01"));
    expect(found.keepsPromise).toBe(false);
    expect(found.draws.every((draw) => !draw.isRight)).toBe(true);
    expect(found.isProved).toBe(false);
  });

  test("with a secret seed proves nothing", async () => {
    const found = await verified(golden("skull_queen").replace(/seed .*\n/, ""));
    expect([found.seed, found.hash, found.isProved]).toEqual([null, null, false]);
  });

  test("that draws what the game does not know is found out", async () => {
    const found = await verified(golden("voodoo_prince").replace("chance dealer", "chance weather"));
    expect(found.draws[0]!.given).toBe(null);
    expect(found.isProved).toBe(false);
  });
});

test("salts count, and dice that people rolled take nothing from the seed", async () => {
  const seed = `seed ${"0".repeat(64)}\n\n`;
  const salted = await verified(`${SALTED}${seed}chance doll 1\nrolled dice bat bat\n`);
  const plain = await verified(`${SALTED.replace(/salt.*\n/g, "")}${seed}chance doll 1\nrolled dice bat bat\n`);
  expect(salted.salts).toEqual(["a pinch of sea salt", "größer"]);
  expect(salted.draws.map((draw) => [draw.label(), draw.isByHand, draw.given])).toEqual([
    ["Who gets the doll", false, ["1"]],
    ["A roll of the dice", true, null],
  ]);
  expect(plain.draws[0]!.given).toEqual(["0"]);
});

describe("our own SHA-256", () => {
  test("is the published one", () => {
    expect(hex(ownSha256(bytes("abc")))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(hex(ownSha256(bytes("")))).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  });

  test("agrees with the browser's at every length around a block", async () => {
    for (let length = 50; length < 135; length++) {
      const text = bytes("x".repeat(length));
      expect(hex(ownSha256(text))).toBe(hex(await sha256(text)));
    }
  });

  test("serves where the page has no https", async () => {
    vi.stubGlobal("crypto", {});
    expect(hex(await hmac(bytes("Jefe"), bytes("what do ya want for nothing?")))).toBe(
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    );
    expect((await verified(golden("vampire_queen"))).isProved).toBe(true);
  });
});
