// A part of a game's rules, short enough to read at the table; rules.json has them in English.

export interface ShownCard {
  name: string;
  top?: boolean; // Voodoo Prince: the highest in play
}

export interface Section {
  title: string;
  text: string[];
  cards: ShownCard[];
}
