#!/usr/bin/env python3
"""The tests of halfword.mini_racer over mini-racer itself: whether they say of it what is so.

    tests/python/peers.py

The package comes from PyPI, once, into build/peers. The last line says how it went.
"""

import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from environments import environment

NEEDS = ("mini-racer==0.14.1", "pytest==9.2.0")


def main():
    folder = os.path.join(ROOT, "build", "peers")
    python = environment(folder, NEEDS)
    tests = os.path.join(ROOT, "python", "tests", "test_mini_racer.py")
    options = ["-q", "--no-header", "--noconftest", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", folder]
    done = subprocess.run(
        [python, "-m", "pytest", *options, tests],
        cwd=folder,
        env={**os.environ, "HALFWORD_TEST_MINI_RACER": "real"},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=600,
    )
    print(done.stdout[-10000:], end="")
    counts = {
        what: int(number) for number, what in re.findall(r"(\d+) (passed|failed|error)", done.stdout.strip().rpartition("\n")[2])
    }
    passed, failed = counts.get("passed", 0), counts.get("failed", 0) + counts.get("error", 0)
    failed = failed or int(done.returncode != 0)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
