#!/usr/bin/env python3
"""What tools/image_writes says of clones whose writes are known.

tests/tools/image_writes.py
"""

import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from checks import check, finish

TOOL = os.path.join(ROOT, "build/release/bin/image_writes")
PROGRAM = """
globalThis.o = { a: 1, b: 2 };
globalThis.big = new Array(1 << 16).fill(0);
globalThis.few = [1, 2, 3];
"""
# How many elements of an array of Smis a page has; a stride of four pages keeps clear of what neighbours write.
PAGE = 1024
# What the work is, its text, and lines of the answer: patterns that begin one, or None for kinds that have none.
CASES = [
    ("a read", "o.a + big[7] + few[1]", {"PlainObject": None, "ValueElements": None}, 0),
    ("a write to an object", "o.a = 7;", {"PlainObject": "1 words of 1 objects on 1 pages", "ValueElements": None}, 0),
    ("two writes to one object", "o.a = 7; o.b = 8;", {"PlainObject": "2 words of 1 objects on 1 pages"}, 0),
    (
        "writes to two arrays",
        "few[1] = 9; big[40000] = 9;",
        {"PlainObject": None, "ValueElements": "2 words of 2 objects on 2 pages, alone on 2"},
        0,
    ),
    (
        "writes to ten pages",
        f"for (let i = 1; i <= 10; i++) big[i * {4 * PAGE}] = i;",
        {"ValueElements": "10 words of 1 objects on 10 pages, alone on 10"},
        0,
    ),
    ("a write that is undone", f"big[{8 * PAGE}] = 1; big[{8 * PAGE}] = 0;", {"ValueElements": None}, 1),
    ("five objects", "var all = []; for (let i = 0; i < 5; i++) all.push(new Map());", {"own MapObject": "5 objects"}, 0),
]


def run(*arguments):
    # The same addresses in each run.
    return subprocess.run(["setarch", "-R", TOOL, *arguments], text=True, capture_output=True)


def main():
    with tempfile.TemporaryDirectory() as folder:

        def write(name, text):
            path = os.path.join(folder, name)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            return path

        program = write("program.js", PROGRAM)
        for what, text, expected, unchanged in CASES:
            done = run(program, write("work.js", text))
            shown = re.sub(r" +", " ", done.stdout)
            lines = shown.splitlines()
            if not check(f"{what}: the work runs", done.returncode == 0, shown + done.stderr):
                continue
            for kind, tally in expected.items():
                found = [line for line in lines if line.startswith(kind + " ")]
                is_right = not found if tally is None else len(found) == 1 and found[0].startswith(f"{kind} {tally}")
                check(f"{what}: {kind}", is_right, shown)
            check(f"{what}: pages that are as they were", f"of them unchanged {unchanged}\n" in shown, shown)
        bare = run(program)
        check(
            "without work there are no writes to objects", bare.returncode == 0 and "first write" not in bare.stdout, bare.stdout
        )
        first = run(program, write("work.js", "o.a = 7;"))
        check("the first write to a page is named", re.search(r"first write at 0x\w+: PlainObject of \d+ bytes", first.stdout))
        for what, arguments, message in [
            ("no program", [], "usage: image_writes PROGRAM.js [WORK.js]"),
            ("a program that is missing", ["/nowhere.js"], "/nowhere.js can't be read"),
            ("work that is missing", [program, "/nowhere.js"], "/nowhere.js can't be read"),
            ("a program that throws", [write("throws.js", "nothing();")], "throws ReferenceError"),
            ("work that throws", [program, write("throws.js", "nothing();")], "throws ReferenceError"),
        ]:
            done = run(*arguments)
            check(f"{what} is an error", done.returncode == 1 and message in done.stderr, f"{done.returncode} {done.stderr}")
            check(f"{what}: nothing is counted", not done.stdout, done.stdout)
    finish()


if __name__ == "__main__":
    main()
