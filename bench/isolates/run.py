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
from bars import BARS

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


def lines(argv, **more):
    done = subprocess.run(argv, capture_output=True, text=True, **more)
    if done.returncode:
        sys.exit(f"{' '.join(argv)}\n{done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines()]


class Measurement:
    """One run: the rows that the programs print, the figures by the keys of BARS, and how many bars were missed."""

    def __init__(self, program, share):
        self.program, self.share = program, share
        self.rows, self.figures, self.missed = [], {}, 0

    def run(self, *argv):
        rows = lines([self.program, *map(str, argv)])
        self.rows.extend(rows)
        return rows

    def note(self, key, value, limit=None):
        """Takes a figure, and compares it with its bar, or with `limit` where fewer isolates than the bar's were made."""
        name, bar, unit = BARS[key]
        limit = limit or bar
        self.figures[key] = value
        missed = limit is not None and value > limit
        self.missed += missed
        word = "    " if limit is None else "MISS" if missed else "ok  "
        print(f"{word} {name}: {value:.1f} {unit}" + (f" (bar {limit:g})" if limit is not None else ""))

    def clones(self, prefix, count, *load):
        """Times and memory of clones whose image has loaded something. The row of those that live at once."""
        kept, unkept = (row["cpu_us"]["p50"] for row in self.run("clone", *load))
        self.note(prefix + "cycle", kept)
        self.note(prefix + "unmapped", unkept)
        live = self.run("live", "--count", count // self.share, *load)[0]
        self.note(prefix + "memory", live["private_kib_each"])
        return live

    def one_isolate(self):
        live = self.clones("", 10000)
        self.note("pool", self.run("pool")[0]["cpu_us"]["p50"])
        self.note("reset", self.run("reset")[0]["cpu_us"]["p50"])
        for count in (8, 1000):
            entry, look = self.run("enter", "--count", count)
            self.note(f"enter-{count}", entry["ns"])
            self.note(f"jobs-{count}", look["ns"])
        suspend, freeze, resume = self.run("suspend")
        self.note("suspend", suspend["cpu_us"])
        self.note("freeze", freeze["cpu_us"]["p50"])
        self.note("resume", resume["cpu_us"]["p50"])
        self.note("resident", live["rss_mib"], BARS["resident"][1] / self.share)
        self.note("mappings", live["mappings_each"])
        self.note("left", live["rss_mib_after"] - live["rss_mib_before"])
        self.note("drift", self.run("serial", "--count", 1000000 // self.share)[0]["rss_drift_mib"])

    def deltas(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "delta")
            rows = {row["what"]: row for row in self.run("deltas", "--count", 1000 // self.share, "--file", path)}
            with open(path, "rb") as file:
                packed = len(zlib.compress(file.read(), 1))
        self.note("delta", rows["make a delta"]["bytes"] / 1024)
        self.note("delta-packed", packed / 1024)
        self.note("delta-make", rows["make a delta"]["cpu_us"]["p50"])
        self.note("delta-open", rows["open a delta and clone"]["cpu_us"]["p50"])
        self.note("chain-fold", rows["fold a chain"]["cpu_us"]["p50"] / 1000)
        sizes = rows["images of a chain"]
        self.note("chain-growth", sizes["bytes_at_the_end"] / sizes["bytes_after_10"])
        self.note("turn-freeze", rows["freeze a turn"]["cpu_us"]["p50"])

    def data(self):
        us = {row["what"]: row["us"] for row in self.run("data")}
        self.note("object-build", us["build object of 100"])
        self.note("object-read", us["read object of 100"])
        self.note("object-set", us["set 100 members one by one"])
        self.note("object-parse", us["parse object of 100"])
        self.note("object-stringify", us["stringify object of 100"])

    def framework(self, name, work_key, modules):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, name + ".js")
            with open(path, "w", encoding="utf-8") as out:
                out.write(frameworks.bundle(name, modules))
            work = ("--source", frameworks.work(name))
            live = self.run("live", "--count", 1000 // self.share, "--load", path, *work)[0]
            whole, idle = (self.run("pool", "--load", path, *w)[0]["cpu_us"]["p50"] for w in (work, ()))
        self.note(name + "-memory", live["private_kib_each"])
        self.note(name + "-idle", idle)
        self.note(name + work_key, whole)

    def warm(self, modules):
        """A page of 100 rows in clones of images that have rendered few pages and many."""
        source = ("--source", frameworks.ROWS)
        with tempfile.TemporaryDirectory() as folder:
            for key, pages in (("react-rows", 0), ("react-rows-warm", 3000)):
                path = os.path.join(folder, key + ".js")
                with open(path, "w", encoding="utf-8") as out:
                    out.write(frameworks.bundle("react", modules) + frameworks.warm_up(pages))
                load = ("--load", path, *source)
                self.note(key, self.run("clone", "--count", 1000 // self.share, *load)[0]["cpu_us"]["p50"])
                self.note(key + "-memory", self.run("live", "--count", 500 // self.share, *load)[0]["private_kib_each"])
                if pages == 0:
                    interpreted = self.run("clone", "--count", 1000 // self.share, "--no-jit", 1, *load)[0]
                    self.note("react-rows-interpreted", interpreted["cpu_us"]["p50"])

    def threads(self):
        for row in self.run("threads", "--threads", os.cpu_count() or 1, "--count", 5000 // self.share):
            how = "from a pool" if row["pooled"] else "made and destroyed"
            print(f"     {row['threads']} threads, {how}: {row['clones_per_second']} clones a second, {row['cpu_us_each']} µs of CPU each")

    def peers(self, quickjs, lodash):
        print("\npeers: make, run, destroy (times Halfword's)    µs    private KiB each    MiB kept after destroying all")
        with tempfile.TemporaryDirectory() as work:
            rows = peers.measure(work, quickjs, lodash, self.share)
        self.rows += rows
        for row in rows:
            prefix = "lodash-" if row["load"] else ""
            what = row["peer"] + (f" with {row['load']} evaluated" if row["load"] else "")
            time, each = row["cpu_us"]["p50"], row["private_kib_each"]
            print(f"  {what:<40}{time:>9.0f} ({time / self.figures[prefix + 'unmapped']:.1f})"
                  f"{each:>12.0f} ({each / self.figures[prefix + 'memory']:.1f}){row['rss_mib_kept']:>10.1f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=os.path.join(ROOT, "build/release/bin/isolates_bench"))
    parser.add_argument("--quickjs", help="a checkout of quickjs-ng; its library is built if it is not there")
    parser.add_argument("--modules", default=os.path.join(ROOT, "tests/programs/node_modules"),
                        help="node_modules with lodash, react-dom and typescript (default: what `make programs` installs)")
    parser.add_argument("--quick", action="store_true", help="a tenth of the isolates")
    parser.add_argument("--json", help="write everything to this file")
    args = parser.parse_args()
    measurement = Measurement(args.program, 10 if args.quick else 1)
    lodash = os.path.join(args.modules, "lodash/lodash.js")
    lodash = lodash if os.path.exists(lodash) else None

    measurement.one_isolate()
    measurement.deltas()
    measurement.data()
    if lodash:
        measurement.clones("lodash-", 1000, "--load", lodash)
    if os.path.isdir(args.modules):
        measurement.framework("react", "-page", args.modules)
        measurement.warm(args.modules)
        measurement.framework("typescript", "-line", args.modules)
    measurement.threads()
    measurement.peers(args.quickjs, lodash)
    if args.json:
        with open(args.json, "w") as out:
            json.dump({"figures": measurement.figures, "rows": measurement.rows}, out, indent=1)
    sys.exit(1 if measurement.missed else 0)


if __name__ == "__main__":
    main()
