#!/usr/bin/env python3
"""Builds release, asan and full-pointers (and the collector with the thread sanitizer), and runs every check on them. The last
line says how it went.

    tests/run.py [--only NAME,...] [--skip NAME,...] [--list]

All of it ends within five hours, --nightly too, or has failed. Minutes of processor time that nightly checks took where
they were measured: bad-input 7, hostile-whole 6, sweeps-asan 10, octane-asan 2, gc-stress-asan 1; gc-stress-full, limits-asan,
octane-full, scribble-release and devtools less than 1 each. Of the clock, collector-tsan and collector-asan take 10 each and their
builds, fuzz 5, fuzz-long 120.

Counted as passed or failed: test cases of unit tests, files of JavaScript tests, cases of bad input, files of test262 (in
one number: its regressions), and one for each of the other checks. Nothing after a failed build of a preset runs on it.
"""

import argparse
import concurrent.futures
import glob
import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PRESETS = ("release", "full-pointers", "asan")
# Leaks are no finding: the process ends without tearing its heaps down. A small quarantine keeps memory within bounds.
ENVIRONMENT = dict(os.environ, ASAN_OPTIONS="detect_leaks=0:quarantine_size_mb=16:allocator_may_return_null=1",
                   UBSAN_OPTIONS="print_stacktrace=1")


def shell_of(preset):
    return os.path.join(ROOT, "build", preset, "bin", "halfword")


# However many checks there are and whatever hangs: a command that takes longer, or until then, is killed and has failed.
COMMAND_SECONDS = 45 * 60
END = time.monotonic() + 5 * 60 * 60


# Tests of the collector that run more than one thread.
THREADED_TESTS = "*Concurrent*:*SharedCage*:*Thread*:CppgcHeapTest.*:Persistent*"


class Suite:
    """The results of one check."""

    def __init__(self, name):
        self.name, self.passed, self.failed, self.note, self.seconds = name, 0, 0, "", 0.0


# Where a thread's check writes what it has to say: checks that run side by side are shown one after the other.
SHOWN = threading.local()


def show(text):
    out = getattr(SHOWN, "out", None)
    if out is None:
        print(text, end="", flush=True)
    else:
        out.append(text)


def run(argv, echo, limit=COMMAND_SECONDS):
    """Runs a command, with `echo` shows its output as it comes, and returns the exit code and the text."""
    process = subprocess.Popen(argv, cwd=ROOT, env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True)
    seconds = max(1, min(limit, END - time.monotonic()))
    watchdog = threading.Timer(seconds, os.killpg, (process.pid, signal.SIGKILL))
    watchdog.start()
    lines = []
    try:
        for line in process.stdout:
            lines.append(line)
            if echo:
                show(line)
        return process.wait(), "".join(lines)
    finally:
        watchdog.cancel()
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)


def stream(argv, limit=COMMAND_SECONDS):
    return run(argv, echo=True, limit=limit)


def quiet(argv):
    """Shows what the command has written only if it fails."""
    code, text = run(argv, echo=False)
    if code:
        show(text[-20000:])
    return code, text


def one(code):
    return (1, 0) if code == 0 else (0, 1)


def build(preset, suite):
    code, _ = quiet(["cmake", "--preset", preset])
    if code == 0:
        code, _ = quiet(["cmake", "--build", "--preset", preset])
    suite.passed, suite.failed = one(code)


def without_lot(argv):
    """The command with libraries and stacks at the same addresses each time, where the system allows that.

    By chance the lower half of an address on a stack is a number that a scan takes for a reference (tests/js/run.py).
    """
    same = ["setarch", "-R"]
    return same + argv if subprocess.run(same + ["true"], stderr=subprocess.DEVNULL).returncode == 0 else argv


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


def counted(argv, suite, limit=COMMAND_SECONDS):
    """A runner whose output ends with 'N passed, N failed'."""
    code, text = stream(argv, limit)
    found = re.findall(r"^(\d+) passed, (\d+) failed$", text, re.M)
    if found:
        suite.passed, suite.failed = map(int, found[-1])
    if code and not suite.failed:
        suite.failed += 1


