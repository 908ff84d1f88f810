// What is printed on a card of Voodoo: cards.toml in the words of one language.

export type Ingredient = "pumpkin" | "skull" | "ghost" | "raven" | "bat" | "star";

// prettier-ignore
export type Moment =
  | "before_rolling" | "before_passing" | "always" | "marker_moves" // of curses
  | "preparing" | "own_turn" | "acting" | "opponent_stops"; // of artefacts

export type VoodooCard = {
  id: string;
  kind: "curse" | "permanent" | "artefact";
  name: string;
  act: string;
  moment: Moment;
  school?: string; // of a curse
  cost?: readonly (Ingredient | "any")[];
  casting?: number;
  breaking?: number;
  victims?: string;
  penalty?: string; // of a permanent curse
  gesture?: string; // of both
};
