#!/usr/bin/env python3
"""Checks that comments and documents can be read: that a formatter or a moved file has not broken them.

    tools/check_comments.py [ROOT]

It prints file:line for each of these:
  wide      A line with a comment, or of a document's prose, is wider than the limit of the formatter. An address may
            be: it can't be broken. A line of a JavaScript test or of an .inc file, which no formatter reads, has a
            limit of its own.
  orphan    One word stands alone on a line of a paragraph, because the line above it was one word too long.
            An address may stand alone.
  banner    The rule of a banner ("---- Title ------") runs on in the next line.
  split     A comment behind a declaration is so long that the formatter broke the declaration.
  path      A comment or a document names a file that does not exist.
  link      A document links to a file or to a heading that does not exist.
  name      A file name has characters that tools must quote, such as a star or a space.
  unknown   A comment or a document speaks of a name in CamelCase, or of a kConstant, that is nowhere in the code. Names of
            standards, of other projects and of examples are in tools/names.list.

Paths count as they are written in the repository: from its root, from src, from include, from a folder of public
headers, from docs, or from the folder of the file that names them. A path in angle brackets is somebody else's header.
"""

import os
import re
import subprocess
import sys

LIMIT = 110
UNFORMATTED_LIMIT = 120  # columns where no formatter breaks lines: tests of a case a line, bodies of opcodes
SOURCES = (".h", ".hpp", ".cc", ".inc")
SCRIPTS = (".js", ".mjs", ".ts", ".mts", ".cts")
FOLDERS = ("include", "src", "shell", "bench", "examples", "tests", "tools", "packaging")
# A path: folders, a name, and an ending that files of this repository have.
PATH = re.compile(r"(?<![\w/.:<$@~*{}-])((?:[\w.-]+/)+[\w.-]+\.(?:h|hpp|cc|inc|md|py|sh|cmake|list|txt))(?!\.?[\w/*>{])")
LINK = re.compile(r"\]\(([^)\s]+)\)")
ODD = re.compile(r"[^A-Za-z0-9._+/@-]")
BASES = ("", "src", "include", "include/halfword", "include/halfword/gc", "docs")
# A name that somebody has given: two humps at least, or k and one.
NAME = re.compile(r"(?<![\w/.-])(k[A-Z]\w+|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+)(?![\w/])")
WITH_NAMES = SOURCES + (".js", ".mjs", ".c", ".py", ".rs", ".cmake", ".sh", "CMakeLists.txt")
NAMES = "tools/names.list"
FIGURE_MARK = re.compile(r"<!--(?:=[^\s>]+|/)-->")  # of bench/figures/pages.py; no reader sees them
FEW = 60  # columns: a shorter line was ended on purpose, so what follows it is no orphan


def comment_at(line):
    """The column at which a // comment begins, or -1."""
    quote, i = "", 0
    while i < len(line):
        c = line[i]
        if quote:
            if c == "\\":
                i += 1
            elif c == quote:
                quote = ""
        elif c == '"' or (c == "'" and not (i and line[i - 1].isalnum())):  # 1'000 is a number
            quote = c
        elif line.startswith("//", i):
            return i
        i += 1
    return -1


def is_rule(text):
    return len(text) > 2 and not text.strip("-=")


def comment_problems(lines):
    """(line number, rule, what is wrong) of the comments of one C++ file."""
    columns = [comment_at(line) for line in lines]
    for i, (line, column) in enumerate(zip(lines, columns)):
        if column < 0:
            continue
        number, text, whole = i + 1, line[column + 2 :], not line[:column].strip()
        if len(line) > LIMIT and "://" not in text.split(" ")[-1]:
            yield number, "wide", f"{len(line)} columns; the limit is {LIMIT}"
        above = lines[i - 1] if i else ""
        continues = whole and i and columns[i - 1] == column  # the comment of the line above goes on here
        above_text = above[column + 2 :] if continues else ""
        if continues and len(text.split()) == 1 and re.match(r" {1,6}\S", text):
            if is_rule(text.strip()) and re.match(r" ?-{4}", above_text):
                yield number, "banner", "the rule of the banner above runs on here"
            elif (
                not is_rule(text.strip())
                and "://" not in text
                and len(above) + 1 + len(text.strip()) > LIMIT
                and len(above) > FEW
            ):
                yield number, "orphan", f"'{text.strip()}' stands alone"
        code = line[:column].strip()
        if code and i and columns[i - 1] < 0 and above.strip() and not above.lstrip().startswith("#"):
            unfinished = not re.search(r"[;{}:>,]$|\\$", above) or above.rstrip().endswith("(")
            deeper = len(line) - len(line.lstrip()) >= len(above) - len(above.lstrip()) + 4
            if unfinished and deeper and len(above) + 1 + len(code) <= LIMIT and code[-1:] in ";,{}":
                yield number, "split", "without its comment the declaration fits on one line"


def block_problems(lines):
    """The same of /* … */ comments that have lines of their own, each behind a star."""
    inside = False
    for i, line in enumerate(lines):
        text = line.strip()
        if inside and text.startswith("*"):
            words = text.removesuffix("*/").lstrip("*").split()
            alone = words[0] if len(words) == 1 and re.match(r"\* \S", text) else "*/" if text == "*/" else ""
            if alone and len(lines[i - 1]) > FEW and len(lines[i - 1]) + 1 + len(alone) > LIMIT - 3:
                yield i + 1, "orphan", f"'{alone}' stands alone"
            if len(line) > LIMIT and "://" not in text.split(" ")[-1]:
                yield i + 1, "wide", f"{len(line)} columns; the limit is {LIMIT}"
        if text.startswith("/*"):
            inside = True
        if "*/" in text:
            inside = False


