// Whether the server can store anything: who says so, and how the app learns that it can again.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { noteAnswer, noteStorage, storageFailure } from "../src/shell/storage.svelte.ts";

const answer = (cause?: string) => new Response("{}", cause ? { headers: { "hexdeck-cannot-store": cause } } : {});
const asked = vi.fn<(path: string) => Promise<Response>>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", asked);
  asked.mockReset();
});

afterEach(() => {
  noteStorage(null);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test.each([
  ["an answer", () => noteAnswer(answer("disk_full"))],
  ["a table", () => noteStorage("disk_full")],
])("%s says why nothing can be stored, and then that all is well", (_who, say) => {
  expect(storageFailure()).toBeNull();
  say();
  expect(storageFailure()).toBe("disk_full");
  noteAnswer(answer());
  expect(storageFailure()).toBeNull();
});

test.each([
  { chance: 0, wait: 5_000 },
  { chance: 0.5, wait: 5_500 },
])("after $wait ms it is asked again, until it can store", async ({ chance, wait }) => {
  vi.spyOn(Math, "random").mockReturnValue(chance);
  asked
    .mockResolvedValueOnce(answer("read_only"))
    .mockRejectedValueOnce(new TypeError()) // no connection
    .mockResolvedValueOnce(answer());
  noteStorage("disk_full");
  await vi.advanceTimersByTimeAsync(wait - 1);
  expect(asked).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(storageFailure()).toBe("read_only");
  await vi.advanceTimersByTimeAsync(wait);
  expect(storageFailure()).toBe("read_only");
  await vi.advanceTimersByTimeAsync(wait);
  expect(storageFailure()).toBeNull();
  await vi.advanceTimersByTimeAsync(10 * wait);
  expect(asked.mock.calls).toEqual([["/api/games"], ["/api/games"], ["/api/games"]]);
});
