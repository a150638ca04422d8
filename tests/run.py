#!/usr/bin/env python3
"""Builds release, asan and full-pointers (and the collector with the thread sanitizer), and runs every check on them. The last
line says how it went.

    tests/run.py [--only NAME,...] [--skip NAME,...] [--list]

All of it ends within five hours, --nightly too, or has failed. Minutes of processor time that nightly checks took where
they were measured: bad-input 7, hostile-whole 6, sweeps-asan 10, octane-asan 2, gc-stress-asan 1; gc-stress-full,
limits-asan, octane-full, scribble-release and devtools less than 1 each. Of the clock, collector-tsan and
collector-asan take 10 each and their builds, fuzz 5, fuzz-long 120.

Counted as passed or failed: test cases of unit tests, files of JavaScript tests, cases of bad input, files of test262 (in
one number: its regressions), and one for each of the other checks. Nothing after a failed build of a preset runs on it.
"""

import argparse
import concurrent.futures
import itertools
import os
import sys
import time

from runner.process import SHOWN, Suite, jobs, shell_of
from runner.table import CHECKS, NIGHTLY


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="comma-separated; a name ending in '-' stands for all that begin so")
    parser.add_argument("--skip", default="")
    parser.add_argument("--list", action="store_true")
    parser.add_argument(
        "--nightly", action="store_true", help="the slow checks too: stress, bad input, Octane, fuzzing, programs"
    )
    args = parser.parse_args()
    checks = CHECKS + (NIGHTLY if args.nightly or args.only or args.list else [])
    names = [check.name for check in checks]
    if args.list:
        print("\n".join(names))
        return

    def matches(name, patterns):
        return any(name == p or (p.endswith("-") and name.startswith(p)) for p in patterns.split(",") if p)

    for pattern in [p for p in ((args.only or "") + "," + args.skip).split(",") if p]:
        if not any(matches(n, pattern) for n in names):
            sys.exit(f"no such check: {pattern} (--list shows them)")

    broken = set()

    def perform(check):
        """The results of a check, and what it has to say if it runs beside others."""
        name, preset = check.name, check.needs
        suite = Suite(name)
        start = time.monotonic()
        if preset and (preset in broken or not os.access(shell_of(preset), os.X_OK)):
            suite.failed, suite.note = 1, f"the {preset} build has no shell to run"
        else:
            check.perform(suite)
        suite.seconds = time.monotonic() - start
        if name.startswith("build-") and suite.failed:
            broken.add(name.removeprefix("build-"))
        return suite

    def perform_aside(check):
        SHOWN.out = [f"--- {check.name}\n"]
        suite = perform(check)
        return suite, "".join(SHOWN.out)

    suites = []
    chosen = [c for c in checks if not (args.only and not matches(c.name, args.only)) and not matches(c.name, args.skip)]
    for aside, group in itertools.groupby(chosen, lambda check: check.is_narrow):
        if not aside:
            for check in group:
                print(f"--- {check.name}", flush=True)
                suites.append(perform(check))
            continue
        with concurrent.futures.ThreadPoolExecutor(jobs()) as pool:
            for suite, text in pool.map(perform_aside, group):
                print(text, end="", flush=True)
                suites.append(suite)

    print(f"\n{'check':<22}{'passed':>8}{'failed':>8}{'seconds':>9}")
    for s in suites:
        print(f"{s.name:<22}{s.passed:>8}{s.failed:>8}{s.seconds:>9.0f}  {s.note}")
    passed, failed = sum(s.passed for s in suites), sum(s.failed for s in suites)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
