// Who may join a tournament, as its fields send it.

import { expect, test } from "vitest";
import { ANY_NUMBER, entry } from "../src/tournaments/entry.ts";
import type { Admission } from "../src/tournaments/look.ts";

test.each<[Admission, string, string, object]>([
  ["open", "", "8", { admission: "open", limit: 8 }],
  ["word", " raven ", ANY_NUMBER, { admission: "word", limit: null, word: "raven" }],
  ["word", "  ", "2", { admission: "word", limit: 2 }], // the word stays as it is
  ["host", "raven", ANY_NUMBER, { admission: "host", limit: null }],
])("%s with the word %j and the limit %s", (admission, word, limit, sent) => {
  expect(entry(admission, word, limit)).toEqual(sent);
});
