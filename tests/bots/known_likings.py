"""What the networks that come with the house see and like in some views: written down, compared ever after.

Writes the file anew for networks that were trained anew:

    PYTHONPATH=src:tests python -m bots.known_likings
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from hexdeck.ai.bots.net_bot import network_for
from hexdeck.ai.networks.weights import has_network, weights_for
from hexdeck.core.chance import Stream
from hexdeck.core.feature_layout import Steps
from hexdeck.core.features import STYLES, features_for, next_choices
from hexdeck.core.game import AnyGame, Choice
from hexdeck.core.registry import GAMES

KNOWN: Final = Path(__file__).with_suffix(".json")
TRAINED: Final = sorted(game for game in GAMES if has_network(game))
GAMES_EACH: Final = 4
VIEWS_EACH: Final = 3


class Moment(NamedTuple):
    """A seat that has a choice, and what it has decided of it."""

    view: Any
    style: int
    decided: Steps
    choices: list[int]


def last_options(law: AnyGame) -> dict[str, Choice]:
    """Of each option the last choice, such as the Race to 20."""
    return {
        option.name: [choice for choice in option.choices if choice not in option.for_people][-1]
        for option in law.options
    }


def views(game: str, number: int, most: int) -> list[Any]:
    """What seats with a choice see in a random game; with an odd number, one with other options."""
    law = GAMES[game]
    rng, stream = Random(number), Stream(number.to_bytes(32, "big"))
    state = law.set_up(rng.choice(law.players), last_options(law) if number % 2 else {})
    found: list[Any] = []
    while not state.is_over and len(found) < most:
        if state.needs is not None:
            state.resolve(stream.supply(state.needs))
            continue
        seat = state.to_move()[0]
        actions = state.legal_actions(seat)
        if len(actions) > 1 and (not found or rng.random() < 0.2):
            found.append(law.view(state, seat))
        state.apply(seat, rng.choice(actions))
    return found


def moments(game: str) -> Iterator[Moment]:
    """The same ones every time."""
    features, outputs = features_for(game), weights_for(game).sizes[-1]
    likes_choices = outputs == features.LAYOUT.choices  # others say what a table is worth
    for number in range(GAMES_EACH):
        for at, view in enumerate(views(game, number, VIEWS_EACH)):
            ways = features.steps(view, view.actions)
            way = ways[number % len(ways)]
            decided = way[: number % len(way)]
            choices = next_choices(ways, decided) if likes_choices else list(range(outputs))
            yield Moment(view, at % len(STYLES), decided, choices)


def known(game: str) -> list[dict[str, list[Any]]]:
    network, features = network_for(game), features_for(game)
    return [
        {
            "features": features.features(moment.view, moment.style, moment.decided),
            "choices": moment.choices,
            "likings": network.likings(
                network.read(moment.view), moment.choices, moment.style, moment.decided
            ),
        }
        for moment in moments(game)
    ]


if __name__ == "__main__":
    written = {game: known(game) for game in TRAINED}
    KNOWN.write_text(json.dumps(written, separators=(",", ":")).replace("]},{", "]},\n{") + "\n")
