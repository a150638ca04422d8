#!/usr/bin/env python3
"""Finds C++ functions and source files that are too long to read.

    tools/check_sizes.py [ROOT]

A function has at most 80 lines, with its signature, unless a comment right above it says "One flat switch". A source file
has at most 800, unless a tool has made it or it is a public header: a program includes an interface by one name, and reads it as
one page. tools/sizes.list names what is longer and waits to be cut; a row of the list whose function or file is not longer is
wrong, too.
"""

import os
import re
import sys

FUNCTION_LINES, FILE_LINES = 80, 800
FOLDERS = ("src", "shell", "include")
SOURCES = (".h", ".hpp", ".cc", ".inc")
LIST = "tools/sizes.list"
MARK = "One flat switch"
GENERATED = "// Made by tools/"
PUBLIC = "include/"
# What opens a brace at the beginning of a line and is no function.
OTHERS = re.compile(
    r"^\s*(?:namespace|struct|class|enum|union|extern|if|for|while|switch|do|else|try|catch|#|//|return|case|default)\b"
)
NAME = re.compile(r"(~?[A-Za-z_][\w:~]*|operator\S+)\s*\(")


def unfinished(signature):
    return signature.count(")") > signature.count("(") or signature.lstrip().startswith(":")


def functions(lines):
    """(name, index of the first line, index behind the last) of the functions that a formatted file defines."""
    i = 0
    while i < len(lines):
        line = lines[i]
        # A body opens at the end of a line; namespaces and classes around it are gone through.
        if not line.endswith("{") or OTHERS.match(line) or line.lstrip().startswith(("//", "}")):
            i += 1
            continue
        begin = i
        # The signature may have begun above: brackets are open, or initializers follow.
        while begin > 0 and (unfinished("".join(lines[begin : i + 1])) or lines[begin - 1].endswith(",")):
            begin -= 1
        signature = " ".join(text.strip() for text in lines[begin : i + 1])
        name = NAME.search(signature)
        if not name or OTHERS.match(lines[begin]) or re.search(r"=\s*\{$", signature):
            i += 1
            continue
        indent = re.match(r"\s*", lines[begin])[0]
        end = i + 1
        while end < len(lines) and not re.match(rf"{indent}\}}", lines[end]):
            end += 1
        yield name[1].rpartition("::")[2], begin, end + 1
        i = end + 1


def is_marked(lines, begin):
    while begin > 0 and lines[begin - 1].lstrip().startswith("template <"):
        begin -= 1
    while begin > 0 and lines[begin - 1].lstrip().startswith("//"):
        begin -= 1
        if MARK in lines[begin]:
            return True
    return False


def long_places(name, text):
    """(what the list would call it, what is wrong) of one file."""
    lines = text.split("\n")
    count = len(lines) - 1
    if count > FILE_LINES and not text.startswith(GENERATED) and not name.startswith(PUBLIC):
        yield name, f"{name}: {count} lines; the limit is {FILE_LINES}"
    if name.endswith(".inc"):
        return
    for function, begin, end in functions(lines):
        if end - begin > FUNCTION_LINES and not is_marked(lines, begin):
            yield f"{name} {function}", f"{name}:{begin + 1}: {function} has {end - begin} lines; the limit is {FUNCTION_LINES}"


def listed(root):
    path = os.path.join(root, LIST)
    if not os.path.exists(path):
        return set()
    with open(path, encoding="utf-8") as file:
        return {line.strip() for line in file if line.strip() and not line.startswith("#")}


def main():
    root = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), ".."))
    found, files = {}, 0
    for top in FOLDERS:
        for folder, folders, names in os.walk(os.path.join(root, top)):
            folders.sort()
            for file in sorted(names):
                if file.endswith(SOURCES):
                    files += 1
                    path = os.path.join(folder, file)
                    with open(path, encoding="utf-8") as source:
                        found.update(long_places(os.path.relpath(path, root), source.read()))
    known = listed(root)
    wrong = [text for place, text in sorted(found.items()) if place not in known]
    wrong += [f"{LIST}: {place} is not too long, or not there" for place in sorted(known - set(found))]
    print("\n".join([*wrong, f"sizes: {files} files checked, {len(known)} exceptions, {len(wrong)} problems"]))
    sys.exit(1 if wrong or not files else 0)


if __name__ == "__main__":
    main()
