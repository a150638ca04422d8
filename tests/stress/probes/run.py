#!/usr/bin/env python3
"""Calls every function of the library with arguments as large as fit under a limit of memory, and measures what the
process takes.

    tests/stress/probes/run.py [--deadlines] [--engine build/release/bin/halfword] [--one-of 10] [--seed
        1] [--filter TEXT] [--no-bar]

The functions are found by reflection (probe.js), so new ones are probed too; with them what else makes values: operators,
sources, console, what the shell shows of errors. Under --memory-limit=64M no process may ever have more than 96 MiB of
resident memory, and none may end in another way than the shell documents. --one-of N takes one of N of them, always the
same for a seed. --no-bar looks for crashes only: a sanitizer takes memory of its own.

--deadlines measures processor time instead. Each function, and each operator and statement of a list, works without end on
the same large values, or 500 times in code without a loop, under --timeout=300. No process may take more than 0.5 s of
processor time after its deadline.
"""

import argparse
import concurrent.futures
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
PROBE = os.path.join(HERE, "probe.js")
LIMIT, BAR = 64 << 20, 96 << 20
SIZES = (28 << 20, 52 << 20, 5 << 20)  # of an argument: two fit, or only one does; or what is made of it may be much longer
DEADLINE_SIZES = (16 << 20, 2 << 20)  # larger ones take longer to make than a guest has
MOST_LATE = 0.5  # seconds of processor time after a deadline
DOCUMENTED = (0, 1, 2, 3)  # exit codes
REPORT = re.compile(rb"AddressSanitizer|UndefinedBehaviorSanitizer|runtime error:|check failed|CHECK failed|terminate called")
ENVIRONMENT = dict(os.environ, ASAN_OPTIONS="detect_leaks=0:quarantine_size_mb=1:allocator_may_return_null=1:exitcode=99")


class Run:
    """A process: its exit code (None: it had to be killed), resident bytes at most, seconds, and the end of what it
    wrote to stderr."""

    def __init__(self, argv, folder, seconds, stdin=b""):
        start = time.monotonic()
        self.process = subprocess.Popen(
            argv, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=folder, env=ENVIRONMENT
        )
        killed = []
        timer = threading.Timer(seconds, lambda: (killed.append(1), self.process.kill()))
        timer.start()
        feeder = threading.Thread(target=self.feed, args=(stdin,))
        feeder.start()
        self.err = b""
        while piece := self.process.stderr.read1(1 << 16):
            self.err = (self.err + piece)[-20000:]
        _, status, usage = os.wait4(self.process.pid, 0)
        timer.cancel()
        feeder.join()
        self.process.stderr.close()
        self.process.returncode = os.waitstatus_to_exitcode(status)
        self.code = None if killed else self.process.returncode
        self.resident = usage.ru_maxrss << 10
        self.seconds = time.monotonic() - start
        self.processor = usage.ru_utime + usage.ru_stime

    def feed(self, text):
        try:
            self.process.stdin.write(text)
            self.process.stdin.close()
        except OSError:
            pass

    def problem(self, bar, most_processor):
        if most_processor and self.processor > most_processor:
            return f"{self.processor:.2f} s of processor time"
        if self.code is None:
            return "did not end"
        if self.code not in DOCUMENTED or REPORT.search(self.err):
            return f"exit code {self.code}: " + self.err.decode("utf-8", "replace")[-600:]
        if bar and self.resident > BAR:
            return f"{self.resident >> 20} MiB resident"
        return None


# Entries of the interactive prompt, which shows what they evaluate to.
PROMPT = [
    "'x'.repeat({n})",
    "'\\u20ac'.repeat({n} / 2)",
    "Array({n} / 4).fill(7)",
    "Array({n} / 8).fill('x'.repeat(1000))",
    "throw 'x'.repeat({n})",
    "throw Error('x'.repeat({n}))",
    "Object.fromEntries(Array({n} / 200).fill(0).map((_, i) => ['k' + i, 'x'.repeat(99)]))",
    "[1n << 16000000n]",
    "({{['x'.repeat({n})]: 1}})",
    "new Map(Array({n} / 64).fill(0).map((_, i) => [i, {{i}}]))",
    "Symbol('x'.repeat({n}))",
]


