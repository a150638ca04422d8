"""Runs generated programs on Halfword in all its ways and on node, compares what they print, and reduces what differs.

A batch is one process of each engine, in which each program has an isolate or a realm of its own, so thousands of programs take a
minute. Node says what is right, the release build is compared with it, and every other way of running (MODES) with the release
build: each has a share of every batch. Where node itself departs from the specification is in node_differences.txt.
"""

import collections
import difflib
import itertools
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time

import generator
import reduce

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PRELUDE = os.path.join(HERE, "prelude.js")
BATCH = 200
BUSY = 10  # so many times its share of processor time a program may take by the clock
GRAPH_TURNS = 6  # every so many turns it is graphs of modules
FULL_LOG = 1000  # entries, prelude.js
NODE_FLAGS = [
    "--harmony-shadow-realm",
    "--harmony-rab-gsab-transfer",
    "--harmony-array-grouping",
    "--harmony-iterator-helpers",
    "--unhandled-rejections=none",
    "--max-old-space-size=512",
]
REPORT = re.compile(r"(AddressSanitizer|UndefinedBehaviorSanitizer|runtime error|check failed|[Aa]ssert\w*|verif\w*)[^\n]*")

DECORATORS = re.compile(r"@[\w(]|\baccessor [\w#\[]")
# Node has no decorators, and node 20 nothing or other things of these, which only programs of Maker.reentry use.
ONLY_HERE = re.compile(
    DECORATORS.pattern
    + r"|(?s:again\(.*(?:groupBy|fromAsync|getOrInsert|Iterator\.from|\.(?:union|intersection|difference|symmetricDifference|is(?:Subset|Superset)Of|isDisjointFrom)\(|\.values\(\)\.(?:map|filter|flatMap|take|drop)\())"
)
PROPOSALS = re.compile(f"ShadowRealm|{DECORATORS.pattern}")

# name → (preset, arguments of the host, seconds of processor time that a batch may take). {n} varies with the batch.
MODES = {
    "release": ("release", [], 20),
    "twin": ("full-pointers", [], 20),
    "gc-stress": ("release", ["--gc-stress={n}"], 60),
    "gc-steps": ("release", ["--gc-step-stress={n}"], 60),
    "gc-threads": ("release", ["--gc-threads=2", "--gc-step-stress={n}"], 60),
    "caches": ("release", ["--verify-caches"], 60),
    "caches-tiers": ("release", ["--verify-caches", "--random-tiers={n}"], 120),
    "clones": ("release", ["--clones"], 60),
    "freeze": ("release", ["--freeze"], 60),
    "interpreter": ("release", ["--interpreter"], 20),
    "jitless": ("release", ["--jitless"], 20),
    "baseline": ("release", ["--baseline"], 40),
    "optimized": ("release", ["--optimized"], 60),
    "optimized-steps": ("release", ["--optimized", "--gc-step-stress={n}"], 120),
    "optimized-images": ("release", ["--optimized", "--clones", "--freeze"], 120),
    "optimized-asan": ("asan", ["--optimized", "--gc-step-stress={n}"], 240),
    "tiers": ("release", ["--random-tiers={n}"], 120),
    "tail-calls": ("release", ["--tail-calls"], 20),
    "tail-calls-tiers": ("release", ["--tail-calls", "--random-tiers={n}", "--freeze"], 120),
    "tiers-images": ("release", ["--random-tiers={n}", "--clones", "--freeze"], 120),
    "tiers-twin": ("full-pointers", ["--random-tiers={n}"], 120),
    "tiers-asan": ("asan", ["--random-tiers={n}", "--gc-step-stress={n}"], 240),
    "asan": ("asan", ["--verify-caches"], 120),
    "asan-steps": ("asan", ["--gc-step-stress={n}"], 180),
}


class Outcome:
    """What a process did: its lines by seed, and how it ended."""

    def __init__(self, lines, status, text):
        self.lines, self.status, self.text = lines, status, text

    def died(self):
        """How, in a word that is the same for the same cause; None: it did not."""
        if self.status == "timeout":
            return "timeout"
        report = REPORT.search(self.text)
        if self.status < 0 or self.status > 3 or report:
            return (
                re.sub(r"0x\w+| on address.*|^.*?(?=src/)", "", report[0])[:120]
                if report
                else signal.Signals(-self.status).name
                if self.status < 0
                else f"exit code {self.status}"
            )
        return None


