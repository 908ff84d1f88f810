"""`hexdeck arena`: who is stronger, and how sure are we?"""

import argparse
import json
import sys
import time
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from hexdeck.ai.arena import workers
from hexdeck.ai.arena.chunks import Finished
from hexdeck.ai.arena.grids import show
from hexdeck.ai.arena.report import check_folder, write_report
from hexdeck.ai.arena.results import Results
from hexdeck.ai.arena.seeds import keep_memory_private, new_secret, promise
from hexdeck.ai.arena.settings import Settings, new_settings
from hexdeck.ai.arena.store import Store, usual_path
from hexdeck.core.errors import SetupRefused
from hexdeck.core.game import Options
from hexdeck.core.registry import game_named
from hexdeck.text.console import Console


@dataclass(slots=True)
class Run:
    """What this run did, apart from what was there before."""

    stored: int
    computed: int = 0
    seconds: float = 0.0
    workers: set[str] = field(default_factory=set)

    def as_dict(self) -> dict[str, object]:
        return {
            "stored": self.stored,
            "computed": self.computed,
            "seconds": round(self.seconds, 3),
            "workers": len(self.workers),
        }


def arena(given: argparse.Namespace, options: Options) -> None:
    """Play what is missing, then show all of it."""
    _check_counts(given.deals, given.workers)
    settings = new_settings(
        *(given.game, given.bots),
        players=given.players,
        options=options,
        against=given.against,
        seed=given.seed,
        seconds=given.bot_seconds,
    )
    if given.report:
        check_folder(given.report)
    with Store.open(given.resume or usual_path(settings), settings) as store:
        run = _play_missing(store, given)
        results = Results.of(settings, store.first(given.deals), store.seeds(given.deals))
        _show(results, run, store.path, given)


def _check_counts(deals: int, workers: int | None) -> None:
    if deals < 1:
        raise SetupRefused("{n} deals cannot be played: ask for 1 or more", n=deals)
    if workers is not None and workers < 1:
        raise SetupRefused("{n} workers play nothing: ask for 1 or more", n=workers)


def _play_missing(store: Store, given: argparse.Namespace) -> Run:
    missing = store.missing(given.deals)
    run = Run(stored=given.deals - len(missing))
    started = time.perf_counter()
    settings = _committed(store) if missing else store.settings
    try:
        with (
            _progress(store.settings) as progress,
            closing(_played(settings, missing, given)) as played,
        ):
            task = progress.add_task("", total=given.deals, completed=run.stored)
            for finished in played:
                store.add(finished.match)
                run.computed += 1
                run.workers.add(finished.by)
                progress.advance(task)
    except KeyboardInterrupt:
        kept = store.on_disk(given.deals)
        print(f"hexdeck: stopped; {kept} of {given.deals} deals are kept in {store.path}", file=sys.stderr)
        print("hexdeck: the same command goes on from there", file=sys.stderr)
        raise
    finally:  # no bot is left that could use it
        if settings is not store.settings:
            store.reveal(str(settings.seed))
    run.seconds = time.perf_counter() - started
    return run


def _committed(store: Store) -> Settings:
    """Return the settings with a secret seed of this run, to which it is committed, where none was chosen."""
    if store.settings.seed is not None:
        return store.settings
    keep_memory_private()
    secret = new_secret()
    store.commit(promise(secret))
    print(f"hexdeck: the deals follow from a secret seed; its SHA-256 is {promise(secret)}", file=sys.stderr)
    return replace(store.settings, seed=secret)


def _played(settings: Settings, deals: list[int], given: argparse.Namespace) -> Generator[Finished]:
    if not deals:
        return
    if given.ray is None:
        yield from workers.play_deals(settings, deals, given.workers or workers.usual_workers())
        return
    cluster = import_module("hexdeck.ai.arena.cluster")  # Ray is slow to import, and optional
    yield from cluster.play_deals(settings, deals, given.ray or None)


def _progress(settings: Settings) -> Progress:
    title = game_named(settings.game).title
    columns = (
        TextColumn(title),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("deals"),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    return Progress(
        *columns, console=console, transient=True, speed_estimate_period=300, disable=not console.is_terminal
    )


def _show(results: Results, run: Run, path: Path, given: argparse.Namespace) -> None:
    page = write_report(results, given.report) if given.report else None
    whole = results.as_dict() | {"run": run.as_dict(), "file": str(path), "report": page and str(page)}
    if given.json:
        print(json.dumps(whole))
        return
    console = Console()
    show(results, console)
    console.print(f"{run.computed} deals played now, {run.stored} before; all in {path}", soft_wrap=True)
    if page:
        console.print(f"report: {page}", soft_wrap=True)
