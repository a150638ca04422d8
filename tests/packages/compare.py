#!/usr/bin/env python3
"""Compares how packages are found with node: takes pairs of a file and a specifier from installed trees, and asks both.

    tests/packages/compare.py [--engine build/release/bin/halfword] [--node node] [--most N] FOLDER ...

A FOLDER is one in which npm has installed packages (it has node_modules). For each of its packages, these specifiers are
asked for, by `import` and by `require`, from the folder and from files of packages that depend on it: the name, each
subpath of "exports", each "imports", names of files with and without extension, and names that can't be right. What the
files themselves ask for is asked for too. A pair agrees if both find the same file, or fail with the same code.

Modules of node itself are left out. import.meta.resolve of node takes the second argument with
--experimental-import-meta-resolve only. It doesn't look whether the file is there, so this script does, for both."""

import argparse
import collections
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import urllib.parse

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SPECIFIER = re.compile(r"""(?:\brequire\(\s*|\bfrom\s*|\bimport\s*\(?\s*)(["'])((?:(?!\1)[^\\\n]){1,200})\1""")
BUILTIN = set(
    """assert assert/strict async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns
dns/promises domain events fs fs/promises http http2 https inspector inspector/promises module net os path path/posix path/win32
perf_hooks process punycode querystring readline readline/promises repl stream stream/consumers stream/promises stream/web
string_decoder sys timers timers/promises tls trace_events tty url util util/types v8 vm wasi worker_threads zlib test""".split()
)

ASK = """
const print = globalThis.print ?? console.log;
for (const [kind, from, specifier] of PAIRS) {
  let answer;
  try {
    answer = kind === 'import' ? import.meta.resolve(specifier, pathToUrl(from)) : createRequire(from).resolve(specifier);
  } catch (error) {
    answer = '! ' + (error.code ?? error.name);
  }
  print(JSON.stringify(answer));
}
function pathToUrl(path) { return 'file://' + path.split('/').map(encodeURIComponent).join('/'); }
"""


def packages(folder):
    """Folders of packages below, without following links."""
    for path, folders, files in os.walk(folder):
        if "package.json" in files and "node_modules" in path:
            yield path
        folders[:] = [f for f in folders if not os.path.islink(os.path.join(path, f))]


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            found = json.load(file)
            return found if isinstance(found, dict) else {}
    except (OSError, ValueError):
        return {}


def keys_below(target, begin):
    """All keys of an object that begin so, at its top."""
    return [k for k in target if k.startswith(begin)] if isinstance(target, dict) else []


def files_of(folder, most=60):
    found = []
    for path, folders, files in os.walk(folder):
        folders[:] = sorted(f for f in folders if f != "node_modules")
        found += [os.path.join(path, f) for f in sorted(files) if f.endswith((".js", ".cjs", ".mjs", ".json"))]
        if len(found) > most * 4:
            break
    return found


def is_builtin(specifier):
    return specifier.startswith("node:") or specifier in BUILTIN


def pairs_of(folder, chance):
    all_packages = sorted(packages(folder))
    for package in all_packages:
        info = read(os.path.join(package, "package.json"))
        name = package[package.rindex("node_modules/") + len("node_modules/") :]
        if name.count("/") > (1 if name.startswith("@") else 0):
            continue  # a folder inside of a package
        specifiers = [name, name + "/package.json", name + "/", name + "/none.js", name + "/../" + name, name + "/./index.js"]
        for key in keys_below(info.get("exports"), "."):
            specifiers.append(name + key[1:].replace("*", "a/b"))
            specifiers.append(name + key[1:].replace("*", "index"))
        files = files_of(package)
        for file in chance.sample(files, min(len(files), 12)):
            inside = os.path.relpath(file, package)
            specifiers += [name + "/" + inside, name + "/" + os.path.splitext(inside)[0], name + "/" + os.path.dirname(inside)]
        own = [(k if "*" not in k else k.replace("*", "index")) for k in keys_below(info.get("imports"), "#")]
        own += ["#none", ".", "..", "./", "./index", "./package.json", "./none", name]
        parent = os.path.dirname(package[: package.rindex("node_modules/") + len("node_modules")])
        for specifier in specifiers:
            yield os.path.join(parent, "index.js"), specifier
        for specifier in own:
            yield os.path.join(package, "index.js"), specifier
        for file in chance.sample(files, min(len(files), 8)):
            if file.endswith(".json"):
                continue
            with open(file, encoding="utf-8", errors="replace") as source:
                text = source.read(200000)
            for _, specifier in SPECIFIER.findall(text):
                yield file, specifier


def ask(command, pairs, prelude):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "ask.mjs")
        with open(path, "w", encoding="utf-8") as file:
            file.write(prelude + "const PAIRS = " + json.dumps(pairs) + ";\n" + ASK)
        done = subprocess.run(command + [path], capture_output=True, text=True, encoding="utf-8", cwd="/")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if len(answers) != len(pairs):
        sys.exit(f"{command[0]} answered {len(answers)} of {len(pairs)}:\n{done.stderr[:2000]}")
    return answers


def meaning(kind, answer):
    """A path, or a code."""
    if answer is None or answer.startswith("!") or kind == "require":
        return answer
    if not answer.startswith("file:"):
        return answer
    url = answer[len("file://") :]
    path = urllib.parse.unquote(re.split(r"[?#]", url)[0])
    if os.path.isdir(path):
        return "! ERR_UNSUPPORTED_DIR_IMPORT"
    if not os.path.exists(path):
        return "! ERR_MODULE_NOT_FOUND"
    return url


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--engine", default=os.path.join(ROOT, "build/release/bin/halfword"))
    parser.add_argument("--node", default="node")
    parser.add_argument("--most", type=int, default=20000, help="pairs")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    chance = random.Random(args.seed)
    pairs = set()
    for folder in args.folders:
        for file, specifier in pairs_of(os.path.realpath(folder), chance):
            if not is_builtin(specifier):
                pairs.update([("import", file, specifier), ("require", file, specifier)])
    pairs = sorted(pairs)
    if len(pairs) > args.most:
        pairs = sorted(chance.sample(pairs, args.most))
    prelude = "import { createRequire } from 'node:module';\n"
    node = [args.node, "--no-warnings", "--experimental-import-meta-resolve"]
    theirs = ask(node, pairs, prelude)
    ours = ask([args.engine], pairs, prelude)
    different, newer, outcomes = 0, 0, collections.Counter()
    for pair, a, b in zip(pairs, theirs, ours):
        a, b = meaning(pair[0], a), meaning(pair[0], b)
        outcomes["a file" if not a.startswith("!") else a[2:]] += 1
        if a == b:
            continue
        # `require` finds TypeScript without its extension since node 22.18.
        if pair[0] == "require" and a == "! MODULE_NOT_FOUND" and b.endswith((".ts", ".cts")):
            newer += 1
            continue
        different += 1
        if different <= 40:
            print(f"{pair[0]} '{pair[2]}' in {pair[1]}\n    node: {a}\n    here: {b}")
    print(
        f"{len(pairs)} pairs, {different} different, {newer} as newer node only; "
        + ", ".join(f"{n} {o}" for o, n in outcomes.most_common())
    )
    sys.exit(different != 0)


if __name__ == "__main__":
    main()
