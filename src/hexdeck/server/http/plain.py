"""Pages without script: forms made from the same legal list, for text browsers and old machines.

They know a table only by what every client is told, and send the same commands.
"""

import asyncio
from importlib import resources
from typing import Final, get_args

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from hexdeck import house_words
from hexdeck.errors import GameError
from hexdeck.games import GAMES
from hexdeck.house_words import labels, refused, told
from hexdeck.locale import LANGUAGES, Language, language
from hexdeck.locale.sentences import fill
from hexdeck.server import protocol
from hexdeck.server.http import forms
from hexdeck.server.http.addresses import base_url, qr_code
from hexdeck.server.http.forms import Form
from hexdeck.server.http.plain_home import own_lines, public_lines
from hexdeck.server.http.plain_table import said_lines, screen_of, table_facts
from hexdeck.server.http.requests import (
    Endpoint,
    address,
    anybody,
    body,
    check,
    check_new_table,
    house_of,
    known_or_new,
    remember,
    set_cookie,
    status_of,
    table_at,
    who_at,
)
from hexdeck.server.live.live_table import LiveTable
from hexdeck.server.people.identity import COOKIE, new_token
from hexdeck.server.protocol import Ack
from hexdeck.server.refusals import IdentityRefused

BOTS_SECONDS: Final = 2.0  # that a page waits for bots that act at once
SEE_OTHER: Final = 303

