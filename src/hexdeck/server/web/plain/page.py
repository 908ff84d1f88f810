"""What every page without script is made of: words, forms that nobody else can have made, refusals."""

from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from hexdeck.core.errors import GameError
from hexdeck.locale import Language, language
from hexdeck.server.base.identity import new_token
from hexdeck.server.base.refusals import IdentityRefused
from hexdeck.server.web.plain import forms
from hexdeck.server.web.plain.forms import Form
from hexdeck.server.web.requests import (
    Endpoint,
    anybody,
    asked_language,
    body,
    check,
    house_of,
    known_or_new,
    remember,
    status_of,
    told_when,
)
from hexdeck.text import house_words
from hexdeck.text.house_words import labels, told
from hexdeck.text.sentences import fill

LOOK_SECONDS: Final = 10  # until a page looks again by itself
SEE_OTHER: Final = 303

_PAGES: Final = Environment(
    loader=PackageLoader("hexdeck.server.web.plain"),
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
            message = told(await spoken(request, who), error)
            refusal = await shown(request, who, "refused.html", status_of(error), message=message)
            return told_when(refusal, error.retry_after)

    return answer


async def own_form(request: Request) -> tuple[Form, str]:
    """The fields, and who sent them; only a form that we made for them is read."""
    who = await known_or_new(request)
    fields = forms.read_form(await body(request))
    if not house_of(request).signer.is_own_form(who, fields.get("signature", "")):
        raise IdentityRefused("this form is too old or not ours: go back, reload the page and try again")
    return fields, who


async def spoken(request: Request, who: str) -> Language:
    """What somebody has chosen, else what their browser asks for."""
    chosen = await house_of(request).people.language(who)
    return language(chosen or asked_language(request))


async def shown(request: Request, who: str, template: str, status: int = 200, **facts: object) -> Response:
    words = await spoken(request, who)
    house = house_of(request)
    levels = labels(words, house_words.LEVELS) | {name: name for name in house.settings.own}
    signature, token = house.signer.form_signature(who), new_token()
    hidden = Markup('<input type="hidden" name="signature" value="{}">').format(signature)
    cause = house.storage.writability.cause
    text = _PAGES.get_template(template).render(
        _=words._,
        ngettext=words.ngettext,
        fill=fill,
        language=words.code,
        hidden=hidden,
        form_id=token,
        levels=levels,
        levels_for=lambda game: [(name, levels[name]) for name in house.settings.levels_for(game)],
        option_names=labels(words, house_words.option_labels()),
        choice_names=labels(words, house_words.choice_labels()),
        settings=labels(words, house_words.SETTINGS),
        clocks=labels(words, house_words.CLOCKS),
        paces=labels(words, house_words.PACES),
        pictures=labels(words, house_words.PICTURES),
        phrases=labels(words, house_words.PHRASES),
        presences=labels(words, house_words.PRESENCES),
        cannot_store=None if cause is None else labels(words, house_words.CANNOT_STORE)[cause],
        **facts,
    )
    return remember(request, HTMLResponse(text, status), who)
