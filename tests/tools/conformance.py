#!/usr/bin/env python3
"""Tests of what measures conformance (tests/test262), on a suite of six files and with engines that only look for words.

    tests/tools/conformance.py

The last line says how it went.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOOLS = os.path.join(ROOT, "tests/test262")
sys.path.insert(0, os.path.join(ROOT, "tests"))
from checks import check, finish

FEATURES = """## Proposed language features
import-text # soon

## Standard language features
let
Map

## Test-Harness Features
host-gc
"""
TESTS = {
    "built-ins/Map/get.js": "/*---\nfeatures: [Map, let]\nincludes: [more.js]\n---*/\nSLOPPY",
    "built-ins/Map/set.js": "/*---\nfeatures: [Map]\n---*/\nFAIL",
    "language/async.js": "/*---\nflags: [async]\n---*/\nASYNC",
    "language/early.js": "/*---\nfeatures: [let]\nnegative:\n  phase: parse\n  type: SyntaxError\n---*/\nSYNTAX",
    "language/module.js": "/*---\nflags: [module]\nfeatures: [import-text]\n---*/\nMODULE",
    "language/plain.js": "FAIL in strict code",
}
# A program that knows words and says what it finds as one kind of shell does. It stands for an engine.
ENGINE = """#!{python}
import os, sys
shell = os.path.basename(sys.argv[0])
if "--version" in sys.argv or "-h" in sys.argv:
    print("halfword 9.9" if shell == "halfword" else "Hermes release version: 8.8" if shell == "hermes" else "version 7.7")
    sys.exit()
last = sys.argv[-1].partition("=")[2] if "=" in sys.argv[-1] else sys.argv[-1]
texts = [open(name).read() for name in sys.argv[1:] if os.path.exists(name)]
if shell == "run-test262":
    assert sys.argv[1] == "-N" and ("--module" in sys.argv) == ("import" in texts[-1]), sys.argv
test = open(last).read()
if shell == "run-test262" and "import" in test:  # the entry: the harness, then the test
    harness, last = [part.split('"')[1] for part in test.split(";")[:2]]
    texts, test = [open(harness).read()], open(last).read()
harness = "".join(texts)
assert "ASSERT" in harness, harness
assert ("DONE" in harness) == ("ASYNC" in test) and ("MORE" in harness) == ("SLOPPY" in test), harness
strict = test.startswith('"use strict"')
def fail(name, parse):
    error = name + ": found"
    if shell == "jsc":
        print("Exception: " + error)
        sys.exit(3)
    if shell == "hermes" and parse:
        print("x.js:1:1: error: found", file=sys.stderr)
        sys.exit(2)
    print(error if parse or shell == "run-test262" else "Uncaught " + error, file=sys.stderr)
    sys.exit(2 if parse and shell == "halfword" else 1)
if "SYNTAX" in test:
    fail("SyntaxError", True)
if "ASYNC" in test:
    print("Test262:AsyncTestComplete")
if "FAIL" in test and (strict or "in strict" not in test):
    fail("TypeError", False)
