import { describe, expect, test } from "vitest";
import { Scenes, type Scene } from "../src/tables/scenes.ts";

/** Scenes on a clock that the test moves. */
class Stage {
  shown: string[] = [];
  jumps = 0;
  isPatient = false;
  waits: number[] = [];
  #run: (() => void) | null = null;
  scenes = new Scenes({
    show: (scene, { jump }) => {
      this.shown.push(scene.events.join("+") || String(scene.view));
      this.jumps += Number(jump);
    },
    time: (ms) => ms,
    later: (run, ms) => {
      this.#run = run;
      this.waits.push(ms);
      return run;
    },
    forget: () => (this.#run = null),
    isPatient: () => this.isPatient,
  });

  tick() {
    const run = this.#run;
    this.#run = null;
    run?.();
  }
}

const scene = (name: string, hold = 100): Scene => ({ view: name, events: [name], hold });
const many = (count: number, hold = 100) => Array.from({ length: count }, (_unused, at) => scene(`s${at}`, hold));

describe("scenes", () => {
  test("come one after the other", () => {
    const stage = new Stage();
    stage.scenes.add([scene("a"), scene("b")]);
    expect(stage.shown).toEqual(["a"]);
    stage.tick();
    expect(stage.shown).toEqual(["a", "b"]);
    stage.tick();
    stage.scenes.add([scene("c")]);
    expect(stage.shown).toEqual(["a", "b", "c"]);
  });

  test("without a hold come at once", () => {
    const stage = new Stage();
    stage.scenes.add(many(5, 0));
    expect(stage.shown).toHaveLength(5);
    expect(stage.scenes.behind).toBe(0);
  });

  test("are hurried when they fall behind", () => {
    const stage = new Stage();
    stage.scenes.add(many(10));
    for (let i = 0; i < 10; i++) stage.tick();
    expect(stage.waits).toEqual([25, 25, 50, 50, 50, 50, 50, 100, 100, 100]);
  });

  test("far behind only the end is shown, and nothing is missing from the log", () => {
    const stage = new Stage();
    stage.scenes.add(many(30));
    expect(stage.jumps).toBe(1);
    expect(stage.shown.join("+").split("+")).toEqual(many(30).map((one) => one.view));
    expect(stage.scenes.behind).toBe(0);
  });

  test("for somebody who learns nothing is hurried or left out", () => {
    const stage = new Stage();
    stage.isPatient = true;
    stage.scenes.add(many(30));
    for (let at = 1; at < 30; at++) stage.tick();
    expect([stage.jumps, stage.shown.length]).toEqual([0, 30]);
    expect(new Set(stage.waits)).toEqual(new Set([100]));
  });

  test("can be skipped", () => {
    const stage = new Stage();
    stage.scenes.add([scene("a"), scene("b"), scene("c")]);
    stage.scenes.skip();
    expect(stage.shown).toEqual(["a", "b+c"]);
    stage.scenes.add([scene("d")]);
    expect(stage.shown).toEqual(["a", "b+c", "d"]);
  });

  test("wait while somebody reads", () => {
    const stage = new Stage();
    stage.scenes.add([scene("a")]);
    stage.scenes.pause();
    stage.scenes.add([scene("b")]);
    stage.tick();
    expect(stage.shown).toEqual(["a"]);
    stage.scenes.resume();
    expect(stage.shown).toEqual(["a", "b"]);
  });

  test("wait while somebody reads however many they are, and then only the end is shown", () => {
    const stage = new Stage();
    stage.scenes.add([scene("a", 0)]);
    stage.scenes.pause();
    for (const one of many(30)) stage.scenes.add([one]);
    expect([stage.shown, stage.scenes.behind]).toEqual([["a"], 30]);
    stage.scenes.resume();
    expect([stage.jumps, stage.shown.length, stage.scenes.behind]).toEqual([1, 2, 0]);
  });

  test("are forgotten when the table is seen anew", () => {
    const stage = new Stage();
    stage.scenes.add([scene("a"), scene("b")]);
    stage.scenes.clear();
    stage.tick();
    expect(stage.shown).toEqual(["a"]);
  });
});
