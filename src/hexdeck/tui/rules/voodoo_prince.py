"""Voodoo Prince in short, as web/src/games/voodoo_prince/rules.ts tells it."""

from hexdeck.locale import Language
from hexdeck.tui.rules.section import Section


def sections(words: Language) -> list[Section]:
    _ = words._
    return [
        Section(
            _("The idea"),
            _(
                "Take tricks, but take your last one late. When you leave a round, every trick that the "
                "others have is a point for you. Being the last one in is worth little."
            ),
        ),
        Section(
            _("The cards"),
            _(
                "Five colours, each with the values from 0 up: to 10 with two or three players, to 12 "
                "with four, to 15 with five. You hold 13 cards, with five players 14. Some cards stay out"
                " of the round and nobody sees them."
            ),
        ),
        Section(
            _("A trick"),
            _(
                "Somebody leads any card, the others follow clockwise. If you have the colour that was "
                "led you must play it; if not, play what you like."
            ),
            _(
                "The highest trump takes the trick. Without a trump, the highest card of the colour led "
                "does. Whoever takes it leads the next one."
            ),
        ),
        Section(
            _("Out of the round"),
            _(
                "With 3 tricks your round is over (4 with three players, 7 with two). You score a point "
                "for each trick that all others have at that moment, and the next player on your left "
                "leads."
            ),
        ),
        Section(
            _("Last one in"),
            _(
                "The last player in the round scores only their own tricks. In return they deal next, "
                "look at their new hand, name trump and lead."
            ),
            _(
                "With two players, whoever has 7 tricks scores the tricks of the other one, who scores "
                "what is missing to 7."
            ),
        ),
        Section(
            _("The doll"),
            _(
                "A 0 is the lowest card of its colour. But if the highest card of that colour lies in the"
                " same trick, the doll beats it, and with it the whole colour. A trump still beats a doll"
                " that is no trump."
            ),
        ),
        Section(
            _("Five and seven"),
            _(
                "A trick that is taken by a 5 or a 7 splits in two. That is not a choice, and it can "
                "throw you out earlier than you like."
            ),
        ),
        Section(
            _("The end"),
            _("After five rounds the most points win. Equal players share the win."),
        ),
        Section(
            _("Marshmallow Test"),
            _(
                "A variant with the values 1 to 12, without dolls and splits. The last one in scores "
                "nothing, and once a trump lies in a trick you may trump even if you could follow. The "
                "first with 20 points ends the game."
            ),
        ),
        Section(
            _("A tip"),
            _(
                "Sit one trick short with a sure winner in your hand, and feed the others: their tricks "
                "are your points."
            ),
        ),
    ]
