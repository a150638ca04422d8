#!/usr/bin/env python3
"""Imports packages of npm and compares the names that they export with node's.

    tests/packages/keys.py [--engine build/release/bin/halfword] [--node node] FOLDER [PACKAGE ...]

FOLDER is one in which npm has installed the packages. Without names, all packages in its node_modules are imported. A package
counts if node can import it, and if it asks for no modules of node itself while it is imported. Then the shell must import it,
with the same names, each of the same type."""

import argparse
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
# Newer releases of node add the name "module.exports" to what a CommonJS module exports.
PROGRAM = """
const names = await import(%s);
const line = JSON.stringify(Object.keys(names).filter(k => k !== 'module.exports').sort().map(k => [k, typeof names[k],
  k === 'default' && names[k] !== null && /object|function/.test(typeof names[k]) ? Object.keys(names[k]) : 0]));
(globalThis.print ?? console.log)('\\n' + line);
"""
# Says which modules of node are asked for.
SPY = """
const { builtinModules } = require('module'), Module = require('module'), asked = new Set();
const before = Module._load;
Module._load = function (name) { if (Module.isBuiltin(name)) asked.add(name); return before.apply(this, arguments); };
process.on('exit', () => console.log('\\n' + JSON.stringify([...asked])));
import(process.argv[1]).catch(() => {});
"""


def run(command, folder):
    try:
        done = subprocess.run(
            command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=60
        )
    except subprocess.TimeoutExpired:
        return None, "timeout"
    lines = done.stdout.splitlines()
    try:
        return json.loads(lines[-1]), done.stderr
    except (ValueError, IndexError):
        return None, done.stderr


def names_in(folder):
    modules = os.path.join(folder, "node_modules")
    for name in sorted(os.listdir(modules)):
        if name.startswith("@"):
            yield from (name + "/" + inner for inner in sorted(os.listdir(os.path.join(modules, name))))
        elif not name.startswith("."):
            yield name


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("packages", nargs="*")
    parser.add_argument("--engine", default=os.path.join(ROOT, "build/release/bin/halfword"))
    parser.add_argument("--node", default="node")
    args = parser.parse_args()
    engine = os.path.abspath(args.engine)
    folder = os.path.abspath(args.folder)

    builtin, _ = run([args.node, "-p", "JSON.stringify(require('module').builtinModules)"], folder)

    def compare(name):
        if name in builtin:
            return name, "builtin of node", ""
        program = PROGRAM % json.dumps(name)
        theirs, _ = run([args.node, "--no-warnings", "--input-type=module", "-e", program], folder)
        if theirs is None:
            return name, "not on node", ""
        asked, _ = run([args.node, "--no-warnings", "-e", SPY, name], folder)
        ours, error = run([engine, "-m", "-e", program], folder)
        if ours == theirs:
            return name, "same", ""
        if ours is None:
            lines = [line for line in error.splitlines() if line.strip()]
            reason = lines[0] if lines else "nothing printed"
            # What the shell doesn't have yet.
            lacks = (
                ("imported from" in reason or "required by" in reason) and "Cannot find" in reason or "built-in module" in reason
            )
            is_host = lacks or any(
                word in reason
                for word in (
                    "process is not defined",
                    "Buffer is not defined",
                    "URL is not defined",
                    "TextEncoder is not defined",
                    "TextDecoder is not defined",
                    "global is not defined",
                    "AbortController is not defined",
                    "Event is not defined",
                    "EventTarget is not defined",
                    "fetch is not defined",
                    "crypto is not defined",
                    "self is not defined",
                )
            )
            return name, "needs node" if is_host else "fails", reason
        only_there = [n for n in theirs if n not in ours][:5]
        only_here = [n for n in ours if n not in theirs][:5]
        kind = "asks node" if asked else "different"
        return name, kind, f"only there {only_there}, only here {only_here}"

    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(compare, args.packages or names_in(folder)))
    counts = {}
    for name, kind, why in results:
        counts[kind] = counts.get(kind, 0) + 1
        if kind in ("fails", "different") or args.packages:
            print(f"{kind}: {name} {why[:300]}")
    print(", ".join(f"{n} {kind}" for kind, n in sorted(counts.items())))
    sys.exit(1 if counts.get("fails") or counts.get("different") else 0)


if __name__ == "__main__":
    main()
