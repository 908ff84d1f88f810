import { afterAll, describe, expect, test, vi } from "vitest";
import { digits, gain, signed } from "../src/shell/numbers.ts";
import { compared, tenths } from "../src/reviews/reasons.ts";
import { share } from "../src/reviews/numbers.ts";
import { textOf } from "../src/shell/text.ts";
import { _, LANGUAGES, ngettext, speak } from "../src/shell/words.svelte.ts";

describe("sentences", () => {
  test.each([
    [["Leo: blue 5", "Ugo: blue 7"], "Leo: blue 5. Ugo: blue 7"],
    [["Everybody is dealt a curse.", "Leo: The Tiny Drum"], "Everybody is dealt a curse. Leo: The Tiny Drum"],
    [
      ["Make a gesture: Who Lives in the Oak?", "Knock three times."],
      "Make a gesture: Who Lives in the Oak? Knock three times.",
    ],
    [["Frappe et demande : « Il y a quelqu’un ? »", "Leo : 3"], "Frappe et demande : « Il y a quelqu’un ? » Leo : 3"],
    [["alone"], "alone"],
    [[], ""],
  ])("%j stand one after the other", (sentences, text) => {
    expect(textOf(sentences)).toBe(text);
  });

  test("a mark is not put twice", () => {
    expect(_("{who} → {victims}: {curse}!", { who: "Leo", victims: "Ugo", curse: "Who Lives in the Oak?" })).toBe(
      "Leo → Ugo: Who Lives in the Oak?",
    );
    expect(_("{who} → {victims}: {curse}!", { who: "Leo", victims: "Ugo", curse: "Still Warm!" })).toBe(
      "Leo → Ugo: Still Warm!",
    );
    expect(_("{who} → {victims}: {curse}!", { who: "Leo", victims: "Ugo", curse: "Foghorn" })).toBe(
      "Leo → Ugo: Foghorn!",
    );
    expect(_("{who} wins!", { who: "Max J." })).toBe("Max J. wins!");
  });
});

describe("what the coach says", () => {
  vi.stubGlobal("document", { documentElement: { lang: "en" } }); // all that `speak` needs of a page
  afterAll(() => speak("en"));

  test.each(Object.keys(LANGUAGES))("has numbers as people write them in %s", async (code) => {
    await speak(code);
    const point = code === "en" ? "." : ",";
    expect([2.46, -0.04, -1, 3].map(tenths)).toEqual([`2${point}5`, `0${point}0`, `−1${point}0`, `3${point}0`]);
    expect(compared({ message: "{n}", best: 0, other: 21.44, of: 0 })).toBe(`21${point}4`);
    expect(share(0.384).replace(/\s/, " ")).toBe(code === "de" || code === "fr" ? "38 %" : "38%");
  });
});

describe("numbers", () => {
  test("below zero have a minus sign", () => {
    expect([-21, 0, 7].map(digits)).toEqual(["−21", "0", "7"]);
    expect([-1, 0, 2].map(signed)).toEqual(["−1", "+0", "+2"]);
    expect([-1, 0, 2].map(gain)).toEqual(["−1", "0", "+2"]);
  });

  test("are counted without their sign", () => {
    expect([-1, -15].map((n) => ngettext("{n} point", "{n} points", n))).toEqual(["−1 point", "−15 points"]);
  });
});
