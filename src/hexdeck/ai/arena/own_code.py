"""Which code a bot of one's own consists of, as far as its name says: a change there makes it another bot."""

import hashlib
import os
import shutil
import sys
from collections.abc import Iterable
from importlib.machinery import PathFinder
from pathlib import Path

from hexdeck.ai.bots.finding import Named


def own_code(what: str) -> str:
    """A mark that changes with the files of a program or of a class's package, or with a network."""
    digest = hashlib.sha256(what.encode())
    for path in _files(Named("", what)):
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _files(bot: Named) -> Iterable[Path]:
    if bot.is_program:
        named = (shutil.which(word) or word for word in bot.command)
        return [path for path in map(Path, named) if path.is_file()]
    if bot.network is not None:
        return [bot.network]
    package = bot.what.partition(":")[0].partition(".")[0]
    spec = PathFinder.find_spec(package, [*sys.path, os.getcwd()])
    if spec is None:
        return []
    if spec.submodule_search_locations is None:
        return [Path(spec.origin)] if spec.origin and Path(spec.origin).is_file() else []
    return sorted(path for folder in spec.submodule_search_locations for path in Path(folder).rglob("*.py"))
