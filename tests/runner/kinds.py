"""Checks that are more than one command: builds, unit tests, what sanitizers and emulators run, suites from outside."""

import concurrent.futures
import glob
import json
import os
import re
import shutil
import sys
import tempfile

from runner.process import (
    COMMAND_SECONDS,
    ENVIRONMENT,
    ROOT,
    Suite,
    counted,
    jobs,
    one,
    quiet,
    run,
    script,
    shell_of,
    show,
    stream,
    without_lot,
)


def build(preset, suite):
    code, _ = quiet(["cmake", "--preset", preset])
    if code == 0:
        code, _ = quiet(["cmake", "--build", "--preset", preset])
    suite.passed, suite.failed = one(code)


def unit(preset, suite):
    """ctest runs the programs; what they write in JSON counts the cases. A program that writes none has failed as a whole."""
    folder = os.path.join(ROOT, "build", preset)
    results = os.path.join(folder, "test-results")
    shutil.rmtree(results, ignore_errors=True)
    os.makedirs(results)
    ENVIRONMENT["GTEST_OUTPUT"] = f"json:{results}/"
    code, text = quiet(without_lot(["ctest", "--test-dir", folder, "--output-on-failure", "-j", str(jobs()), "--timeout", "600"]))
    del ENVIRONMENT["GTEST_OUTPUT"]
    for path in glob.glob(os.path.join(results, "*.json")):
        with open(path) as file:
            result = json.load(file)
        bad = result["failures"] + result.get("errors", 0)
        suite.passed += result["tests"] - bad - result.get("disabled", 0)
        suite.failed += bad
    summary = re.search(r"(\d+) tests failed out of (\d+)", text)
    if code and not suite.failed:
        suite.failed += int(summary[1]) if summary else 1
    if not suite.passed and not suite.failed:
        suite.note = "there are no unit tests"


def checkout_of(name, inside, suite):
    """The folder of a suite that is not part of the repository: $NAME, or beside this checkout."""
    variable = name.upper()
    for folder in (os.environ.get(variable), os.path.join(ROOT, "..", name)):
        if folder and os.path.exists(os.path.join(folder, inside)):
            return folder
    suite.note = f"skipped: no checkout at ${variable} or ../{name}"
    return None


def run_all(folder, runs, suite, at_once=1):
    def run_one(argv):
        return quiet([os.path.join(ROOT, "build", folder, "bin", argv[0]), *argv[1:]])[0]

    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        for code in pool.map(run_one, runs):
            passed, failed = one(code)
            suite.passed += passed
            suite.failed += failed


def collector(preset, minutes, suite):
    """The collector's tests and its stress program, with and without the verifier at every step."""
    build(preset, suite)
    if not suite.failed:
        run_all(
            preset,
            [["gc_tests"], ["gc_stress", f"--seconds={minutes * 45}"], ["gc_stress", "--verify", f"--seconds={minutes * 15}"]],
            suite,
        )


# Tests of the collector that run more than one thread.
THREADED_TESTS = "*Concurrent*:*SharedCage*:*Thread*:CppgcHeapTest.*:Persistent*"


def threads(suite):
    """A minute of thread sanitizing on two cores: what the collector does on several threads. Its build takes two
    minutes of processor time."""
    build("tsan", suite)
    if not suite.failed:
        run_all("tsan", [["gc_stress", "--seconds=60"], ["gc_tests", f"--gtest_filter={THREADED_TESTS}"]], suite, at_once=2)


def engine_threads(suite):
    """What isolates do on several threads, under the thread sanitizer: clones that compile and run one image's functions, agents
    that share memory, helpers that collect."""
    for target in ("jit_tests", "api_tests", "isolates_tests", "halfword"):
        code, _ = quiet(["cmake", "--preset", "tsan"])
        code, _ = quiet(["cmake", "--build", "--preset", "tsan", "--target", target]) if code == 0 else (code, "")
        if code != 0:
            suite.passed, suite.failed = one(code)
            return
    run_all(
        "tsan",
        [
            ["jit_tests", "--gtest_filter=*Threads*"],
            ["api_tests", "--gtest_filter=*Thread*:*Helpers*"],
            ["isolates_tests", "--gtest_filter=GcThreadsTest.*"],
        ],
        suite,
    )
    passed, failed = one(
        quiet(
            [
                sys.executable,
                "tests/js/run.py",
                "--engine",
                shell_of("tsan"),
                "tests/js/shell",
                "tests/js/engine/memory/gc_threads.js",
            ]
        )[0]
    )
    suite.passed += passed
    suite.failed += failed


