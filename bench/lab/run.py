#!/usr/bin/env python3
"""The laboratory: every table and chart of the documents that Halfword follows, reproduced, with their figures beside ours.

    bench/lab/run.py [ID …] [--quick] [--rounds 5] [--force] [--out build/lab] [--compare OLD.json] [--resume]
    bench/lab/run.py --list

The documents' figures are data (seeds.json). L01 to L27 are experiments (experiments.py); each says whether its figures are exact,
memory (within 1 % from run to run) or time. Builds take turns within a round; a time is the median of the rounds with its 10th
and 90th percentile, and is refused, which `~` shows, if the process had less than 90 % of its core; --force takes it all the same, with
`~` and without a verdict. What nothing measures yet is shown as "not built" with what it waits for.

--quick runs what is exact, within minutes; `make test` does that. Written to --out: results.json, lab.md, lab.html. $OCTANE and
$CPPGC are checkouts for L13 and L27. --resume takes what former runs of this commit on this machine have found, so that the whole
can be run in pieces. Exit code 1: an experiment failed, an exact figure has changed, or a figure that
differs from the document's has no sentence that says why.
"""

import argparse
import dataclasses
import json
import os
import pickle
import sys
import time

import experiments
import frame
import page


def worse(old, new):
    """Where two runs of one commit disagree: exact figures that are not equal, memory beyond 1 %."""
    problems, before = [], {(i, r["label"], r["unit"]): r for i, rows in old.items() for r in rows}
    for name, rows in new.items():
        for row in rows:
            was = before.get((name, row["label"], row["unit"]))
            if was is None or None in (was["value"], row["value"]) or row["kind"] in (frame.TIME, frame.DRAWN):
                continue
            same = was["value"] == row["value"]
            if row["kind"] == frame.MEMORY and not same and not isinstance(row["value"], str):
                same = abs(row["value"] - was["value"]) <= 0.01 * max(abs(was["value"]), abs(row["value"]))
            if not same:
                problems.append(f"{name} {row['label']}: {was['value']} then, {row['value']} now")
    return problems


class Found:
    """What runs of one commit on one machine have found, kept in a file as they go: {id: (rows, what its picture is drawn from)}."""

    def __init__(self, path, machine, quick, resume):
        self.path, self.of, self.experiments = path, ["a quick run" if quick else "a run", machine["commit"], machine["cpu"]], {}
        if resume and os.path.exists(path):
            with open(path, "rb") as file:
                of, experiments_ = pickle.load(file)
            if of == self.of:
                self.experiments = experiments_
            else:
                print(f"{path} is of {', '.join(of)}: nothing of it is taken", file=sys.stderr)

    def add(self, name, *found):
        self.experiments[name] = found
        with open(self.path, "wb") as file:
            pickle.dump((self.of, self.experiments), file)


def run_one(experiment, lab, quick):
    """Its rows, and what went wrong."""
    function = experiment.quick if quick else experiment.run
    if function is None:
        if quick and experiment.run is not None:
            return [], "", "not run: only in a whole run (make lab)"
        return [], "", experiment.waits
    try:
        return function(lab), "", experiment.waits
    except frame.Problem as problem:
        return [], str(problem), f"the experiment failed: {str(problem).splitlines()[0]}"


def measure(experiment, lab, quick):
    """Its rows, those for figures that have none included, and what went wrong."""
    forced = lab.timer.forced
    rows, failure, waits = run_one(experiment, lab, quick)
    frame.mark_forced(rows, lab.timer.forced - forced)
    return frame.complete(dataclasses.replace(experiment, waits=waits), rows, lab.figures), failure


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ids", nargs="*", metavar="ID")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--force", action="store_true", help="take times of a busy machine, too")
    parser.add_argument("--out", default=os.path.join(frame.ROOT, "build", "lab"))
    parser.add_argument("--compare", metavar="OLD.json", help="results of another run of the same commit")
    parser.add_argument("--resume", action="store_true", help="what former runs of this commit have found counts as found")
    parser.add_argument("--list", action="store_true")
    args = parser.parse_args()
    figures, documents = frame.figures()
    known = {e.id: e for e in experiments.ALL}
    if args.list:
        for e in experiments.ALL:
            state = "waits" if e.run is None else "quick" if e.quick else "whole"
            print(f"{e.id}  {state:<6}{e.exactness:<7}{e.title}: {e.command}" + (f"; waits for {e.waits}" if e.waits else ""))
        return
    if unknown := [i for i in args.ids if i not in known]:
        sys.exit(f"no such experiment: {', '.join(unknown)} (--list shows them)")
    lab = experiments.Lab(args, frame.Timer(force=args.force))
    lab.figures = figures
    machine, results, problems, exact = frame.machine(), [], [], 0
    kept = Found(lab.path("found.pickle"), machine, args.quick, args.resume)
    chosen = [known[i] for i in args.ids] or experiments.ALL
    for experiment in experiments.ALL if args.resume else chosen:
        start = time.monotonic()
        if experiment in chosen and (args.ids or experiment.id not in kept.experiments):
            rows, failure = measure(experiment, lab, args.quick)
            if not failure:
                kept.add(experiment.id, rows, lab.pictures.get(experiment.id))
        elif experiment.id in kept.experiments:
            failure, (rows, lab.pictures[experiment.id]) = "", kept.experiments[experiment.id]
        else:
            continue
        if failure:
            problems.append(f"{experiment.id}: {failure}")
        for row in rows:
            if problem := row.problem(figures):
                problems.append(f"{experiment.id}, {row.label}: {problem}")
            exact += row.value is not None and (row.expect is not None or row.at_most is not None)
        results.append((experiment, rows))
        print(page.text(experiment, rows, figures), flush=True)
        print(f"{experiment.id} took {time.monotonic() - start:.0f} s", file=sys.stderr, flush=True)
    found = {e.id: [{**dataclasses.asdict(r), "verdict": r.verdict(figures)} for r in rows] for e, rows in results}
    if args.compare:
        with open(args.compare) as file:
            problems += worse(json.load(file)["experiments"], found)
    os.makedirs(args.out, exist_ok=True)
    for name, content in (("results.json", json.dumps({"machine": machine, "experiments": found}, indent=1)),
                          ("lab.md", page.markdown(results, figures, machine, documents)),
                          ("lab.html", page.page(results, figures, machine, documents, lab.pictures))):
        with open(os.path.join(args.out, name), "w", encoding="utf-8") as file:
            file.write(content)
    verdicts = [r.verdict(figures) for _, rows in results for r in rows if r.seed]
    print(", ".join(f"{verdicts.count(v)} {v}" for v in ("reproduces", "better", "differs", "refused", "busy", "not built") if verdicts.count(v))
          + f"; {lab.timer.refused} processes refused; in {args.out}")
    for problem in problems:
        print(f"FAILED: {problem}")
    print(f"{exact - len(problems) if exact > len(problems) else 0} passed, {len(problems)} failed")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