def probe(task, args):
    """All cases of a line. The first word of a problem's line says what was probed."""
    line, path, size, mode = task
    folder = tempfile.mkdtemp(dir=args.work)
    problems, most, late, ready = [], 0, 0.0, 0
    case = 0
    while case < args.cases:
        if line is None:
            run = Run(args.command + ["-i"], folder, args.kill, (path.format(n=size) + "\n").encode())
            at, case = path, args.cases
        else:
            run = Run(
                args.command + [PROBE, "--", str(line), str(args.seed), str(case), str(args.cases), str(size), mode],
                folder,
                args.kill,
            )
            try:
                with open(os.path.join(folder, "case"), encoding="utf-8", errors="replace") as file:
                    at = file.read()
            except OSError:
                at = str(case)
            ready += at.endswith("ready")
            # With "loop" a case ends with its process.
            case = int(re.match(r"\d*", at)[0] or case) + 1 if run.code != 0 else args.cases
        if b"halfword: timeout" in run.err:
            late = max(late, (run.processor if args.deadlines else run.seconds) - args.timeout / 1000)
        most = max(most, run.resident)
        if what := run.problem(args.bar and not args.deadlines, args.deadlines and args.timeout / 1000 + MOST_LATE):
            problems.append(f"{path} ({mode}, {size >> 20} MiB, case {at}): {what}")
    shutil.rmtree(folder, ignore_errors=True)
    return path, problems, most, late, ready


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default=os.path.join(ROOT, "build/release/bin/halfword"))
    parser.add_argument("--one-of", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=6, help="of a function and a size of argument (default: %(default)s)")
    parser.add_argument("--timeout", type=int, help="milliseconds that a guest has (default: 1000; of --deadlines 300)")
    parser.add_argument("--deadlines", action="store_true", help="measure processor time")
    parser.add_argument("--filter", default="")
    parser.add_argument("--no-bar", dest="bar", action="store_false")
    parser.add_argument("--jobs", "-j", type=int, default=len(os.sched_getaffinity(0)))
    args = parser.parse_args()
    args.timeout = args.timeout or (300 if args.deadlines else 1000)
    engine = os.path.abspath(args.engine)
    args.command = [engine, f"--memory-limit={LIMIT}", f"--timeout={args.timeout}"]
    args.kill = 120 if args.bar else 600
    paths = subprocess.run([engine, PROBE, "--", "list"], stdout=subprocess.PIPE, check=True, text=True).stdout.split("\n")[:-1]
    if args.deadlines:
        probed = [(line, path) for line, path in enumerate(paths) if not path.startswith("program ")]
        tasks = [(line, path, size, mode) for line, path in probed for size in DEADLINE_SIZES for mode in ("loop", "straight")]
    else:
        probed = [(line, path) for line, path in enumerate(paths) if not path.startswith("operator ")] + [
            (None, entry) for entry in PROMPT
        ]
        tasks = [(line, path, size, "once") for line, path in probed for size in SIZES]
    random.Random(args.seed).shuffle(tasks)
    tasks = [task for task in tasks[:: args.one_of] if args.filter in task[1]]
    passed = failed = most = reached = 0
    late, at = 0.0, ""
    with tempfile.TemporaryDirectory() as args.work, concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for path, problems, resident, seconds, ready in pool.map(lambda t: probe(t, args), tasks):
            if problems:
                failed += 1
                print("FAILED " + "\n  ".join(problems), flush=True)
            else:
                passed += 1
            if resident > most:
                most, at = resident, path
            late = max(late, seconds)
            reached += ready
    if args.deadlines:
        print(f"{reached} cases had their values before their deadline; {late:.2f} s of processor time after it at the latest")
    else:
        print(f"at most {most >> 20} MiB resident ({at}); a guest was over {late:.2f} s after its time at the latest")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
