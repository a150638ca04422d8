#!/usr/bin/env python3
"""Counts what the dynamic linker writes into a program when a process starts: each such page is private to the process.

    tests/package/relocations.py [--engine build/release/bin/halfword] [--show N]

Words are counted by the symbol that they are in. The engine's own are those in a symbol of namespace halfword; the rest
is in ICU, libstdc++, Rust's library and libedit, which are linked as their distributor compiled them. Own tables belong
into base/packed_tables.h. --show lists the N symbols with the most. The last line says how it went.
"""

import argparse
import bisect
import collections
import dataclasses
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
WORD = 8
# The most bytes of relocated words.
OWN = 16 * 1024
ALL = 133 * 1024


@dataclasses.dataclass
class Count:
    by_symbol: dict  # name: words
    pages: int

    def bytes_of(self, is_counted):
        return WORD * sum(n for name, n in self.by_symbol.items() if is_counted(name))

    @property
    def own_bytes(self):
        return self.bytes_of(is_own)

    @property
    def all_bytes(self):
        return self.bytes_of(lambda name: True)


def is_own(name):
    return "halfword" in name


def owner(name):
    for part, who in (("halfword", "Halfword"), ("icu_", "ICU's classes"), ("std::", "libstdc++"), ("__cxxabiv1", "libstdc++")):
        if part in name:
            return who
    return "tables of ICU, libedit, Rust"


def lines(*argv):
    return subprocess.run(argv, check=True, capture_output=True, text=True).stdout.splitlines()


def count(program):
    """The Count of a program that is not stripped."""
    symbols = []
    for line in lines("llvm-nm-19", "--print-size", "--defined-only", "--demangle", program):
        words = line.split(None, 3)
        if len(words) == 4 and len(words[1]) == 16:
            symbols.append((int(words[0], 16), int(words[1], 16), words[3]))
    symbols.sort()
    starts = [s[0] for s in symbols]
    found, pages = collections.Counter(), set()
    for line in lines("readelf", "-rW", program):
        words = line.split()
        if len(words) < 3 or not words[2].startswith("R_"):
            continue
        address = int(words[0], 16)
        pages.add(address >> 12)
        i = bisect.bisect_right(starts, address) - 1
        inside = i >= 0 and address < symbols[i][0] + symbols[i][1]
        # Private data have no symbol of their own: they lie between those of the same source file.
        found[symbols[i][2] if inside else f"behind {symbols[i][2]}" if i >= 0 else "?"] += 1
    return Count(dict(found), len(pages))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default=os.path.join(ROOT, "build/release/bin/halfword"))
    parser.add_argument("--show", type=int, default=0)
    args = parser.parse_args()
    counted = count(args.engine)
    groups = collections.Counter()
    for name, n in counted.by_symbol.items():
        groups[owner(name)] += n * WORD
    for who, size in groups.most_common():
        print(f"{size:>8} bytes  {who}")
    for name, n in sorted(counted.by_symbol.items(), key=lambda item: -item[1])[: args.show]:
        print(f"{n:>6} words  {name}")
    print(f"{counted.all_bytes} bytes of relocated words on {counted.pages} pages")
    failed = 0
    for what, size, most in (("of the engine's own", counted.own_bytes, OWN), ("in all", counted.all_bytes, ALL)):
        if size > most:
            failed += 1
            print(f"FAILED: {size} bytes of relocated words {what}, at most {most} are allowed")
    print(f"{2 - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
