#!/usr/bin/env python3
"""Makes the Debian packages, installs them together below a folder, and uses them as a stranger would, outside the checkout.

    tests/package/run.py [--build build/release] [--compilers g++-12,clang++-19] [--folder FOLDER]

--build: of the engine. The collector's package is made by each compiler and used by each: the table says how the pairs do at
-O0, -O1 and -O2. Then the guides' ways: find_package and pkg-config, --static too, the examples, the tools, a build of the
checkout beside other headers. What can't be paired must not compile or link, with a sentence. The last line says how it went.
"""

import argparse
import concurrent.futures
import glob
import itertools
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checks import check, finish, run

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAMS = f"{ROOT}/tests/package/programs"
LEVELS = ("-O0", "-O1", "-O2")
PACKAGES = {
    "libhalfword1": ("libhalfword.so.1",),
    "libhalfword-dev": (
        "libhalfword.so",
        "libhalfword.a",
        "halfword.pc",
        "halfword-static.pc",
        "halfword-config.cmake",
        "include/halfword/halfword.hpp",
        "halfword/include/halfword/classes.hpp",
        "gc/internal/build.h",
        "examples/plugins/plugins.cc",
        "examples/edge/edge.cc",
        "examples/sandbox/sandbox.cc",
    ),
    "halfword": ("bin/halfword", "man1/halfword.1.gz", "examples/js/tour.js"),
    "libhalfword-gc-dev": (
        "libhalfword-gc.a",
        "halfword-gc.pc",
        "halfword-gc-config.cmake",
        "gc/internal/build.h",
        "gc/cppgc/member.h",
        "examples/gc/linked_graph.cc",
    ),
    "halfword-tools": (
        "bin/halfword-trace-check",
        "man1/halfword-trace-check.1.gz",
        "gdb/halfword.py",
        "bin/halfword-structure-packing",
        "bin/halfword-check-heapsnapshot",
    ),
}
JOBS = len(os.sched_getaffinity(0))


def silent(argv, **options):
    return subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", **options)


def fails(what, sentence, argv):
    """The command must fail and say why."""
    done = silent(argv)
    check(what, done.returncode != 0 and sentence in done.stdout, f"{' '.join(argv)}\n{done.stdout}")


class Installation:
    """Packages that are installed below a folder."""

    def __init__(self, root, debs):
        self.root = root
        os.makedirs(f"{root}/var/lib/dpkg/updates")
        open(f"{root}/var/lib/dpkg/status", "w").close()
        root_or_not = [] if os.geteuid() == 0 else ["fakeroot"]
        # What they depend on is this machine's.
        run(
            f"dpkg installs {' '.join(os.path.basename(d).split('_')[0] for d in debs)}",
            *root_or_not,
            "dpkg",
            f"--root={root}",
            "--force-depends",
            "--force-script-chrootless",
            "--install",
            *debs,
            env=dict(os.environ, PATH=f"{os.environ['PATH']}:/usr/sbin:/sbin"),
        )
        self.libdir = os.path.dirname(glob.glob(f"{root}/usr/lib/**/pkgconfig", recursive=True)[0])
        self.env = dict(
            os.environ, PKG_CONFIG_PATH=f"{self.libdir}/pkgconfig", PKG_CONFIG_SYSROOT_DIR=root, LD_LIBRARY_PATH=self.libdir
        )

    def flags(self, package, *options):
        return run(
            f"pkg-config {package} {' '.join(options)}", "pkg-config", *options, "--cflags", "--libs", package, env=self.env
        ).split()


def build_gc(cxx, folder):
    """The packages of the collector, as a build by that compiler."""
    build = f"{folder}/build"
    ccache = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    run(
        f"configure with {cxx}",
        "cmake",
        "-S",
        f"{ROOT}/packaging/gc",
        "-B",
        build,
        "-G",
        "Ninja",
        f"-DCMAKE_CXX_COMPILER={cxx}",
        "-DCMAKE_BUILD_TYPE=Release",
        "-DCMAKE_INSTALL_PREFIX=/usr",
        *ccache,
    )
    run(f"build with {cxx}", "cmake", "--build", build, "-j", str(JOBS))
    run(f"package with {cxx}", "cpack", "--config", f"{build}/CPackConfig.cmake", "-B", f"{folder}/debs")
    return sorted(glob.glob(f"{folder}/debs/*.deb"))


