"""How wide the screens are where nobody says so."""

from typing import Final

WIDTH: Final = 80  # columns
