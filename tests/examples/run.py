#!/usr/bin/env python3
"""Runs the example programs and looks at what they do.

    tests/examples/run.py [--bin FOLDER] [NAME …]

FOLDER holds the programs, build/release/bin by default. The last line says how it went.
"""

import argparse
import glob
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
passed = failed = 0


def check(what, ok, shown=""):
    global passed, failed
    if ok:
        passed += 1
    else:
        failed += 1
        print(f"FAILED: {what}\n{shown}", flush=True)


def plugins(folder):
    scripts = sorted(glob.glob(f"{ROOT}/examples/plugins/*.js"))
    runs = [subprocess.run([f"{folder}/plugins", *scripts], capture_output=True, text=True, timeout=300) for _ in range(2)]
    text = runs[0].stdout
    check("plugins ends well", runs[0].returncode == 0, runs[0].stderr)
    check("every run is the same", text == runs[1].stdout, text + runs[1].stdout)
    rows = {}
    for name, end, alive, born, died, collected in re.findall(
            r"^(\S+\.js) +([a-z ]+): (\d+) alive, energy \d+, (\d+) born, (\d+) died, (\d+) collected$", text, re.M):
        rows[name] = end, int(alive), int(born), int(died), int(collected)
    ends = {name: row[0] for name, row in rows.items()}
    check("limits end the islands they should", ends == {
        "sheep.js": "well", "wolves.js": "well", "clumsy.js": "well", "greedy.js": "out of memory",
        "endless.js": "out of fuel"}, text)
    for name in ("sheep.js", "wolves.js"):
        _, alive, born, died, collected = rows.get(name, ("", 0, 0, 0, 0))
        check(f"{name}: all are accounted for", born > 500 and alive + died == born, text)
        # A stale word on a stack may keep a family.
        check(f"{name}: the dead are collected", 0.9 * died <= collected <= died, text)
    check("mistakes are reported", "TypeError: Creature.prototype.eat was called on what is not of class Creature" in text, text)


EXAMPLES = {"plugins": plugins}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default=f"{ROOT}/build/release/bin")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    for name, function in EXAMPLES.items():
        if args.names and name not in args.names:
            continue
        if os.access(f"{args.bin}/{name}", os.X_OK):
            function(args.bin)
        else:
            check(f"{name} is built", False)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
