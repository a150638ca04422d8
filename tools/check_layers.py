#!/usr/bin/env python3
"""Checks that includes point only downward.

src/LAYERS has a row a layer, from the ground up: "name: what it may include besides what those may include".
tools/USERS, in the same form, lists the folders outside src/: what each may include of src/ and "include" (public
headers). Tests and tools may include anything and are not listed. Prints file:line for every include that breaks a rule.

    tools/check_layers.py [ROOT]
"""

import os
import re
import sys

SOURCES = (".h", ".cc", ".inc", ".def")
INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]')


def rows(path):
    with open(path) as file:
        for number, line in enumerate(file, 1):
            line = line.split("#")[0].strip()
            if line:
                name, colon, uses = line.partition(":")
                if not colon:
                    sys.exit(f"{path}:{number}: a row is 'name: names'")
                yield number, name.strip(), uses.split()


def layers(path):
    """Layer -> every layer it may include, itself among them. A row may only name rows above it: so there are no cycles."""
    reach = {}
    for number, name, uses in rows(path):
        if name in reach:
            sys.exit(f"{path}:{number}: {name} has two rows")
        reach[name] = {name}
        for use in uses:
            if use not in reach:
                sys.exit(f"{path}:{number}: {name} uses {use}, which is no row above it")
            reach[name] |= reach[use]
    return reach


def includes(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file, 1):
            found = INCLUDE.match(line)
            if found:
                yield number, found[1] == '"', found[2]


def sources(folder):
    for base, _, files in os.walk(folder):
        for name in sorted(files):
            if name.endswith(SOURCES):
                yield os.path.join(base, name)


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    os.chdir(root)
    reach = layers("src/LAYERS")
    problems, checked = [], 0

    def check(path, who, allowed):
        """allowed: layers of src/ it may include; 'include' among them for the public headers."""
        nonlocal checked
        checked += 1
        for number, quoted, name in includes(path):
            top = name.split("/")[0]
            if top == "halfword":
                layer = "include"
            elif top in reach:
                layer = top
            elif quoted and "/" in name and not os.path.exists(os.path.join(os.path.dirname(path), name)):
                problems.append(f'{path}:{number}: "{name}" is in no layer of src/LAYERS')
                continue
            else:
                continue  # the system's, a library's, or a neighbour in the same folder
            if layer not in allowed:
                problems.append(f"{path}:{number}: {who} may not include {name}")

    for entry in sorted(os.listdir("src")):
        folder = os.path.join("src", entry)
        if not os.path.isdir(folder):
            continue
        if entry not in reach:
            problems.append(f"{folder}: has no row in src/LAYERS")
            continue
        for path in sources(folder):
            check(path, entry, reach[entry] | {"include"})
    for path in sources("include"):
        check(path, "a public header", {"include"})
    for _, name, uses in rows("tools/USERS"):
        allowed = {"include"}
        for use in uses:
            if use != "include" and use not in reach:
                problems.append(f"tools/USERS: {name} uses {use}, which has no row in src/LAYERS")
            allowed |= reach.get(use, set())
        if os.path.isdir(name):
            for path in sources(name):
                check(path, name, allowed)

    for problem in problems:
        print(problem)
    print(f"layers: {checked} files checked, {len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
