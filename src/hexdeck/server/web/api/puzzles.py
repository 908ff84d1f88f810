"""Puzzles over the API: what is shown of one, and what somebody's choice is worth once they have made it."""

from typing import Annotated, Any, Final

from msgspec import Meta, Struct
from msgspec.json import Decoder
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hexdeck.ai.bots.names import BOT_NAMES
from hexdeck.ai.puzzles.many import answered
from hexdeck.ai.puzzles.puzzle import LEVELS, Counted, Puzzle, Valued, puzzle_named, puzzles_of, view_of
from hexdeck.core.cards import Action
from hexdeck.core.errors import IllegalAction, NameUnknown
from hexdeck.core.registry import game_named
from hexdeck.server.web.requests import body, guarded, house_of, json, read, requester, while_connected
from hexdeck.text.wire import wire


class PuzzleAnswer(Struct, forbid_unknown_fields=True):
    action: Annotated[str, Meta(max_length=200)]


class ListedPuzzle(Struct):
    id: str
    level: int  # its step on the ladder
    players: int
    stage: str  # early, middle or late in its game


class PuzzleList(Struct):
    """The puzzles of a game, the easiest first."""

    game: str
    levels: int  # steps of the ladder, from 1
    puzzles: list[ListedPuzzle]


class ShownPuzzle(Struct):
    """What its seat sees: a view as in /api/protocol.json."""

    id: str
    game: str
    level: int
    stage: str
    players: int
    seat: int
    names: list[str]  # to call the seats by
    view: Any


class PuzzleVerdict(Struct):
    """What was chosen, what is best, and what all choices are worth."""

    right: bool
    chosen: str
    best: str
    tempting: str  # what players who get it wrong choose most often
    found: float  # how often novice and casual players find it, from 0 to 1
    worlds: int  # in which the choices were tried
    legal: int  # choices that there are; of very many, some were tried, and yours
    choices: list[Valued]  # the best first
    reasons: list[Counted]  # what sets the best apart from the tempting one


async def puzzles(request: Request) -> Response:
    """Every puzzle of a game, the easiest first."""
    game = _game(request)
    listed = [
        ListedPuzzle(one.id, one.level, view_of(game, one).players, one.stage) for one in puzzles_of(game)
    ]
    return json(PuzzleList(game, LEVELS[-1], listed))


async def puzzle(request: Request) -> Response:
    """One puzzle as its seat sees it, without the answer."""
    game, found = _puzzle(request)
    view = view_of(game, found)
    assert view.seat is not None, "somebody has to choose"
    shown = wire(game).view(view)
    names = list(BOT_NAMES[: view.players])
    return json(ShownPuzzle(found.id, game, found.level, found.stage, view.players, view.seat, names, shown))


async def solve_puzzle(request: Request) -> Response:
    """Whether a choice is the best one, or as good, and what every choice is worth."""
    game, found = _puzzle(request)
    answer = read(Decoder(PuzzleAnswer).decode, await body(request))
    action, legal = _named(game, answer.action), view_of(game, found).actions
    if action not in legal:
        raise IllegalAction(
            "{action} cannot be chosen here: choose one of the actions of the view", action=answer.action[:80]
        )
    chosen = found.valued(answer.action) or await _tried(request, game, found, action)
    others = [one for one in found.choices if one != chosen]
    return json(
        PuzzleVerdict(
            chosen.is_right,
            chosen.action,
            found.best.action,
            found.tempting,
            found.found,
            found.worlds,
            len(legal),
            sorted([chosen, *others], key=lambda one: (one.action != found.best.action, one.behind)),
            list(found.reasons),
        )
    )


async def _tried(request: Request, game: str, puzzle: Puzzle, action: Action) -> Valued:
    """Compare a choice that was not compared yet, in a turn of the person who asks."""
    key, asked_by = (game, puzzle.id, action), requester(request, table=puzzle.id)
    answer = house_of(request).puzzles.ask(key, asked_by, answered, game, puzzle, action)
    return await while_connected(request, answer)


def _named(game: str, name: str) -> Action | None:
    try:
        return game_named(game).action_named(name)
    except NameUnknown:
        return None


def _game(request: Request) -> str:
    """Its name, or NameUnknown."""
    return game_named(request.path_params["game"][:40]).name


def _puzzle(request: Request) -> tuple[str, Puzzle]:
    game = _game(request)
    return game, puzzle_named(game, request.path_params["id"])


ROUTES: Final = [
    Route("/api/puzzles/{game}", guarded(puzzles)),
    Route("/api/puzzles/{game}/{id}", guarded(puzzle)),
    Route("/api/puzzles/{game}/{id}", guarded(solve_puzzle), methods=["POST"]),
]
