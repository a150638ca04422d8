#!/usr/bin/env python3
"""The JavaScript tests of other engines, on Halfword beside node.

    tests/suites/run.py [--engine build/release/bin/halfword] [--node node] [--only TEXT] [--seconds N]
        [--save FILE] [-v] FOLDER...

A FOLDER is a checkout of JerryScript (tests/jerry), ChakraCore (test, those that its rlexe.xml files list) or Hermes
(test/hermes). Each test runs in node and in the interpreter, with all tiers, with --tier=baseline and with
--tier=random:3. shim.js has the host functions that the suites expect; the suites' own expectations are not read, for
many speak of the engine's own words or extensions. Between Halfword and node a test must agree in how it ended (the
name of the uncaught error, or the limit) and in what it printed, but for the words of error messages and stack traces.
Between the tiers it must agree in everything but the limits. differences.txt has a class and a reason for each test
that does not agree with node; a test that differs without a row, or agrees with one, has failed. How far a test comes
to a limit, and what the clock says, is another thing in each run: tests of these classes may agree too. The last line
says how it went, after a table of the suites.
"""

import argparse
import collections
import json
import os
import re
import signal
import subprocess
import sys
import xml.etree.ElementTree

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
TIERS = {"interpreter": ["--jitless"], "auto": [], "baseline": ["--tier=baseline"], "random": ["--tier=random:3"]}
CLASSES = {
    "host": "the suite's own engine extension or host",
    "node": "node departs from the standard",
    "free": "the standard leaves it to the implementation",
    "new": "a proposal or a new feature that one of the two lacks",
    "limit": "takes too long or too much memory in one of the two",
    "clock": "prints what the clock says, so that no two runs agree",
    "ours": "a fault of Halfword",
}
MAY_AGREE = ("limit", "clock")
# Features of the hosts that the shim does not have.
LEFT_OUT = {
    "jerry": re.compile(r"\bcreateRealm\b|\bresourceName\b"),
    "chakra": re.compile(
        r"WebAssembly|WScript\.(LoadModule|RegisterModuleSource|GetModuleNamespace|Shell|RequestAsyncBreak|Dump|GetProxyProperties)"
        r"|\bDebug\.|samethread|crossthread|WScript\.LoadBinaryFile|telemetryLog"
    ),
    "hermes": re.compile(
        r"HermesInternal|%hermes[^\n]*-(typed|parse-flow|parse-ts|parse-jsx)|createHeapSnapshot|\bloadFile\b|\bloadHBC\b|\$262|SHBuiltin"
        r"|%hermes[^\n]*-commonjs"
    ),
}


def differences():
    """{suite/path: (class, reason)}"""
    rows = {}
    with open(os.path.join(HERE, "differences.txt")) as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                name, kind, reason = line.rstrip("\n").split(None, 2)
                assert kind in CLASSES, line
                rows[name] = (kind, reason)
    return rows


def walk(folder):
    for where, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            if name.endswith((".js", ".mjs")):
                yield os.path.join(where, name), []


def listed(folder):
    """The tests that ChakraCore's lists name, with their arguments, each once"""
    seen = set()
    for where, folders, names in os.walk(folder):
        folders.sort()
        if "rlexe.xml" not in names:
            continue
        actual = {name.lower(): name for name in names}
        for test in xml.etree.ElementTree.parse(os.path.join(where, "rlexe.xml")).iter("test"):
            file = (test.findtext(".//files") or "").strip()
            flags = test.findtext(".//compile-flags") or ""
            name = actual.get(file.lower())
            if not name or not name.endswith(".js") or (where, name) in seen or "wasm" in flags.lower():
                continue
            seen.add((where, name))
            given = re.search(r"-args\s+(.*?)\s*-endargs", flags)
            yield os.path.join(where, name), given.group(1).split() if given else []


def tests_of(folder):
    """(suite, [(name, path, arguments)], how many are left out)"""
    for suite, below, find in [("jerry", "tests/jerry", walk), ("hermes", "test/hermes", walk), ("chakra", "test", listed)]:
        base = os.path.join(folder, below)
        if os.path.isdir(base) and (suite != "chakra" or os.path.exists(os.path.join(base, "rlexedirs.xml"))):
            tests, left = [], 0
            for path, arguments in find(base):
                with open(path, encoding="utf-8", errors="replace") as file:
                    if LEFT_OUT[suite].search(file.read()):
                        left += 1
                        continue
                tests.append((f"{suite}/{os.path.relpath(path, base)}", path, arguments))
            return suite, tests, left
    sys.exit(f"{folder}: no suite that this runner knows")


