"""One bar chart of a run, as SVG: logarithmic, and readable without colours."""

from collections.abc import Iterator, Mapping
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple

WIDTH, ROW, LEFT, RIGHT, TOP = 900, 24, 330, 110, 84
PAPER, INK, OURS, THEIRS, LIMIT = "#f3ead8", "#1b1726", "#2a2140", "#6fc7b2", "#f4c15d"
FILLS = {"ours": OURS, "openspiel": THEIRS, "c": "url(#hatched)"}


class Bar(NamedTuple):
    label: str
    figure: str  # its name
    kind: str  # of FILLS


GROUPS: dict[str, tuple[Bar, ...]] = {
    "Compiled loops, actions a second": (
        Bar("C reference, Voodoo Prince 4p", "c_reference", "c"),
        Bar("hexdeck kernel, Voodoo Prince 4p", "kernel.voodoo_prince.4", "ours"),
        Bar("OpenSpiel C++, hearts", "openspiel.cpp.hearts", "openspiel"),
        Bar("OpenSpiel C++, spades", "openspiel.cpp.spades", "openspiel"),
        Bar("OpenSpiel C++, oh_hell", "openspiel.cpp.oh_hell", "openspiel"),
        Bar("OpenSpiel C++, dou_dizhu", "openspiel.cpp.dou_dizhu", "openspiel"),
    ),
    "Through Python, actions a second": (
        Bar("hexdeck kernel, Voodoo Prince 4p", "python.voodoo_prince.4", "ours"),
        Bar("the same, with lists of actions", "python_lists.voodoo_prince.4", "ours"),
        Bar("hexdeck law, Voodoo Prince 4p", "law.voodoo_prince.4", "ours"),
        Bar("OpenSpiel, spades, loop for that game", "openspiel.python_own_deal.spades", "openspiel"),
        Bar("OpenSpiel, hearts, loop for that game", "openspiel.python_own_deal.hearts", "openspiel"),
        Bar("OpenSpiel, hearts, loop for any game", "openspiel.python.hearts", "openspiel"),
    ),
    "ISMCTS, simulations a second": (
        Bar("hexdeck, Voodoo Prince 4p, opening", "ismcts.opening", "ours"),
        Bar("hexdeck, the same with voids shown", "ismcts.middle", "ours"),
        Bar("OpenSpiel C++, hearts, opening", "openspiel.ismcts.opening.fresh_worlds", "openspiel"),
        Bar("OpenSpiel C++, hearts, four tricks later", "openspiel.ismcts.middle.fresh_worlds", "openspiel"),
    ),
}

RL_GROUPS: dict[str, tuple[Bar, ...]] = {
    "Many games at once, steps a second": (
        Bar("hexdeck, Voodoo Prince 4p, all cores", "hexdeck.voodoo_prince.4.all_cores", "ours"),
        Bar("hexdeck, Voodoo Prince 4p", "hexdeck.voodoo_prince.4", "ours"),
        Bar("hexdeck, Vampire Queen 5p", "hexdeck.vampire_queen.5", "ours"),
        Bar("hexdeck, Skull Queen 4p", "hexdeck.skull_queen.4", "ours"),
        Bar("hexdeck, Voodoo 4p", "hexdeck.voodoo.4", "ours"),
        Bar("PufferLib, tripletriad", "pufferlib.tripletriad", "openspiel"),
        Bar("Pgx, leduc_holdem", "pgx.leduc_holdem", "openspiel"),
        Bar("Pgx, sparrow_mahjong", "pgx.sparrow_mahjong", "openspiel"),
    ),
    "One game, steps a second": (
        Bar("hexdeck through PettingZoo, Voodoo Prince 4p", "hexdeck.pettingzoo.voodoo_prince.4", "ours"),
        Bar("PettingZoo, leduc_holdem", "pettingzoo.leduc_holdem", "openspiel"),
        Bar("PettingZoo, texas_holdem", "pettingzoo.texas_holdem", "openspiel"),
        Bar("OpenSpiel rl_environment, leduc_poker", "openspiel.leduc_poker", "openspiel"),
        Bar("OpenSpiel rl_environment, spades", "openspiel.spades", "openspiel"),
        Bar("OpenSpiel rl_environment, hearts", "openspiel.hearts", "openspiel"),
    ),
}


