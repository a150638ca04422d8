#!/usr/bin/env python3
"""Opens a heap snapshot of a program with the code of Chrome's developer tools, which comes from the npm registry.

tests/tools/devtools/run.py --engine build/release/bin/halfword [--work FOLDER]
"""

import argparse
import json
import os
import shutil
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from checks import check, finish, run

PROGRAM = """
class Page { constructor() { this.numbers = new Array(1000).fill(1.5); } }
globalThis.cache = new Map([["key", {inner: [new Page, new Page]}]]);
globalThis.text = "x".repeat(100000) + Math.random();
"""
# What the build of the developer tools generates, for the one language it needs.
LOCALES = """
export const LOCALES = ['en-US'], BUNDLED_LOCALES = ['en-US'], DEFAULT_LOCALE = 'en-US';
export const REMOTE_FETCH_PATTERN = '', LOCAL_FETCH_PATTERN = '';
"""
# Node 20 lacks it.
BANNER = (
    "Promise.withResolvers ??= function () { let resolve, reject; "
    "const promise = new this((a, b) => { resolve = a; reject = b; });"
    " return {promise, resolve, reject}; };"
)


def bundle(work):
    """One program of open.mjs and what it needs."""
    for name in ("package.json", "open.mjs"):
        shutil.copy(os.path.join(HERE, name), work)
    run("npm install", "npm", "install", "--no-audit", "--no-fund", "--prefix", work)
    with open(f"{work}/node_modules/chrome-devtools-frontend/front_end/core/i18n/locales.ts", "w") as out:
        out.write(LOCALES)
    run(
        "esbuild",
        f"{work}/node_modules/.bin/esbuild",
        f"{work}/open.mjs",
        "--bundle",
        "--platform=node",
        "--format=esm",
        f"--banner:js={BANNER}",
        f"--outfile={work}/bundle.mjs",
        "--log-level=error",
    )
    return f"{work}/bundle.mjs"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", required=True)
    parser.add_argument("--work", help="where the packages are kept; default: a temporary folder")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        work = os.path.abspath(args.work or folder)
        os.makedirs(work, exist_ok=True)
        opener = bundle(work)
        path = os.path.join(folder, "x.heapsnapshot")
        run("take a snapshot", args.engine, f"--heap-snapshot={path}", "-e", PROGRAM)
        shown = json.loads(run("open it", "node", opener, path, "Page").splitlines()[-1])
    page = shown["classes"].get("Page", {})
    check("both pages are there", page.get("count") == 2, str(page))
    check("they retain their numbers", page.get("retained", 0) >= 2 * 1000 * 8, str(page))
    statistics = shown["statistics"]
    heap = statistics.get("v8heap", {})
    check("strings have their size", heap.get("strings", 0) >= 100000, str(statistics))
    check(
        "the parts are less than the whole",
        0 < sum(heap.get(k, 0) for k in ("code", "jsArrays", "strings")) < statistics["total"],
        str(statistics),
    )
    ways = [r["of"] for r in shown["retainers"]]
    check("a page is retained by the map", "Map" in ways, str(shown["retainers"]))
    finish()


if __name__ == "__main__":
    main()