def octane(preset, suite):
    """Each benchmark's code once, without stress and with collections all along."""
    folder = checkout_of("octane", "base.js", suite)
    if folder:
        counted(
            [
                sys.executable,
                "tests/stress/run.py",
                "--engine",
                shell_of(preset),
                "-j",
                str(jobs()),
                "gc",
                "--octane",
                folder,
                "--collections",
                "60",
                "--timeout",
                "1200",
            ],
            suite,
        )


def fuzz(minutes, options, suite):
    """Generated programs on one core, fuzz targets on the other."""
    if not shutil.which("node"):
        suite.note = "no node to compare with"
    counted([sys.executable, "tests/fuzz/run.py", "--minutes", str(minutes), *options], suite, minutes * 60 + COMMAND_SECONDS)


def test262_folder(temporary, suite):
    """The conformance suite: $TEST262; or an archive in ../shared/data, unpacked; or a checkout beside this one."""
    archives = sorted(
        a for kind in ("tar*", "zip") for a in glob.glob(os.path.join(ROOT, "..", "shared/data", f"test262*.{kind}"))
    )
    if not archives or os.environ.get("TEST262"):
        return checkout_of("test262", "harness/assert.js", suite)
    shutil.unpack_archive(archives[-1], temporary, **({"filter": "data"} if sys.version_info >= (3, 12) else {}))
    suite.note = os.path.basename(archives[-1])
    return os.path.dirname(os.path.dirname(glob.glob(os.path.join(temporary, "**/harness/assert.js"), recursive=True)[0]))


def conformance(suite, engine, *options, check=None):
    """Runs test262 and counts the files that pass and the failures that nobody expects; `check`, called with a file of the
    results, says whether what is written of them is so."""
    with tempfile.TemporaryDirectory(prefix="test262-") as temporary:
        folder = test262_folder(temporary, suite)
        if not folder:
            show("test262 was NOT run: no archive in ../shared/data, and no checkout\n")
            return
        results = os.path.join(temporary, "results.json")
        code, text = stream(
            [
                sys.executable,
                "tests/test262/run.py",
                "--engine",
                engine,
                "--test262",
                folder,
                "-j",
                str(jobs()),
                "--failures",
                "40",
                "--timeout",
                "60",
                "--json",
                results,
                *options,
            ]
        )
        is_so = not check or os.path.exists(results) and check(results)
    found = re.search(r": (\d+) passed, (\d+) known failures, (\d+) new failures", text)
    if found:
        suite.passed, suite.failed = int(found[1]), int(found[3])
        suite.note += f" {found[1]} files pass, {found[2]} are known to fail"
    if (code or not is_so) and not suite.failed:
        suite.failed = 1


def test262(preset, suite):
    """All of the conformance suite. What docs/conformance.md says of it must be so."""
    conformance(
        suite,
        shell_of(preset),
        check=lambda results: not stream([sys.executable, "tests/test262/report.py", "--check", "--results", results])[0],
    )


def test262_sample(preset, tier, one_of, suite):
    """One file in so many, in one way of running."""
    conformance(suite, f"{shell_of(preset)} --tier={tier}", "--sample", str(one_of))


QEMU = "qemu-aarch64"
# Machine code is written by one mapping and executed by another: qemu notices since 8.1.
OLDEST_QEMU = (8, 1)
# No ICU and no temporal_rs there.
JAVASCRIPT_ON_AARCH64 = ("builtins", "engine", "language", "shell")
# Layers whose unit tests run under qemu, and what does not: a limit of the address space is qemu's own limit, too.
UNIT_ON_AARCH64 = (
    "base",
    "platform",
    "unicode",
    "regexp",
    "syntax",
    "objects",
    "bytecode",
    "compiler",
    "gc",
    "runtime",
    "ops",
    "interpreter",
    "jit",
    "isolates",
)
NOT_UNDER_QEMU = "AddressSpaceTest.*"


