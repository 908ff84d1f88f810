"""What the terminal asks of a game: how its table, choices and events read."""

from collections.abc import Sequence
from typing import Protocol, TypeAlias, TypeVar

from rich.text import Text

from hexdeck.core.cards import Action
from hexdeck.core.game import View
from hexdeck.locale import Language
from hexdeck.text.menu import Row
from hexdeck.text.width import WIDTH

V_contra = TypeVar("V_contra", bound=View, contravariant=True)
E_contra = TypeVar("E_contra", contravariant=True)  # the events of the game


class Screen(Protocol[V_contra, E_contra]):
    """Made for one table's names, one language and a width; knows a game only by its views and events.

    A game's own screen is derived from this one; what few games need is answered here.
    """

    def table(self, view: V_contra) -> list[Text]:
        """What lies on the table, as the view's seat sees it."""

    width: int

    def menu(self, view: V_contra) -> list[Row]:
        """The hand, and every action of `offers` with its number from 1."""

    def choices(self, view: V_contra) -> list[Text]:
        """The menu in lines."""
        return [line for row in self.menu(view) for line in row.lines(self.width)]

    def offers(self, view: V_contra) -> Sequence[Action]:
        """The actions that are numbered; most often all that are legal."""

    def names(self, action: Action) -> tuple[str, ...]:
        """What an action can be called: first as the choices show it, then in other ways."""

    def last(self, view: V_contra) -> list[Text]:
        """The last trick or round, for whoever looked away."""

    def said(self, view: V_contra, text: str) -> Action | None:
        """The action that `text` means in this game's own shorthand, if it has one."""
        del view, text
        return None

    def faces(self) -> str:
        """The faces of the game's dice, each with the letter it is typed by; none without dice."""
        return ""

    def rolled(self, text: str) -> str:
        """What real dice show, in this game's shorthand or in full, as a record writes it."""
        return text

    def happened(self, event: E_contra) -> list[Text]:
        """The event as lines of the log; none if it needs no words."""

    def moment(self, view: V_contra) -> str:
        """The rules that matter now."""

    def pauses(self, view: V_contra, events: Sequence[E_contra]) -> bool:
        """A person who may interrupt should be asked now."""
        del view, events
        return False


AnyScreen: TypeAlias = Screen[View, object]


class MakeScreen(Protocol):
    def __call__(self, names: Sequence[str], words: Language, width: int = WIDTH) -> AnyScreen: ...
