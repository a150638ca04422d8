#!/usr/bin/env python3
"""Compiles objects that change and objects that don't, with and without a tag, for tests/package/process_state.py.

tests/tools/process_state.py
"""

import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
sys.path.insert(0, os.path.join(ROOT, "tests", "package"))
import process_state
from checks import check, finish

HEAD = """#include <memory>
#include "base/macros.h"
namespace halfword {
struct Tree { Tree() : height(1) {} ~Tree() {} int height; };
"""
# What it is, the source, and how many mistakes are found.
SOURCES = [
    ("a variable", "int count = 1;", 1),
    ("a variable of a namespace without name", "namespace { int count; } int* At() { return &count; }", 1),
    ("a local variable", "int Next() { static int count = 3; return count++; }", 1),
    ("a variable of each thread", "thread_local int count;", 1),
    ("two variables", "int count;\nint sum;", 2),
    ("a constant that is made when it is needed", "int Height() {\n  static const Tree t;\n  return t.height;\n}", 0),
    ("a constant", "extern const int kCount[];\nconst int kCount[] = {1, 2};", 0),
    (
        "a constant that points to a constant",
        "const Tree* Get() {\n  static const Tree* const tree = new Tree;\n  return tree;\n}",
        0,
    ),
    ("a constant that points to what changes", "Tree* Get() {\n  static Tree* const t = new Tree;\n  return t;\n}", 1),
    ("a pointer that changes", "const Tree* tree = nullptr;", 1),
    ("a constant that shares what changes", "const std::shared_ptr<Tree> tree = std::make_shared<Tree>();", 1),
    ("a variable with a tag", 'HW_PROCESS_STATE("One thread.");\nint count;', 0),
    (
        "a local variable with a tag",
        'int Next() {\n  HW_PROCESS_STATE("One thread.");\n  static int count = 3;\n\n  return count++;\n}',
        0,
    ),
    ("a paragraph with a tag", 'HW_PROCESS_STATE("One thread.");\nint count = 0;\nint sum[2] = {};', 0),
    ("a variable behind the paragraph", 'HW_PROCESS_STATE("One thread.");\nint count;\n\nint sum;', 1),
    ("another variable with a tag", 'HW_PROCESS_STATE("One thread.");\nint count;\n\nint counts;', 1),
]


def main():
    with tempfile.TemporaryDirectory() as folder:
        for what, source, count in SOURCES:
            path, archive = os.path.join(folder, "tree.cc"), os.path.join(folder, "libhalfword_base.a")
            text = HEAD + source + "\n}\n"
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            compiler = ["clang++-19", "-std=c++20", "-O1", "-I", os.path.join(ROOT, "src"), "-c", path, "-o", path + ".o"]
            subprocess.run(compiler, check=True)
            if os.path.exists(archive):
                os.remove(archive)
            subprocess.run(["llvm-ar-19", "rc", archive, path + ".o"], check=True)
            symbols = list(process_state.mutable_symbols(archive))
            mistakes, _ = process_state.check(symbols, {"src/base/tree.cc": text})
            check(what, len(mistakes) == count, "\n".join([*mistakes, *map(str, symbols)]))
    finish()


if __name__ == "__main__":
    main()