def javascript(preset, suite, *options):
    counted([sys.executable, "tests/js/run.py", "--engine", shell_of(preset), "-j", str(jobs()), *options], suite)


def bad_input(preset, suite):
    counted([sys.executable, "tests/badinput/run.py", "--engine", shell_of(preset), "-j", str(jobs())], suite)


def program(preset, name, suite, *options):
    """One of our own hosts; build leaves it beside the shell."""
    counted([os.path.join(os.path.dirname(shell_of(preset)), name), *options], suite)


def hostile(preset, suite, family, milliseconds, one_of):
    memory = ["--loose-memory"] if preset == "asan" else []  # what a sanitizer takes hides what a guest does
    program(preset, "hostile", suite, "--filter", family + "/", "--ms", str(milliseconds), "--one-of", str(one_of), *memory)


def sweep(preset, suite, *options):
    program(preset, "sweep", suite, *options, "tests/js", "tests/stress/scripts.list")


def probes_of(preset, suite, *options):
    """Every function of the library with large arguments: what a process takes, or with --deadlines how late it ends."""
    counted([sys.executable, "tests/stress/probes/run.py", "--engine", shell_of(preset), "-j", str(jobs()), *options], suite)


def checkout_of(name, inside, suite):
    """The folder of a suite that is not part of the repository: $NAME, or beside this checkout."""
    variable = name.upper()
    for folder in (os.environ.get(variable), os.path.join(ROOT, "..", name)):
        if folder and os.path.exists(os.path.join(folder, inside)):
            return folder
    suite.note = f"skipped: no checkout at ${variable} or ../{name}"
    return None


def stress(preset, suite, *options):
    counted([sys.executable, "tests/stress/run.py", "--engine", shell_of(preset), "-j", str(jobs()), *options], suite)


def run_all(folder, runs, suite, at_once=1):
    def run_one(argv):
        return quiet([os.path.join(ROOT, "build", folder, "bin", argv[0]), *argv[1:]])[0]

    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        for code in pool.map(run_one, runs):
            passed, failed = one(code)
            suite.passed += passed
            suite.failed += failed


def collector(preset, suite, minutes):
    """The collector's tests and its stress program, with and without the verifier at every step."""
    build(preset, suite)
    if not suite.failed:
        run_all(preset, [["gc_tests"], ["gc_stress", f"--seconds={minutes * 45}"],
                         ["gc_stress", "--verify", f"--seconds={minutes * 15}"]], suite)


def threads(suite):
    """A minute of thread sanitizing on two cores: what the collector does on several threads. Its build takes two minutes of processor time."""
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
    run_all("tsan", [["jit_tests", "--gtest_filter=*Threads*"], ["api_tests", "--gtest_filter=*Thread*:*Helpers*"],
                     ["isolates_tests", "--gtest_filter=GcThreadsTest.*"]], suite)
    passed, failed = one(quiet([sys.executable, "tests/js/run.py", "--engine", shell_of("tsan"), "tests/js/shell", "tests/js/engine/memory/gc_threads.js"])[0])
    suite.passed += passed
    suite.failed += failed


def octane(preset, suite):
    """Each benchmark's code once, without stress and with collections all along."""
    folder = checkout_of("octane", "base.js", suite)
    if folder:
        stress(preset, suite, "gc", "--octane", folder, "--collections", "60", "--timeout", "1200")


def fuzz(suite, minutes, *options):
    """Generated programs on one core, fuzz targets on the other."""
    if not shutil.which("node"):
        suite.note = "no node to compare with"
    counted([sys.executable, "tests/fuzz/run.py", "--minutes", str(minutes), *options], suite, minutes * 60 + COMMAND_SECONDS)


def crashes(preset, suite):
    counted([sys.executable, "tests/fuzz/crash.py", "--engine", shell_of(preset), "--count", "400", "--jobs", str(jobs())], suite)


