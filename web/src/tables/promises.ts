// What tables promised before their first deal, as this device heard it: nobody can change it afterwards.

import { store, stored } from "../shell/memory.ts";

const NAME = "promises";
const KEPT = 50;

export function keepPromise(code: string, commitment: string): void {
  const kept = stored<[string, string][]>(NAME, []);
  if (!kept.some(([known]) => known === code)) store(NAME, [...kept, [code, commitment]].slice(-KEPT));
}

/** The commitment that was heard while the table was not over yet. */
export function promiseOf(code: string): string | null {
  return stored<[string, string][]>(NAME, []).find(([known]) => known === code)?.[1] ?? null;
}
