"""The games we play: one folder with all that belongs to it for each; `GAMES` has them by name."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hexdeck.core.registry import GAMES, game_named

__all__ = ["GAMES", "game_named"]


def __getattr__(name: str) -> Any:
    """Load the registry when it is asked for: it imports the folders here."""
    if name in __all__:
        from hexdeck.core import registry  # noqa: PLC0415

        return getattr(registry, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
