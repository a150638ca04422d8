#!/usr/bin/env python3
"""cppgc's own unit tests against this collector.

    tests/cppgc/run.py FOLDER [--build FOLDER] [--only FILE,...] [--cxx clang++-19] [-j N] [--list]

FOLDER is a checkout of cppgc as a library of its own, for example of github.com/oilpan-gc/cppgc (V8 10.9), or of V8.
Its tests are compiled as they are. What they include of cppgc is ours: the public headers are halfword/gc's, and
fixture/ stands in for the inner headers of the heap and for the classes that tests derive from. Then its samples are
compiled and run, with CPPGC_IS_STANDALONE and without. Only V8's base library (locks, threads, macros) is cppgc's own.
Each test runs in a process of its own. expectations.txt has a reason for each test that does not pass and each file
that is not run; a test that fails without one, or passes with one, is counted as failed. The last line says how it
went.
"""

import argparse
import concurrent.futures
import glob
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
TESTS = "test/unittests/heap/cppgc"
# Of other systems, and what needs parts of V8 that are not there.
LEFT_OUT = re.compile(r"platform/platform-|stack_trace_|fuchsia|win32|lsan|ubsan")
SYSTEM = [
    "src/base/platform/platform-posix.cc",
    "src/base/platform/platform-posix-time.cc",
    "src/base/platform/platform-linux.cc",
    "src/base/debug/stack_trace_posix.cc",
]


def expectations():
    """{test or file: reason}"""
    reasons = {}
    with open(os.path.join(HERE, "expectations.txt")) as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                name, reason = line.split(":", 1)
                reasons[name.strip()] = reason.strip()
    return reasons


def run(argv, seconds=600):
    try:
        done = subprocess.run(
            argv, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", timeout=seconds
        )
        return done.returncode, done.stdout
    except subprocess.TimeoutExpired:
        return 1, f"takes longer than {seconds} s"


def must(argv):
    code, text = run(argv, 3600)
    if code:
        sys.exit(f"{' '.join(argv)}\n{text[-6000:]}")


def compile_file(args, source, output, options):
    launcher = ["ccache"] if run(["which", "ccache"])[0] == 0 else []
    flags = ["-std=gnu++20", "-O1", "-w", "-fno-exceptions", "-fno-rtti", "-fno-strict-aliasing", "-DV8_TARGET_ARCH_X64"]
    return run([*launcher, args.cxx, *flags, *options, "-c", source, "-o", output])


def build_base(args, pool):
    """V8's base library."""
    folder = os.path.join(args.build, "base")
    os.makedirs(folder, exist_ok=True)
    sources = [os.path.relpath(s, args.cppgc) for s in glob.glob(f"{args.cppgc}/src/base/**/*.cc", recursive=True)]
    sources = sorted([s for s in sources if not LEFT_OUT.search(s)] + SYSTEM)
    objects = [os.path.join(folder, s.replace("/", "_") + ".o") for s in sources]
    options = [f"-I{args.cppgc}", f"-I{args.cppgc}/include"]
    for source, (code, text) in zip(
        sources, pool.map(lambda p: compile_file(args, f"{args.cppgc}/{p[0]}", p[1], options), zip(sources, objects))
    ):
        if code:
            sys.exit(f"{source} does not compile\n{text[-3000:]}")
    archive = os.path.join(folder, "libbase.a")
    if os.path.exists(archive):
        os.remove(archive)
    must(["ar", "rcs", archive, *objects])
    return archive


def build_collector(args):
    folder = os.path.join(args.build, "collector")
    must(
        [
            "cmake",
            "-S",
            f"{ROOT}/packaging/gc",
            "-B",
            folder,
            f"-DCMAKE_CXX_COMPILER={args.cxx}",
            "-DCMAKE_BUILD_TYPE=Release",
            "-DCMAKE_CXX_COMPILER_LAUNCHER=ccache",
            "-DHALFWORD_ASSERTS=ON",
            f"-DHALFWORD_COMPRESS={'OFF' if args.full_pointers else 'ON'}",
        ]
    )
    must(["cmake", "--build", folder, "-j", str(args.jobs)])
    return folder


