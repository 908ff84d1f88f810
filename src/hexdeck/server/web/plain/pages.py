"""Pages without script: forms made from the same legal list, for text browsers and old machines.

They know a table only by what every client is told, and send the same commands.
"""

import asyncio
from importlib import resources
from time import gmtime, strftime
from typing import Final, get_args

from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from hexdeck.core.registry import GAMES
from hexdeck.locale import LANGUAGES
from hexdeck.server.base import messages as protocol
from hexdeck.server.base.identity import COOKIE
from hexdeck.server.base.messages import Ack
from hexdeck.server.base.storage_budget import SMALL
from hexdeck.server.results.past_games import companions, past_games
from hexdeck.server.reviews.reviewing import unpacked
from hexdeck.server.store.feats import labels_of
from hexdeck.server.tables.live_table import LiveTable
from hexdeck.server.tournaments.admission import OPEN_LIMIT
from hexdeck.server.tournaments.rounds import MOST_ROUNDS
from hexdeck.server.web.addresses import base_url, qr_code
from hexdeck.server.web.api.routes import finished_game, games_wanted
from hexdeck.server.web.api.tournaments import page_of
from hexdeck.server.web.plain import forms
from hexdeck.server.web.plain.home import own_lines, public_lines
from hexdeck.server.web.plain.page import LOOK_SECONDS, SEE_OTHER, own_form, page, shown, spoken
from hexdeck.server.web.plain.review import review_facts
from hexdeck.server.web.plain.table import rating_note, said_lines, screen_of, table_facts
from hexdeck.server.web.requests import (
    address,
    check_new_table,
    check_stored,
    client,
    house_of,
    in_process,
    known_or_new,
    remember,
    requester,
    set_cookie,
    table_at,
    who_at,
)
from hexdeck.text.house_words import refused
from hexdeck.text.sentences import digits

BOTS_SECONDS: Final = 2.0  # that a page waits for bots that act at once


async def home(request: Request) -> Response:
    house, who = house_of(request), await known_or_new(request)
    words = await spoken(request, who)
    tournaments = await house.tournaments.own_ones(who)
    return await shown(
        request,
        who,
        "home.html",
        games=GAMES.values(),
        titles={name: game.title for name, game in GAMES.items()},
        profile=await house.people.profile(who),
        languages=LANGUAGES,
        invitations=await house.invitations.received(who),
        unwelcome=[one for one in await companions(house.storage, who) if not one.welcome],
        tournaments=tournaments,
        open_limit=OPEN_LIMIT,
        sizes=range(protocol.FEWEST, protocol.MOST + 1),
        rounds=range(1, MOST_ROUNDS + 1),
        tables=await own_lines(house, who, words, tournaments),
        public_tables=public_lines(await house.public_tables(), words),
        statistics=await house.people.statistics(who),
    )


async def games(request: Request) -> Response:
    """What somebody has finished, and what it comes to."""
    house, who = house_of(request), await known_or_new(request)
    asked = games_wanted(request)
    return await shown(
        request,
        who,
        "games.html",
        titles={name: game.title for name, game in GAMES.items()},
        feats={name: labels_of(name) for name in GAMES},
        statistics=await house.people.by_game(who),
        past=await past_games(house.storage, who, asked.game, asked.other, asked.page),
        page=asked.page,
        decimal=lambda number: digits(round(number, 1), "g"),
        hundredths=lambda lost: (
            digits(lost.mean, ".2f") + ("" if lost.margin is None else f" ± {lost.margin:.2f}")
        ),
        day=lambda at: strftime("%Y-%m-%d", gmtime(at)),
    )


async def play(request: Request) -> Response:
    form, who = await own_form(request)
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
    house.settings.check_level(level, game)
    document.fill(level)
    document.chairs[0].salt = forms.salt(form)
    return await _gone_to(request, who, await house.new_game(document))


async def join(request: Request) -> Response:
    form, who = await own_form(request)
    path = await page_of(request, form.get("code", ""))
    return remember(request, RedirectResponse(f"{path}/plain", SEE_OTHER), who)


async def answer_invitation(request: Request) -> Response:
    """No, or no and never again from them, or after all yes to what they will send."""
    form, who = await own_form(request)
    invitations, companion = house_of(request).invitations, form.get("companion", "")
    answer = forms.one_of(form, "answer", ("no", "never", "again"))
    if answer != "again":
        await invitations.decline(who, companion)
    if answer != "no":
        await invitations.welcome(who, companion, is_welcome=answer == "again")
    return remember(request, RedirectResponse("/plain", SEE_OTHER), who)


async def change_me(request: Request) -> Response:
    form, who = await own_form(request)
    house = house_of(request)
    profile = await house.people.profile(who)
    profile.name = form.get("name", "").strip() or profile.name
    profile.picture = forms.one_of(form, "picture", protocol.PICTURES)
    profile.language = forms.one_of(form, "language", LANGUAGES)
    await check_stored(request, SMALL)
    await house.rename(profile)
    return remember(request, RedirectResponse("/plain", SEE_OTHER), who)


async def forget_me(request: Request) -> Response:
    form, who = await own_form(request)
    if "sure" in form:
        await house_of(request).forget(who)
    response = RedirectResponse("/plain", SEE_OTHER)
    if "sure" in form:
        response.delete_cookie(COOKIE)
    return response


