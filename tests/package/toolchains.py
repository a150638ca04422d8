#!/usr/bin/env python3
"""Builds the garbage-collection library alone, and its tests, with each compiler that it promises to work with, and
runs them: GCC 12 (and once more with all heaps in one cage), Clang 14 (and with cages of 16 GiB), and GCC for AArch64
with the tests under qemu-user.

    tests/package/toolchains.py [--only NAME,...] [--widths 32,64] [--cages 4GiB,16GiB] [--build FOLDER] [-j N]

tools/setup.sh --toolchains installs the compilers and qemu; one that is missing is a failure. The last line says how it went.
"""

import argparse
import glob
import itertools
import json
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
AARCH64 = [
    "-DCMAKE_SYSTEM_NAME=Linux",
    "-DCMAKE_SYSTEM_PROCESSOR=aarch64",
    "-DCMAKE_CROSSCOMPILING_EMULATOR=qemu-aarch64;-L;/usr/aarch64-linux-gnu",
]
# name: C++ compiler, C compiler, what else must be there, options, tests that can't be run
TOOLCHAINS = {
    "gcc-12": ("g++-12", "gcc-12", [], [], ""),
    "gcc-12-shared": ("g++-12", "gcc-12", [], ["-DHALFWORD_BASE=shared"], ""),
    "clang-14": ("clang++-14", "clang-14", [], [], ""),
    "clang-14-16GiB": ("clang++-14", "clang-14", [], ["-DHALFWORD_CAGE=16GiB"], ""),
    # A limit of the address space is qemu's own limit, too: it doesn't get as far as the heap.
    "aarch64": ("aarch64-linux-gnu-g++", "aarch64-linux-gnu-gcc", ["qemu-aarch64"], AARCH64, "AddressSpaceTest.*"),
}
# What is about references of 32 bits.
ONLY_32 = {"gcc-12-shared", "clang-14-16GiB"}
# qemu keeps a record of each page that is reserved: with one cage of 16 GiB after the other it takes all memory. So only these.
LARGE_CAGES_UNDER_QEMU = "SmiTest.*:TaggedTest.*:MemberTest.*:FarTest.*:MemoryTest.*"


def quiet(argv, env=None):
    done = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", env=env)
    if done.returncode:
        print(f"{' '.join(argv)}\n{done.stdout[-6000:]}", flush=True)
    return done.returncode == 0


def check(name, width, cage, args):
    """(passed, failed), of test cases."""
    cxx, cc, tools, options, left_out = TOOLCHAINS[name]
    for tool in (cxx, cc, *tools):
        if not shutil.which(tool):
            print(f"{name}: there is no {tool}; tools/setup.sh --toolchains installs it")
            return 0, 1
    folder = os.path.join(args.build, f"{name}-{width}-{cage}")
    ccache = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    configure = [
        "cmake",
        "-S",
        f"{ROOT}/packaging/gc",
        "-B",
        folder,
        "-G",
        "Ninja",
        f"-DCMAKE_CXX_COMPILER={cxx}",
        f"-DCMAKE_C_COMPILER={cc}",
        "-DCMAKE_BUILD_TYPE=Release",
        "-DCMAKE_CXX_FLAGS_RELEASE=-O1",
        "-DHALFWORD_TESTS=ON",
        "-DHALFWORD_ASSERTS=ON",
        f"-DHALFWORD_COMPRESS={'ON' if width == '32' else 'OFF'}",
        f"-DHALFWORD_CAGE={cage}",
        *ccache,
        *options,
    ]
    if not quiet(configure) or not quiet(["cmake", "--build", folder, "-j", str(args.jobs)]):
        return 0, 1
    chosen = f"*-{left_out}" if left_out else "*"
    if options is AARCH64 and cage == "16GiB":
        chosen = LARGE_CAGES_UNDER_QEMU
    results = os.path.join(folder, "test-results")
    shutil.rmtree(results, ignore_errors=True)
    os.makedirs(results)
    good = quiet(
        ["ctest", "--test-dir", folder, "--output-on-failure", "--timeout", "1200"],
        dict(os.environ, GTEST_OUTPUT=f"json:{results}/", GTEST_FILTER=chosen),
    )
    passed = failed = 0
    for path in glob.glob(f"{results}/*.json"):
        with open(path) as file:
            result = json.load(file)
        failed += result["failures"]
        passed += result["tests"] - result["failures"] - result["disabled"]
    if chosen != "*":
        print(f"{name}: only {chosen}")
    return passed, failed if good or failed else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=",".join(TOOLCHAINS))
    parser.add_argument("--widths", default="32,64")
    parser.add_argument("--cages", default="4GiB")
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "toolchains"))
    parser.add_argument("-j", dest="jobs", type=int, default=len(os.sched_getaffinity(0)))
    args = parser.parse_args()
    all_passed = all_failed = 0
    for name in args.only.split(","):
        for width, cage in itertools.product(args.widths.split(","), args.cages.split(",")):
            if width == "64" and name in ONLY_32:
                continue
            passed, failed = check(name, width, cage, args)
            print(f"{name}, {width}-bit references, cages of {cage}: {passed} passed, {failed} failed", flush=True)
            all_passed += passed
            all_failed += failed
    print(f"{all_passed} passed, {all_failed} failed")
    sys.exit(1 if all_failed else 0)


if __name__ == "__main__":
    main()