def build_tests(args, name, collector, base):
    """The program of a file, or what the compiler says."""
    program = os.path.join(args.build, name)
    options = [
        "-Dcppgc=halfword::gc",
        f"-I{HERE}/fixture",
        f"-I{collector}/include",
        f"-I{ROOT}/include/halfword/gc",
        f"-I{ROOT}/include",
        f"-I{ROOT}/src",
        f"-I{args.cppgc}",
    ]
    code, text = compile_file(args, f"{args.cppgc}/{TESTS}/{name}-unittest.cc", program + ".o", options)
    if code == 0:
        code, text = run(
            [
                args.cxx,
                program + ".o",
                base,
                f"{collector}/libhalfword-gc.a",
                "-lgtest_main",
                "-lgtest",
                "-pthread",
                "-ldl",
                "-o",
                program,
            ]
        )
    return (program, "") if code == 0 else (None, text)


def run_samples(args, collector):
    """(passed, failed) of cppgc's public samples, as programs of their own and as programs beside V8 (which fixture/
    stands in for)."""
    passed = failed = 0
    options = [f"-I{HERE}/fixture", f"-I{collector}/include", f"-I{ROOT}/include/halfword/gc", f"-I{ROOT}/include"]
    for source in sorted(glob.glob(f"{args.cppgc}/samples/cppgc/*.cc")):
        for standalone in (1, 0):
            name = os.path.basename(source)[: -len(".cc")]
            program = os.path.join(args.build, f"{name}-{standalone}")
            code, text = compile_file(args, source, program + ".o", [*options, f"-DCPPGC_IS_STANDALONE={standalone}"])
            if code == 0:
                code, text = run([args.cxx, program + ".o", f"{collector}/libhalfword-gc.a", "-pthread", "-o", program])
            if code == 0:
                code, text = run([program], 120)
            good = code == 0 and (name != "hello-world" or text == "Hello World!\n")
            passed, failed = passed + good, failed + (not good)
            print(
                f"sample {name}, CPPGC_IS_STANDALONE={standalone}: {'passes' if good else 'FAILED: ' + text[-600:]}", flush=True
            )
    return passed, failed


def tests_of(program):
    """Suite.Test of each."""
    found, suite = [], ""
    for line in run([program, "--gtest_list_tests"])[1].splitlines():
        if line.startswith("  "):
            found.append(suite + line.split("#")[0].strip())
        elif line.rstrip().endswith(".") or "# TypeParam" in line:
            suite = line.split("#")[0].strip()
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cppgc", metavar="FOLDER")
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "cppgc-tests"))
    parser.add_argument("--only", default="")
    parser.add_argument("--cxx", default="clang++-19")
    parser.add_argument("--full-pointers", action="store_true")
    parser.add_argument("--list", action="store_true", help="print every test with its result")
    parser.add_argument("-j", dest="jobs", type=int, default=len(os.sched_getaffinity(0)))
    args = parser.parse_args()
    args.cppgc = os.path.abspath(args.cppgc)
    if args.full_pointers:
        args.build += "-full"
    names = sorted(os.path.basename(p)[: -len("-unittest.cc")] for p in glob.glob(f"{args.cppgc}/{TESTS}/*-unittest.cc"))
    if not names:
        sys.exit(f"there are no tests in {args.cppgc}/{TESTS}")
    reasons = expectations()
    chosen = [n for n in names if (not args.only or n in args.only.split(",")) and n not in reasons]
    passed = known = failed = 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        collector = build_collector(args)
        base = build_base(args, pool)
        for name, (program, text) in zip(chosen, pool.map(lambda n: build_tests(args, n, collector, base), chosen)):
            if program is None:
                errors = [line for line in text.splitlines() if "error" in line or "undefined" in line]
                print(f"{name}: does not compile\n    " + "\n    ".join(errors[:5]), flush=True)
                failed += 1
                continue
            tests = tests_of(program)
            results = list(pool.map(lambda t: run([program, f"--gtest_filter={t}"], 120), tests))
            bad = 0
            for test, (code, output) in zip(tests, results):
                reason = reasons.get(test)
                if code == 0 and reason is None:
                    passed += 1
                elif code != 0 and reason is not None:
                    known += 1
                    print(f"{test} does not pass: {reason}")
                else:
                    bad += 1
                    print(
                        f"{test} {'passes, though expectations.txt says' if code == 0 else 'FAILED'}: {reason or output[-600:]}"
                    )
                if args.list:
                    print(f"{'passed' if code == 0 else 'failed'} {test}")
            failed += bad
            print(f"{name}: {len(tests)} run, {sum(code == 0 for code, _ in results)} pass", flush=True)
    samples = (0, 0)
    if not args.only:
        samples = run_samples(args, collector)
        for name in names:
            if name in reasons:
                print(f"{name} is not run: {reasons[name]}")
    print(f"{passed} of {passed + known + failed} that are run pass, {known} do not for a known reason")
    passed, failed = passed + samples[0], failed + samples[1]
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
