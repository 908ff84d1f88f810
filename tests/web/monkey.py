"""A monkey at the table: seeded random taps, keys, reloads and back buttons through a whole game.

It keeps three laws in sight.  The page complains of nothing.  When it is the monkey's turn, something that
acts can be touched, and touching such things again and again leads on.  What is shown is what the house says;
a look back at the last trick or round is over when something new happens.
The monkey's choices follow from its seed; the deal and the clock are the house's.
"""

from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from playwright.sync_api import Error, Page

from hexdeck.core.registry import GAMES
from server.guest import QUICK
from web.browser import DESKTOP, PHONE, Visitor, open_browser
from web.evening import asked
from web.shown import differences

SIZES: Final = {"phone": PHONE, "desktop": DESKTOP}
REACHABLE: Final = (Path(__file__).parent / "scripts" / "reachable.js").read_text()
KEYS: Final = (
    *"abcdefghijklmnopqrstuvwxyz123456789?,",
    *("Enter", "Escape", "Tab", "Space", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"),
)
PATIENCE: Final = 100  # looks at a page, one each 50 ms, until it must be right
STUCK: Final = 150  # touches of things that act without anything happening in the game


@dataclass
class Monkey:
    """One person who does anything at a table of bots."""

    person: Visitor
    game: str
    seed: int
    size: str = "phone"
    actions: int = 0
    findings: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rng = Random(f"{self.game} {self.seed}")
        self.page: Page = self.person.page
        self.page.on("dialog", lambda dialog: dialog.dismiss())
        self.path = ""
        self.version, self.since = -1, 0  # of the game, and touches since it has changed
        self.peeked_at: int | None = None  # the game's version when a look back was seen

    @property
    def name(self) -> str:
        return f"{self.game} on a {self.size}, seed {self.seed}"

    def sit_down(self) -> None:
        self.page.goto("/how")
        wish = {
            "players": self.rng.choice(GAMES[self.game].players),
            "options": QUICK[self.game],
            "level": "novice",
            "pace": "instant",
        }
        self.path = f"/t/{asked(self.page, '/api/play', game=self.game, **wish)['code']}"
        self.page.goto(self.path)

    def play(self, most: int) -> bool:
        """Do at most so many things; whether the game came to its end."""
        self.sit_down()
        while self.actions < most and not self.findings:
            self.be_at_the_table()
            told = self.settled()
            if self.findings or told["table"]["status"] == "over":
                break
            self.do_something()
            self.actions += 1
        self.findings += [f"the page complains: {line}" for line in dict.fromkeys(self.person.complaints)]
        self.person.complaints.clear()
        return bool(self.table()["table"]["status"] == "over")

    def table(self) -> dict[str, Any]:
        answer = self.page.request.get(f"/api/tables/{self.path.removeprefix('/t/')}")
        assert answer.ok, answer.text()
        return dict(answer.json())

    def be_at_the_table(self) -> None:
        """Wherever a tap or a key may have led, and whatever pages it has opened."""
        for other in self.page.context.pages:
            if other is not self.page:
                other.close()
        if not self.page.url.endswith(self.path):
            self.page.goto(self.path)

    def settled(self) -> dict[str, Any]:
        """What the house says, once the page shows it too; else that is a finding."""
        why: list[str] = []
        told: dict[str, Any] = {}
        for _ in range(PATIENCE):
            told = self.table()
            if told["table"]["status"] == "over" or told["you"]["seat"] not in told["view"]["to_move"]:
                self.peeked_at = None
                return told
            why = self.faults(told)
            if not why or not self.page.url.endswith(self.path):
                return told
            self.page.wait_for_timeout(50)
        self.findings += why
        return told

    def faults(self, told: dict[str, Any]) -> list[str]:
        """What is wrong with the page while the house waits for this seat."""
        try:
            if not self.page.evaluate(REACHABLE):
                return ["it is my turn, and nothing that acts can be touched"]
            if self.page.locator("[data-peek]").count():
                return self.outlasting(told["version"])
            self.peeked_at = None
            if self.page.locator("dialog[open]").count():
                return []
            return differences(self.page, self.game, told["view"])
        except Error as error:
            return [f"the page cannot be asked: {error.message.splitlines()[0]}"]

    def outlasting(self, version: int) -> list[str]:
        """Whether a look back is still there though the game has gone on."""
        if self.peeked_at is None:
            self.peeked_at = version
        return [] if self.peeked_at == version else ["a look back hides what has happened since"]

    def do_something(self) -> None:
        """Half of the time something that acts, so that games end."""
        deeds = (self.touch_what_acts, self.tap_anywhere, self.press_a_key, self.reload, self.go_back)
        (deed,) = self.rng.choices(deeds, (50, 22, 22, 3, 3))
        try:
            deed()
        except Error as error:  # the page is gone, or on its way elsewhere
            if "Timeout" in error.message:
                self.findings.append(f"{deed.__name__}: {error.message.splitlines()[0]}")

    def touch_what_acts(self) -> None:
        """Where there is a large button, that one half of the time, so that what was begun is done."""
        controls = self.page.evaluate(REACHABLE)
        told = self.table()
        if told["version"] != self.version:
            self.version, self.since = told["version"], 0
        if not controls:
            return
        large = [control for control in controls if control["primary"]]
        chosen = self.rng.choice(large if large and self.rng.random() < 0.5 else controls)
        self.touch(chosen["x"], chosen["y"])
        if told["table"]["status"] == "playing" and told["you"]["seat"] in told["view"]["to_move"]:
            self.since += 1
        if self.since > STUCK:
            offered = sorted({control["what"] for control in controls})
            self.findings.append(f"nothing happens whatever is touched: {offered}")

    def tap_anywhere(self) -> None:
        size = self.page.viewport_size
        assert size
        self.touch(self.rng.randrange(size["width"]), self.rng.randrange(size["height"]))

    def touch(self, x: float, y: float) -> None:
        if self.size == "phone":
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def press_a_key(self) -> None:
        self.page.keyboard.press(self.rng.choice(KEYS))

    def reload(self) -> None:
        self.page.reload()

    def go_back(self) -> None:
        self.page.go_back()
        if self.rng.random() < 0.5:
            self.page.go_forward()


def let_loose(visitor: Any, game: str, seed: int, size: str) -> Monkey:
    """A monkey with a browser of its own."""
    speed = Random(f"{game} {seed} speed").choice(("instant", "fast"))
    more = {"viewport": SIZES[size], "touch": size == "phone", "settings": {"speed": speed}}
    person = visitor(**more)
    return Monkey(person, game, seed, size)


class Ran(NamedTuple):
    """What became of a monkey."""

    ended: bool  # its game
    actions: int
    findings: list[str]  # each with the monkey's name


def let_loose_alone(url: str, seed: int, game: str, size: str, most: int) -> Ran:
    """A monkey at the house there with a browser process of its own."""
    with open_browser() as browser:
        one = let_loose(lambda **more: Visitor(browser, url, **more), game, seed, size)
        ended = one.play(most)
    return Ran(ended, one.actions, [f"{one.name}: {finding}" for finding in one.findings])