class Engine:
    def __init__(self, name, command, seconds):
        self.name, self.command, self.seconds = name, command, seconds
        self.environment = dict(
            os.environ,
            ASAN_OPTIONS="detect_leaks=0:quarantine_size_mb=16:allocator_may_return_null=1:handle_segv=1",
            UBSAN_OPTIONS="print_stacktrace=1",
            TZ="Etc/UTC",
        )

    def run(self, path, seconds=None):
        """Seconds of processor time: on a machine that is busy with others a program is not slow."""
        seconds = seconds or self.seconds
        try:
            done = subprocess.run(
                ["prlimit", f"--cpu={seconds}", *self.command, PRELUDE, path],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=seconds * BUSY,
                env=self.environment,
            )
            status, out, text = done.returncode, done.stdout, done.stderr
            if status in (-signal.SIGXCPU, -signal.SIGKILL):
                status = "timeout"
        except subprocess.TimeoutExpired as e:
            status, out, text = "timeout", e.stdout or b"", e.stderr or b""
        lines = dict(line.partition(" ")[::2] for line in out.decode("utf-8", "replace").split("\n") if line)
        return Outcome(lines, status, text.decode("utf-8", "replace")[-8000:])


def node(*options):
    found = shutil.which("node")
    return Engine("node", [found, *NODE_FLAGS, os.path.join(HERE, "node_host.js"), *options], 20) if found else None


def is_graph(text):
    return text.startswith("//// ")


def write_programs(folder, name, programs):
    """A file that runs [(seed, text)]; graphs of modules are folders beside it."""
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as out:
        for seed, text in programs:
            head = f"//# program {seed}{' harmony' * bool(PROPOSALS.search(text))}"
            if is_graph(text):
                *modules, text = re.split(r"^////", text, flags=re.M)[1:]
                at = os.path.join(folder, f"{os.path.splitext(name)[0]}-{seed}")
                shutil.rmtree(at, ignore_errors=True)
                os.makedirs(at)
                for module in modules:
                    file, _, source = module.partition("\n")
                    with open(os.path.join(at, os.path.basename(file.strip()) or "none"), "w", encoding="utf-8") as to:
                        to.write(source)
                text = text.strip().replace("HERE", repr(at))
            out.write(f"{head}\nrun({seed}, {text});\n")
    return path


def engine(mode, seed=0):
    preset, options, seconds = MODES[mode]
    path = os.path.join(ROOT, "build", preset, "bin", "fuzz_host")
    turn = seed // BATCH
    n = (1, 3, 17, 101)[turn % 4] if "steps" in mode else (101, 401, 1999)[turn % 3]
    return Engine(mode, [path, *(o.format(n=n) for o in options)], seconds) if os.access(path, os.X_OK) else None


# ---- What node does differently ----


def known_differences():
    """[(pattern of node's entry, pattern of ours, pattern of the program)] of node_differences.txt; any may be None."""
    found, current = [], {}
    with open(os.path.join(HERE, "node_differences.txt"), encoding="utf-8") as file:
        for line in [*file, ""]:
            line = line.rstrip("\n")
            if line.startswith("#"):
                continue
            name, colon, pattern = line.partition(": ")
            if colon:
                current[name] = re.compile(pattern)
            elif current:
                found.append((current.get("node"), current.get("here"), current.get("program")))
                current = {}
    return found


DIFFERENCES = known_differences()


def first_difference(expected, actual):
    a, b = expected.split(" | "), actual.split(" | ")
    for i in range(max(len(a), len(b))):
        x, y = a[i] if i < len(a) else "", b[i] if i < len(b) else ""
        if x != y:
            return x, y
    return "", ""


def differing(expected, actual):
    """Ways to pair the entries of the log that differ, one after the other; an entry that the other has not is paired with an empty one."""
    a, b = expected.split(" | "), actual.split(" | ")
    if len(a) == len(b):
        yield [(x, y) for x, y in zip(a, b) if x != y]
    if len(a) != len(b) or len(a) == FULL_LOG:
        yield list(aligned(a, b))


def aligned(a, b):
    for what, i, j, k, n in difflib.SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        # An entry more at the front pushes another one out at the end of a full log.
        pushed_out = (what == "delete" and j == len(a) and len(b) == FULL_LOG) or (
            what == "insert" and n == len(b) and len(a) == FULL_LOG
        )
        if what != "equal" and not pushed_out:
            yield from itertools.zip_longest(a[i:j], b[k:n], fillvalue="")


