"""Voodoo in short; docs/rules/voodoo.md is the law."""

from typing import Final

from hexdeck.text.game_words import Section
from hexdeck.text.sayings import N_

SECTIONS: Final = (
    Section(
        N_("The idea"),
        N_(
            "Curse your friends and make them do silly things. Casting a curse brings points, and so "
            "does catching somebody who forgot one. The first with 11 points wins at once."
        ),
    ),
    Section(
        N_("The cards"),
        N_(
            "You begin with one simple curse. Curses show what they cost, what they bring, and what "
            "the victim has to do. Artefacts help you once. Permanent curses are waiting for "
            "everybody who gets ahead."
        ),
        cards=("gardus_corpux", "hakuna_matata", "stinky_doll"),
    ),
    Section(
        N_("Mixing ingredients"),
        N_(
            "In your turn you roll five dice. As often as you like, discard one of them and reroll "
            "some of the others. Then stop."
        ),
    ),
    Section(
        N_("What dice can buy"),
        N_(
            "Two dice draw a curse or an artefact. A curse is cast with the ingredients on its card; "
            "an asterisk stands for any die. Artefacts cost nothing. Do as much as your dice allow, "
            "then hand on the doll."
        ),
    ),
    Section(
        N_("Casting"),
        N_(
            "Choose a curse and a victim, pay, and score its points at once. The victim takes the "
            "Target card: whoever has it cannot be chosen. Two curses bind all opponents, whoever has"
            " the Target."
        ),
    ),
    Section(
        N_("Being cursed"),
        N_(
            "Do what the card says, when it says so: before your first roll, before you hand on the "
            "doll, when your marker moves, or always. On screen you make the gesture in the app. "
            "Nobody is reminded."
        ),
    ),
    Section(
        N_("Caught!"),
        N_(
            "If a victim forgets, the caster may call it. If the call is right, the caster scores the"
            " breaking points and the curse is gone. A forgotten gesture can be called until the next"
            " player’s first roll."
        ),
    ),
    Section(
        N_("Cursed skulls"),
        N_(
            "When your marker first reaches 3, 6 or 9 you draw a permanent curse. It binds you to the"
            " end, and any opponent may catch you: then you lose a point, or a die in your next turn."
        ),
    ),
    Section(
        N_("Together at one table"),
        N_(
            "When all of you sit in one room you really act, and the app keeps count. Whoever is "
            "called admits or denies it; if they deny, the others vote in secret."
        ),
    ),
    Section(
        N_("A tip"),
        N_(
            "Do your own acts first thing, before and after you roll. Then watch your victims: every "
            "curse that you cast is a second chance to score."
        ),
    ),
)
