// What is told in each game's lesson, loaded when somebody learns it.

import type { Plan } from "./plan.ts";

const LOADERS: Record<string, () => Promise<{ default: Plan }>> = {
  voodoo_prince: () => import("./voodoo_prince.ts"),
  vampire_queen: () => import("./vampire_queen.ts"),
  skull_queen: () => import("./skull_queen.ts"),
  voodoo: () => import("./voodoo.ts"),
};

/** The coach, and what it has to say about `game`. */
export async function loadLesson(game: string) {
  const [coach, plan] = await Promise.all([import("./Coach.svelte"), LOADERS[game]!()]);
  return { Coach: coach.default, plan: plan.default };
}
