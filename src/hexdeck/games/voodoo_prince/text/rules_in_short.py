"""Voodoo Prince in short; docs/rules/voodoo_prince.md is the law."""

from typing import Final

from hexdeck.text.game_words import Section
from hexdeck.text.sayings import N_

SECTIONS: Final = (
    Section(
        N_("The idea"),
        N_(
            "Take tricks, but take your last one late. When you leave a round, every trick that the "
            "others have is a point for you. Being the last one in is worth little."
        ),
    ),
    Section(
        N_("The cards"),
        N_(
            "Five colours, each with the values from 0 up: to 10 with two or three players, to 12 "
            "with four, to 15 with five. You hold 13 cards, with five players 14. Some cards stay out"
            " of the round and nobody sees them."
        ),
        cards=("r3", "y9", "g11", "b1", "p12"),
        highest="p12",
    ),
    Section(
        N_("A trick"),
        N_(
            "Somebody leads any card, the others follow clockwise. If you have the colour that was "
            "led you must play it; if not, play what you like."
        ),
        N_(
            "The highest trump takes the trick. Without a trump, the highest card of the colour led "
            "does. Whoever takes it leads the next one."
        ),
    ),
    Section(
        N_("Out of the round"),
        N_(
            "With 3 tricks your round is over (4 with three players, 7 with two). You score a point "
            "for each trick that all others have at that moment, and the next player on your left "
            "leads."
        ),
    ),
    Section(
        N_("Last one in"),
        N_(
            "The last player in the round scores only their own tricks. In return they deal next, "
            "look at their new hand, name trump and lead."
        ),
        N_(
            "With two players, whoever has 7 tricks scores the tricks of the other one, who scores "
            "what is missing to 7."
        ),
    ),
    Section(
        N_("The doll"),
        N_(
            "A 0 is the lowest card of its colour. But if the highest card of that colour lies in the"
            " same trick, the doll beats it, and with it the whole colour. A trump still beats a doll"
            " that is no trump."
        ),
        cards=("b0", "b12"),
        highest="b12",
    ),
    Section(
        N_("Five and seven"),
        N_(
            "A trick that is taken by a 5 or a 7 splits in two. That is not a choice, and it can "
            "throw you out earlier than you like."
        ),
        cards=("g5", "g7"),
    ),
    Section(N_("The end"), N_("After five rounds the most points win. Equal players share the win.")),
    Section(
        N_("Race to 20"),
        N_(
            "A variant with the values 1 to 12, without dolls and splits. The last one in scores "
            "nothing, and once a trump lies in a trick you may trump even if you could follow. The "
            "first with 20 points ends the game."
        ),
    ),
    Section(
        N_("A tip"),
        N_(
            "Sit one trick short with a sure winner in your hand, and feed the others: their tricks "
            "are your points."
        ),
    ),
)
