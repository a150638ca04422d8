#!/usr/bin/env python3
"""Runs test262, the conformance suite of ECMAScript, on an engine with Halfword's command line.

    tests/test262/run.py --engine build/release/bin/halfword --test262 DIR [PREFIX ...]

PREFIX picks tests by path below DIR/test ("language/expressions", "built-ins/Array/prototype/map").

Every variant of a test (sloppy, strict, module, raw) gets a process of its own:
    ENGINE --test262-host assert.js sta.js [includes ...] TEST.js        a script; all files share the global scope
    ENGINE --test262-host assert.js sta.js [includes ...] -m TEST.js     -m: the file after it is a module
A test that wants a main thread which may not block gets --no-blocking as well.
Exit codes: 0 ok; 1 uncaught exception, standard error begins with "Uncaught Name: message"; 2 the program does not
parse or link, standard error begins with "SyntaxError: message"; 3 a limit. --test262-host defines $262 and print.

A test file counts as one test and passes only if each of its variants does. expectations.txt beside this file lists the
tests known to fail, with the reason; a failure that is not listed fails the run. No test is left out.
"""

import argparse
import collections
import hashlib
import json
import multiprocessing
import os
import re
import select
import shutil
import signal
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))

def front_matter(source):
    """The metadata of a test: the small part of YAML that the suite uses, as a dictionary of strings, lists, one-level maps."""
    begin = source.find("/*---")
    end = source.find("---*/", begin)
    if begin < 0 or end < 0:
        return {}
    meta, key, block = {}, None, False
    for line in re.split(r"\r\n|\n|\r", source[begin + 5:end]):
        bare = line.strip()
        if not bare or bare.startswith("#"):
            continue
        top = re.match(r"([A-Za-z0-9_]+) *:(.*)$", line)
        if top:
            key, value = top[1], top[2].strip()
            block = value[:1] in ("|", ">")
            if value.startswith("["):
                meta[key] = [] if value == "[" else scalars(value)
            else:
                meta[key] = "" if block else value
        elif key is None or block:
            continue
        elif bare.startswith("- "):
            meta[key] = (meta[key] if isinstance(meta[key], list) else []) + [unquoted(bare[2:])]
        elif isinstance(meta[key], list):  # a list in brackets goes on
            meta[key] += scalars(bare)
        elif re.match(r"[A-Za-z]+ *:", bare) and key == "negative":
            inner, value = bare.split(":", 1)
            meta[key] = dict(meta[key] or {}, **{inner.strip(): unquoted(value)})
    return meta


def unquoted(text):
    return re.sub(r"\s+#.*$", "", text).strip().strip("'\"")


def scalars(text):
    return [unquoted(x) for x in re.sub(r"\s+#.*$", "", text).strip().strip("[]").split(",") if unquoted(x)]


class Outcome:
    """What a process left behind."""

    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err  # status: exit code, -signal, or None: timeout

    def first_line(self):
        for line in self.err.splitlines():
            if line.strip():
                return line.strip()[:300]
        return ""


def drain(fds, deadline, limit=1 << 16):
    """Reads both pipes to their ends; None after the deadline."""
    texts = {fd: bytearray() for fd in fds}
    poll = select.poll()
    for fd in fds:
        poll.register(fd, select.POLLIN | select.POLLHUP)
    left = len(fds)
    while left:
        wait = deadline - time.monotonic()
        if wait <= 0:
            return None
        for fd, _ in poll.poll(wait * 1000):
            data = os.read(fd, 65536)
            if not data:
                poll.unregister(fd)
                left -= 1
            elif len(texts[fd]) < limit:
                texts[fd] += data
    return [bytes(texts[fd]).decode("utf-8", "replace") for fd in fds]


