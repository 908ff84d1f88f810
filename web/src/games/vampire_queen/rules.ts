// Vampire Queen in short; docs/rules/vampire_queen.md is the law.

import { _ } from "../../words.svelte.ts";
import type { Section } from "../section.ts";

export default (): Section[] => [
  {
    title: _("The idea"),
    text: [
      _(
        "Get rid of your cards. What is left in your hand when somebody has none costs minus points, and the " +
          "fewest win after five phases.",
      ),
    ],
  },
  {
    title: _("The cards"),
    text: [
      _(
        "Vampires from 1 to 13, eight of each; four queens; and two slayers, 15 and 20, which everybody always " +
          "sees. You hold 13 cards, fewer with nine or more players. Slayers come on top.",
      ),
    ],
    cards: [{ name: "3" }, { name: "9" }, { name: "13" }, { name: "q" }, { name: "slayer 15" }, { name: "slayer 20" }],
  },
  {
    title: _("Starting a round"),
    text: [
      _(
        "Play one vampire, or several of the same value. How many you play is how many everybody has to play in " +
          "this round.",
      ),
    ],
    cards: [{ name: "6" }, { name: "6" }, { name: "6" }],
  },
  {
    title: _("Following"),
    text: [
      _("Everybody has exactly one turn. Play as many cards of one higher value, or pass. You may always pass."),
      _(
        "Whoever played highest starts the next round. The cards of the round go into the crypt and are out of " +
          "the phase.",
      ),
    ],
    cards: [{ name: "8" }, { name: "8" }, { name: "8" }],
  },
  {
    title: _("Queens"),
    text: [_("Together with vampires a queen takes their value. Queens alone are worth 14, and nothing beats them.")],
    cards: [{ name: "11" }, { name: "11" }, { name: "q" }],
  },
  {
    title: _("Slayer round"),
    text: [
      _(
        "Whoever starts may lead a slayer. It is worth 0, and now nobody may pass: everybody plays exactly one " +
          "vampire or queen. A queen is worth only 1 here.",
      ),
      _(
        "The highest card takes everything into hand, the slayer too; among equals it is the one played last. " +
          "Whoever took it starts the next round, but not with the same slayer.",
      ),
    ],
    cards: [{ name: "slayer 15" }, { name: "2" }, { name: "q" }, { name: "1" }],
  },
  {
    title: _("Caught with the other slayer"),
    text: [_("If the other slayer is all you have when a slayer round comes to you, you pass and take all the cards.")],
  },
  {
    title: _("The end of a phase"),
    text: [
      _(
        "When somebody has no card after a round, all others count: a vampire its value, a queen 14, a slayer 15 " +
          "or 20. Then all but the slayers are dealt anew, and the holder of slayer 20 starts.",
      ),
    ],
  },
  {
    title: _("A tip"),
    text: [
      _(
        "Keep a low card for slayer rounds. Low cards go best in long sets, and a slayer leaves your hand only " +
          "when you start.",
      ),
    ],
  },
];
