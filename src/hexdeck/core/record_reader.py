"""Records read back: any text gives a record, checked move by move, or RecordRefused with its line."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hexdeck.core.chance import number_named
from hexdeck.core.errors import ChanceRefused, GameError, RecordRefused, UndoRefused
from hexdeck.core.game import AnyGame, Choice
from hexdeck.core.record import (
    FORMAT,
    Acted,
    Advised,
    Chanced,
    Course,
    Header,
    Player,
    Record,
    Step,
    TakenBack,
    check_salt,
    result_line,
    step_word,
)
from hexdeck.core.registry import game_named

MANY_GAMES: Final = ".jsonl"  # how the name of a file with a game a line ends
_HEX_64: Final = re.compile(r"[0-9a-f]{64}")


def load(path: Path) -> Record:
    """The record in a file, or RecordRefused."""
    return _decoded(path.read_bytes())


def _decoded(raw: bytes) -> Record:
    try:
        return read(raw.decode())
    except UnicodeDecodeError as error:
        reason = RecordRefused("this is not text, so no record: choose a .hexdeck file")
        raise _in_line(raw[: error.start].count(b"\n") + 1, reason) from None


def _in_line(line: int, reason: GameError) -> RecordRefused:
    return RecordRefused("line {line}: {reason}", line=line, reason=reason)


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game in a file, not read yet."""

    name: str  # the file, and in a file of many games the line: games.jsonl:17
    raw: bytes
    line: int | None = None  # in a file of many games

    def record(self) -> Record:
        """The game, or RecordRefused."""
        if self.line is None:
            return _decoded(self.raw)
        try:
            return read(str(json.loads(self.raw)["record"]))
        except (ValueError, KeyError, TypeError, RecursionError):
            reason = RecordRefused("this is no game: a JSON object is wanted, with the record under “record”")
            raise _in_line(self.line, reason) from None
        except RecordRefused as error:
            raise _in_line(self.line, RecordRefused("in its record, {reason}", reason=error)) from error


def stored_games(path: Path) -> Iterator[StoredGame]:
    """Every game in a file: one in a .hexdeck file, one a line in a .jsonl file."""
    if path.suffix != MANY_GAMES:
        yield StoredGame(str(path), path.read_bytes())
        return
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            if line.strip():
                yield StoredGame(f"{path}:{number}", line, number)


def read(text: str) -> Record:
    """The record that `text` is; a last line without its end is kept apart as `torn`."""
    *lines, torn = text.split("\n")
    reader = _Reader(lines)
    header = reader.header()
    record = Record(header, seed=header.seed, torn=torn or None)
    reader.fill(record)
    return record


