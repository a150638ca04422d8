#!/usr/bin/env python3
"""Bytes of heap per item, for Halfword in both widths and every peer found.

    bench/heap_density/run.py [--scale 0.1] [--only objs,arr3] [--json out.json]

    objs  {x: i, y: i + 1}        strs  's' + i               clos  a closure over one variable
    arr3  [i, i + 1, i + 2]       tree  {left, right} nodes    json  records of some 215 characters, parsed
    map   a Map's entry           dbl   i + 0.5

A process per case and engine. "live" is what the engine reports after a collection, or allocates in all where it only
reports that; "private" is the growth of the process's private memory. The bar is V8 14.4 with pointer compression, live,
measured once elsewhere; over all rows but dbl the compressed build is to be 40 % smaller than the full-pointer twin.
Exit code 1: a bar is missed.
"""

import argparse
import json
import os
import pty
import re
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
import engines as eng

COUNTS = {"objs": 1_000_000, "arr3": 1_000_000, "map": 1_000_000, "strs": 1_000_000, "tree": (1 << 20) - 1,
          "dbl": 1_000_000, "clos": 1_000_000, "json": 95_000}
BAR = {"objs": 25.2, "arr3": 41.2, "map": 14.7, "strs": 25.3, "tree": 20.0, "dbl": 10.4, "clos": 57.2, "json": 260}
SMALLER = 40  # percent
# What an engine needs to show its collector and its figures …
EXTRA = {"halfword": ["--heap-stats"], "node": ["--expose-gc"], "qjs": ["--std", "--dump"], "hermes": []}
# … and where those that tell them only when they end write the live bytes.
AT_END = {"halfword": r'"live_bytes": (\d+)', "qjs": r"(?m)^memory allocated +\d+ +(\d+)"}


def private_bytes(pid):
    """None if the process has ended."""
    try:
        with open(f"/proc/{pid}/smaps_rollup") as file:
            return sum(int(m) for m in re.findall(r"^Private_(?:Clean|Dirty): +(\d+) kB", file.read(), re.M)) * 1024
    except ProcessLookupError:
        return None


def kind(engine):
    return "halfword" if engine.name.startswith("halfword") else os.path.basename(engine.command[0])


def process(engine, case, count, args, base=False):
    """Runs one case: what it printed, what it wrote to standard error, samples of private memory, and its peak."""
    with tempfile.NamedTemporaryFile("w", suffix=".js") as script, tempfile.TemporaryFile("w+") as err:
        script.write(f"var CASE = '{case}', COUNT = {count}, BASE = {str(base).lower()};\n")
        with open(os.path.join(HERE, "cases.js")) as cases:
            script.write(cases.read())
        script.flush()
        argv = list(engine.command)
        argv[1:1] = EXTRA.get(kind(engine), [])
        # A terminal instead of a pipe: every engine then writes line by line.
        master, slave = pty.openpty()
        child = subprocess.Popen(argv + [script.name], stdin=subprocess.DEVNULL, stdout=slave, stderr=err,
                                 preexec_fn=lambda: os.sched_setaffinity(0, {args.cpu}))
        os.close(slave)
        killer = threading.Timer(args.timeout, child.kill)
        killer.start()
        samples, text, peak = [], "", 0
        while True:
            try:
                data = os.read(master, 4096).decode("utf-8", "replace")
            except OSError:  # the other end is closed
                data = ""
            if not data:
                break
            for _ in range((text + data).count("READY") - text.count("READY")):
                time.sleep(0.1)
                samples.append(private_bytes(child.pid))
                peak = eng.peak_memory(child.pid) or peak
            text += data
        killer.cancel()
        os.close(master)
        child.wait()
        err.seek(0)
        return text, err.read(), samples, peak


def live_at_end(engine, text, err):
    found = re.search(AT_END[kind(engine)], text + err)
    return int(found[1]) if found else None


def measure(engine, case, count, args):
    # On a busy machine a process may end before it is looked at.
    for _ in range(5):
        text, err, samples, peak = process(engine, case, count, args)
        if None not in samples:
            break
    found = re.search(r"RESULT (-?[\d.e+]+)", text)
    if not found or len(samples) < 2 or None in samples[-2:]:
        return None
    live = float(found[1])
    if kind(engine) in AT_END:
        text_before, err_before, *_ = process(engine, case, count, args, base=True)
        after, before = live_at_end(engine, text, err), live_at_end(engine, text_before, err_before)
        live = after - before if after is not None and before is not None else -1
    return {"live": live / count if live >= 0 else None, "private": (samples[-1] - samples[-2]) / count,
            "peak_rss": peak}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="cases, comma-separated")
    parser.add_argument("--scale", type=float, default=1, help="a fraction of the items")
    parser.add_argument("--timeout", type=float, default=120)
    parser.add_argument("--json")
    eng.add_arguments(parser, "node,jsc,hermes,qjs,duk")
    args = parser.parse_args()
    engines = eng.find(args)
    cases = args.only.split(",") if args.only else list(COUNTS)
    results = {e.name: {c: measure(e, c, max(1, int(COUNTS[c] * args.scale)), args) for c in cases} for e in engines}

    def cell(engine, case, what):
        r = results[engine][case]
        return "–" if r is None or r[what] is None else f"{r[what]:.1f}"

    for what, title in (("live", "live heap, bytes per item"), ("private", "private memory, bytes per item")):
        rows = [[c] + ([f"{BAR[c]:.1f}"] if what == "live" else []) + [cell(e.name, c, what) for e in engines] for c in cases]
        print("\n" + eng.table(rows, [title] + (["bar"] if what == "live" else []) + [e.name for e in engines]))
    mine, twin = results.get("halfword"), results.get("halfword-full")

    def live(engine, case):
        return engine[case]["live"] if engine and engine[case] else None

    problems, smaller = [], None
    if mine:
        for c in cases:
            # To a tenth of a byte, as it is printed: what a heap has besides is shared by the fewer items of a small --scale.
            if live(mine, c) is None or round(live(mine, c), 1) > BAR[c]:
                problems.append(f"{c}: above the bar")
        for e in engines:
            worse = [c for c in cases if not e.name.startswith("halfword") and (live(results[e.name], c) or 1e9) < (live(mine, c) or 0)]
            if worse:
                print(f"{e.name} takes less: {', '.join(worse)}")
    both = [c for c in cases if c != "dbl" and live(mine, c) and live(twin, c)]
    if both:
        small, large = sum(live(mine, c) for c in both), sum(live(twin, c) for c in both)
        smaller = 100 * (1 - small / large)
        print(f"\nover {', '.join(both)}: {small:.0f} against {large:.0f} bytes, {smaller:.1f} % smaller")
        if "dbl" in cases and live(mine, "dbl") and live(twin, "dbl"):
            print(f"and with dbl, whose doubles are as large in both: {100 * (1 - (small + live(mine, 'dbl')) / (large + live(twin, 'dbl'))):.1f} %")
        if len(both) == len(COUNTS) - 1 and smaller < SMALLER:
            problems.append(f"not {SMALLER} % smaller")
    elif mine:
        print("\nno full-pointer twin: build it (make build-full-pointers) or name it with --halfword-full")
    print("\n".join(problems))
    if args.json:
        with open(args.json, "w") as out:
            json.dump({"live_bar": BAR, "smaller_percent": smaller, "problems": problems, "results": results}, out, indent=1)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
