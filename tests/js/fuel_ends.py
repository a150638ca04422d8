#!/usr/bin/env python3
"""Ends the JavaScript tests by their fuel: what a test leaves behind then is the same in optimized code and in the interpreter.

    tests/js/fuel_ends.py [--host build/release/bin/hot_host] [--ends 4] [--one-of N] [FILE or FOLDER ...]

Each script runs in hot_host (tests/fuzz/hot_host.cc), after harness.js, until so many random amounts of fuel are used up. So an
effect shows that optimized code has moved from one unit of fuel to another. Modules and tests that need arguments for the shell
are left out. Functions that only the shell has are missing, and tests that call them end there, in both tiers. A test that
differs is in build, as hot-TEST.js, which hot_host runs again with the same --fuel and --fuel-ends.
"""

import argparse
import concurrent.futures
import os
import sys

import run

sys.path.insert(0, os.path.join(run.ROOT, "tests", "fuzz"))
import hot

MOST_FUEL = 3_000_000  # what a test does behind that is not looked at
BATCH = 20
SHELL_ONLY = ("flags", "exit", "expect-stderr", "needs-images")


def program_of(path):
    with open(os.path.join(run.HERE, "harness.js"), encoding="utf-8") as file:
        harness = file.read()
    with open(path, encoding="utf-8") as file:
        text = file.read()
    name = os.path.splitext(os.path.relpath(path, run.HERE))[0].replace(os.sep, "-").replace(" ", "-")
    return name, f"{harness}\n//# part\n{text}\n"


def scripts_below(paths):
    for path in run.tests_below(paths):
        # What a formatter costs depends on whether the process has had its like.
        is_of_process = os.path.relpath(path, run.HERE).startswith("intl")
        if path.endswith(".js") and not is_of_process and not any(word in run.directives(path) for word in SHELL_ONLY):
            yield path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--host", default=hot.HOST)
    parser.add_argument("--ends", type=int, default=4, help="amounts of fuel for each test")
    parser.add_argument("--one-of", type=int, default=1, help="only one test of so many")
    parser.add_argument("--jobs", "-j", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("paths", nargs="*", default=[run.HERE])
    args = parser.parse_args()
    programs = [program_of(path) for path in list(scripts_below(args.paths))[:: args.one_of]]
    options = [f"--fuel={MOST_FUEL}", f"--fuel-ends={args.ends}"]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        batches = [programs[n : n + BATCH] for n in range(0, len(programs), BATCH)]
        for problems in pool.map(lambda batch: hot.compare(args.host, batch, options), batches):
            failed += len(problems)
            for line in problems:
                print(line, flush=True)
    print(f"{len(programs) - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
