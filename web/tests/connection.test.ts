import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Connection, type Socket } from "../src/tables/connection.ts";

/** The other end of a wire: what was said, and what the test answers. */
class Wire implements Socket {
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  said: any[] = [];
  isClosed = false;

  send(text: string) {
    this.said.push(JSON.parse(text));
  }

  close() {
    this.isClosed = true;
  }

  open() {
    this.onopen?.({});
    this.answer({ type: "welcome", protocol: 1, now: 0, you: { seat: 0, host: true }, table: {} });
  }

  answer(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  asked(type: string) {
    return this.said.filter((message) => message.type === type);
  }
}

function house() {
  const wires: Wire[] = [];
  const states: string[] = [];
  let version: number | null = null;
  const connection = new Connection(
    "ws://house",
    { message: () => undefined, changed: (state) => states.push(state), since: () => version, epoch: () => "an epoch" },
    () => {
      wires.push(new Wire());
      return wires.at(-1)!;
    },
  );
  connection.connect();
  return { connection, wires, states, see: (seen: number) => (version = seen), wire: () => wires.at(-1)! };
}

beforeEach(() =>
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] }),
);
afterEach(() => vi.useRealTimers());

describe("a connection", () => {
  test("says hello with the last version it has seen", () => {
    const { wire, wires, see } = house();
    wire().open();
    expect(wire().asked("hello")).toEqual([{ type: "hello", since: null, epoch: "an epoch", protocol: 1 }]);
    see(17);
    wire().onclose?.({});
    vi.advanceTimersByTime(400);
    expect(wires).toHaveLength(2);
    wire().open();
    expect(wire().asked("hello")[0].since).toBe(17);
  });

  test("asks again for what was not answered, with the same id", async () => {
    const { connection, wire } = house();
    wire().open();
    const answer = connection.send({ type: "act", action: "b5" });
    const first = wire().asked("act")[0];
    wire().onclose?.({});
    vi.advanceTimersByTime(400);
    expect(wire().asked("act")).toEqual([]);
    wire().open();
    expect(wire().asked("act")).toEqual([first]);
    wire().answer({ type: "ack", id: first.id, version: 3 });
    await expect(answer).resolves.toMatchObject({ type: "ack", version: 3 });
    wire().onclose?.({});
    vi.advanceTimersByTime(400);
    wire().open();
    expect(wire().asked("act")).toEqual([]);
  });

  test("keeps what is asked before the welcome, in its order", () => {
    const { connection, wire } = house();
    void connection.send({ type: "undo" });
    void connection.send({ type: "stand" });
    expect(wire().said).toEqual([]);
    wire().open();
    expect(
      wire()
        .said.map((message) => message.type)
        .slice(0, 3),
    ).toEqual(["hello", "undo", "stand"]);
  });

  test("waits longer after every failure", () => {
    const { wires, wire } = house();
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    for (const wait of [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000]) {
      const count = wires.length;
      wire().onclose?.({});
      vi.advanceTimersByTime(wait - 1);
      expect(wires).toHaveLength(count);
      vi.advanceTimersByTime(1);
      expect(wires).toHaveLength(count + 1);
    }
  });

  test("measures the lag", () => {
    const { connection, wire } = house();
    wire().open();
    vi.advanceTimersByTime(42);
    wire().answer({ type: "pong", id: wire().asked("ping")[0].id, now: 0 });
    expect(connection.lag).toBe(42);
  });

  test("takes a silent server for gone", () => {
    const { wires, wire, states } = house();
    wire().open();
    const first = wire();
    vi.advanceTimersByTime(16_000);
    expect(first.isClosed).toBe(true);
    expect(wires).toHaveLength(2);
    expect(states).toContain("waiting");
  });

  test("stays closed where the table cannot be had", () => {
    const { connection, wires, wire } = house();
    wire().onopen?.({});
    wire().answer({ type: "refusal", id: null, code: "table.unknown", message: "no" });
    vi.advanceTimersByTime(60_000);
    expect(connection.state).toBe("closed");
    expect(wires).toHaveLength(1);
  });

  test.each(["client.too_much", "store.failed", "house.failed"])(
    "tries again where the table cannot be had just now: %s",
    (code) => {
      const { connection, wires, wire } = house();
      wire().onopen?.({});
      wire().answer({ type: "refusal", id: null, code, message: "not now" });
      expect(connection.state).toBe("waiting");
      vi.advanceTimersByTime(6_000);
      expect(wires).toHaveLength(1);
      vi.advanceTimersByTime(4_000);
      expect(wires).toHaveLength(2);
      wire().open();
      expect(connection.state).toBe("open");
    },
  );

  test.each([1, 5, 20])("waits %i s where the refusal says so", (seconds) => {
    const { wires, wire } = house();
    wire().onopen?.({});
    wire().answer({ type: "refusal", id: null, code: "store.failed", message: "not now", retry_after: seconds });
    vi.advanceTimersByTime(seconds * 1_000 - 1);
    expect(wires).toHaveLength(1);
    vi.advanceTimersByTime(seconds * 500 + 1);
    expect(wires).toHaveLength(2);
  });

  test("comes back at once when the network does", () => {
    const { connection, wires, wire } = house();
    wire().onclose?.({});
    connection.wake();
    expect(wires).toHaveLength(2);
  });

  test("is doubted when the network or the page has changed", () => {
    const { connection, wires, wire, states } = house();
    wire().open();
    vi.advanceTimersByTime(1_000);
    connection.wake();
    vi.advanceTimersByTime(1_000);
    wire().answer({ type: "pong", id: wire().asked("ping").at(-1).id, now: 0 });
    vi.advanceTimersByTime(2_000);
    expect(connection.state).toBe("open");
    connection.wake();
    vi.advanceTimersByTime(2_600);
    expect(states).toContain("waiting");
    vi.advanceTimersByTime(400);
    expect(wires).toHaveLength(2);
  });
});
