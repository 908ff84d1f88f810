"""Skull Queen in short; docs/rules/skull_queen.md is the law."""

from typing import Final

from hexdeck.text.game_words import Section
from hexdeck.text.sayings import N_

SECTIONS: Final = (
    Section(
        N_("The idea"),
        N_(
            "Four pirates walk along your plank, one for each colour. High cards move them up, low "
            "cards down. At the end they score the space they stand on, if they have not fallen into "
            "the sea."
        ),
    ),
    Section(
        N_("The cards"),
        N_(
            "Four colours from 1 to 12, the Monkey and the First Mate. With two or three players the "
            "1s and 12s stay in the box. With four or six players two cards lie open in the centre."
        ),
        cards=("r4", "y12", "g6", "b2", "monkey", "mate"),
    ),
    Section(
        N_("Placing the pirates"),
        N_(
            "Look at your cards, then choose a side of your plank, with the 8 at the top or at the "
            "bottom, and put every pirate on any space. All choose in secret and reveal together."
        ),
    ),
    Section(
        N_("A trick"),
        N_(
            "Somebody leads any card. If you have the colour that was led you must play it; if not, "
            "play what you like."
        ),
    ),
    Section(
        N_("Who moves"),
        N_(
            "Look at each colour of which at least two cards lie in the trick and in the centre. "
            "Whoever played its highest card moves their pirate of this colour one up; whoever played"
            " its lowest moves it one down."
        ),
        N_(
            "A card that is alone in its colour moves nobody. It stays in the centre and joins the "
            "next trick, where it belongs to nobody."
        ),
        cards=("b12", "b6", "b3"),
    ),
    Section(
        N_("Eight and five"),
        N_(
            "With the 8 of a colour in the trick its highest card moves two up instead of one. With "
            "the 5 the lowest moves two down."
        ),
        cards=("r8", "r5"),
    ),
    Section(
        N_("Monkey and First Mate"),
        N_(
            "They fit into any trick and take on its colour: the Monkey is its lowest card, the First"
            " Mate its highest."
        ),
        cards=("monkey", "mate"),
    ),
    Section(
        N_("Overboard"),
        N_(
            "A pirate that moves past either end of the plank falls. It is out for this round and "
            "scores nothing."
        ),
    ),
    Section(
        N_("The next trick"),
        N_("Whoever played the highest card of all leads next; among equals it is the one who played last."),
    ),
    Section(
        N_("The end"),
        N_(
            "When all cards are played, every pirate scores its number. There are as many rounds as "
            "players; the most points win."
        ),
    ),
    Section(
        N_("Two players"),
        N_(
            "A ghost plays along. Each trick begins with the top card of his stack; then both of you "
            "choose a card in secret. He has no plank, and nobody moves for his card."
        ),
    ),
    Section(
        N_("A tip"),
        N_(
            "Aim at the 5: it forgives a step too many. And keep some cards from the middle to stop a"
            " pirate that has arrived."
        ),
    ),
)
