#!/usr/bin/env python3
"""Plants long functions and files, and their sound neighbours, for tools/check_sizes.py.

tests/tools/sizes.py
"""

import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from checks import check, finish


def function(lines, signature="int F(int x) {", indent=""):
    return "\n".join([indent + signature, *[f"{indent}  x++;"] * (lines - 2), indent + "}", ""])


# What it is, the source, the list of exceptions, whether that is wrong, and the path where it isn't src/a/a.cc.
CASES = [
    ("a function of 80 lines", function(80), "", False),
    ("a function of 81 lines", function(81), "", True),
    ("a function whose signature has two lines", function(80, "int F(int x,\n      int y) {"), "", True),
    ("a flat switch of 81 lines", "// One flat switch over x.\n" + function(81), "", False),
    ("a flat switch that is a template", "// One flat switch over x.\ntemplate <class T>\n" + function(81), "", False),
    ("a long function in a class", "class C {\n" + function(81, indent="  ") + "};\n", "", True),
    (
        "a long class of short functions",
        "class C {\n public:\n" + function(40, "explicit C(int x) : x_(x) {", "  ") * 3 + "};\n",
        "",
        False,
    ),
    ("a short constructor with initializers", function(70, "C::C(int x)\n    : x_(x),\n      y_(x) {") * 2, "", False),
    ("a long constructor with initializers", function(80, "C::C(int x)\n    : x_(x),\n      y_(x) {"), "", True),
    ("a long namespace", "namespace a {\n" + function(70) * 2 + "}  // namespace a\n", "", False),
    ("a file of 800 lines", "int x;\n" * 800, "", False),
    ("a file of 801 lines", "int x;\n" * 801, "", True),
    ("a generated file of 801 lines", "// Made by tools/x.py.\n" + "int x;\n" * 800, "", False),
    ("a long function that the list names", function(81), "src/a/a.cc F\n", False),
    ("a long file that the list names", "int x;\n" * 801, "src/a/a.cc\n", False),
    ("a name in the list that is not too long", function(80), "src/a/a.cc F\n", True),
    ("a public header of 801 lines", "int x;\n" * 801, "", False, "include/a/a.h"),
    ("a long function in a public header", function(81), "", True, "include/a/a.h"),
    ("a public header in the list", "int x;\n" * 801, "include/a/a.h\n", True, "include/a/a.h"),
]


def main():
    for what, source, exceptions, is_wrong, *path in CASES:
        with tempfile.TemporaryDirectory() as root:
            for name, text in ((path[0] if path else "src/a/a.cc", source), ("tools/sizes.list", exceptions)):
                os.makedirs(os.path.join(root, os.path.dirname(name)), exist_ok=True)
                with open(os.path.join(root, name), "w", encoding="utf-8") as file:
                    file.write(text)
            tool = [sys.executable, os.path.join(ROOT, "tools/check_sizes.py"), root]
            done = subprocess.run(tool, text=True, capture_output=True)
            check(what, done.returncode == is_wrong, done.stdout + done.stderr)
    finish()


if __name__ == "__main__":
    main()