def path_problems(root, folder, number, text):
    for path in PATH.findall(text):
        if not any(os.path.exists(os.path.join(root, base, path)) for base in (*BASES, folder)):
            yield number, "path", f"{path} does not exist"


def anchor_of(heading):
    """The name that a heading has in a link, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def headings(path):
    with open(path, encoding="utf-8") as file:
        return {anchor_of(line.lstrip("#")) for line in file if line.startswith("#")}


def link_problems(path, number, text):
    for target in LINK.findall(text):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        there = os.path.normpath(os.path.join(os.path.dirname(path), name)) if name else path
        if not os.path.exists(there):
            yield number, "link", f"{target} does not exist"
        elif anchor and there.endswith(".md") and anchor not in headings(there):
            yield number, "link", f"{target}: there is no such heading"


def file_problems(root, name):
    path = os.path.join(root, name)
    folder = os.path.dirname(name)
    if ODD.search(name):
        yield 1, "name", "a name that tools must quote"
    is_document, is_source = name.endswith(".md"), name.endswith(SOURCES) and name.startswith(FOLDERS)
    is_test = name.endswith(SCRIPTS) and name.startswith("tests/js/")
    if not (is_document or is_source or is_test) or not os.path.isfile(path):
        return
    with open(path, encoding="utf-8", errors="replace") as file:
        lines = file.read().split("\n") if is_test else file.read().splitlines()
    if is_test:
        for number, line in enumerate(lines, 1):
            if len(line) > UNFORMATTED_LIMIT:
                yield number, "wide", f"{len(line)} columns; the limit of a test is {UNFORMATTED_LIMIT}"
        return
    if is_document:
        in_code = False
        for number, line in enumerate(lines, 1):
            in_code ^= line.lstrip().startswith("```")
            if not in_code:
                width = len(FIGURE_MARK.sub("", line))
                if width > LIMIT and not line.startswith(("|", "    ")) and "://" not in line:
                    yield number, "wide", f"{width} columns; the limit is {LIMIT}"
                yield from link_problems(path, number, line)
                yield from path_problems(root, folder, number, line)
        return
    yield from comment_problems(lines)
    yield from block_problems(lines)
    for number, line in enumerate(lines, 1):
        column = comment_at(line)
        if name.endswith(".inc") and column < 0 and len(line) > UNFORMATTED_LIMIT:
            yield number, "wide", f"{len(line)} columns; the limit of an .inc file is {UNFORMATTED_LIMIT}"
        if column >= 0:
            yield from path_problems(root, folder, number, line[column + 2 :])


def parts(root, name):
    """The code of a file, and its comments: [(line number, text)]. A document has no code, and other files no comments."""
    with open(os.path.join(root, name), encoding="utf-8", errors="replace") as file:
        lines = file.read().splitlines()
    if name.endswith(".md"):
        return "", list(enumerate(lines, 1))
    if not name.endswith(SOURCES):
        return "\n".join(lines), []
    code, comments, in_block = [], [], False
    for number, line in enumerate(lines, 1):
        column = comment_at(line)
        if in_block or line.lstrip().startswith("/*"):
            in_block = "*/" not in line
            comments.append((number, line.split("*/")[0]))
            code.append(line.split("*/")[1] if "*/" in line else "")
        else:
            code.append(line[:column] if column >= 0 else line)
            if column >= 0:
                comments.append((number, line[column + 2 :]))
    return "\n".join(code), comments


def unknown_names(root, names):
    """(file, line number, name) of each name that is nowhere in the code."""
    known, spoken_of = set(), []
    for name in names:
        if not (name.endswith(WITH_NAMES) or name.endswith(".md")) or not os.path.isfile(os.path.join(root, name)):
            continue
        code, comments = parts(root, name)
        known.update(re.findall(r"\w+", code))
        if name.startswith(FOLDERS) or name.endswith(".md"):
            spoken_of.append((name, comments))
    if os.path.exists(os.path.join(root, NAMES)):
        with open(os.path.join(root, NAMES), encoding="utf-8") as file:
            known.update(word for line in file if not line.startswith("#") for word in line.split())
    for name, comments in spoken_of:
        for number, text in comments:
            for word in NAME.findall(re.sub(r"\w+://\S+", "", text)):
                if not {word, word.removesuffix("s"), word.removesuffix("es"), re.sub("ies$", "y", word)} & known:
                    yield name, number, word


def files(root):
    """What git has or would have; without git every file."""
    listed = subprocess.run(
        ["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"], capture_output=True
    )
    if listed.returncode == 0:
        names = [os.fsdecode(name) for name in listed.stdout.split(b"\0") if name]
        return sorted(name for name in names if os.path.lexists(os.path.join(root, name)))
    found = (os.path.join(base, name) for base, _, names in os.walk(root) for name in names)
    return sorted(os.path.relpath(path, root) for path in found)


def main():
    root = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), ".."))
    names, problems = files(root), 0
    for name in names:
        for number, rule, what in file_problems(root, name):
            problems += 1
            print(f"{name}:{number}: {rule}: {what}")
    for name, number, word in unknown_names(root, names):
        problems += 1
        print(f"{name}:{number}: unknown: {word} is nowhere in the code, and not in {NAMES}")
    print(f"comments: {len(names)} files checked, {problems} problems")
    sys.exit(1 if problems or not names else 0)


if __name__ == "__main__":
    main()
