#!/usr/bin/env python3
"""Tests of the laboratory itself (bench/lab): that nothing of the documents is dropped, and that it would notice what it should.

    tests/tools/lab.py

The last line says how it went.
"""

import dataclasses
import json
import os
import pickle
import re
import sys
import tempfile
import types

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "bench/lab"))
import experiments
import frame
import page
import run as lab_run

FIGURES, DOCUMENTS = frame.figures()
KNOWN = {e.id: e for e in experiments.ALL}
passed = failed = 0


def check(what, good):
    global passed, failed
    passed += bool(good)
    failed += not good
    if not good:
        print(f"FAILED: {what}", flush=True)


def row(value, **more):
    return frame.Row("a row", value, "bytes", **more)


def test_data():
    check("the experiments are L01 to L27", list(KNOWN) == [f"L{i:02}" for i in range(1, 28)])
    check("every figure is of an experiment", all(f.experiments and set(f.experiments) <= set(KNOWN) for f in FIGURES.values()))
    check("every figure is of a document", all(f.document in DOCUMENTS for f in FIGURES.values()))
    named = {i for f in FIGURES.values() for i in f.experiments}
    check("every experiment has a figure", named == set(KNOWN))
    check("what is not built says what it waits for", all(e.run or e.waits for e in experiments.ALL))
    check("a quick part belongs to a whole", all(e.run for e in experiments.ALL if e.quick))


def test_nothing_is_dropped():
    for e in experiments.ALL:
        mine = [f.id for f in FIGURES.values() if e.id in f.experiments]
        rows = frame.complete(e, [], FIGURES)
        check(f"{e.id} shows all figures without rows of its own", sorted(r.seed for r in rows) == sorted(mine))
        check(f"{e.id} says why there are none", all(r.note and r.verdict(FIGURES) == "not built" for r in rows))
        check(f"{e.id} does not fail for what is not built", not any(r.problem(FIGURES) for r in rows))
        if mine:
            kept = frame.complete(e, [row(1, seed=mine[0])], FIGURES)
            check(f"{e.id} shows a figure once", sorted(r.seed for r in kept) == sorted(mine))


def test_verdicts():
    seed = "oilpan.decompress.bytes"  # 13
    cases = [
        (row(13, seed=seed), "reproduces"),
        (row(12, seed=seed, less_is_better=True), "better"),
        (row(14, seed=seed, less_is_better=True), "differs"),
        (row(14, seed=seed, band=1), "reproduces"),
        (row(12, seed=seed), "differs"),
        (row("13", seed=seed), "differs"),
        (row(None, note="waits"), "not built"),
        (row(None, note="refused: busy"), "refused"),
        (row(5), ""),
        (row(14, seed=seed, note="busy: shared"), "busy"),
    ]
    for r, verdict in cases:
        check(f"{r.value} is '{verdict}'", r.verdict(FIGURES) == verdict)
    for r, is_problem in (
        (row(14, seed=seed), True),
        (row(14, seed=seed, why="It is larger."), False),
        (row(13, expect=14), True),
        (row(13, at_most=12), True),
        (row(13, at_most=13), False),
        (row(None), True),
        (row(1, seed="no.such.figure"), True),
    ):
        check(f"{r} is {'a' if is_problem else 'no'} problem", bool(r.problem(FIGURES)) == is_problem)


def test_refusal():
    def process(share):
        return types.SimpleNamespace(status=0, share=share, wall=1.0, err="", out="")

    check("a process that had its core counts", frame.accepted(process(0.95)))
    check("a process that shared its core does not", not frame.accepted(process(0.5)))
    # `slow` never has its core: neither does the round of `quick` beside it count.
    samples = frame.alternate(
        lambda argv: None if argv == ["slow"] else process(1), {"quick": ["quick"], "slow": ["slow"]}, 3, lambda r: 1
    )
    check("rounds count for all or for none", samples == {"quick": [], "slow": []})
    order = []
    frame.alternate(lambda argv: order.append(argv[0]) or process(1), {"a": ["a"], "b": ["b"]}, 2, lambda r: 1)
    check("builds take turns", order == ["a", "b", "a", "b"])
    timer = frame.Timer(attempts=2)
    real, frame.engines.pinned = frame.engines.pinned, lambda *a: process(0.3)
    check("a timer gives up on a busy machine", timer(["true"]) is None and timer.refused == 2)
    frame.engines.pinned = real
    refused = experiments.refused("a row", "ns", timer)
    frame.engines.pinned = lambda *a: process(0.3)
    forced = frame.Timer(force=True)
    check("--force takes its times, and counts them", forced(["true"]) is not None and forced.forced == 1 and forced.refused == 0)
    frame.engines.pinned = real
    times = [
        row(14, seed="oilpan.decompress.bytes", kind=frame.TIME),
        row(14, seed="oilpan.decompress.bytes", why="It is larger."),
    ]
    frame.mark_forced(times, 1)
    check("a forced time has ~ and no verdict", page.cells(times[0], FIGURES)[2] == "14~" and times[0].verdict(FIGURES) == "busy")
    check("what is no time keeps its verdict", times[1].verdict(FIGURES) == "differs")
    check("what was refused is shown with ~", page.cells(refused, FIGURES)[2] == "–~" and refused.verdict(FIGURES) == "refused")


