// What happened, shown one thing at a time: scenes wait in a queue and are hurried when the queue grows.

export interface Scene<V = any, E = any> {
  view: V;
  events: E[]; // what leads to this view, for motion, sounds and the log
  hold: number; // milliseconds at normal speed until the next scene may follow
}

const HURRY: [number, number][] = [
  [8, 0.25],
  [3, 0.5],
]; // scenes behind, and how long each takes then
const JUMP = 20; // so far behind, only the end is shown

export interface Showing {
  show(scene: Scene, how: { jump: boolean }): void;
  time(ms: number): number; // at the speed somebody has chosen
  later(run: () => void, ms: number): unknown;
  forget(timer: unknown): void;
  isPatient?(): boolean; // nothing is hurried or left out, as for somebody who learns
}

export class Scenes {
  #waiting: Scene[] = [];
  #timer: unknown = null;
  #isBusy = false; // the scene on show has not had its time yet
  #isPaused = false;

  constructor(private readonly showing: Showing) {}

  get behind(): number {
    return this.#waiting.length;
  }

  /** The last view that is known, shown or not. */
  get latest(): unknown {
    return this.#waiting.at(-1)?.view;
  }

  add(scenes: Scene[]): void {
    this.#waiting.push(...scenes);
    this.#goOn();
  }

  /** Show the end of what is waiting at once. */
  skip(): void {
    this.showing.forget(this.#timer);
    this.#isBusy = false;
    this.#isPaused = false;
    const last = this.#waiting.at(-1);
    if (!last) return;
    const events = this.#waiting.flatMap((scene) => scene.events);
    this.#waiting = [];
    this.showing.show({ view: last.view, events, hold: 0 }, { jump: true });
  }

  /** Forget what is waiting. */
  clear(): void {
    this.showing.forget(this.#timer);
    this.#waiting = [];
    this.#isBusy = false;
    this.#isPaused = false;
  }

  /** The scene on show stays until `resume`, whatever comes meanwhile. */
  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#goOn();
  }

  #goOn(): void {
    const isFar = this.#waiting.length > JUMP && !this.#isPaused && !this.showing.isPatient?.();
    if (isFar) this.skip();
    else if (!this.#isBusy) this.#next();
  }

  #next(): void {
    this.#isBusy = false;
    if (this.#isPaused) return;
    const scene = this.#waiting.shift();
    if (!scene) return;
    this.#isBusy = true;
    this.showing.show(scene, { jump: false });
    const hurry = this.showing.isPatient?.() ? [] : HURRY;
    const [, pace] = hurry.find(([behind]) => this.#waiting.length >= behind) ?? [0, 1];
    const wait = this.showing.time(scene.hold) * pace;
    if (wait > 0) this.#timer = this.showing.later(() => this.#next(), wait);
    else this.#next();
  }
}