def test262_folder(temporary, suite):
    """The conformance suite: $TEST262; or an archive in ../shared/data, unpacked; or a checkout beside this one."""
    archives = sorted(a for kind in ("tar*", "zip") for a in glob.glob(os.path.join(ROOT, "..", "shared/data", f"test262*.{kind}")))
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
        code, text = stream([sys.executable, "tests/test262/run.py", "--engine", engine, "--test262", folder, "-j", str(jobs()),
                             "--failures", "40", "--timeout", "60", "--json", results, *options])
        is_so = not check or os.path.exists(results) and check(results)
    found = re.search(r": (\d+) passed, (\d+) known failures, (\d+) new failures", text)
    if found:
        suite.passed, suite.failed = int(found[1]), int(found[3])
        suite.note += f" {found[1]} files pass, {found[2]} are known to fail"
    if (code or not is_so) and not suite.failed:
        suite.failed = 1


def test262(preset, suite):
    """All of the conformance suite. What docs/conformance.md says of it must be so."""
    conformance(suite, shell_of(preset),
                check=lambda results: not stream([sys.executable, "tests/test262/report.py", "--check", "--results", results])[0])


def test262_sample(preset, suite, tier, one_of):
    """One file in so many, in one way of running."""
    conformance(suite, f"{shell_of(preset)} --tier={tier}", "--sample", str(one_of))


QEMU = "qemu-aarch64"
# Machine code is written by one mapping and executed by another: qemu notices since 8.1.
OLDEST_QEMU = (8, 1)
# No ICU and no temporal_rs there.
JAVASCRIPT_ON_AARCH64 = ("builtins", "engine", "language", "shell")
# Layers whose unit tests run under qemu, and what does not: a limit of the address space is qemu's own limit, too.
UNIT_ON_AARCH64 = ("base", "platform", "unicode", "regexp", "syntax", "objects", "bytecode", "compiler", "gc", "runtime", "ops",
                   "interpreter", "jit", "isolates")
NOT_UNDER_QEMU = "AddressSpaceTest.*"


def aarch64(suite, targets, folders, modes, units):
    """The engine cross-compiled to AArch64, under qemu-user: JavaScript tests in these modes, and unit tests (layer: filter)."""
    version = run([QEMU, "--version"], echo=False)[1] if shutil.which(QEMU) else ""
    found = re.search(r"version (\d+)\.(\d+)", version)
    if not found or tuple(map(int, found.groups())) < OLDEST_QEMU:
        show(f"qemu {'.'.join(map(str, OLDEST_QEMU))} or later is needed, and Debian's cross libraries: tools/setup.sh --aarch64\n")
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
        counted([sys.executable, "tests/js/run.py", "--engine", engine, f"--engine-args={mode}", "-j", str(jobs()),
                 "--timeout-factor", "20", *(f"tests/js/{folder}" for folder in folders)], part)
        passed, failed = passed + part.passed, failed + part.failed
    for layer, chosen in units.items():
        code, _ = quiet([QEMU, os.path.join(ROOT, f"build/aarch64/bin/{layer}_tests"), "--gtest_brief=1", f"--gtest_filter={chosen}"])
        good, bad = one(code)
        passed, failed = passed + good, failed + bad
    suite.passed, suite.failed = passed, failed


def engine_aarch64(suite):
    aarch64(suite, ["halfword", *(f"{layer}_tests" for layer in UNIT_ON_AARCH64)], JAVASCRIPT_ON_AARCH64,
            ("", "--jitless", "--tier=baseline", "--tier=random:3"), {layer: f"-{NOT_UNDER_QEMU}" for layer in UNIT_ON_AARCH64})


def engine_aarch64_short(suite):
    """The tests of the engine itself, compiled and interpreted."""
    aarch64(suite, ["halfword", "jit_tests"], ("engine",), ("--jitless", "--tier=baseline"), {"jit": "TiersTest.Code*:CodeSpaceTest.*"})


def cppgc_tests(suite):
    """cppgc's own tests against the collector."""
    folder = checkout_of("cppgc", "test/unittests/heap/cppgc/member-unittest.cc", suite)
    if folder:
        counted([sys.executable, "tests/cppgc/run.py", folder], suite)


def without_icu(suite):
    """The shell without Intl and ICU: that it links none of it, its tests of Unicode and those in JavaScript that need no Intl."""
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


def examples(preset, suite):
    counted([sys.executable, "tests/examples/run.py", "--bin", os.path.dirname(shell_of(preset))], suite)


