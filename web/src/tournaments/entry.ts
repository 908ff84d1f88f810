// Who may join a tournament, as its fields have it and as the server reads it.

import type { Admission } from "./look.ts";

export const LIMITS = [1, 2, 4, 8, 16, 32]; // players from one network
export const ANY_NUMBER = "any";

/** What a request says; the word only where it was typed. */
export function entry(admission: Admission, word: string, limit: string): object {
  return {
    admission,
    limit: limit === ANY_NUMBER ? null : Number(limit),
    ...(admission === "word" && word.trim() ? { word: word.trim() } : {}),
  };
}
