#!/usr/bin/env python3
"""Runs small programs, each of one part of the language or library, on Halfword and on every peer found, side by side.

    bench/parts/run.py [--jetstream FOLDER] [--only promise_chains,array_sort] [--runs 3] [--json out.json]

A program defines iteration(), which may return a promise. A process runs it for --warm-up seconds, then in rounds of at
least --round seconds each; the best round of all processes counts, in microseconds an iteration. Every process is pinned to one core,
and the engines take turns within each program, so that a slow spell of the machine hits all of them. With --jetstream, a folder of
JetStream 3, the parts of it that are named below run too, with --whole-jetstream all of its parts that are scripts and nothing
else; "jetstream" in --only means the latter, and names there may be patterns ("*intl*"). On a busy machine --by-cpu-time takes each process's median round
times the share of the core that it got. --instructions counts instead of timing: the instructions of one iteration,
by valgrind, as the difference of two processes that run it --fixed and twice as many times.
"""

import argparse
import fnmatch
import glob
import json
import os
import re
import statistics
import sys
import tempfile
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import engines as eng

PROGRAMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs")

# name: files of JetStream
JETSTREAM = {
    "doxbee-promise": ["simple/doxbee-promise.js"],
    "doxbee-async": ["simple/doxbee-async.js"],
    "string-unpack-code": ["SunSpider/string-unpack-code.js"],
    "stanford-crypto-aes": ["SeaMonster/sjlc.js", "SeaMonster/stanford-crypto-aes.js"],
    "json-stringify-inspector": ["SeaMonster/inspector-json-payload.js.z", "SeaMonster/json-stringify-inspector.js"],
    **{f"{part}-intl": ["intl/src/helper.js", f"intl/src/{part}.js", "intl/benchmark.js"]
       for part in ("DateTimeFormat", "ListFormat", "NumberFormat", "PluralRules", "RelativeTimeFormat")},
}

PRELUDE = """
var print = typeof print === 'function' ? print : console.log.bind(console);
"""
# JetStream's programs define a class Benchmark, lexically or on the global object. Random numbers are the same in all engines.
JETSTREAM_PRELUDE = """
var console = typeof console === 'object' ? console : {};
for (var name of ['log', 'warn', 'error', 'info', 'debug', 'assert']) console[name] = function () {};
var self = globalThis, isInBrowser = false, JetStream = {isInBrowser: false, isD8: false};
var performance = typeof performance === 'object' ? performance : {now: Date.now};
performance.mark = performance.measure = function () {};
"""
JETSTREAM_ADAPTER = """
Math.random = (function (seed) {
  return function () { return (seed = Math.imul(seed, 1664525) + 1013904223 >>> 0) / 4294967296; };
})(49734321);
var iteration = (function () {
  var benchmark = new Benchmark({iterationCount: 1 << 20}), count = 0, begun = false;
  function run() { return benchmark.runIteration(count++); }
  function one() {
    var ready = benchmark.prepareForNextIteration && benchmark.prepareForNextIteration();
    return ready && typeof ready.then === 'function' ? ready.then(run) : run();
  }
  return function () {
    if (begun || !benchmark.init) return one();
    begun = true;
    return Promise.resolve(benchmark.init()).then(one);
  };
})();
"""
DRIVER = """
(function (warmUp, round, rounds, fixed) {
  var now = typeof performance === 'object' && performance.now ? function () { return performance.now(); } : Date.now;
  var stage = -1, count = 0, start = now();
  function finish(elapsed) {
    if (stage >= 0) print('round ' + elapsed * 1000 / count);
    stage++;
    count = 0;
    start = now();
    return stage === rounds;
  }
  function over() {
    count++;
    if (fixed) return count === fixed;
    var elapsed = now() - start;
    return elapsed >= (stage < 0 ? warmUp : round) && finish(elapsed);
  }
  function failed(error) { print('failed ' + (error && error.stack || error)); }
  function step() {
    try {
      var result = iteration();
      if (result && typeof result.then === 'function') {
        return result.then(function () { if (!over()) return void step(); }).then(undefined, failed);
      }
      while (!over()) iteration();
    } catch (error) {
      failed(error);
    }
  }
  step();
})(%g, %g, %d, %d);
"""


