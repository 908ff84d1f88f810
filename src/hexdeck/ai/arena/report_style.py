"""The look of a report: our tokens, dark and light, readable in grey-scale and in print."""

from html import escape
from typing import Final

STYLE: Final = """
:root {
  color-scheme: light dark;
  --page: #14121f; --panel: #1f1a30; --line: #3a2d5c; --text: #f3ead8; --quiet: #c9bfb0;
  --accent: #f4c15d; --better: #6fc7b2; --worse: #ff6b5e;
}
@media (prefers-color-scheme: light) {
  :root {
    --page: #e8e5ec; --panel: #fbf8f2; --line: #cdc4da; --text: #1b1726; --quiet: #4d4660;
    --accent: #7a4d00; --better: #0b6b57; --worse: #b3261e;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; padding: 32px 16px 64px; background: var(--page); color: var(--text);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
main { max-width: 900px; margin: 0 auto; }
h1 { margin: 0 0 4px; font-size: 30px; line-height: 1.2; color: var(--accent); }
h2 { margin: 0 0 4px; font-size: 20px; }
p { margin: 0 0 16px; }
.quiet, figcaption { color: var(--quiet); font-size: 14px; }
section {
  margin: 24px 0 0; padding: 24px; background: var(--panel); border-radius: 20px;
  overflow-x: auto; break-inside: avoid;
}
ul { margin: 0; padding-left: 20px; }
table { border-collapse: separate; border-spacing: 4px; font-variant-numeric: tabular-nums; }
th { padding: 4px 8px; font-weight: 600; text-align: left; white-space: nowrap; }
thead th { text-align: center; }
td { padding: 4px 8px; white-space: nowrap; }
.matrix td {
  position: relative; min-width: 116px; padding: 8px 8px 14px; border: 1px solid var(--line);
  border-radius: 12px; text-align: center; isolation: isolate; overflow: hidden;
}
.matrix td.none { border-style: none; color: var(--quiet); }
.matrix td.unclear { border-style: dashed; border-color: var(--quiet); }
.matrix td::before { content: ""; position: absolute; inset: 0; z-index: -1; opacity: var(--tint); }
.matrix td.better::before { background: var(--better); }
.matrix td.worse::before { background: var(--worse); }
.matrix b { display: block; font-size: 18px; line-height: 1.3; }
.matrix td.unclear b { font-weight: 400; }
.matrix span { display: block; font-size: 13px; line-height: 1.35; }
.matrix i {
  position: absolute; bottom: 5px; left: 50%; width: calc(var(--reach) * 46%); height: 4px;
  background: var(--text); border-radius: 0 2px 2px 0;
}
.matrix i.down { left: auto; right: 50%; border-radius: 2px 0 0 2px; }
svg { display: block; width: 100%; min-width: 560px; height: auto; font-size: 14px; }
svg text { fill: var(--text); font-variant-numeric: tabular-nums; }
svg text.quiet { fill: var(--quiet); }
.grid { stroke: var(--line); }
.zero { stroke: var(--text); stroke-width: 1.5; }
.interval { fill: none; stroke: currentColor; stroke-width: 2; }
.dot { fill: currentColor; stroke: currentColor; stroke-width: 2; }
.better { color: var(--better); }
.worse { color: var(--worse); }
.unclear, .plain { color: var(--text); }
.unclear .dot { fill: var(--panel); }
.matrix .better, .matrix .worse { color: var(--text); }
.line { fill: none; stroke: currentColor; stroke-width: 2.5; }
.mark { fill: currentColor; }
.curve0 { color: var(--accent); }
.curve1 { color: var(--better); }
.curve2 { color: var(--worse); }
.curve3 { color: var(--text); }
@media (max-width: 560px) { section { padding: 16px; border-radius: 12px; } }
@media (forced-colors: active) { section, .matrix td { border: 1px solid; } }
@media print { body { padding: 0; } section { border: 1px solid; } }
"""


def page(title: str, heading: str, inside: str) -> str:
    """A whole page in this look."""
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"/>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body><main>"
        f"<h1>{escape(heading)}</h1>{inside}</main></body></html>\n"
    )


def section(title: str, about: str, inside: str) -> str:
    return f'<section><h2>{escape(title)}</h2><p class="quiet">{escape(about)}</p>{inside}</section>'
