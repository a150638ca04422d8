#!/usr/bin/env python3
"""Draws docs/layers.svg from src/LAYERS: a box a layer that has a folder, and an arrow to each layer that its row names.

    tools/layers_picture.py [--check]

A layer stands one row above the highest that it uses. Its column is given below. --check writes nothing and fails if the
picture is not that of src/LAYERS.
"""

import os
import sys

import check_layers

COLUMNS = {
    "base": 1.6,
    "platform": 0.5,
    "cage": 0.5,
    "gc": 0.5,
    "unicode": 2.2,
    "intl": 3.4,
    "temporal": 3.6,
    "regexp": 2.6,
    "syntax": 2,
    "objects": 1,
    "bytecode": 1,
    "compiler": 2,
    "runtime": 1,
    "ops": 1,
    "interpreter": 1,
    "jit": -0.45,
    "builtins": 3,
    "isolates": 1.7,
    "console": 3.2,
    "api": 2.2,
}
WORDS = {
    "base": "assertions, bits",
    "platform": "the operating system",
    "cage": "slots, references",
    "gc": "the collector",
    "unicode": "tables of Unicode 17",
    "intl": "locales over ICU",
    "temporal": "over temporal_rs",
    "regexp": "patterns",
    "syntax": "lexer, tree, scopes",
    "objects": "values, shapes",
    "bytecode": "opcodes, frames",
    "compiler": "tree to bytecode",
    "runtime": "operations of ECMA-262",
    "ops": "what opcodes mean",
    "interpreter": "dispatch",
    "jit": "stencils",
    "builtins": "the library",
    "isolates": "wiring, images",
    "console": "values as text",
    "api": "the C interface",
}
X, Y, WIDTH, HEIGHT = 190, 62, 150, 40


def picture(root):
    uses = {
        name: used
        for _, name, used in check_layers.rows(os.path.join(root, "src/LAYERS"))
        if os.path.isdir(os.path.join(root, "src", name))
    }
    level = {}
    for name, used in uses.items():  # rows stand from the ground up
        level[name] = 1 + max((level[use] for use in used), default=-1)
    top = max(level.values())
    columns = {name: COLUMNS.get(name, 0) for name in uses}
    left = min(columns.values())
    center = {
        name: (round((columns[name] - left) * X + WIDTH / 2 + 10), (top - level[name]) * Y + HEIGHT // 2 + 10) for name in uses
    }
    width, height = max(x for x, _ in center.values()) + WIDTH // 2 + 10, top * Y + HEIGHT + 20
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"',
        '     font-family="sans-serif" text-anchor="middle">',
        "<title>The layers of Halfword, from src/LAYERS. An arrow leads to what a layer includes.</title>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0 8 4 0 8Z" fill="#888"/></marker></defs>',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for name, used in uses.items():
        for use in used:
            (x, y), (to_x, to_y) = center[name], center[use]
            line = f"L{to_x} {to_y - HEIGHT // 2}"
            if x + WIDTH < to_x and level[name] > level[use] + 3:  # down beside the boxes between, then across
                line = f"V{to_y}H{to_x - WIDTH // 2}"
            out.append(f'<path d="M{x} {y + HEIGHT // 2}{line}" stroke="#888" fill="none" marker-end="url(#tip)"/>')
    for name, (x, y) in center.items():
        out += [
            f'<rect x="{x - WIDTH // 2}" y="{y - HEIGHT // 2}" width="{WIDTH}" height="{HEIGHT}" rx="4" fill="#eef3fb" '
            'stroke="#35507a"/>',
            f'<text x="{x}" y="{y - 3}" font-size="14" font-weight="bold" fill="#17263d">{name}</text>',
            f'<text x="{x}" y="{y + 13}" font-size="11" fill="#17263d">{WORDS.get(name, "")}</text>',
        ]
    return "\n".join(out + ["</svg>", ""])


def main():
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    path = os.path.join(root, "docs/layers.svg")
    text = picture(root)
    if "--check" not in sys.argv[1:]:
        with open(path, "w") as file:
            file.write(text)
        return
    with open(path) as file:
        if file.read() != text:
            sys.exit("docs/layers.svg is not the picture of src/LAYERS: run tools/layers_picture.py")


if __name__ == "__main__":
    main()
