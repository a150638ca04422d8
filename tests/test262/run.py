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
    for line in re.split(r"\r\n|\n|\r", source[begin + 5 : end]):
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
        pid = os.posix_spawn(
            argv[0],
            argv,
            os.environ,
            setpgroup=0,
            file_actions=[
                (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
                (os.POSIX_SPAWN_DUP2, out_write, 1),
                (os.POSIX_SPAWN_DUP2, err_write, 2),
                (os.POSIX_SPAWN_CLOSE, out_read),
                (os.POSIX_SPAWN_CLOSE, err_read),
            ],
        )
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


class Halfword:
    """An engine with Halfword's command line. Other engines have classes with the same two functions (peers.py)."""

    def __init__(self, command):
        self.command = command

    def argv(self, worker, test, variant):
        """The command that runs a variant of a test: "sloppy", "strict" or "module"."""
        host = ["--test262-host"] + (["--no-blocking"] if "CanBlockIsFalse" in test.flags else [])
        return self.command + host + test.includes + worker.last_file(test, variant)

    def outcome(self, outcome, test):
        """The outcome as verdict() reads it."""
        return outcome


class Test:
    """A file of the suite, and the files of the harness that go before it."""

    def __init__(self, suite, path):
        self.full = os.path.join(suite, "test", path)
        with open(self.full, encoding="utf-8", errors="surrogateescape", newline="") as file:
            self.source = file.read()
        self.meta = front_matter(self.source)
        self.flags = self.meta.get("flags", [])
        includes = []
        if "raw" not in self.flags:
            includes = ["assert.js", "sta.js"] + (["doneprintHandle.js"] if "async" in self.flags else [])
            includes += [i for i in self.meta.get("includes", []) if i not in includes]
        self.includes = [os.path.join(suite, "harness", i) for i in includes]

    def variants(self):
        if "module" in self.flags:
            return ["module"]
        if "raw" in self.flags or "noStrict" in self.flags:
            return ["sloppy"]
        return ["strict"] if "onlyStrict" in self.flags else ["sloppy", "strict"]


class Worker:
    """Runs whole test files; one per process of the pool."""

    def __init__(self, options):
        self.options = options
        self.folders = {}
        self.work = tempfile.mkdtemp(prefix="w", dir=options.work)

    def placed(self, path, source, name):
        """A file with this text in place of a test. Where it may import its neighbours, it sits among links to them."""
        if "import" in source:
            folder = os.path.dirname(path)
            if folder not in self.folders:
                self.folders[folder] = tempfile.mkdtemp(dir=self.work)
                for neighbour in os.listdir(folder):
                    os.symlink(os.path.join(folder, neighbour), os.path.join(self.folders[folder], neighbour))
            return self.written(os.path.join(self.folders[folder], f"{name}-{os.path.basename(path)}"), source)
        return self.written(os.path.join(self.work, f"{name}.js"), source)

    def written(self, target, source):
        with open(target, "w", encoding="utf-8", errors="surrogateescape", newline="") as out:
            out.write(source)
        return target

    def last_file(self, test, variant):
        if variant == "module":
            return ["-m", test.full]
        return [self.placed(test.full, '"use strict";\n' + test.source, "strict") if variant == "strict" else test.full]

    def run(self, path):
        """The path, the features that the test names, the variants that failed and why, and the seconds that it took."""
        test = Test(self.options.test262, path)
        start = time.monotonic()
        problems = []
        for variant in test.variants():
            outcome = execute(self.options.shell.argv(self, test, variant), self.options.timeout)
            problem = verdict(self.options.shell.outcome(outcome, test), test.meta)
            if problem:
                problems.append((variant, problem))
        return path, test.meta.get("features", []), problems, time.monotonic() - start


worker = None


def start_worker(options):
    global worker
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    worker = Worker(options)


def run_in_worker(path):
    try:
        return worker.run(path)
    except Exception as error:  # a fault of the runner must show as a failure, not hang the pool
        return path, [], [("runner", repr(error))], 0.0


def run_all(options, tests):
    """What Worker.run returns, for each test in the order in which they end."""
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as work:
        options.work = work
        with multiprocessing.Pool(options.jobs, start_worker, (options,)) as pool:
            yield from pool.imap_unordered(run_in_worker, tests, 8)


def folders_of(path):
    """Where a file counts: everywhere, and in its folders two levels deep."""
    parts = path.split("/")
    return {parts[0], "/".join(parts[:2]), "total"} - {path}


def digest(tests):
    """Names a list of files."""
    return hashlib.sha1("\n".join(sorted(tests)).encode()).hexdigest()[:12]


def find_suite(options):
    options.test262 = os.path.abspath(options.test262)
    if not os.path.isdir(os.path.join(options.test262, "test")):
        sys.exit(f"no test262 checkout at {options.test262}")


def collect(suite, prefixes=(), one_in=1):
    """All test files below the prefixes, sorted; one in so many of them if asked."""
    root = os.path.join(suite, "test")
    tests = []
    for prefix in prefixes or [""]:
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
    if one_in > 1:
        picked = lambda path: int(hashlib.sha1(path.encode()).hexdigest(), 16) % one_in == 0
        tests = [t for t in tests if picked(t)]
    return tests


def features_of(suite):
    """The suite's groups of features, in the order in which it lists them: (title, names)."""
    groups = []
    with open(os.path.join(suite, "features.txt"), encoding="utf-8") as file:
        for line in file:
            title = re.match(r"## +(\S.* features|.* flags)\s*$", line, re.I)
            name = line.partition("#")[0].strip()
            if title or (name and not groups):
                groups.append((title[1] if title else "", []))
            if name:
                groups[-1][1].append(name)
    return groups


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
    parser.add_argument("--json", help="write what passed, by folder and by feature, and all failures to this file")
    parser.add_argument("--expect-file", default=os.path.join(HERE, "expectations.txt"))
    parser.add_argument("--no-expect", action="store_true", help="judge by the tests alone")
    parser.add_argument(
        "--update", action="store_true", help="rewrite the expectations for the tests that ran, from what they did"
    )
    parser.add_argument("--failures", type=int, default=100, metavar="N", help="failures to print (default: %(default)s)")
    parser.add_argument("--slow", type=int, default=0, metavar="N", help="print the N slowest tests")
    options = parser.parse_args()
    options.prefixes += options.filter
    find_suite(options)
    options.engine = options.engine.split()
    program = shutil.which(options.engine[0])
    if not program:
        sys.exit(f"no such engine: {options.engine[0]}")
    options.engine[0] = os.path.abspath(program)
    options.shell = Halfword(options.engine)

    tests = collect(options.test262, options.prefixes, options.sample)
    expected = Expectations(None if options.no_expect else options.expect_file)
    counts, features = (collections.defaultdict(collections.Counter) for _ in range(2))
    failures, slow, regressions, mended = [], [], [], []
    start = time.monotonic()
    show = sys.stderr.isatty()
    for done, (path, named, problems, seconds) in enumerate(run_all(options, tests), 1):
        result = "fail" if problems else "pass"
        for folder in folders_of(path):
            counts[folder][result] += 1
        for feature in named or ["none"]:
            features[feature][result] += 1
        slow.append((seconds, path))
        if problems:
            failures.append((path, problems))
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
    for path, problems in listed[: options.failures]:
        for variant, problem in problems:
            print(f"{path} [{variant}]: {problem}")
    if len(listed) > options.failures:
        print(f"... and {len(listed) - options.failures} more (--failures N)")
    report(counts)
    for seconds, path in sorted(slow, reverse=True)[: options.slow]:
        print(f"{seconds:7.2f} s  {path}")
    if options.json:
        with open(options.json, "w") as out:
            json.dump(
                {
                    "engine": options.engine,
                    "files": len(tests),
                    "digest": digest(tests),
                    "counts": counts,
                    "features": features,
                    "groups": features_of(options.test262),
                    "failures": [{"path": p, "variants": dict(d)} for p, d in failures],
                },
                out,
                indent=1,
            )
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
    print(
        f"\n{len(tests)} files in {time.monotonic() - start:.0f} s: {total['pass']} passed, {known} known failures, "
        f"{len(regressions)} new failures"
    )
    if mended:
        print(
            f"{len(mended)} tests listed as failing now pass (--update takes them off): "
            + " ".join(mended[:5])
            + (" ..." if len(mended) > 5 else "")
        )
    sys.exit(1 if regressions else 0)


if __name__ == "__main__":
    main()
