"""The commands, from play to bench: what each takes, and which part of the house carries it out."""

import argparse
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final, TypeAlias
from warnings import simplefilter

from hexdeck import __version__
from hexdeck.ai.arena import arguments as playing
from hexdeck.ai.bots import BOTS
from hexdeck.ai.coach import review_arguments as reviewing
from hexdeck.ai.puzzles import arguments as puzzling
from hexdeck.ai.tactics import arguments as solving
from hexdeck.core.chance import SEED_BYTES
from hexdeck.core.errors import GameError, SetupRefused, visible
from hexdeck.core.game import Choice
from hexdeck.core.game_files import findings
from hexdeck.core.registry import GAMES, game_named
from hexdeck.kernel import MISSING, NotCompiled, search_module
from hexdeck.locale import LANGUAGES, Language, language, users_language
from hexdeck.server.base.settings import settings
from hexdeck.server.run import arguments as serving
from hexdeck.server.store.sqlite_copies import backup
from hexdeck.terminal import replay_command, verify_command
from hexdeck.terminal.start import Wish, play
from hexdeck.text.console import PIPE_BROKE, Console, make_streams_safe, stop_printing
from hexdeck.text.house_words import HAS_OWN_MESSAGE, told

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

SPEAKING: Final = (
    "play, replay and whatever is refused speak English, German, French and Italian: by --language, else by\n"
    "the first of the environment variables HEXDECK_LANGUAGE, LC_ALL, LC_MESSAGES and LANG that is set\n"
    "(de, fr_CH.UTF-8, ...)."
)
DONE, REFUSED, FAILED, STOPPED = 0, 2, 1, 130  # exit codes


def main(arguments: Sequence[str] | None = None) -> int:
    make_streams_safe()
    words = users_language()
    try:
        try:
            options = parser().parse_args(arguments)
            words = _words_for_refusals(options)
            if options.run in PLAYING and search_module() is None:
                print(f"hexdeck: {MISSING}", file=sys.stderr)
                simplefilter("ignore", NotCompiled)
            return int(options.run(options))
        finally:
            sys.stdout.flush()
    except GameError as error:
        return _refused(_told(error, words))
    except BrokenPipeError:
        stop_printing()
        return PIPE_BROKE
    except OSError as error:
        reason = ": ".join(map(str, filter(None, (error.filename, error.strerror or error))))
        status = _refused(visible(reason))
        stop_printing()
        return status
    except KeyboardInterrupt:
        return STOPPED


def _refused(reason: str) -> int:
    print(f"hexdeck: {reason}", file=sys.stderr)
    return REFUSED


def _words_for_refusals(options: argparse.Namespace) -> Language:
    """English for whoever asks for JSON: that is a program."""
    return _words("en" if getattr(options, "json", False) else getattr(options, "language", None))


def _told(error: GameError, words: Language) -> str:
    """Why not; what has no sentence of its own in this language is told by its kind, and then in English."""
    exact = visible(str(error))
    if words.code == "en":
        return exact
    return told(words, error) if error.code in HAS_OWN_MESSAGE else f"{told(words, error)} ({exact})"


def _play(options: argparse.Namespace) -> int:
    wish = Wish(
        game=options.game,
        players=options.players,
        people=[name.strip() for name in options.people.split(",")] if options.people else (),
        bots=options.bots,
        bot_seconds=options.bot_seconds,
        options=_table_options(options.game, options.option),
        seed=_seed(options.seed),
        record=options.record,
        resume=options.resume if isinstance(options.resume, Path) else None,
        resume_newest=options.resume is True,
        quick=options.quick,
    )
    play(wish, Console(), _words(options.language))
    return DONE


def _words(code: str | None) -> Language:
    return language(code) if code else users_language()


def _replay(options: argparse.Namespace) -> int:
    replay_command.run(options, _words(options.language))
    return DONE


def _verify(options: argparse.Namespace) -> int:
    return verify_command.run(options.files, as_json=options.json)


def _simulate(options: argparse.Namespace) -> int:
    import_module("hexdeck.ai.arena.simulate_command").run(
        options, _table_options(options.game, options.option)
    )
    return DONE


