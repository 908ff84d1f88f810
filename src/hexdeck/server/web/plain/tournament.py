"""Tournaments without script: made and joined by forms, with the way to one's table and the standings."""

from collections.abc import Awaitable, Callable
from typing import Any, Final, get_args

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from hexdeck.core.registry import GAMES
from hexdeck.server.base import messages as protocol
from hexdeck.server.tournaments.admission import LONGEST_WORD
from hexdeck.server.tournaments.director import Entry
from hexdeck.server.tournaments.documents import Admission, System
from hexdeck.server.tournaments.presenter import TournamentLook
from hexdeck.server.web.addresses import base_url
from hexdeck.server.web.api.tournaments import (
    Admit,
    ChangeEntry,
    NewTournament,
    RemoveEntrant,
    StandIn,
    answer_request,
    asked_for,
    join_as,
    look_of,
    made_by,
)
from hexdeck.server.web.plain import forms
from hexdeck.server.web.plain.forms import Form
from hexdeck.server.web.plain.page import LOOK_SECONDS, SEE_OTHER, own_form, page, shown, spoken
from hexdeck.server.web.requests import house_of, known_or_new, read, remember
from hexdeck.text.sentences import digits


async def tournament(request: Request) -> Response:
    house, found, who = house_of(request), await asked_for(request), await known_or_new(request)
    seen = await look_of(house, found, who)
    return await shown(
        request,
        who,
        "tournament.html",
        look=seen,
        url=f"{base_url(house.settings, request)}/tournament/{found.code}",
        name=(await house.people.profile(who)).name,
        titles={name: game.title for name, game in GAMES.items()},
        decimal=lambda number: digits(round(number, 1), "g"),
        **_facts(seen),
    )


def _facts(seen: TournamentLook) -> dict[str, Any]:
    """What the template asks for besides the look itself."""
    running = next((one for one in seen.played if not one.over), None)
    takes_part = seen.you.number is not None and not seen.you.left
    is_known = takes_part or seen.you.left or seen.you.host
    waits = (takes_part and seen.you.table is None and seen.status != "over") or seen.you.asking
    playing = [seat for table in running.tables if not table.over for seat in table.seats] if running else []
    return {
        "entrants": {one.number: one for one in seen.entrants},
        "running": running,
        "takes_part": takes_part,
        "asks_word": seen.admission == "word" and (seen.you.removed or not is_known),
        "removable": [
            one
            for one in seen.entrants
            if seen.you.host and not one.removed and one.number != seen.you.number
        ],
        "is_ranked": any(one.over for one in seen.played),
        "playing": [one for one in seen.entrants if one.number in playing],
        "wait": None if seen.next_at is None else max(0, round(seen.next_at - seen.now)),
        "refresh": LOOK_SECONDS if waits else 0,
    }


async def make(request: Request) -> Response:
    """With one game, whose options are as usual."""
    form, who = await own_form(request)
    level = forms.level(form)
    fields = {
        "name": form.get("name", "").strip(),
        "games": [{"game": forms.one_of(form, "game", GAMES), "players": forms.number(form, "players")}],
        "rounds": forms.number(form, "rounds"),
        "system": forms.one_of(form, "system", get_args(System)),
        "level": level or None,
        "pace": forms.one_of(form, "pace", get_args(protocol.Pace)),
        "join": "join" in form,
        **_entry(form),
    }
    wish = read(lambda _: msgspec.convert(fields, NewTournament), b"")
    made = await made_by(request, who, wish)
    return remember(request, RedirectResponse(f"/tournament/{made.code}/plain", SEE_OTHER), who)


def _entry(form: Form) -> dict[str, Any]:
    """Who may take part; the word stays as it is where the field is empty."""
    limit = form.get("limit", "")
    return {
        "admission": forms.one_of(form, "admission", get_args(Admission)),
        **({"word": word} if (word := form.get("word", "").strip()) else {}),
        **({} if limit == "usual" else {"limit": None if limit == "none" else forms.number(form, "limit")}),
    }


async def act(request: Request) -> Response:
    """One form of the tournament's page."""
    form, who = await own_form(request)
    found = await asked_for(request)
    await _DOES[forms.one_of(form, "do", _DOES)](request, found.code, who, form)
    return remember(request, RedirectResponse(f"/tournament/{found.code}/plain", SEE_OTHER), who)


async def _join(request: Request, code: str, who: str, form: Form) -> None:
    """Whoever says a name is kept, with the language of the page."""
    name, words = form.get("name", "").strip(), await spoken(request, who)
    await join_as(
        request, code, who, name or None, form.get("word", "").strip()[:LONGEST_WORD] or None, words.code
    )


async def _leave(request: Request, code: str, who: str, _: Form) -> None:
    await house_of(request).tournaments.leave(code, who)


async def _admit(request: Request, code: str, who: str, form: Form) -> None:
    fields = {
        "number": forms.number(form, "number"),
        "welcome": forms.one_of(form, "welcome", ("yes", "no")) == "yes",
    }
    wish = read(lambda _: msgspec.convert(fields, Admit), b"")
    await answer_request(house_of(request), code, who, wish)


async def _admit_all(request: Request, code: str, who: str, _: Form) -> None:
    await house_of(request).tournaments.admit(code, who, None)


async def _remove(request: Request, code: str, who: str, form: Form) -> None:
    fields = {"number": forms.number(form, "number"), "network": "network" in form}
    wish = read(lambda _: msgspec.convert(fields, RemoveEntrant), b"")
    await house_of(request).tournaments.remove(code, who, wish.number, network=wish.network)


async def _change_entry(request: Request, code: str, who: str, form: Form) -> None:
    wish = read(lambda _: msgspec.convert(_entry(form), ChangeEntry), b"")
    entry = Entry(wish.admission, wish.word, wish.limit)
    await house_of(request).tournaments.change(code, who, entry)


async def _start(request: Request, code: str, who: str, _: Form) -> None:
    await house_of(request).tournaments.start(code, who)


async def _next(request: Request, code: str, who: str, _: Form) -> None:
    await house_of(request).tournaments.next_round(code, who)


async def _stand_in(request: Request, code: str, who: str, form: Form) -> None:
    wish = read(lambda _: msgspec.convert({"number": forms.number(form, "number")}, StandIn), b"")
    await house_of(request).tournaments.stand_in(code, who, wish.number)


async def _end(request: Request, code: str, who: str, _: Form) -> None:
    await house_of(request).tournaments.end(code, who)


_DOES: Final[dict[str, Callable[[Request, str, str, Form], Awaitable[None]]]] = {
    "join": _join,
    "leave": _leave,
    "admit": _admit,
    "admit-all": _admit_all,
    "remove": _remove,
    "entry": _change_entry,
    "start": _start,
    "next": _next,
    "stand-in": _stand_in,
    "end": _end,
}
ROUTES: Final = [
    Route("/plain/tournament", page(make), methods=["POST"]),
    Route("/tournament/{code}/plain", page(tournament)),
    Route("/tournament/{code}/plain", page(act), methods=["POST"]),
]
