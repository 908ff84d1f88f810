"""`hexdeck tactics`: which bots find what is plainly right?"""

import argparse
import json

from rich.table import Table as Grid

from hexdeck.ai.arena.grids import show_faults
from hexdeck.ai.bots import check_bot, check_seconds, find
from hexdeck.ai.external_bots.faults import Faults, summed
from hexdeck.ai.networks.weights import has_network
from hexdeck.ai.tactics.suite import Suite, suite_for
from hexdeck.ai.tactics.trial import Answer, answers
from hexdeck.text.console import Console, with_progress


def tactics(given: argparse.Namespace) -> None:
    suite = suite_for(given.game)
    bots = given.bots or ["heuristic", "ismcts-1000", *(["net"] if has_network(given.game) else [])]
    for bot in bots:
        check_bot(bot, given.game, options=suite.options)
    seconds = check_seconds(given.bot_seconds)
    asked = ((bot, answer) for bot in bots for answer in answers(suite, bot, seconds))
    results: dict[str, list[Answer]] = {find(bot).label: [] for bot in bots}
    for bot, answer in with_progress(asked, suite.game.title, len(bots) * len(suite.tactics)):
        results[find(bot).label].append(answer)
    print(json.dumps(as_dict(suite, results))) if given.json else _show(suite, results)


def as_dict(suite: Suite, results: dict[str, list[Answer]]) -> dict[str, object]:
    return {
        "game": suite.game.name,
        "positions": len(suite.tactics),
        "bots": {
            bot: {
                "found": sum(answer.is_right for answer in given),
                "themes": {theme: _found(given, theme) for theme in suite.themes},
                "missed": [answer.as_dict() for answer in given if not answer.is_right],
            }
            for bot, given in results.items()
        },
        "faults": [one.as_dict() for one in _faults(results)],
    }


def _faults(results: dict[str, list[Answer]]) -> tuple[Faults, ...]:
    return summed(one for given in results.values() for answer in given for one in answer.faults)


def _found(given: list[Answer], theme: str) -> dict[str, int]:
    about = [answer for answer in given if answer.tactic.theme == theme]
    return {"found": sum(answer.is_right for answer in about), "all": len(about)}


def _show(suite: Suite, results: dict[str, list[Answer]]) -> None:
    grid = Grid(title=f"{len(suite.tactics)} positions of {suite.game.title}", show_footer=True)
    grid.add_column("what it is about", footer="all")
    grid.add_column("of", footer=str(len(suite.tactics)), justify="right")
    for bot, given in results.items():
        grid.add_column(bot, footer=str(sum(answer.is_right for answer in given)), justify="right")
    for theme in suite.themes:
        found = [_found(given, theme) for given in results.values()]
        grid.add_row(theme, str(found[0]["all"]), *(str(one["found"]) for one in found))
    console = Console()
    console.print(grid)
    show_faults(_faults(results), console)