def run(argv, folder, seconds):
    """How the program ended, and what it printed"""
    process = subprocess.Popen(
        argv,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env={**os.environ, "TZ": "UTC", "LC_ALL": "C.UTF-8"},
    )
    try:
        output, errors = process.communicate(timeout=seconds + 2)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return "limit: time", ""
    output, errors = output.decode(errors="replace"), errors.decode(errors="replace")
    if process.returncode < 0:
        # Node aborts when it has used its memory.
        return ("limit: memory" if "heap out of memory" in errors else f"crash: signal {-process.returncode}"), output
    if process.returncode == 0:
        return "ends", output
    if process.returncode == 3 or "heap out of memory" in errors:
        return "limit: " + errors.strip()[:60], output
    if re.search(r"assert|Sanitizer|FATAL", errors) and not errors.startswith(("Uncaught", "SyntaxError")):
        return "crash: " + errors[:200], output
    name = re.match(r"(?:Uncaught (?:\(in promise\) )?)?(\w*Error)\b", errors)
    return "throws " + (name.group(1) if name else "a value" if errors else f"code {process.returncode}"), output


def plain(text):
    """What was printed, without the words of error messages and without stack traces"""
    lines = []
    for line in text.split("\n"):
        if re.match(r"\s+at .*:\d+|\s+at .*\(", line):
            continue
        lines.append(re.sub(r"\b(\w*Error|error)\b.*", r"\1", line).rstrip())
    return "\n".join(lines).rstrip()


def first_difference(one, other):
    for left, right in zip(one.split("\n") + [None] * 9, other.split("\n") + [None] * 9):
        if left != right:
            return f"{left!r:.150} | {right!r:.150}"
    return "?"


def check(args, test):
    """What each of the engines did, the difference from node, and the difference between tiers"""
    _, path, arguments = test
    folder = os.path.dirname(path)
    shim = os.path.join(HERE, "shim.js")
    reference = run(
        [args.node, "--max-old-space-size=1024", os.path.join(HERE, "node.js"), shim, path, *arguments], folder, args.seconds
    )
    results = {"node": reference}
    for tier, options in TIERS.items():
        if tier in ("baseline", "random") and results["auto"][0].startswith("limit"):
            continue
        results[tier] = run(
            [
                args.engine,
                *options,
                "--memory-limit=1G",
                f"--timeout={args.seconds * 1000}",
                "-e",
                f"globalThis.suiteArguments = {json.dumps(arguments)}",
                shim,
                path,
            ],
            folder,
            args.seconds,
        )
    tiers, beside = "", ""
    first = results["interpreter"]
    for tier, result in results.items():
        if result[0].startswith("crash") and tier != "node":
            tiers = f"{tier}: {result[0]}"
        elif tier != "node" and result != first and not result[0].startswith("limit") and not first[0].startswith("limit"):
            tiers = f"{tier}: {result[0]}, interpreter: {first[0]}; {first_difference(result[1], first[1])}"
    ours = results["auto"]
    if reference[0] != ours[0]:
        beside = f"node: {reference[0]}, Halfword: {ours[0]}; {first_difference(plain(reference[1]), plain(ours[1]))}"
    elif not ours[0].startswith("limit") and plain(reference[1]) != plain(ours[1]):
        beside = f"node | Halfword: {first_difference(plain(reference[1]), plain(ours[1]))}"
    return results, beside, tiers


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    parser.add_argument("--engine", default=os.path.join(ROOT, "build/release/bin/halfword"))
    parser.add_argument("--node", default="node")
    parser.add_argument("--only", default="", help="tests whose name has this text")
    parser.add_argument("--seconds", type=int, default=10, help="the time that a test may take (10)")
    parser.add_argument("--save", help="write what each engine did here, as lines of JSON")
    parser.add_argument("-v", "--verbose", action="store_true", help="print the expected differences too")
    args = parser.parse_args()
    args.engine = os.path.abspath(args.engine)
    known = differences()
    passed = failed = 0
    table = []
    save = open(args.save, "w") if args.save else None
    for folder in args.folders:
        suite, tests, left = tests_of(os.path.abspath(folder))
        counts = collections.Counter()
        for test in tests:
            name = test[0]
            if args.only not in name:
                continue
            results, beside, tiers = check(args, test)
            if save:
                save.write(json.dumps({"name": name, "beside": beside, "tiers": tiers, "results": results}) + "\n")
                save.flush()
            kind, reason = known.get(name, (None, None))
            if kind == "clock" and ": crash" not in tiers:
                tiers = ""
            if kind and kind not in MAY_AGREE and not beside:
                tiers = tiers or f"agrees, but differences.txt says: {reason}"
            if tiers or (beside and not kind):
                failed += 1
                print(f"FAIL {name}: {tiers or beside}", flush=True)
            else:
                passed += 1
                if beside and args.verbose:
                    print(f"{kind} {name}: {reason}", flush=True)
            counts[(kind or "unexplained") if beside else "agree"] += 1
        table.append((suite, left, counts))
    print("| suite | left out | run | agree | " + " | ".join(CLASSES) + " | unexplained |\n|" + "---|" * (len(CLASSES) + 5))
    for suite, left, counts in table:
        cells = [suite, left, sum(counts.values()), counts["agree"], *(counts[kind] for kind in CLASSES), counts["unexplained"]]
        print("| " + " | ".join(map(str, cells)) + " |")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
