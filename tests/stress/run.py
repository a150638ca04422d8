#!/usr/bin/env python3
"""Runs the JavaScript tests under conditions that hardly ever hold, on a build with assertions.

    tests/stress/run.py [--engine build/asan/bin/halfword] [--rounds 1] [--seed N] [gc] [fuel] [memory] [stack]

    gc      a collection at every n-th allocation: results must not change
    fuel    too little fuel: the program ends with exit code 3, or did not need more
    memory  too little memory: exit code 3, or a RangeError, or enough after all
    stack   a small JavaScript stack: more RangeErrors than tests expect, nothing worse
In none of them may a process die of a signal, fail an assertion or draw a sanitizer's report.
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

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "js"))
import run as js

ROOT = js.ROOT
SIZES = {"fuel": (1, 5_000_000), "memory": (1 << 20, 48 << 20), "stack": (16 << 10, 1 << 20)}
FLAGS = {"gc": "--gc-stress=", "fuel": "--fuel=", "memory": "--memory-limit=", "stack": "--stack-size="}


def one(task, args):
    mode, value, path = task
    found = js.directives(path)
    argv = args.command + [FLAGS[mode] + str(value), os.path.join(ROOT, "tests/js/harness.js"), path]
    process = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               cwd=os.path.dirname(path), start_new_session=True)
    try:
        out, err = process.communicate(timeout=args.timeout)
        code = process.returncode
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return task, None if mode == "gc" else ["timeout"]  # a slow collection at every allocation proves nothing
    out, err = out.decode("utf-8", "replace"), err.decode("utf-8", "replace")
    if mode == "gc":
        return task, js.judge(found, code, out, err)
    if code < 0:
        return task, [f"died of {signal.Signals(-code).name}"] + err.splitlines()[:3]
    report = js.SANITIZER.search(err)
    if report or code not in (0, 1, 3):
        return task, [f"exit code {code}"] + err.splitlines()[:4]
    return task, []


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modes", nargs="*", metavar="MODE", help=", ".join(FLAGS))
    parser.add_argument("--engine", default=os.path.join(ROOT, "build/asan/bin/halfword"))
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--timeout", type=float, default=120)
    parser.add_argument("--jobs", "-j", type=int, default=len(os.sched_getaffinity(0)))
    args = parser.parse_args()
    args.command = args.engine.split()
    program = shutil.which(args.command[0]) or sys.exit(f"no such engine: {args.command[0]}")
    args.command[0] = os.path.abspath(program)
    print(f"seed {args.seed}")
    chance = random.Random(args.seed)
    files = [f for f in js.tests_below([js.HERE]) if not {"flags", "slow", "exit"} & set(js.directives(f))]
    tasks = []
    for _ in range(args.rounds):
        for mode in args.modes or FLAGS:
            for path in files:
                if mode == "gc":
                    value = chance.choice([1, 2, 3, 7, 31, 97, 211, 1009])
                else:
                    low, high = SIZES[mode]
                    value = int(low * (high / low) ** chance.random())
                tasks.append((mode, value, path))
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for (mode, value, path), problems in pool.map(lambda t: one(t, args), tasks):
            if problems:
                failed += 1
                print(f"FAILED {FLAGS[mode]}{value} {os.path.relpath(path, ROOT)}")
                print("\n".join("  " + p[:300] for p in problems[:8]), flush=True)
            else:
                passed += 1
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
