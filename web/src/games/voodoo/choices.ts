// What can be done, read from the names of actions.  Which of them are offered is the server's word alone.

export type Verb =
  | "roll"
  | "stop"
  | "pass"
  | "admit"
  | "deny"
  | "vote broken"
  | "vote kept"
  | "vote abstain" // as they are
  | "discard"
  | "keep"
  | "pay"
  | "draw curse"
  | "draw artefact" // with dice
  | "cast"
  | "stinky"
  | "do"
  | "call"
  | "use"; // a card, and what it is aimed at

export interface Choice {
  action: string;
  verb: Verb;
  card: string | null;
  rest: string[]; // faces of dice; or what a card is aimed at: seats, faces, curses, "all", "middle"
}

const LONG = new Set(["draw", "vote"]); // verbs of two words
const WITH_CARD = new Set(["cast", "stinky", "do", "call", "use"]);
const JOINTS = new Set(["with", "on", "to", "from", "nothing"]);

/** `use hot_pebble duck to 2` is the verb `use`, the card `hot_pebble`, the rest `duck` and `2`. */
export function read(action: string): Choice {
  const words = action.split(" ");
  const verb = words.splice(0, LONG.has(words[0]!) ? 2 : 1).join(" ") as Verb;
  const card = WITH_CARD.has(verb) ? words.shift()! : null;
  return { action, verb, card, rest: words.filter((word) => !JOINTS.has(word)) };
}

/** The choices of one verb, or of several. */
export function of(choices: readonly Choice[], ...verbs: Verb[]): Choice[] {
  return choices.filter((choice) => verbs.includes(choice.verb));
}

/** What can be done with a card of the hand; the Stinky Doll is aimed at a curse first. */
export function withCard(choices: readonly Choice[], card: string): Choice[] {
  const own = of(choices, "cast", "use", "stinky").filter((choice) => choice.card === card);
  if (card !== "stinky_doll") return own;
  return of(choices, "stinky").map((choice) => ({ ...choice, card, rest: [choice.card!, ...choice.rest] }));
}

/** The choice that is made with just these dice. */
export function withDice(choices: readonly Choice[], verb: Verb, faces: readonly string[]): Choice | undefined {
  const asked = [...faces].sort().join();
  return choices.find((choice) => choice.verb === verb && [...choice.rest].sort().join() === asked);
}

/** What can be aimed at next, after `aimed`; each thing once. */
export function next(choices: readonly Choice[], aimed: readonly string[]): string[] {
  const left = after(choices, aimed).map((choice) => choice.rest[aimed.length]);
  return [...new Set(left)].filter((thing) => thing !== undefined);
}

/** The choices that begin with `aimed`. */
export function after(choices: readonly Choice[], aimed: readonly string[]): Choice[] {
  return choices.filter((choice) => aimed.every((thing, at) => choice.rest[at] === thing));
}

export function isSeat(thing: string): boolean {
  return /^\d$/.test(thing);
}
