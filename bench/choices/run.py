#!/usr/bin/env python3
"""What each way of making references costs: bytes of code an operation on x86-64 and AArch64, and time.

    bench/choices/run.py [--rounds N] [--cxx clang++-19] [--build FOLDER] [--markdown] [--code-only]

Kinds of base: thread-local, global, from the reference's own address. Kinds of cage: 4 GiB (references shifted by 1), 16 GiB (by 3),
2 GiB (not at all); and full pointers. Code is that of small functions (operations.cc), time that of trees and documents on
memory of their own (times.cc), so that nothing but the references differs. Processes take turns; the best round counts.
"""

import argparse
import math
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
CAGES = {"4 GiB": 1, "16 GiB": 3, "2 GiB": 0}
BASES = {"thread-local": "THREAD_LOCAL", "global": "GLOBAL", "from address": "FROM_ADDRESS"}
TARGETS = {"x86-64": [], "AArch64": ["--target=aarch64-linux-gnu", "-I/usr/aarch64-linux-gnu/include"]}
RETURN = {"x86-64": 1, "AArch64": 4}  # bytes of a return, which are no part of an operation


def kinds():
    for base in BASES:
        for cage in CAGES:
            yield f"{cage}, {base}", CAGES[cage], BASES[base]
    yield "full pointers", None, "THREAD_LOCAL"


def flags(shift, base):
    defined = [f"-DHALFWORD_BASE_{b}={int(b == base)}" for b in BASES.values()]
    return ["-std=gnu++20", "-O2", "-fno-exceptions", "-fno-rtti", "-fno-strict-aliasing", "-fcf-protection=none",
            "-fno-asynchronous-unwind-tables", f"-DHALFWORD_COMPRESS={int(shift is not None)}", f"-DHALFWORD_CAGE_SHIFT={1 if shift is None else shift}", *defined,
            f"-I{ROOT}/include"]


def targets(args):
    """Those that the compiler has headers for; the others are named."""
    ready = {}
    for target, options in TARGETS.items():
        done = subprocess.run([args.cxx, *options, "-std=gnu++20", "-fsyntax-only", "-xc++", "-include", "type_traits", "/dev/null"],
                              capture_output=True)
        if done.returncode:
            print(f"{target} is left out: there are no headers (tools/setup.sh --toolchains installs them)\n")
        else:
            ready[target] = options
    return ready


def run(*argv):
    done = subprocess.run(argv, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(argv)}\n{done.stderr[-3000:]}")
    return done.stdout


def code(args, ready):
    """{(kind, target): {operation: bytes}}"""
    sizes = {}
    for name, shift, base in kinds():
        for target, options in ready.items():
            output = os.path.join(args.build, "operations.o")
            run(args.cxx, *options, *flags(shift, base), "-c", f"{HERE}/operations.cc", "-o", output)
            found = {}
            for line in run("llvm-nm-19", "--print-size", "--defined-only", output).splitlines():
                words = line.split()
                if len(words) == 4 and words[3].startswith("op_"):
                    found[words[3][3:]] = int(words[1], 16) - RETURN[target]
            sizes[name, target] = found
    return sizes


def times(args):
    """{kind: {benchmark: ns}}"""
    programs = {}
    for i, (name, shift, base) in enumerate(kinds()):
        programs[name] = os.path.join(args.build, f"times{i}")
        run(args.cxx, *flags(shift, base), f"-I{ROOT}/src", f"{ROOT}/src/cage/base.cc", f"{HERE}/times.cc", "-o", programs[name])
    best = {name: {} for name in programs}
    for _ in range(args.rounds):
        for name, program in programs.items():
            for line in run(program).splitlines():
                benchmark, value = line.split()
                best[name][benchmark] = min(best[name].get(benchmark, 1e99), float(value))
    return best


def table(head, rows):
    print("| " + " | ".join(head) + " |\n|---|" + "---:|" * (len(head) - 1))
    for row in rows:
        print("| " + " | ".join(str(x) for x in row) + " |")
    print()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--cxx", default="clang++-19")
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "choices"))
    parser.add_argument("--code-only", action="store_true")
    args = parser.parse_args()
    os.makedirs(args.build, exist_ok=True)
    ready = targets(args)
    sizes = code(args, ready)
    names = [name for name, _, _ in kinds()]
    for target in ready:
        operations = list(sizes[names[0], target])
        print(f"Bytes of code, {target}\n")
        table(["kind", *[o.replace("_", " ") for o in operations], "sum"],
              [[n, *[sizes[n, target][o] for o in operations], sum(sizes[n, target].values())] for n in names])
    if args.code_only:
        return
    best = times(args)
    benchmarks = list(best[names[0]])
    print("Nanoseconds an operation\n")
    full = best["full pointers"]
    rows = []
    for n in names:
        mean = math.exp(sum(math.log(best[n][b] / full[b]) for b in benchmarks) / len(benchmarks))
        rows.append([n, *[f"{best[n][b]:.2f}" for b in benchmarks], f"{mean:.2f}"])
    table(["kind", *[b.replace("_", " ") for b in benchmarks], "against full pointers (mean)"], rows)


if __name__ == "__main__":
    main()
