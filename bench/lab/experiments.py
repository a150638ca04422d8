"""The experiments of the laboratory, L01 to L27: what each reproduces of the documents, and how.

A function of an experiment returns rows (frame.py). Benchmarks that exist are run or imported; what only the laboratory needs is
in cc/. `quick` is the part that is the same in every run and takes seconds; it needs compilers, and a shell where it says so.
"""

import glob
import importlib.util
import json
import os
import re
import shutil
import statistics
import subprocess
import tempfile
import time

from frame import (
    DRAWN,
    EXACT,
    MEMORY,
    ROOT,
    TIME,
    Experiment,
    Problem,
    Row,
    alternate,
    call,
    engines,
    geometric_mean,
    percentile,
    refused,
    summary,
)

HERE = os.path.dirname(os.path.abspath(__file__))
GIB = 1 << 30
SNIPPET = ["-std=gnu++20", "-O2", "-fno-exceptions", "-fno-rtti", "-fno-stack-protector", "-fcf-protection=none",
           "-fno-asynchronous-unwind-tables"]
AARCH64 = "--target=aarch64-linux-gnu"


def module(path):
    """A benchmark's own script, to reuse what it does."""
    name = "lab_" + re.sub(r"\W", "_", path)
    spec = importlib.util.spec_from_file_location(name, os.path.join(ROOT, path))
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


class Lab:
    """What experiments share: where they build, what to measure with, and what the pictures are drawn from."""

    def __init__(self, args, timer):
        self.args, self.timer, self.pictures = args, timer, {}
        self.build = args.out
        self.codegen = module("tests/codegen/run.py")
        self.libraries = {}
        os.makedirs(self.build, exist_ok=True)

    @property
    def rounds(self):
        return self.args.rounds

    def path(self, *parts):
        return os.path.join(self.build, *parts)

    def shell(self, kind="release"):
        path = os.path.join(ROOT, "build", kind, "bin/halfword")
        if not os.access(path, os.X_OK):
            raise Problem(f"there is no {kind} build of the shell (make build-{kind})")
        return path

    def engine(self, name, *options):
        """A shell of the release preset with other options, built on demand."""
        folder = os.path.join(ROOT, "build", "lab-" + name)  # as deep as the presets' are: paths in a compiler's cache are relative
        call("cmake", "--preset", "release", "-B", folder, "--log-level=WARNING", "-DHALFWORD_TESTS=OFF", "-DHALFWORD_EXAMPLES=OFF", *options,
             cwd=ROOT)
        call("cmake", "--build", folder, "--target", "halfword", "-j", len(os.sched_getaffinity(0)))
        return os.path.join(folder, "bin/halfword")

    def library(self, name):
        """Flags with which a program compiles and links against a kind of the collector's library, built on demand (bench/gc)."""
        if name not in self.libraries:
            args = type("Args", (), {"build": os.path.join(ROOT, "build", "bench-gc"), "cxx": "clang++-19"})
            self.libraries[name] = ["-std=gnu++20", "-O2", "-DNDEBUG", "-fno-rtti", *module("bench/gc/run.py").build_library(args, *LIBRARIES[name])]
        return self.libraries[name]

    def program(self, source, library):
        output = self.path(f"{source}-{library}")
        flags = self.library(library)
        call("clang++-19", f"{HERE}/cc/{source}.cc", *flags, "-o", output)
        return output

    def functions(self, source, *flags, compiler=("clang++-19",)):
        """{name: Function} of a snippet's machine code, as tests/codegen reads it."""
        with tempfile.TemporaryDirectory() as folder:
            output = os.path.join(folder, "snippet.o")
            call(*compiler, *SNIPPET, *flags, "-c", os.path.join(HERE, "cc", source + ".cc"), "-o", output)
            return self.codegen.functions(output)


# The build matrix: kinds of the collector's library. (Those of the engine are CMake presets.)
LIBRARIES = {
    "thread-local": ["compressed"],
    "shared": ["shared", "-DHALFWORD_BASE=shared"],
    "16GiB": ["16GiB", "-DHALFWORD_CAGE=16GiB"],
    "2GiB": ["2GiB", "-DHALFWORD_CAGE=2GiB"],
    "full": ["full", "-DHALFWORD_COMPRESS=OFF"],
}


def has_aarch64():
    return os.path.isdir("/usr/aarch64-linux-gnu/include/c++") or bool(glob.glob("/usr/aarch64-linux-gnu/include/c++/*"))


def not_run_on_aarch64(label, unit, seed=None):
    return Row(label, None, unit, seed=seed, note="not run: there are no headers for AArch64 (tools/setup.sh --toolchains)")


# ---- L01, L02: layouts and words ----


def words(lab, library):
    """{name: number} of a live heap."""
    return {name: int(value, 16) for name, value in (line.split() for line in call(lab.program("words", library)).splitlines())}


