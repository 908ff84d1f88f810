// The pages are listed once, on the server: the app shows each by the file that has its name.

import { beforeAll, expect, test, vi } from "vitest";
import PAGES from "../src/pages.json";

const FILES = Object.keys(import.meta.glob("../src/**/*Page.svelte"));
let placeOf: (path: string) => { page: string; parameter: string };

beforeAll(async () => {
  vi.stubGlobal("location", { pathname: "/" });
  ({ placeOf } = await import("../src/shell/router.svelte.ts"));
});

test("every page has a file, and every file is a page", () => {
  const named = FILES.map((path) => /(\w+)Page\.svelte$/.exec(path)![1]!.toLowerCase());
  expect(named.sort()).toEqual([...new Set(Object.values(PAGES))].sort());
});

test.each([
  ["/", "home", ""],
  ["/t/ABCDE", "table", "ABCDE"],
  ["/with/an%20owl", "with", "an owl"],
  ["/day", "day", ""],
  ["/day/2026-07-01/some_game", "deal", "2026-07-01/some_game"],
  ["/pad", "pad", ""],
  ["/pad/some_game", "pad", "some_game"],
  ["/tournament", "tournament", ""],
  ["/tournament/abc", "tournament", "abc"],
  ["/tournament/abc/tv", "tournament", "abc/tv"],
])("%s is the page %s of %j", (path, page, parameter) => {
  expect(placeOf(path)).toEqual({ page, parameter });
});

test.each(["/t/", "/t/ABCDE/log", "/day/2026-07-01", "/tournament/abc/tv/more", "/api/tables"])(
  "%s is lost",
  (path) => {
    expect(placeOf(path).page).toBe("lost");
  },
);
