#!/usr/bin/env python3
"""Runs the Octane suite on Halfword and on every peer found, side by side, and prints a table and JSON.

    bench/octane/run.py SUITE_FOLDER [--json out.json] [--only richards,box2d] [--runs 3] [--short]

Every benchmark runs in a process of its own, pinned to one core; the engines take turns within each benchmark, so that
a slow spell of the machine hits all of them. `~` behind a score: the process got less than 90 % of its core, do not
trust it, or run again with --by-cpu-time, which multiplies scores by wall over CPU time. --short runs each benchmark's code once and checks only that it ends well (for sanitizers and gc-stress).
"""

import argparse
import json
import math
import os
import re
import statistics
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import engines as eng

# name: files, and the scores it prints
BENCHMARKS = {
    "richards": (["richards.js"], ["Richards"]),
    "deltablue": (["deltablue.js"], ["DeltaBlue"]),
    "crypto": (["crypto.js"], ["Crypto"]),
    "raytrace": (["raytrace.js"], ["RayTrace"]),
    "earley-boyer": (["earley-boyer.js"], ["EarleyBoyer"]),
    "regexp": (["regexp.js"], ["RegExp"]),
    "splay": (["splay.js"], ["Splay", "SplayLatency"]),
    "navier-stokes": (["navier-stokes.js"], ["NavierStokes"]),
    "pdfjs": (["pdfjs.js"], ["PdfJS"]),
    "mandreel": (["mandreel.js"], ["Mandreel", "MandreelLatency"]),
    "gbemu": (["gbemu-part1.js", "gbemu-part2.js"], ["Gameboy"]),
    "code-load": (["code-load.js"], ["CodeLoad"]),
    "box2d": (["box2d.js"], ["Box2D"]),
    "zlib": (["zlib.js", "zlib-data.js"], ["zlib"]),
    "typescript": (["typescript.js", "typescript-input.js", "typescript-compiler.js"], ["Typescript"]),
}

# What shells of other engines may lack and the suite looks for.
PRELUDE = """
var print = typeof print === 'function' ? print : function () { console.log.apply(console, arguments); };
var read = typeof read === 'function' ? read : function (name) { throw new Error('read ' + name); };
"""
DRIVER = """
(function () {
  BenchmarkSuite.config.doWarmup = undefined;
  BenchmarkSuite.config.doDeterministic = undefined;
  BenchmarkSuite.RunSuites({
    NotifyResult: function (name, result) { print('score ' + name + ' ' + result); },
    NotifyError: function (name, error) { print('failed ' + name + ' ' + error + ' ' + (error && error.stack)); },
    NotifyScore: function () {}
  });
})();
"""
SHORT_DRIVER = """
(function () {
  for (var i = 0; i < BenchmarkSuite.suites.length; i++) {
    var suite = BenchmarkSuite.suites[i];
    BenchmarkSuite.ResetRNG();
    for (var j = 0; j < suite.benchmarks.length; j++) {
      var benchmark = suite.benchmarks[j];
      try {
        benchmark.Setup();
        for (var k = 0; k < %d; k++) benchmark.run();
        benchmark.TearDown();
      } catch (error) {
        print('failed ' + suite.name + ' ' + error + ' ' + (error && error.stack));
        return;
      }
    }
    print('score ' + suite.name + ' 1');
  }
})();
"""


def build(folder, name, target, short):
    """One script out of the framework, the benchmark's parts and the driver."""
    with open(target, "w", encoding="utf-8", newline="") as out:
        out.write(PRELUDE)
        for part in ["base.js"] + BENCHMARKS[name][0]:
            with open(os.path.join(folder, part), encoding="utf-8", errors="surrogateescape", newline="") as source:
                text = source.read().encode("utf-8", "surrogateescape").decode("utf-8", "replace")
                out.write(text + "\n;\n")
        out.write(SHORT_DRIVER % short if short else DRIVER)


def measure(engine, script, args):
    """One process: its scores, or why there are none."""
    run = eng.pinned(engine.argv(script), args.cpu, args.timeout)
    scores = {m[1]: float(m[2]) for m in re.finditer(r"^score (\S+) ([\d.eE+-]+)$", run.out, re.M)}
    failed = re.search(r"^failed \S+ (.*)", run.out, re.M)
    if run.status is None:
        problem = "timeout"
    elif run.status != 0:
        problem = f"exit {run.status}: " + (run.err.strip().splitlines() or [""])[0][:200]
    elif failed:
        problem = failed[1][:200]
    else:
        problem = None if scores else "no score"
    if args.by_cpu_time and run.cpu:
        scores = {name: score * run.wall / run.cpu for name, score in scores.items()}
    return {"scores": {} if problem else scores, "problem": problem, "wall": round(run.wall, 3), "cpu": round(run.cpu, 3),
            "share": round(run.share, 3), "peak_rss": run.peak_rss}


