#!/usr/bin/env python3
"""Runs the JavaScript tests under conditions that hardly ever hold, on a build with assertions.

    tests/stress/run.py [--engine build/asan/bin/halfword] [--rounds 1] [--seed N] [--octane FOLDER] [gc] [fuel] [memory] [stack]

    gc      a collection at every n-th allocation: results must not change. A run without stress tells how much a file
            allocates, and n is chosen so that there are about --collections of them: files that do little meet a
            collection at every allocation, and none takes for ever
    fuel    too little fuel: the program ends with exit code 3, or did not need more
    memory  too little memory: exit code 3, or a RangeError, or enough after all
    stack   a small JavaScript stack: more RangeErrors than tests expect, nothing worse
In none of them may a process die of a signal, fail an assertion or draw a sanitizer's report.

--octane takes the benchmarks of that suite, each one's code run once, instead of the tests; for gc only.
"""

import argparse
import concurrent.futures
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "js"))
import run as js

ROOT = js.ROOT
SIZES = {"fuel": (1, 5_000_000), "memory": (1 << 20, 48 << 20), "stack": (16 << 10, 1 << 20)}
FLAGS = {"gc": "--gc-stress=", "fuel": "--fuel=", "memory": "--memory-limit=", "stack": "--stack-size="}
BYTES_PER_ALLOCATION = 40  # a rough mean
HARNESS = os.path.join(ROOT, "tests/js/harness.js")


def execute(argv, folder, timeout):
    """Exit code (None: timeout), standard output and error."""
    process = subprocess.Popen(
        argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder, start_new_session=True
    )
    try:
        out, err = process.communicate(timeout=timeout)
        code = process.returncode
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        code = None
    return code, out.decode("utf-8", "replace"), err.decode("utf-8", "replace")


def judge(task, found, code, out, err):
    """What is wrong with a run that should end as without stress."""
    if found is not None:
        return js.judge(found, code, out, err)
    problems = [] if code == 0 else ["timeout" if code is None else f"exit code {code}"]
    problems += [line for line in out.splitlines() if line.startswith("failed ")]
    problems += [line for line in err.splitlines() if js.SANITIZER.search(line)]
    if not problems and not re.search(r"^score ", out, re.M):
        problems = ["no score"]
    return problems + ["  " + line for line in err.splitlines()[:6] if problems and code != 0]


def stress_gc(task, args):
    mode, chance, path, found = task
    files = [HARNESS, path] if found is not None else [path]
    folder = os.path.dirname(path)
    code, out, err = execute(args.command + ["--heap-stats"] + files, folder, args.timeout)
    problems = judge(task, found, code, out, err)
    statistics = re.search(r'"allocated_bytes": (\d+)', err)
    if problems or not statistics:
        return "without stress", problems or ["no heap statistics"]
    interval = max(1, int(statistics[1]) // BYTES_PER_ALLOCATION // args.collections)
    # Not always the same allocations.
    interval = max(1, int(interval * (0.5 + chance)))
    code, out, err = execute(args.command + [FLAGS["gc"] + str(interval)] + files, folder, args.timeout)
    return FLAGS["gc"] + str(interval), judge(task, found, code, out, err)


def stress_limit(task, args):
    mode, chance, path, _ = task
    low, high = SIZES[mode]
    flag = FLAGS[mode] + str(int(low * (high / low) ** chance))
    code, out, err = execute(args.command + [flag, HARNESS, path], os.path.dirname(path), args.timeout)
    if code is None:
        return flag, ["timeout"]
    if code < 0:
        return flag, [f"died of {signal.Signals(-code).name}"] + err.splitlines()[:3]
    if js.SANITIZER.search(err) or code not in (0, 1, 3):
        return flag, [f"exit code {code}"] + err.splitlines()[:4]
    return flag, []


def one(task, args):
    return task, *(stress_gc if task[0] == "gc" else stress_limit)(task, args)


def octane_programs(suite, work):
    sys.path.insert(0, os.path.join(ROOT, "bench/octane"))
    sys.path.insert(0, os.path.join(ROOT, "bench"))
    del sys.modules["run"]
    import run as octane

    for name, (files, _) in octane.BENCHMARKS.items():
        if all(os.path.exists(os.path.join(suite, f)) for f in files):
            path = os.path.join(work, name + ".js")
            octane.build(suite, name, path, 1)
            yield path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modes", nargs="*", metavar="MODE", help=", ".join(FLAGS))
    parser.add_argument("--engine", default=os.path.join(ROOT, "build/asan/bin/halfword"))
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--collections", type=int, default=300, help="of a file under gc (default: %(default)s)")
    parser.add_argument("--octane", metavar="FOLDER")
    parser.add_argument("--filter", default="", help="only files whose path contains this")
    parser.add_argument("--timeout", type=float, default=600, help="seconds a process (default: %(default)s)")
    parser.add_argument("--jobs", "-j", type=int, default=len(os.sched_getaffinity(0)))
    args = parser.parse_args()
    args.command = args.engine.split()
    program = shutil.which(args.command[0]) or sys.exit(f"no such engine: {args.command[0]}")
    args.command[0] = os.path.abspath(program)
    modes = args.modes or (["gc"] if args.octane else list(FLAGS))
    if args.octane and modes != ["gc"]:
        sys.exit("--octane is for gc only")
    print(f"seed {args.seed}")
    chance = random.Random(args.seed)
    with tempfile.TemporaryDirectory() as work:
        if args.octane:
            files = [(path, None) for path in octane_programs(args.octane, work)]
        else:
            files = [(path, js.directives(path)) for path in js.tests_below([js.HERE])]
            files = [(path, found) for path, found in files if not {"flags", "slow", "exit"} & set(found)]
        tasks = [
            (mode, chance.random(), path, found)
            for _ in range(args.rounds)
            for mode in modes
            for path, found in files
            if args.filter in path
        ]
        passed = failed = 0
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            for (_, _, path, _), flag, problems in pool.map(lambda t: one(t, args), tasks):
                if problems:
                    failed += 1
                    print(f"FAILED {flag} {os.path.relpath(path, work if args.octane else ROOT)}")
                    print("\n".join("  " + p[:300] for p in problems[:8]), flush=True)
                else:
                    passed += 1
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
