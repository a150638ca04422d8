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


def bars(result):
    get = lambda figure, manager="halfword": result.get((figure, manager))
    cppgc = lambda figure: result.get((figure, "cppgc"), CPPGC.get(figure))
    rows = []

    def bar(name, value, limit, at_least):
        if value is not None and limit is not None:
            rows.append((name, value, limit, "at least" if at_least else "at most",
                         value >= limit if at_least else value <= limit))

    def twin(figure, higher_is_better):
        a, b = get(figure), get(figure, "full")
        if a and b:
            bar(f"{figure}, time against full pointers", b / a if higher_is_better else a / b, 1.0, False)

    bar("alloc, Mobjects/s: 1.3 times cppgc", get("alloc"), 1.3 * cppgc("alloc"), True)
    bar("trees, s: Boehm's", get("trees"), get("trees", "boehm"), False)
    bar("trees, MiB at peak: cppgc's", get("trees.peak_rss"), cppgc("trees.peak_rss"), False)
    bar("mark, Mobjects/s: 1.5 times cppgc", get("mark.rate"), 1.5 * cppgc("mark.rate"), True)
    bar("mark, bytes an object", get("mark.object_bytes"), 24.05, False)
    if get("list.sequential", "cppgc"):
        bar("list.sequential, ns/step: 1.15 times cppgc's", get("list.sequential"), 1.15 * get("list.sequential", "cppgc"), False)
    for figure in ("list.sequential", "list.sequential.cursor", "list.shuffled", "search"):
        twin(figure, False)
    for figure in ("hashset.insert", "hashset.hit", "hashset.miss", "assign.pointer", "assign.member", "dom.edit"):
        twin(figure, True)
    bar("pause, ms at most", get("pause.max"), 10, False)
    bar("pause, ms, P99.9", get("pause.p99.9"), 2, False)
    bar("pause with 1 GiB, ms, P99", get("pause1g.p99"), 2, False)
    lines = ["| bar | | measured | |", "|---|---:|---:|---|"]
    for name, value, limit, word, met in rows:
        lines.append(f"| {name} | {word} {limit:.4g} | {value:.4g} | {'met' if met else '**missed**'} |")
    return lines if rows else []


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
        print("\n" + "\n".join(bars(result)))


if __name__ == "__main__":
    main()
