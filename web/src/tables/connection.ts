// One table over a WebSocket that comes back by itself: nothing that was sent is lost or done twice.

import { PROTOCOL, type Ack, type Incoming, type Outgoing, type Refusal } from "../protocol.ts";
import { mayPass } from "../shell/refusals.ts";

export type State = "connecting" | "open" | "waiting" | "closed";
type Without<T> = T extends { id: string } ? Omit<T, "id"> : never;
export type Asked = Without<Incoming>;

export interface Socket {
  onopen: ((event: any) => void) | null;
  onmessage: ((event: any) => void) | null;
  onclose: ((event: any) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface Heard {
  message(message: Outgoing): void;
  changed(state: State, lag: number | null): void;
  since(): number | null; // the last version that was seen
  epoch(): string | null; // and the epoch of the house that it was seen in
}

const PING = 5_000;
const SILENCE = 12_000; // after which a connection is taken for dead
const DOUBT = 2_500; // the same where there is reason to think so
const REFUSED = 8_000; // until the next try after "not now" that does not say when
const BACK_OFF = [250, 500, 1_000, 2_000, 4_000, 8_000];

interface Unanswered {
  text: string;
  answer(answer: Ack | Refusal): void;
}

export class Connection {
  state: State = "connecting";
  lag: number | null = null; // of the last ping, in milliseconds
  #socket: Socket | null = null;
  #unanswered = new Map<string, Unanswered>();
  #isWelcome = false;
  #tries = 0;
  #heardAt = 0;
  #pinged: [string, number] | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pings: ReturnType<typeof setInterval> | undefined;
  #doubt: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly url: string,
    private readonly heard: Heard,
    private readonly open: (url: string) => Socket = (url) => new WebSocket(url),
  ) {}

  connect(): void {
    clearTimeout(this.#timer);
    this.#drop();
    this.#become("connecting");
    const socket = this.open(this.url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#heardAt = performance.now();
      this.#send({ type: "hello", since: this.heard.since(), epoch: this.heard.epoch(), protocol: PROTOCOL });
      this.#pings = setInterval(() => this.#ping(), PING);
    };
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(data) as Outgoing);
    socket.onclose = () => this.#lost();
  }

  /** The answer, however often the connection breaks until it comes. */
  send(asked: Asked): Promise<Ack | Refusal> {
    const id = crypto.randomUUID?.() ?? Math.random().toString(36).slice(2) + Date.now().toString(36);
    const text = JSON.stringify({ ...asked, id });
    return new Promise((answer) => {
      this.#unanswered.set(id, { text, answer });
      if (this.#isWelcome) this.#socket?.send(text);
    });
  }

  /** Look again now: the network or the page has gone or come back. */
  wake(): void {
    if (this.state === "waiting") return this.connect();
    if (this.state !== "open") return;
    const asked = performance.now();
    clearTimeout(this.#doubt);
    this.#doubt = setTimeout(() => this.#heardAt < asked && this.#lost(), DOUBT);
    this.#ping();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#drop();
    this.#become("closed");
  }

  #hear(message: Outgoing): void {
    this.#heardAt = performance.now();
    if (message.type === "welcome") this.#welcome();
    if (message.type === "pong") return this.#ponged(message.id);
    if (message.type === "ack" || message.type === "refusal") this.#answered(message);
    if (message.type === "goodbye" && message.reason !== "restart" && message.reason !== "slow") {
      this.heard.message(message);
      return this.close();
    }
    this.heard.message(message);
  }

  #welcome(): void {
    this.#isWelcome = true;
    this.#tries = 0;
    for (const { text } of this.#unanswered.values()) this.#socket?.send(text);
    this.#become("open");
    this.#ping();
  }

  #answered(message: Ack | Refusal): void {
    if (message.id === null) {
      if (!this.#isWelcome) this.#turnedAway(message);
      return;
    }
    this.#unanswered.get(message.id)?.answer(message);
    this.#unanswered.delete(message.id);
  }

  /** The table cannot be had: for now, or for good. */
  #turnedAway(message: Ack | Refusal): void {
    if (message.type === "refusal" && mayPass(message.code))
      this.#lost(message.retry_after ? message.retry_after * 1_250 : REFUSED);
    else this.close();
  }

  #ping(): void {
    if (performance.now() - this.#heardAt > SILENCE) return this.#lost();
    const id = `ping ${performance.now()}`;
    this.#pinged = [id, performance.now()];
    this.#send({ type: "ping", id });
  }

  #ponged(id: string): void {
    if (this.#pinged?.[0] !== id) return;
    this.lag = Math.round(performance.now() - this.#pinged[1]);
    this.heard.changed(this.state, this.lag);
  }

  #lost(wait = BACK_OFF[Math.min(this.#tries++, BACK_OFF.length - 1)]!): void {
    this.#drop();
    this.#become("waiting");
    this.#timer = setTimeout(() => this.connect(), wait * (0.8 + 0.4 * Math.random()));
  }

  #drop(): void {
    clearInterval(this.#pings);
    clearTimeout(this.#doubt);
    this.#isWelcome = false;
    this.lag = null;
    if (!this.#socket) return;
    this.#socket.onopen = this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket.close();
    this.#socket = null;
  }

  #send(message: Incoming): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #become(state: State): void {
    this.state = state;
    this.heard.changed(state, this.lag);
  }
}

export function socketUrl(code: string): string {
  return `${location.origin.replace(/^http/, "ws")}/api/tables/${encodeURIComponent(code)}/socket`;
}
