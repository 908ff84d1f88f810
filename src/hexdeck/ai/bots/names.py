"""What bots are called at a table: everybody in the rulebooks' examples."""

from typing import Final

BOT_NAMES: Final = (
    *("Marie", "Lukas", "Leon", "Nina", "Jonas", "Antonia"),
    *("Beatrice", "Charlotte", "Dorothea", "Georges", "Françoise", "Carsten"),
)
