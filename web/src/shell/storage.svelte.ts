// Whether the server can store anything: every answer and every table says so while it cannot.

const AGAIN = 5_000; // milliseconds until we ask whether it can store again

let cause = $state<string | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;

/** Why nothing can be stored just now, by the names in notice_words.json; null while all is well. */
export function storageFailure(): string | null {
  return cause;
}

/** What an answer or a table has said of the storage. */
export function noteStorage(said: string | null): void {
  cause = said;
  clearTimeout(timer);
  if (said !== null) timer = setTimeout(() => void askAgain(), AGAIN * (1 + 0.2 * Math.random()));
}

export function noteAnswer(answer: Response): void {
  noteStorage(answer.headers.get("hexdeck-cannot-store"));
}

async function askAgain(): Promise<void> {
  try {
    noteAnswer(await fetch("/api/games"));
  } catch {
    noteStorage(cause); // no connection: later
  }
}
