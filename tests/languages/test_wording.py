"""Whole games in all four languages: every line of the terminal and of the plain pages is read."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from golden.stories import NAMES, PLAYED
from hexdeck.core.registry import GAMES
from hexdeck.games.voodoo.law.cards import FIRST_ARTEFACT, is_permanent, the_cards
from hexdeck.games.voodoo.law.events import (
    ActDone,
    ArtefactUsed,
    Called,
    CallJudged,
    CurseCast,
    CurseEnded,
    CurseHandedOver,
    Drew,
    PermanentDrawn,
    StartingCursesDealt,
)
from hexdeck.locale import LANGUAGES, language
from hexdeck.text.screens import screen_of
from languages.faults import faults
from laws.games import FACTS, Case, choosers, random_game

STEPS = 300  # of a game; most are over before


def story(game: str, players: int, options: dict[str, int | str]) -> Iterator[tuple[list[Any], list[Any]]]:
    """What a spectator and whoever may act see, and what everybody hears, step by step."""
    case = Case(GAMES[game], FACTS[game], players, options)
    for state, _step in islice(random_game(case, 5), STEPS):
        views = [case.game.view(state, seat) for seat in (None, *choosers(state, players)[:2])]
        yield views, [event for seat in (None, 0) for event in case.game.events(state, seat)]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(("game", "players", "options"), PLAYED)
def test_every_line_of_a_whole_game_reads_well(
    game: str, players: int, options: dict[str, int | str], code: str
) -> None:
    screen = screen_of(game)(NAMES[:players], language(code))
    lines = set[str]()
    for views, events in story(game, players, options):
        for view in views:
            shown = [*screen.table(view), *screen.last(view)]
            shown += screen.choices(view) if view.seat is not None else []
            lines |= {line.plain for line in shown}
            lines.add(screen.moment(view))
        lines |= {line.plain for event in events for line in screen.happened(event)}
    assert len(lines) > 50
    assert {line: found for line in lines if (found := faults(line, code))} == {}


def card_events() -> Iterator[Any]:
    """Everything that can be told of each card of Voodoo."""
    cards = the_cards()
    curses = range(len(cards.curses))
    permanents = [card for card in range(FIRST_ARTEFACT) if is_permanent(card)]
    artefacts = range(FIRST_ARTEFACT, FIRST_ARTEFACT + len(cards.artefacts))
    for card in (*curses, *permanents):
        yield from (
            ActDone(0, card),
            Called(0, card, 1),
            CallJudged(0, card, 1, True),
            CallJudged(0, card, 1, False),
        )
    for card in curses:
        yield from (CurseCast(0, card, (1,)), CurseCast(0, card, (1, 2)), CurseHandedOver(card, 1, 2))
        yield from (CurseEnded(card), Drew(0, "curses", card), StartingCursesDealt((card, None, None)))
    yield from (PermanentDrawn(0, card) for card in permanents)
    for card in artefacts:
        yield from (Drew(0, "artefacts", card), ArtefactUsed(0, card))


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_card_of_voodoo_is_told_well(code: str) -> None:
    screen = screen_of("voodoo")(NAMES[:3], language(code))
    lines = {line.plain for event in card_events() for line in screen.happened(event)}
    assert len(lines) > 300
    assert {line: found for line in lines if (found := faults(line, code))} == {}


@pytest.mark.parametrize(
    ("text", "code", "found"),
    [
        ("Leo: Who Lives in the Oak?. Knock", "en", ["two marks"]),
        ("Everybody is dealt a curse..", "en", ["two marks"]),
        ("“Who?”! Jon", "en", ["two marks"]),
        ("now -30", "en", ["a hyphen for a minus"]),
        ("{who}: pass", "en", ["a hole"]),
        ("une reine (q) 14", "fr", ["a raw name"]),
        ("Ada: slayer 15", "de", ["English: slayer"]),
        ("Ada : encore !", "fr", ["a space that can break"]),
        ("Ada: “Who Lives in the Oak?”: broken", "en", []),
        ("Ada\u00a0: −15 points\u202f!", "fr", []),
    ],
)
def test_faults_are_found(text: str, code: str, found: list[str]) -> None:
    assert faults(text, code) == found