def geometric_mean(values):
    return math.exp(sum(math.log(v) for v in values) / len(values)) if values else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", help="folder of the Octane suite (base.js and the benchmarks)")
    parser.add_argument("--only", help="benchmarks to run, comma-separated: " + ",".join(BENCHMARKS))
    parser.add_argument("--runs", type=int, default=1, help="processes per benchmark and engine; the median counts")
    parser.add_argument("--short", type=int, nargs="?", const=1, default=0, metavar="N",
                        help="only run each benchmark's code N times; scores mean nothing")
    parser.add_argument("--by-cpu-time", action="store_true", help="correct scores for time that other processes took")
    parser.add_argument("--timeout", type=float, default=300, help="seconds per process")
    parser.add_argument("--json", help="write everything measured to this file")
    parser.add_argument("--verbose", action="store_true")
    eng.add_arguments(parser)
    args = parser.parse_args()

    engines = eng.find(args)
    if not engines:
        sys.exit("no engine found")
    names = args.only.split(",") if args.only else list(BENCHMARKS)
    present = []
    for name in names:
        if name not in BENCHMARKS:
            sys.exit(f"unknown benchmark: {name}")
        missing = [f for f in BENCHMARKS[name][0] if not os.path.exists(os.path.join(args.suite, f))]
        if missing:
            print(f"not in the suite's folder, left out: {name} ({', '.join(missing)})")
        else:
            present.append(name)

    results = {e.name: {} for e in engines}
    with tempfile.TemporaryDirectory() as work:
        for name in present:
            script = os.path.join(work, name + ".js")
            build(args.suite, name, script, args.short)
            for _ in range(args.runs):
                for engine in engines:
                    one = measure(engine, script, args)
                    results[engine.name].setdefault(name, []).append(one)
                    if args.verbose or (one["problem"] and engine.name.startswith("halfword")):
                        print(f"{name} {engine.name}: {one['problem'] or one['scores']} in {one['wall']} s, "
                              f"{one['share']:.0%} of a core", flush=True)

    report = {}  # engine -> score name -> median
    doubtful = set()
    for engine in engines:
        report[engine.name] = {}
        for name, runs in results[engine.name].items():
            for score in BENCHMARKS[name][1]:
                values = [r["scores"][score] for r in runs if score in r["scores"]]
                if values and len(values) == len(runs):
                    report[engine.name][score] = statistics.median(values)
                    if statistics.median(r["share"] for r in runs) < 0.9:
                        doubtful.add((engine.name, score))

    scores = [s for name in present for s in BENCHMARKS[name][1] if not args.short or not s.endswith("Latency")]

    def cell(engine, score):
        value = report[engine].get(score)
        if value is None:
            return "failed"
        return ("ok" if args.short else f"{value:,.0f}") + ("~" if (engine, score) in doubtful else "")

    rows = [[s] + [cell(e.name, s) for e in engines] for s in scores]
    means = {e.name: geometric_mean(list(report[e.name].values())) for e in engines}
    complete = {e.name for e in engines if len([s for s in scores if s in report[e.name]]) == len(scores)}
    if not args.short:
        rows.append(["geometric mean"] + [
            (f"{means[e.name]:,.0f}" if e.name in complete else f"({means[e.name]:,.0f})" if means[e.name] else "–")
            for e in engines])
    print()
    print(eng.table(rows, ["higher is better"] + [e.name for e in engines]))
    if not args.short and len(complete) < len(engines):
        print("(in brackets: over the benchmarks that engine finished)")

    # The bars: the interpreter against the best peer that makes no machine code; the baseline compiler against the interpreter
    # and against the peers' baseline compilers.
    rivals = [e.name for e in engines if not e.jit and not e.name.startswith("halfword") and e.name in complete]
    if "halfword-jitless" in complete and rivals and not args.short:
        best = max(rivals, key=lambda n: means[n])
        print(f"\nhalfword-jitless is {means['halfword-jitless'] / means[best]:.2f} times {best} (geometric mean)")
        for s in scores:
            ratio = report["halfword-jitless"][s] / max(report[r][s] for r in rivals)
            if ratio < 1:
                print(f"  {s}: {ratio:.2f} of the best peer without JIT")
    for other in ("halfword-jitless", "jsc-baseline", "node-baseline"):
        if {"halfword", other} <= complete and not args.short:
            print(f"\nhalfword is {means['halfword'] / means[other]:.2f} times {other} (geometric mean)")
            print("  " + ", ".join(f"{s} {report['halfword'][s] / report[other][s]:.2f}" for s in scores))
    if args.json:
        with open(args.json, "w") as out:
            json.dump({"cpu": args.cpu, "runs": args.runs, "short": args.short, "scores": report, "geometric_mean": means,
                       "complete": sorted(complete), "processes": results}, out, indent=1)
    failed = [n for n in report if n.startswith("halfword") and n not in complete]
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