def contents(debs):
    for name, parts in PACKAGES.items():
        found = [d for d in debs if os.path.basename(d).startswith(name + "_")]
        if check(f"a package {name}", len(found) == 1, " ".join(debs)):
            listed = run("contents", "dpkg-deb", "--contents", found[0])
            for part in (*parts, f"doc/{name}/copyright", f"doc/{name}/changelog.gz"):
                check(f"{part} is in {name}", f"/{part}" in listed, listed)
    notices(debs)
    fields = run("fields", "dpkg-deb", "--field", *[d for d in debs if "/libhalfword1_" in d])
    check("the library depends on ICU", "libicu" in fields, fields)
    print(run("lintian finds no errors", "lintian", "--allow-root", "--fail-on", "error", *debs), end="")


# What the packages of the engine have inside of others' works, besides crates: a word of its name and one of its licence.
INSIDE = (
    ("xxhash", "Yann Collet"),
    ("Unicode Character Database", "UNICODE LICENSE V3"),
    ("standard library of Rust", "Rust Project"),
    ("core-math-sys", "The CORE-MATH code is distributed"),
    ("CORE-MATH", "Alexei Sibidanov"),
)
INSIDE_THE_SHELL = (
    ("libicu", "International Business Machines"),
    ("libdouble-conversion", "V8 project"),
    ("libtommath", "LibTom"),
    ("libb2", "Samuel Neves"),
    ("libedit", "Regents of the University of California"),
    ("libstdc++", "GCC Runtime Library Exception"),
)


def notices(debs):
    """Every crate of the lock files is named in each package that has any inside, and licences are there in full."""
    crates = []
    for path in glob.glob(f"{ROOT}/src/*/crate/Cargo.lock"):
        with open(path) as file:
            crates += re.findall(r'^name = "(.*)"\nversion = "(.*)"\nsource', file.read(), re.M)
    check("there are lock files", len(crates) > 50, str(len(crates)))
    for package, inside in (("libhalfword1", INSIDE), ("libhalfword-dev", INSIDE), ("halfword", INSIDE + INSIDE_THE_SHELL)):
        deb = next(d for d in debs if os.path.basename(d).startswith(package + "_"))

        def text_of(name):
            tar = subprocess.run(["dpkg-deb", "--fsys-tarfile", deb], capture_output=True, check=True).stdout
            return subprocess.run(
                ["tar", "-xO", f"./usr/share/doc/{package}/{name}"], input=tar, capture_output=True
            ).stdout.decode()

        names, texts = text_of("copyright"), text_of("THIRD_PARTY")
        missing = [f"{crate} {version}" for crate, version in crates if f"  {crate} {version}," not in names]
        check(f"{package} names every crate", not missing, str(missing))
        check(f"{package} has its own licence", "MIT License" in names, names)
        for name, word in inside:
            check(f"{package} has the notices of {name}", name in names and name in texts and word in texts, names)


def pairs(kinds, compilers, folder):
    """kinds: (name of the library, source, flags, what the program prints)."""

    def one(kind, cxx, level):
        name, source, flags, wanted = kind
        program = f"{folder}/{name}-{cxx}{level}"
        built = silent([cxx, "-std=gnu++20", level, f"{PROGRAMS}/{source}", "-o", program, *flags])
        if built.returncode:
            return False, built.stdout
        done = silent([program], timeout=300)
        return done.returncode == 0 and done.stdout == wanted, f"exit code {done.returncode}: {done.stdout}"

    cases = list(itertools.product(kinds, compilers, LEVELS))
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        results = dict(zip([(k[0], c, level) for k, c, level in cases], pool.map(lambda case: one(*case), cases)))
    print(f"{'library':<32}" + "".join(f"{c + ' ' + level:>16}" for c in compilers for level in LEVELS))
    for name, *_ in kinds:
        row = [results[name, c, level] for c in compilers for level in LEVELS]
        print(f"{name:<32}" + "".join(f"{'well' if good else 'FAILED':>16}" for good, _ in row))
    for (name, cxx, level), (good, shown) in results.items():
        check(f"{name}, a program by {cxx} {level}", good, shown)


