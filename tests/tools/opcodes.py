#!/usr/bin/env python3
"""What tools/opcodes.py says of macros of src/ops that are planted here.

tests/tools/opcodes.py
"""

import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "tests"), os.path.join(ROOT, "tools")]
import opcodes
from checks import check, finish


def macro(lines):
    return "#define LONG(x) \\\n" + "  x; \\\n" * (lines - 2) + "  x\n"


# What it is, the file's name, its text, and how many macros are too long.
CASES = [
    ("a macro of six lines", "calls.inc", macro(6), 1),
    ("a macro of five lines", "calls.inc", macro(5), 0),
    ("two of six lines", "natives.inc", macro(6) + "int x;\n" + macro(6), 2),
    ("a word of six lines", "words.inc", macro(6), 0),
    ("a macro of six lines in a header", "support.h", macro(6), 1),
    ("a string of six lines that is no macro", "calls.inc", "x \\\n" * 5 + "y\n", 0),
]


def main():
    for what, name, text, expected in CASES:
        found = list(opcodes.long_macros(name, text))
        check(what, len(found) == expected, "\n".join(found))
    check("none of the repository is too long", not list(opcodes.macros()), "\n".join(opcodes.macros()))
    finish()


if __name__ == "__main__":
    main()
