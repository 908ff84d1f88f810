// A table as anybody sees it, even if we have a seat there: its events, asked for without our cookie.
// It stands in for a WebSocket, which would always say who we are.

import type { Socket } from "../connection.ts";

export class Watching implements Socket {
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  #end = new AbortController();

  constructor(private readonly code: string) {
    queueMicrotask(() => this.onopen?.(null));
  }

  send(text: string): void {
    const said = JSON.parse(text) as { type: string; since?: number | null; epoch?: string | null };
    void (said.type === "hello" ? this.#listen(said.since ?? null, said.epoch ?? "") : this.#ask(text)).catch(() =>
      this.onclose?.(null),
    );
  }

  close(): void {
    this.#end.abort();
  }

  async #listen(since: number | null, epoch: string): Promise<void> {
    const answer = await this.#fetch(
      since === null ? "events" : `events?since=${since}&epoch=${encodeURIComponent(epoch)}`,
    );
    if (!answer.ok || !answer.body)
      return this.#hear(JSON.stringify({ type: "refusal", id: null, ...(await answer.json()) }));
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return this.onclose?.(null);
      const events = (text + value).split("\n\n");
      text = events.pop()!;
      for (const event of events) for (const data of dataOf(event)) this.#hear(data);
    }
  }

  async #ask(text: string): Promise<void> {
    const answer = await this.#fetch("commands", {
      method: "POST",
      body: text,
      headers: { "content-type": "application/json" },
    });
    this.#hear(await answer.text());
  }

  #hear(data: string): void {
    if (!this.#end.signal.aborted) this.onmessage?.({ data });
  }

  #fetch(what: string, more: RequestInit = {}): Promise<Response> {
    return fetch(`/api/tables/${encodeURIComponent(this.code)}/${what}`, {
      ...more,
      credentials: "omit",
      signal: this.#end.signal,
    });
  }
}

/** What a server-sent event says; nothing for a sign of life. */
export function dataOf(event: string): string[] {
  return event
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line) => line.slice("data: ".length));
}
