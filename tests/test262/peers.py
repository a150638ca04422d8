#!/usr/bin/env python3
"""Runs a fixed sample of test262 on Halfword and on the engines found beside it, and counts what passes.

    tests/test262/peers.py --test262 DIR [--peer KIND=PROGRAM ...] [--only NAME,...] [--json FILE]

KIND is one of halfword, node, bun, jsc, quickjs-ng (its program run-test262) and hermes; a kind may be given twice. Programs
that are not given are looked for on the PATH, Halfword in build/release/bin.

The sample is the same for everybody and follows from the suite's list of files: those 4,000 whose paths have the least SHA-1
digests. Every file of it counts, and counts as in run.py: a fresh process for each variant, and a file passes if all its
variants do. Engines run with the options that they have by default; Halfword with those of its --test262-host. What an
engine's shell has no way to offer makes the test fail. For peers the phase of an early error is not looked at, only its name.

--json keeps the rows of other engines that the file has of the same sample; report.py makes the page's table of it.
"""

import argparse
import collections
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys

import run

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SAMPLE = 4000
IMPOSSIBLE = ["/bin/false"]  # it says nothing, so negative tests fail too


def sample(tests, size):
    return sorted(sorted(tests, key=lambda path: hashlib.sha1(path.encode()).digest())[:size])


def said(*argv):
    try:
        return subprocess.run(argv, capture_output=True, text=True, timeout=60).stdout.strip()
    except OSError:
        return ""


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Halfword(run.Halfword):
    program = "halfword"
    lacks = ""

    def __init__(self, program):
        super().__init__([program])
        self.name = "Halfword"

    def version(self):
        return said(self.command[0], "--version").removeprefix("halfword ")


class Node(run.Halfword):
    """node_host.js has Halfword's command line."""

    program = "node"
    lacks = "a main thread that may not block, modules of text, bytes and source phase, an object that is falsy"
    options = ["--experimental-vm-modules", "--no-warnings"]

    def __init__(self, program):
        super().__init__([program, *self.options, os.path.join(HERE, "node_host.js")])
        self.name = "node " + said(program, "-p", "process.versions.node")

    def version(self):
        return "V8 " + said(self.command[0], "-p", "process.versions.v8")


class Bun(Node):
    program = "bun"
    lacks = Node.lacks + ", deferred evaluation of modules"
    options = []

    def __init__(self, program):
        super().__init__(program)
        self.name = "bun"

    def version(self):
        return said(self.command[0], "--version") + " (JavaScriptCore)"


class Peer:
    """A shell with a command line of its own, in which includes and the test are one file unless it says otherwise."""

    def __init__(self, program):
        self.command = [program]

    def argv(self, worker, test, variant):
        if variant == "module":
            return self.module(worker, test)
        strict = '"use strict";\n' if variant == "strict" else ""
        source = strict + self.prelude(test) + test.source
        return self.command + [worker.placed(test.full, source, variant) if source != test.source else test.full]

    def prelude(self, test):
        return "".join(text_of(i) + "\n" for i in test.includes)

    def module(self, worker, test):
        return IMPOSSIBLE

    def error(self, outcome):
        return outcome.first_line()

    def outcome(self, outcome, test):
        if outcome.status not in (1, 2, 3):
            return outcome
        phase = (test.meta.get("negative") or {}).get("phase")
        return run.Outcome(1 if phase == "runtime" else 2, outcome.out, self.error(outcome))


class JavaScriptCore(Peer):
    """It takes many files, and has options and a $262 for this suite."""

    program = "jsc"
    name = "JavaScriptCore"
    lacks = "`$262.AbstractModuleSource`"

    def argv(self, worker, test, variant):
        host = ["--can-block-is-false"] if "CanBlockIsFalse" in test.flags else []
        last = f"--module-file={test.full}" if variant == "module" else worker.last_file(test, variant)[0]
        return self.command + host + test.includes + [last]

    def error(self, outcome):
        found = re.search(r"^Exception: (.*)", outcome.out, re.M)
        return found[1] if found else outcome.first_line()

    def version(self):
        program = os.path.realpath(self.command[0])
        package = said("dpkg-query", "-S", program).split(": ")[0]
        return said("dpkg-query", "-W", "-f", "WebKitGTK ${Version}", package) if package else "unknown"


