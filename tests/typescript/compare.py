#!/usr/bin/env python3
"""Compares how TypeScript is parsed with what ts-blank-space and tsc say, for every .ts file below some folders.

    mkdir /tmp/oracle && (cd /tmp/oracle && npm install ts-blank-space typescript@6.0.3 rxjs effect …)
    tests/typescript/compare.py [--engine build/release/bin/halfword] --modules /tmp/oracle/node_modules FOLDER ...

Each file is blanked (ts-blank-space overwrites types with blanks), and the syntax tree of the file as TypeScript is compared
with that of the blanked text as JavaScript: what the parser prints for --print-ast, names resolved and functions inside
included. Left out of the comparison is what must differ: the empty statements in the place of what is erased, and where
nodes with parts begin and end, for these parts may be types. Then the bytecode of both, which --disassemble prints, must be
the same, but for where functions begin.

The text that the engine itself makes (--print-javascript, and Function.prototype.toString) must be that of ts-blank-space
too, but for semicolons and parentheses in the place of blanks, and its tree that of the file.

Files that ts-blank-space refuses (enums and the like) must be refused, with the words of tsc, at the first place of which
tsc with erasableSyntaxOnly says so. Files that tsc itself can't parse are left out.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
REFUSED = "This syntax is not allowed when 'erasableSyntaxOnly' is enabled."
LEAF = re.compile(r"\b(Identifier|StringLiteral|NumberLiteral|ThisExpression)\b")
ENDINGS = (".ts", ".mts", ".cts")


def sources(folders):
    for folder in folders:
        for path, folders_below, names in os.walk(folder):
            folders_below.sort()
            for name in sorted(names):
                if name.endswith(ENDINGS) and not name.endswith((".d.ts", ".d.mts", ".d.cts")):
                    yield os.path.join(path, name)


def blank(modules, paths):
    """For each path {"text"}, {"refused": place} or {"broken": why}."""
    argv = ["node", os.path.join(HERE, "blank.mjs"), modules]
    out = subprocess.run(argv, input="\n".join(paths), capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in out.rstrip("\n").split("\n")]


def command(engine, option, path):
    """A .ts file is taken for a module, whatever its package says."""
    return [engine, option] + (["-m"] if path.endswith(".ts") else []) + [path]


def output(engine, option, path):
    done = subprocess.run(command(engine, option, path), capture_output=True, check=False)
    return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else None


def bytecode(engine, path):
    text = output(engine, "--disassemble", path)
    if text is None:
        return None
    text = re.sub(r"(?m)^(function .*) \[\d+, \d+\)$", r"\1", text)
    # A table of texts is in the order of hashes, which have a secret.
    return re.sub(r"(?m)^(.* SwitchString .*; )(.*)$", lambda m: m[1] + " ".join(sorted(m[2].split(" "))), text)


def is_blanked_so(ours, theirs):
    """Whether the texts differ in nothing but what may stand where the other has a blank."""
    return ours is not None and len(ours) == len(theirs) and all(a == b or {a, b} <= set(" ;()") for a, b in zip(ours, theirs))


def tree(engine, path):
    """The lines of the syntax tree that count, or the error."""
    done = subprocess.run(command(engine, "--print-ast", path), capture_output=True, text=True, errors="replace")
    if done.returncode:
        return None, done.stderr.replace(path, "FILE")
    lines = []
    for line in done.stdout.splitlines():
        if not re.match(r" *(?:body: )?EmptyStatement", line):
            lines.append(line if LEAF.search(line) else re.sub(r" \[\d+, \d+\)", "", line))
    return lines, None


def compare(engine, folder, path, blanked):
    """The name of the outcome, and what there is to say."""
    typed, error = tree(engine, path)
    if "broken" in blanked:
        return "tsc can't parse it", None
    if "refused" in blanked:
        place = blanked["refused"] and f"FILE:{blanked['refused']}\n"
        if typed is None and REFUSED in error and place in error:
            return "refused by both", None
        return "REFUSED BY ONE", f"not erasable at {blanked['refused']}; {error or 'accepted'}"
    ending = ".js" if path.endswith(".cts") else ".mjs"
    plain = os.path.join(folder, f"{abs(hash(path))}{ending}")

    def write(text):
        with open(plain, "w", encoding="utf-8", newline="") as file:
            file.write(text)

    try:
        write(blanked["text"])
        wanted, plain_error = tree(engine, plain)
        if typed is None and wanted is None:
            return "an error in both", None
        if typed is None:
            return "ERROR", error
        if wanted is None:
            return "ERROR IN THE BLANKED TEXT", plain_error
        difference = first_difference(typed, wanted)
        if difference:
            return "DIFFERENT", difference
        codes = [bytecode(engine, p) for p in (path, plain)]
        if codes[0] != codes[1]:
            return "DIFFERENT BYTECODE", codes[0] and codes[1] and first_difference(*(c.splitlines() for c in codes))
        ours = output(engine, "--print-javascript", path)
        if not is_blanked_so(ours, blanked["text"]):
            return "DIFFERENT TEXT", ours and first_difference(ours.splitlines(), blanked["text"].splitlines())
        write(ours)
        own, error = tree(engine, plain)
        if own is None or first_difference(typed, own):
            return "THE TEXT MEANS SOMETHING ELSE", error or first_difference(typed, own)
        return "the same", None
    finally:
        os.remove(plain)


def first_difference(got, wanted):
    for number, (a, b) in enumerate(zip(got, wanted)):
        if a != b:
            return "\n".join(got[max(0, number - 3) : number]) + f"\n- {a}\n+ {b}"
    return None if len(got) == len(wanted) else "one is longer"


def arguments(description, oracles):
    """The command line of this script and of transform.py, which have other oracles."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--engine", default=os.path.join(ROOT, "build/release/bin/halfword"))
    parser.add_argument("--modules", required=True, help=f"the node_modules that {oracles} in")
    parser.add_argument("--jobs", "-j", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--show", type=int, default=20, help="how many differences to print")
    return parser.parse_args()


def main():
    args = arguments(__doc__, "ts-blank-space and typescript are")
    paths = list(sources(args.folders))
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        engine = os.path.abspath(args.engine)
        outcomes = pool.map(lambda pair: compare(engine, folder, *pair), zip(paths, blank(args.modules, paths)))
        for path, (outcome, note) in zip(paths, outcomes):
            counts[outcome] += 1
            if outcome.isupper() and args.show > 0:
                args.show -= 1
                print(f"{outcome} {path}\n{note}\n", flush=True)
    for outcome, count in counts.most_common():
        print(f"{count:6} {outcome}")
    sys.exit(any(outcome.isupper() for outcome in counts))


if __name__ == "__main__":
    main()
