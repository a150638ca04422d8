#!/usr/bin/env python3
"""All Python of the repository passes ruff's linter and formatter, as ruff.toml has it; and planted faults don't.

    tests/tools/lint.py [--fix]

ruff comes from PyPI, once, into build/ruff. --fix mends what ruff can.
"""

import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from checks import check, finish
from environments import environment, ruff_version

# What is wrong, the command, a file with that fault, and the same without it.
FAULTS = [
    ("an import that nothing uses", "check", "import os\n", "import os\n\nprint(os)\n"),
    ("a name that nothing has", "check", "print(x)\n", "x = 1\nprint(x)\n"),
    ("a line that is too long", "check", f"x = '{'x' * 130}'\n", f"x = '{'x' * 120}'\n"),
    ("imports out of order", "check", "import sys\nimport os\n\nprint(os, sys)\n", "import os\nimport sys\n\nprint(os, sys)\n"),
    ("a suppression of nothing", "check", "x = 1  # noqa: F401\n", "import os  # noqa: F401\n"),
    ("a file that is not formatted", "format", "x = {  'a':1 }\n", 'x = {"a": 1}\n'),
]


def ruff(python, command, *arguments, text=None):
    """A run of ruff on the repository, or on `text` as a file of tools."""
    where = ["."] if text is None else ["--stdin-filename", "tools/planted.py", "-"]
    changes = "--fix" in sys.argv and text is None
    check_only = ["--check"] if command == "format" and not changes else []
    return subprocess.run(
        [python, "-m", "ruff", command, "--no-cache", "--quiet", *check_only, *arguments, *where],
        cwd=ROOT,
        input=text,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


def main():
    python = environment(os.path.join(ROOT, "build", "ruff"), [f"ruff=={ruff_version()}"])
    fix = ["--fix"] if "--fix" in sys.argv else []
    for command, arguments in (("check", ["--output-format", "concise", *fix]), ("format", [])):
        done = ruff(python, command, *arguments)
        check(f"ruff {command}", done.returncode == 0, done.stdout)
    for what, command, bad, good in FAULTS:
        done = ruff(python, command, text=bad)
        check(f"{what} is found", done.returncode != 0, done.stdout)
        done = ruff(python, command, text=good)
        check(f"{what} is found nowhere else", done.returncode == 0, done.stdout)
    finish()


if __name__ == "__main__":
    main()
