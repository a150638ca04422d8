#!/usr/bin/env python3
"""Installs the garbage-collection library into an empty prefix and builds the examples against it, as a stranger would.

    tests/package/run.py [--cxx COMPILER] [--build FOLDER] [--deb]

Once through find_package, once through pkg-config; with --deb makes the Debian package too and looks into it. The last
line says how it went.
"""

import argparse
import glob
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checks import check, finish, run

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cxx", default="g++-12")
    parser.add_argument("--build", help="where to build; a temporary folder by default")
    parser.add_argument("--deb", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        build = args.build or os.path.join(folder, "build")
        prefix = os.path.join(folder, "prefix")
        compiler = f"-DCMAKE_CXX_COMPILER={args.cxx}"
        run("configure", "cmake", "-S", f"{ROOT}/packaging/gc", "-B", build, compiler, "-DCMAKE_BUILD_TYPE=Release")
        run("build", "cmake", "--build", build, "-j", str(len(os.sched_getaffinity(0))))
        run("install", "cmake", "--install", build, "--prefix", prefix)

        examples = os.path.join(folder, "examples")
        run("find_package", "cmake", "-S", f"{ROOT}/examples/gc", "-B", examples, compiler,
            f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_BUILD_TYPE=Release")
        run("build examples", "cmake", "--build", examples, "-j", str(len(os.sched_getaffinity(0))))
        programs = ["linked_graph", "interpreter_heap", "cppgc_program"]
        if os.path.exists(f"{examples}/html_document"):
            programs.append("html_document")
        for program in programs:
            run(program, f"{examples}/{program}")

        pc = glob.glob(f"{prefix}/lib*/**/halfword-gc.pc", recursive=True)
        env = dict(os.environ, PKG_CONFIG_PATH=os.path.dirname(pc[0]) if pc else "")
        # The prefix is where it was installed, not where it was configured for.
        flags = run("pkg-config", "pkg-config", f"--define-variable=prefix={prefix}", "--cflags", "--libs", "halfword-gc",
                    env=env).split()
        run("pkg-config build", args.cxx, f"{ROOT}/examples/gc/linked_graph.cc", "-o", f"{folder}/by_pkg_config",
            *[f for f in flags if not f.startswith("-l") and f != "-pthread"], *[f for f in flags if f.startswith("-l")],
            "-pthread")
        run("pkg-config program", f"{folder}/by_pkg_config")

        # A program that was told another width than the library's must not compile.
        wrong = subprocess.run([args.cxx, "-std=gnu++20", f"-I{prefix}/include", "-DHALFWORD_COMPRESS=0", "-fsyntax-only",
                                f"{ROOT}/examples/gc/linked_graph.cc"], capture_output=True, text=True)
        check("a program of another width does not compile",
              wrong.returncode != 0 and "was built with HALFWORD_COMPRESS=1" in wrong.stderr, wrong.stderr)

        if args.deb:
            run("package", "cmake", "--build", build, "--target", "package")
            deb = glob.glob(f"{build}/*.deb")
            contents = run("package contents", "dpkg-deb", "--contents", deb[0])
            for wanted in ("libhalfword-gc.a", "halfword-gc.pc", "halfword-gc-config.cmake", "gc/internal/build.h",
                           "gc/cppgc/member.h"):
                check(f"{wanted} is in the package", wanted in contents)
    finish()


if __name__ == "__main__":
    main()