class _Reader:
    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._at = 0  # how many have been read, so the number of the line in hand
        self._older = 0  # the version it was played by, where today's rules may lead elsewhere
        self._game: AnyGame

    def header(self) -> Header:
        if self._next() != FORMAT:
            raise self._refusal(
                RecordRefused(
                    "a record begins with “{format}”: this is none, or of another version", format=FORMAT
                )
            )
        game = self._read_game()
        options = dict(self._option(game, text) for text in self._fields("option"))
        players = [self._player(seat, text) for seat, text in enumerate(self._fields("player"))]
        committed = self._hex(self._field("commitment"))
        salts = [self._salt(text) for text in self._fields("salt")]
        seeds = [bytes.fromhex(self._hex(text)) for text in self._fields("seed")]
        if len(seeds) > 1 or self._next() != "":
            raise self._refusal(
                RecordRefused("an empty line is wanted here, between the header and the game")
            )
        with self._line():
            game.set_up(len(players), options)
            complete = game.complete(options)
        return Header(
            game,
            tuple(players),
            complete,
            committed,
            tuple(salts),
            seed=seeds[0] if seeds else None,
            older=self._older or None,
        )

    def fill(self, record: Record) -> None:
        """Read the steps and the end into `record`."""
        course = Course(record.header)
        while self._at < len(self._lines):
            line = self._next()
            with self._line():
                if record.result is not None:
                    self._read_seed(record, line)
                elif line.startswith("result "):
                    record.result = self._result(course, line)
                else:
                    step = read_step(course, line)
                    course.take(step)
                    record.steps.append(step)
        if record.header.older and record.result is None:
            self._at += 1
            raise self._refusal(RecordRefused("the game ends here and is not over: {due}", due=_due(course)))

    def _result(self, course: Course, line: str) -> tuple[int, ...]:
        if not course.state.is_over:
            raise RecordRefused("the game is not over here, so there is no result: {due}", due=_due(course))
        scores = tuple(course.state.scores)
        if line != result_line(scores):
            raise RecordRefused("the result of these moves is {scores}", scores=" ".join(map(str, scores)))
        return scores

    def _read_seed(self, record: Record, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word != "seed" or record.seed is not None:
            raise RecordRefused("nothing is wanted after the result, or one seed if the header has none")
        record.seed = bytes.fromhex(self._hex(rest))

    def _read_game(self) -> AnyGame:
        name, _, version = self._field("game").partition(" ")
        with self._line():
            game = game_named(name)
            if not 1 <= number_named(version) <= game.version:
                raise RecordRefused(
                    "version {version} of {title} is not known: we play {ours}",
                    version=version,
                    title=game.title,
                    ours=game.version,
                )
        if int(version) != game.version:
            self._game, self._older = game, int(version)
        return game

    def _option(self, game: AnyGame, text: str) -> tuple[str, Choice]:
        name, _, choice = text.partition(" ")
        with self._line():
            for option in game.options:
                if option.name == name and choice in map(str, option.choices):
                    return name, next(known for known in option.choices if str(known) == choice)
            game.complete({name: choice})
        raise AssertionError("complete() refuses what is not among the choices")

    def _player(self, seat: int, text: str) -> Player:
        number, kind, name = (*text.split(" ", 2), "", "")[:3]
        if number != str(seat):
            raise self._refusal(
                RecordRefused(
                    "player {seat} is wanted here, not “{number}”: seats are numbered from 0",
                    seat=seat,
                    number=number,
                )
            )
        with self._line():
            return Player(name, kind)

    def _salt(self, text: str) -> str:
        with self._line():
            check_salt(text)
        return text

    def _hex(self, text: str) -> str:
        if not _HEX_64.fullmatch(text):
            raise self._refusal(RecordRefused("“{text}” are not 64 hexadecimal digits", text=text))
        return text

    def _field(self, word: str) -> str:
        line = self._next()
        if not line.startswith(f"{word} "):
            raise self._refusal(
                RecordRefused("a line “{word}” is wanted here, not “{there}”", word=word, there=line)
            )
        return line.removeprefix(f"{word} ")

    def _fields(self, word: str) -> Iterator[str]:
        while self._at < len(self._lines) and self._lines[self._at].startswith(f"{word} "):
            yield self._field(word)

    def _next(self) -> str:
        if self._at == len(self._lines):
            self._at += 1
            raise self._refusal(RecordRefused("the record ends here: it was cut off too early"))
        self._at += 1
        return self._lines[self._at - 1]

    @contextmanager
    def _line(self) -> Iterator[None]:
        """Whatever is refused inside is refused as this line of the record."""
        try:
            yield
        except GameError as error:
            if isinstance(error, RecordRefused) and error.line is not None:
                raise
            raise self._refusal(error) from error

    def _refusal(self, reason: GameError) -> RecordRefused:
        if self._older:
            reason = RecordRefused(
                "{reason}; it was played by version {version} of {title}, we play {ours}",
                reason=reason,
                version=self._older,
                title=self._game.title,
                ours=self._game.version,
            )
        return _in_line(self._at, reason)


def read_step(course: Course, line: str) -> Step:
    """The step that a line of a record means at this point of the game, not checked yet; or a GameError."""
    word, _, rest = line.partition(" ")
    if word in ("chance", "rolled"):
        what, _, outcome = rest.partition(" ")
        needs = course.state.needs
        if needs is None or needs.what != what or word != step_word(needs):
            raise ChanceRefused(
                "no {word} “{what}” is due here: {due}", word=word, what=what, due=_due(course)
            )
        return Chanced(needs, course.game.outcome_named(needs, outcome))
    if word == "undo":
        return _taken_back(rest)
    if word == "advice":
        return Advised(number_named(rest))
    return Acted(number_named(word), course.game.action_named(rest))


def _taken_back(text: str) -> TakenBack:
    seat, is_agreed, count = text.partition(" agreed ")
    if not is_agreed:
        return TakenBack(number_named(seat))
    if number_named(count) == 0:
        raise UndoRefused("nothing is taken back by that line: leave it out")
    return TakenBack(number_named(seat), number_named(count))


def _due(course: Course) -> GameError:
    if course.state.is_over:
        return RecordRefused("the game is over")
    if course.state.needs is not None:
        return RecordRefused("the {what} comes next", what=course.state.needs.what)
    return RecordRefused("seat {seat} is to move", seat=course.state.to_move()[0])
