"""Without script too: a tournament is found, joined, played, left and looked after by forms alone."""

import httpx
import pytest

from hexdeck.core.registry import GAMES
from hexdeck.locale import LANGUAGES
from languages.faults import faults
from server.club import Club
from server.guest import QUICK
from server.house_process import HouseProcess
from server.text_browser import TextBrowser


@pytest.mark.parametrize("game", GAMES)
def test_somebody_takes_part_by_forms_alone(house: HouseProcess, game: str) -> None:
    """Among two with the app: by the code, to the table and back, through the standings, and out again."""
    club = Club(house.url, 2)
    club.make({"game": game, "players": 3, "options": QUICK[game]}, rounds=2)
    with TextBrowser(house.url) as nina:
        page = nina.press(nina.page.form("/plain/join"), code=club.code.lower())
        assert (page.path, page.heading) == (f"/tournament/{club.code}/plain", "Friday")
        assert "2 people take part so far." in page.text
        assert "8 players of each network can join at once; the host lets others in." in page.text
        page = nina.press(page.form("join"), name="Nina Plain")
        assert "You take part. Stay here: it begins when the host says so." in page.text
        assert "Nina Plain (you)" in page.text
        assert "It has not begun yet." in nina.open("/plain").text

        club.ask(club.host, "start")
        page = nina.open("/plain")
        table = next(path for text, path in page.links.items() if text.startswith("To your table"))
        assert [path for path in page.links.values() if path == table] == [table], "told once"
        page = nina.open(nina.page.links[f"Friday · {club.code}"])
        assert page.links["To your table"] == table
        assert f"Round 1/2 · {GAMES[game].title} · 0 of 1 tables done" in page.text
        nina.press(nina.open(table).form("stand"))
        seen = club.finish_round()

        page = nina.open(f"/tournament/{club.code}/plain")
        assert "Round 2/2 begins when the host says so." in page.text
        [own] = [one for one in seen["standings"] if one["number"] == 3]
        assert f"{own['place']}Nina Plain (you){own['points']:g}{own['points']:g}\n" in page.text
        assert nina.open(page.links["Table 1"]).heading == "The game is over."
        assert nina.page.links["To the tournament"] == f"/tournament/{club.code}/plain"
        page = nina.press(page.form("leave"))
        assert club.look()["entrants"][2]["left"]
        assert [label for label, _, _ in page.form("join").buttons] == ["Take part again"]

        club.ask(club.host, "end")
        page = nina.press(page.form("join"))
        assert (page.status, page.alert) == (
            httpx.codes.CONFLICT,
            "This tournament is over: look at its standings, or make another one",
        )


@pytest.mark.parametrize("game", GAMES)
def test_a_host_needs_no_script(house: HouseProcess, game: str) -> None:
    with TextBrowser(house.url) as marie, TextBrowser(house.url) as lukas:
        wish = marie.page.form("/plain/tournament")
        page = marie.press(wish, name="At the club", game=game, players="3", rounds="2", pace="instant")
        assert (page.heading, page.status) == ("At the club", httpx.codes.OK)
        assert f"{GAMES[game].title} (3)" in page.text
        page = marie.press(page.form("start"))
        assert page.alert == "A tournament needs two people at least: wait until somebody joins"
        address = next(path for text, path in marie.open("/plain").links.items() if "At the club" in text)
        page = lukas.press(lukas.open(address).form("join"))
        assert not page.has("start")

        page = marie.press(marie.open(address).form("start"))
        table = page.links["To your table"]
        assert marie.open(table).status == httpx.codes.OK
        lukas.open(table)
        refused = marie.press(page.form("stand-in", "2"), "2")
        assert (refused.status, refused.alert) == (
            httpx.codes.CONFLICT,
            "This player is at the table: a bot can play only for players who are away",
        )
        page = marie.press(page.form("end"))
        assert "The tournament is over." in page.text
        assert not any(page.has(do) for do in ("join", "leave", "start", "next", "end", "stand-in"))