class Axis(NamedTuple):
    """Powers of ten, from the one below the least to the one above the most."""

    low: int
    high: int

    def place(self, rate: float) -> float:
        return LEFT + (log10(rate) - self.low) / (self.high - self.low) * (WIDTH - LEFT - RIGHT)


def svg(
    figures: Mapping[str, float],
    known: Mapping[str, tuple[Bar, ...]] = GROUPS,
    name: str = "hexdeck bench engine",
    about: str = "Random play and search, one core, one run",
) -> str:
    """The chart of what was measured; bars without a figure are left out."""
    groups = {
        title: present
        for title, bars in known.items()
        if (present := [bar for bar in bars if figures.get(bar.figure)])
    }
    rates = [figures[bar.figure] for bars in groups.values() for bar in bars] or [1.0]
    axis = Axis(floor(log10(min(rates))), ceil(log10(max(rates) * 1.01)))
    body, bottom = [], TOP
    for title, bars in groups.items():
        body.append(text(16, bottom + 17, title, bold=True))
        bottom += ROW + 6
        for bar in bars:
            body += _row(bar, figures[bar.figure], bottom, axis)
            bottom += ROW
        bottom += 12
    return "\n".join([*_head(bottom + 12, name, about), *_lines(axis, bottom), *body, "</svg>", ""])


def frame(height: int, name: str, title: str, about: str, *definitions: str) -> Iterator[str]:
    """How a chart of ours begins; whoever takes it ends it with </svg>."""
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}"'
        f' height="{height}" font-family="sans-serif" font-size="13" fill="{INK}" role="img">'
    )
    yield f"<title>{name}</title>"
    yield from definitions
    yield f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>'
    yield text(16, 30, title, bold=True, size=18)
    yield text(16, 52, about)


def _head(height: int, name: str, about: str) -> Iterator[str]:
    return frame(
        height,
        name,
        about,
        "logarithmic: every line is ten times the one before",
        '<defs><pattern id="hatched" width="8" height="8" patternUnits="userSpaceOnUse"'
        f' patternTransform="rotate(45)"><rect width="8" height="8" fill="{LIMIT}"/>'
        f'<rect width="3" height="8" fill="{INK}"/></pattern></defs>',
    )


def _lines(axis: Axis, bottom: int) -> Iterator[str]:
    for power in range(axis.low, axis.high + 1):
        across = axis.place(10.0**power)
        yield (
            f'<line x1="{across:.1f}" x2="{across:.1f}" y1="{TOP - 4}" y2="{bottom}"'
            f' stroke="{INK}" stroke-opacity="0.25"/>'
        )
        yield text(across, TOP - 10, _short(10.0**power), anchor="middle")


def _row(bar: Bar, rate: float, top: int, axis: Axis) -> Iterator[str]:
    end = axis.place(rate)
    yield text(LEFT - 10, top + 16, bar.label, anchor="end")
    yield (
        f'<rect x="{LEFT}" y="{top + 2}" width="{end - LEFT:.1f}" height="{ROW - 5}" rx="2"'
        f' fill="{FILLS[bar.kind]}" stroke="{INK}"/>'
    )
    yield text(end + 8, top + 16, _short(rate))


def _short(rate: float) -> str:
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if rate >= size:
            return f"{rate / size:.3g}{letter}"
    return f"{rate:.3g}"


def text(
    across: float, down: float, words: str, *, anchor: str = "start", bold: bool = False, size: int = 13
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{across:.1f}" y="{down:.1f}" text-anchor="{anchor}" font-size="{size}"{weight}'
        f' stroke="{PAPER}" stroke-width="4" paint-order="stroke">{escape(words)}</text>'
    )
