"""The table of all checks."""

import dataclasses
import functools
import os
import shlex
import sys
import time
from collections.abc import Callable

from runner import kinds
from runner.process import counted, jobs, script, shell_of

PRESETS = ("release", "full-pointers", "asan")
# The language and the engine are what bytecode and machine code are about; builtins repeat it.
ABOUT_CODE = "tests/js/engine tests/js/language"
JS = "tests/js/run.py --engine {shell} -j {jobs}"
STRESS = "tests/stress/run.py --engine {shell} -j {jobs}"
PROBES = "tests/stress/probes/run.py --engine {shell} -j {jobs}"
SCRIPTS = "tests/js tests/stress/scripts.list"
STENCILS = "build/release/src/CMakeFiles/halfword_stencils.dir/jit/stencils/stencils.cc.o"


@dataclasses.dataclass(frozen=True)
class Check:
    """A row: its name, the preset whose build it needs (None: none), and what performs it, given a Suite to count in."""

    name: str
    needs: str | None
    perform: Callable
    # It keeps one core busy: such checks that follow one another run side by side, one a core.
    is_narrow: bool = False


def words_of(command, preset):
    """The arguments of a command of the table: Python runs its own files."""
    shell = shell_of(preset) if preset else ""
    words = shlex.split(command.format(shell=shell, bin=os.path.dirname(shell), jobs=jobs()))
    return [sys.executable, *words] if words[0].endswith(".py") else words


def row(name, needs, command, how=counted, narrow=False):
    """A command whose output ends with 'N passed, N failed'; with `how=script` one that fails or doesn't."""
    return Check(name, needs, lambda suite: how(words_of(command, needs), suite), narrow)


def one_script(name, needs, command):
    return row(name, needs, command, how=script, narrow=True)


def call(name, needs, function, *arguments, narrow=False):
    """A check of runner/kinds.py."""
    return Check(name, needs, functools.partial(function, *arguments), narrow)


def js(name, preset, options="", folders=""):
    """The JavaScript tests, in one way of running them."""
    return row(name, preset, f"{JS} {options} {folders}")


