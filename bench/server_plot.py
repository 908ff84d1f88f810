"""What each way to keep tables carries and costs, as SVG: bars of one measure side by side."""

from collections.abc import Iterator, Mapping
from typing import Final

from bench.plot import INK, LIMIT, OURS, ROW, THEIRS, WIDTH, frame, text
from bench.server_figures import Figures

LEFT: Final = 330
RIGHT: Final = 110
TOP: Final = 72
PARTS: Final = {"cpu_us": None, "database_cpu_us": LIMIT, "bus_cpu_us": INK}  # None: by whose it is


def svg(titles: Mapping[str, str], held: Mapping[str, Figures], busy: Mapping[str, Figures]) -> str:
    """The chart of what was measured."""
    groups = (
        ("Moves a second, as fast as it can", busy, ("moves_per_s",)),
        ("Processor time of a move, µs: server, database (light), Redis (dark)", busy, tuple(PARTS)),
        ("p99 at a move every three seconds, ms", held, ("p99_ms",)),
        ("Memory of the servers meanwhile, MB", held, ("rss_mb",)),
    )
    body: list[str] = []
    bottom = TOP
    for title, cases, parts in groups:
        body.append(text(16, bottom + 17, title, bold=True))
        bottom += ROW + 6
        body += _bars(titles, cases, parts, bottom)
        bottom += ROW * len(cases) + 12
    head = frame(
        bottom + 12,
        "hexdeck bench server",
        "Tables of five over WebSockets, one run",
        "each measure has a scale of its own",
    )
    return "\n".join([*head, *body, "</svg>", ""])


def _bars(
    titles: Mapping[str, str], cases: Mapping[str, Figures], parts: tuple[str, ...], top: int
) -> Iterator[str]:
    sums = {name: sum(getattr(one, part) for part in parts) for name, one in cases.items()}
    scale = (WIDTH - LEFT - RIGHT) / max(*sums.values(), 1e-9)
    for row, (name, one) in enumerate(cases.items()):
        down, across = top + row * ROW, float(LEFT)
        yield text(LEFT - 10, down + 16, titles[name], anchor="end")
        for part in parts:
            fill = PARTS.get(part) or (THEIRS if name.startswith("boardgameio") else OURS)
            width = getattr(one, part) * scale
            yield (
                f'<rect x="{across:.1f}" y="{down + 2}" width="{width:.1f}" height="{ROW - 5}"'
                f' fill="{fill}" stroke="{INK}"/>'
            )
            across += width
        yield text(across + 8, down + 16, f"{sums[name]:.4g}")
