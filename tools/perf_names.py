#!/usr/bin/env python3
"""Calls the interpreter's handlers by opcode and tier: in what perf prints, in folded stacks, in what nm prints.

    perf record halfword x.js; perf report --stdio | tools/perf_names.py
    perf script | tools/perf_names.py | …           # into whatever folds stacks

A handler's symbol is an instance of a template, Handler<(Opcode)100, (Tier)0, false>::Run(…), mangled or not. Each becomes
op:Name, op:Name.slow (a tier) or op:Wide.Name (behind the prefix). The names are those of this checkout's src/bytecode/opcodes.h
and src/ops/machine.h, so the program must have been built from it.
"""

import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DEMANGLED = re.compile(
    r"(?:halfword::interpreter::\(anonymous namespace\)::)?Handler<\((?:halfword::)?Opcode\)(\d+), *"
    r"\((?:halfword::)?(?:ops::)?Tier\)(\d+), *(false|true)>::Run(?:\([^;\n]*?Code\*\))?"
)
MANGLED = re.compile(r"_ZN8halfword11interpreter12_GLOBAL__N_17HandlerILNS_6OpcodeE(\d+)ELNS_3ops4TierE(\d+)ELb([01])EE3Run\w*")


def opcodes(root=ROOT):
    with open(os.path.join(root, "src/bytecode/opcodes.h"), encoding="utf-8") as file:
        return re.findall(r'^  V\((\w+), *"', file.read(), re.M)


def tiers(root=ROOT):
    with open(os.path.join(root, "src/ops/machine.h"), encoding="utf-8") as file:
        body = re.search(r"enum class Tier : uint8_t \{(.*?)\};", file.read(), re.S)[1]
    names = re.findall(r"\bk(\w+)", re.sub(r"//.*", "", body))
    return [re.sub(r"(?<=.)([A-Z])", r"_\1", name).lower() for name in names]


def renamer(names, tier_names):
    """A function that names the handlers in a text. An opcode that the table does not have keeps its symbol."""

    def name(match):
        opcode, tier, wide = int(match[1]), int(match[2]), match[3] in ("true", "1")
        if opcode >= len(names) or tier >= len(tier_names):
            return match[0]
        return "op:" + ("Wide." if wide else "") + names[opcode] + ("" if tier == 0 else "." + tier_names[tier])

    return lambda text: MANGLED.sub(name, DEMANGLED.sub(name, text))


def main():
    if len(sys.argv) > 1:
        print(__doc__.strip())
        sys.exit(0 if sys.argv[1] in ("-h", "--help") else 2)
    rename = renamer(opcodes(), tiers())
    try:
        for line in sys.stdin.buffer:
            sys.stdout.buffer.write(rename(line.decode(errors="surrogateescape")).encode(errors="surrogateescape"))
    except BrokenPipeError:  # whoever reads has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
