#!/usr/bin/env python3
"""What the engine knows of Unicode against packages of the registries, which it fetches (tools/unicode_data.py):

- src/unicode/tables.cc and the digests that `make test` expects are what published data makes.
- A thousand random texts of characters that decompose, compose and combine have the normal forms that another implementation
  gives them.

    tests/unicode/run.py --engine build/release/bin/halfword
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools"))
import unicode_data

FORMS = ("NFC", "NFD", "NFKC", "NFKD")


def tables():
    return subprocess.run([sys.executable, os.path.join(ROOT, "tools/unicode_tables.py"), "--check"]).returncode == 0


def texts():
    """Short texts of characters that act on one another."""
    data = unicode_data.Database()
    chance = random.Random(17)
    pools = [
        sorted(data.mapping),
        sorted(data.combining_class),
        sorted({a for a, _ in data.composition}),
        sorted({b for _, b in data.composition}),
        [*range(0x1100, 0x1113), *range(0x1161, 0x1176), *range(0x11A8, 0x11C3)],
        [*range(0xAC00, 0xAC40)],
        [0x61, 0x20, 0x4E00, 0x1F600],
    ]
    return ["".join(chr(chance.choice(chance.choice(pools))) for _ in range(chance.randrange(1, 12))) for _ in range(1000)]


def normalization(engine):
    sources = texts()
    program = (
        f"for (const s of {json.dumps(sources)}) console.log(JSON.stringify({json.dumps(FORMS)}.map(form => s.normalize(form))));"
    )
    with tempfile.NamedTemporaryFile("w", suffix=".js") as file:
        file.write(program)
        file.flush()
        done = subprocess.run([engine, file.name], capture_output=True, text=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    other = unicode_data.other_implementation()
    wrong = [
        (s, form, answer[i])
        for s, answer in zip(sources, answers)
        for i, form in enumerate(FORMS)
        if answer[i] != other.normalize(form, s)
    ]
    for s, form, got in wrong[:10]:
        print(f"{form} of {ascii(s)} is {ascii(got)}, not {ascii(other.normalize(form, s))}")
    return done.returncode == 0 and len(answers) == len(sources) and not wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", required=True)
    args = parser.parse_args()
    results = [tables(), normalization(args.engine)]
    print(f"{results.count(True)} passed, {results.count(False)} failed")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