def mismatches(installations, compilers, folder):
    """installations: by the library's compiler."""
    flags = {name: i.flags("halfword-gc", "--cflags") for name, i in installations.items()}
    first = next(iter(installations))
    source = f"{PROGRAMS}/barriers.cc"
    for define, sentence in (
        ("-DHALFWORD_COMPRESS=0", "was built with HALFWORD_COMPRESS=1"),
        ("-D_GLIBCXX_DEBUG", "was built without _GLIBCXX_DEBUG"),
    ):
        fails(f"{define} does not compile", sentence, [compilers[0], define, *flags[first], "-fsyntax-only", source])
    clang = [c for c in compilers if c.startswith("clang")]
    for headers, library in itertools.permutations(installations, 2):
        if headers.startswith("clang") == library.startswith("clang"):
            continue
        cflags = [f for f in flags[headers] if f.startswith("-I")]
        fails(
            f"headers of the library by {headers} do not link with that by {library}",
            "WriteBarrierSlow",
            [
                clang[0],
                "-std=gnu++20",
                *cflags,
                source,
                f"{installations[library].libdir}/libhalfword-gc.a",
                "-o",
                f"{folder}/mismatch",
            ],
        )
    layouts = {}
    for cxx, (name, installation) in itertools.product(compilers, installations.items()):
        program = f"{folder}/layout"
        run(
            "layout",
            cxx,
            "-w",
            *installation.flags("halfword-gc", "--cflags"),
            f"{PROGRAMS}/layout.cc",
            "-o",
            program,
            *installation.flags("halfword-gc", "--libs"),
        )
        layouts[cxx, name] = run("layout", program)
    check(
        "every compiler lays out classes alike",
        len(set(layouts.values())) == 1 and "HeapFront" in min(layouts.values()),
        "\n".join(f"{key}\n{text}" for key, text in layouts.items()),
    )


def lazy_binding(installations, folder):
    """A call that is bound when it is first made loses a register that clang's barriers promise to keep."""
    for cxx, installation in installations.items():
        flags = installation.flags("halfword-gc")
        run(
            "a shared library with the collector inside",
            cxx,
            "-shared",
            "-fPIC",
            f"{PROGRAMS}/barriers.cc",
            "-o",
            f"{folder}/inside.so",
            "-Wl,-z,lazy",
            *flags,
        )
        shown = run("readelf", "readelf", "-d", f"{folder}/inside.so")
        check(f"it binds at once where the library is by {cxx}", ("BIND_NOW" in shown) == cxx.startswith("clang"), shown)
        build = f"{folder}/{cxx}"
        run(
            "a shared collector",
            "cmake",
            "-S",
            f"{ROOT}/packaging/gc",
            "-B",
            build,
            f"-DCMAKE_CXX_COMPILER={cxx}",
            "-DBUILD_SHARED_LIBS=ON",
        )
        with open(f"{build}/include/halfword/gc/internal/build.h") as file:
            text = file.read()
        check(f"a shared collector by {cxx} keeps to what every call does", "HALFWORD_GC_PRESERVE_MOST 0" in text, text)
        run(
            "its variables",
            cxx,
            "-std=gnu++20",
            "-fPIC",
            "-fvisibility=hidden",
            f"-I{build}/include",
            f"-I{ROOT}/src",
            f"-I{ROOT}/include",
            "-c",
            f"{ROOT}/src/cage/base.cc",
            "-o",
            f"{folder}/base.o",
        )
        symbols = run("readelf", "readelf", "-sW", f"{folder}/base.o")
        found = {
            line.split()[-1]: line.split()[5]
            for line in symbols.splitlines()
            if line.split()[-1:] and line.split()[-1] in ("halfword_cage_base", "halfword_reference_mask", "halfword_front")
        }
        check(f"programs read the variables of a shared collector by {cxx}", list(found.values()) == ["DEFAULT"] * 3, symbols)


