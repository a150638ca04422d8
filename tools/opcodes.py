#!/usr/bin/env python3
"""Documents the opcodes, and holds their fast paths to the rules of src/ops/machine.h.

    tools/opcodes.py --check [--object FILE]    says what is wrong; the exit code too
    tools/opcodes.py --write [--object FILE]    writes docs/opcodes.md, and with an object file docs/stencils.md

docs/opcodes.md comes from the table in src/bytecode/opcodes.h. With --object, the object file of src/jit/stencils/stencils.cc, in
which every fast path is a section: it may have no call, no stack frame, no static data, nothing thread-local, and no
relocation but its holes and its ways out. Opcodes whose work is a call of the runtime (RUNTIME_OP in src/ops) have no section.
"""

import argparse
import difflib
import os
import re
import subprocess
import sys
import textwrap

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROW = re.compile(r'^  V\((\w+), *"(\w*)", *([\w| ]+), *(\w+), *"((?:[^"\\]|\\.)*)"\)', re.M)
SECTION = re.compile(r"^[0-9a-f]+ <.*Stencil<\(halfword::Opcode\)(\d+), (\d+)>\(")
RELOCATION = re.compile(r"^\s+[0-9a-f]+: (R_\w+)\s+(.*)$")
INSTRUCTION = re.compile(r"^ +[0-9a-f]+:\s+(.*)$")
READERS = ("interpreter/interpreter.cc", "jit/cold_tiers.cc", "jit/stencils/stencils.cc")
# The files of src/ops in which words are made of other words; and the most lines of a macro elsewhere.
WORDS = ("words.inc", "encoded.inc", "doubles.inc")
MACRO_LINES = 5
HOLE_KINDS = {"R_X86_64_32", "R_X86_64_32S", "R_X86_64_64"}
EXIT_KINDS = {"R_X86_64_PLT32", "R_X86_64_PC32"}
EXITS = {"hw_next", "hw_next_number", "hw_jump", "hw_jump_by", "hw_throw", "hw_record_store", "hw_box"}


def rows():
    """[(name, operands, flags, kind of site, meaning)]"""
    with open(os.path.join(ROOT, "src/bytecode/opcodes.h"), encoding="utf-8") as file:
        return [(n, o, f.strip(), w, m.replace('\\"', '"')) for n, o, f, w, m in ROW.findall(file.read())]


def escaped(text):
    return text.replace("](", "]&#40;").replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;").replace("_", "\\_")


def opcodes_page():
    lines = [
        "# Opcodes",
        "",
        "Made by `tools/opcodes.py --write` from the table in `src/bytecode/opcodes.h`, which explains operands and",
        "flags. What an opcode does is written in `src/ops`.",
        "",
        "| opcode | operands | flags | site | meaning |",
        "| --- | --- | --- | --- | --- |",
    ]
    for name, operands, flags, site, meaning in rows():
        shown = "" if flags == "0" else ", ".join(f[1].lower() + f[2:] for f in flags.split(" | "))
        kind = "" if site == "kNone" else re.sub(r"(?<=.)([A-Z])", r" \1", site[1:]).lower()
        lines.append(f"| {name} | {operands} | {shown} | {kind} | {escaped(meaning)} |")
    return "\n".join(lines) + "\n"


class Stencil:
    def __init__(self):
        self.instructions, self.bytes, self.holes, self.exits, self.wrong = 0, 0, 0, 0, []


