"""What is counted in rounds of Voodoo Prince."""

from typing import Final

from hexdeck.ai.coach.stories import Fact, Story
from hexdeck.games.voodoo_prince.law.events import LeftOver, RoundLeft, TrickTaken
from hexdeck.text.sayings import N_


def takes_trick(story: Story) -> bool:
    """The first one that ends."""
    return bool(story.first(TrickTaken, "seat") == story.seat)


def splits(story: Story) -> bool:
    return any(one.seat == story.seat and one.tricks > 1 for one in story.all(TrickTaken))


def is_first_out(story: Story) -> bool:
    return bool(story.first(RoundLeft, "seat") == story.seat)


def is_left_over(story: Story) -> bool:
    return bool(story.first(LeftOver, "seat") == story.seat)


FACTS: Final = (
    Fact(N_("takes the trick in {n} of {of}"), takes_trick),
    Fact(N_("ends as the last one in, in {n} of {of}"), is_left_over, is_good=False),
    Fact(N_("leaves the round first in {n} of {of}"), is_first_out),
    Fact(N_("takes a trick that counts twice in {n} of {of}"), splits),
)
POINTS: Final = N_("brings {n} points in this round on average")