def aarch64(targets, folders, modes, units, suite):
    """The engine cross-compiled to AArch64, under qemu-user: JavaScript tests in these modes, and unit tests (layer: filter)."""
    version = run([QEMU, "--version"], echo=False)[1] if shutil.which(QEMU) else ""
    found = re.search(r"version (\d+)\.(\d+)", version)
    if not found or tuple(map(int, found.groups())) < OLDEST_QEMU:
        show(
            f"qemu {'.'.join(map(str, OLDEST_QEMU))} or later is needed, and Debian's cross libraries: tools/setup.sh --aarch64\n"
        )
        suite.failed = 1
        return
    code, _ = quiet(["cmake", "--preset", "aarch64"])
    if code == 0:
        code, _ = quiet(["cmake", "--build", "--preset", "aarch64", "--target", *targets])
    if code:
        suite.failed = 1
        return
    engine = f"{QEMU} {shell_of('aarch64')}"
    passed = failed = 0
    for mode in modes:
        part = Suite(suite.name)
        counted(
            [
                sys.executable,
                "tests/js/run.py",
                "--engine",
                engine,
                f"--engine-args={mode}",
                "-j",
                str(jobs()),
                "--timeout-factor",
                "20",
                *(f"tests/js/{folder}" for folder in folders),
            ],
            part,
        )
        passed, failed = passed + part.passed, failed + part.failed
    for layer, chosen in units.items():
        code, _ = quiet(
            [QEMU, os.path.join(ROOT, f"build/aarch64/bin/{layer}_tests"), "--gtest_brief=1", f"--gtest_filter={chosen}"]
        )
        good, bad = one(code)
        passed, failed = passed + good, failed + bad
    suite.passed, suite.failed = passed, failed


def engine_aarch64(suite):
    aarch64(
        ["halfword", *(f"{layer}_tests" for layer in UNIT_ON_AARCH64)],
        JAVASCRIPT_ON_AARCH64,
        ("", "--jitless", "--tier=baseline", "--tier=random:3"),
        {layer: f"-{NOT_UNDER_QEMU}" for layer in UNIT_ON_AARCH64},
        suite,
    )


def engine_aarch64_short(suite):
    """The tests of the engine itself, compiled and interpreted."""
    aarch64(
        ["halfword", "jit_tests"],
        ("engine",),
        ("--jitless", "--tier=baseline"),
        {"jit": "TiersTest.Code*:CodeSpaceTest.*"},
        suite,
    )


def cppgc_tests(suite):
    """cppgc's own tests against the collector."""
    folder = checkout_of("cppgc", "test/unittests/heap/cppgc/member-unittest.cc", suite)
    if folder:
        counted([sys.executable, "tests/cppgc/run.py", folder], suite)


def without_icu(suite):
    """The shell without Intl and ICU: that it links none of it, its tests of Unicode and those in JavaScript that need
    no Intl."""
    folder = os.path.join(ROOT, "build", "without-icu")
    off = ("-DHALFWORD_INTL=OFF", "-DHALFWORD_LIBRARY=OFF", "-DHALFWORD_EXAMPLES=OFF", "-DCMAKE_DISABLE_FIND_PACKAGE_ICU=ON")
    code, _ = quiet(["cmake", "--preset", "release", "-B", folder, *off])
    if code == 0:
        code, _ = quiet(["cmake", "--build", folder, "--target", "halfword", "unicode_tests"])
    if code == 0:
        shell = os.path.join(folder, "bin", "halfword")
        _, symbols = run(["nm", "-C", shell], echo=False)
        if "halfword::unicode::" not in symbols or re.search(r"\b(ucol_|u_init|icu_\d|icudt)", symbols):
            show("the shell without Intl has symbols of ICU\n")
            code = 1
    if code == 0:
        code, _ = quiet([os.path.join(folder, "bin", "unicode_tests")])
    if code == 0:
        tests = [f"tests/js/{name}" for name in ("builtins", "language", "engine")]
        counted([sys.executable, "tests/js/run.py", "--engine", shell, "-j", str(jobs()), *tests], suite)
    else:
        suite.failed = 1


def programs(preset, suite):
    if not os.path.isdir(os.path.join(ROOT, "tests/programs/node_modules")):
        suite.note = "skipped: not installed (make programs)"
        return
    counted([sys.executable, "tests/programs/run.py", "--engine", shell_of(preset)], suite)


def site(suite):
    """The site of the documents is made, and its links lead somewhere."""
    if not shutil.which("mkdocs") or not shutil.which("doxygen"):
        suite.note = "skipped: not installed (tools/setup.sh --docs)"
        return
    script(["/usr/bin/python3", "tools/site/build.py"], suite)
