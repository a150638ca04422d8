#!/usr/bin/env python3
"""Builds the examples in Rust and Go, which bind the C interface by hand, and looks at what they say.

    tests/examples/bindings.py [--build build/release]

It needs the build's target halfword_shared, and cargo and go: what is not there is said to be skipped. Nothing is downloaded.
The last line says how it went.
"""

import argparse
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from checks import check, finish

SAYS = """sum: 42
objects: 500500
kept: 501
thrown: TypeError: add takes 2 numbers, not 1
ended: it has no fuel left
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "release"))
    args = parser.parse_args()
    library = os.path.join(os.path.abspath(args.build), "packaging", "halfword")
    subprocess.run(["cmake", "--build", args.build, "--target", "halfword_shared"], check=True, stdout=subprocess.DEVNULL)
    made = os.path.join(ROOT, "build", "bindings")
    environment = {
        **os.environ,
        "HALFWORD_LIBRARY": library,
        "CARGO_TARGET_DIR": os.path.join(made, "rust"),
        "GOCACHE": os.path.join(made, "go"),
        "CGO_CFLAGS": f"-I{ROOT}/include",
        "CGO_LDFLAGS": f"-L{library} -lhalfword -Wl,-rpath,{library}",
    }
    for language, argv in (
        ("rust", ["cargo", "run", "--quiet", "--offline", "--release"]),
        ("go", ["go", "run", "."]),
    ):
        if not shutil.which(argv[0]):
            print(f"examples/{language} is SKIPPED: there is no {argv[0]}", flush=True)
            continue
        folder = os.path.join(ROOT, "examples", language)
        done = subprocess.run(argv, cwd=folder, env=environment, text=True, capture_output=True, timeout=900)
        check(f"examples/{language} ends well", done.returncode == 0, done.stderr)
        check(f"examples/{language} says what it should", done.stdout == SAYS, done.stdout)
        check(f"examples/{language} compiles without warnings", "warning" not in done.stderr, done.stderr)
    finish()


if __name__ == "__main__":
    main()
