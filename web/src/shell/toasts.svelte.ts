// Short messages that go away by themselves.

import { announce } from "./announce.svelte.ts";

export interface Toast {
  id: number;
  text: string;
  kind: "info" | "error";
}

const LEAST = 3_000; // milliseconds that one stays
const LETTER = 60; // more for each letter, so that slow readers come to the end
let next = 0;
export const toasts = $state<Toast[]>([]);

export function toast(text: string, kind: Toast["kind"] = "info"): void {
  const id = next++;
  const same = toasts.findIndex((one) => one.text === text);
  if (same >= 0) toasts.splice(same, 1);
  toasts.push({ id, text, kind });
  if (toasts.length > 3) toasts.shift();
  announce(text);
  setTimeout(() => dismiss(id), LEAST + LETTER * text.length);
}

export function dismiss(id: number): void {
  const at = toasts.findIndex((one) => one.id === id);
  if (at >= 0) toasts.splice(at, 1);
}