def layouts(lab, kinds):
    found = {kind: words(lab, kind) for kind in kinds}
    lab.pictures["L01"] = found
    rows = [
        Row("full pointers: a reference", found["full"]["reference.bytes"] * 8, "address bits a reference", expect=64,
            seed="oilpan.layout.uncompressed"),
        Row("compressed: a reference", found["thread-local"]["reference.bytes"] * 8, "address bits a reference", expect=32,
            seed="oilpan.layout.compressed"),
        Row("a weak reference", found["thread-local"]["weak_reference.bytes"] * 8, "address bits a reference", expect=32),
        Row("the cage", found["thread-local"]["span"] // GIB, "GiB", expect=4, seed="oilpan.layout.cage"),
        Row("the base, at the start of the cage", found["thread-local"]["span"] // GIB, "GiB", expect=4, seed="v8.layout.v1"),
        Row("the cage's place in its aligned slot", found["thread-local"]["cage"] % (8 * GIB) // GIB, "GiB from its start", expect=4),
    ]
    program = lab.path("layouts")
    call("clang++-19", "-std=gnu++20", "-O2", f"{HERE}/cc/layouts.cc", "-o", program)
    older = {name: int(value) for name, value in (line.split() for line in call(program).splitlines())}
    rows += [Row("V8's naive layout: a word is the address", older["naive.base"], "base", expect=0, seed="v8.layout.naive"),
             Row("V8's second layout: signed distances from the middle", older["middle.reach"], "GiB on either side", expect=2,
                 seed="v8.layout.v2")]
    if "16GiB" in found:
        rows.append(Row("the largest cage", found["16GiB"]["span"] // GIB, "GiB", expect=16, seed="oilpan.layout.larger"))
    return rows


def l01(lab):
    return layouts(lab, ["thread-local", "shared", "16GiB", "2GiB", "full"])


def l01_quick(lab):
    return layouts(lab, ["thread-local", "full"])


def l02(lab):
    live, full = words(lab, "thread-local"), words(lab, "full")
    lab.pictures["L02"] = live
    low, ones = 0xffffffff, 0xffffffff

    def pattern(label, fits, shown, words_, seed):
        return Row(label, shown if fits else " ".join(f"{w:#x}" for w in words_), "bits", expect=shown, seed=seed,
                   note=" ".join(f"{w:#x}" for w in words_))

    address, word, wide = live["address"], live["pointer.word"], live["pointer.intermediate"]
    mask = live["mask"]
    rows = [
        pattern("heap pointer", address >> 32 & 1 and address & 7 == 0, "U31..U1 1 | L31..L3 000", [address], "oilpan.bits.pointer"),
        pattern("null, decoded", live["null.decoded"] == 0, "0..0 | 0..000", [live["null.decoded"]], "oilpan.bits.null"),
        pattern("sentinel, decoded", live["sentinel.decoded"] == 2, "0..0 | 0..010", [live["sentinel.decoded"]], "oilpan.bits.sentinel"),
        pattern("heap pointer, compressed", word >> 31 == 1 and word & 3 == 0 and (word << 1) & low == address & low, "1 L31..L2 00",
                [word], "oilpan.compressed.pointer"),
        pattern("null, compressed", live["null.word"] == 0, "0..00", [live["null.word"]], "oilpan.compressed.null"),
        pattern("sentinel, compressed", live["sentinel.word"] == 1, "0..01", [live["sentinel.word"]], "oilpan.compressed.sentinel"),
        pattern("mask", mask & low == ones and mask >> 32 & 1 and mask >> 32 == address >> 32, "U31..U1 1 | 1..1", [mask], "oilpan.base"),
        pattern("heap pointer, intermediate", wide >> 32 == ones and wide & low == address & low, "1..1 | L31..L3 000", [wide],
                "oilpan.intermediate.pointer"),
        pattern("null, intermediate", live["null.intermediate"] == 0, "0..0 | 0..000", [live["null.intermediate"]],
                "oilpan.intermediate.null"),
        pattern("sentinel, intermediate", live["sentinel.intermediate"] == 2, "0..0 | 0..010", [live["sentinel.intermediate"]],
                "oilpan.intermediate.sentinel"),
        Row("intermediate & mask is the pointer", int(wide & mask == address == live["pointer.decoded"]), "holds", expect=1),
        Row("Smi", live["smi.max"].bit_length() + 1, "bits", expect=31, seed="v8.smi.bits"),
        Row("Smi of the twin", full["smi.max"].bit_length() + 1, "bits", expect=31, seed="v8.smi.full",
            why="The twin keeps 31 bits too, so that both widths run the same programs on the same Smis."),
        Row("a tagged word", live["tagged.bytes"] * 8, "bits", expect=32, seed="v8.word"),
        Row("address in a tagged word", 32 - (live["object.word"] & 7).bit_length() - 2, "bits", expect=29, seed="v8.pointer.payload",
            why="Three tag bits instead of two say object, string, number or other; objects are aligned to 8 bytes, so 29 bits "
                "reach the same 4 GiB."),
    ]
    return rows


# ---- L03, L04: machine code of references ----


def l03(lab):
    codegen, rows = lab.codegen, []
    for target, compilers in codegen.TARGETS.items():
        for compiler, command in compilers.items():
            if not shutil.which(command[0]) or target == "AArch64" and not has_aarch64():
                rows.append(Row(f"{target}, {compiler}", None, "bytes", note="not run: no such compiler (tools/setup.sh --toolchains)"))
                continue
            for column, base in enumerate(codegen.BASES):
                found = codegen.compiled(command, base)
                is_seed = target == "x86-64" and base == "global" and compiler == "clang++-19"
                where = f"{target}, {compiler}, {base}"
                for name in ("compress", "decompress"):
                    most = codegen.BYTES[name][target][column]
                    rows.append(Row(f"{name}: {where}", found[name].size, "bytes", at_most=most, less_is_better=True,
                                    seed=f"oilpan.{name}.bytes" if is_seed else None))
                    if is_seed:
                        rows.append(Row(f"{name}: {where}", len(found[name].text), "instructions", less_is_better=True,
                                        at_most={"compress": 1, "decompress": 3}[name], seed=f"oilpan.{name}.instructions"))
                if is_seed:
                    rows.append(Row(f"decompress: {where}", sum(bool(codegen.JUMP.search(t)) for t in found["decompress"].text),
                                    "branches", expect=0, seed="oilpan.decompress.branches"))
    return rows


def before_branch(codegen, function):
    """What is executed of a function before its first branch."""
    for i, text in enumerate(function.text):
        if codegen.JUMP.search(text):
            return function.text[:i]
    return function.text


def l04(lab):
    codegen = lab.codegen
    naive = lab.functions("naive", "-fPIE")
    rows = [
        Row("baz, mutable base", naive["baz"].reads.get("halfword_cage_base", 0), "loads of the base", expect=2, seed="oilpan.baz.naive"),
        Row("Assign, decompression above the barrier",
            sum(t.startswith("movq (%rip)") for t in before_branch(codegen, naive["assign"])), "loads of the base before the branch",
            expect=1, seed="oilpan.assign.naive"),
    ]
    for compiler, command in codegen.TARGETS["x86-64"].items():
        for base in codegen.BASES:
            found = codegen.compiled(command, base)
            where = f"{compiler}, {base}"
            is_seed = compiler == "clang++-19" and base == "global"
            rows.append(Row(f"baz: {where}", found["around_calls"].reads.get(codegen.MASK, 0), "loads of the base", expect=1,
                            seed="oilpan.baz.constant" if is_seed else None))
            rows.append(Row(f"Assign: {where}",
                            sum(bool(codegen.WIDENING.search(t)) for t in before_branch(codegen, found["assign_member"])),
                            "decompressions before the branch", expect=0, seed="oilpan.assign.sunk" if is_seed else None))
    return rows


# ---- L05: what each refinement is worth ----

# In the documents' order, each with those before it; cc/member_word.inc. The last row is what ships.
REFINEMENTS = ["prototype", "constant base", "copies and tests of words", "32-bit hashes", "barriers without decoding",
               "-> without a mask"]
WORD_OPERATIONS = ["around_calls", "loop_with_calls", "is_null", "is_equal", "is_equal_to_pointer", "copy", "hash", "assign_member", "field"]


def refined(step):
    """Flags for members with so many of the refinements."""
    return [f"-DLAB_REFINEMENTS={step}", f'-DHALFWORD_MEMBER_WORD="{HERE}/cc/member_word.inc"']


def l05_code(lab):
    codegen, clang, rows = lab.codegen, ["clang++-19"], []

    def code(*flags):
        found = codegen.compiled(clang, "thread-local", *flags)
        return [found[name].text for name in WORD_OPERATIONS], sum(found[name].size for name in WORD_OPERATIONS), found

    for step, name in enumerate(REFINEMENTS):
        texts, size, found = code(*refined(step))
        loads = sum("%fs:" in text for text in found["around_calls"].text)
        rows += [Row(f"{name}: nine operations", size, "bytes", expect=REFINED[step][0]),
                 Row(f"{name}: between two calls and behind them", loads, "loads of the base", expect=REFINED[step][1])]
    return rows + [Row("self-test: with all of them, the shipped code", int(texts == code()[0]), "holds", expect=1)]


# Bytes, and loads, by clang 19.
REFINED = [(377, 3), (379, 1), (268, 1), (242, 1), (224, 1), (210, 1)]


def l05(lab):
    rows, dom = l05_code(lab), module("bench/dom/run.py")
    args = type("Args", (), {"build": lab.path("dom"), "cxx": "clang++-19"})
    # The library is the shipped one: words are the same, and what the program measures is in its own text.
    programs = {"full": dom.build_one(args, "full", 1, "-DHALFWORD_COMPRESS=OFF"),
                **{name: dom.build_one(args, "compressed", 1, "-DHALFWORD_COMPRESS=ON", name=f"-refined{step}", flags=refined(step))
                   for step, name in enumerate(REFINEMENTS)}}
    runs = alternate(lab.timer, {name: [program, "time"] for name, program in programs.items()}, lab.rounds,
                     lambda run: {name: float(value) for name, value in map(str.split, run.out.splitlines())})
    if not runs["full"]:
        return rows + [refused("documents, with and without", "%", lab.timer, seed=f"oilpan.time.{end}") for end in ("prototype", "final")]
    parts = [part for part in runs["full"][0] if part != "collection"]
    best = {name: {part: min(run[part] for run in found) for part in parts} for name, found in runs.items()}
    gains = {name: round(100 * (geometric_mean([best["full"][p] / best[name][p] for p in parts]) - 1), 1) for name in REFINEMENTS}
    why = "A document that fits into the cache in half the space gains more than decoding costs."
    for name in REFINEMENTS:
        seed = {REFINEMENTS[0]: "oilpan.time.prototype", REFINEMENTS[-1]: "oilpan.time.final"}.get(name)
        rows.append(Row(f"documents, against full pointers: {name}", gains[name], "%", TIME, seed=seed, less_is_better=False, band=3,
                        n=lab.rounds, why=why))
        rows += [Row(f"{part}: {name}", round(best[name][part], 2), "ns an operation", TIME, n=lab.rounds) for part in parts]
    rows.append(Row("all refinements, against the prototype",
                    round(100 * (geometric_mean([best[REFINEMENTS[0]][p] / best[REFINEMENTS[-1]][p] for p in parts]) - 1), 1), "%", TIME,
                    n=lab.rounds))
    return rows


# ---- L06: kinds of thread-local storage ----


def l06_code(lab):
    kinds = {"global": ["-fPIE"], "local-exec": ["-fPIE", '-DMODEL="local-exec"'], "initial-exec": ["-fPIC", '-DMODEL="initial-exec"'],
             "TLSDESC": ["-fPIC", "-mtls-dialect=gnu2", '-DMODEL="global-dynamic"'],
             "global-dynamic": ["-fPIC", "-mtls-dialect=gnu", '-DMODEL="global-dynamic"']}
    most = {"global": 13, "local-exec": 15, "initial-exec": 17}
    rows = []
    for name, flags in kinds.items():
        code = lab.functions("tls", *flags)["decompress"]
        rows.append(Row(f"decompress, {name}", code.size, "bytes", at_most=most.get(name)))
        rows.append(Row(f"decompress, {name}", sum(t.startswith("call") for t in code.text), "calls",
                        expect=int(name in ("TLSDESC", "global-dynamic"))))
    return rows


# How a library that is loaded at run time, and the collector in it, find the base. All but what ships read it like any variable.
LOADED = {
    "full pointers": ("full", ["-DHALFWORD_COMPRESS=OFF"], []),
    "initial-exec, as shipped": ("compressed", ["-DHALFWORD_COMPRESS=ON"], []),
    "initial-exec": ("initial-exec", ["-DHALFWORD_COMPRESS=ON"], ["-DHALFWORD_MEASURE_TLS_MODEL=initial-exec"]),
    "TLSDESC": ("tlsdesc", ["-DHALFWORD_COMPRESS=ON"], ["-DHALFWORD_MEASURE_TLS_MODEL=global-dynamic", "-mtls-dialect=gnu2"]),
    "global-dynamic": ("global-dynamic", ["-DHALFWORD_COMPRESS=ON"], ["-DHALFWORD_MEASURE_TLS_MODEL=global-dynamic", "-mtls-dialect=gnu"]),
}


def loaded_library(lab, kind, options, flags):
    """bench/dom as a library, with the collector in it."""
    folder, output = lab.path("dom", kind), lab.path(f"dom-{kind}.so")
    if flags:
        options = [*options, f"-DCMAKE_CXX_FLAGS={' '.join(flags)}"]
    module("bench/dom/run.py").build_one(type("Args", (), {"build": lab.path("dom"), "cxx": "clang++-19"}), kind, 1, *options, flags=flags)
    call("clang++-19", "-std=gnu++20", "-O2", "-DNDEBUG", "-fno-exceptions", "-fno-rtti", "-fPIC", "-shared", "-Wl,-Bsymbolic", "-Wl,-z,now",
         "-DDOM_PACKED=1", "-Dmain=lab_main", *flags, f"-I{folder}/include", f"-I{ROOT}/include", f"{ROOT}/bench/dom/main.cc",
         f"{folder}/libhalfword-gc.a", "-lgumbo", "-pthread", "-o", output)
    return output


def l06(lab):
    rows, host = l06_code(lab), lab.path("load")
    call("clang++-19", "-O2", f"{HERE}/cc/load.cc", "-ldl", "-o", host)
    libraries = {name: loaded_library(lab, *how) for name, how in LOADED.items()}
    for name, library in libraries.items():
        is_generic = "-DHALFWORD_MEASURE_TLS_MODEL=global-dynamic" in LOADED[name][2]
        code = sum(size for _, size, symbol in symbols(library) if re.search(r"dom::|lab_main", symbol))
        rows += [Row(f"documents in a library, {name}", code, "bytes of code"),
                 Row(f"documents in a library, {name}", int("STATIC_TLS" in call("readelf", "-dW", library)),
                     "claims on what dlopen has of static storage", expect=int(not is_generic))]
    runs = alternate(lab.timer, {name: [host, library, "time"] for name, library in libraries.items()}, lab.rounds,
                     lambda run: {part: float(value) for part, value in map(str.split, run.out.splitlines())})
    if not runs["full pointers"]:
        return rows + [refused("documents in a library", "%", lab.timer, seed="oilpan.time.prototype")]
    parts = [part for part in runs["full pointers"][0] if part != "collection"]
    best = {name: {part: min(run[part] for run in found) for part in parts} for name, found in runs.items()}

    def gain(to, of):
        return round(100 * (geometric_mean([best[of][p] / best[to][p] for p in parts]) - 1), 1)

    for name in list(LOADED)[1:]:
        rows.append(Row(f"documents in a library, against full pointers: {name}", gain(name, "full pointers"), "%", TIME, n=lab.rounds,
                        seed="oilpan.time.prototype" if name == "global-dynamic" else None, less_is_better=False, band=3,
                        why="A document that fits into the cache in half the space gains more than decoding costs."))
    rows += [Row(f"documents in a library, against what ships: {name}", gain(name, "initial-exec, as shipped"), "%", TIME, n=lab.rounds)
             for name in list(LOADED)[2:]]
    return rows


# ---- L07, L08: documents ----


def documents(lab):
    """bench/dom on the pinned documents: {(references, packed): its row} and how many documents there were."""
    if "documents" not in lab.pictures:
        output = lab.path("dom.json")
        call("python3", f"{ROOT}/bench/dom/run.py", "--sizes-only", "--docs", *corpus(lab), "--build", lab.path("dom"), "--json", output)
        with open(output) as file:
            lab.pictures["documents"] = json.load(file)
    found = lab.pictures["documents"]
    return found, {(r["references"], r["packed"], r["stack"]): r for r in found["sizes"]}


def corpus(lab):
    """Folders with the documents that corpora.lock names. Each package is fetched once, and must have the bytes that it had."""
    folders = []
    with open(os.path.join(HERE, "corpora.lock")) as file:
        entries = [line.split() for line in file if line.strip() and not line.startswith("#")]
    os.makedirs(lab.path("corpora"), exist_ok=True)
    for package, version, sha256 in entries:
        folder = lab.path("corpora", package)
        if not os.path.isdir(folder):
            with tempfile.TemporaryDirectory(dir=lab.path("corpora")) as work:
                try:
                    call("apt-get", "download", f"{package}={version}", cwd=work)
                except Problem:
                    raise Problem(f"the mirror has no {package} {version} (corpora.lock)") from None
                archive = glob.glob(os.path.join(work, "*.deb"))[0]
                found = call("sha256sum", archive).split()[0]
                if found != sha256:
                    raise Problem(f"{package} {version} has the sum {found}, not that of corpora.lock")
                call("dpkg-deb", "-x", archive, os.path.join(work, "tree"))
                os.rename(os.path.join(work, "tree"), folder)
        folders.append(folder)
    return folders


def l07(lab):
    found, by = documents(lab)
    small, full = by["compressed", 0, "conservative"], by["full", 0, "conservative"]
    lab.pictures["L07"] = found
    rows = reductions("x86-64", "windows", small, full, found["documents"])
    if not has_aarch64() or not shutil.which("qemu-aarch64"):
        return rows + [not_run_on_aarch64(f"{p.upper()}, AArch64", unit, f"oilpan.android.{p}{end}")
                       for p in ("p50", "p99") for unit, end in (("%", ""), ("MB", ".mb"))]
    small, full, n, same = documents_on_aarch64(lab)
    return rows + reductions("AArch64", "android", small, full, n) + [
        Row("documents with as many bytes on both processors", same, f"of {n} documents", MEMORY)]


def reductions(target, platform, small, full, n):
    """What 32-bit references save, beside what a platform of the document's saved: of percentiles in bytes."""
    rows = []
    for p in ("p50", "p99"):
        rows.append(Row(f"{p.upper()}, {target}", round(100 * (small[p] / full[p] - 1), 1), "%", MEMORY, seed=f"oilpan.{platform}.{p}",
                        band=3, less_is_better=True, n=n, why="Documents of this corpus have more references a byte than the fleet's pages."))
        rows.append(Row(f"{p.upper()}, {target}", round((small[p] - full[p]) / 1e6, 3), "MB", MEMORY, seed=f"oilpan.{platform}.{p}.mb",
                        less_is_better=True, n=n,
                        why="One document of the corpus is smaller than a page of the web with its styles and scripts."))
    return rows


def documents_on_aarch64(lab, limit=300):
    """Percentiles in both widths of some of the documents, under qemu; how many, and of how many the size is that of x86-64."""
    dom, folder, programs = module("bench/dom/run.py"), lab.path("dom-aarch64"), {}
    gumbo = os.path.join(folder, "gumbo")
    if not os.path.isdir(gumbo):
        os.makedirs(folder, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as work:
            call("apt-get", "download", "libgumbo-dev:arm64", "libgumbo1:arm64", cwd=work)
            for archive in glob.glob(os.path.join(work, "*.deb")):
                call("dpkg-deb", "-x", archive, os.path.join(work, "tree"))
            os.rename(os.path.join(work, "tree"), gumbo)
    libraries = f"{gumbo}/usr/lib/aarch64-linux-gnu"
    for width, option in dom.WIDTHS.items():
        output = os.path.join(folder, width)
        call("cmake", "-S", f"{ROOT}/packaging/gc", "-B", output, f"-DCMAKE_TOOLCHAIN_FILE={ROOT}/cmake/aarch64.cmake",
             "-DCMAKE_CXX_COMPILER_LAUNCHER=ccache", "-DCMAKE_BUILD_TYPE=Release", f"-DHALFWORD_COMPRESS={option}")
        call("cmake", "--build", output, "-j", len(os.sched_getaffinity(0)))
        programs[width] = os.path.join(output, "dom")
        call("clang++-19", AARCH64, "-std=gnu++20", "-O2", "-DNDEBUG", "-fno-exceptions", "-fno-rtti", "-DDOM_PACKED=0", f"-I{output}/include",
             f"-I{ROOT}/include", f"-I{gumbo}/usr/include", f"{ROOT}/bench/dom/main.cc", f"{output}/libhalfword-gc.a", f"-L{libraries}",
             "-lgumbo", "-pthread", "-o", programs[width])
    files = dom.files(type("Args", (), {"docs": corpus(lab), "at_least": 1, "limit": limit}))
    emulator = ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu", "-E", f"LD_LIBRARY_PATH={libraries}"]

    def live(*argv):
        return [int(line.split(" ", 3)[2]) for line in call(*argv, "size", *files).splitlines()]

    found = {width: live(*emulator, program) for width, program in programs.items()}
    here = live(lab.path("dom/compressed/dom0"))
    small, full = ({"p50": percentile(found[w], 50), "p99": percentile(found[w], 99)} for w in ("compressed", "full"))
    return small, full, len(files), sum(a == b for a, b in zip(found["compressed"], here))


def packed_by_tool(lab):
    """The sum of live bytes where tools/structure_packing.py has ordered the fields as grown, by the objects of large documents."""
    dom, folder = module("bench/dom/run.py"), lab.path("dom", "tool")
    args = type("Args", (), {"build": lab.path("dom"), "cxx": "clang++-19", "docs": corpus(lab), "limit": 0, "at_least": 1})
    files = dom.files(args)
    census = lab.path("dom.census")
    with open(census, "w") as file:
        for document in sorted(files, key=os.path.getsize)[-20:]:
            file.write(call(lab.path("dom/compressed/dom0"), "types", document))
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(f"{ROOT}/bench/dom", folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    with_names = lab.path("dom.o")
    call("clang++-19", "-std=gnu++20", "-O0", "-g", "-fstandalone-debug", "-fno-exceptions", "-fno-rtti", "-DDOM_PACKED=0",
         f"-I{ROOT}/include", "-c", f"{folder}/main.cc", "-o", with_names)
    done = subprocess.run(["python3", f"{ROOT}/tools/structure_packing.py", "--weights", census, "--write", folder, with_names],
                          capture_output=True, text=True)
    if "waste memory" not in done.stdout or "left as it is" in done.stdout:
        raise Problem(f"tools/structure_packing.py: {done.stdout[-1000:]}{done.stderr[-1000:]}")
    program = dom.build_one(args, "compressed", 0, "-DHALFWORD_COMPRESS=ON", sources=folder)
    return sum(dom.sizes({("compressed", "tool"): program}, files)["compressed", "tool", "precise"])


def l08(lab):
    found, by = documents(lab)

    def total(references, packed):
        return by[references, packed, "precise"]["sum"]

    full, n = total("full", 0), found["documents"]
    sums = {"compressed, fields as grown": total("compressed", 0), "ordered by the tool": packed_by_tool(lab),
            "ordered by hand": total("compressed", 1)}
    grown, tool, hand = sums.values()

    def percent(new, old):
        return round(100 * (new / old - 1), 1)

    lab.pictures["L08"] = [("full pointers", 0)] + [(name, 100 * (value / full - 1)) for name, value in sums.items()]
    return [
        Row("compressed, fields as grown", percent(grown, full), "%", MEMORY, seed="oilpan.memory.local", less_is_better=True, n=n,
            why="The fleet's pages have more of what is no reference: styles, texts, scripts."),
        Row("packing alone, by the tool and the objects that there are", percent(tool, grown), "%", MEMORY, n=n, seed="oilpan.memory.packing",
            band=1, less_is_better=True, why="The order of fields before was written for the comparison, as such classes grow."),
        Row("packing alone, by hand", percent(hand, grown), "%", MEMORY, n=n),
        Row("both", percent(tool, full), "%", MEMORY, n=n),
    ]


# ---- L09: conservative stacks ----

FORMS = {"words": "whole addresses", "halves": "and references in halves of words", "all": "and intermediates: what is scanned",
         "every": "and any half that leads into an object"}
# Where a document's lower half of an address is seen: below ones, and below what an address of other memory has.
SEEN = {"plant": ("all", "every"), "beside": ("every",)}


def scans(lab):
    """bench/dom --stack: its rows by (where, forms), and the share of live bytes that 32-bit references save in the same documents."""
    if "scans" not in lab.pictures:
        output = lab.path("stack.json")
        call("python3", f"{ROOT}/bench/dom/run.py", "--stack", "--docs", *corpus(lab), "--at-least", 100000, "--limit", 60, "--step", 4000,
             "--seeds", 1, "--processes", 2 * lab.rounds, "--build", lab.path("dom"), "--json", output)
        with open(output) as file:
            lab.pictures["scans"] = json.load(file)
    return {(r["where"], r["forms"]): r for r in lab.pictures["scans"]["stack"]}


def l09(lab):
    by, rows = scans(lab), []
    places = {"recursion": "inside the recursion that builds a document", "loop": "between two documents"}
    for where, place in places.items():
        for forms, name in FORMS.items():
            r = by[where, forms]
            for unit, value in (("mean % more than lives", r["mean"]), ("P99 % more than lives", r["p99"]),
                                ("dropped documents held", r["held"])):
                rows.append(Row(f"{place}: {name}", round(value, 3), unit, DRAWN, n=r["collections"]))
    for where, place in places.items():
        for forms, name in (("every", "any halves"), ("all", "whole words: what is scanned")):
            rows.append(Row(f"{place}: what could be an offset into an object, {name}", round(by[where, forms]["offsets"], 1),
                            "different numbers on a stack", DRAWN, n=by[where, forms]["collections"]))
        for forms in ("every", "all"):
            r = by[where, forms]
            rows.append(Row(f"{place}: processes that held 0.2 %, {FORMS[forms]}", r["misled"], f"of {r['processes']} processes", DRAWN))
    cost = by["recursion", "all"]["mean"] - by["recursion", "halves"]["mean"]
    rows.append(Row("what intermediates cost, inside the recursion", round(cost, 2), "percentage points", DRAWN,
                    seed="oilpan.scan.intermediates", band=1, less_is_better=True, n=by["recursion", "all"]["collections"],
                    why="How much a false reference holds is the size of one document, and how often there is one depends on the heap's."))
    any_half = by["recursion", "every"]["mean"] - by["recursion", "halves"]["mean"]
    rows.append(Row("what any half would cost, inside the recursion", round(any_half, 2), "percentage points", DRAWN,
                    n=by["recursion", "every"]["collections"]))
    script = {forms: callbacks(lab, forms) for forms in ("halves", "all", "every")}
    if len({len(found) for found in script.values()}) != 1:
        raise Problem("processes of callbacks.js did not collect equally often")
    rows += [Row(f"what {what} cost, in JavaScript inside natives' callbacks", round(100 * (sum(script[forms]) / sum(script["halves"]) - 1), 2),
                 "percentage points", DRAWN, n=len(script[forms])) for forms, what in (("all", "intermediates"), ("every", "any halves would"))]
    # What is put there must be seen, and only where its form counts.
    program, files = lab.path("dom/forms/dom1"), made_documents(lab)
    for forms, name in FORMS.items():
        alone, planted, beside = (held_documents(program, state, forms, files) for state in ("scan", "plant", "beside"))
        rows += [Row(f"self-test: a planted half of its address holds a document, {name}", int(planted > alone), "holds",
                     expect=int(forms in SEEN["plant"])),
                 Row(f"self-test: … the same below another upper half, {name}", int(beside > alone), "holds",
                     expect=int(forms in SEEN["beside"]))]
    lab.pictures["L09"] = {place: {FORMS[f]: by[where, f]["mean"] for f in FORMS} for where, place in places.items()}
    return rows


def callbacks(lab, forms):
    """Live KiB after each collection of callbacks.js."""
    shell = lab.engine("forms", "-DHALFWORD_STACK_FORMS=ON")
    done = subprocess.run([shell, "--gc-stress=10000", "--trace-gc", f"{HERE}/callbacks.js"], capture_output=True, text=True,
                          env={**os.environ, "HALFWORD_STACK_FORMS": forms})
    if done.returncode:
        raise Problem(f"callbacks.js failed where {forms} of the stack count: {done.stdout}{done.stderr[-500:]}")
    scale = {"KiB": 1, "MiB": 1024, "GiB": 1024 * 1024}
    return [float(m[1]) * scale[m[2]] for m in re.finditer(r"-> ([\d.]+) (KiB|MiB|GiB),", done.stderr)]


def made_documents(lab, count=12):
    """Files of documents that are the same everywhere."""
    files = []
    for i in range(count):
        files.append(lab.path(f"made-{i}.html"))
        with open(files[-1], "w") as file:
            file.write("<!doctype html><title>Made</title>" + "".join(f"<p class=c{j % 7}>{i} <a href=#{j}>{j}</a>" for j in range(400)))
    return files


def held_documents(program, state, forms, files):
    """How many dropped documents were held in the last collection between two documents."""
    out = call(program, "stack", 2, 200, 1, state, *files, env={**os.environ, "HALFWORD_STACK_FORMS": forms})
    return int([line for line in out.splitlines() if line.startswith("loop")][-1].split()[2])


# ---- L10, L11: the documents' decodings ----

DECODINGS = ["full", "naive", "v1", "branchless", "branchful", "corrupting", "folded"]


def registers(code):
    """How many a piece of code uses besides object, base and result."""
    names = set()
    for text in code.text:
        names |= {re.sub(r"^[re]|[lx]$|^[wx]", "", r) for r in re.findall(r"%(\w+)|\b([wx]\d+)\b", text) for r in r if r}
    return max(0, len(names) - 3)


def l10(lab):
    rows = []
    targets = {"x64": ((), "x86-64"), "arm64": ((AARCH64,), "AArch64")}
    for short, (flags, target) in targets.items():
        found = lab.functions("decoding", "-ffreestanding", *flags)  # whose headers need no C library of the target
        for name in DECODINGS:
            code = found[name]
            if name == "folded":  # without the load of the field's field, which full pointers need as well
                size, count = code.size - found["folded_full"].size + found["full"].size, len(code.text) - 1
            else:
                size, count = code.size, len(code.text)
            branches = sum(bool(lab.codegen.JUMP.search(t)) and not t.startswith(("cmov", "csel")) for t in code.text)
            for unit, value, band in (("bytes", size, 2), ("instructions", count, 0), ("branches", branches, 0)):
                seed = f"v8.{short}.{name}.{unit}"
                rows.append(Row(f"{name}, {target}", value, unit, seed=seed if seed in lab.figures else None, band=band,
                                less_is_better=True, expect=CODE[target][name][len(rows) % 4]))
            rows.append(Row(f"{name}, {target}", registers(code), "further registers", less_is_better=True,
                            seed=f"v8.{short}.branchless.registers" if name == "branchless" else None,
                            expect=CODE[target][name][3]))
    return rows


# Bytes, instructions, branches and further registers of cc/decoding.cc, by clang 19.
CODE = {
    "x86-64": {"full": (4, 1, 0, 0), "naive": (3, 1, 0, 0), "v1": (12, 5, 1, 0), "branchless": (16, 5, 0, 1),
               "branchful": (11, 4, 1, 0), "corrupting": (6, 2, 0, 0), "folded": (4, 1, 0, 0)},
    "AArch64": {"full": (4, 1, 0, 0), "naive": (4, 1, 0, 0), "v1": (16, 4, 1, 0), "branchless": (16, 4, 0, 1),
                "branchful": (12, 3, 1, 0), "corrupting": (8, 2, 0, 0), "folded": (8, 2, 0, 0)},
}


def l11(lab):
    program = lab.path("kernels")
    call("clang++-19", "-std=gnu++20", "-O2", "-fno-exceptions", "-fno-rtti", f"{HERE}/cc/kernels.cc", "-o", program)
    runs = alternate(lab.timer, {"kernels": [program]}, lab.rounds, lambda run: run.out)["kernels"]
    if not runs:
        return [refused(f"{name} against {of}, all kernels", "%", lab.timer, seed=seed) for name, of, seed in
                (("branchful", "branchless", "v8.octane.1"), ("Smi-corrupting", "branchful", "v8.octane.6"))]
    samples = {}
    for out in runs:
        for line in out.splitlines():
            kernel, decoding, value = line.split()
            samples.setdefault((kernel, decoding), []).append(float(value))
    rows = [summary(f"{kernel}, {decoding}", values, "ns a load", kind=TIME) for (kernel, decoding), values in samples.items()]
    best = {key: min(values) for key, values in samples.items()}
    kernels = list(dict.fromkeys(k for k, _ in best))
    lab.pictures["L11"] = {k: {d: v for (kk, d), v in best.items() if kk == k} for k in kernels}

    def gain(to, of):
        return round(100 * (geometric_mean([best[k, of] / best[k, to] for k in kernels]) - 1), 1)

    why = "Loops of decoding alone, not Octane: what decodes is most of them, so that a difference is larger than in programs."
    rows.append(Row("branchful against branchless, all kernels", gain("branchful", "branchless"), "%", TIME, seed="v8.octane.1", band=3,
                    less_is_better=False, n=len(runs), why=why))
    rows.append(Row("Smi-corrupting against branchful, all kernels", gain("corrupting", "branchful"), "%", TIME, seed="v8.octane.6",
                    band=2, less_is_better=False, n=len(runs), why=why))
    rows.append(Row("Halfword's against Smi-corrupting, all kernels", gain("halfword", "corrupting"), "%", TIME, n=len(runs)))
    return rows


# ---- L12, L13: Octane ----


def octane_folder():
    folder = os.environ.get("OCTANE")
    return folder if folder and os.path.exists(os.path.join(folder, "base.js")) else None


NO_OCTANE = "not run: no checkout of Octane at $OCTANE"
# What engines that are built for Octane alone can do without.
FEWER = ["-DHALFWORD_INTL=OFF", "-DHALFWORD_TEMPORAL=OFF", "-DHALFWORD_LIBRARY=OFF"]
# Those that follow references, for what needs many engines.
POINTERS = "richards,deltablue,raytrace,earley-boyer,splay,box2d"


# In V8's order, and what ships last: it needs no step, because the access itself decodes.
CONFIGURATIONS = ["full", "branchless", "branchful", "corrupting", "folded"]
TIERS = {"interpreter": " --jitless", "baseline code": " --tier=unoptimized", "optimized code": ""}
# The one that V8's figures are of.
BEST = "optimized code"


def decodings(lab, folder):
    """Octane's programs that follow references with each decoding: {tier: {configuration: score against full pointers}}."""
    if "decodings" not in lab.pictures:
        octane, output, means = module("bench/octane/run.py"), lab.path("octane-decodings.json"), {}
        shells = {d: lab.engine(f"decode-{d}", f"-DHALFWORD_DECODE={d}", *FEWER) for d in CONFIGURATIONS[1:-1]}
        shells = {"full": lab.shell("full-pointers"), **shells, "folded": lab.shell()}
        for tier, option in TIERS.items():
            call("python3", f"{ROOT}/bench/octane/run.py", folder, "--peers", "none", "--halfword", "", "--halfword-full", "", "--runs",
                 lab.rounds, "--by-cpu-time", "--only", POINTERS, "--json", output,
                 *(a for d, shell in shells.items() for a in ("--engine", f"{d}={shell}{option}")))
            with open(output) as file:
                scores = json.load(file)["scores"]
            shared = [n for n in scores["full"] if all(n in scores[d] for d in shells)]
            means[tier] = {d: octane.geometric_mean([scores[d][n] / scores["full"][n] for n in shared]) for d in shells}
        lab.pictures["decodings"] = means
    return lab.pictures["decodings"]


def l12(lab):
    folder = octane_folder()
    if folder is None:
        return [Row("Octane with each decoding", None, "%", TIME, note=NO_OCTANE)]
    rows, means = [], decodings(lab, folder)
    for tier in TIERS:
        for d in CONFIGURATIONS[1:]:
            rows.append(Row(f"{d} against full pointers, {tier}", round(100 * (means[tier][d] - 1), 1), "%", TIME, n=lab.rounds,
                            seed="v8.octane.first" if (tier, d) == (BEST, "branchless") else None, less_is_better=False, band=3,
                            why="The engine decodes what it accesses, not all that it loads, and never a Smi."))
    lab.pictures["L12"] = means
    return rows + [decoding_gain(means[BEST], label, to, of, seed, lab.rounds)
                   for label, to, of, seed in (("branchful against branchless", "branchful", "branchless", "v8.octane.1"),
                                               ("Smi-corrupting against branchful", "corrupting", "branchful", "v8.octane.6"),
                                               ("folded into the access against Smi-corrupting", "folded", "corrupting", None))]


def decoding_gain(means, label, to, of, seed, rounds):
    why = ("What is decoded is nearly always a reference: a branch at each costs more than the mask that it saves." if to == "branchful" else
           "Code accesses what it has checked by the reference itself, and never decodes a Smi: fewer decodings than V8 had.")
    return Row(label, round(100 * (means[to] / means[of] - 1), 1), "%", TIME, n=rounds, seed=seed, less_is_better=False, band=2, why=why)


def l13(lab):
    """The steps that these decodings are, a line a tier; what is left to eliminate; and all of Octane in both widths."""
    folder = octane_folder()
    if folder is None:
        return [Row("Octane, both widths", None, "%", TIME, note=NO_OCTANE)]
    rows, octane, means = [], module("bench/octane/run.py"), decodings(lab, folder)
    lab.pictures["L13"] = {tier: {d: 100 * value for d, value in means[tier].items()} for tier in TIERS}
    steps = (("first version: branchless", "branchless", "full", "v8.octane.first"),
             ("(1) branchful decompression", "branchful", "branchless", "v8.octane.1"),
             ("(6) Smi-corrupting", "corrupting", "branchful", "v8.octane.6"),
             ("what ships: folded into the access", "folded", "corrupting", None))
    for tier in TIERS:
        rows += [decoding_gain(means[tier], f"{label}, {tier}", to, of, seed if tier == BEST else None, lab.rounds)
                 for label, to, of, seed in steps]
    rows += remaining_decodings(lab, folder, octane)
    output = lab.path("octane.json")
    full = lab.shell("full-pointers")
    call("python3", f"{ROOT}/bench/octane/run.py", folder, "--peers", "none", "--runs", lab.rounds, "--by-cpu-time", "--own",
         "halfword,halfword-full,halfword-unoptimized,halfword-jitless", "--engine", f"full-unoptimized={full} --tier=unoptimized",
         "--engine", f"full-jitless={full} --jitless", "--json", output)
    with open(output) as file:
        scores = {engine: {n: s for n, s in scores.items()} for engine, scores in json.load(file)["scores"].items()}
    for name, small, full in (("optimized code", "halfword", "halfword-full"),
                              ("baseline code", "halfword-unoptimized", "full-unoptimized"),
                              ("interpreter", "halfword-jitless", "full-jitless")):
        shared = [n for n in scores[small] if n in scores[full]]
        ratio = octane.geometric_mean([scores[small][n] / scores[full][n] for n in shared])
        rows.append(Row(f"all of Octane, compressed against full pointers, {name}", round(100 * (ratio - 1), 1), "%", TIME, n=lab.rounds))
    return rows


def remaining_decodings(lab, folder, octane):
    """Instructions of optimized code that add the base to a reference, where the access does not do it (--tier-stats)."""
    accesses = additions = 0
    for name in POINTERS.split(","):
        script = lab.path(f"decodings-{name}.js")
        octane.build(folder, name, script, 20)
        done = subprocess.run([lab.shell(), "--tier-stats", script], capture_output=True, text=True)
        if done.returncode:
            raise Problem(f"{name} failed: {done.stderr[-500:]}")
        found = json.loads(done.stderr.strip().splitlines()[-1])["optimized"]
        accesses, additions = accesses + found["heap_accesses"], additions + found["base_additions"]
    return [Row("instructions that access the heap, optimized code", accesses, "", DRAWN),
            Row("(2), (9) additions of the base that are left to eliminate: where frames are made and left", round(100 * additions / accesses, 2),
                "of 100 accesses", DRAWN)]


# ---- L14, L20: kinds of bases and cages ----


def choices(lab):
    """Bytes of code of bench/choices: {(kind, target): sum over its operations}."""
    if "choices" not in lab.pictures:
        bench = module("bench/choices/run.py")
        os.makedirs(lab.path("choices"), exist_ok=True)
        lab.choices_args = type("Args", (), {"cxx": "clang++-19", "build": lab.path("choices"), "rounds": lab.rounds})
        lab.pictures["choices"] = {key: sum(sizes.values()) for key, sizes in bench.code(lab.choices_args, bench.targets(lab.choices_args)).items()}
    return lab.pictures["choices"]


def l14_code(lab):
    sizes = choices(lab)
    getters = lab.functions("getters")
    rows = [Row(f"three getters, base {how}", sum(t.startswith("and") for t in getters[name].text) / 3, "base computations a load",
                expect=expected, seed=f"v8.getters.{name}")
            for name, how, expected in (("rounding", "by rounding each address", 1), ("isolate", "passed in", 0))]
    rows += [Row(f"three getters, base {how}", getters[name].size, "bytes", expect=expected)
             for name, how, expected in (("rounding", "by rounding each address", 40), ("isolate", "passed in", 17))]
    rows += [Row(f"{base}, {target}", sizes[f"4 GiB, {base}", target], "bytes of twelve operations", at_most=CHOICES.get((base, target)))
            for target in ("x86-64", "AArch64") if ("4 GiB, global", target) in sizes for base in ("thread-local", "global", "from address")]
    return rows


# Programs whose time is the runtime's and the library's: texts, collections, patterns, JSON, sorting by natives.
RUNTIME = """
var words = [], map = new Map(), seen = {};
for (var i = 0; i < 30000; i++) words.push('w' + (i * 7919) % 10007);
for (var round = 0; round < 6; round++) {
  for (var w of words) { map.set(w, (map.get(w) || 0) + 1); seen[w] = map.size; }
  var text = JSON.stringify(words), again = JSON.parse(text);
  again.sort(); again.reverse(); again.slice(100).concat(words).indexOf('none');
  text.replace(/w(\\d)/g, '$1').split(',').join(' ').toUpperCase();
  Object.keys(seen).map(function (k) { return Object.assign({}, {k: k, v: seen[k]}); });
  Object.entries(seen).length + Array.from(map.values()).length;
}
"""


def l14(lab):
    rows, script = l14_code(lab), lab.path("runtime.js")
    with open(script, "w") as file:
        file.write(RUNTIME)
    shells = {base: lab.engine(f"base-{base}", f"-DHALFWORD_BASE={base}", *FEWER) for base in ("thread-local", "global")}
    for base, shell in shells.items():
        found = re.search(r"^\.text +(\d+)", call("llvm-size-19", "-A", shell), re.M)
        rows.append(Row(f"engine, base {base}", round(int(found[1]) / 1024), "KiB of code"))
    times = alternate(lab.timer, {base: [shell, script] for base, shell in shells.items()}, lab.rounds, lambda run: run.cpu)
    if not times["global"]:
        return rows + [refused("engine, base global against thread-local", "%", lab.timer)]
    rows += [summary(f"programs of the runtime's, base {base}", found, "s of CPU time", kind=TIME) for base, found in times.items()]
    rows.append(Row("programs of the runtime's, base global against thread-local",
                    round(100 * (min(times["thread-local"]) / min(times["global"]) - 1), 1), "%", TIME, n=lab.rounds))
    return rows


CHOICES = {("thread-local", "x86-64"): 265, ("global", "x86-64"): 222, ("from address", "x86-64"): 315,
           ("thread-local", "AArch64"): 360, ("global", "AArch64"): 316, ("from address", "AArch64"): 296}


def l20_code(lab):
    sizes, codegen = choices(lab), lab.codegen
    found = codegen.compiled(["clang++-19"], "global", "-DHALFWORD_CAGE_SHIFT=0")
    saved = 100 * (sizes["2 GiB, thread-local", "x86-64"] / sizes["4 GiB, thread-local", "x86-64"] - 1)
    return [Row("Decompress, 2 GiB, global", len(found["decompress"].text), "instructions", expect=2, seed="oilpan.small.decompress"),
            Row("code of twelve operations, 2 GiB against 4 GiB", round(saved, 1), "%")]


def l20(lab):
    rows = l20_code(lab)
    for kind, span in (("2GiB", 2), ("4 GiB", 4)):
        program = lab.program("fill", "2GiB" if span == 2 else "thread-local")
        alive, ended = map(int, call(program, "3000").split())
        rows.append(Row(f"3,000 MiB of live data in a cage of {span} GiB: at its end", alive, "MiB", MEMORY))
        if span == 2:
            rows.append(Row("largest heap: the program ran out of memory", round(alive / 1024, 1) if ended else 0, "GiB", MEMORY,
                            seed="oilpan.small.cage", band=0.3))
    return rows


# ---- L19: large heaps ----


def free_memory():
    with open("/proc/meminfo") as file:
        return next(int(line.split()[1]) << 10 for line in file if line.startswith("MemAvailable"))


def l19(lab):
    rows, fills, most, found = [], [(3, "thread-local"), (3, "16GiB"), (8, "16GiB"), (14, "16GiB")], 0, {}
    names = {"thread-local": "4 GiB", "16GiB": "16 GiB"}
    for size, kind in fills:
        where = f"{size} GiB live in a cage of {names[kind]}"
        if free_memory() < (size + 5) * GIB:
            rows.append(Row(where, None, "GiB", MEMORY, note=f"not run: this machine has {free_memory() // GIB} GiB free"))
            continue
        run = lab.timer([lab.program("large", kind), size << 10], timeout=3000)
        if run is None:
            rows.append(refused(where, "ns", lab.timer))
            continue
        found[size, kind] = {name: float(value) for name, value, _ in map(str.split, run.out.splitlines())}
        most = max(most, round(found[size, kind]["live"]))
        rows += [Row(f"{where}: allocation", found[size, kind]["allocation"], "ns a node", TIME),
                 Row(f"{where}: marking", found[size, kind]["marking"], "ns a node", TIME),
                 Row(f"{where}: longest pause", found[size, kind]["pause"], "ms", TIME)]
    if (3, "16GiB") in found and (3, "thread-local") in found:
        for what in ("allocation", "marking"):
            ratio = found[3, "16GiB"][what] / found[3, "thread-local"][what]
            rows.append(Row(f"{what}: a cage of 16 GiB against one of 4 GiB", round(100 * (ratio - 1), 1), "%", TIME))
    if most:
        rows.append(Row("the most that lived in a heap", most, "GiB", MEMORY, seed="oilpan.layout.larger", band=2,
                        why="This machine has no memory for more."))
    done = subprocess.run([lab.shell(), "--heap-stats", "-e", "0"], capture_output=True, text=True)
    rows.append(Row("JavaScript's largest heap", json.loads(done.stderr)["cage_bytes"] // GIB, "GiB", expect=4, seed="v8.limit"))
    rows.append(Row("the collector's largest cage", words(lab, "16GiB")["span"] // GIB, "GiB", expect=16, seed="v8.outlook"))
    lab.pictures["L19"] = {f"{size} GiB live, cage of {names[kind]}": {"allocation": f["allocation"], "marking": f["marking"]}
                           for (size, kind), f in found.items()}
    return rows


# ---- L15 to L18: the twin ----

# What holds no references: characters, numbers, bytes, code.
UNTAGGED = re.compile(r"String$|^HeapNumber$|^BigInt|^Double|^Bytecode|Bytes|Data$|^ArrayBuffer|^Typed")


def l15(lab):
    folder = octane_folder()
    if folder is None:
        return [Row("objects of tagged words", None, "%", DRAWN, note=NO_OCTANE)]
    octane, shares, of_process, bytes_ = module("bench/octane/run.py"), {}, {}, [0, 0]
    for name, (files, _) in octane.BENCHMARKS.items():
        if not all(os.path.exists(os.path.join(folder, f)) for f in files):
            continue
        script = lab.path(f"site-{name}.js")
        octane.build(folder, name, script, 2)
        done = engines.pinned([lab.shell(), "--heap-stats", script], lab.timer.cpu, 600)
        if done.status != 0 or "score" not in done.out:
            raise Problem(f"{name} failed: {done.out[-200:]}{done.err[-500:]}")
        statistics_ = json.loads(done.err)
        # Without what is outside of the cage: memory of a buffer that nobody has written is not there yet.
        of_process[name] = 100 * statistics_["committed_bytes"] / done.peak_rss
        types = statistics_["types"]
        total, tagged = (sum(t["bytes"] for t in types if all_ or not UNTAGGED.search(t["name"])) for all_ in (True, False))
        shares[name] = 100 * tagged / total
        bytes_ = [bytes_[0] + tagged, bytes_[1] + total]
    lab.pictures["L15"] = {name: {"objects of tagged words": share, "heap of process": of_process[name]} for name, share in shares.items()}
    why = "A process here is a heap with a shell around it, a renderer has a page; the heap is that of the end, the process's memory its peak."
    return [Row(f"the heap at the end, of the process's peak: {name}", round(share, 1), "%", DRAWN) for name, share in of_process.items()] + [
        Row("the heap, of the process: mean", round(statistics.mean(of_process.values()), 1), "%", DRAWN, seed="v8.share.mean", band=10, why=why),
        Row("the heap, of the process: highest", round(max(of_process.values()), 1), "%", DRAWN, seed="v8.share.max", band=10, why=why)] + [Row(f"objects of tagged words: {name}", round(share, 1), "%", DRAWN) for name, share in shares.items()] + [
        Row("objects of tagged words, of all heaps", round(100 * bytes_[0] / bytes_[1], 1), "%", DRAWN, seed="v8.tagged", band=10,
            why="By kinds of objects: what holds characters, numbers, bytes or code counts as not tagged. Octane keeps few texts.")]


def density(lab, twin="full-pointers", *more):
    """What bench/heap_density measures: {case: {live, private, peak_rss}} of the compressed build and of another."""
    output = lab.path(f"density-{twin}.json")
    if os.path.exists(output):
        os.remove(output)
    # Exit code 1 says that a bar is missed, which is that benchmark's own concern.
    done = subprocess.run(["python3", f"{ROOT}/bench/heap_density/run.py", "--peers", "none", "--scale", "0.25", "--halfword", lab.shell(),
                           "--halfword-full", lab.shell(twin), "--json", output, *more], capture_output=True, text=True)
    if not os.path.exists(output):
        raise Problem(done.stderr[-2000:])
    with open(output) as file:
        results = json.load(file)["results"]
    for engine in ("halfword", "halfword-full"):
        if engine not in results:
            raise Problem(f"bench/heap_density had no {engine}")
    return results["halfword"], results["halfword-full"]


def l16(lab):
    small, full = density(lab)
    cases = list(small)
    lab.pictures["L16"] = {s: (full[s]["live"], small[s]["live"]) for s in cases}
    rows = [Row(f"live heap: {s}", round(100 * (small[s]["live"] / full[s]["live"] - 1), 1), "%", MEMORY) for s in cases]

    def saved(what):
        return round(100 * (geometric_mean([small[s][what] / full[s][what] for s in cases]) - 1), 1)

    swaps = sum((full[a]["live"] - full[b]["live"]) * (small[a]["live"] - small[b]["live"]) < 0
                for i, a in enumerate(cases) for b in cases[:i])
    rows.append(Row("live heap, geometric mean", saved("live"), "%", MEMORY, seed="v8.heap", band=3, less_is_better=True,
                    why="Doubles, characters and the array of doubles are as large in both widths."))
    rows.append(Row("peak of the process, geometric mean", saved("peak_rss"), "%", MEMORY, seed="v8.process", band=3, less_is_better=True,
                    why="Heaps of a few MB: what the engine itself takes is a larger part, and as large in both widths."))
    # What can't differ must not: the same build twice, as if it were two.
    once, again = density(lab, "release", "--only", "objs,tree")
    noise = max(abs(100 * (once[s]["live"] / again[s]["live"] - 1)) for s in once)
    rows.append(Row("self-test: the compressed build against itself, live heap", round(noise, 2), "%", MEMORY, at_most=1))
    rows.append(Row("pairs that swap places", swaps, "pairs", MEMORY, seed="v8.swap", less_is_better=None,
                    why="Of eight kinds of data, each of one kind of object."))
    return rows


def fixed_program(lab, name, text, iterations):
    parts = module("bench/parts/run.py")
    path = lab.path(name + ".js")
    with open(path, "w") as file:
        file.write(parts.PRELUDE + text + parts.DRIVER % (0, 0, 0, iterations))
    return path


def l17(lab):
    parts = module("bench/parts/run.py")
    shells = {"compressed": lab.shell(), "full": lab.shell("full-pointers")}
    rows, ratios, pauses = [], [], []
    for name, text in sorted(parts.programs(type("Args", (), {"jetstream": None, "only": None})).items()):
        path = fixed_program(lab, "part-" + name, text, 20)
        runs = alternate(lab.timer, {kind: [shell, "--heap-stats", path] for kind, shell in shells.items()}, lab.rounds,
                         lambda run: (run.cpu, json.loads(run.err)["pause_ns_total"]))
        if not runs["full"]:
            rows.append(refused(name, "%", lab.timer))
            continue
        times = [100 * (a[0] / b[0] - 1) for a, b in zip(runs["compressed"], runs["full"])]
        ratios.append(geometric_mean([a[0] / b[0] for a, b in zip(runs["compressed"], runs["full"])]))
        if all(b[1] for b in runs["full"]) and all(a[1] for a in runs["compressed"]):
            pauses.append(geometric_mean([a[1] / b[1] for a, b in zip(runs["compressed"], runs["full"])]))
        rows.append(summary(f"CPU time: {name}", times, "%", kind=TIME))
    rows += [refused(f"{what}, geometric mean", "%", lab.timer, seed=seed)
             for what, seed, found in (("CPU time", "v8.cpu", ratios), ("collector's time", "v8.gc", pauses)) if not found]
    lab.pictures["L17"] = [(r.label, r.value) for r in rows if r.value is not None]
    if ratios:
        rows.append(Row("CPU time, geometric mean", round(100 * (geometric_mean(ratios) - 1), 1), "%", TIME, seed="v8.cpu", n=lab.rounds,
                        less_is_better=True, band=2, why="Programs that compute and keep little: their references are few."))
    if pauses:
        rows.append(Row("collector's time, geometric mean", round(100 * (geometric_mean(pauses) - 1), 1), "%", TIME, seed="v8.gc",
                        n=lab.rounds, less_is_better=True, band=2, why="Pauses of these programs are a few milliseconds in all."))
    return rows


POINTS = """
var COUNT = 20000, all = [];
function Point(x, y) { this.x = x; this.y = y; }
for (var i = 0; i < COUNT; i++) all.push(new Point(%s));
"""


def objects(lab, shell, arguments):
    """{type: (objects, bytes)} of a program that makes points, less one that makes none."""
    def types(text):
        with tempfile.NamedTemporaryFile("w", suffix=".js") as script:
            script.write(text)
            script.flush()
            done = subprocess.run([shell, "--heap-stats", "--jitless", script.name], capture_output=True, text=True)
        return {t["name"]: (t["objects"], t["bytes"]) for t in json.loads(done.stderr)["types"]}

    with_, without = types(POINTS % arguments), types((POINTS % arguments).replace("COUNT = 20000", "COUNT = 0"))
    return {name: (n - without.get(name, (0, 0))[0], b - without.get(name, (0, 0))[1]) for name, (n, b) in with_.items()}


def l18(lab):
    count, rows, drawn = 20000, [], {}
    for kind, shell in (("compressed", lab.shell()), ("full pointers", lab.shell("full-pointers"))):
        for name, arguments in (("p: two doubles", "i + 3.1, i + 5.3"), ("q: a Smi and a string", "i, 'ab'"),
                                ("a double and a Smi", "i + 3.1, i")):
            found = objects(lab, shell, arguments)
            boxes, size = found["HeapNumber"][0] / count if "HeapNumber" in found else 0, 0
            for type_ in ("PlainObject", "HeapNumber"):
                size += found.get(type_, (0, 0))[1] / count
            drawn[kind, name] = (round(size), round(boxes))
            rows.append(Row(f"{name}, {kind}", round(size), "bytes an object with its numbers", expect=OBJECTS.get((kind, name, "bytes"))))
            rows.append(Row(f"{name}, {kind}", round(boxes), "boxes", expect=OBJECTS.get((kind, name, "boxes")),
                            seed="v8.object.q" if (kind, name) == ("compressed", "a double and a Smi") else None))
    lab.pictures["L18"] = drawn
    return rows


OBJECTS = {(kind, name, unit): value
           for kind, sizes in (("compressed", (48, 16, 32)), ("full pointers", (64, 32, 48)))
           for name, size, boxes in zip(("p: two doubles", "q: a Smi and a string", "a double and a Smi"), sizes, (2, 0, 1))
           for unit, value in (("bytes", size), ("boxes", boxes))}


# ---- L21: isolates ----


def isolates_bench():
    program = os.path.join(ROOT, "build/release/bin/isolates_bench")
    if not os.access(program, os.X_OK):
        raise Problem("there is no isolates_bench (cmake --preset release -DHALFWORD_BENCH=ON)")
    os.sync()  # pages of a program that the disk does not have yet would count as a process's own
    return program


def l21(lab):
    table = [json.loads(line) for line in call(isolates_bench(), "table").splitlines()]
    lab.pictures["L21"] = table
    # Of a few isolates, a page more or less of the process is more than 1 %.
    rows = [Row(f"{r['start']}, {r['isolates']} isolates", r["private_kib_each"], "private KiB an isolate",
                MEMORY if r["isolates"] >= 100 else DRAWN) for r in table]
    by = {(r["start"], r["isolates"]): r["private_kib_each"] for r in table}
    copied, mapped = by["copied at once", 1000], by["mapped from the program", 1000]
    linear = abs(copied / by["copied at once", 100] - 1) < 0.05
    rows.append(Row("copied at once", "c (1 + n)" if linear else f"{copied:.0f} n", "memory", MEMORY, seed="builtins.before", n=1000))
    rows.append(Row("mapped from the program", f"c + {mapped:.0f} KiB n", "memory", MEMORY, seed="builtins.after", n=1000,
                    why="The whole initial heap is shared, not code alone; what an isolate writes of it, and its own records, are its own."))
    return rows


# ---- L22: what embedding saves ----


def sites(lab, turns=2):
    """{name: script} of fixed work, for an isolate without a shell around it. `turns`: of Octane's programs."""
    folder, found = octane_folder(), {}
    parts = module("bench/parts/run.py").programs(type("Args", (), {"jetstream": None, "only": None}))
    scripts = {name: fixed_program(lab, "site-" + name, text, 20) for name, text in sorted(parts.items())}
    if folder is not None:
        octane = module("bench/octane/run.py")
        for name, (files, _) in octane.BENCHMARKS.items():
            if all(os.path.exists(os.path.join(folder, f)) for f in files):
                scripts[name] = lab.path(f"site-{name}.js")
                octane.build(folder, name, scripts[name], turns)
    for name, script in scripts.items():
        found[name] = script.removesuffix(".js") + "-alone.js"
        with open(script, encoding="utf-8") as text, open(found[name], "w", encoding="utf-8") as file:
            file.write("globalThis.print = function () {};\n" + text.read())
    return found


def l22(lab):
    program, rows, isolates, processes = isolates_bench(), [], {}, {}
    starts = {"copied": "copied at once", "built": "built anew", "mapped": "mapped from the program"}
    for name, script in sites(lab).items():
        found = {start: [] for start in starts}
        for _ in range(lab.rounds):
            for start in starts:
                found[start].append(json.loads(call(program, "program", "--file", script, "--start", start, "--limit", 1024)))
        isolates[name] = {s: statistics.median(r["isolate_kib"] for r in found[s]) for s in starts}
        processes[name] = {s: statistics.median(r["process_kib"] for r in found[s]) for s in starts}
        rows += [Row(f"{name}, {label}", isolates[name][start], "private KiB of an isolate", DRAWN, n=lab.rounds)
                 for start, label in starts.items()]
    saved = sorted(by["copied"] - by["mapped"] for by in isolates.values())

    def median(of, start="copied"):
        return round(100 * (statistics.median(by["mapped"] / by[start] for by in of.values()) - 1), 1)

    why = "Programs of this laboratory keep more of their own beside an initial heap of half a MiB."
    rows += [Row("isolate, against copied at once: median", median(isolates), "%", DRAWN, seed="builtins.heap", less_is_better=True, band=3,
                 n=len(saved), why=why),
             Row("process, against copied at once: median", median(processes), "%", DRAWN, seed="builtins.process", less_is_better=True,
                 band=2, n=len(saved), why=why),
             Row("isolate, against built anew: median", median(isolates, "built"), "%", DRAWN, n=len(saved)),
             Row("process, against built anew: median", median(processes, "built"), "%", DRAWN, n=len(saved))]
    rows += [Row(f"saved at P{p}", round(percentile(saved, 100 - p) * 1024 / 1e6, 2), "MB", DRAWN, seed=f"builtins.p{p}", less_is_better=False,
                 n=len(saved), why="An initial heap has 620 KiB in all: there is no more to save.") for p in (50, 30, 10)]
    lab.pictures["L22"] = {name: {starts[s]: by[s] for s in starts} for name, by in isolates.items()}
    return rows + l22_code(lab)


def code_made(shell, tier):
    """Bytes of machine code that a process makes for a program that does nothing."""
    done = subprocess.run([shell, f"--tier={tier}", "--tier-stats", "-e", "0"], capture_output=True, text=True)
    return json.loads(done.stderr)["code_bytes"]


def l22_code(lab):
    """c (1 + n) and c, of machine code: that of self-hosted builtins is a part of the program's text."""
    shell = lab.shell()
    places = {name: address for address, _, name in symbols(shell) if name.startswith("halfword_embedded_code")}
    size = places["halfword_embedded_code_end"] - places["halfword_embedded_code"]
    return [Row("machine code of self-hosted builtins: in the program, for all processes", round(size / 1024), "KiB"),
            Row("… made by each process, as shipped", code_made(shell, "auto"), "bytes a process", expect=0),
            Row("… made by each process where it compiles them itself (--tier=baseline)", code_made(shell, "baseline"), "bytes a process")]


# ---- L23, L24: the binary ----

COUNT_FUNCTIONS = """
var seen = new Set(), todo = [globalThis], functions = 0;
while (todo.length) {
  var o = todo.pop();
  if ((typeof o !== 'object' && typeof o !== 'function') || o === null || seen.has(o)) continue;
  seen.add(o);
  if (typeof o === 'function') functions++;
  todo.push(Object.getPrototypeOf(o));
  for (var key of Reflect.ownKeys(o)) {
    var d = Reflect.getOwnPropertyDescriptor(o, key);
    todo.push(d.value, d.get, d.set);
  }
}
print(functions);
"""


def symbols(path):
    """[(address, size, name)] of a program, sorted."""
    rows = []
    for line in call("llvm-nm-19", "--print-size", "--defined-only", "--demangle", path).splitlines():
        words_ = line.split(None, 3)
        if len(words_) == 4 and len(words_[1]) == 16:
            rows.append((int(words_[0], 16), int(words_[1], 16), words_[3]))
    return sorted(rows)


def natives_by_commit():
    """[(commit, rows of natives in the source)] of the history: where the last part of ECMA-262's library came, and today."""
    def git(*argv):
        return subprocess.run(["git", "-C", ROOT, *argv], capture_output=True, text=True).stdout.split()

    found = []
    came = git("log", "--diff-filter=A", "--reverse", "--format=%H", "--", ":(glob)src/builtins/**/atomics.cc", "src/builtins/atomics.cc")
    for commit in came[:1] + ["HEAD"] * bool(came):
        done = subprocess.run(["git", "-C", ROOT, "grep", "-hE", r'^ *\{+"[^"]*", *[A-Za-z]', commit, "--", "src/builtins"],
                              capture_output=True, text=True)
        found.append((commit, len(done.stdout.splitlines())))
    return found


def l23_code(lab):
    shell = lab.shell()
    with tempfile.NamedTemporaryFile("w", suffix=".js") as script:
        script.write(COUNT_FUNCTIONS)
        script.flush()
        count = int(call(shell, script.name))
    handlers = [s for s in symbols(shell) if re.match(r".*interpreter::\(anonymous namespace\)::Handler<", s[2])]
    rows = [Row("functions that a program can reach", count, "functions"),
            Row("handlers of instructions, with their tiers", len(handlers), "handlers"),
            Row("their code", round(sum(s[1] for s in handlers) / 1024), "KiB")]
    history = natives_by_commit()
    if len(history) < 2:
        return rows + [Row("natives by commit", None, "times", seed="builtins.growth", note="not run: this checkout has no history")]
    (_, before), (_, now) = history
    return rows + [
        Row("natives in the source, when ECMA-262's library was whole", before, "rows"), Row("natives in the source, now", now, "rows"),
        Row("natives, now against then", round(now / before, 1), "times", seed="builtins.growth", less_is_better=True,
            why="Two libraries came later, Intl and Temporal; the language's own was there at the start.")]


def used_natives(lab, script):
    """How many natives a program calls, and how many there are."""
    done = subprocess.run([lab.shell(), "--count-natives", script], capture_output=True, text=True, timeout=1200)
    found = re.search(r"^natives: (\d+) of (\d+) were called", done.stderr, re.M)
    if done.returncode or not found:
        raise Problem(f"{script} failed: {done.stderr[-500:]}")
    return int(found[1]), int(found[2])


def l23(lab):
    rows, shares = l23_code(lab), {}
    # Two calls of a known program, of which one is done by the instruction that calls and one is JavaScript.
    with tempfile.NamedTemporaryFile("w", suffix=".js") as script:
        script.write("[4].map(function (x) { return Math.sqrt(x); });")
        script.flush()
        rows.append(Row("self-test: a program that calls two", used_natives(lab, script.name)[0], "natives", expect=2))
    for name, script in sites(lab, turns=1).items():
        used, of = used_natives(lab, script)
        shares[name] = 100 * used / of
        rows.append(Row(f"{name}: {used} of {of} natives", round(shares[name], 1), "% called"))
    lab.pictures["L23"] = {name: {"natives called": share} for name, share in shares.items()}
    rows.append(Row("the median program", round(statistics.median(shares.values()), 1), "% called", n=len(shares)))
    rows.append(Row("the program that calls most", round(max(shares.values()), 1), "%", seed="builtins.used", less_is_better=True, n=len(shares)))
    return rows


def l24(lab):
    shell = lab.shell()
    relocated = module("tests/package/relocations.py").count(shell)
    with tempfile.NamedTemporaryFile("w", suffix=".js") as script:
        script.write("for (var end = Date.now() + 1500; Date.now() < end;) ;\n")
        script.flush()
        processes = [subprocess.Popen([shell, script.name]) for _ in range(2)]
        time.sleep(0.7)
        private, data = [], []
        for process in processes:
            code_dirty = data_dirty = 0
            with open(f"/proc/{process.pid}/smaps") as file:
                permissions = name = ""
                for line in file:
                    head = re.match(r"[0-9a-f]+-[0-9a-f]+ (\S+) \S+ \S+ \S+ *(.*)$", line)
                    if head:
                        permissions, name = head[1], head[2]
                    # Not Private_Dirty, which also counts pages of a file that the disk does not have yet.
                    elif line.startswith("Anonymous:") and name == os.path.realpath(shell):
                        size = int(line.split()[1])
                        if "x" in permissions:
                            code_dirty += size
                        else:
                            data_dirty += size
            private.append(code_dirty)
            data.append(data_dirty)
        for process in processes:
            process.wait()
    dynamic = call("readelf", "-dW", shell)
    return [
        Row("relocations in code", int("TEXTREL" in dynamic), "relocations", expect=0, seed="builtins.text"),
        Row("private code of each of two processes", max(private), "KiB a process", MEMORY, seed="builtins.shared"),
        Row("private data of the program's file", max(data), "KiB a process", MEMORY),
        Row("relocated words of the engine's own", relocated.own_bytes, "bytes", at_most=module("tests/package/relocations.py").OWN),
        Row("relocated words of the program", relocated.all_bytes, "bytes", at_most=module("tests/package/relocations.py").ALL),
    ]


# ---- L25: indices and tables ----

# Not in cc/: it has the engine's own text, which programs of bench/ may not include.
CALLS = os.path.join(ROOT, "tests/codegen/calls")
# Its instructions, by clang 19: what finds the target, without the jump or call that goes there.
LOOKUPS = {
    "native_by_index": ("a native by its index, as shipped", 11),
    "native_by_index_unchecked": ("a native by its index, without the test of bounds", 9),
    "native_by_address": ("a native by an address in its object", 1),
    "code_by_entry": ("compiled code by its entry, as shipped", 6),
    "code_by_address": ("compiled code by an address in its object", 1),
}
ENGINE = ["-DNDEBUG", "-fno-strict-aliasing", "-DHALFWORD_ASSERTS=0", "-DHALFWORD_BASE_THREAD_LOCAL=1", "-DHALFWORD_COMPRESS=1",
          f"-I{ROOT}/src", f"-I{ROOT}/include"]


def l25_code(lab):
    found, planted = lab.functions(CALLS, *ENGINE), lab.functions(CALLS, *ENGINE, "-DPLANTED")
    count = {name: len(function.text) for name, function in found.items()}
    loads = {name: sum("(" in text for text in found[name].text) for name in ("root", "constant", "external")}
    rows = [Row(label, count[name], "instructions before the call", expect=expected) for name, (label, expected) in LOOKUPS.items()]
    return rows + [
        Row("self-test: a planted instruction, of a native by its index", len(planted["native_by_index"].text) - count["native_by_index"],
            "instructions more", expect=1),
        Row("a field of the isolate", loads["root"], "indirections", expect=1, seed="builtins.indirections.root"),
        Row("a constant of code", loads["constant"], "indirections", expect=1, less_is_better=True, seed="builtins.indirections.constant"),
        Row("what lies in the program", loads["external"], "indirections", expect=1, less_is_better=True,
            seed="builtins.indirections.external"),
        Row("from compiled code to compiled code: lookup and jump", count["code_by_entry"] + 1, "instructions", expect=7,
            less_is_better=True, seed="builtins.call.before",
            why="An index, a bias of the image's and a mask: neither code nor heap holds an address, and one that lies reaches an entry."),
        Row("from compiled code to what lies in the program", count["code_to_program"], "instructions", expect=1, less_is_better=True,
            seed="builtins.call.after"),
        Row("from native to native", count["native_to_native"], "instructions", expect=1, seed="builtins.call.relative"),
    ]


def call_programs(lab):
    """{name: script} of fixed work: programs that call much."""
    folder, found = octane_folder(), {}
    if folder is not None:
        octane = module("bench/octane/run.py")
        for name in ("richards", "deltablue"):
            found[name] = lab.path(f"calls-{name}.js")
            octane.build(folder, name, found[name], 20)
    parts = module("bench/parts/run.py").programs(type("Args", (), {"jetstream": None, "only": None}))
    return found | {name: fixed_program(lab, "calls-" + name, text, 20) for name, text in sorted(parts.items())}


def l25(lab):
    rows = l25_code(lab)
    program, ways = lab.path("calls"), {}
    call("clang++-19", "-std=gnu++20", "-O2", "-fno-rtti", "-fno-stack-protector", "-fcf-protection=none", *ENGINE, CALLS + ".cc", "-o", program)
    for out in alternate(lab.timer, {"calls": [program]}, lab.rounds, lambda run: run.out)["calls"]:
        for name, value in map(str.split, out.splitlines()):
            ways.setdefault(name, []).append(float(value))
    if not ways:
        return rows + [refused("indices in programs", "%", lab.timer, seed=seed) for seed in ("builtins.time.first", "builtins.time.final")]
    names = {name: label for name, (label, _) in LOOKUPS.items()} | {"direct": "a call whose target is in the instruction"}
    rows += [summary(names[name], values, "ns a call", kind=TIME) for name, values in ways.items()]
    best = {name: min(values) for name, values in ways.items()}
    # Which calls reach natives is not counted: each counts as the dearer of the two.
    dearer = max(0, best["native_by_index"] - best["native_by_address"], best["code_by_entry"] - best["code_by_address"])
    rows.append(Row("what an index costs, the dearer of the two", round(dearer, 3), "ns a call", TIME))
    shares = {}
    for name, script in call_programs(lab).items():
        done = subprocess.run([lab.shell(), "--count-opcodes=0", script], capture_output=True, text=True)
        if done.returncode:
            raise Problem(f"{name} failed: {done.stderr[-500:]}")
        calls = sum(int(m[1]) for m in re.finditer(r"^ *(\d+) +[\d.]+ %  (?:Call|Construct)(?!Result)", done.stderr, re.M))
        times = alternate(lab.timer, {name: [lab.shell(), script]}, lab.rounds, lambda run: run.cpu)[name]
        if not times:
            rows.append(refused(f"{name}: of its time", "%", lab.timer))
            continue
        shares[name] = 100 * calls * dearer * 1e-9 / min(times)
        rows.append(Row(f"{name}: {calls:,} calls; of its time, at most", round(shares[name], 2), "%", TIME, n=len(times)))
    if shares:
        why = "Every call counts, as one of the dearer kind; what the processor does beside it is not subtracted."
        rows += [Row("indices: the program that calls most", -round(max(shares.values()), 2), "%", TIME, seed="builtins.time.first",
                     less_is_better=False, band=0.5, why=why),
                 Row("indices: the mean of the programs", -round(sum(shares.values()) / len(shares), 2), "%", TIME,
                     seed="builtins.time.final", less_is_better=False, band=0.1, why=why)]
    return rows


# ---- L26: relative vtables ----


def l26_vtables(lab):
    rows = []
    for name, flags, entry in (("absolute", [], 8), ("relative", ["-fexperimental-relative-c++-abi-vtables"], 4)):
        with tempfile.TemporaryDirectory() as folder:
            output = os.path.join(folder, "vtables.o")
            call("clang++-19", "-std=gnu++20", "-O2", "-fPIC", "-fno-rtti", *flags, "-c", f"{HERE}/cc/vtables.cc", "-o", output)
            # A vtable has two words before its functions.
            size = sum(s for _, s, n in symbols(output) if n.startswith("vtable for") and "Base" == n.split()[-1])
            program = os.path.join(folder, "vtables.so")
            call("clang++-19", "-shared", "-fuse-ld=lld", output, "-o", program)
            relocations = sum("R_X86_64_64" in line or "R_X86_64_RELATIVE" in line for line in call("readelf", "-rW", program).splitlines())
        rows.append(Row(f"{name}: an entry", size // 14, "bytes", expect=entry, seed="oilpan.other.vtables" if name == "relative" else None))
        rows.append(Row(f"{name}: eight classes", relocations, "relocations"))
    return rows


ATOMS = {"by whole pointers": 0, "by references of 32 bits": 1}


def l26(lab):
    """Interned texts of documents as reference-counted objects in a cage of their own."""
    rows, dom, files = l26_vtables(lab), module("bench/dom/run.py"), made_documents(lab)
    args = type("Args", (), {"build": lab.path("dom"), "cxx": "clang++-19"})
    programs = {name: dom.build_one(args, "compressed", 1, "-DHALFWORD_COMPRESS=ON", name=f"-atoms{caged}", flags=[f"-DDOM_CAGED_ATOMS={caged}"])
                for name, caged in ATOMS.items()}
    small = {}
    for name, program in programs.items():
        found = [list(map(int, line.split()[:2])) for line in call(program, "size", *files).splitlines()]
        small[name] = sum(live for _, live in found) / sum(nodes for nodes, _ in found)
        rows.append(Row(f"a reference to an atom, {name}", int(call(program, "atom").split()[0]), "bytes",
                        expect=4 if ATOMS[name] else 8, seed="oilpan.other.pointers" if ATOMS[name] else None))
        rows.append(Row(f"documents, atoms {name}", round(small[name], 2), "bytes a node", expect=NODES[ATOMS[name]]))
    before, after = small.values()
    rows.append(Row("documents, saved by references to atoms", round(100 * (after / before - 1), 1), "%", EXACT))
    runs = alternate(lab.timer, {name: [program, "size", files[0]] for name, program in programs.items()}, 4 * lab.rounds,
                     lambda run: 1000 * run.cpu)
    rows += [summary(f"start-up and one document, atoms {name}", found, "ms of CPU time", kind=TIME) if found
             else refused(f"start-up and one document, atoms {name}", "ms of CPU time", lab.timer) for name, found in runs.items()]
    return rows


# Bytes of live objects a node, of documents that are the same everywhere.
NODES = [164.63, 154.49]


# ---- L27: cppgc's tests ----


def l27(lab):
    folder = os.environ.get("CPPGC")
    if not folder:
        return [Row("cppgc's own tests that pass", None, "tests", note="not run: no checkout of cppgc at $CPPGC")]
    text = call("python3", f"{ROOT}/tests/cppgc/run.py", folder)
    passed, of, known = map(int, re.search(r"^(\d+) of (\d+) that are run pass, (\d+) do not", text, re.M).groups())
    found = re.search(r"(\d+) passed, (\d+) failed\s*$", text)
    return [Row("cppgc's own tests that are run", of, "tests"), Row("… and pass", passed, "tests"),
            Row("… and do not, each for a reason (tests/cppgc/expectations.txt)", known, "tests", at_most=10),
            Row("… and do not, without one", int(found[2]), "tests", expect=0),
            Row("its sample, on its own and beside V8", len(re.findall(r"^sample .*: passes$", text, re.M)), "programs that run", expect=2),
            Row("its interface compiles unchanged", int(found[2] == "0"), "source-compatible", expect=1, seed="oilpan.cppgc")]


ALL = [
    Experiment("L01", "Layouts of heaps", EXACT, "cc/words.cc with each kind of the library, and cc/layouts.cc", l01, l01_quick,
               "kinds of the library, which a whole run builds", "blocks"),
    Experiment("L02", "Words, bit by bit", EXACT, "cc/words.cc", l02, l02),
    Experiment("L03", "Code of Compress and Decompress", EXACT, "tests/codegen/run.py --show", l03, l03, picture="bars"),
    Experiment("L04", "baz and Assign", EXACT, "tests/codegen/run.py and cc/naive.cc", l04, l04),
    Experiment("L05", "What each refinement is worth", TIME, "bench/dom with refinements left out (cc/member_word.inc)", l05, l05_code,
               "times, which a whole run takes", "bars"),
    Experiment("L06", "Kinds of thread-local storage", TIME, "cc/tls.cc, and bench/dom in a library that cc/load.cc loads", l06, l06_code,
               "times, which a whole run takes", "bars"),
    Experiment("L07", "Documents: percentiles", MEMORY, "bench/dom/run.py --docs build/lab/corpora/*", l07, None, picture="bars"),
    Experiment("L08", "Documents: from full pointers to packed fields", MEMORY, "bench/dom/run.py --docs build/lab/corpora/*", l08, None,
               "a fleet: the estimate is of what Chrome would save; L09 has what intermediates cost here", "steps"),
    Experiment("L09", "What conservative stacks hold", DRAWN, "bench/dom/run.py --stack --docs build/lab/corpora/*", l09, None,
               "a fleet: the estimate is of what Chrome would save", "groups"),
    Experiment("L10", "Code of the documents' decodings", EXACT, "cc/decoding.cc", l10, l10, picture="bars"),
    Experiment("L11", "Kernels of the documents' decodings", TIME, "cc/kernels.cc", l11, None, "a low-end AArch64 processor", "groups"),
    Experiment("L12", "The engine with each decoding", TIME, "bench/octane/run.py on engines with -DHALFWORD_DECODE", l12, None,
               "a checkout of Octane at $OCTANE", "groups"),
    Experiment("L13", "Octane, step by step", TIME, "bench/octane/run.py, both widths, and engines with -DHALFWORD_DECODE", l13, None,
               "decompressions in a graph ((2) and (9) take them out, (4) are patterns of them, (3) and (5) instructions that are selected for "
               "them: here an access takes the reference as it is), or a twin that has something to lose ((7) 32-bit Smis, (8) doubles in "
               "fields: Halfword's twin has neither)", "trend"),
    Experiment("L14", "Where C++ finds the base", TIME, "bench/choices/run.py --code-only, cc/getters.cc, engines with -DHALFWORD_BASE", l14,
               l14_code, picture="bars"),
    Experiment("L15", "The engine's share, and what its heap consists of", DRAWN, "--heap-stats of Octane's programs", l15, None,
               "a checkout of Octane at $OCTANE", "groups"),
    Experiment("L16", "Memory of the twin", MEMORY, "bench/heap_density/run.py, both widths", l16, None, picture="pairs"),
    Experiment("L17", "CPU and collector time of the twin", TIME, "bench/parts programs, both widths", l17, None, picture="bars"),
    Experiment("L18", "The objects p and q", EXACT, "--heap-stats of points", l18, l18,
               "fields that hold doubles without a box, in the twin", "bars"),
    Experiment("L19", "Large heaps", TIME, "cc/large.cc", l19, None, "memory for 14 GiB of live data", "groups"),
    Experiment("L20", "Cages of 2 GiB", EXACT, "bench/choices/run.py and cc/fill.cc", l20, l20_code,
               "workloads of many sizes: what their average is", "bars"),
    Experiment("L21", "n isolates", MEMORY, "isolates_bench table", l21, None, picture="lines"),
    Experiment("L22", "What embedding saves, by program", DRAWN, "isolates_bench program --start copied|built|mapped", l22, l22_code,
               "programs, which a whole run runs", "groups"),
    Experiment("L23", "Natives and handlers", EXACT, "--count-natives of programs", l23, l23_code, "programs, which a whole run runs",
               "groups"),
    Experiment("L24", "The program's file", EXACT, "readelf, and two processes", l24, l24),
    Experiment("L25", "What indices and tables cost", TIME, "tests/codegen/calls.cc, and --count-opcodes of programs", l25, l25_code,
               "times, which a whole run takes", "bars"),
    Experiment("L26", "Other pointers", EXACT, "cc/vtables.cc, and bench/dom with DOM_CAGED_ATOMS", l26, l26_vtables,
               "documents with both kinds of atoms, which a whole run builds"),
    Experiment("L27", "Programs for cppgc", EXACT, "tests/cppgc/run.py $CPPGC", l27, None, "a checkout of cppgc at $CPPGC"),
]
