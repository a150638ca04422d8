#!/usr/bin/env python3
"""Runs programs of the npm registry, unmodified, on an engine and on node, and compares what they print.

    tests/programs/run.py --engine build/release/bin/halfword [--install] [--quick] [NAME ...]

--install fetches the packages of package.json with npm into node_modules. --quick takes only those that `make test` runs
when the packages are there; all of them are for a nightly run. What node prints is kept in build/programs and made anew
when a program or package.json changes.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))

# name: seconds it may take on an optimised build, and whether `make test` runs it
PROGRAMS = {
    "lodash": (60, True),
    "moment": (60, True),
    "marked": (120, True),
    "handlebars": (60, True),
    "react": (60, True),
    "three": (60, True),
    "vue": (60, True),
    "mathjs": (120, True),
    "acorn": (240, False),
    "tools": (240, False),
    "babel": (300, False),
    "prettier": (300, False),
    "terser": (600, False),
    "typescript": (600, False),
    "lodash_suite": (120, False),
    "luxon": (60, True),
    "dayjs": (60, True),
    "date_fns_tz": (120, True),
    "messageformat": (60, True),
    "globalize": (60, True),
    "temporal": (120, True),
}


KEPT = os.path.join(ROOT, "build", "programs")


def lodash_checkout():
    """lodash's repository, which has the suite that its package lacks: $LODASH, or beside this checkout."""
    for folder in (os.environ.get("LODASH"), os.path.join(ROOT, "../lodash")):
        if folder and os.path.exists(os.path.join(folder, "test/test.js")):
            return os.path.abspath(folder)
    return None


def scripts(name):
    """The scripts of a program, in order."""
    if name != "lodash_suite":
        return ["loader.js", name + ".js"]
    path = os.path.join(KEPT, "lodash_checkout.js")
    with open(path, "w") as out:
        out.write(f"globalThis.lodashCheckout = {json.dumps(lodash_checkout())};\n")
    return [path, "loader.js", name + ".js"]


def newest(paths):
    return max(os.path.getmtime(p) for p in paths)


def reference(name):
    """What node prints."""
    kept = os.path.join(KEPT, name + ".txt")
    inputs = [os.path.join(HERE, f) for f in (name + ".js", "loader.js", "package.json")]
    if name == "lodash_suite":
        inputs.append(os.path.join(lodash_checkout(), "test/test.js"))
    if os.path.exists(kept) and os.path.getmtime(kept) > newest(inputs):
        with open(kept, encoding="utf-8") as file:
            return file.read()
    node = shutil.which("node") or sys.exit("node is needed to compare with (tools/setup.sh --node installs it)")
    done = subprocess.run(
        [node, os.path.join(ROOT, "tests/js/node_host.js"), *scripts(name)],
        cwd=HERE,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    if done.returncode or not done.stdout:
        sys.exit(f"{name} fails on node itself:\n{done.stderr[:2000]}")
    with open(kept, "w", encoding="utf-8") as file:
        file.write(done.stdout)
    return done.stdout


def difference(expected, actual):
    for number, (a, b) in enumerate(zip(expected.splitlines(), actual.splitlines()), 1):
        if a != b:
            at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
            start = max(0, at - 40)
            return f"line {number}, column {at + 1}:\n    node: {a[start : at + 120]}\n    here: {b[start : at + 120]}"
    return f"{len(expected.splitlines())} lines expected, {len(actual.splitlines())} printed"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help=", ".join(PROGRAMS))
    parser.add_argument("--engine", default=os.path.join(ROOT, "build/release/bin/halfword"))
    parser.add_argument("--install", action="store_true")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--timeout-factor", type=float, default=1)
    args = parser.parse_args()
    if args.install:
        subprocess.run(
            ["npm", "install", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts", "--silent"],
            cwd=HERE,
            check=True,
        )
    if not os.path.isdir(os.path.join(HERE, "node_modules")):
        sys.exit("the packages are not there: run with --install")
    command = args.engine.split()
    program = shutil.which(command[0]) or sys.exit(f"no such engine: {command[0]}")
    command[0] = os.path.abspath(program)
    os.makedirs(KEPT, exist_ok=True)
    passed = failed = 0
    for name in args.names or [n for n, (_, quick) in PROGRAMS.items() if quick or not args.quick]:
        if name not in PROGRAMS:
            sys.exit(f"no such program: {name}")
        if name == "lodash_suite" and not lodash_checkout():
            print("skipped lodash_suite: no checkout at $LODASH, ../lodash")
            continue
        expected = reference(name)
        start = time.monotonic()
        try:
            done = subprocess.run(
                command + scripts(name),
                cwd=HERE,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=PROGRAMS[name][0] * args.timeout_factor,
            )
            out, err, code = done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"), done.returncode
        except subprocess.TimeoutExpired as error:
            out, err, code = (error.stdout or b"").decode("utf-8", "replace"), "", "timeout"
        seconds = time.monotonic() - start
        if code == 0 and out == expected:
            passed += 1
            print(f"passed {name} ({seconds:.1f} s)", flush=True)
            continue
        failed += 1
        reason = f"exit {code}; " if code else ""
        print(f"FAILED {name} ({seconds:.1f} s): {reason}{difference(expected, out)}", flush=True)
        for line in err.strip().splitlines()[:6]:
            print("    " + line[:300])
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