def source_of(path):
    with open(path, "rb") as file:
        data = file.read()
    return (zlib.decompress(data) if path.endswith(".z") else data).decode("utf-8")


def whole_jetstream(folder):
    """name -> files, by JetStream's own list."""
    found = {}
    for kind, body in re.findall(r"^    new (\w+)\(\{\n(.*?)^    \}\)", source_of(os.path.join(folder, "JetStreamDriver.js")), re.M | re.S):
        name, files = re.search(r'name: "(.*?)"', body)[1], re.search(r"^ *files: \[(.*?)\]", body, re.M | re.S)
        # The checksum of regexp-octane rests on JetStream's own random numbers.
        if kind in ("DefaultBenchmark", "AsyncBenchmark") and files and "preload:" not in body and name != "regexp-octane":
            found[name] = re.findall(r'^ *"\./(.*?)"', files[1], re.M)
    return found


def programs(args):
    """name -> text of the program, without prelude and driver."""
    found = {}
    paths = glob.glob(os.path.join(PROGRAMS, "**", "*.js"), recursive=True)
    for path in sorted(paths, key=os.path.basename):
        found[os.path.basename(path).removesuffix(".js")] = source_of(path)
    if args.jetstream:
        for name, files in {**(whole_jetstream(args.jetstream) if args.whole_jetstream else {}), **JETSTREAM}.items():
            paths = [os.path.join(args.jetstream, f) for f in files]
            missing = [p for p in paths if not os.path.exists(p)]
            if missing:
                print(f"not in JetStream's folder, left out: {name} ({', '.join(missing)})")
            else:
                found[name] = JETSTREAM_PRELUDE + "\n;\n".join(map(source_of, paths)) + JETSTREAM_ADAPTER
    return found


def chosen(args, texts):
    """The names of the programs to run. A pattern means all that it fits, "jetstream" all scripts of JetStream's own list."""
    names = []
    for word in args.only.split(",") if args.only else ["*"]:
        if word == "jetstream" and args.jetstream and args.whole_jetstream:
            found = [name for name in whole_jetstream(args.jetstream) if name in texts]
        else:
            found = fnmatch.filter(texts, word)
        if not found:
            sys.exit(f"unknown program: {word}")
        names += [name for name in found if name not in names]
    return names


def write(target, text, args, fixed):
    with open(target, "w", encoding="utf-8") as out:
        out.write(PRELUDE + text + DRIVER % (args.warm_up * 1000, args.round * 1000, args.rounds, fixed))


def failure(run):
    problem = re.search(r"^failed (.*)", run.out, re.M)
    if run.status is None:
        return "timeout"
    if problem:
        return problem[1][:100]
    return f"exit {run.status}: " + (run.err.strip().splitlines() or [""])[0][:100] if run.status else None


def timed(engine, script, args):
    """Microseconds of the best round of one process, the share of the core it got, or why there are none."""
    run = eng.pinned(engine.argv(script), args.cpu, args.timeout)
    rounds = [float(m[1]) for m in re.finditer(r"^round ([\d.eE+-]+)$", run.out, re.M)]
    problem = failure(run) or (None if rounds else "no rounds")
    value = None if problem else statistics.median(rounds) * run.share if args.by_cpu_time else min(rounds)
    return {"value": value, "problem": problem, "share": run.share}


