// What chance draws from, in the order before shuffling, as docs/notation.md lists it.

export type Needs = { sides: string[]; dice: number | null } | { cards: string[] }; // dice that nobody counts: null

export interface VoodooThing {
  id: string;
  kind: "curse" | "permanent" | "artefact";
  cost?: readonly string[];
}

export interface Header {
  game: string;
  options: Record<string, string>;
  players: number;
}

const FACES = ["pumpkin", "skull", "ghost", "raven", "bat", "star"];
const COLORS: Record<string, string> = { r: "red", y: "yellow", g: "green", b: "blue", p: "purple" };
const PRINCE_TOPS = [10, 10, 12, 15]; // with 2 to 5 players
const STARTING = 2; // ingredients of a starting curse

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_unused, at) => from + at);
const colored = (colors: string, from: number, to: number) =>
  [...colors].flatMap((color) => numbers(from, to).map((value) => color + value));
const seats = (players: number) => ({ sides: numbers(0, players - 1).map(String), dice: 1 });

/** What a line of chance draws from; null if this game draws no such thing.  `before` holds what was drawn earlier. */
export function needsOf(
  what: string,
  header: Header,
  before: Map<string, string[]>,
  voodoo: readonly VoodooThing[],
): Needs | null {
  const { game, options, players } = header;
  switch (`${game} ${what}`) {
    case "voodoo_prince dealer":
    case "vampire_queen slayer":
    case "skull_queen dealer":
    case "voodoo doll":
      return seats(players);
    case "voodoo_prince trump":
      return { sides: Object.values(COLORS), dice: 1 };
    case "voodoo_prince deal":
      return {
        cards:
          options["variant"] === "marshmallow"
            ? colored("rygbp", 1, 12)
            : colored("rygbp", 0, PRINCE_TOPS[players - 2]!),
      };
    case "vampire_queen deal":
      return {
        cards: [...numbers(1, 13).flatMap((value) => Array<string>(8).fill(String(value))), "q", "q", "q", "q"],
      };
    case "skull_queen deal":
      return { cards: [...(players < 4 ? colored("rygb", 2, 11) : colored("rygb", 1, 12)), "monkey", "mate"] };
    case "voodoo starting":
      return { cards: idsOf(voodoo, "curse", (card) => card.cost?.length === STARTING) };
    case "voodoo curses": {
      const dealt = (before.get("starting") ?? []).slice(0, players);
      return { cards: idsOf(voodoo, "curse", (card) => !dealt.includes(card.id)) };
    }
    case "voodoo artefacts":
      return { cards: idsOf(voodoo, "artefact") };
    case "voodoo permanents":
      return { cards: idsOf(voodoo, "permanent") };
    case "voodoo dice":
      return { sides: FACES, dice: null };
    default:
      return null;
  }
}

function idsOf(
  cards: readonly VoodooThing[],
  kind: VoodooThing["kind"],
  wanted: (card: VoodooThing) => boolean = () => true,
): string[] {
  return cards.filter((card) => card.kind === kind && wanted(card)).map((card) => card.id);
}
