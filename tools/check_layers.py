#!/usr/bin/env python3
"""Checks that includes, and with --archives what is linked, point only downward.

src/LAYERS has a row a layer, from the ground up: "name: what it may include besides what those may include". A line
"rooms: names" under it orders the folders of that layer, and says there what each of them may include. tools/USERS, in
the same form, lists the folders outside src/: what each may include of src/ and "include" (public headers). Tests and
tools may include anything and are not listed. Prints file:line for every include that breaks a rule, and folders with
too many files.

With --archives the layers' libraries are read instead: libhalfword_<layer>.a anywhere below FOLDER. Each must link with those
that src/LAYERS lets it include and no other; a symbol that only another archive defines goes upward. UPWARD below lists
what may, and why.

    tools/check_layers.py [--archives FOLDER] [ROOT]
"""

import argparse
import os
import re
import subprocess
import sys

SOURCES = (".h", ".cc", ".inc", ".def")
INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]')

# (layer, mangled symbol): why it is defined in a higher layer. An inversion by design is data in NativeState, so this is empty.
UPWARD = {}

# Folders have no more files than a reader can look over. The public headers' names are cppgc's, and programs include them.
FILES_IN_A_FOLDER = 25
CROWDED = ("include/halfword/gc", "include/halfword/gc/cppgc")
FOLDERS = ("src", "include", "shell", "tests", "tools", "bench", "examples", "docs", "packaging", "cmake")


def lines(path):
    """Every row, and every line under a row, which is indented: number, True if it stands under a row, name, names."""
    with open(path) as file:
        for number, line in enumerate(file, 1):
            line = line.split("#")[0].rstrip()
            if line:
                name, colon, uses = line.partition(":")
                if not colon:
                    sys.exit(f"{path}:{number}: a row is 'name: names'")
                yield number, name[0].isspace(), name.strip(), uses.split()


def rows(path):
    return ((number, name, uses) for number, under, name, uses in lines(path) if not under)


def rooms(path):
    """Layer -> its rooms from the ground up, for layers whose rooms have an order."""
    ordered, layer = {}, None
    for number, under, name, uses in lines(path):
        if not under:
            layer = name
        elif name != "rooms" or layer is None or layer in ordered:
            sys.exit(f"{path}:{number}: under a row stands one line 'rooms: names'")
        else:
            ordered[layer] = uses
    return ordered


def layers(path):
    """Layer -> every layer it may include, itself among them. A row may only name rows above it: so there are no cycles."""
    reach = {}
    for number, name, uses in rows(path):
        if name in reach:
            sys.exit(f"{path}:{number}: {name} has two rows")
        reach[name] = {name}
        for use in uses:
            if use not in reach:
                sys.exit(f"{path}:{number}: {name} uses {use}, which is no row above it")
            reach[name] |= reach[use]
    return reach


def includes(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file, 1):
            found = INCLUDE.match(line)
            if found:
                yield number, found[1] == '"', found[2]


def sources(folder):
    for base, _, files in os.walk(folder):
        for name in sorted(files):
            if name.endswith(SOURCES):
                yield os.path.join(base, name)


def archives(folder, names):
    """Layer -> the path of its archive. A layer without sources has none."""
    found = {}
    for base, _, files in os.walk(folder):
        for file in sorted(files):
            name = file.removeprefix("libhalfword_").removesuffix(".a")
            if file == f"libhalfword_{name}.a" and name in names:
                if name in found:
                    sys.exit(f"{folder}: {found[name]} and {os.path.join(base, file)} are both {name}")
                found[name] = os.path.join(base, file)
    return found


def symbols(archive):
    """What it defines for others, and what it leaves undefined: symbol -> the object files that refer to it."""
    listed = subprocess.run(["nm", "--print-file-name", "--format=posix", archive], capture_output=True, text=True, check=True)
    defined, undefined = set(), {}
    for line in listed.stdout.splitlines():
        where, _, rest = line.rpartition("]: ")  # "libx.a[y.cc.o]: symbol type value size"
        name, kind = rest.split()[:2]
        if kind in "Uvw":
            undefined.setdefault(name, set()).add(where.rpartition("[")[2])
        elif kind.isupper():
            defined.add(name)
    for name in defined & undefined.keys():
        del undefined[name]
    return defined, undefined


def readable(names):
    """Mangled -> demangled."""
    done = subprocess.run(["c++filt"], input="\n".join(names), capture_output=True, text=True, check=True)
    return dict(zip(names, done.stdout.splitlines()))


