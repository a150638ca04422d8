#!/usr/bin/env python3
"""Counts the bytes of machine code that references cost: a reference must be as cheap as docs/gc/choices.md says.

    tests/codegen/run.py [--targets x86-64,AArch64] [--compilers g++-12,clang++-19] [--show]

Compiles operations.cc with each compiler for each target, with a thread-local and with a global base, and reads the code with
llvm-objdump: sizes in bytes (without return, padding and moves between registers), and how often each variable of
halfword/gc/internal/cage_base.h is read. A compiler that is missing is a failure: tools/setup.sh installs those for x86-64,
tools/setup.sh --toolchains what AArch64 needs. The last line says how it went.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
TARGETS = {
    "x86-64": {"g++-12": ["g++-12"], "clang++-19": ["clang++-19"]},
    "AArch64": {"g++-12": ["aarch64-linux-gnu-g++-12"], "clang++-19": ["clang++-19", "--target=aarch64-linux-gnu"]},
}
BASES = {"thread-local": "THREAD_LOCAL", "global": "GLOBAL"}
FLAGS = [
    "-std=gnu++20",
    "-O2",
    "-DNDEBUG",
    "-fno-exceptions",
    "-fno-rtti",
    "-fno-strict-aliasing",
    "-fcf-protection=none",
    "-fno-asynchronous-unwind-tables",
    "-fno-stack-protector",
    "-fPIE",
    f"-I{ROOT}/include",
]
MASK, FRONT, CAGE = "halfword_reference_mask", "halfword_front", "halfword_cage_base"

# The most bytes of an operation: {operation: {target: (thread-local, global)}}.
BYTES = {
    "compress": {"x86-64": (3, 3), "AArch64": (4, 4)},
    "decompress": {"x86-64": (20, 13), "AArch64": (24, 16)},
    "get": {"x86-64": (20, 13), "AArch64": (24, 16)},
    "field": {"x86-64": (18, 14), "AArch64": (28, 20)},
    "tagged_field": {"x86-64": (4, 4), "AArch64": (8, 8)},
    "after_next": {"x86-64": (26, 22), "AArch64": (32, 24)},
}
# Operations on the word alone: no base is read and nothing sign-extended. At most so many bytes.
WORD_ONLY = {
    "compress": {"x86-64": 3, "AArch64": 4},
    "is_null": {"x86-64": 7, "AArch64": 12},
    "is_set": {"x86-64": 7, "AArch64": 12},
    "is_sentinel": {"x86-64": 6, "AArch64": 12},
    "is_equal": {"x86-64": 7, "AArch64": 16},
    "is_equal_to_pointer": {"x86-64": 8, "AArch64": 16},
    "hash": {"x86-64": 2, "AArch64": 4},
    "copy": {"x86-64": 4, "AArch64": 8},
    "assign_null": {"x86-64": 6, "AArch64": 4},
}
# How often the variables are read. What a call, a loop or a second kind of use would add is nothing.
READS = {
    "decompress": {MASK: 1},
    "field": {MASK: 1},
    "around_calls": {MASK: 1},
    "loop_with_calls": {MASK: 1},
    "list": {MASK: 1},
    "after_next": {MASK: 1},
    "assign_member": {FRONT: 1},
    "assign_pointer": {FRONT: 1},
}
# Widening a word, which is the first step of decoding one.
WIDENING = re.compile(r"\b(movslq|cltq|sxtw|sbfiz|ldrsw|ldursw|sbfx)\b")
# A word shifted in 32 bits: half of an address, which the scan of a stack does not look for (src/gc/roots/stack_scan.cc).
NARROW = re.compile(
    r"\b(addl (%\w+), \2|shll (\$0x1, )?%\w+|leal \((%\w+),\4\)|leal \(,%\w+,2\)|add (w\d+), (w\d+), \6|lsl w\d+, w\d+)(?!\w)"
)
JUMP = re.compile(r"\b(j[a-z]+|cb[n]?z|tb[n]?z|b\.[a-z]+|cmov[a-z]+|csel)\b")


class Function:
    def __init__(self):
        self.size, self.text, self.reads = 0, [], {}


def functions(path):
    """{name: Function} of an object file."""
    shown = subprocess.run(["llvm-objdump-19", "-dr", path], check=True, capture_output=True, text=True).stdout
    found = {}
    for line in shown.splitlines():
        head = re.match(r"^[0-9a-f]+ <(\w+)>:$", line)
        if head:
            function = found[head[1]] = Function()
            continue
        relocation = re.match(r"^\s+[0-9a-f]+:\s+R_(\w+)\s+(halfword_(?:cage_base|reference_mask|front))\b", line)
        if relocation:
            # AArch64 names a variable once for its page and once for the place in it.
            if not re.search(r"LO12|_NC", relocation[1]):
                function.reads[relocation[2]] = function.reads.get(relocation[2], 0) + 1
            continue
        code = re.match(r"^\s+[0-9a-f]+: ((?:[0-9a-f]{2} )+|[0-9a-f]{8} )\s*\t(\w+)[ \t]*(.*)$", line)
        if not code:
            continue
        size = len(code[1].replace(" ", "")) // 2
        name, operands = code[2], code[3].split("#")[0].split("//")[0].strip()
        registers = re.fullmatch(r"%\w+, %\w+|[xw]\d+, [xw]\d+", operands)
        if name.startswith(("ret", "nop")) or name in ("mov", "movq", "movl") and registers or name == "data16":
            continue
        function.size += size
        function.text.append(f"{name} {operands}")
    return found


def compiled(command, base, *flags):
    """{name: Function} of operations.cc by a compiler, with a base of this kind."""
    with tempfile.TemporaryDirectory(prefix="codegen-") as folder:
        output = os.path.join(folder, "operations.o")
        subprocess.run(
            [*command, *FLAGS, f"-DHALFWORD_BASE_{BASES[base]}=1", *flags, "-c", f"{HERE}/operations.cc", "-o", output],
            check=True,
            capture_output=True,
            text=True,
        )
        return functions(output)


class Check:
    def __init__(self):
        self.passed = self.failed = 0

    def __call__(self, what, good, function):
        self.passed += bool(good)
        self.failed += not good
        if not good:
            print(f"FAILED: {what}\n    " + "\n    ".join(function.text), flush=True)


def examine(where, found, target, base, check):
    column = list(BASES).index(base)
    for name, limits in BYTES.items():
        function, most = found[name], limits[target][column]
        check(f"{where}: {name} takes {function.size} bytes, at most {most} are allowed", function.size <= most, function)
    check(f"{where}: compress is one shift", found["compress"].size == BYTES["compress"][target][column], found["compress"])
    for name, limits in WORD_ONLY.items():
        function = found[name]
        check(
            f"{where}: {name} takes {function.size} bytes, at most {limits[target]} are allowed",
            function.size <= limits[target],
            function,
        )
        check(f"{where}: {name} decodes", not function.reads and not WIDENING.search("\n".join(function.text)), function)
    for name, reads in READS.items():
        function = found[name]
        check(f"{where}: {name} reads {function.reads}, not {reads}", function.reads == reads, function)
    for name, function in found.items():
        check(f"{where}: {name} shifts a word in 32 bits", not NARROW.search("\n".join(function.text)), function)
    for name in ("decompress", "get"):
        check(f"{where}: {name} branches", not JUMP.search("\n".join(found[name].text)), found[name])
    for name in ("assign_member", "assign_pointer"):  # the barrier's slow path reads the slot again
        check(f"{where}: {name} decodes", not WIDENING.search("\n".join(found[name].text)), found[name])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--targets", default="x86-64")
    parser.add_argument("--compilers", default="g++-12,clang++-19")
    parser.add_argument("--show", action="store_true", help="print the sizes")
    args = parser.parse_args()
    check = Check()
    for target in args.targets.split(","):
        for compiler in args.compilers.split(","):
            command = TARGETS[target][compiler]
            if not shutil.which(command[0]):
                print(f"there is no {command[0]}; tools/setup.sh{' --toolchains' * (target != 'x86-64')} installs it")
                check.failed += 1
                continue
            for base in BASES:
                where = f"{target}, {compiler}, {base}"
                try:
                    found = compiled(command, base)
                except subprocess.CalledProcessError as error:
                    print(f"{where}: operations.cc does not compile\n{error.stderr[-3000:]}")
                    check.failed += 1
                    continue
                if args.show:
                    print(f"{where}: " + ", ".join(f"{n} {f.size}" for n, f in found.items()))
                examine(where, found, target, base, check)
    print(f"{check.passed} passed, {check.failed} failed")
    sys.exit(1 if check.failed or not check.passed else 0)


if __name__ == "__main__":
    main()
