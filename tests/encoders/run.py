#!/usr/bin/env python3
"""What the two assemblers of the optimizing compiler emit (src/jit/masm), against clang's assembler.

encoder_forms prints each function with many operands: its bytes, and the text that stands for them. The text is
assembled, and the bytes must be the same. Every function that src/jit/masm/instructions.inc declares must be among
them, for both targets.

    tests/encoders/run.py [--build build/release]
"""

import argparse
import collections
import os
import re
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from checks import check, finish

TARGETS = {
    "x86-64": ("x86_64-linux-gnu", ".intel_syntax noprefix\n"),
    "aarch64": ("aarch64-linux-gnu", ""),
}
# Differences that are shown of each function.
SHOWN = 3
MOST = 200  # characters of each


def normal(text):
    return re.sub(r"\s+", " ", text).strip()


def declared():
    """The functions of instructions.inc as name(types), without the names of parameters."""
    with open(os.path.join(ROOT, "src/jit/masm/instructions.inc")) as file:
        text = re.sub(r"//.*", "", file.read())
    functions = set()
    for name, parameters in re.findall(r"\bvoid\s+(\w+)\(([^)]*)\)", text):
        types = []
        for parameter in filter(None, map(normal, parameters.split(","))):
            found = re.fullmatch(r"((?:const )?[\w:]+(?:<[^>]*>)?\s?[*&]?)\s?(\w+)?", parameter)
            types.append(found[1].strip())
        functions.add(f"{name}({', '.join(types)})")
    return functions


def cases_of(forms, target):
    """(function, bytes, text) of each case."""
    output = subprocess.run([forms, target], check=True, stdout=subprocess.PIPE, text=True).stdout
    for case in output.split("\n\n"):
        if case.strip():
            head, _, text = case.partition("\n")
            function, _, code = head[1:].rpartition(" ")
            yield normal(function), bytes.fromhex(code), text


def assembled(target, cases):
    """The bytes of each case's text, or None with what the assembler says."""
    triple, prologue = TARGETS[target]
    with tempfile.TemporaryDirectory(prefix="encoders-") as folder:
        source, linked = os.path.join(folder, "cases.s"), os.path.join(folder, "cases.o")
        with open(source, "w") as file:
            file.write(prologue + ".text\n")
            for number, (_, _, text) in enumerate(cases):
                file.write(f".p2align 4\n.Lbegin{number}:\n{text}\n.Lend{number}:\n")
            file.write(".section .places\n")
            for number in range(len(cases)):
                file.write(f".long .Lbegin{number} - .Lbegin0, .Lend{number} - .Lbegin{number}\n")
        done = subprocess.run(["clang-19", f"--target={triple}", "-c", source, "-o", linked], stderr=subprocess.PIPE, text=True)
        if not check(f"{target}: the text can be assembled", done.returncode == 0, done.stderr[:4000]):
            return None
        sections = []
        for name in (".text", ".places"):
            path = os.path.join(folder, "section")
            subprocess.run(
                [
                    "llvm-objcopy-19",
                    "-O",
                    "binary",
                    f"--only-section={name}",
                    "--set-section-flags",
                    ".places=alloc",
                    linked,
                    path,
                ],
                check=True,
            )
            with open(path, "rb") as file:
                sections.append(file.read())
        text, places = sections
        return [text[at : at + size] for at, size in struct.iter_unpack("<II", places)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build/release")
    forms = os.path.join(ROOT, parser.parse_args().build, "bin", "encoder_forms")
    functions = declared()
    check("instructions.inc declares functions", len(functions) > 100, str(len(functions)))
    for target in TARGETS:
        cases = list(cases_of(forms, target))
        tried = collections.Counter(function for function, _, _ in cases)
        for function in sorted(functions - tried.keys()):
            check(f"{target}: {function} is tried", False)
        for function in sorted(tried.keys() - functions):
            check(f"{target}: {function} is declared in instructions.inc", False)
        expected = assembled(target, cases)
        if expected is None:
            continue
        wrong = collections.defaultdict(list)
        for (function, code, text), right in zip(cases, expected):
            if code != right:
                wrong[function].append(f"{text}\n    emitted  {code.hex()[:MOST]}\n    expected {right.hex()[:MOST]}\n")
        for function in sorted(tried):
            shown = wrong[function]
            check(f"{target}: {function}: {len(shown)} of {tried[function]} differ", not shown, "".join(shown[:SHOWN]))
    finish()


if __name__ == "__main__":
    main()
