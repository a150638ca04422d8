#!/usr/bin/env python3
"""What isolates cost, against the bars the project has set itself, and beside peers found on this machine.

    bench/isolates/run.py [--program build/release/bin/isolates_bench] [--quickjs FOLDER] [--modules NODE_MODULES] [--quick]

Build the program with -DHALFWORD_BENCH=ON. Times are CPU time of one thread, medians; memory is what smaps_rollup calls
private and dirty. Peers: a checkout of quickjs-ng, JavaScriptCore (libjavascriptcoregtk-4.0-dev), V8 (node and its headers).
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import zlib

import frameworks
import peers

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


def lines(argv, **more):
    done = subprocess.run(argv, capture_output=True, text=True, **more)
    if done.returncode:
        sys.exit(f"{' '.join(argv)}\n{done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=os.path.join(ROOT, "build/release/bin/isolates_bench"))
    parser.add_argument("--quickjs", help="a checkout of quickjs-ng; its library is built if it is not there")
    parser.add_argument("--modules", default=os.path.join(ROOT, "tests/programs/node_modules"),
                        help="node_modules with lodash, react-dom and typescript (default: what `make programs` installs)")
    parser.add_argument("--quick", action="store_true", help="a tenth of the isolates")
    parser.add_argument("--json", help="write everything to this file")
    args = parser.parse_args()
    share = 10 if args.quick else 1
    results, failed = [], 0

    def run(*argv):
        rows = lines([args.program, *map(str, argv)])
        results.extend(rows)
        return rows

    def bar(name, value, limit, unit):
        nonlocal failed
        ok = value <= limit
        failed += not ok
        print(f"{'ok  ' if ok else 'MISS'} {name}: {value:.1f} {unit} (bar {limit:g})")

    lodash = os.path.join(args.modules, "lodash/lodash.js")
    lodash = lodash if os.path.exists(lodash) else None
    # Of a clone, by the name of what its image has loaded: µs, µs where its slot is mapped and unmapped, private KiB.
    own, unkept, memory = {}, {}, {}

    def measure_own(path, count):
        name, load = (os.path.basename(path), ("--load", path)) if path else (None, ())
        own[name], unkept[name] = (row["cpu_us"]["p50"] for row in run("clone", *load))
        live = run("live", "--count", count // share, *load)[0]
        memory[name] = live["private_kib_each"]
        return live

    live = measure_own(None, 10000)
    bar("clone, run 1 + 1, destroy", own[None], 100, "µs")
    bar("the same, with its slot mapped and unmapped", unkept[None], 100, "µs")
    bar("take from a pool, run, give back", run("pool")[0]["cpu_us"]["p50"], 50, "µs")
    bar("reset", run("reset")[0]["cpu_us"]["p50"], 50, "µs")
    for count in (8, 1000):
        entry, look = run("enter", "--count", count)
        bar(f"enter and leave one of {count} isolates", entry["ns"], 100, "ns")
        print(f"     with a look at its jobs: {look['ns']:.0f} ns")
    suspend, freeze, resume = run("suspend")
    bar("suspend at a call of the host, go on", suspend["cpu_us"], 1, "µs")
    bar("clone an image that waits, go on, destroy", resume["cpu_us"]["p50"], 1000, "µs")
    print(f"     freeze what waits: {freeze['cpu_us']['p50']:.0f} µs")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "delta")
        deltas = {row["what"]: row for row in run("deltas", "--count", 1000 // share, "--file", path)}
        with open(path, "rb") as file:
            packed = len(zlib.compress(file.read(), 1))
    bar("a delta of a turn", deltas["make a delta"]["bytes"] / 1024, 24, "KiB")
    bar("the same after zlib -1", packed / 1024, 3, "KiB")
    bar("make it", deltas["make a delta"]["cpu_us"]["p50"], 1000, "µs")
    bar("open it and clone", deltas["open a delta and clone"]["cpu_us"]["p50"], 500, "µs")
    bar(f"fold a chain of {deltas['fold a chain']['deltas']}", deltas["fold a chain"]["cpu_us"]["p50"] / 1000, 100, "ms")
    sizes = deltas["images of a chain"]
    bar("whole image at the end of the chain, times that after 10 turns", sizes["bytes_at_the_end"] / sizes["bytes_after_10"], 1.5, "")
    print(f"     freeze a turn: {deltas['freeze a turn']['cpu_us']['p50']:.0f} µs")
    data = {row["what"]: row["us"] for row in run("data")}
    bar("build an object of 100 texts in one call", data["build object of 100"], 6, "µs")
    bar("read it in one call", data["read object of 100"], 4, "µs")
    print(f"     member by member: {data['set 100 members one by one']:.1f} µs; as JSON: parse {data['parse object of 100']:.1f} µs, stringify {data['stringify object of 100']:.1f} µs")
    bar("private memory of a live isolate", memory[None], 64, "KiB")
    bar(f"resident with {live['count']} live", live["rss_mib"], 1024 / share, "MiB")
    bar("mappings of each", live["mappings_each"], 4, "")
    bar("resident after destroying all, more than before", live["rss_mib_after"] - live["rss_mib_before"], 5, "MiB")
    serial = run("serial", "--count", 1000000 // share)[0]
    bar(f"drift over {serial['count']} one after another", serial["rss_drift_mib"], 5, "MiB")
    if lodash:
        measure_own(lodash, 1000)
        bar("clone with lodash loaded, run 1 + 1, destroy", own["lodash.js"], 100, "µs")
        bar("the same, with its slot mapped and unmapped", unkept["lodash.js"], 100, "µs")
        bar("private memory with lodash loaded", memory["lodash.js"], 96, "KiB")
    if os.path.isdir(args.modules):
        with tempfile.TemporaryDirectory() as folder:
            for name in frameworks.FRAMEWORKS:
                path = os.path.join(folder, name + ".js")
                with open(path, "w", encoding="utf-8") as out:
                    out.write(frameworks.bundle(name, args.modules))
                work = ("--source", frameworks.work(name))
                live = run("live", "--count", 1000 // share, "--load", path, *work)[0]["private_kib_each"]
                whole, idle = (run("pool", "--load", path, *w)[0]["cpu_us"]["p50"] for w in (work, ()))
                note = f"{name}: private {live:.0f} KiB after {frameworks.work(name)}; that and a reset {whole:.0f} µs, without work {idle:.0f} µs"
                if name == "react":
                    bar("private memory of a clone with react-dom/server, after a page", live, 128, "KiB")
                    bar("a clone from a pool and its reset around that page", idle, 300, "µs")
                print("     " + note)
    for row in run("threads", "--threads", os.cpu_count() or 1, "--count", 5000 // share):
        how = "from a pool" if row["pooled"] else "made and destroyed"
        print(f"     {row['threads']} threads, {how}: {row['clones_per_second']} clones a second, {row['cpu_us_each']} µs of CPU each")

    print("\ninitial heap of n isolates, two processes     n    µs each   private KiB   proportional KiB")
    for row in run("table"):
        print(f"  {row['start']:<36}{row['isolates']:>9}{row['cpu_us_each']:>11.1f}{row['private_kib_each']:>14.1f}"
              f"{row['pss_kib_each']:>19.1f}")

    print("\npeers: make, run, destroy (times Halfword's)    µs    private KiB each    MiB kept after destroying all")
    with tempfile.TemporaryDirectory() as work:
        rows = peers.measure(work, args.quickjs, lodash, share)
    results += rows
    for row in rows:
        what = row["peer"] + (f" with {row['load']} evaluated" if row["load"] else "")
        time, each = row["cpu_us"]["p50"], row["private_kib_each"]
        print(f"  {what:<40}{time:>9.0f} ({time / unkept[row['load']]:.1f})"
              f"{each:>12.0f} ({each / memory[row['load']]:.1f}){row['rss_mib_kept']:>10.1f}")
    for load, time in own.items():
        what = "Halfword" + (f", a clone with {load} loaded" if load else "")
        print(f"  {what:<40}{time:>9.1f}      {memory[load]:>12.0f}")
        print(f"  {'  its slot mapped and unmapped':<40}{unkept[load]:>9.0f} (1.0)")
    if args.json:
        with open(args.json, "w") as out:
            json.dump(results, out, indent=1)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