def check_archives(folder, reach):
    paths = archives(folder, reach)
    if not paths:
        sys.exit(f"{folder}: no libhalfword_<layer>.a below it")
    tables = {layer: symbols(path) for layer, path in paths.items()}
    owners = {}
    for layer, (defined, _) in tables.items():
        for symbol in defined:
            owners.setdefault(symbol, []).append(layer)
    upward, used = [], set()
    for layer, (_, undefined) in tables.items():
        for symbol, users in sorted(undefined.items()):
            homes = owners.get(symbol)
            if homes is None or not reach[layer].isdisjoint(homes):
                continue
            if (layer, symbol) in UPWARD:
                used.add((layer, symbol))
            else:
                upward.append((layer, symbol, sorted(users), homes))
    names = readable([symbol for _, symbol, _, _ in upward])
    problems = []
    for layer, symbol, users, homes in upward:
        home = " and ".join(os.path.basename(paths[home]) for home in homes)
        problems.append(f"{os.path.basename(paths[layer])} ({', '.join(users)}) goes up to {home} for {names[symbol]}")
    problems += [f"UPWARD: {layer} no longer goes up for {symbol}" for layer, symbol in sorted(UPWARD.keys() - used)]
    return problems, f"{len(paths)} archives"


def check_rooms(layer, ordered):
    """Includes between the rooms of one layer. The top folder, "", stands above them, and their sources may include it."""
    problems, top = [], os.path.join("src", layer)
    places = {room: place for place, room in enumerate([*ordered, ""])}
    for entry in sorted(os.listdir(top)):
        if os.path.isdir(os.path.join(top, entry)) and entry not in places:
            problems.append(f"{os.path.join(top, entry)}: is no room that src/LAYERS names")
    problems += [f"src/LAYERS: {layer} has no room {room}" for room in ordered if not os.path.isdir(os.path.join(top, room))]
    for path in sources(top):
        room = os.path.relpath(path, top).rpartition("/")[0].partition("/")[0]
        for number, _, name in includes(path):
            if name.partition("/")[0] != layer:
                continue
            other = name.partition("/")[2].rpartition("/")[0].partition("/")[0]
            if places.get(other, 0) > places.get(room, 0) and (other or not path.endswith(".cc")):
                problems.append(f"{path}:{number}: room {room} of {layer} may not include {name}")
    return problems


def crowded_folders():
    for top in FOLDERS:
        for folder, folders, files in os.walk(top):
            folders[:] = [f for f in folders if f not in ("node_modules", "__pycache__")]
            if len(files) > FILES_IN_A_FOLDER and folder not in CROWDED:
                yield f"{folder}: has {len(files)} files; more than {FILES_IN_A_FOLDER} need rooms"


def check_includes(reach, ordered):
    problems, checked = [*crowded_folders()], 0

    def check(path, who, allowed):
        """allowed: layers of src/ it may include; 'include' among them for the public headers."""
        nonlocal checked
        checked += 1
        for number, quoted, name in includes(path):
            top = name.split("/")[0]
            if top == "halfword":
                layer = "include"
            elif top in reach:
                layer = top
            elif quoted and "/" in name and not os.path.exists(os.path.join(os.path.dirname(path), name)):
                problems.append(f'{path}:{number}: "{name}" is in no layer of src/LAYERS')
                continue
            else:
                continue  # the system's, a library's, or a neighbour in the same folder
            if layer not in allowed:
                problems.append(f"{path}:{number}: {who} may not include {name}")

    for entry in sorted(os.listdir("src")):
        folder = os.path.join("src", entry)
        if not os.path.isdir(folder):
            continue
        if entry not in reach:
            problems.append(f"{folder}: has no row in src/LAYERS")
            continue
        for path in sources(folder):
            check(path, entry, reach[entry] | {"include"})
        if entry in ordered:
            problems += check_rooms(entry, ordered[entry])
    for path in sources("include"):
        check(path, "a public header", {"include"})
    for _, name, uses in rows("tools/USERS"):
        allowed = {"include"}
        for use in uses:
            if use != "include" and use not in reach:
                problems.append(f"tools/USERS: {name} uses {use}, which has no row in src/LAYERS")
            allowed |= reach.get(use, set())
        if os.path.isdir(name):
            for path in sources(name):
                check(path, name, allowed)
    return problems, f"{checked} files"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--archives", metavar="FOLDER", help="of a build; check its libraries instead of includes")
    parser.add_argument("root", nargs="?", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    args = parser.parse_args()
    folder = args.archives and os.path.abspath(args.archives)
    os.chdir(args.root)
    reach = layers("src/LAYERS")
    problems, checked = check_archives(folder, reach) if folder else check_includes(reach, rooms("src/LAYERS"))
    for problem in problems:
        print(problem)
    print(f"layers: {checked} checked, {len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
