"""Nothing but the house is asked for anything, and a browser that complains fails its test."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from web.browser import Visitor

ELSEWHERE = "http://127.0.0.2:9/picture.png"


def test_a_request_to_anywhere_else_is_a_complaint(visitor: Callable[..., Visitor]) -> None:
    """The policy stops it; without the policy it would still be seen."""
    person = visitor(bypass_csp=True)
    person.page.goto("/how")
    person.page.evaluate(
        """(address) => new Promise((done) => {
            Object.assign(new Image(), {onerror: done, src: address})
        })""",
        ELSEWHERE,
    )

    assert f"asked elsewhere: {ELSEWHERE}" in person.complaints
    person.complaints.clear()


@pytest.mark.parametrize(
    "fault",
    [
        f"document.body.append(Object.assign(new Image(), {{src: '{ELSEWHERE}'}}))",
        "document.head.append(Object.assign(document.createElement('style'), {textContent: 'p {}'}))",
        "document.body.setAttribute('style', 'color: red')",
        "document.body.append(Object.assign(document.createElement('script'), {textContent: '1'}))",
    ],
)
def test_what_the_policy_forbids_is_a_complaint(visitor: Callable[..., Visitor], fault: str) -> None:
    person = visitor()
    person.page.goto("/how")
    with person.page.expect_console_message(lambda message: message.type == "error"):
        person.page.evaluate(fault)

    assert any("Content Security Policy" in complaint for complaint in person.complaints)
    person.complaints.clear()


def test_an_error_of_the_app_is_a_complaint(visitor: Callable[..., Visitor]) -> None:
    person = visitor()
    person.page.goto("/how")
    with person.page.expect_event("pageerror"):
        person.page.evaluate("setTimeout(() => { throw new Error('oh') })")

    assert person.complaints == ["oh"]
    person.complaints.clear()


def test_pages_wait_for_functions_alone() -> None:
    """To wait for an expression reads text as script, which the policy forbids unless it is true at once."""
    sources = [path.read_text() for path in Path(__file__).parent.rglob("*.py")]
    waits = [text for source in sources for text in re.findall(r'wait_for_function\(\s*f?"+([^"]*)', source)]
    assert len(waits) > 3
    assert [text for text in waits if not re.match(r"(async )?\(", text)] == []