def test_comparison():
    def results(value, kind):
        return {"L01": [dataclasses.asdict(row(value, kind=kind))]}

    for old, new, kind, differ in (
        (100, 100, frame.EXACT, False),
        (100, 101, frame.EXACT, True),
        (1000, 1005, frame.MEMORY, False),
        (1000, 1020, frame.MEMORY, True),
        (1, 9, frame.TIME, False),
        (1, 9, frame.DRAWN, False),
        ("a", "b", frame.MEMORY, True),
    ):
        check(f"{old} then {new}, {kind}", bool(lab_run.worse(results(old, kind), results(new, kind))) == differ)


def test_planted_instruction():
    lab = types.SimpleNamespace(codegen=experiments.module("tests/codegen/run.py"))
    functions = experiments.Lab.functions
    plain, planted = functions(lab, "decoding"), functions(lab, "decoding", "-DPLANTED")
    check(
        "a planted instruction of one byte shows",
        planted["corrupting"].size == plain["corrupting"].size + 1
        and len(planted["corrupting"].text) == len(plain["corrupting"].text) + 1,
    )
    check("two compilations of one text are alike", functions(lab, "decoding")["branchless"].text == plain["branchless"].text)


def test_planted_reference():
    """A false reference on the stack, of a form that only a whole scan knows, must be seen; and nothing must be where
    there is none."""
    with tempfile.TemporaryDirectory() as folder:
        lab = types.SimpleNamespace(path=lambda *parts: os.path.join(folder, *parts))
        files = experiments.made_documents(lab)
        program = experiments.module("bench/dom/run.py").build_one(
            types.SimpleNamespace(build=os.path.join(ROOT, "build/dom"), cxx="clang++-19"),
            "forms",
            1,
            "-DHALFWORD_STACK_FORMS=ON",
        )
        for forms in experiments.FORMS:
            alone = experiments.held_documents(program, "scan", forms, files)
            for state, seen in experiments.SEEN.items():
                planted = experiments.held_documents(program, state, forms, files)
                check(
                    f"what is planted ({state}) shows where {forms} count: {alone}, {planted}",
                    (planted > alone) == (forms in seen),
                )
        where = [
            [line.split()[0] for line in frame.call(program, "stack", 2, 200, 1, state, *files).splitlines()]
            for state in ("scan", "exact")
        ]
        check("collections happen inside the recursion and between documents", set(where[0]) == {"recursion", "loop"})
        check("they happen in the same places whether the stack is scanned or not", where[0] == where[1])


def test_twin_against_itself():
    """Memory of two copies of one build is the same."""
    shell = os.path.join(ROOT, "build/release/bin/halfword")
    if not os.access(shell, os.X_OK):
        print("not run: two copies of one build (there is no build/release)")
        return
    lab = types.SimpleNamespace(shell=lambda kind="release": shell, path=lambda name: os.path.join(folder, name))
    with tempfile.TemporaryDirectory() as folder:
        one, other = experiments.density(lab, "release", "--only", "objs", "--scale", "0.05")
        check(
            "two copies of one build have heaps that are equal within 1 %",
            0.99 < one["objs"]["live"] / other["objs"]["live"] < 1.01,
        )


def test_pages():
    results = [(e, frame.complete(e, [], FIGURES)) for e in experiments.ALL]
    text = page.page(results, FIGURES, {"cpu": "<none>"}, DOCUMENTS, {})
    check("the page has every experiment", all(f"id={i}>" in text for i in KNOWN))
    check("the page needs nothing else", not re.search(r"<(script|link|img)|src=|url\(", text))
    check("the page escapes what it shows", "&lt;none&gt;" in text)
    markdown = page.markdown(results, FIGURES, {}, DOCUMENTS)
    check("lab.md has every figure", all(f"{f.table}: {f.row}".replace("|", "\\|") in markdown for f in FIGURES.values()))
    if page.plt is not None:
        drawn = page.bars([row(1), row(2)], FIGURES)
        check("a picture is inline", drawn and drawn[0].startswith("<svg"))
        check(
            "a picture says the document's figure and ours",
            all(f">{n}<" in page.bars([row(12, seed="oilpan.decompress.bytes"), row(2)], FIGURES)[0] for n in (12, 13)),
        )
        series = {f"program {i}": i for i in range(9)}
        turned = page.groups({"a share": series, "another": series}, "%")[0]
        check("many bars are grouped by what they are of", turned.count(">a share<") == 1 and ">program 8<" in turned)


def test_whole_program():
    with tempfile.TemporaryDirectory() as folder:
        code = os.system(f"{sys.executable} {ROOT}/bench/lab/run.py L05 L22 --quick --out {folder} > {folder}/out")
        with open(f"{folder}/out") as file:
            text = file.read()
        check("experiments that wait are shown and do not fail", code == 0 and text.count("not built") > 3)
        check("it writes results", sorted(os.listdir(folder)) == ["found.pickle", "lab.html", "lab.md", "out", "results.json"])

        def resumed():
            os.system(f"{sys.executable} {ROOT}/bench/lab/run.py L10 --quick --resume --out {folder} > {folder}/out 2>&1")
            with open(f"{folder}/results.json") as file:
                return sorted(json.load(file)["experiments"])

        check("it goes on from what it has found", resumed() == ["L05", "L10", "L22"])
        with open(f"{folder}/found.pickle", "rb") as file:
            (how, _, cpu), found = pickle.load(file)
        with open(f"{folder}/found.pickle", "wb") as file:
            pickle.dump(([how, "another commit", cpu], found), file)
        check("but not from another commit's", resumed() == ["L10"])


for name, function in list(globals().items()):
    if name.startswith("test_"):
        function()
print(f"{passed} passed, {failed} failed")
sys.exit(1 if failed else 0)
