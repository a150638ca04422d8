#!/usr/bin/env python3
"""Tries the tools on this project's own collected classes: none may waste memory by the order of its fields, and no Trace method
may forget a reference.

    tests/tools/own_classes.py [--cxx clang++-19]
"""

import argparse
import concurrent.futures
import glob
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LIBRARY = ["bench/gc/benchmarks.cc", "bench/dom/main.cc", *sorted(glob.glob("examples/gc/*.cc", root_dir=ROOT))]
ENGINE = sorted(glob.glob("src/objects/**/*.cc", root_dir=ROOT, recursive=True)) + ["src/api/class.cc"]
ENGINE_BASES = "^(GarbageCollected<|HeapObject$)"
ENGINE_SMIS = "^FinalizationRegistryObject::cleared_$"  # never refers to anything
ENGINE_MEMBERS = r"^(halfword::)?(ValueField$|Field<)"
passed = failed = 0


def note(name, done):
    global passed, failed
    if done.returncode == 0:
        passed += 1
    else:
        failed += 1
        print(f"FAILED {name}\n{done.stdout}{done.stderr}")


def run(*argv):
    return subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, errors="replace")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cxx", default="clang++-19")
    args = parser.parse_args()
    flags = ["-std=gnu++20", "-Isrc", "-Iinclude", "-Iinclude/halfword/gc", "-DBENCH_MEMORY=1", "-fno-exceptions", "-fno-rtti"]
    resource = run(args.cxx, "-print-resource-dir").stdout.strip()
    ccache = ["ccache"] if shutil.which("ccache") else []
    sources = [*LIBRARY, "src/objects/type_table.cc"]

    def trace_check(*options):
        return run(
            sys.executable,
            "tools/trace_check.py",
            "--flags",
            " ".join([*flags, "-DHALFWORD_COMPRESS=1"]),
            "--resource-dir",
            resource,
            *options,
        )

    def packing(width):
        with tempfile.TemporaryDirectory() as folder:
            objects = []
            for source in sources:
                objects.append(os.path.join(folder, source.replace("/", "_") + ".o"))
                done = run(
                    *ccache,
                    args.cxx,
                    *flags,
                    f"-DHALFWORD_COMPRESS={width}",
                    "-g",
                    "-fstandalone-debug",
                    "-O0",
                    "-c",
                    source,
                    "-o",
                    objects[-1],
                )
                if done.returncode:
                    return done
            return run(
                sys.executable,
                "tools/structure_packing.py",
                "--base",
                ENGINE_BASES,
                "--header",
                str(width and 4 or 8),
                "--ignore",
                "^std::|^__|^GumboInternal",
                *objects,
            )

    # The longest first.
    checks = {
        "Trace methods of the engine": lambda: trace_check("--members", ENGINE_MEMBERS, "--ignore", ENGINE_SMIS, *ENGINE),
        "packing, 32-bit references": lambda: packing(1),
        "packing, 64-bit references": lambda: packing(0),
        "Trace methods of programs": lambda: trace_check(*LIBRARY),
    }
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for name, done in zip(checks, pool.map(lambda check: check(), checks.values())):
            note(name, done)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
