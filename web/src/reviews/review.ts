// What the coach has found in a finished game, as the house tells it.

import { ask, Refused } from "../shell/api.ts";
import { mayPass } from "../shell/refusals.ts";

export interface Mean {
  mean: number;
  margin: number | null; // half of a 95 % interval
}

export interface Choice {
  action: string;
  points: Mean; // of the round, over the mean of the others
  chance: Mean; // to win
  gain: Mean; // of chance over what was chosen
}

export interface Decision {
  position: number; // of the replay, at which it was made
  round: number;
  seat: number;
  action: string; // or WAIT
  better: string | null;
  points: Mean; // lost
  chance: Mean; // lost
  mistake: boolean;
  legal: number; // choices that there were
  choices: Choice[]; // that were compared, what wins most often first
  missed?: string[]; // what could have been done beside or instead, until it was too late
}

export const WAIT = "wait"; // out of turn: something was let go by

export interface Account {
  start: number;
  luck: number;
  seat: number;
  own: number;
  others: number;
  result: number;
}

export interface ReviewedSeat {
  points: Account;
  chance: Account;
  decisions: number;
  mistakes: number;
  lost: Mean | null; // points a decision
}

export interface Turn {
  position: number;
  by: number | null; // the seat that made it; null: chance
  what: string;
  seat: number; // for whom it changed most
  before: number;
  after: number;
}

export interface Step {
  position: number; // before it
  round: number;
  chances: number[]; // after it
}

export interface Findings {
  seats: ReviewedSeat[];
  decisions: Decision[];
  turns: Turn[];
  course: Step[];
}

export interface Progress {
  ready: boolean;
  done: number;
  steps: number; // none while it waits for its turn
  findings: Findings | null;
}

/** What another choice would have been worth, in the worlds of the decision. */
export function whatIf(code: string, { position, seat }: Decision, action: string): Promise<Choice> {
  return ask<Choice>("POST", `/api/tables/${encodeURIComponent(code)}/review`, { position, seat, action });
}

const PAUSE = 700; // milliseconds between two questions how far it is

/** Asks until the coach is done or refuses; gives what ends the asking. */
export function followReview(
  code: string,
  told: (progress: Progress) => void,
  refused: (error: unknown) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let isGone = false;

  async function look(): Promise<void> {
    let pause = PAUSE;
    try {
      const progress = await ask<Progress>("GET", `/api/tables/${encodeURIComponent(code)}/review`);
      if (isGone) return;
      told(progress);
      if (progress.ready) return;
    } catch (error) {
      if (isGone) return;
      if (!(error instanceof Refused) || !(mayPass(error.code) || error.code === "offline")) return refused(error);
      pause = Math.max(PAUSE, 1_000 * (error.retryAfter ?? 0));
    }
    timer = setTimeout(look, pause);
  }

  void look();
  return () => {
    isGone = true;
    clearTimeout(timer);
  };
}