def examples(installed, cxx, folder):
    """The examples, copied from where they are installed, by the ways of the guides."""
    documents = f"{installed.root}/usr/share/doc"
    prefix = f"-DCMAKE_PREFIX_PATH={installed.root}/usr"
    shutil.copytree(f"{documents}/libhalfword-gc-dev/examples/gc", f"{folder}/gc")
    for name in ("plugins", "sandbox", "edge"):
        shutil.copytree(f"{documents}/libhalfword-dev/examples/{name}", f"{folder}/{name}")
    bin = f"{folder}/bin"
    for name in ("gc", "plugins", "sandbox", "edge"):
        run(
            f"{name} by find_package",
            "cmake",
            "-S",
            f"{folder}/{name}",
            "-B",
            f"{folder}/{name}/build",
            prefix,
            f"-DCMAKE_CXX_COMPILER={cxx}",
            "-DCMAKE_BUILD_TYPE=Debug",
            f"-DCMAKE_RUNTIME_OUTPUT_DIRECTORY={bin}",
        )
        run(f"build {name}", "cmake", "--build", f"{folder}/{name}/build", "-j", str(JOBS))
    for name in ("linked_graph", "interpreter_heap", "cppgc_program", "html_document"):
        run(f"{name} runs", f"{bin}/{name}")
    text = silent([sys.executable, f"{ROOT}/tests/examples/run.py", "--bin", bin], env=installed.env).stdout
    check("the engine's examples do what they should", re.search(r"^\d+ passed, 0 failed$", text, re.M), text)

    for package, source, options in (
        ("halfword-gc", "gc/linked_graph.cc", ()),
        ("halfword-gc", "gc/linked_graph.cc", ("-static",)),
        ("halfword", "sandbox/sandbox.cc", ()),
        ("halfword", "sandbox/sandbox.cc", ("-static",)),
        ("halfword-static", "plugins/plugins.cc", ()),
    ):
        flags = installed.flags(package, *(["--static"] if options else []))
        program = f"{folder}/{os.path.basename(source)}{''.join(options)}"
        what = f"{source} by pkg-config {' '.join(options)}"
        run(what, cxx, "-std=gnu++20", *options, f"{folder}/{source}", "-o", program, *flags)
        argv = {
            "gc": [],
            "sandbox": ["run", f"{folder}/sandbox/script.js", f"{folder}/state"],
            "plugins": [f"{folder}/plugins/sheep.js"],
        }[source.split("/")[0]]
        done = silent([program, *argv], env=installed.env)
        check(f"{what} runs", done.returncode == (10 if "sandbox" in source else 0), done.stdout)  # 10: it waits for a tool
    # --static without -static: the archives' libraries beside the shared library.
    run(
        "C by pkg-config --static",
        cxx.replace("++", "cc" if cxx.startswith("g") else ""),
        "-std=c99",
        f"{PROGRAMS}/hello.c",
        "-o",
        f"{folder}/hello",
        *installed.flags("halfword", "--static"),
    )
    run("C by pkg-config --static runs", f"{folder}/hello", "libhalfword.so", env=installed.env)


def prefixes(build, installed, folder):
    """A .pc file names the prefix that the library was installed to, wherever that is; a package's is /usr."""
    for name in ("halfword", "halfword-static", "halfword-gc"):
        with open(f"{installed.libdir}/pkgconfig/{name}.pc") as file:
            text = file.read()
        check(f"{name}.pc of the package is of /usr", text.startswith("prefix=/usr\n"), text)
    run("cmake --install", "cmake", "--install", build, "--prefix", folder)
    pc = glob.glob(f"{folder}/lib*/**/halfword-gc.pc", recursive=True)
    prefix = run(
        "its prefix",
        "pkg-config",
        "--variable=prefix",
        "halfword-gc",
        env=dict(os.environ, PKG_CONFIG_PATH=os.path.dirname(pc[0]) if pc else ""),
    )
    check("cmake --install --prefix is the prefix of the .pc file", prefix.strip() == folder, prefix)


def tools(installed, cxx, folder):
    bin, share = f"{installed.root}/usr/bin", f"{installed.root}/usr/share"
    check("the shell runs", run("halfword", f"{bin}/halfword", "-e", "console.log(6 * 7)") == "42\n")
    with open(f"{folder}/page.cc", "w") as file:
        file.write(
            '#include "halfword/gc/allocation.h"\n#include "halfword/gc/member.h"\n'
            "struct Page : halfword::gc::GarbageCollected<Page> {\n  void Trace(halfword::gc::Visitor*) const {}\n"
            "  halfword::gc::Member<Page> next;\n};\nint main() {}\n"
        )
    resources = silent(["clang++-19", "-print-resource-dir"]).stdout.strip()
    flags = " ".join(installed.flags("halfword-gc", "--cflags"))
    trace_check = ["/usr/bin/python3", f"{bin}/halfword-trace-check", "--flags", flags, "--resource-dir", resources]
    for where, root in (("the current folder", []), ("--root", ["--root", folder])):
        done = silent([*trace_check, *root, f"{folder}/page.cc"], cwd="/" if root else folder)
        check(
            f"the trace check looks below {where}",
            done.returncode == 1 and "Page::next is forgotten by Trace" in done.stdout and ", 1 problems" in done.stdout,
            done.stdout,
        )
    done = silent([*trace_check, "--root", f"{folder}/nowhere", f"{folder}/page.cc"])
    check("looking at nothing is an error", done.returncode == 1 and "looked at nothing" in done.stdout, done.stdout)
    with open(f"{folder}/compile_commands.json", "w") as file:
        json.dump([], file)
    done = silent(["/usr/bin/python3", f"{bin}/halfword-trace-check", "-p", folder, f"{folder}/page.cc"], cwd=folder)
    check("so is a file that the database doesn't have", done.returncode == 1 and "page.cc is not in" in done.stdout, done.stdout)
    for name in ("halfword", "halfword-trace-check", "halfword-structure-packing", "halfword-check-heapsnapshot"):
        page = run(f"the page of {name}", "gzip", "-dc", f"{share}/man/man1/{name}.1.gz")
        check(f"the page of {name} is about it", ".SH SYNOPSIS\n" + name.replace("-", "\\-") in page, page)

    sample = f"{folder}/sample"
    run(
        "a program to look at with gdb",
        cxx,
        *installed.flags("halfword-gc", "--cflags"),
        "-g",
        "-O0",
        f"{ROOT}/tests/tools/gdb_sample.cc",
        "-o",
        sample,
        *installed.flags("halfword-gc", "--libs"),
    )
    commands = (f"source {share}/halfword-tools/gdb/halfword.py", "break Breakpoint", "run", "up", "print root")
    shown = silent(["gdb", "-q", "-batch", "-nx", *[x for c in commands for x in ("-ex", c)], sample]).stdout
    check("gdb shows a persistent", re.search(r"\$1 = 0x[0-9a-f]+: Node", shown), shown)


