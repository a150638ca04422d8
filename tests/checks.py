"""What test programs in Python count with: checks that hold or don't, and commands that must succeed."""

import subprocess
import sys

_passed = _failed = 0


def check(what, ok, shown=""):
    """Counts a check; says what it saw where it fails. Returns whether it holds."""
    global _passed, _failed
    if ok:
        _passed += 1
    else:
        _failed += 1
        print(f"FAILED: {what}\n{shown[-4000:]}", flush=True)
    return ok


def run(what, *argv, env=None):
    """What the command prints. Its success is a check; a failure ends the program, for what follows needs it."""
    done = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", env=env)
    if not check(what, done.returncode == 0, f"{' '.join(argv)}\n{done.stdout}"):
        finish()
    return done.stdout


def finish():
    print(f"{_passed} passed, {_failed} failed")
    sys.exit(1 if _failed else 0)
