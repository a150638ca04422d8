"""The benchmark runs. Its figures mean nothing here."""

import os
import subprocess
import sys

BENCH = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "bench", "run.py")


def test_the_benchmark_runs():
    done = subprocess.run(
        [sys.executable, BENCH, "--quick", "--engines", "halfword"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 and "fib(27)" in done.stdout and "SKIPPED" not in done.stdout
