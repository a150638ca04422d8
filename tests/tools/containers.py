#!/usr/bin/env python3
"""Every container of C++ that may grow has something that bounds it: its type counts, or containers.list says what does.

    tests/tools/containers.py            checks; a line for each container that is in only one of the two
    tests/tools/containers.py --show     what the scanner finds, in the form of the list

A container is a variable, member or parameter by value of a type in TYPES. CountedVector and its kin
(objects/memory/external_account.h), WatchedVector (platform/arena.h), ValueList, StringBuilder and LineWriter need no
line: they count what they take, as the guest's memory. The layers below `unicode` hold the collector's own tables,
which grow with the heap, and are left out.
"""

import collections
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LIST = os.path.join(os.path.dirname(os.path.abspath(__file__)), "containers.list")
FOLDERS = [
    "unicode",
    "regexp",
    "syntax",
    "objects",
    "bytecode",
    "compiler",
    "runtime",
    "ops",
    "interpreter",
    "builtins",
    "isolates",
    "console",
    "api",
]
TYPES = (
    r"std::(?:basic_string|string|u16string|u32string|vector|map|multimap|set|unordered_map|unordered_set|deque|list|queue|stack|ostringstream|"
    r"stringstream)|icu::UnicodeString|mp_int|platform::GrowingBlock|GrowingBlock|std::unique_ptr(?=<[^;]*(?:\[\]|free))"
)
ALIAS = re.compile(r"using (?!Counted|Watched)(\w+) = (?:" + TYPES + r")(?:<[^;]*>)?;")
WAYS = {"constant", "source", "checked", "counted", "heap", "host", "stack"}


def declarations(aliases):
    """The type with its arguments, of which two levels may nest; then names, and what makes it a declaration and no function."""
    types = "|".join([TYPES, *sorted(aliases)])
    return re.compile(
        r"(?<![\w:<])(?:mutable |static |const |constexpr )*(?:" + types + r")(?:<(?:[^<>;]|<(?:[^<>;]|<[^<>;]*>)*>)*>)?\s+"
        r"(?P<names>[a-z]\w*(?:\[\w*\])?(?:\s*=[^,;()]*)?(?:,\s*[a-z]\w*)*)\s*"
        r"(?:[;={\[,]|\)|\((?![^;{]*(?:\) const)?\s*[;{]\s*$)|\([^)&*]*\);)"
    )


def found():
    """Names of containers by file."""
    texts, in_headers = {}, set()
    for top in [os.path.join("src", folder) for folder in FOLDERS] + ["shell"]:
        for folder, _, files in os.walk(os.path.join(ROOT, top)):
            for name in files:
                if name.endswith((".cc", ".h")):
                    path = os.path.join(folder, name)
                    with open(path, encoding="utf-8") as file:
                        texts[path] = re.sub(r"//[^\n]*", "", file.read())
                    if name.endswith(".h"):
                        in_headers.update(ALIAS.findall(texts[path]))
    result = collections.defaultdict(set)
    for path, text in texts.items():
        for match in declarations(in_headers.union(ALIAS.findall(text))).finditer(text):
            names = re.sub(r"\s*=[^,]*|\[\w*\]", "", match["names"])
            result[os.path.relpath(path, ROOT)].update(re.split(r",\s*", names.strip()))
    return result


def listed():
    result, where = collections.defaultdict(set), None
    with open(LIST, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.split("#")[0].rstrip()
            if not line:
                continue
            if not line.startswith(" "):
                where = line
                continue
            way, names = line.strip().split(": ")
            if where is None or way not in WAYS:
                sys.exit(f"containers.list:{number}: no such way: {way}")
            result[where].update(names.split())
    return result


def main():
    have = found()
    if "--show" in sys.argv:
        for path in sorted(have):
            print(f"{path}\n  ?: {' '.join(sorted(have[path]))}")
        return
    known, wrong = listed(), 0
    for path in sorted({*have, *known}):
        for name in sorted(have[path] - known[path]):
            wrong += 1
            print(f"FAILED {path}: what bounds {name}? Count it, or say in containers.list why it need not be.")
        for name in sorted(known[path] - have[path]):
            wrong += 1
            print(f"FAILED {path}: {name} is in containers.list and nowhere else")
    passed = sum(len(names) for names in have.values())
    print(f"{passed if not wrong else 0} passed, {wrong} failed")
    sys.exit(1 if wrong or not passed else 0)


if __name__ == "__main__":
    main()
