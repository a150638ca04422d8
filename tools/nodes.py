#!/usr/bin/env python3
"""Documents the kinds of nodes of the optimizing compiler's graph.

    tools/nodes.py --check    says where docs/nodes.md is not what the table says; the exit code too
    tools/nodes.py --write    writes docs/nodes.md

The table is HW_NODE_KINDS in src/jit/graph/node_kinds.h; what stands behind a row is its meaning. A line that can't be read as
a row or as a heading is an error.
"""

import argparse
import difflib
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TABLE = "src/jit/graph/node_kinds.h"
PAGE = "docs/nodes.md"
ROW = re.compile(r'  V\((\w+), "([a-z*]*)", (\w+), ([\w |]+), (\w+), ([\w |]+), ([\w |]+)\)(?: /\* (.*?) \*/)?(?: \\)?$')
HEADING = re.compile(r"  /\* ---- (.*?) \*/ \\$")


def words(name):
    """kMayExit -> may exit; kUint32 -> uint32; kNone, kNoFlags, kNoMemory -> nothing"""
    return "" if name in ("kNone", "kNoFlags", "kNoMemory") else re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name[1:]).lower()


def listed(names):
    return ", ".join(filter(None, (words(n) for n in names.split(" | "))))


def escaped(text):
    return text.replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;").replace("_", "\\_")


def page(text):
    """The page, and what can't be read."""
    lines = [
        "# Nodes",
        "",
        f"Made by `tools/nodes.py --write` from the table in `{TABLE}`, which explains inputs,",
        "flags and classes of memory. Graphs of the optimizing compiler are made of nodes (`src/jit/graph/graph.h`).",
    ]
    wrong = []
    body = text[text.index("#define HW_NODE_KINDS(V)") : text.index("// clang-format on")]
    for line in body.split("\n")[1:]:
        if not line.strip():
            continue
        heading, row = HEADING.match(line), ROW.match(line)
        if heading:
            title = heading[1].removesuffix(" ----")
            lines += [
                "",
                f"## {title[0].upper()}{title[1:]}",
                "",
                "| node | inputs | value | flags | payload | reads | writes | meaning |",
                "| --- | --- | --- | --- | --- | --- | --- | --- |",
            ]
        elif row:
            name, inputs, value, flags, payload, reads, writes, meaning = row.groups()
            cells = [
                name,
                escaped(inputs),
                words(value),
                listed(flags),
                words(payload),
                listed(reads),
                listed(writes),
                escaped(meaning or ""),
            ]
            lines.append(("| " + " | ".join(cells) + " |").replace("  ", " "))
        else:
            wrong.append(f"{TABLE} has a line that is neither a row nor a heading: {line.strip()}")
    return "\n".join(lines) + "\n", wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    if args.check == args.write:
        parser.error("one of --check and --write")
    with open(os.path.join(ROOT, TABLE), encoding="utf-8") as file:
        now, wrong = page(file.read())
    path = os.path.join(ROOT, PAGE)
    if args.write:
        with open(path, "w", encoding="utf-8") as file:
            file.write(now)
    else:
        with open(path, encoding="utf-8") as file:
            old = file.read()
        difference = [
            d
            for d in difflib.unified_diff(old.split("\n"), now.split("\n"), lineterm="", n=0)
            if d[:1] in "+-" and d[:3] not in ("+++", "---")
        ]
        wrong += [f"{PAGE} is not what the table says (tools/nodes.py --write): " + d for d in difference[:5]]
    print("\n".join(wrong) if wrong else "no problem found")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
