// What is known of every game before its room is loaded: what the first page shows.

export interface Front {
  box: string; // where the drawing on its box lies
  pitch(): string; // what it is about, in a sentence
  round(view: any, players: number): string; // which round a view is in; empty before the first
}

const FOUND = import.meta.glob<Front>("./*/front.ts", { eager: true, import: "default" });

/** By game. */
export const FRONTS: Record<string, Front> = Object.fromEntries(
  Object.entries(FOUND).map(([path, front]) => [path.split("/")[1]!, front]),
);