def stencils(path):
    """{(opcode's number, variant): Stencil}"""
    text = subprocess.run(
        ["objdump", "-drC", "-w", "--no-show-raw-insn", path], capture_output=True, text=True, check=True
    ).stdout
    found, current = {}, None
    for line in text.split("\n"):
        begins = SECTION.match(line)
        if begins:
            current = found.setdefault((int(begins[1]), int(begins[2])), Stencil())
            continue
        if line.startswith("Disassembly of section"):
            current = None
        if current is None:
            continue
        relocated = re.search(r"\t(\w+): (R_\w+)\s+(.*)$", line)
        kind, symbol = (relocated[2], relocated[3]) if relocated else ("", "")
        instruction = INSTRUCTION.match(line)
        if not instruction:
            continue
        operation = instruction[1].split("\t")[0].split(" ")[0]
        if operation not in ("nop", "nopw", "nopl", "xchg", "data16", "cs"):
            current.instructions += 1
        if operation.startswith("call"):
            current.wrong.append("a call")
        if operation.startswith("push") or re.match(r"sub +\$0x[0-9a-f]+,%rsp", instruction[1]):
            current.wrong.append("a stack frame")
        if "%fs:" in instruction[1]:
            current.wrong.append("something thread-local")
        if not kind:
            continue
        name = re.sub(r"[+-]0x[0-9a-f]+$", "", symbol)
        if kind in HOLE_KINDS and name.startswith("hw_") and name not in EXITS:
            current.holes += 1
        elif kind in EXIT_KINDS and name.startswith(".text."):
            pass  # another block of the stencil
        elif kind in EXIT_KINDS and (name in EXITS or "Cold<" in name):
            current.exits += 1
        else:
            current.wrong.append(f"a relocation {kind} of {name}")
    sizes = subprocess.run(["nm", "-CS", "--defined-only", path], capture_output=True, text=True, check=True).stdout
    for line in sizes.split("\n"):
        match = re.match(r"[0-9a-f]+ ([0-9a-f]+) \w .*Stencil<\(halfword::Opcode\)(\d+), (\d+)>\(", line)
        if match and (int(match[2]), int(match[3])) in found:
            found[int(match[2]), int(match[3])].bytes += int(match[1], 16)
    return found


