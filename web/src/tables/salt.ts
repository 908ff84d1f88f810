// This person's own part in the shuffles: drawn here, once the table has told its promise, and remembered.

import { store, stored } from "../shell/memory.ts";

const NAME = "salts";
const KEPT = 50;
const BYTES = 16;

export function newSalt(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The table has taken it. */
export function keepSalt(code: string, salt: string): void {
  const others = stored<[string, string][]>(NAME, []).filter(([known]) => known !== code);
  store(NAME, [...others, [code, salt]].slice(-KEPT));
}

/** What this device has added to a table's shuffles. */
export function saltOf(code: string): string | null {
  return stored<[string, string][]>(NAME, []).find(([known]) => known === code)?.[1] ?? null;
}
