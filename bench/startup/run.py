#!/usr/bin/env python3
"""How long an empty program and "hello" take, and the most memory the process ever held.

    bench/startup/run.py [--runs 20]

Median (least to most) of the runs after one that is not counted, pinned to one core. "floor" is /bin/true: what starting
and awaiting any process costs here.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
import engines as eng

HELLO = "(typeof print === 'function' ? print : console.log)('hello world');\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--json", help="write all times (µs) and peaks (KiB) to this file")
    eng.add_arguments(parser, "qjs,hermes,duk,jsc,jsc-nojit,node,node-jitless")
    args = parser.parse_args()
    engines = [eng.Engine("floor", ["/bin/true"])] + eng.find(args)
    compiler = next((c for c in ("clang-19", "cc", "gcc") if shutil.which(c)), None) or sys.exit("no C compiler found")
    os.sched_setaffinity(0, {args.cpu})
    results = {}
    with tempfile.TemporaryDirectory() as work:
        launch = os.path.join(work, "launch")
        subprocess.run([compiler, "-O2", "-o", launch, os.path.join(HERE, "launch.c")], check=True)
        for name, text in (("empty", ""), ("hello", HELLO)):
            path = os.path.join(work, name + ".js")
            with open(path, "w") as file:
                file.write(text)
            for engine in engines:
                done = subprocess.run([launch, str(args.runs + 1)] + engine.argv(path), capture_output=True, text=True)
                if done.returncode:
                    print(f"{engine.name}: {name} failed")
                    continue
                pairs = [tuple(map(int, line.split())) for line in done.stdout.splitlines()[1:]]
                results.setdefault(engine.name, {})[name] = {"us": [p[0] for p in pairs], "peak_kib": max(p[1] for p in pairs)}
    rows = []
    for engine in engines:
        row = [engine.name]
        for name in ("empty", "hello"):
            r = results.get(engine.name, {}).get(name)
            if r:
                ms = [us / 1000 for us in r["us"]]
                row += [f"{statistics.median(ms):.2f} ({min(ms):.2f}–{max(ms):.2f})", f"{r['peak_kib'] / 1024:.1f}"]
            else:
                row += ["–", "–"]
        rows.append(row)
    print(eng.table(rows, ["engine", "empty, ms", "peak MiB", "hello, ms", "peak MiB"]))
    if args.json:
        with open(args.json, "w") as out:
            json.dump(results, out, indent=1)
    sys.exit(0 if all(len(results.get(e.name, {})) == 2 for e in engines if e.name.startswith("halfword")) else 1)


if __name__ == "__main__":
    main()
