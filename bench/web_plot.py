"""What the first load of each game weighs, as SVG: bars beside the most they may be."""

from collections.abc import Iterator, Mapping
from typing import Final

from bench.plot import INK, LIMIT, OURS, ROW, THEIRS, WIDTH, frame, text

LEFT: Final = 330
RIGHT: Final = 110
TOP: Final = 72
TITLES: Final = {"js_gzip_kb": "JavaScript, gzipped, kB", "first_load_kb": "Everything, kB"}
FILLS: Final = {"js_gzip_kb": OURS, "first_load_kb": THEIRS}


def svg(games: Mapping[str, Mapping[str, float]], musts: Mapping[str, float]) -> str:
    """The chart of what was measured."""
    body: list[str] = []
    bottom = TOP
    for name, most in musts.items():
        body.append(text(16, bottom + 17, TITLES[name], bold=True))
        bottom += ROW + 6
        body += _bars({game: sizes[name] for game, sizes in games.items()}, most, bottom, FILLS[name])
        bottom += ROW * len(games) + 12
    head = frame(
        bottom + 12,
        "hexdeck bench web",
        "First load of a game, nothing kept from before",
        "the line is the most it may be",
    )
    return "\n".join([*head, *body, "</svg>", ""])


def _bars(sizes: Mapping[str, float], most: float, top: int, fill: str) -> Iterator[str]:
    scale = (WIDTH - LEFT - RIGHT) / max(most, *sizes.values())
    for row, (game, size) in enumerate(sizes.items()):
        down = top + row * ROW
        yield text(LEFT - 10, down + 16, game, anchor="end")
        yield (
            f'<rect x="{LEFT}" y="{down + 2}" width="{size * scale:.1f}" height="{ROW - 5}" rx="2"'
            f' fill="{fill}" stroke="{INK}"/>'
        )
        yield text(LEFT + size * scale + 8, down + 16, f"{size:.1f}")
    edge = LEFT + most * scale
    yield (
        f'<line x1="{edge:.1f}" x2="{edge:.1f}" y1="{top}" y2="{top + ROW * len(sizes)}"'
        f' stroke="{LIMIT}" stroke-width="4"/>'
    )
    yield text(edge, top - 4, f"{most:g}", anchor="middle")
