#!/usr/bin/env python3
"""Compares what CommonJS files export, as the shell finds it, with npm's cjs-module-lexer, which node uses.

    tests/packages/names.py --lexer FOLDER/node_modules/cjs-module-lexer [--names build/release/bin/commonjs_names]
                            [--most N] FOLDER ...

Takes all .js and .cjs files below the FOLDERs, but for those that the lexer refuses."""

import argparse
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
LEXER = """
const { parse, initSync } = require(process.argv[1] + '/lexer.js');
const { readFileSync } = require('fs');
for (const path of readFileSync(0, 'utf8').split('\\n').filter(Boolean)) {
  let found = null;
  try {
    const { exports, reexports } = parse(readFileSync(path, 'utf8'));
    found = [[...exports], [...reexports]];
  } catch {}
  console.log(JSON.stringify(found));
}
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--lexer", required=True)
    parser.add_argument("--names", default=os.path.join(ROOT, "build/release/bin/commonjs_names"))
    parser.add_argument("--node", default="node")
    parser.add_argument("--most", type=int, default=20000)
    args = parser.parse_args()
    files = []
    for top in args.folders:
        for folder, folders, names in os.walk(top):
            folders.sort()
            files += [os.path.join(folder, n) for n in sorted(names) if n.endswith((".js", ".cjs"))]
    files = [f for f in files if os.path.isfile(f) and "\n" not in f][: args.most]
    lines = "\n".join(files) + "\n"
    run = lambda command: [
        json.loads(line)
        for line in subprocess.run(command, input=lines, capture_output=True, text=True, check=True).stdout.splitlines()
    ]
    theirs = run([args.node, "-e", LEXER, os.path.abspath(args.lexer)])
    ours = run([args.names])
    compared = different = names = 0
    for file, a, b in zip(files, theirs, ours):
        if a is None:
            continue
        compared += 1
        names += len(a[0])
        if a == b:
            continue
        different += 1
        if different <= 20:
            print(file)
            for kind, x, y in (("exports", a[0], b[0]), ("reexports", a[1], b[1])):
                print(f"    {kind}: only there {sorted(set(x) - set(y))[:8]}, only here {sorted(set(y) - set(x))[:8]}")
    print(f"{compared} files with {names} names, {different} different; {len(files) - compared} that the lexer refuses")
    sys.exit(different != 0)


if __name__ == "__main__":
    main()
