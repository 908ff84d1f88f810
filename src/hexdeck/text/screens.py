"""How a table reads in lines, for the terminal and the plain pages: a screen for each game, in its file."""

from hexdeck.core.errors import SetupRefused
from hexdeck.core.game_files import part_of
from hexdeck.text.screen import MakeScreen


def screen_of(game: str) -> MakeScreen:
    """The game's screen, or SetupRefused."""
    own = part_of(game, "text.screen")
    if own is None:
        raise SetupRefused("nobody has written a screen for {game}: choose another game", game=game)
    make: MakeScreen = own.GameScreen
    return make
