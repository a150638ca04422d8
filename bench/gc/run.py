#!/usr/bin/env python3
"""Benchmarks of memory management, all in one run: this library, its full-pointer twin, and the field.

    bench/gc/run.py [--only NAME,...] [--managers NAME,...] [--rounds N] [--cpu-time] [--quick] [--json FILE]
    bench/gc/run.py --cppgc "-I/cppgc/include -I/cppgc /cppgc/libcppgc.a …"     with a build of cppgc, too
    bench/gc/run.py --managers halfword,16GiB       the library with cages of 16 GiB beside the usual 4

One source (benchmarks.cc) over a thin interface (memory.h), a program for each memory manager that is at hand. Every figure is of
a process of its own, and managers take turns; the figure shown is the best of the rounds, for pauses their median. On a machine
that does other things too, --cpu-time counts the time of the benchmark's thread only; that leaves out helper threads.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BENCHMARKS = ["alloc", "trees", "mark", "list", "search", "hashset", "assign", "dom", "pause", "pause1g", "sparse"]
COLLECTED_ONLY = {"pause", "pause1g"}
# Loops of a few instructions are all aligned alike: where they happened to fall made a fifth of the time of equal code (assign).
FLAGS = ["-std=gnu++20", "-O2", "-DNDEBUG", "-fno-exceptions", "-fno-rtti", "-falign-loops=64"]
LOWER_IS_BETTER = ("s", "ms", "ns/step", "bytes", "bytes/object", "MiB", "ms/1000ops")


class Manager:
    def __init__(self, name, memory, *flags, options=()):
        self.name, self.memory, self.flags, self.options = name, memory, flags, options
        self.program = None

    @property
    def collects(self):
        return self.memory in (1, 2, 5)


def run(*argv, env=None):
    done = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", env=env)
    return done.returncode, done.stdout


def build_library(args, kind, *options):
    folder = os.path.join(args.build, kind)
    for argv in (["cmake", "-S", f"{ROOT}/packaging/gc", "-B", folder, f"-DCMAKE_CXX_COMPILER={args.cxx}",
                  "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O2 -DNDEBUG",
                  *(["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []), *options],
                 ["cmake", "--build", folder, "-j", str(len(os.sched_getaffinity(0)))]):
        code, text = run(*argv)
        if code:
            sys.exit(f"{' '.join(argv)}\n{text[-4000:]}")
    return [f"-I{folder}/include", f"-I{ROOT}/include", f"{folder}/libhalfword-gc.a", "-pthread"]


def managers(args):
    wanted = args.managers.split(",") if args.managers else None
    compressed = build_library(args, "compressed")
    full = build_library(args, "full", "-DHALFWORD_COMPRESS=OFF")
    everything = [
        Manager("halfword", 1, *compressed),
        Manager("concurrent", 1, *compressed, options=["--marking=concurrent", "--sweeping=concurrent"]),
        Manager("full", 1, *full),
        Manager("boehm", 2, "-lgc"),
        Manager("shared_ptr", 3),
        Manager("malloc", 4),
        Manager("mimalloc", 4, "-lmimalloc"),
    ]
    if args.cppgc:
        everything.append(Manager("cppgc", 5, *args.cppgc.split()))
    if wanted and "16GiB" in wanted:
        everything.append(Manager("16GiB", 1, *build_library(args, "16GiB", "-DHALFWORD_CAGE=16GiB")))
    ready = []
    for m in everything:
        if wanted and m.name not in wanted:
            continue
        m.program = os.path.join(args.build, "bench_" + m.name)
        code, text = run(args.cxx, *FLAGS, f"-DBENCH_MEMORY={m.memory}", f"{HERE}/benchmarks.cc", *m.flags, "-o", m.program)
        if code == 0:
            ready.append(m)
        elif m.memory in (1, 5):
            sys.exit(text[-4000:])
        else:
            print(f"{m.name} is left out: {text.strip().splitlines()[-1]}")
    return ready


def takes_part(manager, name):
    if name == "sparse":
        return manager.memory == 1
    if manager.options:
        return name in ("mark", "trees", *COLLECTED_ONLY)
    return manager.collects or name not in COLLECTED_ONLY


def measure(args, ready, names):
    """{(figure, manager): value}, {figure: unit}"""
    samples, units = {}, {}
    flags = [f"--repeat={args.repeat}"] + (["--quick"] if args.quick else []) + (["--cpu-time"] if args.cpu_time else [])
    environment = dict(os.environ, GC_MARKERS="1")  # Boehm's, without helpers
    for name in names:
        for _ in range(args.rounds):
            for m in ready:
                if not takes_part(m, name):
                    continue
                code, text = run(m.program, *flags, *m.options, name, env=environment)
                if code:
                    sys.exit(f"{m.program} {name}: exit code {code}\n{text[-2000:]}")
                for line in text.splitlines():
                    figure, value, *unit = line.split()
                    units[figure] = unit[0] if unit else ""
                    samples.setdefault((figure, m.name), []).append(float(value))
        print(f"{name} done", file=sys.stderr, flush=True)
        if args.json:
            with open(args.json, "w") as file:
                json.dump({f"{f} {m}": v for (f, m), v in summary(samples, units).items()}, file, indent=1)
    return summary(samples, units), units


def summary(samples, units):
    result = {}
    for (figure, manager), values in samples.items():
        if figure.startswith("pause"):
            result[figure, manager] = statistics.median(values)
        else:
            result[figure, manager] = min(values) if units[figure] in LOWER_IS_BETTER else max(values)
    return result


def table(result, units, ready):
    columns = [m.name for m in ready]
    lines = ["| benchmark | unit | " + " | ".join(columns) + " |", "|---|---|" + "---:|" * len(columns)]
    for figure in units:
        row = [f"{result[figure, c]:.4g}" if (figure, c) in result else "" for c in columns]
        if any(row):
            lines.append(f"| {figure} | {units[figure]} | " + " | ".join(row) + " |")
    return lines


# What is asked of the library. cppgc's figures are those of an earlier run, of its fastest configuration, where no build of it
# takes part in this one.
CPPGC = {"alloc": 91.01, "trees.peak_rss": 36.3, "mark.rate": 7.255}


# Where full pointers in the same run are the bar: the figure, what it is, and whether more is better.
TWIN = [
    ("list.sequential", "a list in order", False),
    ("list.sequential.cursor", "a list by members", False),
    ("list.shuffled", "a list shuffled", False),
    ("search", "a search tree", False),
    ("hashset.insert", "insertion into a set", True),
    ("hashset.hit", "a hit in a set", True),
    ("hashset.miss", "a miss in a set", True),
    ("assign.pointer", "stores of a pointer", True),
    ("assign.member", "stores of a member", True),
    ("dom.edit", "editing a document", True),
]


def judged(result):
    """[(bar, what is asked, what was measured, whether it is met)] of {(figure, manager): value}, of one run."""
    get = lambda figure, manager="halfword": result.get((figure, manager))
    cppgc = lambda figure: result.get((figure, "cppgc"), CPPGC.get(figure))
    rows = []

    def bar(name, value, limit, at_least=False):
        if value is not None and limit is not None:
            met = value >= limit if at_least else value <= limit
            rows.append((name, f"{'at least' if at_least else 'at most'} {limit:.4g}", f"{value:.4g}", "met" if met else "**missed**"))

    def times(factor, value):
        return None if value is None else factor * value

    bar("allocation, M/s: 1.3 times cppgc's", get("alloc"), times(1.3, cppgc("alloc")), True)
    bar("binary trees, s: Boehm's in the same run", get("trees"), get("trees", "boehm"))
    bar("… memory at their peak, MiB: cppgc's", get("trees.peak_rss"), cppgc("trees.peak_rss"))
    bar("marking, M nodes/s: 1.5 times cppgc's", get("mark.rate"), times(1.5, cppgc("mark.rate")), True)
    bar("bytes for such a node", get("mark.object_bytes"), 24.05)
    bar("longest pause, incremental, ms", get("pause.max"), 10)
    bar("P99.9 of pauses, ms", get("pause.p99.9"), 2)
    bar("P99 of pauses with a heap of more than 1 GiB, ms", get("pause1g.p99"), 2)
    bar("a list in order, ns/step: 1.15 times cppgc's in the same run", get("list.sequential"), times(1.15, get("list.sequential", "cppgc")))
    for figure, words, more_is_better in TWIN:
        mine, twin = get(figure), get(figure, "full")
        if mine and twin:
            bar(f"{words}: its time, that with full pointers is 1", twin / mine if more_is_better else mine / twin, 1.0)
    return rows


def bars(rows):
    """The rows of judged() as a table; no lines without a bar."""
    lines = ["| bar | asked for | measured | |", "|---|---:|---:|---|"]
    return lines + [f"| {' | '.join(row)} |" for row in rows] if rows else []


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="")
    parser.add_argument("--managers", default="")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--repeat", type=int, default=3, help="measurements in a process, of which the median counts")
    parser.add_argument("--cpu-time", action="store_true")
    parser.add_argument("--quick", action="store_true", help="small sizes, one round: everything runs, figures mean nothing")
    parser.add_argument("--cxx", default="clang++-19")
    parser.add_argument("--cppgc", help="flags and libraries with which a program for cppgc compiles")
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "bench-gc"))
    parser.add_argument("--json")
    args = parser.parse_args()
    if args.quick:
        args.rounds = 1
    names = args.only.split(",") if args.only else BENCHMARKS
    for name in names:
        if name not in BENCHMARKS:
            sys.exit(f"no benchmark {name}; there are {', '.join(BENCHMARKS)}")
    ready = managers(args)
    result, units = measure(args, ready, names)
    print("\n".join(table(result, units, ready)))
    if not args.quick:
        print("\n" + "\n".join(bars(judged(result))))


if __name__ == "__main__":
    main()