def stencils_page(found):
    all_rows = rows()
    plain = {opcode: s for (opcode, variant), s in found.items() if variant == 0}
    variants = {}
    for (opcode, variant), s in found.items():
        if variant != 0:
            variants.setdefault(opcode, []).append(s.instructions)
    runtime = [name for i, (name, *_) in enumerate(all_rows) if i not in plain]
    total = [sum(getattr(s, what) for s in plain.values()) for what in ("bytes", "instructions", "holes", "exits")]
    lines = [
        "# Stencils",
        "",
        "A row is the fast path of an opcode as machine code with holes for its operands, compiled from the text in",
        "`src/ops` by `src/jit/stencils/stencils.cc`. None has a call, a stack frame, static data or anything",
        "thread-local; `make test` checks that. Exits are jumps out: to the next instruction, a slower tier, the",
        "target of a jump. Variants contain a slower tier or know more of the site (`src/jit/stencils/variants.h`).",
        "",
        "Made by",
        "",
        "    tools/opcodes.py --write --object build/release/src/CMakeFiles/halfword_stencils.dir/jit/stencils/stencils.cc.o",
        "",
        f"There are {len(plain)} plain stencils and {len(found) - len(plain)} variants, "
        f"{sum(s.bytes for s in found.values())} bytes "
        "as",
        "compiled, with a section for each basic block. `tools/mkstencils` leaves out more than a fifth of that, jumps",
        "to what it places next.",
        f"{len(runtime)} opcodes are calls of the runtime and have none:",
        "",
        *textwrap.wrap(", ".join(runtime) + ".", 108),
        "",
        "| opcode | bytes | instructions | holes | exits | variants | their instructions |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for i, (name, *_) in enumerate(all_rows):
        if i in plain:
            s, all_of = plain[i], variants.get(i, [])
            spread = f"{min(all_of)} to {max(all_of)}" if all_of else ""
            lines.append(f"| {name} | {s.bytes} | {s.instructions} | {s.holes} | {s.exits} | {len(all_of) or ''} | {spread} |")
    lines.append(f"| all | {total[0]} | {total[1]} | {total[2]} | {total[3]} | {len(found) - len(plain)} | |")
    return "\n".join(lines) + "\n"


def words():
    """What is wrong with the list of words at the head of ops/machine.h, in sentences."""

    def text(name):
        with open(os.path.join(ROOT, "src", name), encoding="utf-8") as file:
            return file.read()

    listed = set(
        re.findall(
            r"(?<![\w.])([A-Z][A-Z0-9_]+)(?=[(\s])",
            "\n".join(
                line for line in text("ops/machine.h").split("#ifndef")[0].split("\n") if re.match(r"//  [ \[][A-Z]", line)
            ),
        )
    )
    taken_back = re.findall(r"#undef (\w+)", text("ops/undefine.inc"))
    made = {
        word for name in ("words", "encoded", "doubles") for word in re.findall(r"^#define (\w+)", text(f"ops/{name}.inc"), re.M)
    }
    readers = {name: set(re.findall(r"^#define ([A-Z]\w+)", text(name), re.M)) for name in READERS}
    wrong = [f"{word} is in ops/undefine.inc and not in the list of ops/machine.h" for word in sorted(set(taken_back) - listed)]
    wrong += [f"{word} is in the list of ops/machine.h and not in ops/undefine.inc" for word in sorted(listed - set(taken_back))]
    wrong += [f"ops/undefine.inc takes {word} back twice" for word in sorted({w for w in taken_back if taken_back.count(w) > 1})]
    wrong += [f"{word} is defined in ops and not taken back" for word in sorted(made - set(taken_back))]
    for name, defined in readers.items():
        wrong += [f"{name} does not define {word}" for word in sorted(set(taken_back) - made - defined) if word != "OPERAND"]
    return wrong


def long_macros(name, text):
    """What is wrong with the macros of a file of src/ops. Words and tables apart, one is at most MACRO_LINES long."""
    lines, i = text.split("\n"), 0
    while i < len(lines):
        begin = i
        while lines[i].endswith("\\"):
            i += 1
        i += 1
        macro = re.match(r"#define (\w+)", lines[begin])
        if macro and i - begin > MACRO_LINES and name not in WORDS:
            yield f"ops/{name}:{begin + 1}: {macro[1]} has {i - begin} lines; a macro has {MACRO_LINES} at most, a function more"


def macros():
    for folder, _, names in sorted(os.walk(os.path.join(ROOT, "src/ops"))):
        for name in sorted(names):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                yield from long_macros(name, file.read())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--object", metavar="FILE")
    args = parser.parse_args()
    if args.check == args.write:
        parser.error("one of --check and --write")
    wrong = [*words(), *macros()]
    page = os.path.join(ROOT, "docs/opcodes.md")
    if args.write:
        with open(page, "w", encoding="utf-8") as file:
            file.write(opcodes_page())
    else:
        with open(page, encoding="utf-8") as file:
            old = file.read()
        difference = [
            d
            for d in difflib.unified_diff(old.split("\n"), opcodes_page().split("\n"), lineterm="", n=0)
            if d[:1] in "+-" and d[:3] not in ("+++", "---")
        ]
        wrong += ["docs/opcodes.md is not what the table says (tools/opcodes.py --write): " + d for d in difference[:5]]
    if args.object:
        found = stencils(args.object)
        if len(found) < 100:
            wrong.append(f"{args.object} has {len(found)} stencils")
        names = [name for name, *_ in rows()]
        for (number, _), stencil in sorted(found.items()):
            wrong += [f"the fast path of {names[number]} has {what}" for what in sorted(set(stencil.wrong))]
        if args.write:
            with open(os.path.join(ROOT, "docs/stencils.md"), "w", encoding="utf-8") as file:
                file.write(stencils_page(found))
        print(f"{len(found)} stencils, {sum(s.bytes for s in found.values())} bytes")
    print("\n".join(wrong) if wrong else "no problem found")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
