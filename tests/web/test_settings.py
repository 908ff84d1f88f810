"""Every setting that changes how one plays does what it says."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from playwright.sync_api import expect

import hexdeck
from server.guest import Guest, some_action
from server.house_process import HouseProcess
from web.browser import Visitor
from web.evening import come, command
from web.playing import CORNER, by_mouse, moment, start

PLAYERS: Final = {"voodoo_prince": 2, "skull_queen": 3}
LONGEST: Final = 1000  # looks at a table until it must have come to what is wanted
A_FEW: Final = 2  # cards that cannot all play themselves while the guest waits
HEARD: Final = """
    window.felt = new Set()
    const listen = (owner, name, what) => {
        const real = owner.prototype[name]
        owner.prototype[name] = function (...given) { felt.add(what); return real.apply(this, given) }
    }
    listen(BaseAudioContext, 'createBufferSource', 'sound')
    listen(BaseAudioContext, 'createOscillator', 'sound')
    listen(Navigator, 'vibrate', 'touch')
"""
RECORDED: Final = """
    window.mixes = []
    window.AudioContext = function () {
        const audio = new OfflineAudioContext(1, 48_000, 48_000)
        audio.resume = async () => undefined
        mixes.push(audio)
        return audio
    }
"""
LOUDEST: Final = """async () => {
    const heard = await mixes[0].startRendering()
    return heard.getChannelData(0).reduce((most, one) => Math.max(most, Math.abs(one)), 0)
}"""
SOUNDS: Final = Path(__file__).parents[2] / "web" / "src" / "shell" / "sounds.ts"
ASSETS: Final = Path(hexdeck.__file__).parent / "web" / "assets"
ALL_AT_ONCE: Final = """async ([chunk, names]) => {
    const { play } = await import(chunk)
    for (const name of names) play(name, 100)
}"""
View = dict[str, Any]


class Pair:
    """Somebody with a browser and a guest without one, at a table of their own."""

    def __init__(self, person: Visitor, guest: Guest, game: str) -> None:
        self.page, self.guest = come(person), guest
        self.code = guest.new_table(game, players=PLAYERS[game], pace="instant")
        command(self.page, self.code, type="sit")
        self.guest.command(self.code, "start", level="novice")

    def views(self) -> tuple[View, View]:
        mine = self.page.request.get(f"/api/tables/{self.code}").json()["view"]
        return mine, self.guest.look(self.code)["view"]

    def play_until(self, wanted: Callable[[View, View], bool]) -> tuple[View, View]:
        rng = Random(1)
        for _ in range(LONGEST):
            mine, theirs = self.views()
            if wanted(mine, theirs):
                self.page.goto(f"/t/{self.code}")
                expect(self.page.locator("[data-card]")).not_to_have_count(0)
                return mine, theirs
            if mine["actions"]:
                command(self.page, self.code, type="act", action=some_action(mine, rng))
            elif theirs["actions"]:
                self.guest.command(self.code, "act", action=some_action(theirs, rng))
        raise AssertionError("it never came to that")


def in_common(mine: View, theirs: View) -> list[tuple[str, str]]:
    """A card of each hand, of one colour."""
    return [
        (own, other)
        for own in mine["hand"]
        for other in theirs["hand"]
        if own[:1] == other[:1] and own[1:].isdigit() and other[1:].isdigit()
    ]


def may_lead(mine: View, theirs: View) -> bool:
    """The guest starts a trick, with a colour that can be followed."""
    return not theirs["trick"] and any(other in theirs["actions"] for _, other in in_common(mine, theirs))


@pytest.mark.parametrize("game", PLAYERS)
def test_a_card_is_chosen_before_its_turn(
    house: HouseProcess, visitor: Callable[..., Visitor], game: str
) -> None:
    pair = Pair(visitor(), Guest(house.url), game)
    page = pair.page
    mine, theirs = pair.play_until(may_lead)
    own, other = in_common(mine, theirs)[0]

    for text in ("Play it when it is my turn", "waits for your turn", "Play it when it is my turn"):
        if text.startswith("Play"):
            by_mouse(page, f"[data-card='{own}'] button")
        page.locator(".choice button", has_text=text).click()
    expect(page.locator(".choice button")).to_contain_text("waits for your turn")
    pair.guest.command(pair.code, "act", action=other)

    expect(page.locator(f"[data-card='{own}']")).to_have_count(0)


def test_no_card_is_chosen_early_by_whoever_does_not_want_it(
    house: HouseProcess, visitor: Callable[..., Visitor]
) -> None:
    person = visitor(settings={"preselect": False})
    pair = Pair(person, Guest(house.url), "voodoo_prince")
    mine, _ = pair.play_until(may_lead)

    for _ in range(2):
        by_mouse(person.page, f"[data-card='{mine['hand'][0]}'] button")

    expect(person.page.locator(".choice button, button.chosen")).to_have_count(0)


@pytest.mark.parametrize("game", PLAYERS)
def test_the_only_card_that_is_allowed_plays_itself(
    house: HouseProcess, visitor: Callable[..., Visitor], game: str
) -> None:
    person = visitor(settings={"autoplay": True})
    pair = Pair(person, Guest(house.url), game)

    mine, _ = pair.play_until(lambda mine, _: len(mine["actions"]) == 1 and len(mine["hand"]) > A_FEW)

    expect(person.page.locator(f"[data-card='{mine['actions'][0]}']")).to_have_count(0)


@pytest.mark.parametrize("wanted", [True, False])
def test_one_tap_plays_and_is_heard_and_felt_if_wanted(
    visitor: Callable[..., Visitor], *, wanted: bool
) -> None:
    person = visitor(settings={"play": "once", "sound": wanted, "haptics": wanted})
    person.context.add_init_script(HEARD)
    page = person.page
    start(page, by_mouse, "voodoo_prince", 3)
    assert moment(page) == "turn"
    card = page.locator("li:has(> button.legal)").first
    name = card.get_attribute("data-card")

    card.click(position=CORNER)

    expect(page.locator(f"[data-card='{name}']")).to_have_count(0)
    moment(page)
    assert set(page.evaluate("[...felt]")) == ({"sound", "touch"} if wanted else set())


def loudness(person: Visitor) -> float:
    """The loudest of what is heard when somebody switches sounds on."""
    page = person.page
    person.context.add_init_script(RECORDED)
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Sounds").check()
    page.wait_for_function("() => mixes.length === 1")
    page.wait_for_timeout(100)  # until the tones are in it
    return float(page.evaluate(LOUDEST))


def test_the_volume_scales_what_is_heard(visitor: Callable[..., Visitor]) -> None:
    full = loudness(visitor(settings={"volume": 100}))
    half = loudness(visitor(settings={"volume": 50}))
    assert 0.05 < full < 1
    assert half == pytest.approx(full / 4, rel=0.01)  # ears find the square even


def test_the_volume_is_set_with_keys_and_kept(visitor: Callable[..., Visitor]) -> None:
    person = visitor()
    person.context.add_init_script(RECORDED)
    page = person.page
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    volume = page.get_by_role("slider", name="Volume")
    expect(volume).to_be_disabled()
    page.get_by_label("Sounds").check()
    expect(volume).to_have_attribute("aria-valuetext", "70%")
    volume.focus()
    page.keyboard.press("ArrowRight")
    expect(volume).to_have_attribute("aria-valuetext", "75%")
    page.keyboard.press("Home")
    expect(volume).to_have_attribute("aria-valuetext", "0%")

    page.reload()
    page.get_by_role("button", name="Settings").click()
    expect(volume).to_have_value("0")
    page.get_by_label("Sounds").uncheck()
    page.get_by_label("Sounds").check()
    page.wait_for_timeout(200)
    assert page.evaluate("mixes.length") == 0  # nothing that could be heard


def test_all_sounds_at_once_do_not_distort(visitor: Callable[..., Visitor]) -> None:
    names = re.findall(r'\| "(\w+)"', SOUNDS.read_text(encoding="utf-8"))
    [chunk] = ASSETS.glob("hearing-*.js")
    person = visitor()
    person.context.add_init_script(RECORDED)
    person.page.goto("/")
    person.page.evaluate(ALL_AT_ONCE, [f"/assets/{chunk.name}", names])
    assert len(names) == 17
    assert 0.1 < person.page.evaluate(LOUDEST) <= 1


def test_somebody_who_is_muted_is_not_heard(house: HouseProcess, visitor: Callable[..., Visitor]) -> None:
    pair = Pair(visitor(), Guest(house.url), "skull_queen")
    page = pair.page
    pair.play_until(lambda mine, _: bool(mine["hand"]))

    pair.guest.command(pair.code, "say", phrase="hello")
    expect(page.locator(".seat .bubble")).to_have_text("Hello!")
    page.keyboard.press("c")
    said, mute = page.locator("dialog .said"), page.locator("dialog button[aria-pressed]")
    mute.click()
    expect(mute).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".seat .bubble")).to_have_count(0)
    pair.guest.command(pair.code, "say", phrase="thanks")
    command(page, pair.code, type="say", phrase="well_played")
    expect(said).to_contain_text("Well played!")  # what was said before has come, too
    mute.click()
    pair.guest.command(pair.code, "say", phrase="bye")

    expect(said).to_contain_text("Goodbye!")
    expect(said).to_contain_text("Hello!")
    expect(said).not_to_contain_text("Thank you!")


@pytest.mark.parametrize(
    ("game", "ways"),
    [
        ("voodoo_prince", ["by colour, low to high", "by value, low to high"]),
        (
            "skull_queen",
            ["by colour, low to high, then monkey and mate", "by value, from the monkey to the mate"],
        ),
        ("vampire_queen", ["low to high", "long sets first, then low to high"]),
        ("voodoo", []),
    ],
)
def test_the_ways_to_sort_are_those_of_the_game(
    visitor: Callable[..., Visitor], game: str, ways: list[str]
) -> None:
    page = visitor().page
    start(page, by_mouse, game, 4)
    expect(page.locator(".hand li")).not_to_have_count(0)

    page.keyboard.press(",")

    expect(page.get_by_label("Animation speed")).to_be_visible()
    expect(page.get_by_label("Sort the hand").locator("option")).to_have_text(ways)


def test_the_hand_is_sorted_as_one_likes(visitor: Callable[..., Visitor]) -> None:
    page = visitor().page
    start(page, by_mouse, "voodoo_prince", 5)
    moment(page)
    cards = "[...document.querySelectorAll('[data-card]')].map((card) => card.dataset.card)"
    hand = page.evaluate(cards)
    assert hand == sorted(hand, key=lambda card: ("rygbp".index(card[0]), int(card[1:])))

    page.keyboard.press("o")

    assert page.evaluate(cards) == sorted(hand, key=lambda card: (int(card[1:]), "rygbp".index(card[0])))