def gc_benchmarks(suite):
    """That they run; figures of such small sizes mean nothing."""
    script([sys.executable, "bench/gc/run.py", "--quick"], suite)


def laboratory(suite):
    """What is exact of bench/lab: sizes, layouts, bytes of code; and that no figure of the documents is missing."""
    counted([sys.executable, "bench/lab/run.py", "--quick"], suite)


def heap_snapshot(preset, suite):
    counted([sys.executable, "tests/tools/heap_snapshot.py", "--engine", shell_of(preset)], suite)


def prompt(preset, suite):
    counted([sys.executable, "tests/tools/prompt.py", "--engine", shell_of(preset)], suite)


def modules(preset, suite):
    counted([sys.executable, "tests/packages/run.py", "--engine", shell_of(preset)], suite)


def probes(preset, suite):
    counted([sys.executable, "tests/tools/probes.py", "--engine", shell_of(preset)], suite)


def inspector(preset, suite):
    counted([sys.executable, "tests/tools/inspector/run.py", "--engine", shell_of(preset)], suite)


def devtools(preset, suite):
    counted([sys.executable, "tests/tools/devtools/run.py", "--engine", shell_of(preset)], suite)


def script(argv, suite):
    code, _ = quiet(argv)
    suite.passed, suite.failed = one(code)


def site(suite):
    """The site of the documents is made, and its links lead somewhere."""
    if not shutil.which("mkdocs") or not shutil.which("doxygen"):
        suite.note = "skipped: not installed (tools/setup.sh --docs)"
        return
    script(["/usr/bin/python3", "tools/site/build.py"], suite)


def jobs():
    return len(os.sched_getaffinity(0))


# The language and the engine are what bytecode and machine code are about; builtins repeat it.
ABOUT_CODE = ("tests/js/engine", "tests/js/language")
# name, the preset it needs built (None: none), the function
CHECKS = [
    ("layers", None, lambda s: script([sys.executable, "tools/check_layers.py"], s)),
    ("layers-picture", None, lambda s: script([sys.executable, "tools/layers_picture.py", "--check"], s)),
    ("isolates-picture", None, lambda s: script([sys.executable, "tools/isolates_picture.py", "--check"], s)),
    ("pages", None, lambda s: script([sys.executable, "tests/docs/pages.py"], s)),
    ("site", None, site),
    ("site-tool", None, lambda s: counted([sys.executable, "tests/tools/site.py"], s)),
    ("comments", None, lambda s: script([sys.executable, "tools/check_comments.py"], s)),
    ("comments-test", None, lambda s: counted([sys.executable, "tests/tools/comments.py"], s)),
    ("format", None, lambda s: script(["tools/format.sh", "--check"], s)),
    ("containers", None, lambda s: counted([sys.executable, "tests/tools/containers.py"], s)),
    ("conformance-page", None, lambda s: script([sys.executable, "tests/test262/report.py", "--check"], s)),
    ("conformance-tools", None, lambda s: counted([sys.executable, "tests/tools/conformance.py"], s)),
]
for _preset in PRESETS:
    CHECKS.append((f"build-{_preset}", None, lambda s, p=_preset: build(p, s)))
    CHECKS.append((f"unit-{_preset}", _preset, lambda s, p=_preset: unit(p, s)))
    slower = ("--timeout-factor", "10") if _preset == "asan" else ()
    CHECKS.append((f"js-{_preset}", _preset, lambda s, p=_preset, o=slower: javascript(p, s, *o)))
# Compiled code against the interpreter.
for _preset in PRESETS:
    for _mode in ("baseline", "random"):
        if _mode == "random" and _preset == "full-pointers":
            continue
        # Random changes ask before each instruction: up to six times slower than the interpreter.
        _factor = (10 if _preset == "asan" else 1) * (3 if _mode == "random" else 1)
        # With the sanitizer what is about code; the rest is run nightly.
        _folders = ABOUT_CODE if _preset == "asan" else ()
        CHECKS.append((f"js-{_mode}-{_preset}", _preset, lambda s, p=_preset, m=_mode, f=_factor, o=_folders: javascript(
            p, s, f"--engine-args=--tier={m}", "--timeout-factor", str(f), *o)))