def counted(engine, scripts, args):
    """Instructions of `fixed` iterations, in the second script once more than in the first."""
    counts = []
    for script in scripts:
        with tempfile.NamedTemporaryFile() as profile:
            run = eng.pinned(["valgrind", "--tool=callgrind", "--smc-check=all", "--callgrind-out-file=" + profile.name] + engine.argv(script),
                             args.cpu, args.timeout)
        count = re.search(r"Collected : (\d+)", run.err)
        problem = failure(run) or (None if count else "no count")
        if problem:
            return {"value": None, "problem": problem, "share": 1}
        counts.append(int(count[1]))
    return {"value": (counts[1] - counts[0]) / args.fixed, "problem": None, "share": 1}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jetstream", metavar="FOLDER", help="a folder of JetStream 3, for parts of it")
    parser.add_argument("--whole-jetstream", action="store_true", help="all parts of it that are scripts and nothing else")
    parser.add_argument("--only", help="programs to run, comma-separated")
    parser.add_argument("--runs", type=int, default=3, help="processes per program and engine; the best round counts")
    parser.add_argument("--rounds", type=int, default=10, help="rounds per process")
    parser.add_argument("--round", type=float, default=0.05, help="seconds that a round takes at least")
    parser.add_argument("--warm-up", type=float, default=0.2, help="seconds before the first round")
    parser.add_argument("--instructions", action="store_true", help="count instructions, under valgrind")
    parser.add_argument("--by-cpu-time", action="store_true", help="correct times for what other processes took")
    parser.add_argument("--fixed", type=int, default=5, help="iterations to count")
    parser.add_argument("--timeout", type=float, default=120, help="seconds per process")
    parser.add_argument("--json", help="write everything measured to this file")
    eng.add_arguments(parser, "node-jitless,jsc-nojit,hermes,qjs")
    args = parser.parse_args()

    engines = eng.find(args)
    if not engines:
        sys.exit("no engine found")
    texts = programs(args)
    names = chosen(args, texts)

    results = {name: {e.name: [] for e in engines} for name in names}
    with tempfile.TemporaryDirectory() as work:
        for name in names:
            first, second = os.path.join(work, name + ".js"), os.path.join(work, name + "_again.js")
            write(first, texts[name], args, args.fixed if args.instructions else 0)
            if args.instructions:
                write(second, texts[name], args, 2 * args.fixed)
            for _ in range(1 if args.instructions else args.runs):
                for engine in engines:
                    one = counted(engine, [first, second], args) if args.instructions else timed(engine, first, args)
                    results[name][engine.name].append(one)
                    if one["problem"] and engine.name.startswith("halfword"):
                        print(f"{name} {engine.name}: {one['problem']}", flush=True)

    def best(name, engine):
        values = [r["value"] for r in results[name][engine] if r["value"] is not None]
        return min(values) if values else None

    peers = [e for e in engines if not e.name.startswith("halfword")]
    rivals = [e.name for e in ([e for e in peers if not e.jit] or peers)]
    rows = []
    for name in names:
        row = [name]
        for engine in engines:
            value = best(name, engine.name)
            row.append("–" if value is None else f"{value:,.0f}" + ("~" if max(r["share"] for r in results[name][engine.name]) < 0.9 else ""))
        own = best(name, "halfword") if "halfword" in results[name] else None
        others = [v for v in (best(name, r) for r in rivals) if v is not None]
        row.append(f"{min(others) / own:.2f}" if own and others else "")
        rows.append(row)
    unit = "instructions an iteration" if args.instructions else "microseconds an iteration"
    print()
    print(eng.table(rows, [unit] + [e.name for e in engines] + ["best peer / halfword"]))
    print("(lower is better, above 1 in the last column: halfword is ahead; ~ each process got less than 90 % of its core)")
    if args.json:
        with open(args.json, "w") as out:
            figures = {name: {e.name: best(name, e.name) for e in engines} for name in names}
            json.dump({"cpu": args.cpu, "unit": unit, "best": figures, "processes": results}, out, indent=1)
    sys.exit(1 if any(r["problem"] for n in names for e in engines if e.name.startswith("halfword") for r in results[n][e.name]) else 0)


if __name__ == "__main__":
    main()
