#!/usr/bin/env python3
"""bench/results.py: planted faults between pages and the file of figures, what a run keeps, and how output becomes figures.

tests/tools/results.py
"""

import json
import os
import subprocess
import sys
import tempfile
from types import SimpleNamespace

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.dirname(HERE), os.path.join(ROOT, "bench")]
import results as tool
from checks import check, finish
from figures import groups, pages, tables
from figures.store import Results, Unknown

README, PAGE, PICTURE, FILE = "README.md", "docs/a.md", "docs/isolates.svg", "results.json"
SPEED = "The mean is <!--=octane/mean/halfword-->300<!--/-->, <!--=octane/mean/halfword:node-->0.50<!--/--> of V8's."
TEXT = f"""# A page

{SPEED}

<!-- source: octane -->

<!-- end -->

<!-- results: octane -->

<!-- end -->
"""


def run_of(figures, date="2026-11-30", **more):
    """A run of nothing, with these figures."""
    fields = {"date": date, "commit": "0123abcd", "machine": {"processor": "an abacus"}, "versions": {}, "commands": ["count x"]}
    return fields | {"figures": figures} | more


def octane(mean=300):
    return {"Richards": {"halfword": 100, "node": 200}, "mean": {"halfword": mean, "node": 600}}


ISOLATES = {"unmapped": {"halfword": 35, "V8": 1000}, "memory": {"halfword": 21, "V8": 809}}
GROUPS = {"octane": [run_of(octane())], "isolates": [run_of(ISOLATES)]}


