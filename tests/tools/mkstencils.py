#!/usr/bin/env python3
"""What tools/mkstencils cuts out of small object files, and what it says of those that can't be cut.

tests/tools/mkstencils.py

The objects are assembled here, with a section for each basic block. The tables that they should give are written by hand: the
compiler reads those that were cut and asserts that they are the same.
"""

import os
import re
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from checks import check, finish

TOOL = os.path.join(ROOT, "build/release/bin/mkstencils")
REGEXP_5 = "_ZN13RegExpStencilILNS_6regexp6OpcodeE5ELi0EEEvv"
LOAD_2 = "_ZN7StencilILNS_6OpcodeE2ELi0EEEvv"
EXITS = ("hw_regexp_fail", "hw_regexp_interpret", "hw_regexp_go_on")
JAVASCRIPT_EXITS = (
    *("hw_to_cold", "hw_to_cold_of_jump", "hw_to_interpreter", "hw_go_on"),
    *(f"hw_{kind}_{blocks}" for kind in ("fill", "check_and_fill") for blocks in (0, 1, 2, 3, 4, "all")),
)


def block(name, code):
    """A basic block behind the first of its function."""
    return f'.section .text.{name},"ax",@progbits\n{name}:\n{code}\n'


def function(name, code):
    return f".globl {name}\n.type {name}, @function\n" + block(name, code)


def functions(names, code):
    return "".join(function(name, code) for name in names)


X86_EXITS = functions(EXITS, "ret")
ARM_EXITS = functions(EXITS, "ret")


def regexp(code):
    """The text of an object with the stencil of the regexp opcode 5, on x86-64."""
    return function(REGEXP_5, code) + X86_EXITS


def javascript(code):
    return function(LOAD_2, code) + functions(JAVASCRIPT_EXITS, "ret")


