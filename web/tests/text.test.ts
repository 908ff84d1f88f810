import { describe, expect, test } from "vitest";
import { digits, gain, signed } from "../src/numbers.ts";
import { textOf } from "../src/text.ts";
import { _, ngettext } from "../src/words.svelte.ts";

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
