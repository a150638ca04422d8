#!/usr/bin/env python3
"""Holds the parser against test262: every file must parse, or fail to, as its front matter says.

tools/parse_test262.py build/bin/parse_check path/to/test262 [--lazy] [--compare] [--verbose] [folder below test/ …]
"""

import os
import re
import subprocess
import sys

# Proposals that are not in ECMAScript 2025.
NOT_YET = {
    "decorators",
    "explicit-resource-management",
    "source-phase-imports",
    "source-phase-imports-module-source",
    "import-defer",
    "export-defer",
    "import-text",
    "import-bytes",
}

FRONT_MATTER = re.compile(r"/\*---(.*?)---\*/", re.S)


def items(text, key):
    """A list under `key`, in flow or block style."""
    flow = re.search(r"^%s:[ \t]*\[(.*?)\]" % key, text, re.M | re.S)
    if flow:
        return [item.strip() for item in flow.group(1).split(",") if item.strip()]
    block = re.search(r"^%s:[ \t]*\n((?:[ \t]*-.*\n?)+)" % key, text, re.M)
    return re.findall(r"-\s*(\S+)", block.group(1)) if block else []


def goals(path):
    """(goal, must fail) pairs for one file, or None to leave it out."""
    with open(path, encoding="utf-8", errors="surrogateescape", newline="") as file:
        match = FRONT_MATTER.search(file.read())
    text = match.group(1).replace("\r\n", "\n").replace("\r", "\n") if match else ""
    if NOT_YET & set(items(text, "features")):
        return None
    flags = items(text, "flags")
    negative = re.search(r"^negative:\s*\n((?:[ \t]+.*\n?)+)", text, re.M)
    must_fail = bool(negative and re.search(r"phase:\s*parse\b", negative.group(1)))
    if "module" in flags:
        return [("m", must_fail)]
    result = []
    if "onlyStrict" not in flags:
        result.append(("s", must_fail))
    if "noStrict" not in flags and "raw" not in flags:
        result.append(("S", must_fail))
    return result


def main():
    arguments = [a for a in sys.argv[1:] if not a.startswith("--")]
    checker, root = arguments[:2]
    folders = arguments[2:] or ["."]
    jobs = []
    left_out = 0
    for folder in folders:
        top = os.path.join(root, "test", folder)
        files = (
            [top]
            if os.path.isfile(top)
            else (os.path.join(d, f) for d, _, names in os.walk(top) for f in names if f.endswith(".js"))
        )
        for path in sorted(files):
            if "_FIXTURE" in path:
                continue
            wanted = goals(path)
            if wanted is None:
                left_out += 1
                continue
            jobs += [(goal, path, must_fail) for goal, must_fail in wanted]
    command = [checker] + [a for a in sys.argv if a in ("--lazy", "--compare")] + ["--list"]
    run = subprocess.run(
        command, input="".join(f"{goal} {path}\n" for goal, path, _ in jobs).encode(), stdout=subprocess.PIPE, check=False
    )
    answers = run.stdout.decode(errors="replace").splitlines()
    wrong = 0
    for (goal, path, must_fail), answer in zip(jobs, answers):
        if (answer != "ok") != must_fail:
            wrong += 1
            print(f"{os.path.relpath(path, root)} [{goal}]: " + ("should be a SyntaxError" if must_fail else answer))
        elif must_fail and "--verbose" in sys.argv:
            print(f"{os.path.relpath(path, root)} [{goal}]: {answer}")
    if len(answers) != len(jobs):
        print(f"the checker stopped (status {run.returncode}) at {jobs[len(answers)][1]}")
        wrong += 1
    print(f"{len(jobs)} parses, {wrong} wrong, {left_out} files left out")
    return wrong != 0


sys.exit(main())
