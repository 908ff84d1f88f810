// What screen readers are told: politely, one after the other.

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
  told = waiting.splice(0).join(". ");
  timer = undefined;
}
