#!/usr/bin/env python3
"""Plants each mistake that tests/docs/header.py looks for, and its sound neighbour, in small headers.

tests/tools/header.py
"""

import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
sys.path.insert(0, os.path.join(ROOT, "tests", "docs"))
import header
from checks import check, finish

FUNCTION = "HW_EXPORT bool hw_f(int x);"
# What it is, the text of halfword.h, and how many mistakes are found.
FUNCTIONS = [
    ("a comment in the form", f"/* Makes a thing. [any thread] */\n{FUNCTION}\n", 0),
    ("a comment of two lines", f"/* Makes a thing\n * or two. [no JavaScript] */\n{FUNCTION}\n", 0),
    ("no comment", f"{FUNCTION}\n", 1),
    ("the comment of another function", f"/* Makes a thing. [any thread] */\n{FUNCTION}\nHW_EXPORT bool hw_g(int x);\n", 1),
    ("a comment without a mark", f"/* Makes a thing. */\n{FUNCTION}\n", 1),
    ("a comment with an unknown mark", f"/* Makes a thing. [at night] */\n{FUNCTION}\n", 1),
    ("a comment without a verb", f"/* The thing. [any thread] */\n{FUNCTION}\n", 1),
    ("a comment behind the declaration", f"/* Makes a thing. [any thread] */\n{FUNCTION} /* now */\n", 1),
]
ENUMERATORS = [
    ("the name of the enumeration", "typedef enum hw_tree { HW_TREE_OAK } hw_tree;", 0),
    ("the name without its kind", "typedef enum hw_tree_kind { HW_TREE_OAK } hw_tree_kind;", 0),
    ("another name", "typedef enum hw_tree { HW_OAK } hw_tree;", 1),
    ("another name among good ones", "typedef enum hw_tree { HW_TREE_OAK, HW_ELM /* HW_FIR */ } hw_tree;", 1),
    ("a status", "typedef enum hw_status { HW_OK } hw_status;", 0),
]
SIZE = "  size_t size; /* sizeof(hw_tree) */\n"
# The members of a struct that hosts fill in.
MEMBERS = [
    ("what zero stands for", SIZE + "  int height; /* in metres; 0: unknown */\n", 0),
    ("the same above it", "  /* How high it is. It is in metres.\n   * 0: unknown. */\n  int height;\n", 0),
    ("the null of a function", "  void (*fell)(void* data, int height); /* called when it falls; null: nothing is */\n", 0),
    ("what must be given", "  const char* name; /* required: ASCII */\n", 0),
    ("a bool", "  bool is_green; /* it has leaves */\n", 0),
    ("the members of a union", "  union {\n    int height; /* in metres */\n  } u; /* what is known */\n", 0),
    ("no comment", SIZE + "  int height;\n", 1),
    ("no comment behind a good one", "  int width; /* in metres; 0: unknown */\n  int height;\n", 1),
    ("no comment in a union", "  union {\n    int height;\n  } u; /* what is known */\n", 1),
    ("two comments", "  /* How high it is; 0: unknown. */\n  int height; /* in metres; 0: unknown */\n", 1),
    ("no word of zero", SIZE + "  int height; /* in metres */\n", 1),
    ("zero in the middle", "  int height; /* 0: unknown; in metres */\n", 1),
    ("another size", "  size_t size; /* in bytes */\n", 1),
]
# The text of halfword.hpp, and what tests and examples say.
NAMES = [
    ("a function that a test calls", "class A {\n  void Run();\n};\n", "A a; a.Run();", 0),
    ("a function that nothing calls", "class A {\n  void Run();\n};\n", "A a;", 1),
    ("a class that nothing uses", "class A {\n};\n", "", 1),
    ("a private function", "class A {\n private:\n  void Run();\n};\n", "A a;", 0),
    ("a function that another one calls", "class A {\n  int F() {\n    return Run();\n  }\n};\n", "A a; a.F();", 0),
    ("what is internal", "namespace internal {\nclass B {\n};\n}  // namespace internal\n", "", 0),
]
# Project, header and Python package.
VERSIONS = [
    ("one version", "1.2.3", ("1", "2", "3"), "1.2.3", "1.2.3", 0),
    ("another minor version", "1.2.3", ("1", "3", "3"), "1.2.3", "1.2.3", 1),
    ("another text", "1.2.3", ("1", "2", "3"), "1.2.4", "1.2.3", 1),
    ("another package", "1.2.3", ("1", "2", "3"), "1.2.3", "1.2.0", 1),
]


def expect(what, mistakes, count):
    mistakes = list(mistakes)
    check(what, len(mistakes) == count, "\n".join(mistakes))


def main():
    for what, text, count in FUNCTIONS:
        expect(what, header.functions(text), count)
    for what, text, count in ENUMERATORS:
        expect(what, header.enumerators(text), count)
    for what, body, count in MEMBERS:
        expect(what, header.members(f"typedef struct hw_tree {{\n{body}}} hw_tree;\n"), count)
    result = "typedef struct hw_usage {\n  int height; /* in metres */\n} hw_usage;\n"
    expect("what the library fills in", header.members(result), 0)
    for what, text, users, count in NAMES:
        expect(what, header.unused(text, users), count)
    for what, project, parts, string, package, count in VERSIONS:
        numbers = zip(("MAJOR", "MINOR", "PATCH"), parts, strict=True)
        defines = [f"#define HW_VERSION_{name} {number}" for name, number in numbers]
        files = {
            "CMakeLists.txt": f"project(halfword VERSION {project} LANGUAGES C)",
            "include/halfword/halfword.h": "\n".join([*defines, f'#define HW_VERSION_STRING "{string}"']),
            "python/pyproject.toml": f'version = "{package}"',
        }
        expect(what, header.versions(files.__getitem__), count)
    finish()


if __name__ == "__main__":
    main()
