"""A turn in Voodoo that is won by whoever sees it."""

from rulebook.voodoo_scene import Scene


def two_curses_that_win() -> Scene:
    """Leo can draw a card, or two, or cast a curse, or two; together they win."""
    game = Scene(
        doll="Leo",
        scores={"Leo": 9, "Ugo": 10},
        Leo="tiny_drum mummy_feet loud_hieroglyphs",
        Ugo="winter_sleep",
        Ida="who_lives_in_the_oak",
    )
    game.play("Leo roll", "dice raven star skull skull bat")
    return game
