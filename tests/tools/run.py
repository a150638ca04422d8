#!/usr/bin/env python3
"""Runs the tools for classes of the collector on samples.cc and compares what they find. Skips a tool whose library is missing.

    tests/tools/run.py [--cxx clang++-19]
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
passed = failed = 0


def expect(name, condition, output):
    global passed, failed
    if condition:
        passed += 1
    else:
        failed += 1
        print(f"FAILED {name}\n{output}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cxx", default="clang++-19")
    args = parser.parse_args()
    flags = f"-std=gnu++20 -I{ROOT}/include -DHALFWORD_COMPRESS=1"
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([args.cxx, *flags.split(), "-g", "-c", f"{HERE}/samples.cc", "-o", f"{folder}/samples.o"], check=True)
        done = subprocess.run([sys.executable, f"{ROOT}/tools/structure_packing.py", f"{folder}/samples.o"],
                              capture_output=True, text=True)
        if "needs pyelftools" in done.stderr:
            print("skipped: structure_packing (no pyelftools)")
        else:
            out = done.stdout + done.stderr
            expect("packing: finds the wasteful class", "Wasteful: 40 bytes, 32 if" in out and done.returncode == 1, out)
            expect("packing: passes over packed ones", "1 waste memory" in out and "Packed:" not in out, out)
        resource = subprocess.run([args.cxx, "-print-resource-dir"], capture_output=True, text=True).stdout.strip()
        done = subprocess.run([sys.executable, f"{ROOT}/tools/trace_check.py", "--flags", flags, "--resource-dir", resource,
                               f"{HERE}/samples.cc"], capture_output=True, text=True)
        if "needs Python's libclang" in done.stderr:
            print("skipped: trace_check (no libclang)")
        else:
            out = done.stdout + done.stderr
            found = set(re.findall(r"(\w+::\w+) (?:is forgotten|has no)", out))
            expect("trace check: finds what is forgotten",
                   found == {"Forgets::lost_member", "Forgets::lost_part", "Forgets::lost_vector", "NoTrace::lost"}, out)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