class QuickJS(Peer):
    """Its program for this suite has $262, whose evalScript runs the includes. Its gc is a global function."""

    program = "run-test262"
    name = "quickjs-ng"
    lacks = "modules of source phase"

    def argv(self, worker, test, variant):
        argv = super().argv(worker, test, variant)
        host = ["--no-can-block"] if "CanBlockIsFalse" in test.flags else []
        return argv[:1] + ["-N", *host] + argv[1:]

    def prelude(self, test):
        scripts = "".join(f"$262.evalScript({json.dumps(text_of(i))});" for i in test.includes)
        return "$262.gc = gc;" + scripts if "raw" not in test.flags else ""

    def module(self, worker, test):
        harness = worker.written(os.path.join(worker.work, "harness.js"), self.prelude(test))
        imports = "".join(f"import {json.dumps(path)};" for path in (harness, test.full))
        entry = worker.written(os.path.join(worker.work, "entry.js"), imports)
        return self.command + ["--module", entry]

    def version(self):
        found = re.search(r"version (\S+)", said(self.command[0], "-h"))
        return found[1] if found else "unknown"


class Hermes(Peer):
    program = "hermes"
    name = "Hermes"
    lacks = "modules, realms, agents, `$262.evalScript`, detached ArrayBuffers"

    def __init__(self, program):
        super().__init__(program)
        self.command += ["-w"]

    def prelude(self, test):
        host = "var $262 = { global: globalThis, gc: gc, detachArrayBuffer: HermesInternal.detachArrayBuffer };\n"
        return host + super().prelude(test) if "raw" not in test.flags else ""

    def error(self, outcome):
        return "SyntaxError" if outcome.status == 2 else outcome.first_line()

    def version(self):
        found = re.search(r"Hermes release version: (\S+)", said(self.command[0], "--version"))
        return found[1] if found else "unknown"


KINDS = {"halfword": Halfword, "node": Node, "bun": Bun, "jsc": JavaScriptCore, "quickjs-ng": QuickJS, "hermes": Hermes}


def find(given):
    peers = []
    for one in given:
        kind, _, program = one.partition("=")
        if kind not in KINDS or not os.access(program, os.X_OK):
            sys.exit(f"no such engine: {one}")
        peers.append(KINDS[kind](os.path.abspath(program)))
    for name, kind in KINDS.items():
        if not any(one.startswith(name + "=") for one in given):
            own = os.path.join(ROOT, "build/release/bin/halfword")
            program = own if name == "halfword" and os.access(own, os.X_OK) else shutil.which(kind.program)
            if program:
                peers.append(kind(os.path.abspath(program)))
            else:
                print(f"not here: {name} ({kind.program})")
    return peers


def measure(peer, options, tests):
    """The row of one engine."""
    options.shell = peer
    proposals = set(run.features_of(options.test262)[0][1])
    counts = collections.defaultdict(collections.Counter)
    failures = []
    for path, features, problems, _ in run.run_all(options, tests):
        for group in [path.split("/")[0], "total"] + ([] if proposals & set(features) else ["standard"]):
            counts[group]["fail" if problems else "pass"] += 1
        if problems:
            failures.append((path, problems))
    return {"name": peer.name, "version": peer.version(), "lacks": peer.lacks, "counts": counts, "failures": sorted(failures)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--test262", default=os.environ.get("TEST262", "../test262"), help="the suite's checkout")
    parser.add_argument("--peer", action="append", default=[], metavar="KIND=PROGRAM")
    parser.add_argument("--only", help="names of engines, comma-separated, as the table shows them")
    parser.add_argument("--sample", type=int, default=SAMPLE, metavar="N", help="how many files (default: %(default)s)")
    parser.add_argument("--jobs", "-j", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--timeout", type=float, default=60, help="seconds per variant (default: %(default)s)")
    parser.add_argument("--json", metavar="FILE", help="write all results to this file")
    parser.add_argument("--failures", type=int, default=0, metavar="N", help="failures to print of each engine")
    options = parser.parse_args()
    run.find_suite(options)
    every = run.collect(options.test262)
    tests = sample(every, options.sample)
    results = {"files": len(every), "sample": len(tests), "digest": run.digest(tests), "rows": []}
    if options.json and os.path.exists(options.json):
        with open(options.json) as file:
            old = json.load(file)
        if all(old[key] == results[key] for key in ("files", "sample", "digest")):
            results = old
    for peer in find(options.peer):
        if options.only and peer.name not in options.only.split(","):
            continue
        row = measure(peer, options, tests)
        passed = row["counts"]["total"]["pass"]
        print(f"{row['name']:<16}{row['version']:<44}{passed:>6} of {len(tests)}, {run.percent(passed, len(tests))}", flush=True)
        for path, problems in row["failures"][: options.failures]:
            print(f"  {path} [{problems[0][0]}]: {problems[0][1]}")
        results["rows"] = [r for r in results["rows"] if r["name"] != row["name"]] + [row]
        if options.json:
            with open(options.json, "w") as out:
                json.dump(results, out, indent=1)


if __name__ == "__main__":
    main()
