"""Environments of Python for tests that need packages from PyPI: exactly these versions, installed once."""

import hashlib
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def run(*argv, **options):
    """Runs a command that must work."""
    done = subprocess.run(argv, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    if done.returncode:
        print(done.stdout[-20000:])
        print(f"failed: {' '.join(argv)}\n0 passed, 1 failed")
        sys.exit(1)
    return done.stdout


def environment(folder, needs):
    """The interpreter of an environment in this folder that has the packages `needs`; it is made where it is not there."""
    python = os.path.join(folder, "venv", "bin", "python")
    mark = os.path.join(folder, "installed")
    wanted = hashlib.sha256(" ".join((sys.version, *needs)).encode()).hexdigest()
    if os.path.exists(mark) and os.path.exists(python):
        with open(mark) as file:
            if file.read() == wanted:
                return python
    shutil.rmtree(folder, ignore_errors=True)
    run(sys.executable, "-m", "venv", os.path.join(folder, "venv"))
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *needs)
    with open(mark, "w") as file:
        file.write(wanted)
    return python


def ruff_version():
    """What ruff.toml requires: the one place that says which."""
    with open(os.path.join(ROOT, "ruff.toml"), encoding="utf-8") as file:
        return re.search(r'^required-version = "==([\d.]+)"$', file.read(), re.M)[1]
