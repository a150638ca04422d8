#!/usr/bin/env python3
"""Runs the JavaScript tests: every file below this folder in a process of its own, after harness.js.

    tests/js/run.py [--engine build/release/bin/halfword] [FILE or FOLDER ...]
    tests/js/run.py --node            the same files on node: checks that the expectations are right

A file passes if it exits with 0 and each of its tests said ok. Comments at its beginning change that:
    // flags: --memory-limit=64M        more arguments for the engine (such files do not run on node)
    // exit: 3                          the exit code it must end with
    // expect-stderr: text              a line of standard error contains the text; may be repeated
    // expect-stdout: text              the same for standard output
    // not-on-node: why                 left out by --node
    // not-in-clones: why               left out by --clones
    // not-twice: why                   left out by --twice
    // not-with-asan: why               left out of a build with AddressSanitizer
    // needs-images: why                left out where references are addresses
    // slow: why                        left out by --quick (the gc-stress pass uses it)
    // timeout: 60                      seconds, before --timeout-factor
Files named *_FIXTURE.* belong to other tests.
"""

import argparse
import concurrent.futures
import ctypes
import mmap
import os
import re
import shutil
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SANITIZER = re.compile(r"(AddressSanitizer|LeakSanitizer|runtime error:|UndefinedBehaviorSanitizer|check failed)")


def directives(path):
    found = {}
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            match = re.match(r"// ([a-z-]+): ?(.*)$", line.rstrip("\n"))
            if match:
                found.setdefault(match[1], []).append(match[2])
            elif not line.startswith("//"):
                break
    return found


def tests_below(paths):
    for path in paths:
        if os.path.isfile(path):
            yield os.path.abspath(path)
            continue
        for folder, folders, files in os.walk(path):
            folders.sort()
            for name in sorted(files):
                own = os.path.abspath(folder) == HERE  # the harness and the hosts live here, tests in folders
                if name.endswith((".js", ".mjs", ".ts", ".mts", ".cts")) and "_FIXTURE." not in name and not own:
                    yield os.path.join(os.path.abspath(folder), name)


def judge(found, code, out, err):
    """What is wrong with a run, as lines; empty: passed."""
    problems = []
    wanted = int(found.get("exit", ["0"])[0])
    if code is None:
        problems.append("timeout")
    elif code < 0:
        problems.append(f"died of {signal.Signals(-code).name}")
    elif code != wanted:
        problems.append(f"exit code {code}, expected {wanted}")
    report = SANITIZER.search(err)
    if report:
        problems.append(next(line for line in err.splitlines() if report[1] in line))
    for name, text in (("stderr", err), ("stdout", out)):
        for expected in found.get("expect-" + name, []):
            if expected not in text:
                problems.append(f"standard {'error' if name == 'stderr' else 'output'} lacks: {expected}")
    begun, ended = [], set()
    for line in out.splitlines():
        if line.startswith("test "):
            begun.append(line[5:])
        elif line.startswith("ok "):
            ended.add(line[3:])
        elif line.startswith("not ok "):
            problems.append(line)
            ended.update(b for b in begun if line.startswith(f"not ok {b}: "))
    problems += [f"never finished: {name}" for name in begun if name not in ended]
    if not begun and not any(k in found for k in ("exit", "expect-stderr", "expect-stdout")):
        problems.append("no test ran")
    if problems and err.strip() and code != wanted:
        problems += ["  " + line for line in err.strip().splitlines()[:6]]
    return problems


def fix_addresses():
    """In the programs that are started from now on, the system does not draw the places of program, libraries and stack by lot.

    By chance the lower half of an address on a stack is a number that a scan takes for a reference, in one process of a hundred,
    and what it holds may be all that a test makes. Where a container forbids this, that chance is left.
    """
    no_lot, only_ask = 0x0040000, 0xFFFFFFFF
    libc = ctypes.CDLL(None)
    now = libc.personality(only_ask)
    if now != -1:
        libc.personality(now | no_lot)


def has_asan(program):
    with open(program, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as text:
        return text.find(b"__asan_init") >= 0


def run(path, args):
    found = directives(path)
    if args.node and ("flags" in found or "not-on-node" in found or path.endswith("ts")):
        return path, None, 0
    if (args.clones and "not-in-clones" in found) or (args.twice and "not-twice" in found):
        return path, None, 0
    if "not-with-asan" in found and args.has_asan:
        return path, None, 0
    if "needs-images" in found and not args.has_images:
        return path, None, 0
    if args.quick and "slow" in found:
        return path, None, 0
    flags = " ".join(found.get("flags", [])).split()
    harness = [] if "no-harness" in found else [os.path.join(HERE, "harness.js")]
    argv = args.command + flags + harness + [path]
    if args.clones and harness:
        once = ["-e", "runDeferredTests()"]
        times = ["-e", "runDeferredTests(true)", *once] if args.twice else once
        argv = args.command + flags + ["--clones", "-e", "globalThis.deferredTests = []", *harness, path, *times]
    timeout = float(found.get("timeout", ["30"])[0]) * args.timeout_factor
    start = time.monotonic()
    process = subprocess.Popen(
        argv,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=os.path.dirname(path),
        start_new_session=True,
    )
    try:
        out, err = process.communicate(timeout=timeout)
        code = process.returncode
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        code = None
    problems = judge(found, code, out.decode("utf-8", "replace"), err.decode("utf-8", "replace"))
    return path, problems, time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", default=[HERE])
    parser.add_argument(
        "--engine",
        default=os.path.join(ROOT, "build/release/bin/halfword"),
        help="the engine's command, split at blanks (default: %(default)s)",
    )
    parser.add_argument("--engine-args", default="", help="more arguments for every run, e.g. '--gc-stress 100'")
    parser.add_argument("--node", action="store_true", help="run on node instead")
    parser.add_argument("--clones", action="store_true", help="load each file, freeze, and run its tests in a clone of the image")
    parser.add_argument(
        "--twice",
        action="store_true",
        help="with --clones: run the tests, freeze again, and run them in a clone of that: it begins with their code",
    )
    parser.add_argument("--quick", action="store_true", help="leave slow files out")
    parser.add_argument("--jobs", "-j", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--timeout-factor", type=float, default=1)
    parser.add_argument("--verbose", "-v", action="store_true")
    args = parser.parse_args()
    args.has_images = True
    args.has_asan = False
    fix_addresses()
    if args.node:
        args.command = ["node", "--expose-gc", os.path.join(HERE, "node_host.js")]
    else:
        args.command = args.engine.split() + args.engine_args.split()
        program = shutil.which(args.command[0])
        if not program:
            sys.exit(f"no such engine: {args.command[0]}")
        # Tests run in their own folders. The engine may stand behind an emulator.
        args.command = [os.path.abspath(word) if os.path.isfile(word) else word for word in [program, *args.command[1:]]]
        version = subprocess.run(args.command + ["--version"], capture_output=True, text=True)
        args.has_images = "64-bit references" not in version.stdout
        args.has_asan = has_asan(program)

    passed = failed = skipped = 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for path, problems, seconds in pool.map(lambda p: run(p, args), list(tests_below(args.paths))):
            name = os.path.relpath(path, HERE)
            if problems is None:
                skipped += 1
            elif problems:
                failed += 1
                print(f"FAILED {name} ({seconds:.1f} s)")
                print("\n".join("  " + p for p in problems[:20]), flush=True)
            else:
                passed += 1
                if args.verbose:
                    print(f"passed {name} ({seconds:.1f} s)")
    if not passed and not failed:
        sys.exit("no test found")
    if skipped:
        print(f"{skipped} skipped")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
