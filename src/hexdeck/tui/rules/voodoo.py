"""Voodoo in short, as web/src/games/voodoo/rules.ts tells it."""

from hexdeck.locale import Language
from hexdeck.tui.rules.section import Section


def sections(words: Language) -> list[Section]:
    _ = words._
    return [
        Section(
            _("The idea"),
            _(
                "Curse your friends and make them do silly things. Casting a curse brings points, and so "
                "does catching somebody who forgot one. The first with 11 points wins at once."
            ),
        ),
        Section(
            _("The cards"),
            _(
                "You begin with one simple curse. Curses show what they cost, what they bring, and what "
                "the victim has to do. Artefacts help you once. Permanent curses are waiting for "
                "everybody who gets ahead."
            ),
        ),
        Section(
            _("Mixing ingredients"),
            _(
                "In your turn you roll five dice. As often as you like, discard one of them and reroll "
                "some of the others. Then stop."
            ),
        ),
        Section(
            _("What dice can buy"),
            _(
                "Two dice draw a curse or an artefact. A curse is cast with the ingredients on its card; "
                "an asterisk stands for any die. Artefacts cost nothing. Do as much as your dice allow, "
                "then hand on the doll."
            ),
        ),
        Section(
            _("Casting"),
            _(
                "Choose a curse and a victim, pay, and score its points at once. The victim takes the "
                "Target card: whoever has it cannot be chosen. Two curses bind all opponents, whoever has"
                " the Target."
            ),
        ),
        Section(
            _("Being cursed"),
            _(
                "Do what the card says, when it says so: before your first roll, before you hand on the "
                "doll, when your marker moves, or always. On screen you make the gesture in the app. "
                "Nobody is reminded."
            ),
        ),
        Section(
            _("Caught!"),
            _(
                "If a victim forgets, the caster may call it. If the call is right, the caster scores the"
                " breaking points and the curse is gone. A forgotten gesture can be called until the next"
                " player’s first roll."
            ),
        ),
        Section(
            _("Cursed skulls"),
            _(
                "When your marker first reaches 3, 6 or 9 you draw a permanent curse. It binds you to the"
                " end, and any opponent may catch you: then you lose a point, or a die in your next turn."
            ),
        ),
        Section(
            _("Together at one table"),
            _(
                "When all of you sit in one room you really act, and the app keeps count. Whoever is "
                "called admits or denies it; if they deny, the others vote in secret."
            ),
        ),
        Section(
            _("A tip"),
            _(
                "Do your own acts first thing, before and after you roll. Then watch your victims: every "
                "curse that you cast is a second chance to score."
            ),
        ),
    ]