# How the self-hosted builtins run is what "interpreter" and "embedded" try besides; "generic", the first tier of each opcode.
for _mode in ("interpreter", "embedded", "generic", "optimized"):
    CHECKS.append((f"js-{_mode}-release", "release", lambda s, m=_mode: javascript("release", s, f"--engine-args=--tier={m}")))
# What the opcode table says of registers and of the accumulator (shell/register_checker.cc).
CHECKS.append(("js-registers-release", "release", lambda s: javascript(
    "release", s, "--engine-args=--check-registers", "--timeout-factor", "10", *ABOUT_CODE)))
# Graphs and allocations are verified where there are assertions.
CHECKS.append(("js-optimized-asan", "asan", lambda s: javascript(
    "asan", s, "--engine-args=--tier=optimized", "--timeout-factor", "10", *ABOUT_CODE)))
# Images need compressed references.
for _preset in ("release", "asan"):
    slower = ("--timeout-factor", "10", *ABOUT_CODE) if _preset == "asan" else ()
    CHECKS.append((f"js-clones-{_preset}", _preset, lambda s, p=_preset, o=slower: javascript(p, s, "--clones", *o)))
    CHECKS.append((f"js-compact-{_preset}", _preset, lambda s, p=_preset, o=slower: javascript(p, s, "--clones", "--engine-args=--compact", *o)))
STENCILS = "build/release/src/CMakeFiles/halfword_stencils.dir/jit/stencils/stencils.cc.o"
CHECKS.append(("test262", "release", lambda s: test262("release", s)))
CHECKS.append(("test262-optimized", "release", lambda s: test262_sample("release", s, "optimized", 12)))
CHECKS.append(("packages", "release", lambda s: counted([sys.executable, "tests/package/run.py"], s)))
for _preset, _name in (("release", "encoders"), ("full-pointers", "encoders-full-pointers")):
    CHECKS.append((_name, _preset, lambda s, p=_preset: counted([sys.executable, "tests/encoders/run.py", "--build", f"build/{p}"], s)))
CHECKS.append(("codegen", None, lambda s: counted([sys.executable, "tests/codegen/run.py"], s)))
CHECKS.append(("own-classes", None, lambda s: counted([sys.executable, "tests/tools/own_classes.py"], s)))
CHECKS.append(("relocations", "release", lambda s: counted([sys.executable, "tests/package/relocations.py"], s)))
CHECKS.append(("lab-self-test", None, lambda s: counted([sys.executable, "tests/tools/lab.py"], s)))
CHECKS.append(("lab", "full-pointers", laboratory))
CHECKS.append(("sweep-asan", "asan", lambda s: sweep("asan", s, "--points", "1", "--one-of", "10", "--seed", "1350844864")))
CHECKS.append(("opcodes", "release", lambda s: script([sys.executable, "tools/opcodes.py", "--check", "--object", STENCILS], s)))
CHECKS.append(("nodes", None, lambda s: script([sys.executable, "tools/nodes.py", "--check"], s)))
CHECKS.append(("archives-release", "release", lambda s: script([sys.executable, "tools/check_layers.py", "--archives", "build/release"], s)))
CHECKS.append(("library-release", "release", lambda s: counted([sys.executable, "tests/package/library.py"], s)))
CHECKS.append(("python", "release", lambda s: counted([sys.executable, "tests/python/run.py"], s)))
CHECKS.append(("libm", "release", lambda s: counted([sys.executable, "tests/tools/libm.py"], s)))
CHECKS.append(("inodes", "release", lambda s: counted([sys.executable, "tests/tools/inodes.py"], s)))
CHECKS.append(("tools", None, lambda s: counted([sys.executable, "tests/tools/run.py"], s)))
CHECKS.append(("icu-data", None, lambda s: counted([sys.executable, "tests/tools/icu_data.py"], s)))
CHECKS.append(("layers-tool", None, lambda s: counted([sys.executable, "tests/tools/layers.py"], s)))
CHECKS.append(("prompt", "release", lambda s: prompt("release", s)))
CHECKS.append(("bench-gc", None, gc_benchmarks))
for _preset in PRESETS:
    CHECKS.append((f"probes-{_preset}", _preset, lambda s, p=_preset: probes(p, s)))
    CHECKS.append((f"modules-{_preset}", _preset, lambda s, p=_preset: modules(p, s)))
    CHECKS.append((f"heap-snapshot-{_preset}", _preset, lambda s, p=_preset: heap_snapshot(p, s)))
