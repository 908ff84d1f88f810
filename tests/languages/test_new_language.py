"""A language is a folder: Polish, with three forms for a number, is dropped into a copy of the package."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from fifth_game.dropped_in import drop_in
from server.house_process import HouseProcess, open_house
from server.text_browser import TextBrowser
from terminal.commands import hexdeck

POLISH = Path(__file__).parent / "polish.po"


@pytest.fixture(scope="module")
def five(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Where Python finds five languages."""
    files = tmp_path_factory.mktemp("files")
    compiled = files / "locale" / "pl" / "LC_MESSAGES" / "hexdeck.mo"
    compiled.parent.mkdir(parents=True)
    with POLISH.open("rb") as messages, compiled.open("wb") as target:
        write_mo(target, read_po(messages))
    return drop_in(tmp_path_factory.mktemp("five"), files)


@pytest.fixture(scope="module")
def house(five: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    with open_house(tmp_path_factory.mktemp("house") / "data", environment=five) as house:
        yield house


@pytest.mark.parametrize(("players", "told"), [(2, "2 gracze"), (5, "5 graczy")])
def test_the_terminal_speaks_it(players: int, told: str, tmp_path: Path, five: dict[str, str]) -> None:
    arguments = ("play", "voodoo_prince", "--players", str(players), "--language", "pl")
    shown = hexdeck(tmp_path, *arguments, typed="quit\n", **five).stdout
    assert f"Voodoo Prince · {told} · " in shown
    assert ": rozdaje i zaczyna" in shown
    assert "Twoje karty: " in shown
    assert "rules: the rules in short." in shown  # what nobody has translated is English


def test_cards_without_its_words_are_english(tmp_path: Path, five: dict[str, str]) -> None:
    shown = hexdeck(tmp_path, "play", "voodoo", "--language", "pl", typed="quit\n", **five)
    assert shown.returncode == 0
    assert "Everybody is dealt a curse." in shown.stdout


def test_the_house_and_its_plain_pages_speak_it(house: HouseProcess) -> None:
    with TextBrowser(house.url, "pl") as browser:
        assert list(browser.raw("GET", "/api/games").json()["languages"].items())[-1] == ("pl", "polski")
        assert browser.open("/t/AAA-AAA-AAA/plain").alert == (
            "Żaden stół nie ma tego kodu: sprawdź go albo otwórz własny."
        )
        assert "nowicjusz" in browser.open("/plain").text
