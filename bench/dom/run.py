#!/usr/bin/env python3
"""Memory and time of a browser's document model: 32-bit references against whole pointers, on real documents.

    bench/dom/run.py [--docs FOLDER ...] [--limit N] [--cxx COMPILER] [--build FOLDER] [--json out.json]
    bench/dom/run.py --stack [--keep 20] [--seeds 5]      what words on the stack keep alive, by their form

Every HTML file below the folders becomes a document in a heap of its own (gumbo parses it). A row a way of building it:
width of references, order of fields, how the stack is scanned. The bars are the reductions that Chrome saw on Windows when
Oilpan got 32-bit references: P50 21 %, P99 33 %; and packing was worth 4 % more. Then the time of traversal, editing,
hashing, allocation and collection in both widths (CPU time), best of nine rounds in each of five processes, alternating.
"""

import argparse
import json
import math
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
DOCS = ["/usr/share/doc", "/usr/share/gtk-doc", "/usr/share/postgresql"]
WIDTHS = {"compressed": "ON", "full": "OFF"}
# What counts on a stack (src/gc/roots/stack_scan.cc), each row with what those before it have. "all" is what ships; "every" has every
# half that is an offset into an object besides.
FORMS = ["words", "halves", "all", "every"]


def run(*argv, **environment):
    done = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                          env={**os.environ, **environment})
    if done.returncode:
        sys.exit(f"{' '.join(argv)}\n{done.stdout[-4000:]}")
    return done.stdout


def build_one(args, kind, packed, *options, sources=HERE, name="", flags=()):
    """A program with a kind of the collector's library, of main.cc and dom.h in a folder. One with flags of its own has a name."""
    folder = os.path.join(args.build, kind)
    run("cmake", "-S", f"{ROOT}/packaging/gc", "-B", folder, f"-DCMAKE_CXX_COMPILER={args.cxx}", "-DCMAKE_BUILD_TYPE=Release",
        "-DCMAKE_CXX_FLAGS_RELEASE=-O2 -DNDEBUG", *(["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []), *options)
    run("cmake", "--build", folder, "-j", str(len(os.sched_getaffinity(0))))
    program = f"{folder}/dom{packed}{name}" + ("" if sources == HERE else "-" + os.path.basename(sources))
    run(args.cxx, "-std=gnu++20", "-O2", "-DNDEBUG", "-fno-exceptions", "-fno-rtti", f"-DDOM_PACKED={packed}", *flags, f"-I{folder}/include",
        f"-I{ROOT}/include", f"{sources}/main.cc", f"{folder}/libhalfword-gc.a", "-lgumbo", "-pthread", "-o", program)
    return program


def build(args):
    return {(width, packed): build_one(args, width, packed, f"-DHALFWORD_COMPRESS={option}")
            for width, option in WIDTHS.items() for packed in (0, 1)}


def percentile(values, p):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * p / 100))]


