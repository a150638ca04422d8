#!/usr/bin/env python3
"""Finds objects of static storage that change while the process runs, and that no HW_PROCESS_STATE stands before.

    tests/package/process_state.py [--build build/release] [--show]

The symbol tables of the archives have every object of .data, .bss, .tdata and .tbss. One is allowed if its definition says
that it does not change (const, and what it points to as well), or if it is in the paragraph behind an HW_PROCESS_STATE of
base/macros.h, whose sentence says how threads share it. --show lists those with their sentences. The last line says how it
went.
"""

import argparse
import glob
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SYMBOL = re.compile(r"^[0-9a-f]{16} (.{7}) (\.[\w.$]+)\s+([0-9a-f]{16}) (?:\.\w+ )?(.+)$")
MUTABLE = re.compile(r"\.(data|bss|tdata|tbss)(?!\.rel\.ro)\b")
# The compiler's own: locks of the first use of a local object, and what exceptions refer to.
COMPILERS = ("guard variable for ", "DW.ref.")
TAG = re.compile(r"^ *HW_PROCESS_STATE\(((?:\s*\"(?:[^\"\\]|\\.)*\")+)\);\n((?:.+\n)+)", re.M)
QUALIFIERS = r"(?:static |inline |constinit |thread_local |__thread |extern |\[\[[\w:]+\]\] ?)*"


def mutable_symbols(archive):
    """Yields (folder of src, name of the source file, demangled name) of objects in writable sections."""
    argv = ["llvm-objdump-19", "--syms", "--demangle", archive]
    layer, member = re.search(r"(\w+?)\.a$", archive)[1].removeprefix("libhalfword_"), ""
    for line in subprocess.run(argv, check=True, capture_output=True, text=True).stdout.splitlines():
        if found := re.match(r".*\((.+)\):\s+file format", line):
            member = found[1].removesuffix(".o")
        found = SYMBOL.match(line.replace("\t", " "))
        if found and "d" not in found[1] and MUTABLE.match(found[2]) and not found[4].startswith(COMPILERS):
            yield layer, member, found[4]


def variable_of(name):
    """The word that the definition has: that after the last '::', without what compilers add."""
    name = re.sub(r" \(\.\w+\)$|\[abi:\w+\]", "", name)
    return re.search(r"(\w+)$", name)[1]


def tagged(text):
    """Words of the paragraph behind each tag, with its sentence."""
    found = {}
    for strings, paragraph in TAG.findall(text):
        sentence = "".join(re.findall(r"\"((?:[^\"\\]|\\.)*)\"", strings))
        code = re.sub(r"//[^\n]*", "", paragraph)
        for word in re.findall(r"\b(\w+)(?=\)?(?:\[[^\]]*\])*(?:\(tls|\{| = |;| __attribute__|\)))", code):
            found[word] = sentence
    return found


def is_constant(text, word):
    """A definition of that name begins with const and refers to nothing that is not."""
    definition = re.compile(
        rf"^\s*{QUALIFIERS}(?P<const>const|constexpr) (?P<type>[\w:<>, *&]*?[ *&]){word}(?:\[[^\]]*\])*(?:\(|\{{| =|;)", re.M
    )
    for found in definition.finditer(text):
        shared = re.search(r"shared_ptr<(?!const )", found["type"])
        if not shared and not re.search(r"\*(?! *const)", found["type"]):
            return True
    return False


def sources():
    texts = {}
    for folder in ("src", "include"):
        for path in glob.glob(os.path.join(ROOT, folder, "**", "*"), recursive=True):
            if path.endswith((".cc", ".h", ".inc")):
                with open(path, encoding="utf-8") as file:
                    texts[os.path.relpath(path, ROOT)] = file.read()
    return texts


def check(symbols, texts):
    """(mistakes, {file: {word: sentence}}) for mutable_symbols, where texts are files by path."""
    mistakes, states = [], {}
    headers = {path: text for path, text in texts.items() if not path.endswith(".cc")}
    for layer, member, name in sorted(set(symbols)):
        word = variable_of(name)
        where = re.compile(rf"src/{layer}/(?:.*/)?{re.escape(member)}$")
        own = {path: text for path, text in texts.items() if where.match(path)}
        for path, text in {**own, **headers}.items():
            if word in (tags := tagged(text)):
                states.setdefault(path, {})[word] = tags[word]
                break
            if re.search(rf"\b{word}\b", text) and is_constant(text, word):
                break
        else:
            mistakes.append(f"{layer}, {member}: {name} changes while the process runs, and has no HW_PROCESS_STATE")
    return mistakes, states


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(ROOT, "build/release"))
    parser.add_argument("--show", action="store_true")
    args = parser.parse_args()
    archives = sorted(glob.glob(os.path.join(args.build, "src", "*.a")))
    if not archives:
        sys.exit(f"no archives in {args.build}/src")
    symbols = [symbol for archive in archives for symbol in mutable_symbols(archive)]
    texts = sources()
    mistakes, states = check(symbols, texts)
    seen = {(path, word) for path, words in states.items() for word in words}
    for path, text in sorted(texts.items()):
        if path != "src/base/macros.h" and (tags := tagged(text)) and not any((path, word) in seen for word in tags):
            mistakes.append(f"{path}: HW_PROCESS_STATE stands before nothing that changes")
    for path, words in sorted(states.items()) if args.show else ():
        for word, sentence in words.items():
            print(f"{path}: {word}\n    {sentence}")
    for mistake in mistakes:
        print(mistake)
    count = sum(len(words) for words in states.values())
    print(f"{count} passed, {len(mistakes)} failed")
    sys.exit(1 if mistakes else 0)


if __name__ == "__main__":
    main()
