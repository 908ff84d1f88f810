"""The schemas that the server gives away are true of what it says and of what it accepts."""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import httpx
import jsonschema_rs
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.core.failures import FailureGroup
from starlette.routing import Route

from hexdeck.core.registry import GAMES
from hexdeck.server.web import app
from hexdeck.server.web.api import schema
from laws.games import CASES, Case
from server.guest import Guest
from server.house_process import HouseProcess, open_house
from server.leak_run import heard_once
from server.redeals import twins

TRUE = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
some = settings(
    max_examples=30, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    with open_house(tmp_path_factory.mktemp("schema") / "data", "--guesses", "100000") as house:
        yield house
        assert '"error"' not in house.log.read_text()


@pytest.fixture(scope="module")
def codes(house: HouseProcess) -> list[str]:
    """A table that waits, one where a game is running, one where it is over."""
    guest = Guest(house.url)
    waiting = guest.post("/api/tables", game="voodoo", public=True)["code"]
    running = guest.play_now("skull_queen", 3)
    over = guest.play_now("voodoo_prince", 2)
    _play_out(guest, over)
    return [waiting, running, over]


def _play_out(guest: Guest, code: str) -> None:
    """By asking and answering, without a socket."""
    for number in range(1000):
        look = guest.get(f"/api/tables/{code}").json()
        if look["table"]["status"] == "over":
            return
        if 0 in look["view"]["to_move"]:
            guest.post(
                f"/api/tables/{code}/commands", type="act", id=f"{number}", action=look["view"]["actions"][0]
            )
    raise AssertionError("the game does not end")


@pytest.fixture(scope="module")
def api(house: HouseProcess) -> Any:
    return schemathesis.openapi.from_url(f"{house.url}/api/openapi.json")


every_operation = pytest.mark.parametrize(
    ("method", "path"),
    [pytest.param(*key, id=" ".join(key)) for key in schema.OPERATIONS if not key[1].endswith("/events")],
)


@every_operation
def test_whatever_the_schema_allows_is_answered_as_the_schema_says(
    api: Any, codes: list[str], method: str, path: str
) -> None:
    @some
    @given(case=api[path][method].as_strategy(), code=st.sampled_from([None, *codes]))
    def ask(case: Any, code: str | None) -> None:
        if code is not None and "{code}" in path:
            case.path_parameters["code"] = code
        case.call_and_validate(checks=TRUE)

    ask()


@pytest.mark.parametrize(
    "lie",
    [
        {"418": {"description": "tea"}},
        {"200": {"description": "", "content": {"application/json": {"schema": {"type": "array"}}}}},
    ],
)
def test_a_schema_that_is_not_true_is_found_out(house: HouseProcess, lie: Any) -> None:
    whole = deepcopy(schema.openapi())
    whole["paths"]["/api/games"]["get"]["responses"] = lie
    lying = schemathesis.openapi.from_dict(whole)
    case = lying["/api/games"]["GET"].Case()
    with pytest.raises(FailureGroup):
        case.call_and_validate(base_url=house.url, checks=TRUE)


def test_server_sent_events_are_as_the_schema_says(house: HouseProcess, codes: list[str]) -> None:
    with httpx.stream("GET", f"{house.url}/api/tables/{codes[1]}/events") as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert next(answer.iter_lines()).startswith('data: {"type":"welcome"')


def test_every_path_of_the_api_is_in_the_schema() -> None:
    served = {
        (method, route.path)
        for route in app.ROUTES
        if isinstance(route, Route) and route.path.startswith("/api/")
        for method in route.methods or ()
        if method != "HEAD"
    }
    assert served == set(schema.OPERATIONS)


def test_every_operation_says_what_it_is_for() -> None:
    operations = [one for path in schema.openapi()["paths"].values() for one in path.values()]
    assert all(" " in one["summary"] for one in operations)
    assert len({one["operationId"] for one in operations}) == len(operations)


def _validator(*path: str) -> jsonschema_rs.Validator:
    """Of one part of the schema of the protocol."""
    whole = schema.protocol_schema()
    part: Any = whole["properties"]
    for name in path:
        part = part[name]
    return jsonschema_rs.validator_for({**part, "$defs": whole["$defs"]})


@pytest.mark.parametrize("name", GAMES)
def test_every_frame_is_as_the_schema_of_the_protocol_says(name: str) -> None:
    """Frames of the smallest and largest tables: every seat, spectators, refusals, things taken back."""
    outgoing, view = _validator("outgoing"), _validator("views", "properties", name)
    event = _validator("events", "properties", name)
    sizes = (min(GAMES[name].players), max(GAMES[name].players))
    cases: list[Case] = [
        case
        for [case] in (param.values for param in CASES)
        if isinstance(case, Case) and case.game.name == name and case.players in sizes
    ]
    kinds: set[str] = set()
    for number, case in enumerate(cases):
        heard = heard_once(twins(case, number), number)
        for raw in {*heard.others, *heard.watched.get("socket", []), *heard.watched["spectator"]}:
            frame = json.loads(raw)
            outgoing.validate(frame)
            kinds.add(frame["type"])
            if frame.get("view") is not None:
                view.validate(frame["view"])
            for happened in frame.get("events", []):
                event.validate(happened)
                kinds.add(happened["type"])
    assert {"welcome", "table", "step", "ack", "refusal", "pong", "said", "TakenBack"} <= kinds


def test_a_frame_that_is_not_of_the_protocol_is_found_out() -> None:
    outgoing, view = _validator("outgoing"), _validator("views", "properties", "voodoo_prince")
    assert not outgoing.is_valid({"type": "step", "version": "1", "events": []})
    assert not outgoing.is_valid({"type": "hand", "cards": ["b1"]})
    assert not view.is_valid({"seat": 0})
