"""The checks on histories made by hand: each fault is found, and nothing where there is none."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from hexdeck.server.store.documents import Chair, Document
from hexdeck.server.store.protocol import Rating
from hexdeck.server.tables.results import rate
from server.history.checks import Result, Row, Stored, all_checks
from server.history.notes import Asked, Notes, Seen, Told

GAMES = {
    "A": {
        (version, seat): (f"view {version} {seat}", f"events {version} {seat}")
        for version in (1, 2, 3)
        for seat in (None, 0, 1)
    }
}


def story(who: str, seat: int | None, *versions: int) -> list[Told]:
    first, *rest = versions
    return [
        Told(who, "A", "snapshot", first, seat, f"view {first} {seat}"),
        *(
            Told(who, "A", "step", version, seat, f"view {version} {seat}", f"events {version} {seat}")
            for version in rest
        ),
    ]


def asked(who: str, name: str, kind: str, at: float, **more: object) -> Asked:
    one = Asked(who, "A", name, kind, begun=at, ended=at + 1, outcome="done")
    for field, value in more.items():
        setattr(one, field, value)
    return one


@dataclass
class Evening:
    notes: Notes
    stored: Stored


def found_in(at: Evening) -> list[str]:
    return all_checks(at.notes, at.stored, GAMES)


def evening() -> Evening:
    """Two people at one table: she makes it, he sits down, she starts, both act, and it is over."""
    notes = Notes(
        asked=[
            asked("anna", "", "make", 1.0, code="", made="A"),
            asked("ben", "b1", "sit", 3.0, version=0),
            asked("anna", "a1", "start", 5.0, version=1),
            asked("ben", "b2", "act", 7.0, version=2, known=1),
            asked("anna", "a2", "act", 9.0, version=3, known=2),
            asked("ben", "b3", "act", 13.0, outcome="refused", reason="action.game_is_over", known=2),
            asked("ben", "Ben 1", "rename", 15.0),
        ],
        told={("anna", "A"): story("anna", 0, 1, 2, 3), ("ben", "A"): story("ben", 1, 1, 2, 3)},
        seen={Seen("A", ("Anna 1", "Ben 1"))},
    )
    document = Document("A", "voodoo", {}, [Chair("person", "anna"), Chair("person", "ben")], "anna")
    document.status, document.scores, document.past = "over", [3, 1], {"anna": 0, "ben": 1}
    new = rate({"anna": 3, "ben": 1}, {})
    stored = Stored(
        documents={"A": document},
        rows={
            "A": [
                Row("A", 1, 0, 0, 0, 3.5, "ben", "b1"),
                Row("A", 2, 1, 1, 1, 5.5, "anna", "a1"),
                Row("A", 3, 1, 2, 2, 7.5, "ben", "b2"),
                Row("A", 4, 1, 3, 3, 9.5, "anna", "a2"),
            ]
        },
        results=[Result("A", 0, "anna", "voodoo", 2, 3, 9.5), Result("A", 1, "ben", "voodoo", 2, 1, 9.5)],
        ratings={(who, "voodoo", "2"): new[who] for who in new},
        names={"ben": "Ben 1"},
    )
    return Evening(notes, stored)


def test_nothing_is_found_in_an_evening_without_a_fault() -> None:
    assert found_in(evening()) == []


def lost_command(at: Evening) -> None:
    at.notes.asked.append(asked("ben", "b9", "act", 20.0, version=3))


def lost_seat(at: Evening) -> None:
    at.notes.asked.append(asked("ben", "b9", "sit", 20.0, version=3))


def doubled_command(at: Evening) -> None:
    at.stored.rows["A"].append(Row("A", 5, 0, 3, 3, 10.0, "ben", "b1"))


def doubled_unknown(at: Evening) -> None:
    at.notes.asked.append(asked("ben", "b9", "act", 20.0, outcome="unknown"))
    at.stored.rows["A"] += [Row("A", number, 0, 3, 3, 10.0, "ben", "b9") for number in (5, 6)]


def refused_and_done(at: Evening) -> None:
    at.notes.asked.append(asked("ben", "b9", "act", 20.0, outcome="refused", reason="store.failed"))
    at.stored.rows["A"].append(Row("A", 5, 0, 3, 3, 21.0, "ben", "b9"))


def other_version(at: Evening) -> None:
    at.notes.asked[3].version = 3


def reordered(at: Evening) -> None:
    at.notes.asked[3].begun, at.notes.asked[3].ended = 11.0, 12.0


def refused_although_legal(at: Evening) -> None:
    late = asked("ben", "b9", "act", 8.2, outcome="refused", reason="action.not_your_turn", known=2)
    at.notes.asked.append(late)
    late.ended = 9.0


def missing_revision(at: Evening) -> None:
    at.stored.rows["A"][3] = replace(at.stored.rows["A"][3], revision=5)


def missing_line(at: Evening) -> None:
    at.stored.rows["A"][3] = replace(at.stored.rows["A"][3], total=4)


def version_goes_back(at: Evening) -> None:
    at.stored.rows["A"].append(Row("A", 5, 0, 3, 2, 10.0))


def gap_in_a_story(at: Evening) -> None:
    del at.notes.told["ben", "A"][1]


def step_twice(at: Evening) -> None:
    at.notes.told["ben", "A"].append(at.notes.told["ben", "A"][-1])


def story_goes_back(at: Evening) -> None:
    at.notes.told["ben", "A"] += story("ben", 1, 2)


def told_and_not_stored(at: Evening) -> None:
    at.notes.told["ben", "A"].append(Told("ben", "A", "step", 4, 1, "view 4 1", "events 4 1"))


def other_view(at: Evening) -> None:
    at.notes.told["ben", "A"][0] = replace(at.notes.told["ben", "A"][0], view="view 1 0")


def other_events(at: Evening) -> None:
    at.notes.told["ben", "A"][1] = replace(at.notes.told["ben", "A"][1], events="events 2 0")


def hand_of_another(at: Evening) -> None:
    at.notes.told["eve", "A"] = story("eve", 1, 1)


def doubly_seated(at: Evening) -> None:
    at.stored.documents["A"].chairs[1].who = "anna"


def doubly_seated_for_a_moment(at: Evening) -> None:
    at.notes.seen.add(Seen("A", ("Ben 1", "Ben 2")))


def lost_table(at: Evening) -> None:
    at.notes.asked.append(asked("ben", "", "make", 20.0, code="", made="B"))


def table_of_nobody(at: Evening) -> None:
    at.stored.documents["B"] = Document("B", "voodoo", {}, [Chair()], "ben")


def two_rematches(at: Evening) -> None:
    at.notes.asked.append(asked("ben", "b9", "rematch", 20.0, version=3, made="B"))
    at.stored.rows["A"].append(Row("A", 5, 0, 3, 3, 21.0, "ben", "b9"))
    at.stored.documents["A"].rematch = "C"
    at.stored.documents["C"] = Document("C", "voodoo", {}, [Chair()], "ben")


def lost_name(at: Evening) -> None:
    """An older one is there that was acknowledged too."""
    at.notes.asked.insert(0, asked("ben", "Ben 0", "rename", 0.0))
    at.stored.names["ben"] = "Ben 0"


def lost_result(at: Evening) -> None:
    del at.stored.results[1]


def result_without_a_game(at: Evening) -> None:
    at.stored.documents["A"].scores = None


def lost_rating(at: Evening) -> None:
    del at.stored.ratings["ben", "voodoo", "2"]


def rated_twice(at: Evening) -> None:
    known = {who: at.stored.ratings[who, "voodoo", "2"] for who in ("anna", "ben")}
    for who, new in rate({"anna": 3, "ben": 1}, known).items():
        at.stored.ratings[who, "voodoo", "2"] = new


def rated_in_another_order(at: Evening) -> None:
    """Both games are counted, but the second did not know of the first."""
    at.stored.documents["B"] = replace_scores(at.stored.documents["A"])
    at.notes.asked.append(asked("ben", "", "make", 20.0, code="", made="B"))
    at.stored.results += [
        Result("B", 0, "anna", "voodoo", 2, 1, 19.0),
        Result("B", 1, "ben", "voodoo", 2, 3, 19.0),
    ]
    new = rate({"anna": 1, "ben": 3}, {})
    for who, rating in new.items():
        at.stored.ratings[who, "voodoo", "2"] = Rating(rating.mu, rating.sigma, 2)


def rated_in_full_again(at: Evening) -> None:
    """The second game of the same two people counts half."""
    at.stored.documents["B"] = replace_scores(at.stored.documents["A"])
    at.notes.asked.append(asked("ben", "", "make", 20.0, code="", made="B"))
    at.stored.results += [
        Result("B", 0, "anna", "voodoo", 2, 1, 19.0),
        Result("B", 1, "ben", "voodoo", 2, 3, 19.0),
    ]
    known = {who: at.stored.ratings[who, "voodoo", "2"] for who in ("anna", "ben")}
    for who, new in rate({"anna": 1, "ben": 3}, known).items():
        at.stored.ratings[who, "voodoo", "2"] = new


def replace_scores(document: Document) -> Document:
    return Document("B", "voodoo", {}, document.chairs, "anna", status="over", scores=[1, 3])


@pytest.mark.parametrize(
    ("fault", "found"),
    [
        (lost_command, "lost: act b9"),
        (lost_seat, "lost: sit b9"),
        (doubled_command, "doubled: sit b1"),
        (doubled_unknown, "doubled: act b9"),
        (refused_and_done, "done although refused: act b9"),
        (other_version, "wrong: act b2"),
        (reordered, "reordered: act a2"),
        (refused_although_legal, "refused although legal: act b9"),
        (missing_revision, "gap: A has revision 5 after 3"),
        (missing_line, "gap: A has 3 lines at revision 4"),
        (version_goes_back, "gap: A goes back to version 2"),
        (gap_in_a_story, "gap: ben at A heard step 3 after 1"),
        (step_twice, "gap: ben at A heard step 3 after 3"),
        (story_goes_back, "gap: ben at A heard snapshot 2 after 3"),
        (told_and_not_stored, "lost: ben at A was told version 4"),
        (other_view, "wrong view: ben at A, version 1, seat 1"),
        (other_events, "wrong events: ben at A, 2, seat 1"),
        (hand_of_another, "leak: eve was shown seat 1 at A"),
        (doubly_seated, "doubled: anna has 2 seats at A"),
        (doubly_seated_for_a_moment, "doubled: Ben was seen on 2 seats at A"),
        (lost_table, "lost: table B was made"),
        (table_of_nobody, "doubled: 1 tables that nobody was told of, 0 can be"),
        (two_rematches, "wrong: rematch b9 of ben at A leads to B, the table to C"),
        (lost_name, "lost: ben is called 'Ben 0'"),
        (lost_result, "wrong: results of A"),
        (result_without_a_game, "wrong: results of A are not {}"),
        (lost_rating, "wrong rating: ('ben', 'voodoo', '2') is None"),
        (rated_twice, "wrong rating: ('anna', 'voodoo', '2')"),
        (rated_in_another_order, "wrong rating: ('ben', 'voodoo', '2')"),
        (rated_in_full_again, "wrong rating: ('ben', 'voodoo', '2')"),
    ],
)
def test_every_fault_is_found(fault: Callable[[Evening], None], found: str) -> None:
    at = evening()
    fault(at)
    assert any(finding.startswith(found) for finding in found_in(at))


def test_what_may_be_is_not_found() -> None:
    """An unknown command that was done, and one that was refused elsewhere after it was done."""
    at = evening()
    at.notes.asked += [
        asked("ben", "b8", "stand", 20.0, outcome="unknown"),
        asked("ben", "b9", "act", 22.0, outcome="refused", reason="action.not_your_turn", known=3, tries=2),
        asked("ben", "Ben 2", "rename", 24.0, outcome="unknown"),  # and carried out after the next
        asked("ben", "Ben 3", "rename", 25.0),
        asked("ben", "", "make", 26.0, code="", outcome="unknown"),
    ]
    at.stored.rows["A"] += [
        Row("A", 5, 0, 3, 3, 21.0, "ben", "b8"),
        Row("A", 6, 0, 3, 3, 23.0, "ben", "b9"),
    ]
    at.stored.names["ben"] = "Ben 2"
    at.stored.documents["B"] = Document("B", "voodoo", {}, [Chair()], "ben")
    assert found_in(at) == []
