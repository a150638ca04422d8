#!/usr/bin/env python3
"""Builds the Python package's wheel, installs it into an environment of its own (build/python), and tests it there.

    tests/python/run.py [--build build/release] [pytest's arguments]

It needs the build's target halfword_static; the engine is not compiled again. What else it needs comes from PyPI, once. Runs
pytest and mypy. The last line says how it went.
"""

import argparse
import os
import re
import subprocess
import sys

import wheel

ROOT = wheel.ROOT
NEEDS = (
    "pytest==9.2.0",
    "pytest-asyncio==1.5.0",
    "hypothesis==6.170.17",
    "mypy==2.4.1",
)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(ROOT, "build", "release"))
    args, options = parser.parse_known_args()
    folder = os.path.join(ROOT, "build", "python")
    python, made = wheel.installed(folder, NEEDS, args.build)
    print(f"{os.path.basename(made)}: {os.path.getsize(made) / 1e6:.1f} MB", flush=True)
    # Not from the folder of the sources: the package is the installed one.
    done = subprocess.run(
        [
            python,
            "-X",
            "faulthandler",
            "-m",
            "pytest",
            "-q",
            "--no-header",
            "-p",
            "no:cacheprovider",
            "-c",
            os.path.join(ROOT, "python", "pyproject.toml"),
            "--rootdir",
            os.path.join(ROOT, "python"),
            *(options or [os.path.join(ROOT, "python", "tests")]),
        ],
        cwd=folder,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    print(done.stdout[-20000:], end="")

    def count(what):
        found = re.findall(rf"(\d+) {what}", done.stdout.strip().rpartition("\n")[2])
        return int(found[0]) if found else 0

    passed, failed = count("passed"), count("failed") + count("errors?") + count("skipped")
    if done.returncode and not failed:
        failed = 1
    done = subprocess.run(
        [python, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", os.path.join(folder, "mypy"), "-p", "halfword"],
        cwd=folder,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if done.returncode:
        print(f"mypy:\n{done.stdout[-5000:]}", end="")
    passed, failed = passed + (done.returncode == 0), failed + (done.returncode != 0)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
