#!/usr/bin/env python3
"""Runs hostile programs (cases.py): each must end with the right error and exit code, never with a signal, a failed
assertion or a sanitizer's report.

    tests/badinput/run.py [--engine build/asan/bin/halfword] [--filter TEXT] [--keep FOLDER]
    tests/badinput/run.py --node           those cases that need no flags of Halfword, on node
"""

import argparse
import concurrent.futures
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from cases import CASES, LIMIT, OK, SYNTAX

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
REPORT = re.compile(
    r"AddressSanitizer|LeakSanitizer|UndefinedBehaviorSanitizer|runtime error:|check failed|CHECK failed|"
    r"DEADLYSIGNAL|Assertion|stack smashing|terminate called"
)


def meets(expected, code, out, err):
    first = next((line for line in err.splitlines() if line.strip()), "")
    if expected == OK:
        return code == 0 and "done" in out.split()
    if expected == "EMPTY":
        return code == 0 and out == "" and err == ""
    if expected == SYNTAX:
        return code == 2 and first.startswith("SyntaxError")
    if expected == LIMIT:
        return code == 3 and "survived" not in out
    if expected == "ANY1":
        return code == 1 and first.startswith("Uncaught")
    return code == 1 and first.startswith(f"Uncaught {expected}")


def run(case, args):
    handle, path = tempfile.mkstemp(suffix=case.suffix, dir=args.work)
    with os.fdopen(handle, "wb") as file:
        file.write(case.source if isinstance(case.source, bytes) else case.source.encode("utf-8", "surrogatepass"))
    start = time.monotonic()
    process = subprocess.Popen(
        args.command + list(case.flags) + [path],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        out, err = process.communicate(timeout=args.timeout)
        code = process.returncode
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        code = None
    seconds = time.monotonic() - start
    if args.keep:
        shutil.copy(path, os.path.join(args.keep, re.sub(r"\W+", "-", case.name) + case.suffix))
    os.unlink(path)
    out, err = out[: 1 << 20].decode("utf-8", "replace"), err[: 1 << 20].decode("utf-8", "replace")
    problem = None
    if code is None:
        problem = f"still running after {args.timeout:.0f} s"
    elif code < 0:
        problem = f"died of {signal.Signals(-code).name}"
    elif REPORT.search(err):
        problem = "report: " + next(line for line in err.splitlines() if REPORT.search(line))
    elif not any(meets(e, code, out, err) for e in case.expected):
        problem = f"exit code {code}, expected {' or '.join(case.expected)}"
    if problem:
        lines = [line for line in err.splitlines() if line.strip()][:4] or [line for line in out.splitlines()][:2]
        problem += "".join("\n    " + line[:200] for line in lines)
    return case, problem, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default=os.path.join(ROOT, "build/asan/bin/halfword"), help="default: %(default)s")
    parser.add_argument("--node", action="store_true")
    parser.add_argument("--filter", default="", help="only cases whose name contains this")
    parser.add_argument(
        "--timeout",
        type=float,
        default=600,
        help="seconds per case; the sanitizers and the heap's verifier make keys of 16 M elements take a minute "
        "on an idle machine (default: %(default)s)",
    )
    parser.add_argument("--jobs", "-j", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--keep", metavar="FOLDER", help="leave the programs there")
    parser.add_argument("--slow", type=int, default=0, metavar="N", help="print the N slowest cases")
    args = parser.parse_args()
    if args.node:
        args.command = ["node", "--expose-gc", os.path.join(ROOT, "tests/js/node_host.js")]
    else:
        args.command = args.engine.split()
        program = shutil.which(args.command[0])
        if not program:
            sys.exit(f"no such engine: {args.command[0]}")
        args.command[0] = os.path.abspath(program)
    if args.keep:
        os.makedirs(args.keep, exist_ok=True)
    cases = [c for c in CASES if args.filter in c.name and not (args.node and c.flags)]
    passed, failed, times = 0, 0, []
    with tempfile.TemporaryDirectory() as args.work, concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for case, problem, seconds in pool.map(lambda c: run(c, args), cases):
            times.append((seconds, case.name))
            if problem:
                failed += 1
                print(f"FAILED {case.name} ({seconds:.1f} s): {problem}", flush=True)
            else:
                passed += 1
    for seconds, name in sorted(times, reverse=True)[: args.slow]:
        print(f"{seconds:7.2f} s  {name}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