@pytest.mark.parametrize("game", GAMES)
def test_a_host_admits_and_removes_by_forms(house: HouseProcess, game: str) -> None:
    with TextBrowser(house.url) as marie, TextBrowser(house.url) as lukas, TextBrowser(house.url) as leon:
        wish = marie.page.form("/plain/tournament")
        page = marie.press(wish, name="At the club", game=game, players="3", admission="host", pace="instant")
        address = page.path
        page = lukas.press(lukas.open(address).form("join"), name="Lukas")
        assert "You have asked. You take part as soon as the host lets you in." in page.text
        assert not page.has("join")
        leon.press(leon.open(address).form("join"), name="Leon")

        page = marie.open(address)
        assert "2 players ask to take part" in page.text
        page = marie.press(page.form("admit", "yes"), "yes")
        page = marie.press(page.form("admit", "no"), "no")
        assert "Lukas" in page.text
        assert not page.has("admit")
        page = leon.press(leon.open(address).form("join"))
        assert page.alert == "The host has said no: ask them, or look on"
        page = lukas.open(address)
        assert page.has("leave")
        assert not any(page.has(do) for do in ("admit", "remove", "entry"))

        marie.press(marie.open(address).form("start"))
        table = lukas.open(address).links["To your table"]
        marie.press(marie.page.form("remove"), number="2")
        assert "Lukas (removed by the host)" in marie.page.text
        assert lukas.open(table).status == httpx.codes.CONFLICT
        page = lukas.open(address)
        assert "The host has taken you out. You can ask to come back." in page.text
        lukas.press(page.form("join"))
        marie.press(marie.open(address).form("admit", "yes"), "yes")
        assert "You play from the next round on." not in lukas.open(address).text
        assert lukas.page.has("leave")


def test_a_word_and_a_limit_by_forms(house: HouseProcess) -> None:
    """Players from one address count together, whatever page they come by."""
    with TextBrowser(house.url) as marie, TextBrowser(house.url) as lukas, TextBrowser(house.url) as leon:
        wish = marie.page.form("/plain/tournament")
        page = marie.press(wish, admission="word")
        assert page.alert.startswith("A tournament that asks for a word needs one")
        page = marie.press(wish, admission="word", word="raven", limit="usual")
        address = page.path
        assert page.form("entry").fields["limit"] == "none"
        form = lukas.open(address).form("join")
        page = lukas.press(form, word="crow")
        assert (page.status, page.alert) == (
            httpx.codes.FORBIDDEN,
            "This is not the word of this tournament: ask its host for it",
        )
        assert "(you)" in lukas.press(form, word="Raven").text
        page = marie.press(marie.open(address).form("entry"), admission="open", limit="1")
        assert (page.form("entry").fields["admission"], page.form("entry").fields["limit"]) == ("open", "1")
        assert "word" not in leon.open(address).form("join").fields
        with TextBrowser(house.url) as nina:
            for guest in (leon, nina):
                assert "You have asked." in guest.press(guest.open(address).form("join")).text
            page = marie.press(marie.open(address).form("admit-all"))
            assert not page.has("admit")
            assert nina.open(address).has("leave")


def test_forms_are_checked_like_the_api(house: HouseProcess) -> None:
    with TextBrowser(house.url) as marie, TextBrowser(house.url) as lukas:
        wish = marie.page.form("/plain/tournament")
        page = marie.press(wish, game="voodoo", players="2")
        assert (page.status, "2" in page.alert) == (httpx.codes.BAD_REQUEST, True)
        page = marie.press(wish, name="")
        assert page.status == httpx.codes.BAD_REQUEST
        page = marie.press(wish)
        address, end = page.path, page.form("end")
        assert lukas.raw("POST", address, **end.fields).status_code == httpx.codes.FORBIDDEN  # not their form
        own = lukas.open(address).form("join")
        own.fields["do"] = "end"
        assert lukas.press(own).alert == "Only the host can do that: ask them."
        own.fields["do"] = "win"
        assert lukas.press(own).status == httpx.codes.BAD_REQUEST
        assert lukas.open("/tournament/AAA-BBB-CCC/plain").status == httpx.codes.NOT_FOUND


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tournament_is_told_in_every_language(house: HouseProcess, language: str) -> None:
    with TextBrowser(house.url, language) as marie, TextBrowser(house.url, language) as lukas:
        marie.press(marie.page.form("/plain/me"), name="Marie")  # else by chance after a picture
        marie.read.clear()
        wish = marie.page.form("/plain/tournament")
        page = marie.press(wish, name="Nina", game="skull_queen", players="3")
        marie.press(page.form("entry"), admission="host", limit="2")
        lukas.press(lukas.open(page.path).form("join"), name="Lukas")
        marie.press(marie.open(page.path).form("admit", "yes"), "yes")
        marie.press(page.form("start"))
        lukas.press(lukas.open(page.path).form("leave"))
        lukas.press(lukas.open(page.path).form("join"))
        marie.press(marie.open(page.path).form("remove"), number="2")
        lukas.press(lukas.open(page.path).form("join"))
        marie.press(marie.open(page.path).form("entry"), admission="word", word="Nina")
        lukas.open(page.path)
        marie.press(marie.page.form("end"))
        read = marie.read | lukas.read
        assert {line: found for line in read if (found := faults(line, language))} == {}
