"""Figures in pages, between markers that a reader does not see. The pages are README.md and those of docs.

    <!-- results: NAME -->    a table of tables.py, or "picture"
    <!-- source: GROUP -->    machine, day, commit and command of a group's run
    … <!-- end -->            where either ends; each marker has a line of its own
    <!--=KEY-->15,264<!--/--> a figure in a sentence, by its key in results.json (store.py), with a star like those of
                              tables; it must not begin a line, because a comment there begins a block of HTML
"""

import glob
import os
import re

from figures import picture, tables
from figures.store import Unknown

BLOCK = re.compile(r"^<!-- (results|source): (\S+) -->\n(.*?)^<!-- end -->$", re.M | re.S)
BEGIN = re.compile(r"^<!-- (?:results|source):", re.M)
FIGURE = re.compile(r"<!--=([^\s>]+)-->([^<\n]*)<!--/-->")
ANY_FIGURE = re.compile(r"<!--[=/]")


def block(results, kind, name):
    if kind == "source":
        return tables.source(results, name)
    if name == "picture":
        return picture.lines(results)
    if name not in tables.TABLES:
        raise Unknown(f"{name} is no table")
    return tables.TABLES[name](results)


def figure(results, key):
    """The text of a figure in a sentence, with a star if another run than the first of its group has it."""
    value, run = results.get(key)
    group, row, column = key.split("/")
    return tables.in_words(group, row, column, value) + ("" if run is results.runs(group)[0] else "\\*")


def malformed(text):
    """Yields a sentence for each fault of the markers themselves."""
    if len(BEGIN.findall(text)) != len(BLOCK.findall(text)):
        yield "a block does not end, or its marker is none"
    elif any(BEGIN.search(match[3]) for match in BLOCK.finditer(text)):
        yield "a block does not end before the next begins"
    if len(ANY_FIGURE.findall(text)) != 2 * len(FIGURE.findall(text)):
        yield "a figure's marker is half"
    if re.search(r"^<!--=", text, re.M):
        yield "a figure begins a line"


def renewed(results, text):
    """The text of a page with the figures of now, and what is wrong, as sentences; what is wrong stays as it was."""
    problems = list(malformed(text))
    if problems:
        return text, problems

    def of_block(match):
        try:
            lines = block(results, match[1], match[2])
        except Unknown as unknown:
            problems.append(str(unknown))
            return match[0]
        return "\n".join((f"<!-- {match[1]}: {match[2]} -->", "", *lines, "", "<!-- end -->"))

    def of_figure(match):
        try:
            return f"<!--={match[1]}-->{figure(results, match[1])}<!--/-->"
        except Unknown as unknown:
            problems.append(str(unknown))
            return match[0]

    return FIGURE.sub(of_figure, BLOCK.sub(of_block, text)), problems


def first_difference(old, new):
    for number, (before, after) in enumerate(zip(old.split("\n"), new.split("\n")), 1):
        if before != after:
            return f"line {number} has\n  {before}\nand the results say\n  {after}"
    return "it has more or fewer lines than the results make"


def wanted(results, root):
    """{file: (text as it is, as it should be, problems)} of the pages and the picture."""
    found = {}
    for page in ["README.md", *sorted(glob.glob("docs/**/*.md", root_dir=root, recursive=True))]:
        with open(os.path.join(root, page), encoding="utf-8") as file:
            text = file.read()
        found[page] = (text, *renewed(results, text))
    path = os.path.join(root, picture.PICTURE)
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            found[picture.PICTURE] = (file.read(), picture.picture(results), [])
    return found


def check(results, root):
    """Yields a sentence that names the file for each fault of the pages."""
    for path, (old, new, problems) in wanted(results, root).items():
        yield from (f"{path}: {problem}" for problem in problems)
        if old != new:
            yield f"{path}: {first_difference(old, new)}"


def write(results, root):
    """Renews the pages and the picture: the files that changed, and what is wrong. With anything wrong nothing is written."""
    found = wanted(results, root)
    problems = [f"{path}: {problem}" for path, (_, _, wrong) in found.items() for problem in wrong]
    changed = [path for path, (old, new, _) in found.items() if old != new] if not problems else []
    for path in changed:
        with open(os.path.join(root, path), "w", encoding="utf-8") as file:
            file.write(found[path][1])
    return changed, problems