def is_explained(expected, actual, text):
    """Whether every entry of the log that differs is one of the known differences."""

    def explains(difference, x, y):
        node_pattern, here_pattern, program = difference
        if program and not program.search(text):
            return False
        if not node_pattern:
            return True
        return node_pattern.search(x) and here_pattern.search(y) and node_pattern.sub("…", x) == here_pattern.sub("…", y)

    return any(all(any(explains(d, x, y) for d in DIFFERENCES) for x, y in pairs) for pairs in differing(expected, actual))


# ---- Findings ----


class Finding:
    """`why` is what is the same for findings of one cause."""

    def __init__(self, mode, seed, why, text, expected, actual, command):
        self.mode, self.seed, self.why, self.text, self.expected, self.actual, self.command = (
            mode,
            seed,
            why,
            text,
            expected,
            actual,
            command,
        )

    def __str__(self):
        lines = [f"FOUND {self.mode}, seed {self.seed}: {self.why}"]
        if self.expected is not None:
            lines += [f"  expected {self.expected[:600]}", f"  but got  {str(self.actual)[:600]}"]
        return "\n".join(lines + ["  | " + line for line in self.text.split("\n")])

    def source(self):
        """The file that keeps it as a test."""
        head = [f"// Found by {self.mode}, seed {self.seed}: {self.why}".replace("\n", " ")]
        if self.expected is not None:
            head.append("// expect: " + self.expected)
        return "\n".join(head) + "\n" + self.text + "\n"


def kind_of(entry):
    """Of an entry of the log: an error by its name, anything else by how it begins."""
    error = re.search(r"!\s?\w+|^\w*Error$", entry)
    return error[0] if error else re.sub(r"[\w\"-]+.*", "…", entry)[:12]