CHECKS.append(("inspector-release", "release", lambda s: inspector("release", s)))
CHECKS.append(("examples-release", "release", lambda s: examples("release", s)))
# Hostile guests that end soon; those that fill memory are run nightly.
for _family, _share in (("loops", 1), ("recursion", 1), ("patterns", 4)):
    CHECKS.append((f"hostile-{_family}-release", "release", lambda s, f=_family, n=_share: hostile("release", s, f, 50, n)))
    if _family != "patterns":
        CHECKS.append((f"hostile-{_family}-asan", "asan", lambda s, f=_family: hostile("asan", s, f, 100, 8)))
CHECKS.append(("memory-probes-release", "release", lambda s: probes_of("release", s, "--one-of", "16", "--cases", "4")))
CHECKS.append(("deadline-probes-release", "release", lambda s: probes_of("release", s, "--deadlines", "--one-of", "40", "--cases", "2")))
CHECKS.append(("scribble-lengths", "release", lambda s: program("release", "scribble", s, "--seeds", "20")))
CHECKS.append(("threads-tsan", None, threads))
CHECKS.append(("build-fuzz", None, lambda s: build("fuzz", s)))
# Bounded so that every run is the same: what is red here is due to a change. The nightly share has bounds of time only.
CHECKS.append(("hot", "release", lambda s: counted([sys.executable, "tests/fuzz/hot.py", "--first", "7000000", "--programs", "500"], s)))
CHECKS.append(("fuzz", "release", lambda s: fuzz(s, 5, "--first", "3000000", "--programs", "2000", "--runs", "1000")))
# Checks that keep one core busy: those that follow one another run side by side, one a core.
NARROW = ",".join(("layers,layers-picture,isolates-picture,pages,site,site-tool,comments,comments-test,format,containers,conformance-",
                   "opcodes,nodes,archives-release,library-release,libm,inodes,tools,layers-tool,icu-data,prompt,bench-gc,probes-,modules-,heap-snapshot-,inspector-",
                   "examples-release,sweep-asan"))
