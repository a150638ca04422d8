#!/usr/bin/env python3
"""Writes what is generated of docs/conformance.md, or says whether the page and README.md's figures still tell the truth.

    tests/test262/report.py --write [--results FILE [--suite NAME]] [--peers FILE]
    tests/test262/report.py --check [--results FILE]

--results is what run.py --json has written of a whole run, and --peers what peers.py --json has. What is not given keeps the
tables that the page has. The known failures come from expectations.txt, so they need no run. --check compares them with the
page and, with results of the same files, the scores by folder and by feature. Exit code 1: the page is wrong.
"""

import argparse
import datetime
import json
import os
import re
import subprocess
import sys

import run

ROOT = os.path.dirname(os.path.dirname(run.HERE))
SUMMARY = re.compile(r"([\d,]+) of all ([\d,]+) files pass, none is skipped; (\d+) known failures")
SECTION = r"<!-- {name}(?P<note>[^\n]*) -->\n(?P<text>.*?)<!-- end of {name} -->\n"


def percent(passed, total):
    """Cut, not rounded: 100 % means all."""
    return f"{passed * 10000 // total / 100:.2f} %" if total else "–"


def score(counts):
    passed, total = counts.get("pass", 0), counts.get("pass", 0) + counts.get("fail", 0)
    return passed, total


def row(*cells):
    return "| " + " | ".join(f"{c:,}" if isinstance(c, int) else c for c in cells) + " |\n"


def folders_table(counts):
    """All top folders; of those below, what has failures."""
    text = row("folder", "passed", "of all", "") + "| --- | ---: | ---: | ---: |\n"
    for folder in sorted(f for f in counts if f != "total"):
        passed, total = score(counts[folder])
        if "/" not in folder or passed < total:
            text += row(f"`{folder}`", passed, total, percent(passed, total))
    return text + row("all", *score(counts["total"]), percent(*score(counts["total"])))


def features_table(features, groups):
    """A row for each group of the suite's list, and for each feature that has failures."""
    text = (
        row("features", "how many", "without failures", "passed", "of all", "") + "| --- | ---: | ---: | ---: | ---: | ---: |\n"
    )
    for title, names in groups:
        scores = [score(features.get(name, {})) for name in names]
        passed, total = sum(p for p, _ in scores), sum(t for _, t in scores)
        text += row(title, len(names), sum(p == t for p, t in scores), passed, total, percent(passed, total))
    passed, total = score(features.get("none", {}))
    text += row("files that name no feature", "", "", passed, total, percent(passed, total))
    text += "\n" + row("feature", "passed", "of all", "") + "| --- | ---: | ---: | ---: |\n"
    for name in sorted(features, key=str.lower):
        passed, total = score(features[name])
        if name != "none" and passed < total:
            text += row(f"`{name}`", passed, total, percent(passed, total))
    return text


def known_failures(expected):
    by_reason = {}
    for path in sorted(expected.folders) + sorted(expected.paths):
        by_reason.setdefault(expected.reasons.get(path, "no reason given"), []).append(path)
    if not by_reason:
        return "None.\n"
    text = row("reason", "files", "") + "| --- | ---: | --- |\n"
    for reason, paths in sorted(by_reason.items(), key=lambda item: (-len(item[1]), item[0])):
        text += "".join(row(*((reason, len(paths)) if path == paths[0] else ("", "")), f"`{path}`") for path in paths)
    return text + row("all", sum(map(len, by_reason.values())), "")


def peers_table(results):
    groups = sorted({g for r in results["rows"] for g in r["counts"]} - {"total", "standard", "harness"})
    standard = max(score(r["counts"]["standard"])[1] for r in results["rows"])
    text = row(
        "", "version", f"passed of {results['sample']:,}", "", f"of {standard:,} without proposals", *(f"`{g}`" for g in groups)
    )
    text += "| --- | --- |" + " ---: |" * (3 + len(groups)) + "\n"
    for r in sorted(results["rows"], key=lambda r: -score(r["counts"]["total"])[0]):
        total = score(r["counts"]["total"])
        text += row(
            r["name"],
            r["version"],
            total[0],
            percent(*total),
            *(percent(*score(r["counts"].get(g, {}))) for g in ["standard", *groups]),
        )
    text += "\n" + row("", "What the shell has no way to offer, so that tests of it fail") + "| --- | --- |\n"
    return text + "".join(sorted(row(r["name"], r["lacks"]) for r in results["rows"] if r["lacks"]))