_PAGES: Final = Environment(
    loader=PackageLoader("hexdeck.server.http"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def page(endpoint: Endpoint) -> Endpoint:
    """An endpoint whose refusals are shown as a page."""

    async def answer(request: Request) -> Response:
        try:
            check(request)
            return await endpoint(request)
        except GameError as error:
            who = await anybody(request)
            message = told(await _words(request, who), error)
            return await _shown(request, who, "refused.html", status_of(error), message=message)

    return answer


async def home(request: Request) -> Response:
    house, who = house_of(request), await known_or_new(request)
    words = await _words(request, who)
    return await _shown(
        request,
        who,
        "home.html",
        games=GAMES.values(),
        titles={name: game.title for name, game in GAMES.items()},
        profile=await house.people.profile(who),
        languages=LANGUAGES,
        tables=await own_lines(house, who, words),
        public_tables=public_lines(await house.public_tables(), words),
        statistics=await house.people.statistics(who),
    )


async def play(request: Request) -> Response:
    form, who = await _form(request)
    await check_new_table(request)
    house, game = house_of(request), forms.one_of(form, "game", GAMES)
    document = await house.new_document(
        who,
        game,
        forms.number(form, "players"),
        forms.options(form, game),
        pace=forms.one_of(form, "pace", get_args(protocol.Pace)),
    )
    if form.get("with") == "people":
        return await _gone_to(request, who, await house.new_table(document))
    level = forms.level(form)
    house.settings.check_level(level)
    document.fill(level)
    document.chairs[0].salt = forms.salt(form)
    return await _gone_to(request, who, await house.new_game(document))


async def join(request: Request) -> Response:
    form, who = await _form(request)
    return await _gone_to(request, who, await table_at(request, form.get("code", "")))


async def change_me(request: Request) -> Response:
    form, who = await _form(request)
    house = house_of(request)
    profile = await house.people.profile(who)
    profile.name = form.get("name", "").strip() or profile.name
    profile.picture = forms.one_of(form, "picture", protocol.PICTURES)
    profile.language = forms.one_of(form, "language", LANGUAGES)
    await house.rename(profile)
    return remember(request, RedirectResponse("/plain", SEE_OTHER), who)


async def forget_me(request: Request) -> Response:
    form, who = await _form(request)
    if "sure" in form:
        await house_of(request).forget(who)
    response = RedirectResponse("/plain", SEE_OTHER)
    if "sure" in form:
        response.delete_cookie(COOKIE)
    return response


async def table(request: Request) -> Response:
    live = await table_at(request, request.path_params["code"])
    return await _table_page(request, live, await who_at(live, request))


async def act(request: Request) -> Response:
    """One form of the table's page: a command like any other."""
    form, who = await _form(request)
    live = await table_at(request, request.path_params["code"])
    words = await _words(request, who)
    welcome, view = await live.look(who)
    command = forms.command(form, live.document.game, screen_of(welcome.table, words), view)
    answer = await live.command(who, command)
    if isinstance(answer, Ack):
        code = answer.code if isinstance(answer.code, str) and form.get("do") == "rematch" else live.code
        path = "/plain" if form.get("do") == "leave" else f"/t/{code}/plain"
        return remember(request, RedirectResponse(path, SEE_OTHER), who)
    return await _table_page(
        request, live, who, refused(words, answer.code, answer.template or answer.message, answer.fields)
    )


async def device(request: Request) -> Response:
    """A code that makes another device the same person, once."""
    _, who = await _form(request)
    house = house_of(request)
    secret = await house.new_move(who, "/plain")
    url = base_url(house.settings, request)
    drawn = await house.looked_up(lambda: qr_code(f"{url}/move#{secret}"))
    return await _shown(request, who, "device.html", secret=secret, url=f"{url}/plain/move", qr=drawn)


async def sign_out_others(request: Request) -> Response:
    _, who = await _form(request)
    house = house_of(request)
    await house.sign_out_others(who)
    response = RedirectResponse("/plain", SEE_OTHER, background=BackgroundTask(house.send_away, who))
    set_cookie(request, response, who)
    return response


async def move(request: Request) -> Response:
    return await _shown(request, await known_or_new(request), "move.html")


async def moved(request: Request) -> Response:
    form, _ = await _form(request)
    who, path = await house_of(request).moved(form.get("secret", ""), address(request))
    response = RedirectResponse(path, SEE_OTHER)
    set_cookie(request, response, who)
    return response


async def style(request: Request) -> Response:
    del request
    text = resources.files("hexdeck.server.http").joinpath("templates", "plain.css").read_text()
    return Response(text, media_type="text/css")


async def _table_page(request: Request, live: LiveTable, who: str, refused: str = "") -> Response:
    live.visit(who)
    await _let_bots_finish(live)
    welcome, view = await live.look(who)
    url = f"{base_url(house_of(request).settings, request)}/t/{live.code}"
    is_gathering = welcome.table.status == "gathering"
    drawn = await house_of(request).looked_up(lambda: qr_code(url)) if is_gathering else ""
    facts = table_facts(welcome, view, await live.recent_events(who), await _words(request, who))
    if refused:
        facts["refresh"] = 0
    return await _shown(
        request,
        who,
        "table.html",
        refused=refused,
        url=url,
        said=said_lines(welcome.table, live.said, await _words(request, who)),
        qr=drawn,
        **facts,
    )


async def _let_bots_finish(live: LiveTable) -> None:
    """Where bots act at once, the page shows the table as they leave it."""
    loop = asyncio.get_running_loop()
    end = loop.time() + BOTS_SECONDS
    while live.document.pace == "instant" and live.next_bot() is not None and loop.time() < end:
        await asyncio.sleep(0.02)


async def _form(request: Request) -> tuple[Form, str]:
    """The fields, and who sent them; only a form that we made for them is read."""
    who = await known_or_new(request)
    fields = forms.read_form(await body(request))
    if not house_of(request).signer.is_own_form(who, fields.get("signature", "")):
        raise IdentityRefused("this form is too old or not ours: go back, reload the page and try again")
    return fields, who


async def _gone_to(request: Request, who: str, live: LiveTable) -> Response:
    return remember(request, RedirectResponse(f"/t/{live.code}/plain", SEE_OTHER), who)


async def _words(request: Request, who: str) -> Language:
    """What somebody has chosen, else what their browser asks for."""
    chosen = await house_of(request).people.language(who)
    asked = [part.strip()[:2].lower() for part in request.headers.get("accept-language", "").split(",")]
    return language(chosen or next((code for code in asked if code in LANGUAGES), "en"))


async def _shown(request: Request, who: str, template: str, status: int = 200, **facts: object) -> Response:
    words = await _words(request, who)
    signature, token = house_of(request).signer.form_signature(who), new_token()
    hidden = Markup('<input type="hidden" name="signature" value="{}">').format(signature)
    text = _PAGES.get_template(template).render(
        _=words._,
        ngettext=words.ngettext,
        fill=fill,
        language=words.code,
        hidden=hidden,
        form_id=token,
        levels=labels(words, house_words.LEVELS) | {name: name for name in house_of(request).settings.own},
        option_names=labels(words, house_words.option_labels()),
        choice_names=labels(words, house_words.choice_labels()),
        settings=labels(words, house_words.SETTINGS),
        clocks=labels(words, house_words.CLOCKS),
        paces=labels(words, house_words.PACES),
        pictures=labels(words, house_words.PICTURES),
        phrases=labels(words, house_words.PHRASES),
        presences=labels(words, house_words.PRESENCES),
        **facts,
    )
    return remember(request, HTMLResponse(text, status), who)


ROUTES: Final = [
    Route("/plain", page(home)),
    Route("/plain/play", page(play), methods=["POST"]),
    Route("/plain/join", page(join), methods=["POST"]),
    Route("/plain/me", page(change_me), methods=["POST"]),
    Route("/plain/forget", page(forget_me), methods=["POST"]),
    Route("/plain/device", page(device), methods=["POST"]),
    Route("/plain/sign-out-others", page(sign_out_others), methods=["POST"]),
    Route("/plain/move", page(move)),
    Route("/plain.css", style),
    Route("/t/{code}/plain", page(table)),
    Route("/t/{code}/plain", page(act), methods=["POST"]),
    Route("/move", page(moved), methods=["POST"]),
]
