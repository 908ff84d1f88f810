"""Long lines break between their parts."""

from rich.text import Text

from hexdeck.text.rows import rows


def test_parts_that_fit_stand_on_one_row() -> None:
    assert rows("Seen: {cards}", ["a", Text("b")]) == [Text("Seen: a  b")]


def test_further_rows_begin_below_the_first_part() -> None:
    words = [letter * 30 for letter in "abc"]

    assert [row.plain for row in rows("Seen: {words}", words, ", ")] == [
        "Seen: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
        "      cccccccccccccccccccccccccccccc",
    ]


def test_a_row_may_be_eighty_columns_wide() -> None:
    assert [len(row) for row in rows("{words}", ["a" * 39, "b" * 39, "c"])] == [80, 1]


def test_a_translation_may_end_otherwise() -> None:
    assert rows("Cards {cards} seen", ["a", "b"]) == [Text("Cards a  b seen")]