def files(args):
    found = []
    for folder in args.docs:
        for base, _, names in os.walk(folder):
            found += [os.path.join(base, n) for n in names if n.endswith((".html", ".htm", ".xhtml"))]
    found = sorted(f for f in found if os.path.isfile(f) and os.path.getsize(f) >= args.at_least)
    if args.limit:
        found = found[:: max(1, len(found) // args.limit)]
    return found


def sizes(programs, documents):
    table = {}
    for key, program in programs.items():
        precise, conservative = [], []
        for i in range(0, len(documents), 200):
            for line in run(program, "size", *documents[i:i + 200]).splitlines():
                _, a, b, _ = line.split(" ", 3)
                precise.append(int(a))
                conservative.append(int(b))
        table[(*key, "precise")] = precise
        table[(*key, "conservative")] = conservative
    return table


def collections(program, args, seed, state, forms, documents):
    """[(where, live bytes, dropped documents that are held, halves that could be offsets, those with nothing above)] of one process."""
    out = run(program, "stack", str(args.keep), str(args.step), str(seed), state, *documents, HALFWORD_STACK_FORMS=forms)
    return [(where, *map(int, numbers)) for where, *numbers in map(str.split, out.splitlines())]


def stack(args, program, documents):
    """What lives with each form of words, above what lives without a stack at the same places: a row a form and place."""
    found, processes = {}, {}
    for seed in range(args.seeds):
        exact = collections(program, args, seed, "exact", "all", documents)
        for forms in args.forms.split(",") * args.processes:
            scanned = collections(program, args, seed, "scan", forms, documents)
            if [c[0] for c in scanned] != [c[0] for c in exact]:
                sys.exit("two processes collected in different places")
            misled = {}
            for (where, live, held, halves, alone), (_, least, *_) in zip(scanned, exact):
                offsets = {"all": alone, "every": halves}.get(forms, 0)
                found.setdefault((where, forms), []).append((live - least, least, held, offsets))
                misled[where] = misled.get(where, False) or live > 1.002 * least  # what is less is a node, not what hangs on it
            for where, value in misled.items():
                processes.setdefault((where, forms), []).append(value)
    rows = []
    for (where, forms), samples in found.items():
        shares = [100 * more / least for more, least, *_ in samples]
        rows.append({"where": where, "forms": forms, "collections": len(samples), "live": sum(s[1] for s in samples) / len(samples),
                     "mean": 100 * sum(s[0] for s in samples) / sum(s[1] for s in samples), "p50": percentile(shares, 50),
                     "p99": percentile(shares, 99), "most": max(shares), "held": sum(s[2] for s in samples) / len(samples),
                     "processes": len(processes[where, forms]), "misled": sum(processes[where, forms]),
                     "offsets": sum(s[3] for s in samples) / len(samples)})
    return rows


def report_stack(rows, documents):
    print(f"{len(documents)} documents; live bytes above those without a stack\n")
    print(f"{'collections in':<16}{'words that count':<18}{'collections':>12}{'live MB':>9}{'mean %':>9}{'P50 %':>8}{'P99 %':>8}{'most %':>8}"
          f"{'dropped documents held':>24}{'processes':>11}{'that held 0.2 %':>17}{'offsets':>9}")
    for r in rows:
        print(f"{r['where']:<16}{r['forms']:<18}{r['collections']:>12}{r['live'] / 1e6:>9.2f}{r['mean']:>9.3f}{r['p50']:>8.3f}{r['p99']:>8.2f}"
              f"{r['most']:>8.2f}{r['held']:>24.2f}{r['processes']:>11}{r['misled']:>17}{r['offsets']:>9.1f}")


def report_sizes(table, documents):
    print(f"{len(documents)} documents; bytes of live objects in a document's heap\n")
    print(f"{'references':<12}{'fields':<10}{'stack':<14}{'P50':>10}{'P90':>10}{'P99':>12}{'sum MB':>9}   "
          f"against whole pointers: P50   P99   sum")
    rows = []
    for stack in ("precise", "conservative"):
        for packed in (0, 1):
            full = table["full", packed, stack]
            for width in ("full", "compressed"):
                v = table[width, packed, stack]
                saved = [100 * (1 - a / b) for a, b in ((percentile(v, 50), percentile(full, 50)),
                                                      (percentile(v, 99), percentile(full, 99)), (sum(v), sum(full)))]
                print(f"{width:<12}{'packed' if packed else 'as grown':<10}{stack:<14}{percentile(v, 50):>10}"
                      f"{percentile(v, 90):>10}{percentile(v, 99):>12}{sum(v) / 1e6:>9.1f}   "
                      f"{'':>23}{-saved[0]:>5.1f}%{-saved[1]:>6.1f}%{-saved[2]:>5.1f}%")
                rows.append({"references": width, "packed": packed, "stack": stack, "p50": percentile(v, 50),
                             "p99": percentile(v, 99), "sum": sum(v), "saved": saved})
    a, b = sum(table["compressed", 0, "precise"]), sum(table["compressed", 1, "precise"])
    print(f"\npacking the fields saves {100 * (1 - b / a):.1f} % more")
    return rows


def times(programs):
    best = {}
    for _ in range(5):
        for width in WIDTHS:
            for line in run(programs[width, 1], "time").splitlines():
                name, value = line.split()
                best[name, width] = min(best.get((name, width), 1e99), float(value))
    names = [n for n, w in best if w == "full"]
    print(f"\n{'ns per operation':<18}{'compressed':>12}{'full':>10}{'ratio':>8}")
    ratios = []
    for name in names:
        ratio = best[name, "compressed"] / best[name, "full"]
        if name != "collection":
            ratios.append(ratio)
        print(f"{name:<18}{best[name, 'compressed']:>12.2f}{best[name, 'full']:>10.2f}{ratio:>8.2f}")
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"{'geometric mean':<18}{'':>22}{mean:>8.2f}   (without collection; below 1: compressed is faster)")
    return {f"{n} {w}": v for (n, w), v in best.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--docs", nargs="*", default=DOCS)
    parser.add_argument("--limit", type=int, default=0, help="about so many documents")
    parser.add_argument("--at-least", type=int, default=1, help="bytes of a file")
    parser.add_argument("--time-only", action="store_true")
    parser.add_argument("--sizes-only", action="store_true")
    parser.add_argument("--stack", action="store_true", help="only what words on the stack keep alive")
    parser.add_argument("--keep", type=int, default=20, help="documents that stay, of --stack")
    parser.add_argument("--step", type=int, default=2000, help="nodes from one collection to the next, at least, of --stack")
    parser.add_argument("--seeds", type=int, default=5, help="draws of places, of --stack")
    parser.add_argument("--processes", type=int, default=1, help="with each draw and each kind of words: addresses are drawn anew in each")
    parser.add_argument("--forms", default=",".join(FORMS), help="kinds of words that count, of --stack")
    parser.add_argument("--cxx", default="clang++-19")
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "dom"))
    parser.add_argument("--json")
    args = parser.parse_args()
    documents = files(args)
    result = {"documents": len(documents)}
    programs = None if args.stack else build(args)
    if args.stack:
        result["stack"] = stack(args, build_one(args, "forms", 1, "-DHALFWORD_STACK_FORMS=ON"), documents)
        report_stack(result["stack"], documents)
    elif args.time_only:
        pass
    elif documents:
        result["sizes"] = report_sizes(sizes(programs, documents), documents)
    else:
        print("no HTML files found: install some, python3-doc and postgresql-doc for example")
    if not args.sizes_only and not args.stack:
        result["times"] = times(programs)
    if args.json:
        with open(args.json, "w") as file:
            json.dump(result, file, indent=1)


if __name__ == "__main__":
    main()
