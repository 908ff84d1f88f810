"""The app for browsers, as `web/` was built; the pages without script where it was not."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from hexdeck.server.web.addresses import base_url, qr_picture
from hexdeck.server.web.plain import pages as plain
from hexdeck.server.web.plain.page import page
from hexdeck.server.web.requests import guarded, house_of, in_process, table_at

BUILT: Final = Path(__file__).parents[2] / "web"
FOR_EVER: Final = "public, max-age=31536000, immutable"  # a new build has new names
TYPES: Final[Mapping[str, str]] = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


@cache
def files() -> dict[str, bytes]:
    """Everything that was built, by its path; gzips under the name with .gz."""
    return {
        path.relative_to(BUILT).as_posix(): path.read_bytes()
        for path in BUILT.rglob("*")
        if path.is_file() and path.suffix in (*TYPES, ".gz")
    }


async def app(request: Request) -> Response:
    """The same page for every address: the app reads it."""
    if "index.html" in files():
        return _file(request, "index.html", "no-store")
    if request.url.path == "/move":
        return await page(plain.move)(request)
    if "handle" in request.path_params:
        return RedirectResponse(f"/with/{request.path_params['handle']}/plain", 303)
    if "tournament" in request.path_params:
        return RedirectResponse(f"/tournament/{request.path_params['tournament']}/plain", 303)
    code = request.path_params.get("code")
    return RedirectResponse(f"/t/{code}/plain" if code else "/plain", 303)


async def asset(request: Request) -> Response:
    return _file(request, f"assets/{request.path_params['name']}", FOR_EVER)


async def top_file(request: Request) -> Response:
    return _file(request, request.url.path.removeprefix("/"), "no-cache")


async def qr_code(request: Request) -> Response:
    """The table's address for the camera of a phone."""
    house = house_of(request)
    live = await table_at(request, request.path_params["code"])
    url = f"{base_url(house.settings, request)}/t/{live.code}"
    drawn = await in_process(request, "qr_codes", qr_picture, url)
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "no-store"})


def _file(request: Request, name: str, cache_control: str) -> Response:
    if name not in files() or name.endswith(".gz"):
        return Response("there is no such file\n", 404, media_type="text/plain")
    headers = {"cache-control": cache_control, "vary": "accept-encoding"}
    body = files()[name]
    if f"{name}.gz" in files() and "gzip" in request.headers.get("accept-encoding", ""):
        body = files()[f"{name}.gz"]
        headers["content-encoding"] = "gzip"
    return Response(body, media_type=TYPES[Path(name).suffix], headers=headers)


PAGES: Final[Mapping[str, str]] = {  # each address, and the page of the app that shows it
    "/": "home",
    "/t/{code}": "table",
    "/tv/{code}": "tv",
    "/replay/{code}": "replay",
    "/review/{code}": "review",
    "/verify/{code}": "verify",
    "/rules/{game}": "rules",
    "/learn/{game}": "learn",
    "/games": "games",
    "/honour": "honour",
    "/people": "people",
    "/with/{handle}": "with",
    "/day": "day",
    "/day/{day}/{game}": "deal",
    "/how": "how",
    "/move": "move",
    "/pad": "pad",
    "/pad/{game}": "pad",
    "/puzzles": "puzzles",
    "/puzzles/{game}": "puzzles",
    "/tournament": "tournament",
    "/tournament/{tournament}": "tournament",
    "/tournament/{tournament}/tv": "tournament",
}
TOP_FILES: Final = (
    *("/sw.js", "/manifest.webmanifest", "/icon.svg", "/icon-turn.svg", "/icon-maskable.svg"),
    *(f"/icon{kind}-{size}.png" for kind in ("", "-maskable") for size in (192, 512)),
)

ROUTES: Final = [
    *(Route(path, app) for path in PAGES),
    *(Route(path, top_file) for path in TOP_FILES),
    Route("/assets/{name}", asset),
    Route("/api/tables/{code}/qr.svg", guarded(qr_code)),
]
