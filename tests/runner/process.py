"""Commands that checks run, what they print, and how their results are counted."""

import os
import re
import signal
import subprocess
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Leaks are no finding: the process ends without tearing its heaps down. A small quarantine keeps memory within bounds.
ENVIRONMENT = dict(
    os.environ,
    ASAN_OPTIONS="detect_leaks=0:quarantine_size_mb=16:allocator_may_return_null=1",
    UBSAN_OPTIONS="print_stacktrace=1",
)

# However many checks there are and whatever hangs: a command that takes longer, or until then, is killed and has failed.
COMMAND_SECONDS = 45 * 60
END = time.monotonic() + 5 * 60 * 60


def shell_of(preset):
    return os.path.join(ROOT, "build", preset, "bin", "halfword")


class Suite:
    """The results of one check."""

    def __init__(self, name):
        self.name, self.passed, self.failed, self.note, self.seconds = name, 0, 0, "", 0.0


# Where a thread's check writes what it has to say: checks that run side by side are shown one after the other.
SHOWN = threading.local()


def show(text):
    out = getattr(SHOWN, "out", None)
    if out is None:
        print(text, end="", flush=True)
    else:
        out.append(text)


def run(argv, echo, limit=COMMAND_SECONDS):
    """Runs a command, with `echo` shows its output as it comes, and returns the exit code and the text."""
    process = subprocess.Popen(
        argv,
        cwd=ROOT,
        env=ENVIRONMENT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    )
    seconds = max(1, min(limit, END - time.monotonic()))
    watchdog = threading.Timer(seconds, os.killpg, (process.pid, signal.SIGKILL))
    watchdog.start()
    lines = []
    try:
        for line in process.stdout:
            lines.append(line)
            if echo:
                show(line)
        return process.wait(), "".join(lines)
    finally:
        watchdog.cancel()
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)


def stream(argv, limit=COMMAND_SECONDS):
    return run(argv, echo=True, limit=limit)


def quiet(argv):
    """Shows what the command has written only if it fails."""
    code, text = run(argv, echo=False)
    if code:
        show(text[-20000:])
    return code, text


def one(code):
    return (1, 0) if code == 0 else (0, 1)


def jobs():
    return len(os.sched_getaffinity(0))


def without_lot(argv):
    """The command with libraries and stacks at the same addresses each time, where the system allows that.

    By chance the lower half of an address on a stack is a number that a scan takes for a reference (tests/js/run.py).
    """
    same = ["setarch", "-R"]
    return same + argv if subprocess.run(same + ["true"], stderr=subprocess.DEVNULL).returncode == 0 else argv


def counted(argv, suite, limit=COMMAND_SECONDS):
    """A runner whose output ends with 'N passed, N failed'."""
    code, text = stream(argv, limit)
    found = re.findall(r"^(\d+) passed, (\d+) failed$", text, re.M)
    if found:
        suite.passed, suite.failed = map(int, found[-1])
    if code and not suite.failed:
        suite.failed += 1


def script(argv, suite):
    code, _ = quiet(argv)
    suite.passed, suite.failed = one(code)
