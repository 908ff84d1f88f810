"""High Card in short."""

from typing import Final

from hexdeck.text.game_words import Section
from hexdeck.text.sayings import N_

SECTIONS: Final = (
    Section(
        N_("The idea"), N_("Lay your cards face down, one at a time. The highest takes the trick, a point.")
    ),
    Section(N_("The end"), N_("After the last round the most points win. Equal players share the win.")),
)
