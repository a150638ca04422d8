#!/usr/bin/env python3
"""Checks the front door: every page of docs is in the navigation, and every figure of README.md stands on the page that its
row or paragraph links to.

    tests/docs/pages.py [ROOT]

That links lead somewhere is for tools/check_comments.py to check, and what examples print for extract.py.
"""

import glob
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(HERE, "../.."))
sys.path.insert(0, os.path.join(HERE, "../../tools/site"))
import navigation

FIGURE = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?![\w])")
# What stands between the two lines is compared: the headline with the page on isolates, rows with the pages they link to.
HEADLINE, TABLE = re.compile(r"^\*\*.*\*\*$", re.M), re.compile(r"^\| \*\*.*\|$", re.M)
problems = []


def figures(text):
    return {figure.rstrip(",") for figure in FIGURE.findall(re.sub(r"<!--.*?-->", "", text))}


def check_figures(readme, text, pages):
    """Figures may be in other units on the page: 462 M/s there is 462 million here."""
    there = set().union(*(figures(navigation.read(ROOT, page)) for page in pages))
    for figure in sorted(figures(re.sub(r"`[^`]*`|\]\([^)]*\)", "", text)) - there - {"1", "10"}):
        problems.append(f"{readme}: {figure} is not on {', '.join(pages)}: {text[:60]}…")


listed = navigation.pages(ROOT)
for page in sorted(glob.glob("docs/**/*.md", root_dir=ROOT, recursive=True)):
    if page not in listed:
        problems.append(f"{page} is not in the navigation: {navigation.INDEX} and the README.md of its folder do not link to it")
for page in listed:
    if listed.count(page) > 1:
        problems.append(f"{page} is in the navigation twice")

readme = navigation.read(ROOT, "README.md")
headline, rows = HEADLINE.search(readme), TABLE.findall(readme)
if not headline or len(rows) < 4:
    problems.append("README.md has no headline or no table of figures")
else:
    check_figures("README.md", headline[0], ["docs/isolates.md"])
    for row in rows:
        check_figures("README.md", row, sorted({navigation.resolve("README.md", link) for link in navigation.LINK.findall(row)}))

print("\n".join(problems + [f"{len(listed)} pages in the navigation, {len(rows)} rows of figures, {len(problems)} problems"]))
sys.exit(1 if problems else 0)
