"""Vampire Queen in short; docs/rules/vampire_queen.md is the law."""

from typing import Final

from hexdeck.text.game_words import Section
from hexdeck.text.sayings import N_

SECTIONS: Final = (
    Section(
        N_("The idea"),
        N_(
            "Get rid of your cards. What is left in your hand when somebody has none costs minus "
            "points, and the fewest win after five phases."
        ),
    ),
    Section(
        N_("The cards"),
        N_(
            "Vampires from 1 to 13, eight of each; four queens; and two slayers, 15 and 20, which "
            "everybody always sees. You hold 13 cards, fewer with nine or more players. Slayers come "
            "on top."
        ),
        cards=("3", "9", "13", "q", "slayer 15", "slayer 20"),
    ),
    Section(
        N_("Starting a round"),
        N_(
            "Play one vampire, or several of the same value. How many you play is how many everybody "
            "has to play in this round."
        ),
        cards=("6", "6", "6"),
    ),
    Section(
        N_("Following"),
        N_(
            "Everybody has exactly one turn. Play as many cards of one higher value, or pass. You may"
            " always pass."
        ),
        N_(
            "Whoever played highest starts the next round. The cards of the round go into the crypt "
            "and are out of the phase."
        ),
        cards=("8", "8", "8"),
    ),
    Section(
        N_("Queens"),
        N_(
            "Together with vampires a queen takes their value. Queens alone are worth 14, and nothing"
            " beats them."
        ),
        cards=("11", "11", "q"),
    ),
    Section(
        N_("Slayer round"),
        N_(
            "Whoever starts may lead a slayer. It is worth 0, and now nobody may pass: everybody "
            "plays exactly one vampire or queen. A queen is worth only 1 here."
        ),
        N_(
            "The highest card takes everything into hand, the slayer too; among equals it is the one "
            "played last. Whoever took it starts the next round, but not with the same slayer."
        ),
        cards=("slayer 15", "2", "q", "1"),
    ),
    Section(
        N_("Caught with the other slayer"),
        N_(
            "If the other slayer is all you have when a slayer round comes to you, you pass and take "
            "all the cards."
        ),
    ),
    Section(
        N_("The end of a phase"),
        N_(
            "When somebody has no card after a round, all others count: a vampire its value, a queen "
            "14, a slayer 15 or 20. Then all but the slayers are dealt anew, and the holder of slayer"
            " 20 starts."
        ),
    ),
    Section(
        N_("A tip"),
        N_(
            "Keep a low card for slayer rounds. Low cards go best in long sets, and a slayer leaves "
            "your hand only when you start."
        ),
    ),
)
