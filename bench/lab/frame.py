"""What every experiment of the laboratory is made of: seed figures, rows, verdicts, measured processes.

A seed figure is one number of the documents (seeds.json). A row is one figure of ours, and names the seed figure that it
stands beside, if any. A figure without a row is shown all the same, as "not built" and with what it waits for.
"""

import dataclasses
import json
import math
import os
import platform
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "bench"))
import engines

# The same in every run; within 1 %; within the band that is shown; what depends on addresses that the system draws, or on where
# in a program its last collection fell.
EXACT, MEMORY, TIME, DRAWN = "exact", "memory", "time", "drawn"
LEAST_SHARE = 0.9  # of its core that a process must have had for its time to count


class Problem(Exception):
    """An experiment can't go on; says why in a sentence."""


@dataclasses.dataclass
class Figure:
    id: str
    document: str
    table: str
    row: str
    value: object  # a number, or the words of a diagram
    unit: str
    experiments: list


@dataclasses.dataclass
class Row:
    label: str
    value: object  # None: there is none, and `note` says why
    unit: str
    kind: str = EXACT
    seed: str = None  # id of a figure
    less_is_better: bool = None  # None: neither is
    band: float = 0  # how far from the seed's value still reproduces it, in the row's unit
    why: str = ""  # why it differs: mandatory where it does
    expect: object = None  # what an exact value must be …
    at_most: float = None  # … or must not exceed; a change is a failure of the run
    low: float = None
    high: float = None
    n: int = 1
    note: str = ""

    def verdict(self, figures):
        if self.value is None:
            return "refused" if self.note.startswith("refused") else "not built"
        figure = figures.get(self.seed)
        if figure is None:
            return ""
        if self.note.startswith("busy"):
            return "busy"
        if self.value == figure.value:
            return "reproduces"
        if isinstance(self.value, str) or isinstance(figure.value, str):
            return "differs"
        if abs(self.value - figure.value) <= self.band:
            return "reproduces"
        if self.less_is_better is not None and (self.value < figure.value) == self.less_is_better:
            return "better"
        return "differs"

    def problem(self, figures):
        """Why the row fails the run; empty if it doesn't."""
        if self.value is None:
            return "" if self.note else "has neither a value nor a reason"
        if self.seed is not None and self.seed not in figures:
            return f"names the seed figure {self.seed}, which does not exist"
        if self.expect is not None and self.value != self.expect:
            return f"is {self.value} {self.unit}, not {self.expect}"
        if self.at_most is not None and self.value > self.at_most:
            return f"is {self.value} {self.unit}, more than {self.at_most}"
        if self.verdict(figures) == "differs" and not self.why:
            return "differs from the seed without a sentence that says why"
        return ""


@dataclasses.dataclass
class Experiment:
    id: str
    title: str
    exactness: str
    command: str  # what it runs, as one would by hand
    run: object  # run(lab) -> rows; None: nothing of it is built
    quick: object = None  # the exact part of it, for --quick
    waits: str = ""  # what the figures without a row wait for
    picture: str = ""  # how page.py draws the rows


def figures():
    """{id: Figure} of seeds.json, and {document: its title}."""
    with open(os.path.join(HERE, "seeds.json"), encoding="utf-8") as file:
        data = json.load(file)
    return {f["id"]: Figure(**f) for f in data["figures"]}, data["documents"]


def complete(experiment, rows, all_figures):
    """The rows, and one more for each figure of the experiment that none of them stands beside."""
    beside = {r.seed for r in rows}
    missing = [f for f in all_figures.values() if experiment.id in f.experiments and f.id not in beside]
    note = experiment.waits or "nothing measures it yet"
    return rows + [Row(f"{f.table}: {f.row}", None, f.unit, seed=f.id, note=note) for f in missing]


def call(*argv, **more):
    """Standard output of a command; a Problem if it fails."""
    done = subprocess.run([str(a) for a in argv], capture_output=True, text=True, errors="replace", **more)
    if done.returncode:
        raise Problem(f"{' '.join(map(str, argv))}: exit code {done.returncode}\n{(done.stderr or done.stdout)[-2000:]}")
    return done.stdout


def percentile(values, p):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * p / 100))]


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def summary(label, samples, unit, **more):
    """A row of measurements: median, and the range from the 10th to the 90th percentile."""
    return Row(label, statistics.median(samples), unit, low=percentile(samples, 10), high=percentile(samples, 90), n=len(samples), **more)


class Timer:
    """Runs processes pinned to one core, and refuses those that had to share it. `force`: takes them, and counts them."""

    def __init__(self, cpu=None, attempts=3, force=False):
        self.cpu = max(os.sched_getaffinity(0)) if cpu is None else cpu
        self.attempts, self.force, self.refused, self.forced = attempts, force, 0, 0

    def __call__(self, argv, timeout=600):
        """The Run of a command that had its core; None if no attempt had."""
        for _ in range(self.attempts):
            run = engines.pinned([str(a) for a in argv], self.cpu, timeout)
            if run.status != 0:
                raise Problem(f"{' '.join(map(str, argv))}: {'timeout' if run.status is None else f'exit code {run.status}'}\n{run.err[-2000:]}")
            if accepted(run):
                return run
            if self.force:
                self.forced += 1
                return run
            self.refused += 1
        return None


def accepted(run):
    # A process of a few milliseconds waits for its pages longer than it runs.
    return run.share >= LEAST_SHARE or run.wall < 0.02


def alternate(timer, commands, rounds, read):
    """{name: [what `read` makes of a Run, a round]}. The commands take turns within a round; a round counts for all or for none."""
    samples = {name: [] for name in commands}
    for _ in range(rounds):
        runs = {name: timer(argv) for name, argv in commands.items()}
        if all(runs.values()):
            for name, run in runs.items():
                samples[name].append(read(run))
    return samples


def mark_forced(rows, processes):
    """Times of an experiment in which so many processes shared their core: shown with ~, and no verdict."""
    for row in rows:
        if processes and row.kind == TIME and row.value is not None:
            row.note = f"busy: {processes} processes had less than {LEAST_SHARE:.0%} of their core"


def refused(label, unit, timer, **more):
    return Row(label, None, unit, TIME, note=f"refused: {timer.refused} processes had less than {LEAST_SHARE:.0%} of their core", **more)


def machine():
    def first(*argv):
        try:
            return (subprocess.run(argv, capture_output=True, text=True).stdout.splitlines() or [""])[0]
        except FileNotFoundError:
            return "none"

    cpu = ""
    with open("/proc/cpuinfo") as file:
        for line in file:
            if line.startswith("model name"):
                cpu = line.split(":", 1)[1].strip()
                break
    return {"cpu": cpu, "cores": len(os.sched_getaffinity(0)), "kernel": platform.release(),
            "clang": first("clang++-19", "--version"), "gcc": first("g++-12", "--version"),
            "commit": first("git", "-C", ROOT, "rev-parse", "--short=12", "HEAD"), "load": os.getloadavg()[0]}
