#!/usr/bin/env python3
"""Tries to compile each program of cases.txt: the compiler must refuse, with the case's sentence.

run.py --cxx COMPILER [-j N] FLAGS...        (FLAGS: include folders and definitions)
"""

import argparse
import concurrent.futures
import os
import subprocess
import sys

HEADERS = """#include "cppgc/allocation.h"
#include "cppgc/cross-thread-persistent.h"
#include "cppgc/explicit-management.h"
#include "cppgc/garbage-collected.h"
#include "cppgc/object-size-trait.h"
#include "cppgc/persistent.h"
#include "cppgc/prefinalizer.h"
#include "cppgc/visitor.h"
#include "halfword/gc/containers/deque.h"
#include "halfword/gc/containers/hash_map.h"
#include "halfword/gc/containers/hash_set.h"
#include "halfword/gc/containers/vector.h"
#include <optional>
#include <string>
using namespace cppgc;
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cxx", required=True)
    parser.add_argument("-j", type=int, default=len(os.sched_getaffinity(0)))
    args, flags = parser.parse_known_args()
    cases = [("", "int main() {}\n")]
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "cases.txt")) as file:
        for line in file:
            if line.startswith("== "):
                cases.append((line[3:].strip(), ""))
            elif not line.startswith("#") and len(cases) > 1:
                cases[-1] = (cases[-1][0], cases[-1][1] + line)

    def check(case):
        sentence, program = case
        done = subprocess.run(
            [args.cxx, "-std=gnu++20", "-fsyntax-only", "-x", "c++", *flags, "-"],
            input=HEADERS + program,
            capture_output=True,
            text=True,
            errors="replace",
        )
        if not sentence:
            return None if done.returncode == 0 else f"the headers alone don't compile:\n{done.stderr[:2000]}"
        if done.returncode == 0:
            return f"compiles, but should be refused ({sentence}):\n{program}"
        # Compilers break the sentence's quotes; what counts is that it is there.
        if sentence not in done.stderr:
            return f"is refused, but without '{sentence}':\n{program}{done.stderr[:1500]}"
        return None

    with concurrent.futures.ThreadPoolExecutor(args.j) as pool:
        problems = [p for p in pool.map(check, cases) if p]
    for problem in problems:
        print(problem)
    print(f"{len(cases) - len(problems)} passed, {len(problems)} failed")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
