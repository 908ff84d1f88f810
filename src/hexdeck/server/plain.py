"""Pages without script: forms made from the same legal list, for text browsers and old machines.

They know a table only by what every client is told, and send the same commands.
"""

from collections.abc import Callable, Mapping
from importlib import resources
from typing import Any, Final
from urllib.parse import parse_qsl

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from hexdeck.bots.levels import LEVELS
from hexdeck.cards import Action
from hexdeck.errors import GameError, NameUnknown
from hexdeck.games import GAMES
from hexdeck.locale import LANGUAGES, Language, language
from hexdeck.record import TakenBack
from hexdeck.server import protocol
from hexdeck.server.identity import new_token
from hexdeck.server.live_table import LiveTable
from hexdeck.server.protocol import Ack, Command, TableInfo
from hexdeck.server.refusals import IdentityRefused, MessageRefused
from hexdeck.server.requests import (
    Endpoint,
    address,
    body,
    house_of,
    is_same_origin,
    known_or_new,
    read,
    remember,
    set_cookie,
    who_at,
)
from hexdeck.tui.screen import Screen
from hexdeck.tui.screens import SCREENS

BUTTONS: Final = 60  # choices that get a button each; more are typed
REFRESH: Final = 3  # seconds, while others are to move
SEE_OTHER: Final = 303

