"""Without script too: a link leads to somebody's table, all agree to take back, invitations are declined."""

from random import Random
from typing import Any

import httpx
import pytest

from hexdeck.core.registry import GAMES
from server.guest import QUICK, Guest, play_all, some_action
from server.house_process import HouseProcess
from server.text_browser import Form, Page, TextBrowser


def test_a_link_waits_then_leads_to_the_table(house: HouseProcess) -> None:
    marie = Guest.named(house.url, "Marie")
    handle = marie.request("PUT", "/api/me/link").json()["handle"]
    with TextBrowser(house.url) as lukas:
        assert lukas.open(f"/with/{handle}/plain").heading == "Marie is not playing just now"
        code = marie.new_table("voodoo", players=3)
        assert lukas.open(f"/with/{handle}/plain").path == f"/t/{code}/plain"
        assert lukas.open("/with/QQQ-QQQ-QQQ/plain").status == 403


def play_until_answered(marie: Guest, lukas: TextBrowser, code: str, seat: int) -> None:
    """Until somebody has answered what this seat did last; Marie has seat 0."""
    rng = Random(1)
    for _ in range(20):
        look = marie.look(code)
        if seat in look["back"] and look["undo"] != seat:
            return
        if 0 in look["view"]["to_move"]:
            marie.command(code, "act", action=some_action(look["view"], rng))
        else:
            page = lukas.open(f"/t/{code}/plain")
            lukas.press(page.typed_choice, choice="1")
    raise AssertionError("nobody answers")


def test_all_agree_to_take_back_by_forms_alone(house: HouseProcess) -> None:
    with TextBrowser(house.url) as lukas:
        lukas.press(lukas.page.form("/plain/me"), name="Lukas")
        marie = Guest.named(house.url, "Marie")
        code = marie.new_table("voodoo_prince", players=2)
        page = lukas.open(f"/t/{code}/plain")
        lukas.press(page.form("sit", "1"), "1")
        marie.command(code, "start")
        play_until_answered(marie, lukas, code, 0)
        version = marie.look(code)["version"]
        marie.command(code, "undo", ask=True)
        page = lukas.open(f"/t/{code}/plain")
        assert "Marie asks to take back their last choice. The game is not rated then." in page.text
        lukas.press(page.form("agree", "yes"), "yes")
        assert marie.look(code)["version"] == version + 1

        play_until_answered(marie, lukas, code, 1)
        page = lukas.open(f"/t/{code}/plain")
        page = lukas.press(page.form("undo", "yes"), "yes")
        assert "The others decide." in page.text
        lukas.press(page.form("agree", "no"), "no")
        assert marie.look(code)["table"]["asked_back"] is None


@pytest.mark.parametrize("game", GAMES)
def test_an_invitation_is_declined_for_today_or_for_good(house: HouseProcess, game: str) -> None:
    with TextBrowser(house.url) as lukas:
        marie, leon = (Guest.named(house.url, name) for name in ("Marie", "Leon"))
        code = marie.new_table(game, players=3, pace="instant", options=QUICK[game])
        lukas.press(lukas.open(f"/t/{code}/plain").form("sit", "1"), "1")
        leon.command(code, "sit")
        marie.command(code, "start")
        lukas.press(lukas.open(f"/t/{code}/plain").form("stand"))
        play_all((marie, code), (leon, code))
        for guest in (marie, leon):
            invite_all(guest, guest.new_table(game, players=3))

        page = lukas.open("/plain")
        assert {f"{who} invites you: {GAMES[game].title}" in page.text for who in ("Marie", "Leon")} == {True}
        page = lukas.press(declining(page, "No more from Leon"), "never")
        assert "Leon invites you" not in page.text
        page = lukas.press(declining(page, "No more from Marie"), "no")
        assert "invites you" not in page.text
        assert [one["declined"] for guest in (marie, leon) for one in sent_to_lukas(guest)] == [True, True]

        assert "Whose invitations you do not see:" in page.text
        page = lukas.press(page.form("/plain/invitations", "again"), "again")
        assert "Whose invitations you do not see:" not in page.text
        answer = lukas.raw("POST", "/plain/invitations", **page.form("/plain/me").fields, answer="no")
        assert answer.status_code == httpx.codes.NOT_FOUND  # nobody whom they have played with


def invite_all(host: Guest, code: str) -> None:
    for one in host.get("/api/me/companions").json()["companions"]:
        host.request("PUT", f"/api/me/invitations/{one['id']}", json={"code": code})


def declining(page: Page, never: str) -> Form:
    """The form of the invitation that has this button."""
    return next(form for form in page.forms if never in [label for label, _, _ in form.buttons])


def sent_to_lukas(host: Guest) -> list[dict[str, Any]]:
    """Neither Marie nor Leon declines what the other asks."""
    known = {one["id"]: one["name"] for one in host.get("/api/me/companions").json()["companions"]}
    sent = host.get("/api/me/invitations").json()["sent"]
    return [one for one in sent if known[one["companion"]] not in ("Marie", "Leon")]
