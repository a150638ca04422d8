#!/usr/bin/env python3
"""Fails where the engine takes a function of numbers from the C library that libraries round differently (src/math/functions.h).

    tests/tools/libm.py [--build build/release]

What the layers' archives, the archive of temporal_rs and the shell leave undefined is compared with what the machine's libm
defines. The archives may need what is exact, and no more. So may the shell, for which ICU is linked as it is: what
ICU takes besides is in ICU below. The last line says how it went.
"""

import argparse
import glob
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Their results follow from IEEE 754, or are of no number but of its parts: every library gives the same.
EXACT = set(
    """ceil copysign fabs fdim floor fma fmax fmin fmod frexp ilogb ldexp llrint llround logb lrint lround modf nan nearbyint
    nextafter remainder rint round roundeven scalbn sqrt trunc""".split()
)
EXACT |= {name + "f" for name in EXACT} | {"fegetround", "fesetround"}
# ICU's own. expf and tanhf are for breaking lines by a model that no ICU data has here.
ICU = {"expf", "tanhf"}
passed = failed = 0


def note(name, problem):
    global passed, failed
    if problem:
        failed += 1
        print(f"FAILED {name}: {problem}")
    else:
        passed += 1


def symbols(*argv):
    nm = shutil.which("llvm-nm-19") or shutil.which("llvm-nm") or "nm"
    done = subprocess.run([nm, "--format=just-symbols", *argv], capture_output=True, text=True, check=True)
    return {line.split("@")[0] for line in done.stdout.split()}


def libm(shell):
    """What the libm that the shell is linked with defines."""
    done = subprocess.run(["ldd", shell], capture_output=True, text=True, check=True)
    for line in done.stdout.splitlines():
        if "libm.so" in line:
            return symbols("--dynamic", "--defined-only", line.split("=>")[1].split()[0])
    return set()  # it needs none at all


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(ROOT, "build/release"))
    args = parser.parse_args()
    shell = os.path.join(args.build, "bin/halfword")
    inexact = libm(shell) - EXACT
    archives = sorted(glob.glob(os.path.join(args.build, "src/libhalfword_*.a")))
    archives += glob.glob(os.path.join(ROOT, "build/cargo/release/libhalfword_temporal.a"))
    note("the layers", "" if len(archives) > 10 else f"no archives in {args.build}/src")
    note("the table of exact functions", "" if not inexact or {"sin", "pow", "exp", "cbrt"} <= inexact else "libm has no sin?")
    for archive in archives:
        wrong = symbols("--undefined-only", archive) & inexact
        note(os.path.basename(archive), f"takes {', '.join(sorted(wrong))} from the C library" if wrong else "")
    wrong = (symbols("--dynamic", "--undefined-only", shell) & inexact) - ICU
    note("halfword", f"takes {', '.join(sorted(wrong))} from the C library" if wrong else "")
    # A linker takes what a host program asks for from any archive that has it.
    defined = set().union(*(symbols("--defined-only", "--extern-only", archive) for archive in archives))
    wrong = defined & (inexact | EXACT)
    note("names", f"the archives define {', '.join(sorted(wrong))}, which are C's" if wrong else "")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
