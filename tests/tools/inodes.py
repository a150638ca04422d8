#!/usr/bin/env python3
"""A program's memory does not depend on the numbers of the inodes of its files.

The shell asks the system what a file is, and the answer has the inode's number, which may be any object's offset. Where that
answer stays below the frames of the program, a conservative scan takes the number for a reference: each run keeps the same object
then, and all that a list from there on refers to. Here each file has the inode that is asked for, by a library that is loaded
before the system's, and a list without a beginning has to fit into little memory.
"""

import argparse
import concurrent.futures
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests/js"))
from run import fix_addresses

LIBRARY = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/stat.h>
static int Answer(int result, struct stat* status) {
  const char* inode = getenv("INODE");
  if (inode) status->st_ino = strtoul(inode, 0, 0);
  return result;
}
int fstat(int file, struct stat* status) {
  int (*real)(int, struct stat*) = dlsym(RTLD_NEXT, "fstat");
  return Answer(real(file, status), status);
}
int stat(const char* path, struct stat* status) {
  int (*real)(const char*, struct stat*) = dlsym(RTLD_NEXT, "stat");
  return Answer(real(path, status), status);
}
"""
LIST = """
globalThis.end = { next: null };
function append(i) {
  const next = { i, next: null };
  end.next = next;
  end = next;
}
for (let i = 0; i < 3000000; i++) append(i);
"""
FILES = {
    "list.js": LIST,
    "list.mjs": LIST,
    "list.cjs": LIST,
    "import.mjs": "import './list.mjs';",
    "dynamic.mjs": "await import('./list.mjs');",
    "require.cjs": "require('./list.cjs');",
}
# Where the list's first objects lie in a heap of this size, as an untagged word and with the tag of an object.
INODES = [0x500000 + 0x20008 * i + tag for i in range(8) for tag in (0, 1)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default=os.path.join(ROOT, "build/release/bin/halfword"))
    args = parser.parse_args()
    fix_addresses()
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {**FILES, "inode.c": LIBRARY}.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        library = os.path.join(folder, "inode.so")
        subprocess.run(["clang-19", "-shared", "-fPIC", "-o", library, os.path.join(folder, "inode.c")], check=True)

        def run(case):
            name, inode = case
            done = subprocess.run(
                [args.engine, "--memory-limit=16M", os.path.join(folder, name)],
                capture_output=True,
                text=True,
                env=dict(os.environ, LD_PRELOAD=library, INODE=hex(inode)),
                timeout=600,
            )
            return name, inode, done

        failed = passed = 0
        cases = [(name, inode) for name in FILES for inode in INODES]
        with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
            for name, inode, done in pool.map(run, cases):
                if done.returncode == 0:
                    passed += 1
                    continue
                failed += 1
                print(f"FAILED {name} with inode {inode:#x}: {done.stderr.strip()}")
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