DOCUMENTS = [
    one_script("layers", None, "tools/check_layers.py"),
    one_script("layers-picture", None, "tools/layers_picture.py --check"),
    one_script("results", None, "bench/results.py --check"),
    row("results-test", None, "tests/tools/results.py", narrow=True),
    one_script("pages", None, "tests/docs/pages.py"),
    one_script("header", None, "tests/docs/header.py"),
    row("header-test", None, "tests/tools/header.py", narrow=True),
    call("site", None, kinds.site, narrow=True),
    row("site-tool", None, "tests/tools/site.py", narrow=True),
    one_script("sizes", None, "tools/check_sizes.py"),
    row("sizes-test", None, "tests/tools/sizes.py", narrow=True),
    one_script("comments", None, "tools/check_comments.py"),
    row("comments-test", None, "tests/tools/comments.py", narrow=True),
    row("lint", None, "tests/tools/lint.py", narrow=True),
    one_script("format", None, "tools/format.sh --check"),
    row("containers", None, "tests/tools/containers.py", narrow=True),
    one_script("conformance-page", None, "tests/test262/report.py --check"),
    row("conformance-tools", None, "tests/tools/conformance.py", narrow=True),
]
BUILDS = [
    check
    for preset in PRESETS
    for check in (
        call(f"build-{preset}", None, kinds.build, preset),
        call(f"unit-{preset}", preset, kinds.unit, preset),
        js(f"js-{preset}", preset, "--timeout-factor 10" if preset == "asan" else ""),
    )
]
# Random changes ask before each instruction: up to six times slower than the interpreter. With the sanitizer runs
# what is about code; the rest is run nightly. How the self-hosted builtins run is what "interpreter" and "embedded" try
# besides; "generic" is the first tier of each opcode. --check-registers: what the opcode table says of registers and of
# the accumulator (shell/register_checker.cc). Graphs and allocations are verified where there are assertions.
TIERS = [
    js("js-baseline-release", "release", "--engine-args=--tier=baseline --timeout-factor 1"),
    js("js-random-release", "release", "--engine-args=--tier=random --timeout-factor 3"),
    js("js-baseline-full-pointers", "full-pointers", "--engine-args=--tier=baseline --timeout-factor 1"),
    # Each check is an exit that must be right, whether it ever fails or not.
    js("js-exits-release", "release", "--engine-args='--tier=optimized --exit-every=1' --timeout-factor 4", ABOUT_CODE),
    js("js-some-exits-release", "release", "--engine-args='--tier=optimized --exit-every=7' --timeout-factor 4", ABOUT_CODE),
    js("js-optimized-full-pointers", "full-pointers", "--engine-args=--tier=optimized --timeout-factor 2"),
    js("js-baseline-asan", "asan", "--engine-args=--tier=baseline --timeout-factor 10", ABOUT_CODE),
    js("js-random-asan", "asan", "--engine-args=--tier=random --timeout-factor 30", ABOUT_CODE),
    js("js-interpreter-release", "release", "--engine-args=--tier=interpreter"),
    js("js-embedded-release", "release", "--engine-args=--tier=embedded"),
    js("js-generic-release", "release", "--engine-args=--tier=generic"),
    js("js-optimized-release", "release", "--engine-args=--tier=optimized"),
    js("js-registers-release", "release", "--engine-args=--check-registers --timeout-factor 10", ABOUT_CODE),
    js("js-optimized-asan", "asan", "--engine-args=--tier=optimized --timeout-factor 10", ABOUT_CODE),
    # Images need compressed references.
    js("js-clones-release", "release", "--clones"),
    js("js-compact-release", "release", "--clones --engine-args=--compact"),
    # Clones begin with optimized code, and find it right or leave it.
    js("js-twice-release", "release", "--clones --twice --engine-args=--tier=optimized"),
    js("js-twice-exits-release", "release", "--clones --twice --engine-args='--tier=optimized --exit-every=7'", ABOUT_CODE),
    js("js-clones-asan", "asan", "--clones --timeout-factor 10", ABOUT_CODE),
    js("js-twice-asan", "asan", "--clones --twice --engine-args=--tier=optimized --timeout-factor 10", ABOUT_CODE),
    js("js-compact-asan", "asan", "--clones --engine-args=--compact --timeout-factor 10", ABOUT_CODE),
]
PARTS = [
    call("test262", "release", kinds.test262, "release"),
    call("test262-optimized", "release", kinds.test262_sample, "release", "optimized", 12),
    row("packages", "release", "tests/package/run.py"),
    row("encoders", "release", "tests/encoders/run.py --build build/release"),
    row("encoders-full-pointers", "full-pointers", "tests/encoders/run.py --build build/full-pointers"),
    row("codegen", None, "tests/codegen/run.py"),
    row("own-classes", None, "tests/tools/own_classes.py"),
    row("relocations", "release", "tests/package/relocations.py"),
    row("process-state", "release", "tests/package/process_state.py"),
    row("process-state-test", None, "tests/tools/process_state.py", narrow=True),
    row("lab-self-test", None, "tests/tools/lab.py"),
    # What is exact of bench/lab: sizes, layouts, bytes of code; and that no figure of the documents is missing.
    row("lab", "full-pointers", "bench/lab/run.py --quick"),
    row("sweep-asan", "asan", f"{{bin}}/sweep --points 1 --one-of 10 --seed 1350844864 {SCRIPTS}", narrow=True),
    one_script("opcodes", "release", f"tools/opcodes.py --check --object {STENCILS}"),
    row("opcodes-test", None, "tests/tools/opcodes.py", narrow=True),
    row("mkstencils", "release", "tests/tools/mkstencils.py", narrow=True),
    row("image-writes", "release", "tests/tools/image_writes.py", narrow=True),
    one_script("nodes", None, "tools/nodes.py --check"),
    one_script("archives-release", "release", "tools/check_layers.py --archives build/release"),
    row("library-release", "release", "tests/package/library.py", narrow=True),
    row("python", "release", "tests/python/run.py"),
    row("libm", "release", "tests/tools/libm.py", narrow=True),
    row("inodes", "release", "tests/tools/inodes.py", narrow=True),
    row("tools", None, "tests/tools/run.py", narrow=True),
    row("icu-data", None, "tests/tools/icu_data.py", narrow=True),
    row("layers-tool", None, "tests/tools/layers.py", narrow=True),
    row("prompt", "release", "tests/tools/prompt.py --engine {shell}", narrow=True),
    # That they run; figures of such small sizes mean nothing.
    one_script("bench-gc", None, "bench/gc/run.py --quick"),
]
SHELLS = [
    *(
        row(f"{name}-{preset}", preset, f"{command} --engine {{shell}}", narrow=True)
        for preset in PRESETS
        for name, command in (
            ("probes", "tests/tools/probes.py"),
            ("modules", "tests/packages/run.py"),
            ("heap-snapshot", "tests/tools/heap_snapshot.py"),
        )
    ),
    row("inspector-release", "release", "tests/tools/inspector/run.py --engine {shell}", narrow=True),
    row("examples-release", "release", "tests/examples/run.py --bin {bin}", narrow=True),
]


def hostile(preset, family, ms, one_of):
    """Guests of one family. What a sanitizer takes hides what a guest does."""
    loose = " --loose-memory" if preset == "asan" else ""
    command = f"{{bin}}/hostile --filter {family}/ --ms {ms} --one-of {one_of}{loose}"
    return row(f"hostile-{family}-{preset}", preset, command)