def _arena(options: argparse.Namespace) -> int:
    import_module("hexdeck.ai.arena.command").arena(options, _table_options(options.game, options.option))
    return DONE


def _tactics(options: argparse.Namespace) -> int:
    import_module("hexdeck.ai.tactics.command").tactics(options)
    return DONE


def _review(options: argparse.Namespace) -> int:
    import_module("hexdeck.ai.coach.review_command").run(options)
    return DONE


def _puzzles(options: argparse.Namespace) -> int:
    _puzzles_command().solve(options, _words(options.language))
    return DONE


def _make_puzzles(options: argparse.Namespace) -> int:
    _puzzles_command().make(options)
    return DONE


def _check_puzzles(options: argparse.Namespace) -> int:
    return FAILED if _puzzles_command().check(options) else DONE


def _puzzles_command() -> ModuleType:
    return import_module("hexdeck.terminal.puzzles_command")


def _serve(options: argparse.Namespace) -> int:
    with suppress(KeyboardInterrupt):  # the usual way to close a house
        import_module("hexdeck.server.run.serve").serve(options)
    return DONE


def _think(options: argparse.Namespace) -> int:
    import_module("hexdeck.server.run.worker").think(options)
    return DONE


def _backup(options: argparse.Namespace) -> int:
    chosen = settings({"data": options.data, "database": options.database})
    tables = backup(import_module("hexdeck.server.store.choice").file_of(chosen), options.file)
    print(f"{options.file}: {tables} tables, every game and every person")
    return DONE


def _migrate(options: argparse.Namespace) -> int:
    import_module("hexdeck.server.run.caretaker").migrate(options)
    return DONE


def _copy(options: argparse.Namespace) -> int:
    import_module("hexdeck.server.run.caretaker").copy(options)
    return DONE


def _house(options: argparse.Namespace) -> int:
    return int(import_module("hexdeck.server.run.caretaker").run(options))


def _games(options: argparse.Namespace) -> int:
    del options
    for game in GAMES.values():
        print(f"{game.name:<16}{game.title}, {game.players[0]} to {game.players[-1]} players")
    return DONE


def _check_game(options: argparse.Namespace) -> int:
    if not options.name.isidentifier():
        raise SetupRefused(
            "“{name}” cannot name a game: write letters and underscores, like {example}",
            name=options.name,
            example="high_card",
        )
    found = list(findings(options.name))
    wanting = [one for one in found if one.lack and not one.file.optional]
    print("\n".join([options.name, *(one.line() for one in found)]))
    print(f"{len(wanting)} to write" if wanting else "nothing is missing")
    return FAILED if wanting else DONE


def _bench(options: argparse.Namespace) -> int:
    """The benchmarks stand beside `src` in the repository and are not installed."""
    repository = Path(__file__).parents[2]
    if not (repository / "bench" / "engine.py").exists():
        raise SetupRefused(
            "the benchmarks are not installed with the package: get the repository and run make bench in it"
        )
    sys.path[:0] = [str(repository), str(repository / "tests")]  # where PostgreSQL and Redis are started
    bench = import_module(f"bench.{options.what}")
    more = {"in_memory": options.in_memory, "sockets": options.sockets} if options.what == "server" else {}
    bench.run(as_json=options.json, plot=options.plot, quick=options.quick, **more)
    return DONE


def _train(options: argparse.Namespace) -> int:
    names = ("folder", "minutes", "recipe", "imitate", "keep", "first", "opponents")
    wanted = {name: getattr(options, name) for name in names}
    _trainer("training.command").run(options.game, **wanted)
    return DONE


def _exploit(options: argparse.Namespace) -> int:
    wanted = {name: getattr(options, name) for name in ("folder", "minutes", "recipe", "network")}
    _trainer("training.exploit").run(options.game, **wanted)
    return DONE


def _trainer(name: str) -> ModuleType:
    """A part of the trainer, which stands beside `src` too and needs PyTorch."""
    repository = Path(__file__).parents[2]
    if not (repository / "training" / "command.py").exists():
        raise SetupRefused("networks are not trained by the installed package: get the repository")
    sys.path.insert(0, str(repository))
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise SetupRefused(
            "training needs {module}: install it with {command}",
            module=error.name,
            command="pip install 'hexdeck[train]'",
        ) from None


