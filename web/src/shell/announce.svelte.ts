// What screen readers are told: politely, one after the other.

import { textOf } from "./text.ts";

let told = $state("");
const waiting: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

export function announcement(): string {
  return told;
}

export function announce(text: string): void {
  if (!text) return;
  waiting.push(text);
  timer ??= setTimeout(speakNext, 60);
}

function speakNext(): void {
  told = textOf(waiting.splice(0));
  timer = undefined;
}
