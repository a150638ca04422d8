#!/usr/bin/env python3
"""Draws docs/isolates.svg, the bars of README.md, from the table of docs/isolates.md that compares engines.

    tools/isolates_picture.py [--check]

It reads the rows named below and measures nothing. --check writes nothing and fails if the picture is not that of the table.
"""

import os
import re
import sys

PAGE, PICTURE = "docs/isolates.md", "docs/isolates.svg"
HEADER = "| | make, run `1 + 1`, destroy | private memory |"
# How a row of the table begins, and what the picture calls it.
ROWS = (
    ("Halfword, its slot mapped and unmapped", "Halfword"),
    ("quickjs-ng, a runtime and a context", "quickjs-ng"),
    ("JavaScriptCore, a virtual machine", "JavaScriptCore"),
    ("V8, an isolate and a context", "V8"),
)
UNITS = {"µs": 1, "ms": 1000, "KiB": 1, "MiB": 1024}
NAMES, BARS, STEP, BAR, GAP = 118, 230, 30, 18, 78  # columns of text, the longest bar, rows, room behind a bar

STYLE = """<style>
text { font: 13px sans-serif; fill: #1f2328 } .title { font-weight: bold } .note { font-size: 11px; fill: #59636e }
.own { fill: #2f6fd0 } .other { fill: #a9b4c2 }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .note { fill: #9198a1 } .own { fill: #5a9bf6 } .other { fill: #59636e } }
</style>"""


def figures(page):
    """[(name, whether it is of another run, text of the time, text of the memory)]."""
    table = page[page.index(HEADER) :].split("\n\n")[0]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.split("\n")]
    found = []
    for begin, name in ROWS:
        row = next(row for row in cells if row[0].removesuffix(" *") == begin)
        found.append((name, row[0].endswith("*"), *(re.sub(r" \(.*", "", cell) for cell in row[1:3])))
    return found


def number(text):
    value, unit = text.split()
    return float(value.replace(",", "")) * UNITS[unit]


def picture(page):
    rows = figures(page)
    width, height = NAMES + 2 * (BARS + GAP) + 12, 34 + STEP * len(rows) + 26
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        "<title>" + "; ".join(f"{name}: {time}, {memory}" for name, _, time, memory in rows) + "</title>",
        STYLE,
    ]
    for column, title in enumerate(("make an isolate, run 1 + 1, destroy it", "memory of its own")):
        left = NAMES + column * (BARS + GAP)
        out.append(f'<text class="title" x="{left}" y="18">{title}</text>')
        longest = max(number(row[2 + column]) for row in rows)
        for i, row in enumerate(rows):
            top, text = 34 + STEP * i, row[2 + column]
            length = max(1.5, BARS * number(text) / longest)
            if column == 0:
                out.append(f'<text x="{NAMES - 8}" y="{top + 14}" text-anchor="end">{row[0]}{" *" if row[1] else ""}</text>')
            out += [
                f'<rect class="{"other" if i else "own"}" x="{left}" y="{top}" width="{length:.1f}" height="{BAR}" rx="2"/>',
                f'<text x="{left + length + 6:.1f}" y="{top + 14}">{text}</text>',
            ]
    note = f"CPU time, medians, from the table in {PAGE}; less is better."
    if any(row[1] for row in rows):
        note += " *: an earlier run on a slower machine."
    out.append(f'<text class="note" x="{NAMES}" y="{height - 8}">{note}</text>')
    return "\n".join(out + ["</svg>", ""])


def main():
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    with open(os.path.join(root, PAGE), encoding="utf-8") as file:
        text = picture(file.read())
    path = os.path.join(root, PICTURE)
    if "--check" not in sys.argv[1:]:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return
    with open(path, encoding="utf-8") as file:
        if file.read() != text:
            sys.exit(f"{PICTURE} is not the picture of the table in {PAGE}: run tools/isolates_picture.py")


if __name__ == "__main__":
    main()