def measured(results, suite, date):
    version = subprocess.run([results["engine"][0], "--version"], capture_output=True, text=True).stdout.strip()
    return f"Measured on {date} with {version}, on test262 {suite}, {results['files']:,} files.\n"


class Page:
    def __init__(self, path):
        self.path = path
        with open(path, encoding="utf-8") as file:
            self.text = file.read()

    def find(self, name):
        found = re.search(SECTION.format(name=name), self.text, re.S)
        return found or sys.exit(f"{self.path} has no place for {name}: <!-- {name} --> and <!-- end of {name} -->")

    def section(self, name):
        found = self.find(name)
        return found["note"].strip(), found["text"]

    def put(self, name, text, note=""):
        found = self.find(name)
        note = f" {note}" if note else ""
        self.text = (
            self.text[: found.start()] + f"<!-- {name}{note} -->\n{text}<!-- end of {name} -->\n" + self.text[found.end() :]
        )

    def write(self):
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(self.text)


def parts(results):
    """What a run says: section, text."""
    return {"folders": folders_table(results["counts"]), "features": features_table(results["features"], results["groups"])}


def differences(old, new):
    old, new = old.split("\n"), new.split("\n")
    gone, came = [line for line in old if line not in new][:5], [line for line in new if line not in old][:5]
    return "".join(f"\n  the page: {line}" for line in gone) + "".join(f"\n  now:      {line}" for line in came)


def summary(results):
    passed, total = score(results["counts"]["total"])
    return f"{passed:,} of all {total:,} files pass, none is skipped; {total - passed} known failures"


def check(page, readme, expected, results):
    """What is wrong with the pages."""
    _, text = page.section("known failures")
    now = known_failures(expected)
    if text != now:
        yield "the known failures are not those of expectations.txt" + differences(text, now)
    if not results:
        return
    for name, now in parts(results).items():
        note, text = page.section(name)
        if note != f"of {results['digest']}":
            print(f"{name}: not compared, for the page's are of other files")
            return
        if text != now:
            yield f"the scores of {name} have changed" + differences(text, now)
    text, now = SUMMARY.search(readme)[0], summary(results)
    if text != now:
        yield "the summary has changed" + differences(text, now)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--results", metavar="FILE")
    parser.add_argument("--peers", metavar="FILE")
    parser.add_argument("--suite", default="", help="the suite's revision, which a folder without its history does not tell")
    parser.add_argument("--date", default=datetime.date.today().isoformat(), help=argparse.SUPPRESS)
    parser.add_argument("--page", default=os.path.join(ROOT, "docs/conformance.md"), help=argparse.SUPPRESS)
    parser.add_argument("--readme", default=os.path.join(ROOT, "README.md"), help=argparse.SUPPRESS)
    parser.add_argument("--expect-file", default=os.path.join(run.HERE, "expectations.txt"), help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.check == args.write:
        parser.error("one of --check and --write")

    def read(path):
        if not path:
            return None
        with open(path, encoding="utf-8") as file:
            return json.load(file)

    page, expected = Page(args.page), run.Expectations(args.expect_file)
    results, peers = read(args.results), read(args.peers)
    with open(args.readme, encoding="utf-8") as file:
        readme = file.read()
    if args.check:
        wrong = list(check(page, readme, expected, results))
        print("\n".join(wrong + ["tests/test262/report.py --write mends the page"]) if wrong else "no problem found")
        sys.exit(1 if wrong else 0)
    page.put("known failures", known_failures(expected))
    if results:
        page.put("measured", measured(results, args.suite, args.date))
        for name, text in parts(results).items():
            page.put(name, text, f"of {results['digest']}")
        with open(args.readme, "w", encoding="utf-8") as file:
            file.write(SUMMARY.sub(summary(results), readme))
    if peers:
        page.put("peers", f"Measured on {args.date}.\n\n" + peers_table(peers))
    page.write()


if __name__ == "__main__":
    main()
