// A part of a game's rules, short enough to read at the table; rules.json has them in English.

export interface Section {
  title: string;
  text: string[];
  cards: { name: string; [about: string]: unknown }[]; // with what else the face of each is told
}
