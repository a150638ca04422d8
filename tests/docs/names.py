#!/usr/bin/env python3
"""Checks what the pages for embedders name: every function of halfword.h is on docs/api.md and the other way round; unit
tests, files and pages that a page names exist."""

import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
failed = 0


def read(path):
    with open(os.path.join(ROOT, path)) as file:
        return file.read()


def wrong(sentence):
    global failed
    failed += 1
    print(sentence)


declared = set(re.findall(r"^HW_EXPORT [^(]*?(hw_\w+)\(", read("include/halfword/halfword.h"), re.M))
api = read("docs/api.md")
named = set(re.findall(r"`(hw_\w+)`", api)) & {n for n in re.findall(r"\b(hw_\w+)\b", api)}
types = set(re.findall(r"} (hw_\w+);", read("include/halfword/halfword.h"))) | {"hw_value"}
for name in sorted(declared - named):
    wrong(f"docs/api.md does not have {name}")
for name in sorted(named - declared - types):
    wrong(f"docs/api.md has {name}, which is not in halfword.h")

tests = set()
for path in glob.glob(f"{ROOT}/tests/unit/**/*.cc", recursive=True):
    with open(path) as file:
        tests |= {f"{suite}.{name}" for suite, name in re.findall(r"^TEST(?:_[FP])?\((\w+), (\w+)\)", file.read(), re.M)}
for page in ("embedding", "threat_model", "api"):
    text = read(f"docs/{page}.md")
    for name in re.findall(r"`(\w+Test\.\w+)`", text):
        if name not in tests:
            wrong(f"docs/{page}.md names the test {name}, which there is none")
    for path in re.findall(r"`((?:src|tests|examples|bench|tools)/[\w/.]+)", text):
        if not os.path.exists(os.path.join(ROOT, path)):
            wrong(f"docs/{page}.md names {path}, which there is none")
    for path in re.findall(r"\]\(([\w/.]+\.md)", text):
        if not os.path.exists(os.path.join(ROOT, "docs", path)):
            wrong(f"docs/{page}.md links to {path}, which there is none")
print(f"{len(declared)} functions, {failed} mistakes")
sys.exit(1 if failed else 0)
