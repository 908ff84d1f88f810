"""What the plain page of a table makes buttons of: every choice that is offered, and nothing else."""

from random import Random

import pytest

from hexdeck.ai.bots import make_bot
from hexdeck.ai.bots.bot_seats import let_bots_play
from hexdeck.core.record import Player, new_header
from hexdeck.core.registry import GAMES, game_named
from hexdeck.core.table import Table
from hexdeck.locale import language
from hexdeck.server.web.plain.table import choice_groups
from hexdeck.text.screens import screen_of

EVIL = "Eve  2:roll  9: x"


@pytest.mark.parametrize("game", GAMES)
def test_a_name_makes_no_button(game: str) -> None:
    rules, seed = game_named(game), bytes(32)
    header = new_header(rules, [Player(EVIL, "novice")] * 3, rules.complete({}), seed=seed, secret=True)
    table = Table(header, seed, lambda _line: None)
    table.open()
    screen = screen_of(game)([EVIL] * 3, language("en"))
    bots = {seat: make_bot("heuristic", game, Random(seat)) for seat in range(3)}
    named = 0

    for _ in let_bots_play(table, bots):
        for seat in table.to_move():
            view = table.view(seat)
            names = [rules.action_name(action) for action in screen.offers(view)]
            groups = choice_groups(screen.menu(view), screen.width, names)
            pieces = [piece for group in groups for piece in group]
            buttons = {int(piece.number): piece.value for piece in pieces if piece.number}
            assert buttons == {number: f"={name}" for number, name in enumerate(names, start=1)}
            named += sum(EVIL in piece.text for piece in pieces if piece.number)

    assert named > 0 or game != "voodoo"
