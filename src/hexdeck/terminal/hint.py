"""What the coach says, in lines."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.text import Text

from hexdeck.ai.coach.values import Advice, Choice
from hexdeck.ai.coach.why import Reason
from hexdeck.locale import Language
from hexdeck.text.paint import FAINT, STRONG, filled
from hexdeck.text.sayings import N_
from hexdeck.text.screen import AnyScreen
from hexdeck.text.sentences import digits

MOST_ROWS: Final = 8
THE_BEST: Final = N_("The coach would choose {what}")
BOTH: Final = N_("Both are good: {what}")
SEVERAL: Final = N_("These are all good: {what}")
PLAIN: Final = N_("{what}: {points} points ± {margin}, {chance} % to win")
EXPERTS: Final = N_("{what}: {points} points ± {margin}, {chance} % to win, the expert’s choice")
HARDLY_WORSE: Final = N_("{what}: {points} points ± {margin}, {chance} % to win, no clear difference")


def hint(advice: Advice, why: Sequence[Reason], screen: AnyScreen, words: Language) -> Iterator[Text]:
    """Yield what is good and why, then what the choices are worth."""
    best, *others = advice.choices
    good = [screen.names(choice.action)[0] for choice in advice.good[:MOST_ROWS]]
    message = THE_BEST if len(good) == 1 else BOTH if len(good) == 2 else SEVERAL
    yield filled(words._(message), what=Text(", ".join(good), STRONG))
    for reason in why:
        assert advice.next_worse is not None, "reasons set the best choice apart from it"
        other = screen.names(advice.next_worse.action)[0]
        yield Text(f"  {reason.told(words)} ({other}: {reason.number(reason.other)})")
    yield _row(best, EXPERTS if advice.is_experts else PLAIN, screen, words)
    for choice in others[: MOST_ROWS - 1]:
        row = _row(choice, PLAIN if choice.is_clearly_worse else HARDLY_WORSE, screen, words)
        row.stylize(FAINT)
        yield row


def _row(choice: Choice, message: str, screen: AnyScreen, words: Language) -> Text:
    points = choice.worth.points
    line = filled(
        words._(message),
        what=screen.names(choice.action)[0],
        points=digits(points.mean, ".1f"),
        margin=f"{points.margin or 0:.1f}",
        chance=f"{100 * choice.worth.chance.mean:.0f}",
    )
    return Text(f"  {line.plain}")