_PAGES: Final = Environment(
    loader=PackageLoader("hexdeck.server"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
)
Form = Mapping[str, str]


def page(endpoint: Endpoint) -> Endpoint:
    """An endpoint whose refusals are shown as a page."""

    async def answer(request: Request) -> Response:
        try:
            if request.method == "POST" and not is_same_origin(request):
                raise IdentityRefused("this page is not ours: open the house itself")
            return await endpoint(request)
        except GameError as error:
            who = known_or_new(request)
            return _shown(request, who, "refused.html", 400, message=str(error))

    return answer


async def home(request: Request) -> Response:
    house, who = house_of(request), known_or_new(request)
    return _shown(
        request,
        who,
        "home.html",
        games=GAMES.values(),
        levels=list(LEVELS),
        profile=house.people.profile(who),
        languages=LANGUAGES,
        pictures=protocol.PICTURES,
        tables=[document for document in house.people.tables(who) if document.status != "over"],
    )


async def play(request: Request) -> Response:
    form, who = await _form(request)
    house = house_of(request)
    document = house.new_document(who, form.get("game", ""), _number(form, "players"), {}, pace="instant")
    if form.get("with") == "people":
        return await _gone_to(request, who, await house.new_table(document))
    for seat in document.open_seats():
        document.put_bot(seat, _one_of(form, "level", list(LEVELS)))
    return await _gone_to(request, who, await house.new_game(document))


async def join(request: Request) -> Response:
    form, who = await _form(request)
    return await _gone_to(request, who, house_of(request).table_for(form.get("code", ""), address(request)))


async def change_me(request: Request) -> Response:
    form, who = await _form(request)
    people = house_of(request).people
    profile = people.profile(who)
    profile.name = form.get("name", "").strip() or profile.name
    profile.picture = _one_of(form, "picture", protocol.PICTURES)
    profile.language = _one_of(form, "language", list(LANGUAGES))
    await people.change(profile)
    return remember(request, RedirectResponse("/plain", SEE_OTHER), who)


async def table(request: Request) -> Response:
    live = house_of(request).table_for(request.path_params["code"], address(request))
    return await _table_page(request, live, who_at(live, request))


async def act(request: Request) -> Response:
    """One form of the table's page: a command like any other."""
    form, who = await _form(request)
    live = house_of(request).table_for(request.path_params["code"], address(request))
    command = await _command(request, live, who, form)
    answer = await live.command(who, command)
    if isinstance(answer, Ack):
        code = answer.code if isinstance(answer.code, str) and form.get("do") == "rematch" else live.code
        return remember(request, RedirectResponse(f"/t/{code}/plain", SEE_OTHER), who)
    return await _table_page(request, live, who, refused=answer.message)


async def move(request: Request) -> Response:
    return _shown(request, known_or_new(request), "move.html")


async def moved(request: Request) -> Response:
    form, _ = await _form(request)
    who, path = await house_of(request).moved(form.get("secret", ""), address(request))
    response = RedirectResponse(path, SEE_OTHER)
    set_cookie(request, response, who)
    return response


async def style(request: Request) -> Response:
    del request
    text = resources.files("hexdeck.server").joinpath("templates", "plain.css").read_text()
    return Response(text, media_type="text/css")


async def _table_page(request: Request, live: LiveTable, who: str, refused: str = "") -> Response:
    welcome, view = await live.look(who)
    info, words = welcome.table, _words(request, who)
    screen = _screen(info, words)
    offers = [] if view is None else list(screen.offers(view))
    is_waiting = info.status != "over" and not (view is not None and view.seat in view.to_move)
    return _shown(
        request,
        who,
        "table.html",
        info=info,
        you=welcome.you,
        refused=refused,
        refresh=REFRESH if is_waiting and not refused else 0,
        log=_log(screen, words, info, await live.recent_events(who)),
        lines=[] if view is None else _plain(screen.table(view)),
        choices=_plain(screen.choices(view)) if offers else [],
        offers=[live.document.rules.action_name(action) for action in offers[:BUTTONS]],
        more=len(offers) > BUTTONS,
        moment=screen.moment(view) if offers else "",
        waits_for_dice=live.table is not None and live.table.waits_for_dice,
        levels=list(LEVELS),
        form_id=new_token(),
    )


def _log(screen: Screen, words: Language, info: TableInfo, events: list[Any]) -> list[str]:
    lines: list[str] = []
    for event in events:
        if isinstance(event, TakenBack):
            name = info.seats[event.seat].name
            lines.append(words._("{who}: the last choice is taken back").format(who=name))
        else:
            lines += _plain(screen.happened(event))
    return lines[-12:]


async def _command(request: Request, live: LiveTable, who: str, form: Form) -> Command:
    """The command that a form stands for."""
    name = form.get("id", "")[:64] or new_token()
    match form.get("do"):
        case "act":
            return protocol.Act(name, await _meant(request, live, who, form))
        case "roll":
            screen = _screen((await live.look(who))[0].table, _words(request, who))
            return protocol.Roll(name, screen.rolled(form.get("text", "").strip().lower()))
        case "sit":
            return protocol.Sit(name, _number(form, "seat"))
        case "fill":
            return protocol.Fill(name, _one_of(form, "level", list(LEVELS)))  # type: ignore[arg-type]
        case "remove":
            return protocol.Remove(name, _number(form, "seat"))
        case "say":
            return protocol.Say(name, _one_of(form, "phrase", protocol.PHRASES))  # type: ignore[arg-type]
        case "undo" | "stand" | "start" | "reclaim" | "rematch" as word:
            return _SIMPLE[word](name)
    raise MessageRefused("this form is not ours: go back to the table and use its buttons")


_SIMPLE: Final[dict[str, Callable[[str], Command]]] = {
    "undo": protocol.Undo,
    "stand": protocol.Stand,
    "start": protocol.Start,
    "reclaim": protocol.Reclaim,
    "rematch": protocol.Rematch,
}


async def _meant(request: Request, live: LiveTable, who: str, form: Form) -> str:
    """The name of the action that was pressed or typed: its number, its name or the game's own shorthand."""
    welcome, view = await live.look(who)
    text = form.get("choice", "").strip().lower()
    screen = _screen(welcome.table, _words(request, who))
    rules = live.document.rules
    offers = [] if view is None else list(screen.offers(view))
    if text.isascii() and text.isdigit():
        if not 1 <= int(text[:6]) <= len(offers):
            raise NameUnknown(f"there is no choice {text[:6]}: choose 1 to {len(offers)}")
        return rules.action_name(offers[int(text) - 1])
    said: Action | None = None if view is None else screen.said(view, text)
    return text if said is None else rules.action_name(said)


def _screen(info: TableInfo, words: Language) -> Screen:
    return SCREENS[info.game]([seat.name for seat in info.seats], words)


def _plain(lines: list[Any]) -> list[str]:
    return [line.plain for line in lines]


async def _form(request: Request) -> tuple[Form, str]:
    """The fields, and who sent them; only a form that we made for them is read."""
    who = known_or_new(request)
    raw = await body(request)
    fields = dict(parse_qsl(read(bytes.decode, raw), max_num_fields=20)) if raw else {}
    if not house_of(request).signer.is_own_form(who, fields.get("mark", "")):
        raise IdentityRefused("this form is too old or not ours: go back, reload the page and try again")
    return fields, who


def _number(form: Form, name: str) -> int:
    text = form.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise MessageRefused(f"{text[:20]!r} is no number: write digits, like 3")
    return int(text)


def _one_of(form: Form, name: str, known: Any) -> str:
    text = form.get(name, "")
    if text not in known:
        raise MessageRefused(f"{text[:20]!r} cannot be chosen here: choose one of {', '.join(known)}")
    return text


async def _gone_to(request: Request, who: str, live: LiveTable) -> Response:
    return remember(request, RedirectResponse(f"/t/{live.code}/plain", SEE_OTHER), who)


def _words(request: Request, who: str) -> Language:
    """What somebody has chosen, else what their browser asks for."""
    store = house_of(request).store
    row = store.row("SELECT language FROM players WHERE id = ?", who)
    asked = [part[:2].lower() for part in request.headers.get("accept-language", "").split(",")]
    return language(row[0] if row else next((code for code in asked if code in LANGUAGES), "en"))


def _shown(request: Request, who: str, template: str, status: int = 200, **facts: Any) -> Response:
    words = _words(request, who)
    mark = house_of(request).signer.form_mark(who)
    hidden = Markup('<input type="hidden" name="mark" value="{}">').format(mark)
    text = _PAGES.get_template(template).render(
        _=words._, ngettext=words.ngettext, language=words.code, hidden=hidden, **facts
    )
    return remember(request, HTMLResponse(text, status), who)


ROUTES: Final = [
    Route("/plain", page(home)),
    Route("/plain/play", page(play), methods=["POST"]),
    Route("/plain/join", page(join), methods=["POST"]),
    Route("/plain/me", page(change_me), methods=["POST"]),
    Route("/plain.css", style),
    Route("/t/{code}/plain", page(table)),
    Route("/t/{code}/plain", page(act), methods=["POST"]),
    Route("/move", page(move)),
    Route("/move", page(moved), methods=["POST"]),
]
