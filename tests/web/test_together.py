"""People at one table: they gather, talk, play, look on, leave and come back."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from web.browser import PHONE, Visitor
from web.evening import asked, by_turn, come, sit_down, two_at_a_table
from web.playing import TABLE, by_mouse, choose_a_card, code_of


def make_a_table(page: Page) -> str:
    """For three, one round, from the home page."""
    page.get_by_role("button", name="Voodoo Prince: players, bots and tables").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="3", exact=True).click()
    dialog.get_by_label("Rounds").select_option("1")
    dialog.get_by_role("button", name="With friends").click()
    page.wait_for_url(TABLE)
    return code_of(page)


def say(page: Page, phrase: str) -> None:
    page.get_by_role("button", name="Say something").click()
    page.get_by_role("dialog").get_by_role("button", name=phrase).click()
    expect(page.get_by_role("list", name="What was said").get_by_role("listitem").first).to_contain_text(
        phrase
    )
    page.keyboard.press("Escape")


def gather(marie: Page, lukas: Page, leon: Page) -> str:
    """One makes the table, one comes by its link, one types its code; the host fills, swaps and starts."""
    code = make_a_table(marie)
    marie.get_by_label("Pace of bots").select_option("instant")
    lukas.goto(marie.url)
    lukas.get_by_role("button", name="Take a seat").click()
    seats = marie.locator(".seats li")
    expect(seats.nth(1)).to_contain_text("Lukas")
    leon.get_by_role("button", name="Join friends").click()
    leon.get_by_label("Join a table").fill(code.lower().replace("-", ""))
    leon.get_by_role("button", name="Join", exact=True).click()
    leon.wait_for_url(TABLE)
    assert code_of(leon) == code
    expect(leon.get_by_role("button", name="Take a seat")).to_be_visible()
    seats.nth(2).get_by_role("button", name="Put a bot here").click()
    expect(leon.get_by_text("Every seat is taken.")).to_be_visible()
    marie.get_by_role("button", name="Give Lukas another seat").click()
    marie.get_by_role("button", name="Swap with seat 3").click()
    expect(lukas.locator(".seats li").nth(2)).to_contain_text("Lukas")
    marie.get_by_role("button", name="Start").click()
    return code


def talk(marie: Page, lukas: Page, leon: Page) -> None:
    """What is said is heard, but not by whoever does not want to hear it."""
    say(lukas, "Hello!")
    expect(marie.locator(".bubble")).to_have_text("Hello!")
    expect(leon.locator(".bubble")).to_have_text("Hello!")
    marie.get_by_role("button", name="Say something").click()
    marie.get_by_role("button", name="Mute Lukas").click()
    marie.keyboard.press("Escape")
    expect(marie.locator(".bubble")).to_have_count(0)
    say(lukas, "laughs")
    expect(leon.locator(".bubble").get_by_role("img", name="laughs")).to_be_visible()
    say(marie, "Thank you!")
    marie.get_by_role("button", name="Say something").click()
    said = marie.get_by_role("list", name="What was said").get_by_role("listitem")
    expect(said).to_have_text(["Marie Thank you!", "Lukas Hello!"])
    marie.keyboard.press("Escape")


def test_friends_gather_and_talk(visitor: Callable[..., Visitor]) -> None:
    marie, lukas = sit_down(visitor(), "Marie"), come(visitor(viewport=PHONE), "Lukas")
    leon = sit_down(visitor(), "Leon")

    gather(marie, lukas, leon)

    expect(leon.get_by_text("You are looking on.")).to_be_visible()
    expect(marie.locator(".hand [data-card]")).to_have_count(13)
    expect(lukas.locator(".hand [data-card]")).to_have_count(13)
    talk(marie, lukas, leon)


def test_a_bot_has_the_seat_until_its_owner_wants_it_back(visitor: Callable[..., Visitor]) -> None:
    marie = come(visitor(), "Marie")
    lukas = come(visitor(viewport=PHONE), "Lukas")
    two_at_a_table(marie, lukas)

    lukas.get_by_role("button", name="Menu").click()
    lukas.get_by_role("button", name="Let a bot play for me").click()
    expect(lukas.get_by_text("A bot plays for you.")).to_be_visible()
    marie.get_by_role("button", name="Menu").click()
    marie.get_by_role("button", name="Who plays").click()
    expect(marie.get_by_role("dialog").get_by_role("listitem").nth(1)).to_contain_text("a bot plays for them")
    lukas.get_by_role("button", name="Take your seat back").click()
    expect(lukas.get_by_text("A bot plays for you.")).to_have_count(0)
    expect(marie.get_by_role("dialog").get_by_role("listitem").nth(1)).to_contain_text("here")


def test_the_host_replaces_somebody_who_then_looks_on(visitor: Callable[..., Visitor]) -> None:
    marie, lukas = come(visitor(), "Marie"), come(visitor(), "Lukas")
    two_at_a_table(marie, lukas)

    marie.get_by_role("button", name="Menu").click()
    marie.get_by_role("button", name="Who plays").click()
    marie.get_by_role("button", name="Replace Lukas with a bot").click()

    expect(lukas.get_by_text("You are looking on.")).to_be_visible()
    expect(lukas.locator("[data-card]")).to_have_count(0)
    lukas.get_by_role("button", name="Play along").click()
    lukas.get_by_role("button", name="Ask for this seat").click()
    lukas.keyboard.press("Escape")
    expect(lukas.get_by_text("You have asked for a seat.")).to_be_visible()
    marie.keyboard.press("Escape")
    marie.get_by_role("button", name="No", exact=True).click()
    expect(lukas.get_by_text("You are looking on.")).to_be_visible()
    lukas.get_by_role("button", name="Play along").click()
    lukas.get_by_role("button", name="Ask for this seat").click()
    expect(lukas.locator(".toast")).to_contain_text("you have asked and were refused", ignore_case=True)


def test_the_focus_stays_at_the_table_when_a_late_guest_is_let_in(visitor: Callable[..., Visitor]) -> None:
    marie, lukas = come(visitor(), "Marie"), come(visitor(), "Lukas")
    code = asked(marie, "/api/play", game="voodoo_prince", players=2, level="novice")["code"]
    for page in (marie, lukas):
        page.goto(f"/t/{code}")
        page.locator(".stage").wait_for()

    lukas.get_by_role("button", name="Play along").press("Enter")
    lukas.get_by_role("button", name="Ask for this seat").press("Enter")
    lukas.keyboard.press("Escape")
    lukas.get_by_role("button", name="Ask no more").focus()
    marie.get_by_role("button", name="Let Lukas in").press("Enter")

    expect(lukas.locator(".hand [data-card]")).not_to_have_count(0)
    for page in (marie, lukas):
        expect(page.locator(".notices button")).to_have_count(0)
        expect(page.locator(".stage:focus, .stage :focus")).to_have_count(1)


def test_two_tabs_are_one_person(visitor: Callable[..., Visitor]) -> None:
    person = visitor()
    marie, lukas = come(person, "Marie"), come(visitor(), "Lukas")
    two_at_a_table(marie, lukas)
    second = person.context.new_page()
    second.goto(marie.url)
    expect(second.locator(".hand [data-card]")).to_have_count(13)

    mover, waiting = by_turn(marie, lukas)
    other = second if waiting is marie else lukas
    first = waiting.locator(".hand [data-card] button").first
    first.click(position={"x": 12, "y": 12})
    waiting.get_by_role("button", name="Play it when it is my turn").click()
    expect(waiting.locator(".chosen")).to_have_count(1)
    if waiting is marie:
        expect(other.locator(".chosen")).to_have_count(1)
    name = choose_a_card(second if mover is marie else mover, by_mouse)

    for page in (marie, second, lukas):
        expect(page.locator(f".hand [data-card='{name}']")).to_have_count(0)
    expect(waiting.locator(".chosen")).to_have_count(0)
