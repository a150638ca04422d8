#!/usr/bin/env python3
"""Takes heap snapshots of programs in the shell and checks that they are whole and call things by their names.

tests/tools/heap_snapshot.py --engine build/release/bin/halfword
"""

import argparse
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CHECK = os.path.join(ROOT, "tools", "check_heapsnapshot.py")

# A program, names that must be there, names on a shortest way to the last of these (other ways are as short now and then:
# the native stack remembers much).
CASES = [
    (
        "an object of a class",
        "class Page { constructor() { this.title = 'a \"title\" \\u00fc \\u4e2d \\n'; } }; globalThis.keep = new Page();",
        ["Page", 'a "title" ü 中 \n'],
        ["Page"],
    ),
    (
        "a closure",
        "class Captured {}; "
        "globalThis.f = (() => { const captured = new Captured(); return function inner() { return captured; }; })();",
        ["inner", "Captured", "Environment"],
        ["Environment"],
    ),
    (
        "all kinds",
        "globalThis.a = [1.5, 10n ** 30n, Symbol('sym'), /re+/g, new Date(), new ArrayBuffer(1000), new Proxy({}, {}),"
        " async function later() {}, new WeakMap([[{}, {}]]), 'long'.repeat(1000), new Uint8Array(4), Promise.resolve(3)];",
        ["Symbol(sym)", "/re+/g", "later", "Date", "ArrayBuffer"],
        ["/re+/g"],
    ),
    ("nothing", "", ["global"], ["global"]),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", required=True)
    args = parser.parse_args()
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "x.heapsnapshot")
        for name, program, names, way in CASES:
            done = subprocess.run([args.engine, f"--heap-snapshot={path}", "-e", program], capture_output=True, text=True)
            if done.returncode == 0:
                has = [x for n in names for x in ("--has", n)]
                done = subprocess.run([sys.executable, CHECK, path, *has, "--path", way[-1]], capture_output=True, text=True)
            steps = [line.split(": ", 1)[-1] for line in done.stdout.splitlines()]
            missing = [step for step in way if step not in steps]
            if done.returncode == 0 and not missing:
                passed += 1
            else:
                failed += 1
                print(f"FAILED {name}: {missing}\n{done.stdout}{done.stderr}")
        done = subprocess.run([args.engine, "--heap-snapshot=/nowhere/x", "-e", ""], capture_output=True, text=True)
        if done.returncode == 1 and "/nowhere/x" in done.stderr:
            passed += 1
        else:
            failed += 1
            print(f"FAILED a file that can't be written: exit code {done.returncode}, {done.stderr}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