# The straight part goes on to the next instruction, so the jump there is left out. The other part has a jump to it and one away.
X86_REGEXP = regexp("movl $hw_word_1, %eax\ntestl %eax, %eax\nje other\njmp hw_next") + block(
    "other", "xorl %ecx, %ecx\njmp hw_fail"
)
X86_REGEXP_TABLES = """
constexpr uint8_t kBytes[] = {0xb8, 0, 0, 0, 0, 0x85, 0xc0, 0x0f, 0x84, 0, 0, 0, 0,  // the straight part
                              0x31, 0xc9, 0xe9, 0, 0, 0, 0,                          // the other
                              0xc3, 0xc3, 0xc3};                                     // three exits
constexpr Hole kHoles[] = {{1, HoleKind::kWord, 1, 0},
                           {9, HoleKind::kOtherPart, 0, -9 - 4},
                           {3, HoleKind::kFail, 0, -3 - 4}};
constexpr Stencil kCut = {0, 0, 0, 13, 7, 2, 1, 0, 0, End::kNext};
static_assert(IsEqual(kStencilBytes, kBytes));
static_assert(IsEqual(kStencilHoles, kHoles));
static_assert(std::size(kStencils) == 1 && IsEqual(kStencils[0], kCut));
static_assert(kFirstStencil[5] == 0 && kFirstStencil[6] == 1);
static_assert(IsEqual(kFail, {20, 3, 0, 1, 0, 0, 0, 0, 0, End::kNowhere}));
static_assert(IsEqual(kInterpret, {21, 3, 0, 1, 0, 0, 0, 0, 0, End::kNowhere}));
static_assert(IsEqual(kGoOn, {22, 3, 0, 1, 0, 0, 0, 0, 0, End::kNowhere}));
"""
# A likely jump behind an unlikely one: both are turned round, so that the likely one is left out.
X86_TURNED = regexp("testl %eax, %eax\nje hw_next\njmp hw_interpret")
X86_TURNED_TABLES = """
constexpr uint8_t kBytes[] = {0x85, 0xc0, 0x0f, 0x85, 0, 0, 0, 0, 0xc3, 0xc3, 0xc3};
constexpr Hole kHoles[] = {{4, HoleKind::kInterpret, 0, -4 - 4}};
static_assert(IsEqual(kStencilBytes, kBytes));
static_assert(IsEqual(kStencilHoles, kHoles));
static_assert(IsEqual(kStencils[0], {0, 0, 0, 8, 0, 1, 0, 0, 0, End::kNext}));
"""
ARM_REGEXP = (
    function(REGEXP_5, "movz w8, #:abs_g0:hw_word_1\ncbz w8, other\nb hw_next")
    + block("other", "mov w9, wzr\nb hw_fail")
    + ARM_EXITS
)
ARM_REGEXP_TABLES = """
constexpr uint8_t kBytes[] = {0x08, 0, 0x80, 0x52, 0x08, 0, 0, 0x34,  // the straight part
                              0xe9, 0x03, 0x1f, 0x2a, 0, 0, 0, 0x14,  // the other
                              0xc0, 0x03, 0x5f, 0xd6, 0xc0, 0x03, 0x5f, 0xd6, 0xc0, 0x03, 0x5f, 0xd6};
constexpr Hole kHoles[] = {{0, HoleKind::kWord, 1, 0},
                           {4, HoleKind::kOtherPart, 0, -4},
                           {4, HoleKind::kFail, 0, -4}};
static_assert(IsEqual(kStencilBytes, kBytes));
static_assert(IsEqual(kStencilHoles, kHoles));
static_assert(IsEqual(kStencils[0], {0, 0, 0, 8, 8, 2, 1, 0, 0, End::kNext}));
"""
# Ways out are numbered within the stencil. An opcode whose stencil throws has none; its first tier is the cold one.
COLD_2_1, COLD_2_0 = (f"_ZN4ColdILNS_6OpcodeE2ELNS_3ops4TierE{tier}EEEvv" for tier in (1, 0))
JAVASCRIPT = javascript(
    f"leaq hw_register_2(%rdi), %rax\ntestl %eax, %eax\nje {COLD_2_1}\njs {COLD_2_0}\njmp hw_next_number"
) + function(LOAD_2.replace("E2E", "E3E"), "jmp hw_throw")
JAVASCRIPT_TABLES = """
constexpr Hole kHoles[] = {{3, static_cast<HoleKind>(static_cast<int>(HoleKind::kBytes) + 2), 0, 0},
                           {11, HoleKind::kWay, 0, -11 - 4},
                           {17, static_cast<HoleKind>(static_cast<int>(HoleKind::kWay) + 1), 0, -17 - 4}};
static_assert(IsEqual(kStencilHoles, kHoles));
static_assert(IsEqual(kStencils[2], {0, 0, 0, 21, 0, 3, 0, 0, 2, End::kNextNumber}));
static_assert(kStencils[3].hole_count == kNoStencil);
static_assert(kFirstStencil[kOpcodeCount] == kOpcodeCount);
static_assert(std::size(kFills) == 2 && std::size(kFills[0]) == 6 && kFills[1][5].size == 1);
// Which opcode and tier each cold tier is, by its number; two come before the opcodes'.
constexpr int kColdTiers[][2] = {{-1, -1}, {-1, -1},
#define V(opcode, tier) {opcode, tier},
                                 HW_COLD_TIERS(V)
#undef V
};
static_assert(std::size(kColdTiers) == kColdTierCount);
constexpr bool IsTier(int number, int opcode, int tier) {
  return kColdTiers[number][0] == opcode && kColdTiers[number][1] == tier;
}
static_assert(IsTier(kStencilWays[0], 2, 1) && IsTier(kStencilWays[1], 2, 0));
static_assert(IsTier(static_cast<int>(kStencils[3].holes), 3, 0));
"""
READER = """
#include <iterator>

#include "jit/stencils/stencil_table.h"
#include "regexp/bytecode.h"
#include "TABLES"
namespace halfword::jit {
constexpr bool IsEqual(const Hole& a, const Hole& b) {
  return a.offset == b.offset && a.kind == b.kind && a.operand == b.operand && a.addend == b.addend;
}
constexpr bool IsEqual(const Stencil& a, const Stencil& b) {
  return a.bytes == b.bytes && a.holes == b.holes && a.ways == b.ways && a.size == b.size &&
         a.cold_size == b.cold_size && a.hole_count == b.hole_count &&
         a.cold_hole_count == b.cold_hole_count && a.variant == b.variant && a.way_count == b.way_count &&
         a.end == b.end;
}
constexpr bool IsEqual(uint8_t a, uint8_t b) { return a == b; }
template <class T, size_t n, size_t m>
constexpr bool IsEqual(const T (&a)[n], const T (&b)[m]) {
  for (size_t i = 0; i < n && n == m; i++) {
    if (!IsEqual(a[i], b[i])) return false;
  }
  return n == m;
}
USING
EXPECTED
}  // namespace halfword::jit
"""
# What it is, the source, the processor, the dialect, and the table written by hand.
CUTS = [
    ("two parts of a stencil", X86_REGEXP, "x86_64", "regexp", X86_REGEXP_TABLES),
    ("a likely jump behind an unlikely one", X86_TURNED, "x86_64", "regexp", X86_TURNED_TABLES),
    ("two parts of a stencil for AArch64", ARM_REGEXP, "aarch64", "regexp", ARM_REGEXP_TABLES),
    ("ways out to cold tiers", JAVASCRIPT, "x86_64", "", JAVASCRIPT_TABLES),
]
# What it is, the source, the dialect, and what the error says.
BAD_SOURCES = [
    ("a hole of 64 bits", regexp("movabsq $hw_word_0, %rax\njmp hw_next"), "regexp", "relocation 1 of hw_word_0"),
    ("a hole of 16 bits", regexp("movw $hw_word_0, %ax\njmp hw_next"), "regexp", "relocation 12 of hw_word_0"),
    ("a reference through a table", regexp("movq hw_word_0@GOTPCREL(%rip), %rax\nret"), "regexp", "of hw_word_0"),
    ("an unknown hole", regexp("movl $hw_nothing_0, %eax\nret"), "regexp", "the address of hw_nothing_0"),
    ("an unknown hole", javascript("movl $hw_nothing_0, %eax\nret"), "", "the address of hw_nothing_0"),
    ("a number where a distance belongs", regexp("movl $hw_next, %eax\nret"), "regexp", "the address of hw_next"),
    ("a distance where a number belongs", regexp("jmp hw_word_0"), "regexp", "a jump to hw_word_0"),
    ("a call of a function", regexp("call memcpy\nret"), "regexp", "a jump to memcpy"),
    ("a call of a function", javascript("call memcpy\nret"), "", "a jump to memcpy"),
    ("a fifth operand", javascript("movl $hw_count_4, %eax\nret"), "", "operand 4"),
    ("an addend of 17 bits", regexp("movl $hw_word_0+65536, %eax\nret"), "regexp", "the addend of hw_word_0"),
    (
        "a table of jumps",
        regexp("jmp *table(,%rax,8)") + ".section .rodata\ntable:\n.quad 0\n",
        "regexp",
        "the address of section",
    ),
    (
        "a jump into the middle of a block",
        regexp("jmp other+1") + block("other", "nop\nnop\nret"),
        "regexp",
        "the middle of a block",
    ),
    ("two functions in a section", regexp("ret\n.type f, @function\nf:\nret"), "regexp", "f is not alone in its section"),
    ("a section that is missing", regexp("ret").replace("hw_regexp_go_on", "other"), "regexp", "there is no hw_regexp_go_on"),
    (
        "a function that is declared only",
        regexp("ret").replace("hw_regexp_go_on:\n", "f:\n"),
        "regexp",
        "there is no hw_regexp_go_on",
    ),
    ("no exit of JavaScript", regexp("ret"), "", "there is no hw_to_cold"),
    ("an opcode that does not exist", regexp("ret").replace("E5E", "E999E"), "regexp", "no opcode 999"),
    (
        "25 ways out",
        javascript("\n".join(f"je {COLD_2_1.replace('E1E', f'E{tier}E')}" for tier in range(25)) + "\nret"),
        "",
        "too many ways out",
    ),
    ("code of 64 KiB", regexp(".zero 65536\nret"), "regexp", "is too long"),
]