LIMITS = [
    # Hostile guests that end soon; those that fill memory are run nightly.
    hostile("release", "loops", 50, 1),
    hostile("asan", "loops", 100, 8),
    hostile("release", "recursion", 50, 1),
    hostile("asan", "recursion", 100, 8),
    hostile("release", "patterns", 50, 4),
    row("memory-probes-release", "release", f"{PROBES} --one-of 16 --cases 4"),
    row("deadline-probes-release", "release", f"{PROBES} --deadlines --one-of 40 --cases 2"),
    row("scribble-lengths", "release", "{bin}/scribble --seeds 20"),
    call("threads-tsan", None, kinds.threads),
    call("build-fuzz", None, kinds.build, "fuzz"),
    # Bounded so that every run is the same: what is red here is due to a change. The nightly share has bounds of time only.
    row("hot", "release", "tests/fuzz/hot.py --first 7000000 --programs 3000"),
    row("hot-full-pointers", "full-pointers", "tests/fuzz/hot.py --host {bin}/hot_host --first 8000000 --programs 500"),
    row("fuel-ends", "release", "tests/js/fuel_ends.py --one-of 3 --ends 3"),
    call("fuzz", "release", kinds.fuzz, 5, ("--first", "3000000", "--programs", "2000", "--runs", "1000")),
]
CHECKS = [*DOCUMENTS, *BUILDS, *TIERS, *PARTS, *SHELLS, *LIMITS]
# What takes long or needs things from outside the repository: run by --nightly, or by name.
NIGHTLY = [
    row("toolchains", None, "tests/package/toolchains.py"),
    row("choices", None, "tests/package/choices.py"),
    row("codegen-aarch64", None, "tests/codegen/run.py --targets AArch64"),
    call("cppgc-tests", None, kinds.cppgc_tests),
    row("packages-clang-14", "release", "tests/package/run.py --compilers g++-12,clang++-14,clang++-19"),
    call("test262-optimized-whole", "release", kinds.test262_sample, "release", "optimized", 1),
    js("js-baseline-asan-whole", "asan", "--engine-args=--tier=baseline --timeout-factor 30"),
    js("js-random-asan-whole", "asan", "--engine-args=--tier=random --timeout-factor 30"),
    js("js-optimized-asan-whole", "asan", "--engine-args=--tier=optimized --timeout-factor 30"),
    js("js-exits-asan", "asan", "--engine-args='--tier=optimized --exit-every=7' --timeout-factor 40", ABOUT_CODE),
    js("js-few-exits-release", "release", "--engine-args='--tier=optimized --exit-every=97' --timeout-factor 4"),
    call("test262-exits", "release", kinds.test262_sample, "release", "optimized --exit-every=7", 1),
    js("js-clones-asan-whole", "asan", "--clones --timeout-factor 10"),
    js("js-registers-whole", "release", "--engine-args=--check-registers --timeout-factor 10"),
    row("gc-stress-asan", "asan", f"{STRESS} gc --collections 100"),
    row("gc-stress-full", "full-pointers", f"{STRESS} gc --collections 500"),
    call("engine-tsan", None, kinds.engine_threads),
    call("engine-aarch64-short", None, kinds.engine_aarch64_short),
    call("engine-aarch64", None, kinds.engine_aarch64),
    call("collector-tsan", None, kinds.collector, "tsan", 10),
    call("collector-asan", None, kinds.collector, "asan", 10),
    row("limits-asan", "asan", f"{STRESS} fuel memory stack"),
    row("scribble-release", "release", "{bin}/scribble --seeds 200"),
    row("scribble-asan", "asan", "{bin}/scribble --seeds 60"),
    row("sweeps-asan", "asan", f"{{bin}}/sweep --points 10 {SCRIPTS}"),
    row("memory-probes-whole", "release", PROBES),
    row("deadline-probes-whole", "release", f"{PROBES} --deadlines"),
    row("memory-probes-asan", "asan", f"{PROBES} --no-bar --one-of 4 --timeout 5000"),
    row("hostile-whole", "release", "{bin}/hostile --ms 1000"),
    row("bad-input", "asan", "tests/badinput/run.py --engine {shell} -j {jobs}"),
    call("octane-asan", "asan", kinds.octane, "asan"),
    call("octane-full", "full-pointers", kinds.octane, "full-pointers"),
    call("fuzz-long", "release", kinds.fuzz, 120, ("--coverage", "--seed", str(int(time.time()) // 86400))),
    row("hot-asan", "asan", "tests/fuzz/hot.py --host {bin}/hot_host --programs 1000"),
    row("hot-long", "release", f"tests/fuzz/hot.py --first {int(time.time()) // 86400 * 1000000} --seconds 1200"),
    row("fuel-ends-whole", "release", "tests/js/fuel_ends.py --ends 100"),
    row("crashes-asan", "asan", "tests/fuzz/crash.py --engine {shell} --count 400 --jobs {jobs}"),
    row("unicode-data", "release", "tests/unicode/run.py --engine {shell}"),
    call("without-icu", None, kinds.without_icu),
    row("few-locales", "release", "tests/tools/icu_data.py --build"),
    call("programs", "release", kinds.programs, "release"),
    row("bindings", "release", "tests/examples/bindings.py"),
    row("python-turns", "release", "tests/python/turns.py --real"),
    row("python-peers", None, "tests/python/peers.py"),
    row("python-portable", "release", "tests/python/portable.py"),
    row("devtools", "release", "tests/tools/devtools/run.py --engine {shell}"),
]
