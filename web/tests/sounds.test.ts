import { afterEach, expect, test, vi } from "vitest";
import { settings } from "../src/settings.svelte.ts";
import { sound } from "../src/sounds.ts";

afterEach(() => vi.unstubAllGlobals());

test("a page makes no sound before the first touch, or the browser complains each time", async () => {
  const made = vi.fn();
  settings.sound = true;
  vi.stubGlobal(
    "AudioContext",
    class {
      constructor() {
        made();
      }
    },
  );

  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: false } });
  sound("card");
  await import("../src/synthesis.ts");
  expect(made).toHaveBeenCalledTimes(0);

  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: true } });
  sound("card");
  await vi.waitFor(() => expect(made).toHaveBeenCalledTimes(1));
});