def words(data, offset, form, *values):
    """`data` with `values` at `offset`."""
    packed = struct.pack(form, *values)
    return data[:offset] + packed + data[offset + len(packed) :]


def sections(data, kind):
    """The offsets of the headers of the sections of a type."""
    begin, count = struct.unpack_from("<Q", data, 0x28)[0], struct.unpack_from("<H", data, 0x3C)[0]
    return [at for at in range(begin, begin + 64 * count, 64) if struct.unpack_from("<I", data, at + 4)[0] == kind]


SYMBOLS, RELOCATIONS = 2, 4  # SHT_SYMTAB, SHT_RELA


def entry(data, kind, size, index=1):
    """The offset of an entry of the first section of a type."""
    return struct.unpack_from("<Q", data, sections(data, kind)[0] + 0x18)[0] + size * index


# What it is, what makes it of the bytes of a good object, and what the error says.
BAD_OBJECTS = [
    ("an empty file", lambda data: b"", "is cut off"),
    ("a text", lambda data: b"text " * 100, "no object file"),
    ("a program", lambda data: words(data, 0x10, "<H", 2), "no object file"),
    ("an object file of 32 bits", lambda data: words(data, 4, "<B", 1), "no object file"),
    ("an object for another machine", lambda data: words(data, 0x12, "<H", 243), "machine 243"),
    ("half an object", lambda data: data[: len(data) // 2], "is cut off"),
    ("an object without symbols", lambda data: words(data, sections(data, SYMBOLS)[0] + 4, "<I", 1), "has no symbols"),
    ("names in no section", lambda data: words(data, sections(data, SYMBOLS)[0] + 0x28, "<I", 9999), "section 9999"),
    ("a name that is elsewhere", lambda data: words(data, entry(data, SYMBOLS, 24), "<I", 0x7FFFFFFF), "a symbol's name"),
    ("a relocation of no symbol", lambda data: words(data, entry(data, RELOCATIONS, 24, 0) + 12, "<I", 9999), "symbol 9999"),
    (
        "a relocation behind its section",
        lambda data: words(data, entry(data, RELOCATIONS, 24, 0), "<Q", 1 << 20),
        "behind its section",
    ),
]


class Folder:
    def __init__(self, path):
        self.path = path
        self.object, self.tables = (os.path.join(path, name) for name in ("stencils.o", "tables.inc"))

    def assemble(self, source, machine="x86_64"):
        path = os.path.join(self.path, "stencils.s")
        with open(path, "w", encoding="utf-8") as file:
            file.write(source)
        subprocess.run(["clang-19", f"--target={machine}-linux-gnu", "-c", path, "-o", self.object], check=True)

    def cut(self, dialect):
        if os.path.exists(self.tables):
            os.remove(self.tables)
        return subprocess.run([TOOL, self.object, self.tables, *dialect.split()], text=True, capture_output=True)

    def compile(self, dialect, expected):
        """What the compiler says of the tables where they are not those expected."""
        path = os.path.join(self.path, "reader.cc")
        text = READER.replace("TABLES", self.tables).replace("EXPECTED", expected)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace("USING", "using namespace regexp_tables;" if dialect else ""))
        options = ["-std=c++20", "-fsyntax-only", "-DHALFWORD_MAKING_STENCILS", "-I", os.path.join(ROOT, "src")]
        return subprocess.run(["clang++-19", *options, path], text=True, capture_output=True)

    def refuses(self, what, dialect, message):
        done = self.cut(dialect)
        is_clear = re.fullmatch(r"mkstencils: .*\n", done.stderr) and message in done.stderr
        check(f"{what}: a clear error", done.returncode == 1 and is_clear, f"{done.returncode} {done.stderr}")
        check(f"{what}: no tables", not os.path.exists(self.tables))


def main():
    with tempfile.TemporaryDirectory() as path:
        folder = Folder(path)
        for what, source, machine, dialect, expected in CUTS:
            folder.assemble(source, machine)
            done = folder.cut(dialect)
            if check(f"{what} can be cut", done.returncode == 0, done.stderr):
                read = folder.compile(dialect, expected)
                check(f"{what}: the tables are those written by hand", read.returncode == 0, read.stderr)
        for what, source, dialect, message in BAD_SOURCES:
            folder.assemble(source)
            folder.refuses(what, dialect, message)
        folder.assemble(X86_REGEXP)
        with open(folder.object, "rb") as file:
            good = file.read()
        for what, change, message in BAD_OBJECTS:
            with open(folder.object, "wb") as file:
                file.write(change(good))
            folder.refuses(what, "regexp", message)
        os.remove(folder.object)
        folder.refuses("a file that is missing", "regexp", "cannot read")
        folder.assemble(X86_REGEXP)
        folder.tables = os.path.join(path, "nowhere", "tables.inc")
        folder.refuses("tables in a folder that is missing", "regexp", "cannot write")
    finish()


if __name__ == "__main__":
    main()