class Fuzzer:
    def __init__(self, folder, keep, modes, deadline, say=print):
        self.folder, self.kept, self.deadline, self.say = folder, keep, deadline, say
        self.node = node()
        self.engines = [m for m in modes if engine(m)]
        self.findings, self.whys, self.times = [], set(), collections.Counter()
        self.counts = dict.fromkeys(["node", "explained", "broken", *self.engines], 0)

    def write(self, name, programs):
        return write_programs(self.folder, name, programs)

    def run(self, machine, programs):
        """Lines by seed, and what ended the process: [(seed, Outcome)]. Goes on with the programs behind each that ended it."""
        lines, ends = {}, []
        while programs:
            outcome = machine.run(self.write(f"batch-{machine.name}.js", programs))
            lines.update(outcome.lines)
            left = [p for p in programs if str(p[0]) not in outcome.lines]
            if not left:
                break
            culprit = left[0]
            ends.append((culprit[0], outcome))
            programs = left[1:]
            if len(ends) > 8:
                break
        return lines, ends

    def batch(self, seeds, turn):
        """Runs programs on node and in the release build, and in each other way the next ones of them."""
        graphs = turn % GRAPH_TURNS == GRAPH_TURNS - 1
        programs = [(s, (generator.make_graph if graphs else generator.make)(s)) for s in seeds[: 80 if graphs else None]]
        texts = dict(programs)
        expected = {}
        if self.node:
            for_node = [p for p in programs if not ONLY_HERE.search(p[1])]
            expected, ends = self.run(node("--modules") if graphs else self.node, for_node)
            gone = {s for s, _ in ends}
            programs = [p for p in programs if p[0] not in gone]  # node is out of memory or time, and so might be others
            self.counts["node"] += len(expected)
        reference, ends = self.run(engine("release"), programs)
        self.counts["release"] += len(reference)
        for seed, outcome in ends:
            self.found("release", seed, texts[seed], outcome, None)
        self.counts["broken"] += sum(line == "!broken" for line in reference.values())
        for seed in seeds:
            theirs, ours = expected.get(str(seed)), reference.get(str(seed))
            if theirs is not None and ours is not None and theirs != ours:
                if is_explained(theirs, ours, texts[seed]):
                    self.counts["explained"] += 1
                else:
                    self.found("release", seed, texts[seed], None, "node")
        gone = {s for s, _ in ends}
        programs = [p for p in programs if p[0] not in gone]
        others = [m for m in self.engines if m != "release"]
        for i, mode in enumerate(others):
            share = programs[(i + turn) % len(others) :: len(others)]
            lines, ends = self.run(engine(mode, seeds[0]), share)
            self.counts[mode] += len(lines)
            for seed, outcome in ends:
                self.found(mode, seed, texts[seed], outcome, None)
            for seed, _ in share:
                line = lines.get(str(seed))
                if line is not None and line != reference.get(str(seed)):
                    self.found(mode, seed, texts[seed], None, "release")

    def found(self, mode, seed, text, outcome, other):
        """Sees whether a program does it by itself, makes it small and keeps it."""
        machine = engine(mode, seed - seed % BATCH)
        authority = self.node and not ONLY_HERE.search(text) and node(*(["--modules"] if is_graph(text) else []))
        judge = authority if other == "node" else engine("release") if other else None
        # What collects at each allocation is slow, and no finding.
        seconds = max(10, machine.seconds)

        def observe(candidate):
            """(why, expected, actual), or None."""
            path = self.write("candidate.js", [(0, candidate)])
            mine = machine.run(path, seconds)
            if outcome:
                how = mine.died()
                if not how and mine.status == 3:
                    how = "a limit was reached"
                return (how, None, None) if how else None
            if mine.status != 0 or "0" not in mine.lines:
                return None
            theirs = judge.run(path, 10)
            if theirs.status != 0 or "0" not in theirs.lines or theirs.lines["0"] == mine.lines["0"]:
                return None
            if other == "node" and is_explained(theirs.lines["0"], mine.lines["0"], candidate):
                return None
            x, y = first_difference(theirs.lines["0"], mine.lines["0"])
            return f"{kind_of(x)} and not {kind_of(y)}", theirs.lines["0"], mine.lines["0"]

        first = observe(text)
        if not first:
            # Only together with others of its batch, or a limit that the batch has reached together.
            if outcome and outcome.died() and outcome.died() != "timeout":
                self.keep(
                    Finding(mode, seed, outcome.died() + " (only within its batch)", text, None, outcome.text, machine.command)
                )
            return
        why = first[0]
        self.times[mode, why] += 1
        if self.times[mode, why] > 4:  # the same again, most likely
            return self.keep(Finding(mode, seed, why + " (not reduced)", text, first[1], first[2], machine.command), quiet=True)
        deadline = min(time.monotonic() + 40, max(self.deadline, time.monotonic() + 10))
        small = reduce.reduce(text, lambda candidate: (observe(candidate) or [None])[0] == why, deadline)
        seen = observe(small) or first
        expected = seen[1]
        if outcome and authority:
            theirs = authority.run(self.write("candidate.js", [(0, small)]), 10)
            expected = theirs.lines.get("0")
        self.keep(Finding(mode, seed, why, small, expected, seen[2], machine.command))

    def keep(self, finding, quiet=False):
        # One cause is found again and again: programs that have become the same up to names and literals are one.
        key = finding.why + re.sub(r"[\w$]*\d+|'[^']*'", "…", finding.text)
        if key in self.whys:
            return
        self.whys.add(key)
        self.findings.append(finding)
        self.say(str(finding).split("\n")[0] if quiet else str(finding))
        with open(os.path.join(self.kept, f"{finding.mode}-{finding.seed}.js"), "w", encoding="utf-8") as out:
            out.write(finding.source())

    def fuzz(self, seed, most=None):
        """Programs from `seed` on until the deadline, and at most so many."""
        turn = 0
        while time.monotonic() < self.deadline and (most is None or turn * BATCH < most):
            first = seed + turn * BATCH
            self.batch(list(range(first, first + BATCH)), turn)
            turn += 1


# ---- Kept findings ----


def replay(folder, modes, say=print):
    """Runs every kept program in every way. Returns (passed, failed)."""
    passed = failed = 0
    for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
        if not name.endswith(".js"):
            continue
        path = os.path.join(folder, name)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        expected = re.search(r"^// expect: (.*)$", text, re.M)
        body = re.sub(r"\A(// .*\n)+", "", text).rstrip()
        with tempfile.TemporaryDirectory() as scratch:
            program = write_programs(scratch, "kept.js", [(0, body)])
            for mode in modes:
                machine = engine(mode)
                if not machine:
                    continue
                outcome = machine.run(program)
                bad = (
                    outcome.died()
                    or outcome.status != 0
                    and f"exit code {outcome.status}"
                    or expected
                    and outcome.lines.get("0") != expected[1]
                    and f"printed {outcome.lines.get('0')}"
                )
                passed, failed = passed + (not bad), failed + bool(bad)
                if bad:
                    say(f"FAILED {name}, {mode}: {bad}")
    return passed, failed
