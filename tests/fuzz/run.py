#!/usr/bin/env python3
"""Looks for crashes and wrong results for a given time. The last line says how it went.

    tests/fuzz/run.py [--minutes 5] [--seed N] [--first N] [--programs N] [--runs N] [--only NAME,...]
        [--keep FOLDER] [--coverage]
    tests/fuzz/run.py --minimise         writes the corpus that is committed anew

Two halves at once, each on a core: generated programs (programs.py), which are compared with node and with every other
way of running them, and the fuzz targets (targets.py), one after the other. Where both are bounded, the core that is
done with the programs takes targets too. Before that, what was found once and is kept in found/ is tried again. The
programs of a seed are always the same; how far a run comes depends on the machine, so each finding has its own seed or
input. Findings are made small and left in --keep: found/ itself makes tests of them.

--programs and --runs bound the programs, of which --first is the first, and the executions of each target: with them a
run within its minutes is the same everywhere, so what it finds is due to a change.

NAMEs: programs, the ways of running them (programs-MODE), kept, and the targets.
"""

import argparse
import collections
import os
import sys
import tempfile
import threading
import time
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import programs
import targets

ROOT = os.path.dirname(os.path.dirname(HERE))
FOUND = os.path.join(HERE, "found")
LOCK = threading.Lock()


def say(text):
    with LOCK:
        print(text, flush=True)


class Half(threading.Thread):
    """A thread whose failure is a failure of the run."""

    def __init__(self, work):
        super().__init__(daemon=True)
        self.work, self.failure = work, None

    def run(self):
        try:
            self.work()
        except BaseException:
            self.failure = traceback.format_exc()
            say(self.failure)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, metavar="N", help="the seed of the first program; a million times --seed without it")
    parser.add_argument("--programs", type=int, metavar="N", help="at most so many programs")
    parser.add_argument(
        "--runs",
        type=int,
        metavar="N",
        help="at most so many executions of the slowest target, and of others as many as take as long",
    )
    parser.add_argument("--only", default="", metavar="NAME,...")
    parser.add_argument("--keep", default=os.path.join(ROOT, "build/fuzz/findings"), metavar="FOLDER")
    parser.add_argument("--coverage", action="store_true", help="a table of coverage by source file at the end")
    parser.add_argument("--minimise", action="store_true")
    args = parser.parse_args()
    only = set(filter(None, args.only.split(",")))
    names = targets.available()
    known = {"programs", "kept", *targets.TARGETS, *("programs-" + m for m in programs.MODES)}
    if only - known:
        sys.exit(f"no such part: {', '.join(only - known)} (there are {', '.join(sorted(known))})")
    if only:
        names = [n for n in names if n in only]
    if args.minimise:
        targets.minimise(names, say)
        return
    keep = os.path.abspath(args.keep)
    os.makedirs(keep, exist_ok=True)
    modes = [
        m
        for m in programs.MODES
        if not only
        or "programs" in only
        or "programs-" + m in only
        or m == "release"
        and any(o.startswith("programs") for o in only)
    ]
    modes = [m for m in modes if programs.engine(m)]
    if not only and "release" not in modes:
        sys.exit("there is no build/release/bin/fuzz_host")
    begin = time.monotonic()
    deadline = begin + args.minutes * 60
    passed = failed = 0
    if not only or "kept" in only:
        for ok, bad in (
            programs.replay(FOUND, [m for m in programs.MODES if programs.engine(m)], say),
            targets.replay(FOUND, say),
        ):
            passed, failed = passed + ok, failed + bad
        say(f"kept: {passed} passed, {failed} failed")

    results = []
    fuzzer = None
    halves = []
    if modes:
        scratch = tempfile.TemporaryDirectory()
        fuzzer = programs.Fuzzer(scratch.name, keep, modes, deadline, say)

        def run_programs():
            fuzzer.fuzz(args.first or args.seed * 1_000_000, args.programs)
            if args.runs:  # targets that nobody has begun with; without bounds there is no time left
                run_targets()

        halves.append(Half(run_programs))

    left = collections.deque(names)

    def run_targets():
        while True:
            with LOCK:
                if not left:
                    return
                share = max(0, deadline - time.monotonic()) / len(left)
                name = left.popleft()
            results.append(targets.fuzz(name, args.seed, share, keep, say, args.runs))

    if names:
        halves.append(Half(run_targets))
    for half in halves:
        half.start()
    for half in halves:
        half.join()
    failed += sum(1 for half in halves if half.failure)

    if fuzzer:
        print(f"\n{'programs':<14}{'run':>10}")
        for name, count in fuzzer.counts.items():
            print(f"{name:<14}{count:>10}")
        failed += len(fuzzer.findings)
        passed += sum(n for name, n in fuzzer.counts.items() if name not in ("explained", "broken")) - len(fuzzer.findings)
        if not fuzzer.node:
            print("node is not here: only ways of running were compared")
    if results:
        print(f"\n{'target':<14}{'executions':>12}{'a second':>10}{'coverage':>10}{'features':>10}{'corpus':>8}{'findings':>10}")
        for r in sorted(results, key=lambda r: names.index(r.name)):
            print(
                f"{r.name:<14}{r.executions:>12}{r.executions / max(r.seconds, 1):>10.0f}"
                f"{r.coverage:>10}{r.features:>10}{r.inputs:>8}{len(r.findings):>10}"
            )
            passed += not r.findings
            failed += len(r.findings)
    if args.coverage and names:
        files = targets.coverage(names)
        print(f"\n{'source file':<64}{'edges':>8}{'reached':>9}")
        for path, (covered, edges) in sorted(files.items()):
            print(f"{path:<64}{edges:>8}{100 * covered / edges:>8.0f}%")
        covered, edges = (sum(f[i] for f in files.values()) for i in (0, 1))
        print(f"{'all':<64}{edges:>8}{100 * covered / max(edges, 1):>8.0f}%")
    print(
        f"{time.monotonic() - begin:.0f} seconds, seed {args.seed}; findings are in {os.path.relpath(keep, ROOT)}"
        if failed
        else f"{time.monotonic() - begin:.0f} seconds, seed {args.seed}"
    )
    print(f"{passed} passed, {failed} failed")
    sys.stdout.flush()
    os._exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
