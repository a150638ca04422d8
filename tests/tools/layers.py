#!/usr/bin/env python3
"""Tries tools/check_layers.py: the order of rooms on a tree of one layer, --archives on one of two layers with an archive each.

tests/tools/layers.py [--cc clang-19]
"""

import argparse
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.dirname(HERE))
from checks import check, finish, run


class Tree:
    """src/LAYERS with `lower` and `upper`, and a build of one source each."""

    def __init__(self, folder, cc):
        self.folder, self.cc = folder, cc
        os.makedirs(os.path.join(folder, "src"))
        os.makedirs(os.path.join(folder, "build", "deep"))
        with open(os.path.join(folder, "src", "LAYERS"), "w") as file:
            file.write("lower:\nupper: lower\n")

    def archive(self, layer, text):
        path = os.path.join(self.folder, "build", "deep", layer)
        with open(path + ".c", "w") as file:
            file.write(text)
        run(f"compile {layer}", self.cc, "-c", path + ".c", "-o", path + ".o")
        library = os.path.join(os.path.dirname(path), f"libhalfword_{layer}.a")
        if os.path.exists(library):
            os.remove(library)
        run(f"archive {layer}", "ar", "rcs", library, path + ".o")

    def checked(self):
        argv = [
            sys.executable,
            os.path.join(ROOT, "tools/check_layers.py"),
            "--archives",
            os.path.join(self.folder, "build"),
            self.folder,
        ]
        done = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return done.returncode, done.stdout


def includes_of_rooms(files, names="low high"):
    """What the checker says of a layer `top` whose rooms are `names`; files: path below it -> what it includes of it."""
    with tempfile.TemporaryDirectory() as folder:
        for path in ("src/top/low", "src/top/high", "include", "tools"):
            os.makedirs(os.path.join(folder, path))
        for path, text in {"src/LAYERS": f"top:\n    rooms: {names}\n", "tools/USERS": ""}.items():
            with open(os.path.join(folder, path), "w") as file:
                file.write(text)
        for path, included in files.items():
            with open(os.path.join(folder, "src/top", path), "w") as file:
                file.write(f'#include "top/{included}"\n')
        done = subprocess.run(
            [sys.executable, os.path.join(ROOT, "tools/check_layers.py"), folder],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        return done.returncode, done.stdout


def check_order_of_rooms():
    code, text = includes_of_rooms({"low/a.h": "low/b.h", "high/a.h": "low/a.h", "low/a.cc": "top.h", "top.h": "high/a.h"})
    check("a room includes itself, those below it and, from sources, the top folder", code == 0, text)
    code, text = includes_of_rooms({"low/a.cc": "high/a.h"})
    check(
        "a source that includes a room above is named",
        code == 1 and "src/top/low/a.cc:1: room low of top may not include top/high/a.h\n" in text,
        text,
    )
    code, text = includes_of_rooms({"high/a.h": "top.h"})
    check(
        "so is a header that includes the top folder",
        code == 1 and "src/top/high/a.h:1: room high of top may not include top/top.h\n" in text,
        text,
    )
    code, text = includes_of_rooms({}, "low")
    check("a folder that is no room is named", code == 1 and "src/top/high: is no room that src/LAYERS names\n" in text, text)
    code, text = includes_of_rooms({}, "low high higher")
    check("so is a room that is no folder", code == 1 and "src/LAYERS: top has no room higher\n" in text, text)
    code, text = includes_of_rooms({f"low/a{i}.h": "low/a0.h" for i in range(25)})
    check("a folder may have 25 files", code == 0, text)
    code, text = includes_of_rooms({f"low/a{i}.h": "low/a0.h" for i in range(26)})
    check("and no more", code == 1 and "src/top/low: has 26 files; more than 25 need rooms\n" in text, text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cc", default="clang-19")
    args = parser.parse_args()
    check_order_of_rooms()
    with tempfile.TemporaryDirectory() as folder:
        tree = Tree(folder, args.cc)
        code, text = tree.checked()
        check("a folder without archives is an error", code == 1 and "no libhalfword_<layer>.a" in text, text)

        tree.archive("lower", "int below(void) { return 1; }\nint (*hook)(void);\nint call(void) { return hook(); }\n")
        tree.archive("upper", "int below(void);\nint above(void) { return below() + 1; }\n")
        code, text = tree.checked()
        check(
            "a call downward and a call through a hook pass",
            code == 0 and text == "layers: 2 archives checked, 0 problems\n",
            text,
        )

        tree.archive("lower", "int above(void);\nint below(void) { return above(); }\n")
        code, text = tree.checked()
        check(
            "a call upward is named with both archives",
            code == 1
            and text
            == "libhalfword_lower.a (lower.o) goes up to libhalfword_upper.a for above\nlayers: 2 archives checked, 1 problems\n",
            text,
        )

        tree.archive("lower", "extern int state;\nint below(void) { return state; }\n")
        tree.archive("upper", "int state = 1;\n")
        code, text = tree.checked()
        check("so is a variable", code == 1 and "libhalfword_upper.a for state" in text, text)

        tree.archive("lower", "int above(void);\nint below(void) { return above(); }\n")
        tree.archive("upper", "static int above(void) { return 1; }\nint use(void) { return above(); }\n")
        code, text = tree.checked()
        check("what no archive defines for others is the system's", code == 0, text)
    finish()


if __name__ == "__main__":
    main()
