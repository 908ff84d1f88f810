// Where one can jump to in a replay: the house tells what each step was, docs/protocol.md says how.

export type Unit = "round" | "phase" | "turn";

/** The step to a position: whose choice it was, which round begins with it, what is worth to be seen again. */
export interface Step {
  seat: number | null;
  begins: number | null;
  moments: { name: string; seat: number | null }[];
}

/** The positions at which rounds begin, the first round's first. */
export function rounds(steps: readonly Step[]): number[] {
  return positions(steps, ({ begins }) => begins !== null);
}

/** The first position with cards: where the first round or turn begins. */
export function opening(steps: readonly Step[]): number {
  return rounds(steps)[0] ?? 0;
}

/** The positions after moments. */
export function moments(steps: readonly Step[]): number[] {
  return positions(steps, (step) => step.moments.length > 0);
}

/** The positions after moves of a seat; after everybody's, if it is null. */
export function movesOf(steps: readonly Step[], seat: number | null): number[] {
  return positions(steps, (step) => step.seat !== null && (seat === null || step.seat === seat));
}

/** The first of them after `position`. */
export function after(found: readonly number[], position: number): number | undefined {
  return found.find((one) => one > position);
}

/** The last of them before `position`: in the middle of a round, where that began. */
export function before(found: readonly number[], position: number): number | undefined {
  return found.findLast((one) => one < position);
}

/** How many of them have begun at `position`. */
export function begun(found: readonly number[], position: number): number {
  return found.filter((one) => one <= position).length;
}

function positions(steps: readonly Step[], isOne: (step: Step) => boolean): number[] {
  return steps.flatMap((step, at) => (isOne(step) ? [at + 1] : []));
}
