"""What the plain page of a table shows, in words."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from rich.text import Text

from hexdeck.core.game import View, winners
from hexdeck.core.registry import game_named
from hexdeck.locale import Language
from hexdeck.server.base.messages import Said, TableInfo, Welcome
from hexdeck.server.results.standing import Verdict
from hexdeck.server.web.plain.forms import PRESSED
from hexdeck.text import screens
from hexdeck.text.house_words import PHRASES, RATING_NOTES, STANDINGS, labels
from hexdeck.text.menu import Choice, Row
from hexdeck.text.screen import AnyScreen
from hexdeck.text.sentences import digits, fill

SOON: Final = 3  # seconds until the page looks again, while others are to move
LATER: Final = 15  # where there is something to press or type meanwhile
LOG_LINES: Final = 12
SAID_LINES: Final = 6


class Piece(NamedTuple):
    """Part of a line of choices; with a number, a button."""

    text: str
    number: str = ""
    value: str = ""  # what is sent when it is pressed


def screen_of(info: TableInfo, words: Language) -> AnyScreen:
    return screens.screen_of(info.game)([seat.name for seat in info.seats], words)


def table_facts(
    welcome: Welcome, view: View | None, events: Sequence[object], words: Language
) -> dict[str, Any]:
    """All that the template asks for about the table itself."""
    info = welcome.table
    screen, rules = screen_of(info, words), game_named(info.game)
    offers = [] if view is None else list(screen.offers(view))
    names = [rules.action_name(action) for action in offers]
    wants_dice = _wants_dice(view)
    is_turn = view is not None and view.seat is not None and view.seat in view.to_move
    is_over = info.status == "over"
    is_asked = bool(offers or info.asking or info.asked_back)
    is_busy = is_asked or wants_dice or (info.status == "gathering" and welcome.you.host)
    return {
        "info": info,
        "you": welcome.you,
        "rules": rules,
        "closed": is_over and info.scores is None,  # everybody has left
        "turn": turn_words(info, view, words) if view is not None and not is_over else "",
        "log": _log(screen, events),
        "lines": [] if view is None else _plain(screen.table(view)),
        "last": [] if view is None or is_over else _plain(screen.last(view)),
        "choices": [] if view is None or is_over else choice_groups(screen.menu(view), screen.width, names),
        "can_choose": bool(offers),
        "moment": screen.moment(view) if view is not None and offers else "",
        "wants_dice": wants_dice,
        "dice_letters": screen.faces(),
        "seat_names": [(seat, f"{seat + 1} {info.seats[seat].name}".strip()) for seat in range(info.players)],
        "places": _places(info),
        "refresh": 0 if is_turn or is_over else LATER if is_busy else SOON,
    }


def rating_note(info: TableInfo, verdict: Verdict | None, words: Language) -> str:
    """Return why the game counts less for ratings; nothing where it counts in full, or never could."""
    if verdict is None or verdict.reason is None:
        return ""
    names = ", ".join(info.seats[seat].name for seat in verdict.seats)
    note = "less" if verdict.reason == "repeated" and verdict.weight else verdict.reason
    return fill(
        words.label(RATING_NOTES, note),
        names=names,
        games=verdict.games,
        hours=digits(verdict.hours, "g"),
        share=f"{100 * verdict.weight:g}\u202f%",
    )


def said_lines(info: TableInfo, said: Sequence[Said], words: Language) -> list[str]:
    """The last ready phrases, the oldest first."""
    line, phrases = words._("{who}: {what}"), labels(words, PHRASES)
    return [fill(line, who=info.seats[one.seat].name, what=phrases[one.phrase]) for one in said[-SAID_LINES:]]


def turn_words(info: TableInfo, view: View, words: Language) -> str:
    """Whose turn it is."""
    if _wants_dice(view):
        return words.label(STANDINGS, "rolling")
    if view.seat is not None and view.seat in view.to_move:
        return words._("It is your turn.")
    names = ", ".join(info.seats[seat].name for seat in view.to_move)
    return fill(words.label(STANDINGS, "waiting"), who=names)


def _wants_dice(view: View | None) -> bool:
    """Somebody must roll real dice."""
    return view is not None and not view.to_move and not view.is_over


def _log(screen: AnyScreen, events: Sequence[object]) -> list[str]:
    return _plain([line for event in events for line in screen.happened(event)])[-LOG_LINES:]


def _places(info: TableInfo) -> list[tuple[bool, str, int]]:
    """Whether they won, name and points, the best first."""
    scores = info.scores or []
    best = winners(scores) if scores else ()
    order = sorted(range(len(scores)), key=lambda seat: -scores[seat])
    return [(seat in best, info.seats[seat].name, scores[seat]) for seat in order]


def _plain(lines: Iterable[Text]) -> list[str]:
    return [line.plain for line in lines]


def choice_groups(menu: Sequence[Row], width: int, names: Sequence[str]) -> list[list[Piece]]:
    """Each row with its buttons; rows of text that follow one another are one."""
    groups: list[list[Piece]] = []
    for row in menu:
        if row.choices:
            groups.append([piece for run in row.runs() if (piece := _piece(run, names)).text.strip()])
            continue
        text = "\n".join(_plain(row.lines(width)))
        if groups and not any(piece.number for piece in groups[-1]):
            groups[-1] = [Piece(f"{groups[-1][0].text}\n{text}")]
        else:
            groups.append([Piece(text)])
    return groups


def _piece(run: str | Choice, names: Sequence[str]) -> Piece:
    if isinstance(run, Choice):
        return Piece(run.label.plain, str(run.number), f"{PRESSED}{names[run.number - 1]}")
    return Piece(run)