"""


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def read(path):
    with open(path) as file:
        return file.read()


def tool(name, *argv, env=None):
    done = subprocess.run(
        [sys.executable, os.path.join(TOOLS, name), *argv], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env
    )
    return done.returncode, done.stdout


def test_scores(folder):
    results, expected = f"{folder}/results.json", f"{folder}/expectations.txt"
    argv = [
        "--engine",
        f"{folder}/bin/halfword",
        "--test262",
        f"{folder}/suite",
        "-j",
        "1",
        "--expect-file",
        expected,
        "--json",
        results,
    ]
    write(expected, "built-ins/Map/set.js  # sets nothing\n")
    code, out = tool("run.py", *argv)
    check(
        "a failure that is not listed fails the run", code == 1 and "language/plain.js [strict]: Uncaught TypeError" in out, out
    )
    write(expected, "built-ins/Map/set.js  # sets nothing\nlanguage/plain.js  # sets nothing\n")
    code, out = tool("run.py", *argv)
    check("listed failures do not", code == 0 and "4 passed, 2 known failures, 0 new" in out, out)
    found = json.loads(read(results))
    check(
        "scores by folder",
        found["counts"]["built-ins/Map"] == {"pass": 1, "fail": 1} and found["counts"]["total"] == {"pass": 4, "fail": 2},
        str(found),
    )
    check(
        "scores by feature",
        found["features"]
        == {"Map": {"pass": 1, "fail": 1}, "let": {"pass": 2}, "import-text": {"pass": 1}, "none": {"pass": 1, "fail": 1}},
        str(found["features"]),
    )
    check(
        "the suite's groups",
        found["groups"]
        == [
            ["Proposed language features", ["import-text"]],
            ["Standard language features", ["let", "Map"]],
            ["Test-Harness Features", ["host-gc"]],
        ],
        str(found["groups"]),
    )
    return results, expected


def test_page(folder, results, expected):
    page = f"{folder}/page.md"
    sections = ("measured", "folders", "features", "known failures", "peers")
    write(page, "Before.\n" + "".join(f"\n<!-- {name} -->\n<!-- end of {name} -->\n" for name in sections) + "After.\n")
    readme = f"{folder}/readme.md"
    write(readme, "1 of all 9 files pass, none is skipped; 8 known failures, it says.\n")
    argv = ["--page", page, "--readme", readme, "--expect-file", expected]
    code, out = tool("report.py", "--check", *argv)
    check("an empty page is wrong", code == 1 and "known failures are not those" in out, out)
    code, out = tool("report.py", "--write", *argv, "--results", results, "--suite", "abc", "--date", "2000-01-02")
    text = read(page)
    check("what is around stays", code == 0 and text.startswith("Before.\n") and text.endswith("After.\n"), out + text)
    check("the page says what was measured", "Measured on 2000-01-02 with halfword 9.9, on test262 abc, 6 files." in text, text)
    check("the summary", read(readme) == "4 of all 6 files pass, none is skipped; 2 known failures, it says.\n", read(readme))
    check("folders", "| `built-ins` | 1 | 2 | 50.00 % |" in text and "| all | 4 | 6 | 66.66 % |" in text, text)
    check(
        "groups and features",
        "| Standard language features | 2 | 1 | 3 | 4 | 75.00 % |" in text
        and "| `Map` | 1 | 2 | 50.00 % |" in text
        and "| `let` |" not in text,
        text,
    )
    check(
        "failures by reason",
        "| sets nothing | 2 | `built-ins/Map/set.js` |\n|  |  | `language/plain.js` |\n| all | 2 |" in text,
        text,
    )
    code, out = tool("report.py", "--check", *argv, "--results", results)
    check("a page that was just written is right", code == 0 and "no problem" in out, out)
    other = json.loads(read(results))
    other["counts"]["language"] = {"pass": 4}
    write(f"{folder}/other.json", json.dumps(other))
    code, out = tool("report.py", "--check", *argv, "--results", f"{folder}/other.json")
    check(
        "another score is found",
        code == 1 and "the page: | `language` | 3 | 4" in out and "now:      | `language` | 4 | 4" in out,
        out,
    )
    other["counts"]["total"] = {"pass": 5, "fail": 1}
    write(f"{folder}/other.json", json.dumps(other))
    code, out = tool("report.py", "--check", *argv, "--results", f"{folder}/other.json")
    check("another summary is found", code == 1 and "now:      5 of all 6 files pass" in out, out)
    write(f"{folder}/other.json", json.dumps(dict(other, digest="another")))
    code, out = tool("report.py", "--check", *argv, "--results", f"{folder}/other.json")
    check("other files are not compared", code == 0 and "folders: not compared" in out, out)
    write(expected, "built-ins/Map/set.js  # sets nothing\n")
    code, out = tool("report.py", "--check", *argv)
    check("another list of failures is found", code == 1 and "the page: |  |  | `language/plain.js`" in out, out)
    return page


def test_peers(folder, page):
    found = f"{folder}/peers.json"
    argv = ["--test262", f"{folder}/suite", "--peer", f"halfword={folder}/bin/halfword", "-j", "1", "--json", found]
    env = dict(os.environ, PATH=f"{folder}/bin")
    code, out = tool("peers.py", *argv, "--only", "Halfword,JavaScriptCore", env=env)
    check("what is not here is named", code == 0 and "not here: node (node)" in out, out)
    code, out = tool("peers.py", *argv, "--only", "quickjs-ng,Hermes", env=env)
    rows = {r["name"]: r for r in json.loads(read(found))["rows"]}
    check("rows of other engines stay", code == 0 and sorted(rows) == ["Halfword", "Hermes", "JavaScriptCore", "quickjs-ng"], out)
    for name, row in rows.items():
        failed = [path for path, _ in row["failures"]]
        # Hermes has no modules, and that counts.
        expected = ["built-ins/Map/set.js"] + ["language/module.js"] * (name == "Hermes") + ["language/plain.js"]
        check(f"{name} fails where it should: {row['failures']}", failed == expected)
    check("versions", rows["quickjs-ng"]["version"] == "7.7" and rows["Hermes"]["version"] == "8.8")
    check("files without proposals", rows["Halfword"]["counts"]["standard"] == {"pass": 3, "fail": 2})
    three = []
    for name in ("one", "two"):
        tool("peers.py", *argv[:-1], f"{folder}/{name}.json", "--only", "Halfword", "--sample", "3", env=env)
        three.append(json.loads(read(f"{folder}/{name}.json")))
    check("a sample is always the same", three[0] == three[1] and three[0]["sample"] == 3)
    code, out = tool("report.py", "--write", "--page", page, "--peers", found, "--date", "2000-01-02")
    text = read(page)
    check(
        "the page has the peers", code == 0 and "| quickjs-ng | 7.7 | 4 | 66.66 % | 60.00 % | 50.00 % | 75.00 % |" in text, text
    )
    check("the page says what they lack", "| Hermes | modules," in text and "| Halfword |  |" not in text, text)
    check("other tables stay", "| all | 4 | 6 |" in text, text)


def main():
    with tempfile.TemporaryDirectory() as folder:
        write(f"{folder}/suite/features.txt", FEATURES)
        for name, text in {"assert": "ASSERT", "sta": "STA", "doneprintHandle": "DONE", "more": "MORE"}.items():
            write(f"{folder}/suite/harness/{name}.js", text)
        for path, text in TESTS.items():
            write(f"{folder}/suite/test/{path}", text)
        write(f"{folder}/bin/halfword", ENGINE.replace("{python}", sys.executable))
        os.chmod(f"{folder}/bin/halfword", 0o755)
        for name in ("jsc", "run-test262", "hermes"):
            shutil.copy(f"{folder}/bin/halfword", f"{folder}/bin/{name}")
        results, expected = test_scores(folder)
        page = test_page(folder, results, expected)
        test_peers(folder, page)
    finish()


main()
