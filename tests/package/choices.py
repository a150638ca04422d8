#!/usr/bin/env python3
"""Builds the collector with every place of the cage base and every size of the cage, and a program with each, which is run.

    tests/package/choices.py [--only thread-local-4GiB,...] [--cxx clang++-19] [--build FOLDER] [-j N]

The program keeps lists and trees of objects alive over many collections, with references in objects, on the stack and in
persistents, and checks what it reads. With a base that comes from the reference's own address, members must be in the heap.
The last line says how it went.
"""

import argparse
import itertools
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BASES = ("thread-local", "global", "shared", "from-address")
CAGES = ("4GiB", "16GiB", "2GiB")


def quiet(argv):
    done = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    if done.returncode:
        print(f"{' '.join(argv)}\n{done.stdout[-4000:]}", flush=True)
    return done.stdout if done.returncode == 0 else None


def check(base, cage, args):
    folder = os.path.join(args.build, f"{base}-{cage}")
    installed = os.path.join(folder, "installed")
    ccache = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    configure = [
        "cmake",
        "-S",
        f"{ROOT}/packaging/gc",
        "-B",
        folder,
        "-G",
        "Ninja",
        f"-DCMAKE_CXX_COMPILER={args.cxx}",
        "-DCMAKE_BUILD_TYPE=Release",
        "-DCMAKE_CXX_FLAGS_RELEASE=-O1",
        "-DHALFWORD_ASSERTS=ON",
        f"-DHALFWORD_BASE={base}",
        f"-DHALFWORD_CAGE={cage}",
        f"-DCMAKE_INSTALL_PREFIX={installed}",
        *ccache,
    ]
    if quiet(configure) is None or quiet(["cmake", "--build", folder, "-j", str(args.jobs)]) is None:
        return False
    if quiet(["cmake", "--install", folder]) is None:
        return False
    program = os.path.join(folder, "choices")
    environment = {"PKG_CONFIG_PATH": os.path.join(installed, "lib/pkgconfig")}
    options = subprocess.run(
        ["pkg-config", "--cflags", "--libs", "halfword-gc"], env={**os.environ, **environment}, capture_output=True, text=True
    ).stdout.split()
    source = os.path.join(ROOT, "tests/package/choices.cc")
    if quiet([args.cxx, "-std=c++20", "-O1", source, "-o", program, *options, f"-Wl,-rpath,{installed}/lib"]) is None:
        return False
    return quiet([program]) == "all was found again\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=",".join("-".join(both) for both in itertools.product(BASES, CAGES)))
    parser.add_argument("--cxx", default="clang++-19")
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "choices"))
    parser.add_argument("-j", dest="jobs", type=int, default=len(os.sched_getaffinity(0)))
    args = parser.parse_args()
    failed = 0
    for name in args.only.split(","):
        good = check(*name.rsplit("-", 1), args)
        failed += not good
        print(f"{'passed' if good else 'FAILED'} {name}", flush=True)
    print(f"{len(args.only.split(',')) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
