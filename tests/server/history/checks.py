"""What must be true of an evening, whatever has broken meanwhile.  Each check tells what it has found."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import Final, TypeAlias

from hexdeck.server.results.ratings import band
from hexdeck.server.store.documents import Document
from hexdeck.server.store.protocol import Rating
from hexdeck.server.tables.journal import MOST_REMEMBERED
from hexdeck.server.tables.results import rate
from server.history.notes import GONE, Asked, Notes, Seen, Told

MARGIN: Final = 0.1  # seconds between the clock of a house and ours
UNSTORED: Final = ("say", "rename", "make")  # kinds that are not stored with a table
PLAYING: Final = ("act", "undo", "start")  # kinds that write a line of the record
SHARES: Final = (1.0, 0.5, 0.25)  # of the first, second and third rated game of two people within a week

Marks: TypeAlias = Mapping[tuple[int, int | None], tuple[str, str]]  # of view and events, by version and seat
RatingKey: TypeAlias = tuple[str, str, str]  # who, game, band


@dataclass(frozen=True, slots=True)
class Row:
    """One change of a table, as it is stored."""

    code: str
    revision: int
    lines: int  # of the record, that it has added
    total: int
    version: int
    at: float
    who: str | None = None
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """Of one seat; `order` is that of the transactions."""

    code: str
    seat: int
    who: str
    game: str
    players: int
    score: int
    order: float


@dataclass
class Stored:
    """All that the database says in the end."""

    documents: dict[str, Document] = field(default_factory=dict)
    rows: dict[str, list[Row]] = field(default_factory=dict)  # by code, in their order
    results: list[Result] = field(default_factory=list)
    ratings: dict[RatingKey, Rating] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)  # of people, by id


def all_checks(notes: Notes, stored: Stored, games: Mapping[str, Marks]) -> list[str]:
    """`games` are replayed from what is stored."""
    rows = [row for own in stored.rows.values() for row in own]
    stories = notes.told.values()
    return [
        *commands_are_done_once(notes.asked, rows),
        *order_is_that_of_the_clients(notes.asked, rows),
        *rows_have_no_gap(stored.rows),
        *stories_have_no_gap(stories),
        *stories_agree_with_the_game(stories, games),
        *seats_are_their_own(stories, stored.documents),
        *nobody_sits_twice(stored.documents, notes.seen),
        *nothing_legal_was_refused(notes.asked, stored.rows),
        *tables_are_accounted_for(notes.asked, stored.documents),
        *names_are_the_last(notes.asked, stored.names),
        *results_are_those_of_the_games(stored.documents, stored.results),
        *ratings_add_up(stored.results, stored.ratings, stored.documents),
    ]


# Commands.


def commands_are_done_once(asked: Iterable[Asked], rows: Sequence[Row]) -> Iterator[str]:
    """Done: once; unknown: at most once; refused at the first try: not at all."""
    found: dict[tuple[str, str | None, str | None], list[Row]] = defaultdict(list)
    for row in rows:
        found[row.code, row.who, row.id].append(row)
    has_forgotten = {code for code, present in _counted(rows).items() if present >= MOST_REMEMBERED - 1}
    for one in asked:
        if one.kind in UNSTORED:
            continue
        stored = found[one.code, one.who, one.id]
        if len(stored) > 1:
            yield f"doubled: {_named(one)} is stored {len(stored)} times"
        elif one.outcome == "done" and not stored:
            if one.kind in PLAYING or one.code not in has_forgotten:
                yield f"lost: {_named(one)} was acknowledged and is not stored"
        elif one.outcome == "done" and stored[0].version != one.version:
            yield f"wrong: {_named(one)} was acknowledged at {one.version}, stored at {stored[0].version}"
        elif one.outcome == "refused" and one.tries == 1 and stored:
            yield f"done although refused: {_named(one)} ({one.reason})"


def _counted(rows: Iterable[Row]) -> Counter[str]:
    """Rows without a line, by table: the oldest of very many are forgotten."""
    return Counter(row.code for row in rows if not row.lines)


def order_is_that_of_the_clients(asked: Iterable[Asked], rows: Sequence[Row]) -> Iterator[str]:
    """What was answered before something else was asked for is stored before it."""
    known = {(one.code, one.who, one.id): one for one in asked}
    latest: dict[str, Asked] = {}  # of what is stored so far at a table, that which was asked for last
    for row in sorted(rows, key=lambda row: row.revision):
        one = known.get((row.code, row.who or "", row.id or ""))
        if one is None:
            continue
        before = latest.get(row.code)
        if before is not None and one.outcome == "done" and one.ended < before.begun:
            yield f"reordered: {_named(one)} was answered before {_named(before)} was asked for"
        if before is None or one.begun > before.begun:
            latest[row.code] = one


def nothing_legal_was_refused(asked: Iterable[Asked], rows: Mapping[str, Sequence[Row]]) -> Iterator[str]:
    """An action at the latest version: whoever refuses it has not looked."""
    for one in asked:
        if one.outcome != "refused" or one.known is None or not one.reason.startswith("action."):
            continue
        later = (row.at for row in rows.get(one.code, ()) if row.version > one.known)
        if one.tries == 1 and min(later, default=math.inf) > one.ended + MARGIN:
            yield f"refused although legal: {_named(one)} at {one.known} ({one.reason})"


def tables_are_accounted_for(asked: Iterable[Asked], documents: Mapping[str, Document]) -> Iterator[str]:
    """Every table that somebody was told of is there, and no more than were asked for."""
    makes = [one for one in asked if one.kind == "make"]
    made = {one.made for one in makes if one.outcome == "done"}
    rematches = Counter(document.rematch for document in documents.values() if document.rematch)
    yield from (f"lost: table {code} was made and is not stored" for code in made - documents.keys())
    yield from (f"doubled: {count} tables go on at {code}" for code, count in rematches.items() if count > 1)
    yield from (f"lost: rematch {code} is not stored" for code in rematches.keys() - documents.keys())
    for one in asked:
        found = documents[one.code].rematch if one.code in documents else None
        if one.kind == "rematch" and one.outcome == "done" and found != one.made:
            yield f"wrong: {_named(one)} leads to {one.made}, the table to {found}"
    strangers = documents.keys() - made - rematches.keys()
    possible = sum(one.tries for one in makes if one.outcome != "done") + sum(
        one.tries - 1 for one in makes if one.outcome == "done"
    )
    if len(strangers) > possible:
        yield f"doubled: {len(strangers)} tables that nobody was told of, {possible} can be"


def names_are_the_last(asked: Iterable[Asked], names: Mapping[str, str]) -> Iterator[str]:
    """The name that was acknowledged last, or one of which nobody knows: it may be kept at any time."""
    possible: dict[str, set[str]] = {}
    unknown: dict[str, set[str]] = defaultdict(set)
    for one in asked:  # each person's own, one after the other
        if one.kind == "rename":
            if one.outcome == "done":
                possible[one.who] = {one.id}
            else:
                unknown[one.who].add(one.id)
    for who, unsure in unknown.items():
        possible[who] = possible.get(who, set()) | unsure
    for who, chosen in possible.items():
        if names.get(who, "") not in chosen and who in names:
            yield f"lost: {who} is called {names[who]!r}, not {sorted(chosen)}"


def _named(one: Asked) -> str:
    return f"{one.kind} {one.id} of {one.who} at {one.code}"


# Tables and their stories.


def rows_have_no_gap(rows: Mapping[str, Sequence[Row]]) -> Iterator[str]:
    """Revisions follow one another, but for the oldest without a line; so do lines and versions."""
    for code, own in rows.items():
        may_forget = sum(not row.lines for row in own) >= MOST_REMEMBERED - 1
        total = 0
        for before, row in pairwise([Row(code, 0, 0, 0, 0, 0.0), *own]):
            if row.revision != before.revision + 1 and not may_forget:
                yield f"gap: {code} has revision {row.revision} after {before.revision}"
            total += row.lines
            if row.total != total:
                yield f"gap: {code} has {total} lines at revision {row.revision}, not {row.total}"
            if row.version < before.version:
                yield f"gap: {code} goes back to version {row.version} at revision {row.revision}"


def stories_have_no_gap(stories: Iterable[Sequence[Told]]) -> Iterator[str]:
    """To one client at one table: each step follows the one before, and no snapshot goes back."""
    for story in stories:
        version = 0
        for told in story:
            is_next = told.version == version + 1 if told.kind == "step" else told.version >= version
            if not is_next:
                yield f"gap: {told.who} at {told.code} heard {told.kind} {told.version} after {version}"
            version = told.version


def stories_agree_with_the_game(
    stories: Iterable[Sequence[Told]], games: Mapping[str, Marks]
) -> Iterator[str]:
    """Every view and every event is what that seat may see at that version, to the byte."""
    for story in stories:
        for told in story:
            game = games.get(told.code, {})
            if (told.version, None) not in game:
                yield f"lost: {told.who} at {told.code} was told version {told.version}, which is not stored"
            elif told.seat != GONE:
                view, events = game.get((told.version, told.seat), ("", ""))
                if told.view and told.view != view:
                    yield f"wrong view: {told.who} at {told.code}, version {told.version}, seat {told.seat}"
                if told.events and told.events != events:
                    yield f"wrong events: {told.who} at {told.code}, {told.version}, seat {told.seat}"


def seats_are_their_own(
    stories: Iterable[Sequence[Told]], documents: Mapping[str, Document]
) -> Iterator[str]:
    """Nobody sees a hand that was never theirs."""
    for story in stories:
        for seat in {told.seat for told in story} - {None, GONE}:
            told = story[0]
            if told.code not in documents or documents[told.code].past.get(told.who) != seat:
                yield f"leak: {told.who} was shown seat {seat} at {told.code}"


def nobody_sits_twice(documents: Mapping[str, Document], seen: Iterable[Seen]) -> Iterator[str]:
    for code, document in documents.items():
        for who, count in Counter(document.people()).items():
            if count > 1:
                yield f"doubled: {who} has {count} seats at {code}"
    for one in seen:
        people = Counter(name.partition(" ")[0] for name in one.names)
        yield from (
            f"doubled: {name} was seen on {n} seats at {one.code}" for name, n in people.items() if n > 1
        )


# Results.


def results_are_those_of_the_games(
    documents: Mapping[str, Document], results: Sequence[Result]
) -> Iterator[str]:
    """One for each seat of each game that is over, with its score; none for any other."""
    found: dict[str, dict[int, int]] = defaultdict(dict)
    for result in results:
        found[result.code][result.seat] = result.score
    for code, document in documents.items():
        scores = dict(enumerate(document.scores or ()))
        if found.pop(code, {}) != scores:
            yield f"wrong: results of {code} are not {scores}"
    yield from (f"wrong: results of {code}, which is no table" for code in found)


def ratings_add_up(
    results: Sequence[Result], ratings: Mapping[RatingKey, Rating], documents: Mapping[str, Document]
) -> Iterator[str]:
    """Each game is rated once, in the order of storing, and counts less the more often two people have met.

    The servers of a run count people of one network and newcomers like everybody else.
    """
    games: dict[str, list[Result]] = defaultdict(list)
    for result in sorted(results, key=lambda result: (result.order, result.code, result.seat)):
        games[result.code].append(result)
    known: dict[RatingKey, Rating] = {}
    rated: dict[str, set[str]] = defaultdict(set)  # codes of the rated games of each person
    for code, game in games.items():
        best: dict[str, int] = {}
        for one in game:  # of several bots of one level, the best
            best[one.who] = max(one.score, best.get(one.who, one.score))
        people = [one.who for one in documents[code].rated_people()] if code in documents else []
        met = max((len(rated[one] & rated[other]) for one, other in combinations(people, 2)), default=0)
        if len(best) > 1 and met < len(SHARES):
            kind = (game[0].game, band(game[0].players))
            before = {who: known[who, *kind] for who in best if (who, *kind) in known}
            known |= {(who, *kind): new for who, new in rate(best, before, SHARES[met]).items()}
            for who in best:
                rated[who].add(code)
    for key in known.keys() | ratings.keys():
        if not _is_same(known.get(key), ratings.get(key)):
            yield f"wrong rating: {key} is {ratings.get(key)}, and should be {known.get(key)}"


def _is_same(one: Rating | None, other: Rating | None) -> bool:
    if one is None or other is None:
        return one is other
    is_close = math.isclose(one.mu, other.mu) and math.isclose(one.sigma, other.sigma)
    return is_close and one.games == other.games
