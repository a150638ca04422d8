#!/usr/bin/env python3
"""Runs the benchmarks whose figures README.md and the pages show, keeps the figures in bench/results.json, and writes them
into the pages.

    bench/results.py --octane FOLDER --jetstream FOLDER [--modules NODE_MODULES] [--quickjs CHECKOUT]
                                     runs every group and renews it in the file; then:
    bench/results.py --write         renews figures, tables and the picture in the pages
    bench/results.py --check         fails where a page and the file differ
    bench/results.py --list          the groups, their commands, and how long they take

--only GROUP,… renews these groups; the others keep their figures, date and commit. The file is written after each group. A
machine that has other work is refused, but for --busy, which the file remembers. It builds build/release first, with
-DHALFWORD_BENCH=ON. --quick sees that every group works: its figures mean nothing, and go to the --file that it must have.
"""

import argparse
import datetime
import json
import os
import shlex
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path.insert(0, HERE)
from figures import machine, pages
from figures.groups import FOLDERS, GROUPS
from figures.store import Results

FILE = os.path.join(HERE, "results.json")
MOST_LOAD = 0.5  # processes that want to run, before the first group
TARGETS = ("halfword", "isolates_bench", "hostile_bench")


def seconds_of(results, group):
    """The time that a group took in its last run, or is thought to take."""
    return next((run["seconds"] for run in results.groups.get(group.name, []) if "seconds" in run), round(group.minutes * 60))


def arguments_of(command, folders):
    """The words of a command. An option whose folder nobody named, and which can do without, is left out."""
    places, words = {f"{{{name}}}": name for name in FOLDERS}, []
    for word in shlex.split(command):
        if word not in places:
            words.append(word)
        elif folders.get(places[word]):
            words.append(os.path.abspath(folders[places[word]]))
        else:
            words.pop()
    return words


def shown(command, folders):
    """The command as a page shows it, with names in capitals for folders."""
    for name, is_optional in FOLDERS.items():
        if is_optional and not folders.get(name):
            command = command.replace(f" --{name} {{{name}}}", "")
        command = command.replace(f"{{{name}}}", name.upper())
    return command


def measure(group, args, folders):
    """The figures of one group, or a sentence that says why there are none."""
    words = arguments_of(group.command, folders) + (shlex.split(group.quick) if args.quick else [])
    words = [sys.executable, *words] if words[0].endswith(".py") else words
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "out.json")
        if group.without_json:
            done = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        else:
            done = subprocess.run([*words, "--json", path], cwd=ROOT)
        if done.returncode not in ((0, 1) if group.may_miss else (0,)):
            return {}, f"{group.name}: exit code {done.returncode}; its figures stay as they were"
        try:
            if group.without_json:
                report = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
            else:
                with open(path, encoding="utf-8") as file:
                    report = json.load(file)
            figures = group.read(report)
        except (OSError, KeyError, TypeError, ValueError) as error:
            return {}, f"{group.name}: its output cannot be read ({error!r}); its figures stay as they were"
    if done.returncode:
        print(f"{group.name}: a bar was missed")
    return figures, None if figures else f"{group.name}: it printed no figures; those it had stay"


def build():
    for argv in (["cmake", "--preset", "release", "-DHALFWORD_BENCH=ON", "--log-level=WARNING"],
                 ["cmake", "--build", "--preset", "release", "--target", *TARGETS]):
        if subprocess.run(argv, cwd=ROOT).returncode:
            sys.exit(f"{shlex.join(argv)} failed")


def run(args, results, groups):
    """Runs the groups, one after the other. Returns what went wrong, as sentences."""
    folders = {name: getattr(args, name) for name in FOLDERS}
    for name, is_optional in FOLDERS.items():
        users = [group.name for group in groups if f"{{{name}}}" in group.command]
        if users and not is_optional and not folders[name]:
            sys.exit(f"{', '.join(users)}: name the folder with --{name} FOLDER, or other groups with --only")
        if folders[name] and not os.path.isdir(folders[name]):
            sys.exit(f"--{name} {folders[name]} is no folder")
    load = machine.load()
    if load > MOST_LOAD and not args.busy:
        sys.exit(f"the machine has other work: a load of {load}, where {MOST_LOAD} may be; wait, or say --busy")
    print(f"{len(groups)} groups, some {sum(seconds_of(results, group) for group in groups) / 60:.0f} minutes", flush=True)
    if not args.no_build:
        build()
    commit = machine.commit() + (" or a build before it" if args.no_build else "")
    problems = []
    for group in groups:
        print(f"\n== {group.name}: {shown(group.command, folders)}", flush=True)
        start = time.monotonic()
        figures, problem = measure(group, args, folders)
        if problem:
            problems.append(problem)
            continue
        seconds = round(time.monotonic() - start)
        print(f"== {group.name} took {seconds} s", flush=True)
        results.put(group.name, {
            "date": datetime.date.today().isoformat(), "commit": commit, "machine": machine.machine(),
            "load": load, "seconds": seconds, "versions": machine.versions(group.peers, folders["quickjs"]),
            "commands": [shown(group.command, folders)],
            **({"note": "The machine had other work."} if load > MOST_LOAD else {}), "figures": figures})
        results.save()
    return problems


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write the figures into the pages")
    parser.add_argument("--check", action="store_true", help="fail where a page and the file differ")
    parser.add_argument("--list", action="store_true", help="show the groups")
    parser.add_argument("--only", metavar="GROUP,…", help="of " + ", ".join(GROUPS))
    for name in FOLDERS:
        parser.add_argument(f"--{name}", metavar="FOLDER")
    parser.add_argument("--busy", action="store_true", help="measure though the machine has other work")
    parser.add_argument("--no-build", action="store_true", help="measure the build that is there")
    parser.add_argument("--quick", action="store_true", help="see that every group works")
    parser.add_argument("--file", default=FILE, help="the results (default: %(default)s)")
    parser.add_argument("--root", default=ROOT, help="whose pages are written or checked (default: this repository)")
    args = parser.parse_args()
    if args.quick and os.path.realpath(args.file) == os.path.realpath(FILE):
        parser.error("figures of --quick mean nothing: give another --file")
    for name in args.only.split(",") if args.only else ():
        if name not in GROUPS:
            parser.error(f"there is no group {name}, but {', '.join(GROUPS)}")
    return args


def main():
    args = parse()
    try:
        results = Results(args.file)
    except ValueError as error:
        sys.exit(str(error))
    groups = [GROUPS[name] for name in (args.only.split(",") if args.only else GROUPS)]
    if args.list:
        for group in groups:
            dates = ", ".join(run["date"] for run in results.groups.get(group.name, []))
            print(f"{group.name}: {seconds_of(results, group)} s; {dates or 'never run'}\n    {shown(group.command, FOLDERS)}")
        print(f"together some {sum(seconds_of(results, group) for group in groups) / 60:.0f} minutes")
    elif args.check:
        problems = list(pages.check(results, args.root))
        if problems:
            sys.exit("\n".join([*problems, "bench/results.py --write renews the pages"]))
    elif args.write:
        changed, problems = pages.write(results, args.root)
        print("\n".join(problems or [f"{path} is renewed" for path in changed] or ["the pages have these figures already"]))
        sys.exit(1 if problems else 0)
    else:
        problems = run(args, results, groups)
        print("\n".join(problems or ["\nbench/results.py --write puts the figures into the pages"]))
        sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
