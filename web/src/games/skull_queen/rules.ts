// Skull Queen in short; docs/rules/skull_queen.md is the law.

import { _ } from "../../words.svelte.ts";
import type { Section } from "../section.ts";

export default (): Section[] => [
  {
    title: _("The idea"),
    text: [
      _(
        "Four pirates walk along your plank, one for each colour. High cards move them up, low cards down. At the " +
          "end they score the space they stand on, if they have not fallen into the sea.",
      ),
    ],
  },
  {
    title: _("The cards"),
    text: [
      _(
        "Four colours from 1 to 12, the Monkey and the First Mate. With two or three players the 1s and 12s stay " +
          "in the box. With four or six players two cards lie open in the centre.",
      ),
    ],
    cards: [{ name: "r4" }, { name: "y12" }, { name: "g6" }, { name: "b2" }, { name: "monkey" }, { name: "mate" }],
  },
  {
    title: _("Placing the pirates"),
    text: [
      _(
        "Look at your cards, then choose a side of your plank, with the 8 at the top or at the bottom, and put " +
          "every pirate on any space. All choose in secret and reveal together.",
      ),
    ],
  },
  {
    title: _("A trick"),
    text: [
      _("Somebody leads any card. If you have the colour that was led you must play it; if not, play what you like."),
    ],
  },
  {
    title: _("Who moves"),
    text: [
      _(
        "Look at each colour of which at least two cards lie in the trick and in the centre. Whoever played its " +
          "highest card moves their pirate of this colour one up; whoever played its lowest moves it one down.",
      ),
      _(
        "A card that is alone in its colour moves nobody. It stays in the centre and joins the next trick, where " +
          "it belongs to nobody.",
      ),
    ],
    cards: [{ name: "b12" }, { name: "b6" }, { name: "b3" }],
  },
  {
    title: _("Eight and five"),
    text: [
      _(
        "With the 8 of a colour in the trick its highest card moves two up instead of one. With the 5 the lowest " +
          "moves two down.",
      ),
    ],
    cards: [{ name: "r8" }, { name: "r5" }],
  },
  {
    title: _("Monkey and First Mate"),
    text: [
      _("They fit into any trick and take on its colour: the Monkey is its lowest card, the First Mate its highest."),
    ],
    cards: [{ name: "monkey" }, { name: "mate" }],
  },
  {
    title: _("Overboard"),
    text: [_("A pirate that moves past either end of the plank falls. It is out for this round and scores nothing.")],
  },
  {
    title: _("The next trick"),
    text: [_("Whoever played the highest card of all leads next; among equals it is the one who played last.")],
  },
  {
    title: _("The end"),
    text: [
      _(
        "When all cards are played, every pirate scores its number. There are as many rounds as players; the most " +
          "points win.",
      ),
    ],
  },
  {
    title: _("Two players"),
    text: [
      _(
        "A ghost plays along. Each trick begins with the top card of his stack; then both of you choose a card in " +
          "secret. He has no plank, and nobody moves for his card.",
      ),
    ],
  },
  {
    title: _("A tip"),
    text: [
      _(
        "Aim at the 5: it forgives a step too many. And keep some cards from the middle to stop a pirate that has " +
          "arrived.",
      ),
    ],
  },
];
