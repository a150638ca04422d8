#!/usr/bin/env python3
"""Compares what --transform-types makes of TypeScript with what tsc makes of it, for every .ts file below some folders.

    mkdir /tmp/oracle && (cd /tmp/oracle && npm install typescript@6.0.3 rxjs effect …)
    tests/typescript/transform.py [--engine build/release/bin/halfword] --modules /tmp/oracle/node_modules FOLDER ...

It takes the enums, namespaces and classes with parameter properties at the top of each file, with the constants beside
them. The engine runs them twice: as TypeScript, and as the JavaScript that transpileModule of npm's typescript
makes of them. Both print all values that were declared, and must print the same, or end with the same error.
"""

import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

from compare import HERE, arguments, sources


def extract(modules, paths):
    argv = ["node", os.path.join(HERE, "transform.mjs"), modules]
    out = subprocess.run(argv, input="\n".join(paths), capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in out.rstrip("\n").split("\n")]


def run(engine, path):
    """What the program printed, and the first line of its error: places differ."""
    try:
        done = subprocess.run([engine, "--transform-types", path], capture_output=True, text=True, errors="replace", timeout=60)
    except subprocess.TimeoutExpired:
        return "timeout"
    error = re.sub(r"\S*[/.]m[tj]s\S*", "FILE", done.stderr.split("\n")[0])
    return f"{done.stdout}{error} {done.returncode}"


def compare(engine, folder, number, program):
    if not program:
        return "nothing that becomes code", None
    stem = os.path.join(folder, str(number))
    for ending, text in ((".mts", program["text"]), (".mjs", program["javascript"])):
        with open(stem + ending, "w", encoding="utf-8", newline="") as file:
            file.write(text)
    got, wanted = run(engine, stem + ".mts"), run(engine, stem + ".mjs")
    os.remove(stem + ".mts")
    os.remove(stem + ".mjs")
    if got == wanted:
        return "the same" if wanted.endswith(" 0") else "the same error", None
    return "DIFFERENT", f"- {got[:2000]}\n+ {wanted[:2000]}"


def main():
    args = arguments(__doc__, "typescript is")
    paths = list(sources(args.folders))
    counts, declarations = collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        engine = os.path.abspath(args.engine)
        programs = extract(args.modules, paths)
        outcomes = pool.map(lambda item: compare(engine, folder, *item), enumerate(programs))
        for path, program, (outcome, note) in zip(paths, programs, outcomes):
            counts[outcome] += 1
            declarations += program.get("count", 0)
            if outcome.isupper() and args.show > 0:
                args.show -= 1
                print(f"{outcome} {path}\n{note}\n", flush=True)
    for outcome, count in counts.most_common():
        print(f"{count:6} {outcome}")
    print(f"{declarations:6} declarations")
    sys.exit(any(outcome.isupper() for outcome in counts))


if __name__ == "__main__":
    main()