def _table_options(game: str | None, given: Sequence[str]) -> dict[str, Choice]:
    """`rounds=3` and the like, in the type the game wants."""
    if given and game is None:
        raise SetupRefused(
            "options belong to a game: name it first, like {example}",
            example="hexdeck play voodoo_prince -o rounds=3",
        )
    chosen: dict[str, Choice] = {}
    for text in given:
        name, _, choice = text.partition("=")
        known = {str(value): value for option in game_named(game or "").options for value in option.choices}
        chosen[name] = known.get(choice, choice)
    return chosen


def _seed(text: str | None) -> bytes | None:
    if text is None:
        return None
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise SetupRefused("“{text}” is no seed: write {n} hexadecimal digits", text=text, n=2 * SEED_BYTES)
    return seed


PLAYING = (_play, _simulate, _arena, _tactics, _serve, _think)  # where bots may search


def parser() -> argparse.ArgumentParser:
    whole = argparse.ArgumentParser(
        prog="hexdeck",
        description=f"A table for card games: {_listed([game.title for game in GAMES.values()])}.",
        epilog="Start with: hexdeck play\n\n" + SPEAKING,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    whole.add_argument("--version", action="version", version=f"hexdeck {__version__}")
    commands = whole.add_subparsers(required=True, metavar="COMMAND")
    _add_play(commands)
    _add_replay(commands)
    _add_verify(commands)
    _add_simulate(commands)
    _add_arena(commands)
    _add_tactics(commands)
    _add_review(commands)
    _add_puzzles(commands)
    _add_serve(commands)
    _add_think(commands)
    _add_backup(commands)
    _add_migrate(commands)
    _add_copy(commands)
    _add_house(commands)
    _add_games(commands)
    _add_bench(commands)
    _add_train(commands)
    _add_exploit(commands)
    return whole


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _add(commands: Commands, name: str, about: str, examples: str) -> argparse.ArgumentParser:
    return commands.add_parser(
        name,
        help=about,
        description=about[0].upper() + about[1:] + ".",
        epilog=f"examples:\n{examples}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def _add_play(commands: Commands) -> None:
    parser = _add(
        commands,
        "play",
        "play in the terminal against bots",
        "  hexdeck play\n"
        "  hexdeck play voodoo_prince --players 3\n"
        "  hexdeck play vampire_queen --players 6 -o phases=2 --language de\n"
        "  hexdeck play voodoo --people Marie,Beatrice,Luca -o mode=table\n"
        "  hexdeck play skull_queen --players 3 --bots club,my_bots:Careful\n"
        "  hexdeck play --resume\n\n" + playing.NAMING,
    )
    parser.add_argument("game", nargs="?", choices=GAMES, metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--players", type=int, metavar="N", help="seats at the table, yours included")
    parser.add_argument(
        "--people",
        metavar="NAMES",
        help="who sits at this keyboard: Marie against bots, or Marie,Beatrice,Luca among themselves",
    )
    parser.add_argument(
        "--bots",
        default="casual",
        metavar="BOTS",
        help="who fills the other seats, one for all or one for each: " + ", ".join(BOTS),
    )
    playing.add_bot_seconds(parser)
    _add_option(parser)
    parser.add_argument(
        "--quick", action="store_true", help="no waiting after a move, to take it back, nor after a round"
    )
    parser.add_argument("--seed", metavar="HEX", help="64 digits: the same cards again")
    parser.add_argument("--record", type=Path, metavar="FILE", help="where to keep the game")
    parser.add_argument(
        "--resume",
        nargs="?",
        type=Path,
        const=True,
        metavar="FILE",
        help="go on with FILE, or with the last game",
    )
    parser.add_argument(
        "--language", choices=LANGUAGES, help=f"{', '.join(LANGUAGES)}, instead of what your environment says"
    )
    parser.set_defaults(run=_play)


def _add_replay(commands: Commands) -> None:
    parser = _add(commands, "replay", replay_command.ABOUT, replay_command.EXAMPLES)
    replay_command.add_arguments(parser)
    parser.set_defaults(run=_replay)


def _add_verify(commands: Commands) -> None:
    parser = _add(commands, "verify", verify_command.ABOUT, verify_command.EXAMPLES)
    verify_command.add_arguments(parser)
    parser.set_defaults(run=_verify)


def _add_simulate(commands: Commands) -> None:
    parser = _add(commands, "simulate", playing.SIMULATE_ABOUT, playing.SIMULATE_EXAMPLES)
    playing.add_simulate_arguments(parser)
    _add_option(parser)
    parser.set_defaults(run=_simulate)


def _add_arena(commands: Commands) -> None:
    parser = _add(commands, "arena", playing.ABOUT, playing.EXAMPLES)
    playing.add_arguments(parser)
    _add_option(parser)
    parser.set_defaults(run=_arena)


def _add_tactics(commands: Commands) -> None:
    parser = _add(commands, "tactics", solving.ABOUT, solving.EXAMPLES)
    solving.add_arguments(parser)
    parser.set_defaults(run=_tactics)


def _add_review(commands: Commands) -> None:
    parser = _add(commands, "review", reviewing.ABOUT, reviewing.EXAMPLES)
    reviewing.add_arguments(parser)
    parser.set_defaults(run=_review)


def _add_puzzles(commands: Commands) -> None:
    parser = _add(commands, "puzzles", puzzling.ABOUT, puzzling.EXAMPLES)
    puzzling.add_solving(parser)
    parser.set_defaults(run=_puzzles, game=None)
    ways = parser.add_subparsers(metavar="GAME, make or check")
    for game in GAMES.values():
        one = ways.add_parser(game.name, help=game.title)
        puzzling.add_solving(one, argparse.SUPPRESS)
        one.set_defaults(game=game.name)
    making = _add(ways, "make", puzzling.MAKE_ABOUT, puzzling.MAKE_EXAMPLES)
    puzzling.add_making(making)
    making.set_defaults(run=_make_puzzles)
    checking = _add(ways, "check", puzzling.CHECK_ABOUT, puzzling.CHECK_EXAMPLES)
    puzzling.add_checking(checking)
    checking.set_defaults(run=_check_puzzles)


def _add_serve(commands: Commands) -> None:
    parser = _add(commands, "serve", serving.ABOUT, serving.EXAMPLES)
    serving.add_arguments(parser)
    parser.set_defaults(run=_serve)


def _add_think(commands: Commands) -> None:
    parser = _add(commands, "think", serving.THINK_ABOUT, serving.THINK_EXAMPLES)
    serving.add_think_arguments(parser)
    parser.set_defaults(run=_think)


def _add_backup(commands: Commands) -> None:
    parser = _add(
        commands,
        "backup",
        "copy everything the house keeps, also while it is open",
        "  hexdeck backup monday.sqlite3\n  hexdeck backup /media/stick/hexdeck.sqlite3 --data /srv/hexdeck",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a new file")
    serving.add_place(parser)
    parser.set_defaults(run=_backup)


def _add_migrate(commands: Commands) -> None:
    parser = _add(
        commands,
        "migrate",
        "bring what an older version keeps up to date, as opening the house does",
        "  hexdeck migrate\n  hexdeck migrate --database postgresql://hexdeck@localhost/hexdeck",
    )
    serving.add_place(parser)
    parser.set_defaults(run=_migrate)


def _add_copy(commands: Commands) -> None:
    parser = _add(
        commands,
        "copy",
        "copy a closed house from a folder into a database, or back",
        "  hexdeck copy sqlite:/srv/hexdeck postgresql://hexdeck@localhost/hexdeck\n"
        "  hexdeck copy postgresql://hexdeck@localhost/hexdeck sqlite:/srv/hexdeck",
    )
    parser.add_argument("source", metavar="FROM", help="sqlite:PATH or postgresql://user@host/name")
    parser.add_argument("target", metavar="TO", help="the same; nothing may be kept there yet")
    parser.set_defaults(run=_copy)


def _add_house(commands: Commands) -> None:
    parser = _add(commands, "house", serving.HOUSE_ABOUT, serving.HOUSE_EXAMPLES)
    serving.add_house_arguments(parser)
    parser.set_defaults(run=_house)


def _add_games(commands: Commands) -> None:
    parser = _add(
        commands,
        "games",
        "list the games, or say what a half-made one still lacks",
        "  hexdeck games\n  hexdeck games check high_card",
    )
    parser.set_defaults(run=_games)
    check = parser.add_subparsers(metavar="check").add_parser("check", help="every file of a game")
    check.add_argument("name", metavar="NAME", help="of its folder in games/")
    check.set_defaults(run=_check_game)


def _add_bench(commands: Commands) -> None:
    parser = _add(
        commands,
        "bench",
        "measure how fast the engine, the environments, the server and the browser app are",
        "  hexdeck bench engine --json --plot engine.svg\n  hexdeck bench rl\n"
        "  hexdeck bench server\n  hexdeck bench web",
    )
    parser.add_argument(
        "what", choices=["engine", "rl", "server", "web"], metavar="WHAT", help="engine, rl, server or web"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="an SVG, instead of one in bench/results")
    parser.add_argument("--quick", action="store_true", help="seconds instead of minutes, and rough figures")
    parser.add_argument("--in-memory", action="store_true", help="server: also without waiting for a disk")
    parser.add_argument("--sockets", action="store_true", help="server: also what thousands of sockets cost")
    parser.set_defaults(run=_bench)


def _add_train(commands: Commands) -> None:
    parser = _add(
        commands,
        "train",
        "let a network teach itself a game",
        "  hexdeck train voodoo_prince --folder runs/prince --imitate 300000 --minutes 5\n"
        "  hexdeck train voodoo_prince --folder runs/prince --minutes 5 --keep",
    )
    parser.add_argument("game", metavar="GAME", help="one that has a recipe in training/")
    parser.add_argument("--folder", type=Path, required=True, help="where it is kept, and goes on from")
    parser.add_argument("--minutes", type=float, default=5.0, help="of this slice (5)")
    parser.add_argument("--recipe", type=Path, metavar="FILE", help="TOML, instead of the game's own")
    parser.add_argument(
        "--from",
        dest="first",
        type=Path,
        metavar="NETWORK",
        help="begin a new folder with what another training has made, like runs/prince/network.safetensors",
    )
    parser.add_argument(
        "--opponent",
        dest="opponents",
        action="append",
        default=[],
        type=Path,
        metavar="NETWORK",
        help="one that has studied a network, as a rival: runs/exploit/opponent.safetensors; may be repeated",
    )
    parser.add_argument(
        "--imitate",
        type=int,
        default=0,
        metavar="CHOICES",
        help="first record so many choices of search and learn them, for a rival; goes on where it stopped",
    )
    parser.add_argument(
        "--keep",
        action="store_true",
        help="put the weights where bots look for them, and what was there into --folder",
    )
    parser.set_defaults(run=_train)


def _add_exploit(commands: Commands) -> None:
    parser = _add(
        commands,
        "exploit",
        "let an opponent learn to beat a game's network, which stays as it is",
        "  hexdeck exploit voodoo_prince --folder runs/exploit --minutes 10\n"
        "  hexdeck exploit voodoo_prince --network runs/prince/network.safetensors --folder runs/mine",
    )
    parser.add_argument("game", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--folder", type=Path, required=True, help="where it is kept, and goes on from")
    parser.add_argument("--minutes", type=float, default=10.0, help="that it learns in all (10)")
    parser.add_argument(
        "--network", type=Path, metavar="FILE", help="to beat, instead of the one that comes with the house"
    )
    parser.add_argument("--recipe", type=Path, metavar="FILE", help="TOML, instead of the game's own")
    parser.set_defaults(run=_exploit)


def _add_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        *("-o", "--option"),
        action="append",
        default=[],
        metavar="NAME=CHOICE",
        help="a rule to choose, like rounds=3",
    )


if __name__ == "__main__":
    sys.exit(main())
