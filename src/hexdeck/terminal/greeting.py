"""What is said when people sit down: the game, its rules in a sentence, who plays, and how to go on."""

from collections.abc import Iterable

from rich.text import Text

from hexdeck.core.record import PERSON, Header
from hexdeck.locale import Language
from hexdeck.text.game_texts import rules_in_short
from hexdeck.text.house_words import LEVELS, choice_labels, labels, option_labels
from hexdeck.text.paint import FAINT, STRONG, joined
from hexdeck.text.sentences import fill


def greeting(header: Header, words: Language) -> list[Text]:
    _ = words._
    return [
        joined([Text(header.game.title, STRONG), *_settings(header, words)], " · "),
        *(Text(_(text)) for section in rules_in_short(header.game.name)[:1] for text in section.text),
        Text(_("rules: the rules in short. ?: what matters now. quit: leave, the game is kept."), FAINT),
    ]


def rules(header: Header, words: Language) -> list[Text]:
    """The whole game in short."""
    _, lines = words._, [Text(header.game.title, STRONG)]
    for section in rules_in_short(header.game.name):
        lines += [Text(), Text(_(section.title), STRONG), *(Text(_(text)) for text in section.text)]
    return lines


def _settings(header: Header, words: Language) -> Iterable[str]:
    """`4 players`, `bots: casual`, `Rounds: 5`."""
    _, ngettext = words._, words.ngettext
    players = len(header.players)
    yield fill(ngettext("{n} player", "{n} players", players), n=players)
    levels, options = labels(words, LEVELS), labels(words, option_labels())
    choices = labels(words, choice_labels())
    bots = dict.fromkeys(player.kind for player in header.players if player.kind != PERSON)
    if bots:
        yield fill(_("bots: {level}"), level=", ".join(levels.get(kind, kind) for kind in bots))
    for name, choice in header.options.items():
        yield f"{options[name]}: {choices.get(str(choice), str(choice))}"
