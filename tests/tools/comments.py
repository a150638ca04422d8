#!/usr/bin/env python3
"""Plants each fault that tools/check_comments.py looks for, and its sound neighbour, in a small repository.

tests/tools/comments.py
"""

import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.dirname(HERE))
from checks import check, finish

LONG = "// " + " ".join(["word"] * 21)  # 107 columns: "further" doesn't fit behind it
FIELD = "a_field_"
AFTER = " " * 4 + FIELD + ";  // says so much that the formatter has broken the line"

# Name, file, text, and what must be found: (line, rule), ….
CASES = [
    ("a wide comment", "src/a.h", "int x;  // " + "wide " * 21 + "\n", [(1, "wide")]),
    ("a comment as wide as the limit", "src/a.h", ("// " + "w" * 107) + "\n", []),
    ("a wide line of code", "src/a.h", "int x = " + "1 + " * 40 + "1;\n", []),
    ("a wide string with //", "src/a.h", 'const char* x = "http://' + "w" * 120 + '";\n', []),
    ("an address that is wide", "src/a.h", "// https://tc39.es/" + "w" * 120 + "\n", []),
    ("an orphan", "src/a.h", LONG + "\n// further.\nint x;\n", [(2, "orphan")]),
    ("an orphan in the middle", "src/a.h", LONG + "\n// further\n" + LONG + "\n", [(2, "orphan")]),
    (
        "an orphan behind a field",
        "src/a.h",
        "int x;  // " + " ".join(["word"] * 19) + " 1234\n        // further\n",
        [(2, "orphan")],
    ),
    ("two words at the end", "src/a.h", LONG + "\n// and further.\n", []),
    ("a word under a short line", "src/a.h", "// A list:\n// one\n// two\n", []),
    ("an address alone", "src/a.h", LONG + "\n// https://tc39.es/ecma262/#sec-string\n", []),
    ("an orphan in a block", "src/a.h", "/* " + LONG[3:] + "\n * further. */\nint x;\n", [(2, "orphan")]),
    ("an end of a block alone", "src/a.h", "/* " + LONG[3:] + "\n */\nint x;\n", [(2, "orphan")]),
    ("a wide line of a block", "src/a.h", "/* Text.\n * " + "wide " * 21 + " */\n", [(2, "wide")]),
    ("a block", "src/a.h", "/* " + LONG[3:] + "\n * and further. */\nint x;\n", []),
    ("a wide line of a document", "docs/a.md", "wide " * 23 + "\n", [(1, "wide")]),
    ("a wide line of a JavaScript test", "tests/js/engine/a.js", "let x = [" + "1, " * 38 + "];\n", [(1, "wide")]),
    ("a line of a JavaScript test within its limit", "tests/js/engine/a.js", "let x = [" + "1, " * 36 + "];\n", []),
    ("a wide line of another script", "bench/a.js", "let x = [" + "1, " * 38 + "];\n", []),
    ("a wide line of an .inc file", "src/a.inc", "OP(A) { int x = " + "1 + " * 26 + "1; }\n", [(1, "wide")]),
    ("a line of an .inc file within its limit", "src/a.inc", "OP(A) { int x = " + "1 + " * 25 + "1; }\n", []),
    ("a name that nothing has", "src/a.h", "// See HandlerCode.\nint x;\n", [(1, "unknown")]),
    ("a constant that nothing has", "src/a.h", "int x;  // as kNothing says\n", [(1, "unknown")]),
    ("a name that the code has", "src/a.h", "// See HandlerCode, and all HandlerCodes.\nint HandlerCode;\n", []),
    (
        "a name that only comments have",
        "src/a.h",
        "// See HandlerCode.\n// HandlerCode is gone.\n",
        [(1, "unknown"), (2, "unknown")],
    ),
    ("a name of a document", "docs/a.md", "Text of `UsesUpNumber`.\n", [(1, "unknown")]),
    ("a file's name, and an address", "docs/a.md", "CMakeLists.txt, https://example.org/SomeThing\n", []),
    ("a line that only the markers of its figures make wide", "docs/a.md", "word " * 20 + "<!--=a/b/c-->1<!--/--> µs\n", []),
    ("a wide line with a figure", "docs/a.md", "word " * 22 + "<!--=a/b/c-->1<!--/--> µs\n", [(1, "wide")]),
    ("a wide row of a table", "docs/a.md", "| " + "wide " * 23 + "|\n", []),
    ("a banner that runs on", "src/a.h", "// ---- Title\n// " + "-" * 80 + "\n", [(2, "banner")]),
    ("a banner on one line", "src/a.h", "// ---- Title " + "-" * 80 + "\n// Text.\n", []),
    ("a declaration that its comment split", "src/a.h", f"  ValueField\n    {AFTER}\n", [(2, "split")]),
    ("a declaration that is long itself", "src/a.h", f"  {'Long' * 26}\n    {AFTER}\n", []),
    ("a path that is gone", "src/a.h", "// See runtime/jobs.h.\n", [(1, "path")]),
    ("a path that exists", "src/a.h", "// See runtime/job.h, runtime/job.h.in and other/*.h.\n", []),
    ("a path of the system", "src/a.h", "// See <sys/mman.h>.\n", []),
    ("a path in code", "src/a.h", 'const char* x = "runtime/jobs.h";\n', []),
    ("a path in a document", "docs/a.md", "See `runtime/jobs.h`, `src/runtime/job.h`.\n", [(1, "path")]),
    ("a link to a file that is gone", "docs/a.md", "[here](gone.md)\n", [(1, "link")]),
    ("a link to a heading that is gone", "docs/a.md", "# One\n[here](#one) [there](#two)\n", [(2, "link")]),
    ("a link in a block of code", "docs/a.md", "```\n[here](gone.md)\n```\n", []),
    ("a link to elsewhere", "docs/a.md", "[here](https://example.org/gone.md)\n", []),
    ("a star in a name", "src/*.cc", "", [(1, "name")]),
    ("a space in a name", "docs/a b.md", "", [(1, "name")]),
]


def main():
    for what, name, text, expected in CASES:
        with tempfile.TemporaryDirectory() as root:
            for path, content in (("src/runtime/job.h", ""), ("src/runtime/job.h.in", ""), (name, text)):
                os.makedirs(os.path.join(root, os.path.dirname(path)), exist_ok=True)
                with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                    file.write(content)
            done = subprocess.run(
                [sys.executable, os.path.join(ROOT, "tools/check_comments.py"), root], text=True, capture_output=True
            )
            lines = [line for line in done.stdout.splitlines() if line.startswith(name + ":")]
            found = [(int(line[len(name) + 1 :].split(":")[0]), line.split(": ")[1]) for line in lines]
            check(what, found == expected and done.returncode == (1 if expected else 0), done.stdout + done.stderr)
    finish()


if __name__ == "__main__":
    main()
