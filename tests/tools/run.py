#!/usr/bin/env python3
"""Runs the tools for programs with collected classes on samples and compares what they find.

    tests/tools/run.py [--cxx clang++-19] [--gc FOLDER]

--gc: a build of packaging/gc, for gdb's printers; without it one is made. Nothing is skipped: tools/setup.sh installs
what is needed.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
passed = failed = 0


def expect(name, condition, output):
    global passed, failed
    if condition:
        passed += 1
    else:
        failed += 1
        print(f"FAILED {name}\n{output}")


def weighted(args, folder, flags):
    """Packing by the objects that a heap has, and sources in the better order."""

    def pack(objects, weights):
        with open(f"{folder}/census", "w") as file:
            file.write(weights)
        done = subprocess.run(
            [
                sys.executable,
                f"{ROOT}/tools/structure_packing.py",
                "--weights",
                f"{folder}/census",
                "--write",
                f"{folder}/packed",
                objects,
            ],
            capture_output=True,
            text=True,
        )
        return done.stdout + done.stderr

    out = pack(f"{folder}/samples.o", "40 1 Packed\n")
    expect("packing: leaves out what has no objects", "0 waste memory" in out and "Wasteful" not in out, out)
    out = pack(f"{folder}/samples.o", "4000 100 Wasteful\n96 2 DerivedFromWasteful\n")
    expect("packing: counts the objects of a class and of those derived from it", "816 with its 102 objects" in out, out)
    subprocess.run(
        [args.cxx, *flags.split(), "-g", "-Wno-reorder", "-c", f"{folder}/packed/samples.cc", "-o", f"{folder}/packed.o"],
        check=True,
    )
    out = pack(f"{folder}/packed.o", "4000 100 Wasteful\n")
    expect("packing: the sources that it writes waste nothing", "0 waste memory" in out, out)


def gdb(args, folder):
    """What gdb prints of references."""
    library = args.gc or os.path.join(folder, "gc")
    if not args.gc:
        subprocess.run(
            ["cmake", "-S", f"{ROOT}/packaging/gc", "-B", library, f"-DCMAKE_CXX_COMPILER={args.cxx}"],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        subprocess.run(
            ["cmake", "--build", library, "-j", str(len(os.sched_getaffinity(0)))], check=True, stdout=subprocess.DEVNULL
        )
    subprocess.run(
        [
            args.cxx,
            "-std=gnu++20",
            "-g",
            "-O0",
            f"{HERE}/gdb_sample.cc",
            f"-I{library}/include",
            f"-I{ROOT}/include",
            f"{library}/libhalfword-gc.a",
            "-pthread",
            "-o",
            f"{folder}/sample",
        ],
        check=True,
    )
    commands = [
        f"source {ROOT}/tools/gdb/halfword.py",
        "break Breakpoint",
        "run",
        "up",
        "print root",
        "print empty",
        "print sentinel",
        "print root.pointer_->next",
        "hw-object root.pointer_",
    ]
    done = subprocess.run(
        ["gdb", "-q", "-batch", "-nx", *[x for c in commands for x in ("-ex", c)], f"{folder}/sample"],
        capture_output=True,
        text=True,
    )
    out = done.stdout + done.stderr
    for name, pattern in (
        ("a persistent", r"\$1 = 0x[0-9a-f]+: Node"),
        ("null", r"\$2 = null"),
        ("the sentinel", r"\$3 = sentinel"),
        ("a member", r"\$4 = 0x[0-9a-f]+: Node"),
        ("an object", r"^Node, header 0x[0-9a-f]+, cell of \d+ bytes"),
    ):
        expect(f"gdb: {name}", re.search(pattern, out, re.M), out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cxx", default="clang++-19")
    parser.add_argument("--gc")
    args = parser.parse_args()
    flags = f"-std=gnu++20 -I{ROOT}/include -DHALFWORD_COMPRESS=1"
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([args.cxx, *flags.split(), "-g", "-c", f"{HERE}/samples.cc", "-o", f"{folder}/samples.o"], check=True)
        done = subprocess.run(
            [sys.executable, f"{ROOT}/tools/structure_packing.py", f"{folder}/samples.o"], capture_output=True, text=True
        )
        out = done.stdout + done.stderr
        expect("packing: finds the wasteful class", "Wasteful: 40 bytes, 32 if" in out and done.returncode == 1, out)
        expect("packing: passes over packed ones", "1 waste memory" in out and "Packed:" not in out, out)
        weighted(args, folder, flags)
        resource = subprocess.run([args.cxx, "-print-resource-dir"], capture_output=True, text=True).stdout.strip()
        done = subprocess.run(
            [
                sys.executable,
                f"{ROOT}/tools/trace_check.py",
                "--root",
                ROOT,
                "--flags",
                flags,
                "--resource-dir",
                resource,
                f"{HERE}/samples.cc",
            ],
            capture_output=True,
            text=True,
        )
        out = done.stdout + done.stderr
        found = set(re.findall(r": (\w+::\w+) (?:is forgotten|has no)", out))
        expect(
            "trace check: finds what is forgotten",
            found
            == {
                "Forgets::lost_member",
                "Forgets::lost_part",
                "Forgets::lost_vector",
                "NoTrace::lost",
                "Unhelped::forgotten_part",
            },
            out,
        )
        found = dict(
            re.findall(
                r": (\w+::\w+) (is a base|is a pointer|is a root|is a unique_ptr|is a collected|is of a class|"
                r"has elements of which|has elements that)",
                out,
            )
        )
        expected = {
            "ForgetsBases::Holds": "is a base",
            "ForgetsBases::Listens": "is a base",
            "Unhelped::raw_pointer": "is a pointer",
            "Unhelped::raw_pointers": "is a pointer",
            "Unhelped::owner": "is a unique_ptr",
            "Unhelped::root": "is a root",
            "Unhelped::hidden_elements": "has elements that",
            "Unhelped::pointing_elements": "has elements of which",
            "HasOnStack::on_stack": "is of a class",
            "Whole::part": "is a collected",
        }
        expect("trace check: finds bases and fields that are not traced", found == expected, f"{found}\n{out}")
        expect("trace check: finds nothing else", ", 15 problems" in out, out)
        gdb(args, folder)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
