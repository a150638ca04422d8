#!/usr/bin/env python3
"""The programs in the documentation: extracts them to be compiled, and compares what they print with what the pages say.

    extract.py page.md out.cc           one function a block, called in turn
    extract.py page.md --check program  runs it and compares

A block ```cpp or ```c is the body of a function; with the word "file" behind it stands at file level. #include lines are
hoisted. A block ```text that follows is what it prints, to the letter. <!-- cpp … --> and <!-- c … --> are blocks that the
reader doesn't see. Other blocks are only shown.
"""

import re
import subprocess
import sys

BLOCK = re.compile(r"^(?:```|<!-- )(cpp|c|text)( file)?\n(.*?)\n(?:```|-->)$", re.M | re.S)


def blocks(path):
    """(line, body, at file level, what it prints or None) of each."""
    with open(path) as file:
        text = file.read()
    found = []
    for match in BLOCK.finditer(text):
        if match[1] == "text":
            if found and found[-1][3] is None and not found[-1][2]:
                found[-1] = (*found[-1][:3], match[3])
            continue
        found.append((text.count("\n", 0, match.start()) + 2, match[3], bool(match[2]), None))
    return found


def extract(path, out):
    includes, parts, calls = {}, [], []
    for line, body, at_file_level, _ in blocks(path):
        rest = []
        for row in body.split("\n"):
            if row.startswith("#include"):
                includes[row] = None
                rest.append("")
            else:
                rest.append(row)
        body = "\n".join(rest)
        where = f'#line {line} "{path}"\n'
        if at_file_level:
            parts.append(f"{where}{body}\n")
        else:
            name = f"BlockAtLine{line}"
            parts.append(f"static void {name}(void) {{\n{where}{body}\n}}\n")
            calls.append(f'  printf("\\n=== {line}\\n");\n  {name}();\n  fflush(stdout);\n')
    with open(out, "w") as file:
        file.write("#include <stdio.h>\n" + "\n".join(includes) + "\n\n" + "\n".join(parts))
        file.write("\nint main(void) {\n" + "".join(calls) + "  return 0;\n}\n")


def check(path, program):
    run = subprocess.run([program], capture_output=True, text=True, timeout=300)
    printed = dict(re.findall(r"^=== (\d+)\n(.*?)(?=\n=== |\Z)", run.stdout, re.M | re.S))
    failed = run.returncode != 0
    if failed:
        print(f"{program} ended with {run.returncode}\n{run.stdout[-2000:]}{run.stderr[-2000:]}")
    compared = 0
    for line, _, _, wanted in blocks(path):
        if wanted is None:
            continue
        compared += 1
        got = printed.get(str(line), "(nothing)").strip("\n")
        if got != wanted.strip("\n"):
            failed = True
            print(f"{path}:{line} prints\n{got}\n--- but the page says\n{wanted}")
    print(f"{len(printed)} blocks ran, {compared} compared")
    sys.exit(1 if failed or not printed else 0)


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[2] == "--check":
        check(sys.argv[1], sys.argv[3])
    elif len(sys.argv) == 3:
        extract(sys.argv[1], sys.argv[2])
    else:
        sys.exit(__doc__)