class Tree:
    """A small repository whose pages are those of the file."""

    def __init__(self, root, file=GROUPS):
        self.root = root
        os.mkdir(os.path.join(root, "docs"))
        self.put(README, "# It\n\n<!-- results: picture -->\n\n<!-- end -->\n\n" + SPEED + "\n")
        self.put(PAGE, TEXT)
        self.put(PICTURE, "")
        self.put(FILE, json.dumps(file))

    def put(self, name, text):
        with open(os.path.join(self.root, name), "w", encoding="utf-8") as out:
            out.write(text)

    def get(self, name):
        with open(os.path.join(self.root, name), encoding="utf-8") as file:
            return file.read()

    def tool(self, *arguments):
        """Whether bench/results.py succeeds, and what it prints."""
        argv = [sys.executable, os.path.join(ROOT, "bench/results.py"), "--root", self.root]
        done = subprocess.run(
            [*argv, "--file", os.path.join(self.root, FILE), *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        return done.returncode == 0, done.stdout


# The fault, the file that has it, what stands there, what is put in its place, and a word of the complaint.
FAULTS = [
    ("a figure in a sentence differs", PAGE, "halfword-->300<", "halfword-->301<", "line 3"),
    ("a figure stands in two places with two values", README, "halfword-->300<", "halfword-->290<", README),
    ("a ratio differs", PAGE, "node-->0.50<", "node-->0.60<", "line 3"),
    ("a figure of a table differs", PAGE, "| Richards | 100 |", "| Richards | 101 |", "Richards"),
    ("a row of a table is gone", PAGE, "| Richards | 100 | 200 | 0.50 |\n", "", "line"),
    ("the day of a run differs", PAGE, "30 November 2026", "29 November 2026", "29 November"),
    ("a command differs", PAGE, "    count x\n", "    count y\n", "count y"),
    ("a figure has a key of no group", PAGE, "octane/mean/halfword-->", "octave/mean/halfword-->", "octave"),
    ("a figure has a key of no row", PAGE, "octane/mean/halfword-->", "octane/median/halfword-->", "median"),
    ("a figure has a key of two parts", PAGE, "octane/mean/halfword-->", "octane/mean-->", "octane/mean is no figure"),
    ("a table has a name of none", PAGE, "<!-- results: octane -->", "<!-- results: octave -->", "octave is no table"),
    ("a figure's marker is open", PAGE, "300<!--/-->", "300", "half"),
    ("a figure's marker has only an end", PAGE, "<!--=octane/mean/halfword-->", "", "half"),
    ("a figure begins a line", PAGE, "is <!--=octane/mean/halfword-->", "is\n<!--=octane/mean/halfword-->", "begins a line"),
    ("a table has no end", PAGE, "0.50 |\n\n<!-- end -->", "0.50 |\n", "does not end"),
    ("a source has no end", PAGE, "count x\n\n<!-- end -->", "count x\n", "does not end"),
    ("the picture differs", PICTURE, "35 µs", "36 µs", PICTURE),
    ("the picture's words differ", README, "Halfword 35 µs", "Halfword 36 µs", README),
    ("the file is cut off", FILE, "}]}", "}", "results.json"),
    ("a run has no date", FILE, '"date": "2026-11-30", ', "", "no date"),
    ("a figure is no number", FILE, '"halfword": 100', '"halfword": "100"', "Richards"),
]


def test_faults():
    for what, name, old, new, word in FAULTS:
        with tempfile.TemporaryDirectory() as root:
            tree = Tree(root)
            tree.tool("--write")
            ok, text = tree.tool("--check")
            check(f"{what}: it is right before", ok, text)
            check(f"{what}: it can be planted", old in tree.get(name), tree.get(name))
            tree.put(name, tree.get(name).replace(old, new, 1))
            ok, text = tree.tool("--check")
            check(f"{what}: it is found", not ok and word in text and "Traceback" not in text, text)


def test_writing():
    with tempfile.TemporaryDirectory() as root:
        tree = Tree(root)
        ok, text = tree.tool("--write")
        check("pages are written", ok and "| Richards | 100 | 200 | 0.50 |" in tree.get(PAGE), text + tree.get(PAGE))
        before = tree.get(PAGE)
        tree.put(FILE, json.dumps({**GROUPS, "octane": [run_of(octane(450))]}))
        tree.tool("--write")
        here = "-->450<!--/-->, <!--=octane/mean/halfword:node-->0.75<"
        check("a new figure stands wherever it stood", here in tree.get(PAGE) and here in tree.get(README), tree.get(PAGE))
        tree.put(FILE, json.dumps(GROUPS))
        tree.tool("--write")
        check("nothing else changes", tree.get(PAGE) == before, tree.get(PAGE))
        tree.put(README, "<!-- results: octane -->\n")
        tree.put(FILE, json.dumps({**GROUPS, "octane": [run_of(octane(450))]}))
        ok, text = tree.tool("--write")
        check("with a fault in one page no page is written", not ok and tree.get(PAGE) == before, text)


def test_store():
    with tempfile.TemporaryDirectory() as root:
        store = Results(os.path.join(root, FILE))
        store.put("octane", run_of({"a": {"x": 1.0, "peer": 4.0}}, "2026-11-01"))
        store.put("octane", run_of({"a": {"x": 2.0}}, "2026-11-02"))
        check("what a new run lacks is kept", store.get("octane/a/peer")[0] == 4.0)
        check("what it has is of the new run", store.get("octane/a/x")[0] == 2.0)
        check("a ratio is of one run", store.get("octane/a/peer:x")[0] == 4.0)
        check(
            "a star marks another run",
            pages.figure(store, "octane/a/peer") == "4\\*" and pages.figure(store, "octane/a/x") == "2",
        )
        check("a source names both days", "1 November" in " ".join(tables.source(store, "octane")))
        store.put("octane", run_of({"a": {"x": 3.0, "peer": 5.0}}, "2026-11-03"))
        check("a run of which nothing is left goes", [run["date"] for run in store.runs("octane")] == ["2026-11-03"])
        store.put("parts", run_of({"a": {"x:y": 0.7}}))
        check("a ratio may be all that is known", store.get("parts/a/x:y")[0] == 0.7)
        store.save()
        check("a file is read as it was written", Results(store.path).groups == store.groups)
        for key in ("octane/a/z", "octane/a", "none/a/x", "octane/a/x:z", "octane/a/x/y"):
            try:
                check(f"{key} is no figure", False, str(store.get(key)))
            except Unknown:
                check(f"{key} is no figure", True)


def test_bars():
    with tempfile.TemporaryDirectory() as root:
        store = Results(os.path.join(root, FILE))
        figures = {"cycle": 100.0, "left": 8.0, "freeze": 200.0}
        store.put("isolates", run_of({key: {"halfword": value} for key, value in figures.items()}))
        missed = [row for row in tables.isolates(store) if "missed" in row]
        check("only a bar that is missed is marked", len(missed) == 1 and "8 MiB | 5 MiB" in missed[0], str(missed))
        older = {"list.sequential": {"halfword": 2.0, "full": 1.0}, "pause.max": {"halfword": 12.0}}
        store.put("gc", run_of(older, "2026-11-01"))
        store.put("gc", run_of({"list.sequential": {"halfword": 1.0, "full": 2.0}}, "2026-11-02"))
        list_bar, pause_bar = (
            next(row for row in tables.gc_bars(store) if word in row) for word in ("a list in order", "longest")
        )
        check("a bar of two managers is judged within the new run", "| met |" in list_bar, list_bar)
        check("a bar that it lacks is judged by the run before", "| **missed** |" in pause_bar, pause_bar)


def test_digits():
    for value, text in (
        (1234.5, "1,234"),
        (99.96, "100"),
        (20.7, "20.7"),
        (24, "24"),
        (1.05, "1.05"),
        (0.25, "0.25"),
        (0.025, "0.025"),
    ):
        check(f"{value} is written {text}", tables.in_digits(value) == text, tables.in_digits(value))


def test_reading():
    scores = {"scores": {"halfword": {"Richards": 4.0, "zlib": 9.0}, "node": {"Richards": 1.0, "zlib": None}}}
    rows = groups.read_octane(scores)
    check("a score that failed is no figure", rows["zlib"] == {"halfword": 9.0}, str(rows))
    check("means are over what every engine finished", rows["mean"] == {"halfword": 4.0, "node": 1.0}, str(rows))
    parts = groups.read_jetstream({"best": {"a": {"x": 2.0, "y": 8.0}, "b": {"x": 8.0, "y": 2.0}}})
    check("means of times are geometric", all(abs(v - 4) < 1e-9 for v in parts["mean"].values()), str(parts))
    limits = groups.read_limits(
        [{"family": "loops", "samples": 3, "processor_ms": {"p50": 1}}, {"guest": "loops/x", "processor_ms": 2}]
    )
    check("limits are by family", limits == {"loops": {"samples": 3, "p50": 1}}, str(limits))
    check("figures of the collector are by manager", groups.read_gc({"trees boehm": 1.73456}) == {"trees": {"boehm": 1.735}})


def arguments(path, **more):
    values = {"file": path, "busy": True, "no_build": True, "quick": False, "octane": None, "jetstream": None}
    return SimpleNamespace(**{**values, "quickjs": None, "modules": None, **more})


def test_running():
    line = """'{"family": "loops", "samples": 1, "processor_ms": {"p50": 7}}'"""
    good = groups.Group("limits", 1, f"echo {line}", "", groups.read_limits, without_json=True)
    bad = groups.Group("octane", 1, "false {octane}", "", groups.read_octane)
    odd = groups.Group("parts", 1, "echo '{a'", "", groups.read_limits, without_json=True)
    with tempfile.TemporaryDirectory() as root:
        store = Results(os.path.join(root, FILE))
        store.groups = {"octane": [run_of(octane())]}
        problems = tool.run(arguments(store.path, octane=root), store, [bad, odd, good])
        saved = Results(store.path)
        check("a group that fails is told", len(problems) == 2 and "octane: exit code 1" in problems[0], str(problems))
        check("one whose output is odd is told", "parts" in problems[-1] and "cannot be read" in problems[-1], str(problems))
        check("it keeps its figures", saved.groups["octane"] == [run_of(octane())])
        check("the next one runs, and its figures are saved", saved.get("limits/loops/p50")[0] == 7)
        run = saved.runs("limits")[0]
        check("machine and commit are taken down", run["machine"]["cores"] >= 1 and len(run["commit"]) >= 8, str(run))
        tool.machine.load = lambda: 3.0
        try:
            tool.run(arguments(store.path, busy=False), store, [good])
            check("a machine with other work is refused", False)
        except SystemExit as refusal:
            check("a machine with other work is refused", "a load of 3.0" in str(refusal), str(refusal))
        tool.run(arguments(store.path), store, [good])
        check("a run beside other work says so", "other work" in Results(store.path).runs("limits")[0]["note"])
        for what, options, word in (
            ("a group without its folder", ["--only", "octane"], "--octane FOLDER"),
            ("a folder that is none", ["--only", "octane", "--octane", root + "/x"], "is no folder"),
            ("an unknown group", ["--only", "octave"], "there is no group octave"),
        ):
            ok, text = tool_alone(*options)
            check(f"{what} is refused", not ok and word in text, text)
        ok, text = tool_alone("--quick", "--busy", "--no-build", "--only", "startup")
        check("quick figures do not go into the file of the pages", not ok and "--file" in text, text)
    check("an option whose folder nobody named is left out", tool.arguments_of("x --modules {modules} y", {}) == ["x", "y"])
    check(
        "pages name a folder in capitals",
        tool.shown("x {octane} --modules {modules}", {"modules": "/a"}) == "x OCTANE --modules MODULES",
    )


def tool_alone(*options):
    argv = [sys.executable, os.path.join(ROOT, "bench/results.py"), *options]
    done = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode == 0, done.stdout


def main():
    test_faults()
    test_writing()
    test_store()
    test_bars()
    test_digits()
    test_reading()
    test_running()
    finish()


if __name__ == "__main__":
    main()