async def table(request: Request) -> Response:
    live = await table_at(request, request.path_params["code"])
    return await _table_page(request, live, await who_at(live, request))


async def review(request: Request) -> Response:
    """What the coach found in a finished game, or how far it is."""
    house, document, finished = house_of(request), *await finished_game(request)
    found = await house.reviews.of(document, finished, requester(request, table=document.code))
    reviewed = unpacked(found) if isinstance(found, bytes) else found
    live = await table_at(request, document.code)
    who = await who_at(live, request)
    info = (await live.look(who))[0].table
    words = await spoken(request, who)
    facts = {"accounts": []} if reviewed.findings is None else review_facts(reviewed.findings, info, words)
    return await shown(
        request, who, "review.html", info=info, done=reviewed.done, steps=reviewed.steps, **facts
    )


async def act(request: Request) -> Response:
    """One form of the table's page: a command like any other."""
    form, who = await own_form(request)
    live = await table_at(request, request.path_params["code"])
    words = await spoken(request, who)
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


async def with_somebody(request: Request) -> Response:
    """To the table at which somebody is, or a page that looks again by itself."""
    house = house_of(request)
    owner = await house.owner_of(request.path_params["handle"], client(request))
    found = await house.whereabouts.find(owner, None)
    if found.code is not None:
        return RedirectResponse(f"/t/{found.code}/plain", SEE_OTHER)
    who = await known_or_new(request)
    return await shown(request, who, "with.html", name=found.name, refresh=LOOK_SECONDS)


async def device(request: Request) -> Response:
    """A code that makes another device the same person, once."""
    _, who = await own_form(request)
    house = house_of(request)
    secret = await house.new_move(who, "/plain")
    url = base_url(house.settings, request)
    drawn = await in_process(request, "qr_codes", qr_code, f"{url}/move#{secret}")
    return await shown(request, who, "device.html", secret=secret, url=f"{url}/plain/move", qr=drawn)


async def sign_out_others(request: Request) -> Response:
    _, who = await own_form(request)
    house = house_of(request)
    await house.sign_out_others(who)
    response = RedirectResponse("/plain", SEE_OTHER, background=BackgroundTask(house.send_away, who))
    set_cookie(request, response, who)
    return response


async def move(request: Request) -> Response:
    return await shown(request, await known_or_new(request), "move.html")


async def moved(request: Request) -> Response:
    form, _ = await own_form(request)
    who, path = await house_of(request).moved(form.get("secret", ""), address(request))
    response = RedirectResponse(path, SEE_OTHER)
    set_cookie(request, response, who)
    return response


async def style(request: Request) -> Response:
    del request
    text = resources.files("hexdeck.server.web.plain").joinpath("templates", "plain.css").read_text()
    return Response(text, media_type="text/css")


async def _table_page(request: Request, live: LiveTable, who: str, refused: str = "") -> Response:
    live.visit(who)
    await _let_bots_finish(live)
    welcome, view = await live.look(who)
    url = f"{base_url(house_of(request).settings, request)}/t/{live.code}"
    is_gathering = welcome.table.status == "gathering"
    drawn = await in_process(request, "qr_codes", qr_code, url) if is_gathering else ""
    words, playing = await spoken(request, who), welcome.table.status == "playing"
    facts = table_facts(welcome, view, await live.recent_events(who), words)
    if refused:
        facts["refresh"] = 0
    return await shown(
        request,
        who,
        "table.html",
        refused=refused,
        url=url,
        said=said_lines(welcome.table, live.said, words),
        qr=drawn,
        rating="" if playing else rating_note(welcome.table, await live.rating_verdict(), words),
        **facts,
    )


async def _let_bots_finish(live: LiveTable) -> None:
    """Where bots act at once, the page shows the table as they leave it."""
    loop = asyncio.get_running_loop()
    end = loop.time() + BOTS_SECONDS
    while live.document.pace == "instant" and live.next_bot() is not None and loop.time() < end:
        await asyncio.sleep(0.02)


async def _gone_to(request: Request, who: str, live: LiveTable) -> Response:
    return remember(request, RedirectResponse(f"/t/{live.code}/plain", SEE_OTHER), who)


ROUTES: Final = [
    Route("/plain", page(home)),
    Route("/plain/games", page(games)),
    Route("/plain/play", page(play), methods=["POST"]),
    Route("/plain/join", page(join), methods=["POST"]),
    Route("/plain/invitations", page(answer_invitation), methods=["POST"]),
    Route("/plain/me", page(change_me), methods=["POST"]),
    Route("/plain/forget", page(forget_me), methods=["POST"]),
    Route("/plain/device", page(device), methods=["POST"]),
    Route("/plain/sign-out-others", page(sign_out_others), methods=["POST"]),
    Route("/plain/move", page(move)),
    Route("/plain.css", style),
    Route("/t/{code}/plain", page(table)),
    Route("/t/{code}/plain", page(act), methods=["POST"]),
    Route("/with/{handle}/plain", page(with_somebody)),
    Route("/t/{code}/plain/review", page(review)),
    Route("/move", page(moved), methods=["POST"]),
]