def execute(argv, timeout):
    """Runs a command. posix_spawn and two pipes: a tenth of the cost of the subprocess module."""
    out_read, out_write = os.pipe()
    err_read, err_write = os.pipe()
    try:
        pid = os.posix_spawn(argv[0], argv, os.environ, setpgroup=0, file_actions=[
            (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
            (os.POSIX_SPAWN_DUP2, out_write, 1), (os.POSIX_SPAWN_DUP2, err_write, 2),
            (os.POSIX_SPAWN_CLOSE, out_read), (os.POSIX_SPAWN_CLOSE, err_read)])
    finally:
        os.close(out_write)
        os.close(err_write)
    try:
        texts = drain([out_read, err_read], time.monotonic() + timeout)
        if texts is None:
            os.kill(pid, signal.SIGKILL)
        _, status = os.waitpid(pid, 0)
    finally:
        os.close(out_read)
        os.close(err_read)
    if texts is None:
        return Outcome(None, "", "")
    return Outcome(os.waitstatus_to_exitcode(status), texts[0], texts[1])


def error_name(line):
    found = re.match(r"(?:Uncaught )?(?:\(in promise\) )?([A-Za-z_$][\w$]*)", line)
    return found[1] if found else ""


def verdict(outcome, meta):
    """None if the variant passed, else one line saying why not."""
    if outcome.status is None:
        return "timeout"
    if outcome.status < 0:
        return f"signal {signal.Signals(-outcome.status).name}: {outcome.first_line()}"
    if outcome.status not in (0, 1, 2):
        return f"exit {outcome.status}: {outcome.first_line()}"
    negative = meta.get("negative")
    if negative:
        kind, phase = negative.get("type"), negative.get("phase")
        if outcome.status == 0:
            return f"no error; expected {kind} in the {phase} phase"
        if error_name(outcome.first_line()) != kind:
            return f"expected {kind}: {outcome.first_line()}"
        if phase == "parse" and outcome.status != 2:
            return f"{kind} at run time; expected in the parse phase"
        if phase == "runtime" and outcome.status != 1:
            return f"{kind} in the parse phase; expected at run time"
        return None
    if outcome.status:
        return outcome.first_line() or f"exit {outcome.status}"
    if "async" in meta.get("flags", []):
        failure = re.search(r"Test262:AsyncTestFailure:.*", outcome.out)
        if failure:
            return failure[0][:300]
        if "Test262:AsyncTestComplete" not in outcome.out:
            return "async test did not complete"
    return None


class Worker:
    """Runs whole test files; one per process of the pool."""

    def __init__(self, options):
        self.options = options
        self.folders = {}
        self.work = tempfile.mkdtemp(prefix="w", dir=options.work)
        self.harness = os.path.join(options.test262, "harness")

    def strict_copy(self, path, source):
        """The test with "use strict" in front. Where it may import its neighbours, it sits among links to them."""
        if "import" in source:
            folder = os.path.dirname(path)
            if folder not in self.folders:
                self.folders[folder] = tempfile.mkdtemp(dir=self.work)
                for name in os.listdir(folder):
                    os.symlink(os.path.join(folder, name), os.path.join(self.folders[folder], name))
            target = os.path.join(self.folders[folder], "strict-" + os.path.basename(path))
        else:
            target = os.path.join(self.work, "strict.js")
        with open(target, "w", encoding="utf-8", errors="surrogateescape", newline="") as out:
            out.write('"use strict";\n' + source)
        return target

    def run(self, path):
        full = os.path.join(self.options.test262, "test", path)
        with open(full, encoding="utf-8", errors="surrogateescape", newline="") as file:
            source = file.read()
        meta = front_matter(source)
        flags = meta.get("flags", [])
        includes = []
        if "raw" not in flags:
            includes = ["assert.js", "sta.js"] + (["doneprintHandle.js"] if "async" in flags else [])
            includes += [i for i in meta.get("includes", []) if i not in includes]
        host = ["--test262-host"] + (["--no-blocking"] if "CanBlockIsFalse" in flags else [])
        command = self.options.engine + host + [os.path.join(self.harness, i) for i in includes]
        if "module" in flags:
            variants = [("module", command + ["-m", full])]
        elif "raw" in flags or "noStrict" in flags:
            variants = [("sloppy", command + [full])]
        else:
            variants = [] if "onlyStrict" in flags else [("sloppy", command + [full])]
            variants.append(("strict", None))
        start = time.monotonic()
        problems = []
        for name, argv in variants:
            if argv is None:
                argv = command + [self.strict_copy(full, source)]
            problem = verdict(execute(argv, self.options.timeout), meta)
            if problem:
                problems.append((name, problem))
        return path, "fail" if problems else "pass", problems, time.monotonic() - start


worker = None


def start_worker(options):
    global worker
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    worker = Worker(options)


def run_in_worker(path):
    try:
        return worker.run(path)
    except Exception as error:  # a fault of the runner must show as a failure, not hang the pool
        return path, "fail", [("runner", repr(error))], 0.0


def collect(options):
    """All test files below the prefixes, sorted; a sample of them if asked."""
    root = os.path.join(options.test262, "test")
    tests = []
    for prefix in options.prefixes or [""]:
        prefix = prefix.removeprefix("test/")
        start = os.path.join(root, prefix)
        if os.path.isfile(start):
            tests.append(prefix)
            continue
        base = start if os.path.isdir(start) else os.path.dirname(start)
        for folder, _, files in os.walk(base):
            for name in files:
                path = os.path.relpath(os.path.join(folder, name), root)
                if name.endswith(".js") and "_FIXTURE" not in name and path.startswith(prefix.rstrip("/")):
                    tests.append(path)
    tests = sorted(set(tests))
    if options.sample > 1:
        picked = lambda path: int(hashlib.sha1(path.encode()).hexdigest(), 16) % options.sample == 0
        tests = [t for t in tests if picked(t)]
    return tests


class Expectations:
    """Known failures: a path a line, or a folder ending in '/'; '#' begins the reason, which stays with its path."""

    def __init__(self, file):
        self.paths, self.folders, self.reasons = set(), [], {}
        if file and os.path.exists(file):
            with open(file) as lines:
                for line in lines:
                    line, _, reason = (part.strip() for part in line.partition("#"))
                    if reason:
                        self.reasons[line] = reason
                    if line.endswith("/"):
                        self.folders.append(line)
                    elif line:
                        self.paths.add(line)

    def line(self, path):
        return path + (f"  # {self.reasons[path]}" if path in self.reasons else "") + "\n"

    def known(self, path):
        return path in self.paths or any(path.startswith(f) for f in self.folders)


def percent(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else "–"


def report(counts):
    """Pass rates by folder, two levels deep."""
    print(f"\n{'folder':<44}{'passed':>8}{'of all':>8}{'rate':>10}")
    for folder in sorted(counts):
        c = counts[folder]
        total = c["pass"] + c["fail"]
        print(f"{folder:<44}{c['pass']:>8}{total:>8}{percent(c['pass'], total):>10}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("prefixes", nargs="*", metavar="PREFIX")
    parser.add_argument("--filter", action="append", default=[], metavar="PREFIX", help="same as PREFIX")
    parser.add_argument("--engine", required=True, help="the engine's command; split at blanks")
    parser.add_argument("--test262", default=os.environ.get("TEST262", "../test262"), help="the suite's checkout")
    parser.add_argument("--jobs", "-j", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--timeout", type=float, default=20, help="seconds per variant (default: %(default)s)")
    parser.add_argument("--sample", type=int, default=1, metavar="N", help="only one file in N, always the same ones")
    parser.add_argument("--json", help="write all results to this file")
    parser.add_argument("--expect-file", default=os.path.join(HERE, "expectations.txt"))
    parser.add_argument("--no-expect", action="store_true", help="judge by the tests alone")
    parser.add_argument("--update", action="store_true",
                        help="rewrite the expectations for the tests that ran, from what they did")
    parser.add_argument("--failures", type=int, default=100, metavar="N", help="failures to print (default: %(default)s)")
    parser.add_argument("--slow", type=int, default=0, metavar="N", help="print the N slowest tests")
    options = parser.parse_args()
    options.prefixes += options.filter
    options.test262 = os.path.abspath(options.test262)
    if not os.path.isdir(os.path.join(options.test262, "test")):
        sys.exit(f"no test262 checkout at {options.test262}")
    options.engine = options.engine.split()
    program = shutil.which(options.engine[0])
    if not program:
        sys.exit(f"no such engine: {options.engine[0]}")
    options.engine[0] = os.path.abspath(program)

    tests = collect(options)
    expected = Expectations(None if options.no_expect else options.expect_file)
    counts = collections.defaultdict(collections.Counter)
    failures, slow, regressions, mended = [], [], [], []
    start = time.monotonic()
    show = sys.stderr.isatty()
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as work:
        options.work = work
        with multiprocessing.Pool(options.jobs, start_worker, (options,)) as pool:
            for done, (path, result, detail, seconds) in enumerate(pool.imap_unordered(run_in_worker, tests, 8), 1):
                parts = path.split("/")
                for folder in {parts[0], "/".join(parts[:2]), "total"} - {path}:
                    counts[folder][result] += 1
                slow.append((seconds, path))
                if result == "fail":
                    failures.append((path, detail))
                    if not expected.known(path):
                        regressions.append(path)
                elif path in expected.paths:
                    mended.append(path)
                if show and done % 50 == 0:
                    print(f"\r{done}/{len(tests)}, {len(failures)} failed", end="", file=sys.stderr, flush=True)
    if show:
        print("\r", end="", file=sys.stderr)
    failures.sort()

    listed = [f for f in failures if not expected.known(f[0])]
    for path, problems in listed[:options.failures]:
        for variant, problem in problems:
            print(f"{path} [{variant}]: {problem}")
    if len(listed) > options.failures:
        print(f"... and {len(listed) - options.failures} more (--failures N)")
    report(counts)
    for seconds, path in sorted(slow, reverse=True)[:options.slow]:
        print(f"{seconds:7.2f} s  {path}")
    if options.json:
        with open(options.json, "w") as out:
            json.dump({"counts": counts, "failures": [
                {"path": p, "variants": dict(d)} for p, d in failures]}, out, indent=1)
    if options.update:
        ran = {p for _, p in slow}
        keep = {p for p in expected.paths if p not in ran}
        header = "# Tests of test262 known to fail. Written by run.py --update; a path a line, a folder ends in '/'.\n"
        with open(options.expect_file, "w") as out:
            failed = {p for p, _ in failures if not any(p.startswith(f) for f in expected.folders)}
            out.write(header + "".join(expected.line(p) for p in sorted(expected.folders) + sorted(keep | failed)))
        regressions, mended = [], []
    total = counts["total"]
    known = len(failures) - len(regressions)
    print(f"\n{len(tests)} files in {time.monotonic() - start:.0f} s: {total['pass']} passed, {known} known failures, "
          f"{len(regressions)} new failures")
    if mended:
        print(f"{len(mended)} tests listed as failing now pass (--update takes them off): " + " ".join(mended[:5]) +
              (" ..." if len(mended) > 5 else ""))
    sys.exit(1 if regressions else 0)


if __name__ == "__main__":
    main()
