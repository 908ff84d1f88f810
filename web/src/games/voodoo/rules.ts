// Voodoo in short; docs/rules/voodoo.md is the law.

import { _ } from "../../words.svelte.ts";
import type { Section } from "../section.ts";

export default (): Section[] => [
  {
    title: _("The idea"),
    text: [
      _(
        "Curse your friends and make them do silly things. Casting a curse brings points, and so does catching " +
          "somebody who forgot one. The first with 11 points wins at once.",
      ),
    ],
  },
  {
    title: _("The cards"),
    text: [
      _(
        "You begin with one simple curse. Curses show what they cost, what they bring, and what the victim has to " +
          "do. Artefacts help you once. Permanent curses are waiting for everybody who gets ahead.",
      ),
    ],
    cards: [{ name: "gardus_corpux" }, { name: "hakuna_matata" }, { name: "stinky_doll" }],
  },
  {
    title: _("Mixing ingredients"),
    text: [
      _(
        "In your turn you roll five dice. As often as you like, discard one of them and reroll some of the " +
          "others. Then stop.",
      ),
    ],
  },
  {
    title: _("What dice can buy"),
    text: [
      _(
        "Two dice draw a curse or an artefact. A curse is cast with the ingredients on its card; an asterisk " +
          "stands for any die. Artefacts cost nothing. Do as much as your dice allow, then hand on the doll.",
      ),
    ],
  },
  {
    title: _("Casting"),
    text: [
      _(
        "Choose a curse and a victim, pay, and score its points at once. The victim takes the Target card: " +
          "whoever has it cannot be chosen. Two curses bind all opponents, whoever has the Target.",
      ),
    ],
  },
  {
    title: _("Being cursed"),
    text: [
      _(
        "Do what the card says, when it says so: before your first roll, before you hand on the doll, when your " +
          "marker moves, or always. On screen you make the gesture in the app. Nobody is reminded.",
      ),
    ],
  },
  {
    title: _("Caught!"),
    text: [
      _(
        "If a victim forgets, the caster may call it. If the call is right, the caster scores the breaking points " +
          "and the curse is gone. A forgotten gesture can be called until the next player’s first roll.",
      ),
    ],
  },
  {
    title: _("Cursed skulls"),
    text: [
      _(
        "When your marker first reaches 3, 6 or 9 you draw a permanent curse. It binds you to the end, and any " +
          "opponent may catch you: then you lose a point, or a die in your next turn.",
      ),
    ],
  },
  {
    title: _("Together at one table"),
    text: [
      _(
        "When all of you sit in one room you really act, and the app keeps count. Whoever is called admits or " +
          "denies it; if they deny, the others vote in secret.",
      ),
    ],
  },
  {
    title: _("A tip"),
    text: [
      _(
        "Do your own acts first thing, before and after you roll. Then watch your victims: every curse that you " +
          "cast is a second chance to score.",
      ),
    ],
  },
];
