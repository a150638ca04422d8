#!/usr/bin/env python3
"""Looks for JavaScript that ends the engine: crashes, assertions, sanitizer reports, and programs that outlive their time limit.

    tests/fuzz/crash.py [--engine build/asan/bin/halfword] [--count 200] [--seed N] [--keep FOLDER] [--jobs N] [--corpus FOLDER ...]

Two kinds of programs in turn. `builtins.js` calls the functions of the library with arguments that misbehave. And files of the
corpus (default: tests/js, and a checkout of test262 if it is named) are cut into pieces that are mixed, repeated, exchanged and
nested: syntax and semantics meet in ways nobody wrote. Each runs under limits, some with a collection every few allocations. What
fails is written to --keep with the command that shows it again.
"""

import argparse
import concurrent.futures
import os
import random
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SECONDS = 120  # for one program: sanitizers and a busy machine are slow
TOKEN = re.compile(r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\d[\w.]*|[\w$#]+|\s+|=>|\.\.\.|[-+*/%&|^<>=!?]+|.""",
                   re.DOTALL)
SPICE = """yield await async function* get set static super this new.target import.meta arguments eval let const var class extends of in
instanceof typeof void delete ?. ?? ??= **= ... => { } [ ] ( ) ; , : /(?<a>.)/v `${ }` #x label: break continue return throw try catch finally
switch case default for while do with if else null -0 NaN 1n 0x7fffffff 4294967295 undefined globalThis Symbol.iterator __proto__ constructor
prototype length debugger using accessor @arguments @(x=>x)""".split()


def files_of(folders):
    return sorted(os.path.join(at, name) for folder in folders for at, _, names in os.walk(folder) for name in names
                  if name.endswith(".js") and "harness" not in at and os.path.getsize(os.path.join(at, name)) < 20000)


def read(path):
    with open(path, encoding="utf-8", errors="surrogateescape") as f:
        return f.read()


def statements(tokens):
    """Runs of tokens that end where a statement may: balanced, so that most programs parse."""
    out, current, depth = [], [], 0
    for token in tokens:
        current.append(token)
        depth += token in "([{"
        depth -= token in ")]}"
        if depth <= 0 and (token in (";", "}") or "\n" in token and token.isspace()):
            out.append("".join(current))
            current, depth = [], 0
    return out + ["".join(current)]


def mutated(rng, corpus):
    pieces = []
    for _ in range(rng.randint(1, 3)):
        pieces += statements(TOKEN.findall(read(rng.choice(corpus))))
    for _ in range(rng.randint(1, 6)):
        i, j = (rng.randrange(len(pieces)) for _ in range(2))
        what = rng.randrange(12)
        if what == 0:
            pieces[i], pieces[j] = pieces[j], pieces[i]
        elif what == 1:
            pieces.insert(i, pieces[j])
        elif what == 2:
            del pieces[i]
            pieces = pieces or [""]
        elif what < 10:
            pieces[i] = rng.choice(["{%s}", "for (let k = 0; k < 3; k++) {%s}", "try {%s} catch {} finally {}", "(function () {%s})();", "(async () => {%s})();",
                                    "(() => {%s})();", "eval(`%s`);", "with ({}) {%s}", "class K { static {%s} }", "[...(function* () {%s})()];",
                                    "for (let i = 0; i < 200; i++) (function () {%s})();"]) % pieces[i].replace("%", "%%")
        else:  # within a piece
            tokens = TOKEN.findall(pieces[i]) or [""]
            k = rng.randrange(len(tokens))
            other = TOKEN.findall(pieces[j]) or [""]
            tokens[k] = rng.choice([rng.choice(SPICE), rng.choice(other), tokens[k] + " " + rng.choice(SPICE), "", tokens[k] * 2])
            pieces[i] = "".join(tokens)
    if rng.randrange(2):  # whatever one throws, the next one runs
        pieces = ["try {%s} catch {}" % piece.replace("let ", "var ") for piece in pieces]
    return "\n".join(pieces)


class Fuzzer:
    def __init__(self, args):
        self.args = args
        self.corpus = files_of(args.corpus)
        self.environment = dict(os.environ, ASAN_OPTIONS="detect_leaks=0:quarantine_size_mb=16:allocator_may_return_null=1",
                                UBSAN_OPTIONS="print_stacktrace=1:halt_on_error=1")

    def run(self, seed):
        """None, or what was seen of a failure."""
        rng = random.Random(seed)
        flags = ["--harmony", "--memory-limit=128M", "--timeout=8000", f"--fuel={3 * 10**7}"]
        flags += rng.choice([[], [], [], ["--gc-threads=2"], [f"--gc-stress={rng.choice([7, 53, 499])}"], [f"--gc-step-stress={rng.choice([1, 11, 97])}"], ["--clones"]])
        with tempfile.TemporaryDirectory() as folder:
            if rng.randrange(2):
                program, more = os.path.join(ROOT, "tests/fuzz/builtins.js"), ["--", str(seed), str(rng.choice([300, 1000, 3000]))]
            else:
                program, more = os.path.join(folder, rng.choice(["program.js", "program.js", "program.mjs"])), []
                with open(program, "w", encoding="utf-8", errors="surrogateescape") as out:
                    out.write(mutated(rng, self.corpus))
                if rng.randrange(3):
                    flags += ["--test262-host", os.path.join(ROOT, "tests/js/harness.js")]
            command = [self.args.engine, *flags, program, *more]
            try:
                done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=self.environment,
                                      timeout=SECONDS)
                if done.returncode in (0, 1, 2, 3) and b"runtime error:" not in done.stdout:
                    return None
                seen = f"exit code {done.returncode}\n" + done.stdout[-6000:].decode(errors="replace")
            except subprocess.TimeoutExpired:
                seen = f"still running after {SECONDS} s"
            os.makedirs(self.args.keep, exist_ok=True)
            kept = os.path.join(self.args.keep, f"{seed}{os.path.splitext(program)[1]}")
            if not more:
                os.replace(program, kept)
                command[-1] = kept
            report = " ".join(command) + "\n" + seen
            with open(os.path.join(self.args.keep, f"{seed}.txt"), "w", encoding="utf-8") as out:
                out.write(report)
            return report


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default=os.path.join(ROOT, "build/asan/bin/halfword"))
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=random.randrange(10**9))
    parser.add_argument("--keep", default=os.path.join(tempfile.gettempdir(), "halfword-fuzz"))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--corpus", nargs="*", default=[os.path.join(ROOT, "tests/js")])
    args = parser.parse_args()
    args.engine = os.path.abspath(args.engine)
    fuzzer = Fuzzer(args)
    print(f"seeds {args.seed} to {args.seed + args.count - 1}", flush=True)
    failures = 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for report in pool.map(fuzzer.run, range(args.seed, args.seed + args.count)):
            if report:
                failures += 1
                print(f"FAILED: {report[:1500]}\n", flush=True)
    print(f"{args.count - failures} passed, {failures} failed")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
