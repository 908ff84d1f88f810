// What is told in each game's lesson, loaded when somebody learns it.

import type { Plan } from "./plan.ts";

const LOADERS = import.meta.glob<{ default: Plan }>("../games/*/lesson.ts");

/** The coach, and what it has to say about `game`. */
export async function loadLesson(game: string) {
  const [coach, plan] = await Promise.all([import("./Coach.svelte"), LOADERS[`../games/${game}/lesson.ts`]!()]);
  return { Coach: coach.default, plan: plan.default };
}
