"""`hexdeck simulate`: many games among bots, summed up and kept."""

import argparse
import json
import sys
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import IO

from rich.table import Table as Grid

from hexdeck.ai.arena.grids import show_faults
from hexdeck.ai.arena.seeds import keep_memory_private, new_secret, promise
from hexdeck.ai.arena.simulate import Plan, PlayedGame, Summary, new_plan, simulate
from hexdeck.ai.bots import split_names
from hexdeck.core.errors import SetupRefused
from hexdeck.core.game import Options
from hexdeck.core.record_file import write_whole
from hexdeck.core.registry import game_named
from hexdeck.text.console import Console, with_progress
from hexdeck.text.sentences import digits


def run(given: argparse.Namespace, options: Options) -> None:
    game = game_named(given.game)
    players = game.players[0] if given.players is None else given.players
    plan = new_plan(game, players, given.seed or 0, split_names(given.bots), options, given.bot_seconds)
    if plan.own and given.seed is None:
        plan = replace(plan, seed=_committed())
    played = simulate(plan, given.games, given.workers)
    if given.records:
        _check_folder(plan, given.games, given.records)
    summary = Summary(plan)
    with ExitStack() as stack:
        output = stack.enter_context(_new_file(given.output)) if given.output else None
        for one in with_progress(played, game.title, given.games):
            summary.add(one)
            if output:
                print(one.line(plan), file=output)
            if given.records:
                _keep(one, _record_path(plan, one.number, given.records))
    print(json.dumps(summary.as_dict())) if given.json else _show(summary)


def _committed() -> str:
    """Return a secret seed that the summary reveals."""
    keep_memory_private()
    secret = new_secret()
    print(f"hexdeck: the games follow from a secret seed; its SHA-256 is {promise(secret)}", file=sys.stderr)
    return secret


def _new_file(path: Path) -> IO[str]:
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        return path.open("x", encoding="utf-8", newline="\n")
    except FileExistsError:
        raise SetupRefused(
            "the file {path} exists already: choose another for these games", path=path
        ) from None


def _record_path(plan: Plan, number: int, folder: Path) -> Path:
    mark = plan.seed if isinstance(plan.seed, int) else promise(plan.seed)[:12]  # bots could read a name
    return folder / f"{plan.game}-{len(plan.bots)}p-{mark}-{number}.hexdeck"


def _check_folder(plan: Plan, games: int, folder: Path) -> None:
    """Nothing is played if it could not be kept."""
    for number in range(games):
        path = _record_path(plan, number, folder)
        if path.exists() and not path.read_bytes().startswith(plan.header(number).text().encode()):
            raise _another_game(path)


def _keep(played: PlayedGame, path: Path) -> None:
    """The same game may be there already."""
    if not path.exists():
        write_whole(path, played.record)
    elif path.read_bytes() != played.record.encode():
        raise _another_game(path)


def _another_game(path: Path) -> SetupRefused:
    return SetupRefused(
        "the file {path} is another game and stays as it is: choose another folder or --seed", path=path
    )


def _show(summary: Summary) -> None:
    facts, plan = summary.as_dict(), summary.plan
    grid = Grid(title=f"{summary.games} games of {game_named(plan.game).title} with {len(plan.bots)} players")
    for heading in ("seat", "bot", "mean points", "95 %", "sd", "win share", "95 %"):
        grid.add_column(heading, justify="left" if heading == "bot" else "right")
    for seat, kind in enumerate(plan.bots):
        grid.add_row(
            str(seat),
            kind,
            digits(facts["mean_points"][seat], ".2f"),
            _ends(facts["points_95"][seat], ".1f"),
            _ends([facts["sd_points"][seat]], ".2f"),
            f"{facts['win_share'][seat]:.1%}",
            _ends(facts["win_share_95"][seat], ".0%"),
        )
    console = Console()
    console.print(grid)
    for name, mean in facts["facts"].items():
        console.print(f"{name}: {mean}")
    console.print(f"{facts['actions_per_second']} actions per second")
    console.print(f"seed {plan.seed}", soft_wrap=True)
    show_faults(summary.faults, console)


def _ends(numbers: list[float | None] | None, form: str) -> str:
    """`3.4 to 5.0`; nothing where one game says nothing about others."""
    return " to ".join(digits(number, form) for number in numbers or [] if number is not None)
