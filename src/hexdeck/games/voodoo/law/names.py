"""Written names of Voodoo: cards by their id, actions like `cast gardus_corpux on 2`, chance outcomes."""

from functools import cache
from itertools import product

from hexdeck.core.cards import Action, Card
from hexdeck.core.chance import Chance, Outcome, Roll, number_named
from hexdeck.core.errors import NameUnknown
from hexdeck.games.voodoo.law.actions import HELD, PAIRS, SEATS, TEMPLATES, blanks
from hexdeck.games.voodoo.law.cards import CURSES, EFFECTS, FACES, FIRST_ARTEFACT, card_with, the_cards

_SEATS = [str(seat) for seat in range(SEATS)]


def card_name(card: Card) -> str:
    return the_cards().ids()[card]


def card_named(name: str) -> Card:
    if name not in the_cards().ids():
        raise NameUnknown(f"no card is called {name!r}: write its id in cards.toml, like {card_name(0)}")
    return the_cards().ids().index(name)


def action_name(action: Action) -> str:
    return _action_names()[action]


def action_named(name: str) -> Action:
    if name not in _actions_named():
        raise NameUnknown(f"no action is called {name!r}: write one like roll, discard bat or pass")
    return _actions_named()[name]


@cache
def _action_names() -> tuple[str, ...]:
    return tuple(name for verb in TEMPLATES for name in _names(verb))


@cache
def _actions_named() -> dict[str, Action]:
    return {name: action for action, name in enumerate(_action_names())}


def _names(verb: str) -> list[str]:
    """Every name of one verb, in the order of the numbers."""
    artefact = card_name(card_with(verb)) if verb in EFFECTS else ""
    fillings = product(*(_words()[blank] for blank in blanks(verb)))
    return [
        TEMPLATES[verb].format(artefact=artefact, **dict(zip(blanks(verb), words, strict=True)))
        for words in fillings
    ]


def _words() -> dict[str, list[str]]:
    """What can stand in each blank, in the order of its numbers."""
    ids = list(the_cards().ids())
    return {
        "face": list(FACES),
        "new_face": list(FACES),
        "pair": [dice_name(pair) for pair in PAIRS],
        "held": [dice_name(held) or "nothing" for held in HELD],
        "curse": ids[:CURSES],
        "any_curse": ids[:FIRST_ARTEFACT],
        "seat": _SEATS,
        "victim": [*_SEATS, "all"],
        "place": [*_SEATS, "middle"],
    }


def dice_name(dice: tuple[int, ...]) -> str:
    return " ".join(FACES[face] for face in dice)


def outcome_name(needs: Chance, outcome: Outcome) -> str:
    """`2` for the doll, faces for dice, every card in its order for a shuffle."""
    if needs.what == "dice":
        return dice_name(outcome)
    return " ".join(str(one) if isinstance(needs, Roll) else card_name(one) for one in outcome)


def outcome_named(needs: Chance, text: str) -> Outcome:
    if needs.what == "dice":
        return tuple(_face_named(word) for word in text.split())
    if isinstance(needs, Roll):
        return (number_named(text),)
    return tuple(card_named(word) for word in text.split())


def _face_named(word: str) -> int:
    if word not in FACES:
        raise NameUnknown(f"no die shows {word!r}: choose from {', '.join(FACES)}")
    return FACES.index(word)