def checkout(build, folder):
    """Sources of the checkout see its own headers, whatever is installed on the machine."""
    poison = f"{folder}/halfword/gc/internal"
    os.makedirs(poison)
    for name in ("build.h", "config.h"):
        with open(f"{poison}/{name}", "w") as file:
            file.write('#error "this is not the checkout"\n')
    with open(f"{build}/compile_commands.json") as file:
        commands = {os.path.relpath(e["file"], ROOT): e for e in json.load(file)}
    env = dict(os.environ, CPATH=folder, CPLUS_INCLUDE_PATH=folder)
    for source in ("src/gc/heap.cc", "src/unicode/case_mapping.cc", "shell/main.cc", "examples/edge/edge.cc"):
        entry = commands[source]
        words = shlex.split(entry["command"])
        compiler = next(i for i, w in enumerate(words) if re.search(r"(clang|g)\+\+", os.path.basename(w)))
        words = [w for w in words[compiler:] if w not in ("-c", "-MD")]
        for option in ("-o", "-MF", "-MT"):
            if option in words:
                del words[words.index(option) : words.index(option) + 2]
        done = silent([*words, "-w", "-M", "-isystem", folder], env=env, cwd=entry["directory"])
        seen = [w for w in done.stdout.split() if "/halfword/" in w and not os.path.realpath(w).startswith(ROOT + os.sep)]
        check(
            f"{source} sees only headers of the checkout",
            done.returncode == 0 and not seen,
            done.stdout if done.returncode else " ".join(seen),
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=f"{ROOT}/build/release")
    parser.add_argument("--compilers", default="g++-12,clang++-19")
    parser.add_argument("--folder", help="where to work; a temporary folder by default")
    args = parser.parse_args()
    compilers = args.compilers.split(",")
    with tempfile.TemporaryDirectory() as temporary:
        folder = args.folder or temporary

        def made(name):
            shutil.rmtree(f"{folder}/{name}", ignore_errors=True)
            os.makedirs(f"{folder}/{name}")
            return f"{folder}/{name}"

        run("package the engine", "cpack", "--config", f"{args.build}/CPackConfig.cmake", "-B", made("debs"))
        engine = sorted(glob.glob(f"{folder}/debs/*.deb"))
        collectors = {cxx: build_gc(cxx, f"{folder}/gc-{cxx}") for cxx in compilers}
        debs = [*engine, *collectors[compilers[0]]]
        contents(debs)

        installed = Installation(made("all"), debs)  # together
        installations = {cxx: Installation(made(f"by-{cxx}"), [d for d in collectors[cxx] if "gc-dev" in d]) for cxx in compilers}
        kinds = [
            (f"halfword-gc by {cxx}", "barriers.cc", i.flags("halfword-gc"), "1200000\n") for cxx, i in installations.items()
        ]
        kinds.append(("halfword-static", "objects.cc", installed.flags("halfword-static"), "999000\n"))
        pairs(kinds, compilers, made("pairs"))
        mismatches(installations, compilers, made("mismatches"))
        lazy_binding(installations, made("lazy"))
        prefixes(f"{folder}/gc-{compilers[0]}/build", installed, made("prefix"))
        examples(installed, compilers[0], made("fresh"))
        tools(installed, compilers[-1], made("tools"))
        checkout(args.build, made("poison"))
    finish()


if __name__ == "__main__":
    main()
