"""The bars of README.md, docs/isolates.svg, and the lines that show them."""

import textwrap

from figures import tables

PICTURE = "docs/isolates.svg"
# Columns of the two figures, and what the picture calls them.
ENGINES = (("halfword", "Halfword"), ("quickjs-ng", "quickjs-ng"), ("JavaScriptCore", "JavaScriptCore"), ("V8", "V8"))
ROWS = (("unmapped", "µs"), ("memory", "KiB"))
NAMES, BARS, STEP, BAR, GAP = 118, 230, 30, 18, 78  # columns of text, the longest bar, rows, room behind a bar

STYLE = """<style>
text { font: 13px sans-serif; fill: #1f2328 } .title { font-weight: bold } .note { font-size: 11px; fill: #59636e }
.own { fill: #2f6fd0 } .other { fill: #a9b4c2 }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 } .note { fill: #9198a1 } .own { fill: #5a9bf6 } .other { fill: #59636e } }
</style>"""


def bars(results):
    """[(name, whether it is of an earlier run, [(number, text) of time and memory])], of the engines that have both."""
    rows = []
    for column, name in ENGINES:
        found = [results.find("isolates", row, column) for row, _ in ROWS]
        if all(run for _, run in found):
            is_earlier = any(run is not results.runs("isolates")[0] for _, run in found)
            texts = [f"{tables.in_words('isolates', row, column, found[i][0])} {unit}" for i, (row, unit) in enumerate(ROWS)]
            rows.append((name, is_earlier, [(found[i][0], text) for i, text in enumerate(texts)]))
    return rows


def lines(results):
    """The lines of README.md that show the picture, with its words for those who do not see it."""
    words = ", ".join(f"{name} {time} and {memory}" for name, _, ((_, time), (_, memory)) in bars(results))
    return textwrap.wrap(f"![Time and memory of an isolate: {words}]({PICTURE})", tables.WIDTH)


def picture(results):
    rows = bars(results)
    width, height = NAMES + 2 * (BARS + GAP) + 12, 34 + STEP * len(rows) + 26
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        "<title>" + "; ".join(f"{name}: {time}, {memory}" for name, _, ((_, time), (_, memory)) in rows) + "</title>",
        STYLE,
    ]
    for column, title in enumerate(("make an isolate, run 1 + 1, destroy it", "memory of its own")):
        left = NAMES + column * (BARS + GAP)
        out.append(f'<text class="title" x="{left}" y="18">{title}</text>')
        longest = max(figures[column][0] for _, _, figures in rows)
        for i, (name, is_earlier, figures) in enumerate(rows):
            top, (value, text) = 34 + STEP * i, figures[column]
            length = max(1.5, BARS * value / longest)
            if column == 0:
                out.append(f'<text x="{NAMES - 8}" y="{top + 14}" text-anchor="end">{name}{" *" if is_earlier else ""}</text>')
            out += [
                f'<rect class="{"other" if i else "own"}" x="{left}" y="{top}" width="{length:.1f}" height="{BAR}" rx="2"/>',
                f'<text x="{left + length + 6:.1f}" y="{top + 14}">{text}</text>',
            ]
    note = "CPU time, medians, from bench/results.json; less is better."
    if any(is_earlier for _, is_earlier, _ in rows):
        note += " *: an earlier run."
    out.append(f'<text class="note" x="{NAMES}" y="{height - 8}">{note}</text>')
    return "\n".join([*out, "</svg>", ""])
