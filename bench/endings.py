"""Where a search should play instead of a network: rounds among networks, and what a search would choose.

Wherever the two differ, both choices are played on by networks from the true cards to the end of the round.
What the search's is worth more, in points over the mean of the others, is told for the choices that
`is_nearly_over` leaves to a search, for all others, and for a whole round of one player.

    python bench/endings.py vampire_queen --players 3 --rounds 200
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from hexdeck.ai.arena.estimates import Estimate, estimate
from hexdeck.ai.bots.net_bot import ITERATIONS, NetBot
from hexdeck.ai.bots.search_bot import SearchBot
from hexdeck.ai.coach.outlook import require_kernel
from hexdeck.ai.networks.fast_network import fast_network
from hexdeck.ai.tactics.suite import Walk
from hexdeck.core.cards import Action, Seat
from hexdeck.core.features import game_predicate
from hexdeck.core.registry import game_named

GAMES = ("voodoo_prince", "vampire_queen")  # those that have such a rule
PLAYOUTS = 8  # of each of the two choices
APART = 1_000_000  # deals of one seed from those of the next; the suites of tactics have the first ones


@dataclass(frozen=True)
class Difference:
    """A choice that a search would make otherwise."""

    nearly_over: bool
    gain: float


def differences(game: str, players: int, deal: int, iterations: int) -> Iterator[Difference]:
    """Of all choices of one round."""
    rng, rules = Random(deal), game_named(game)
    network, search = NetBot(game, fast_network(game), rng, "both"), SearchBot(game, iterations, rng)
    walk, is_nearly_over = Walk(rules, players, {}, deal), game_predicate(game, "is_nearly_over")
    ended = False
    while not ended:
        seat = walk.state.to_move()[0]
        view = rules.view(walk.state, seat)
        chosen = network.choose(view)
        if len(view.actions) > 1 and (other := search.choose(view)) != chosen:
            worths = [worth(game, walk.state, seat, action, deal) for action in (other, chosen)]
            yield Difference(is_nearly_over(view), worths[0] - worths[1])
        walk.act(seat, chosen)
        ended = walk.round_ended


def worth(game: str, law: Any, seat: Seat, action: Action, seed: int) -> float:
    """Points over the mean of the others at the end of the round, if networks go on after this."""
    kernel, foresight = require_kernel(game)
    state = kernel.State.of(law)
    state.apply(seat, action)
    before: list[int] = law.scores
    players = len(before)
    points, _ = foresight.futures_of(state, PLAYOUTS, seed, network=fast_network(game).network)
    means = [sum(points[at::players]) / PLAYOUTS for at in range(players)]
    gained: list[float] = [
        mean + now - was for mean, now, was in zip(means, state.scores, before, strict=True)
    ]
    return gained[seat] - (sum(gained) - gained[seat]) / (players - 1)


@dataclass(frozen=True)
class Row:
    players: int
    rounds: list[list[Difference]]

    def each(self, *, nearly_over: bool) -> list[float]:
        return [one.gain for found in self.rounds for one in found if one.nearly_over == nearly_over]

    @property
    def by_round(self) -> Estimate:
        """Of one player, if a search plays where little is left."""
        return estimate(
            [sum(one.gain for one in found if one.nearly_over) / self.players for found in self.rounds]
        )

    def cells(self) -> tuple[str, ...]:
        cells = [str(self.players), str(len(self.rounds))]
        for nearly_over in (True, False):
            gains = self.each(nearly_over=nearly_over)
            cells += [str(len(gains)), str(estimate(gains)) if gains else ""]
        return (*cells, str(self.by_round))

    def as_dict(self) -> dict[str, Any]:
        kinds = {"nearly_over": self.each(nearly_over=True), "elsewhere": self.each(nearly_over=False)}
        found = {
            name: {"choices": len(gains), "gain": estimate(gains).as_dict() if gains else None}
            for name, gains in kinds.items()
        }
        return {
            "players": self.players,
            "rounds": len(self.rounds),
            **found,
            "a_round": self.by_round.as_dict(),
        }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=GAMES, metavar="GAME", help=" or ".join(GAMES))
    parser.add_argument("--players", nargs="+", type=int, metavar="N", help="all counts if left out")
    parser.add_argument(
        "--rounds", type=int, default=100, metavar="K", help="for each count, 100 if left out"
    )
    parser.add_argument("--iterations", type=int, default=ITERATIONS, help=f"of the search, {ITERATIONS}")
    parser.add_argument("--seed", type=int, default=1, help="other deals")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    given = parser.parse_args()
    rows = []
    for players in given.players or game_named(given.game).players:
        deals = range(APART * given.seed, APART * given.seed + given.rounds)
        shown = track(deals, f"{players} players", console=Console(stderr=True), transient=True)
        rows.append(
            Row(players, [list(differences(given.game, players, deal, given.iterations)) for deal in shown])
        )
    if given.json:
        print(json.dumps({"game": given.game, "rows": [row.as_dict() for row in rows]}))
        return
    grid = Table(title="A search over a network where they choose otherwise, in points")
    for heading in ("players", "rounds", "little left", "gain", "elsewhere", "gain", "a round"):
        grid.add_column(heading, justify="right")
    for row in rows:
        grid.add_row(*row.cells())
    Console().print(grid)


if __name__ == "__main__":
    main()
