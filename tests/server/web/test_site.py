"""The built app as the server gives it out."""

import re
from collections.abc import Iterator

import httpx
import pytest

from hexdeck.server.web.site import BUILT, PAGES, TOP_FILES
from server.guest import Guest
from server.house_process import HouseProcess, open_house


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    assert (BUILT / "index.html").exists(), "run make setup, which builds the app"
    with open_house(tmp_path_factory.mktemp("house") / "data") as house:
        yield house


@pytest.mark.parametrize("path", PAGES)
def test_every_address_of_the_app_is_the_same_page(house: HouseProcess, path: str) -> None:
    answer = httpx.get(house.url + re.sub("{[^}]*}", "anything", path))
    assert answer.status_code == httpx.codes.OK
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"
    assert 'href="/plain"' in answer.text  # for those without script
    assert "script-src 'self'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("path", TOP_FILES)
def test_what_stands_beside_it_is_asked_for_again(house: HouseProcess, path: str) -> None:
    answer = httpx.get(house.url + path)
    assert answer.status_code == httpx.codes.OK
    assert answer.headers["cache-control"] == "no-cache"


def test_scripts_are_small_and_kept_for_ever(house: HouseProcess) -> None:
    [script] = re.findall(r'src="(/assets/[^"]+\.js)"', httpx.get(house.url).text)
    small = httpx.get(house.url + script)
    whole = httpx.get(house.url + script, headers={"accept-encoding": "identity"})
    assert small.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert small.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in whole.headers
    assert small.text == whole.text
    assert int(small.headers["content-length"]) < int(whole.headers["content-length"])


@pytest.mark.parametrize("path", ["/assets/none.js", "/assets/..%2Findex.html", "/assets/%2e%2e/stamp"])
def test_there_is_nothing_else(house: HouseProcess, path: str) -> None:
    assert httpx.get(house.url + path).status_code == httpx.codes.NOT_FOUND


def test_a_table_has_a_code_for_cameras(house: HouseProcess) -> None:
    guest = Guest(house.url)
    code = guest.post("/api/tables", game="voodoo")["code"]
    answer = guest.get(f"/api/tables/{code}/qr.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")
    assert guest.get("/api/tables/AAA-AAA-AAA/qr.svg").status_code == httpx.codes.NOT_FOUND


def test_the_form_of_the_pages_without_script_still_moves(house: HouseProcess) -> None:
    assert httpx.post(f"{house.url}/move").status_code == httpx.codes.FORBIDDEN  # no mark of ours in it