# What takes long or needs things from outside the repository: run by --nightly, or by name.
NIGHTLY = [
    ("toolchains", None, lambda s: counted([sys.executable, "tests/package/toolchains.py"], s)),
    ("choices", None, lambda s: counted([sys.executable, "tests/package/choices.py"], s)),
    ("codegen-aarch64", None, lambda s: counted([sys.executable, "tests/codegen/run.py", "--targets", "AArch64"], s)),
    ("cppgc-tests", None, cppgc_tests),
    ("packages-clang-14", "release",
     lambda s: counted([sys.executable, "tests/package/run.py", "--compilers", "g++-12,clang++-14,clang++-19"], s)),
    ("test262-optimized-whole", "release", lambda s: test262_sample("release", s, "optimized", 1)),
    *[(f"js-{_mode}-asan-whole", "asan", lambda s, m=_mode: javascript("asan", s, f"--engine-args=--tier={m}", "--timeout-factor", "30"))
      for _mode in ("baseline", "random", "optimized")],
    ("js-clones-asan-whole", "asan", lambda s: javascript("asan", s, "--clones", "--timeout-factor", "10")),
    ("js-registers-whole", "release",
     lambda s: javascript("release", s, "--engine-args=--check-registers", "--timeout-factor", "10")),
    ("gc-stress-asan", "asan", lambda s: stress("asan", s, "gc", "--collections", "100")),
    ("gc-stress-full", "full-pointers", lambda s: stress("full-pointers", s, "gc", "--collections", "500")),
    ("engine-tsan", None, engine_threads),
    ("engine-aarch64-short", None, engine_aarch64_short),
    ("engine-aarch64", None, engine_aarch64),
    ("collector-tsan", None, lambda s: collector("tsan", s, 10)),
    ("collector-asan", None, lambda s: collector("asan", s, 10)),
    ("limits-asan", "asan", lambda s: stress("asan", s, "fuel", "memory", "stack")),
    ("scribble-release", "release", lambda s: program("release", "scribble", s, "--seeds", "200")),
    ("scribble-asan", "asan", lambda s: program("asan", "scribble", s, "--seeds", "60")),
    ("sweeps-asan", "asan", lambda s: sweep("asan", s, "--points", "10")),
    ("memory-probes-whole", "release", lambda s: probes_of("release", s)),
    ("deadline-probes-whole", "release", lambda s: probes_of("release", s, "--deadlines")),
    ("memory-probes-asan", "asan", lambda s: probes_of("asan", s, "--no-bar", "--one-of", "4", "--timeout", "5000")),
    ("hostile-whole", "release", lambda s: program("release", "hostile", s, "--ms", "1000")),
    ("bad-input", "asan", lambda s: bad_input("asan", s)),
    ("octane-asan", "asan", lambda s: octane("asan", s)),
    ("octane-full", "full-pointers", lambda s: octane("full-pointers", s)),
    ("fuzz-long", "release", lambda s: fuzz(s, 120, "--coverage", "--seed", str(int(time.time()) // 86400))),
    ("hot-asan", "asan", lambda s: counted([sys.executable, "tests/fuzz/hot.py", "--engine", shell_of("asan"), "--programs", "1000"], s)),
    ("crashes-asan", "asan", lambda s: crashes("asan", s)),
    ("unicode-data", "release",
     lambda s: counted([sys.executable, "tests/unicode/run.py", "--engine", shell_of("release")], s)),
    ("without-icu", None, without_icu),
    ("few-locales", "release", lambda s: counted([sys.executable, "tests/tools/icu_data.py", "--build"], s)),
    ("programs", "release", lambda s: programs("release", s)),
    ("devtools", "release", lambda s: devtools("release", s)),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="comma-separated; a name ending in '-' stands for all that begin so")
    parser.add_argument("--skip", default="")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--nightly", action="store_true", help="the slow checks too: stress, bad input, Octane, fuzzing, programs")
    args = parser.parse_args()
    checks = CHECKS + (NIGHTLY if args.nightly or args.only or args.list else [])
    names = [c[0] for c in checks]
    if args.list:
        print("\n".join(names))
        return

    def matches(name, patterns):
        return any(name == p or (p.endswith("-") and name.startswith(p)) for p in patterns.split(",") if p)

    for pattern in [p for p in ((args.only or "") + "," + args.skip).split(",") if p]:
        if not any(matches(n, pattern) for n in names):
            sys.exit(f"no such check: {pattern} (--list shows them)")

    broken = set()

    def perform(check):
        """The results of a check, and what it has to say if it runs beside others."""
        name, preset, function = check
        suite = Suite(name)
        start = time.monotonic()
        if preset and (preset in broken or not os.access(shell_of(preset), os.X_OK)):
            suite.failed, suite.note = 1, f"the {preset} build has no shell to run"
        else:
            function(suite)
        suite.seconds = time.monotonic() - start
        if name.startswith("build-") and suite.failed:
            broken.add(name.removeprefix("build-"))
        return suite

    def perform_aside(check):
        SHOWN.out = [f"--- {check[0]}\n"]
        suite = perform(check)
        return suite, "".join(SHOWN.out)

    suites = []
    chosen = [c for c in checks if not (args.only and not matches(c[0], args.only)) and not matches(c[0], args.skip)]
    for aside, group in itertools.groupby(chosen, lambda check: matches(check[0], NARROW)):
        if not aside:
            for check in group:
                print(f"--- {check[0]}", flush=True)
                suites.append(perform(check))
            continue
        with concurrent.futures.ThreadPoolExecutor(jobs()) as pool:
            for suite, text in pool.map(perform_aside, group):
                print(text, end="", flush=True)
                suites.append(suite)

    print(f"\n{'check':<22}{'passed':>8}{'failed':>8}{'seconds':>9}")
    for s in suites:
        print(f"{s.name:<22}{s.passed:>8}{s.failed:>8}{s.seconds:>9.0f}  {s.note}")
    passed, failed = sum(s.passed for s in suites), sum(s.failed for s in suites)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
