#!/usr/bin/env python3
"""Installs the engine's library into an empty prefix and builds small programs against it, as a stranger would.

    tests/package/library.py [--build build/release] [--cxx COMPILER] [--cc COMPILER]

C99 and C++20, shared and static, through find_package and through pkg-config; looks at what the shared library exports and
that it maps its initial heap from its own file. tests/package/run.py does the same with packages. The last line says how it went.
"""

import argparse
import glob
import os
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checks import check, finish, run

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAMS = f"{ROOT}/tests/package/programs"


def exports(library):
    """Every dynamic symbol that it defines is a function of the C interface, and those of the header are all there."""
    lines = run("symbols", "nm", "-D", "--defined-only", library).split("\n")
    names = {line.split()[-1].split("@")[0] for line in lines if line and " A " not in line}
    check("it exports nothing else", all(n.startswith("hw_") for n in names), " ".join(sorted(names)))
    with open(f"{ROOT}/include/halfword/halfword.h") as file:
        header = file.read()
    missing = [n for n in names if n + "(" not in header]
    check("what it exports is in the header", not missing, " ".join(missing))
    with open(f"{ROOT}/tests/package/symbols.txt") as file:
        known = set(file.read().split())
    check("what it exported once it still does", known <= names, " ".join(sorted(known - names)))
    check("what is new is written down in symbols.txt", names <= known, " ".join(sorted(names - known)))
    soname = run("soname", "readelf", "-d", library)
    check("it is libhalfword.so.1", "[libhalfword.so.1]" in soname, soname)


def headers(compiler, include, own, folder):
    """Every header can be included by programs that take warnings for errors. `own`: the folder of those of the static
    library."""
    gc = f"{own}/halfword/gc"
    names = [*glob.glob(f"{include}/halfword/*.h*"), *glob.glob(f"{own}/halfword/**/*.h*", recursive=True)]
    check(
        "those of this very build are in a folder of their own",
        os.path.exists(f"{gc}/internal/build.h")
        and os.path.exists(f"{own}/halfword/classes.hpp")
        and not os.path.exists(f"{include}/halfword/gc"),
        " ".join(names),
    )
    source = f"{folder}/headers.cc"

    def folder_of(name):
        return next(f for f in (f"{gc}/cppgc", own, include) if name.startswith(f + "/"))

    with open(source, "w") as out:
        out.writelines(f'#include "{os.path.relpath(n, folder_of(n))}"\n' for n in sorted(names))
    run(
        "headers without warnings",
        compiler,
        "-std=c++20",
        "-Wall",
        "-Wextra",
        "-Wpedantic",
        "-Wshadow",
        "-Werror",
        "-fsyntax-only",
        f"-I{own}",
        f"-I{include}",
        f"-I{gc}/cppgc",
        source,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=f"{ROOT}/build/release")
    # Another compiler than the library's, where there is one.
    parser.add_argument("--cxx", default=shutil.which("g++") or "clang++-19")
    parser.add_argument("--cc", default=shutil.which("gcc") or "clang-19")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        prefix = f"{folder}/prefix"
        for component in ("runtime", "development"):
            run("install", "cmake", "--install", args.build, "--prefix", prefix, "--component", component)
        library = glob.glob(f"{prefix}/lib*/**/libhalfword.so", recursive=True)
        if not check("a shared library", len(library) == 1):
            finish()
        libdir = os.path.dirname(library[0])
        exports(library[0])
        headers(args.cxx, f"{prefix}/include", f"{libdir}/halfword/include", folder)

        programs = f"{folder}/programs"
        run(
            "find_package",
            "cmake",
            "-S",
            PROGRAMS,
            "-B",
            programs,
            f"-DCMAKE_CXX_COMPILER={args.cxx}",
            f"-DCMAKE_C_COMPILER={args.cc}",
            f"-DCMAKE_PREFIX_PATH={prefix}",
            "-DCMAKE_BUILD_TYPE=Release",
        )
        run("build programs", "cmake", "--build", programs, "-j", str(len(os.sched_getaffinity(0))))
        for name in ("hello_cc_halfword", "hello_cc_static", "objects"):
            run(name, f"{programs}/{name}")
        for kind, file in (("halfword", "libhalfword.so"), ("static", "hello_c_static")):
            text = run(f"hello_c_{kind}", f"{programs}/hello_c_{kind}", file)
            check(f"the image is mapped from {file}", "image mapped" in text, text)

        env = dict(os.environ, PKG_CONFIG_PATH=f"{libdir}/pkgconfig")
        for package, compiler, source, options in (
            ("halfword", args.cc, "hello.c", ("-std=c99", "-pedantic", "-Werror")),
            ("halfword", args.cxx, "hello.cc", ("-std=c++20",)),
            ("halfword-static", args.cc, "hello.c", ("-std=c99",)),
            ("halfword-static", args.cxx, "objects.cc", ("-std=gnu++20",)),
        ):
            flags = run("pkg-config", "pkg-config", "--cflags", "--libs", package, env=env).split()
            program = f"{folder}/{package}_{source}.out"
            run(f"{source} by {package}.pc", compiler, *options, f"{PROGRAMS}/{source}", "-o", program, *flags)
            run(f"{source} by {package}.pc runs", program, env=dict(env, LD_LIBRARY_PATH=libdir))
    finish()


if __name__ == "__main__":
    main()
