"""Runs the fuzz targets (targets/*.cc, preset `fuzz`): libFuzzer with a corpus that is kept, what it finds made small,
coverage by
source file.

The corpus of a target is a folder below build/fuzz/corpus, which grows from run to run. It begins with what is committed in
corpus/NAME.txt (an input a line, in base64) and with pieces of tests/js; `minimise` writes the former from what was found since.
"""

import base64
import collections
import hashlib
import os
import re
import subprocess
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BIN = os.path.join(ROOT, "build/fuzz/bin")
CORPUS = os.path.join(ROOT, "build/fuzz/corpus")
# name → the longest input
TARGETS = {"syntax": 3000, "regexp": 300, "json": 3000, "deserialize": 2000, "images": 60, "modules": 200, "calls": 400}
COMMITTED_BYTES = 40_000  # of each target
ENVIRONMENT = dict(
    os.environ,
    ASAN_OPTIONS="detect_leaks=0:quarantine_size_mb=16:allocator_may_return_null=1:external_symbolizer_path=/usr/bin/llvm-symbolizer-19",
    UBSAN_OPTIONS="print_stacktrace=1",
    TZ="Etc/UTC",
)
# How many executions of each take about as long.
PACE = {"syntax": 50, "regexp": 15, "json": 200, "deserialize": 2, "images": 7, "modules": 1, "calls": 3}
OPTIONS = ["-timeout=60", "-rss_limit_mb=3000", "-print_final_stats=1", "-verbosity=1"]


def program(name):
    return os.path.join(BIN, "fuzz_" + name)


def available():
    return [name for name in TARGETS if os.access(program(name), os.X_OK)]


def put(folder, data):
    path = os.path.join(folder, hashlib.sha1(data).hexdigest())
    if not os.path.exists(path):
        with open(path, "wb") as file:
            file.write(data)


def committed(name):
    path = os.path.join(HERE, "corpus", name + ".txt")
    if not os.path.exists(path):
        return []
    with open(path, encoding="ascii") as file:
        return [base64.b64decode(line) for line in file]


def pieces(name):
    """Inputs made of the JavaScript tests."""
    if name not in ("syntax", "regexp", "json"):
        return
    for folder, _, files in sorted(os.walk(os.path.join(ROOT, "tests/js"))):
        for file in sorted(files):
            if not file.endswith((".js", ".mjs")):
                continue
            with open(os.path.join(folder, file), "rb") as text:
                source = text.read()
            if name == "syntax":
                for test in re.split(rb"(?m)^(?=test\(|asyncTest\()", source):
                    if 20 < len(test) < 1500:
                        yield (b"\1\0" if file.endswith(".mjs") else b"\0\0") + test
            elif name == "regexp":
                for pattern, flags in re.findall(rb"[=(,] /((?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)/([dgimsuvy]*)", source):
                    bits = sum(1 << b"dgimsuvy".index(f) for f in flags)
                    yield bytes([bits, 1, 0]) + pattern[:250]
            else:
                for text in re.findall(rb"JSON\.parse\('([^'\n]*)'", source):
                    yield text


def corpus(name, below=CORPUS):
    """The folder of a target's corpus, with all that it begins with."""
    folder = os.path.join(below, name)
    os.makedirs(folder, exist_ok=True)
    for data in [*committed(name), *pieces(name)]:
        put(folder, data)
    return folder


class Result:
    def __init__(self, name):
        self.name, self.executions, self.seconds, self.coverage, self.features, self.inputs, self.findings = (
            name,
            0,
            0.0,
            0,
            0,
            0,
            [],
        )


def why(log):
    """What is the same for findings of one cause: the rule or kind of error, and the first frames that are ours."""
    rule = re.search(r"check failed[^\n]*|(?:ERROR: \w+: |SUMMARY: \w+: )([\w-]+)|runtime error: [^\n]*", log)
    frames = re.findall(r"^ +#\d+ 0x\w+ in (.+?) /\S*?/(src|include)/", log, re.M)
    return (rule[1] or rule[0] if rule else "it ended") + " in " + " < ".join(re.sub(r"\(.*", "", f[0]) for f in frames[:3])


def execute(argv, seconds):
    with tempfile.TemporaryDirectory() as folder:
        try:
            done = subprocess.run(
                argv,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                env=ENVIRONMENT,
                timeout=seconds,
            )
            return done.returncode, done.stderr.decode("utf-8", "replace")
        except subprocess.TimeoutExpired as e:
            return None, (e.stderr or b"").decode("utf-8", "replace")


def fuzz(name, seed, seconds, keep, say=print, most=None):
    """Runs a target for so long. Findings are left as files in `keep`. With `most` it is run at most `most` times its
    PACE, and on a
    corpus of its own: one that has grown would be most of these executions, and other ones on each machine."""
    with tempfile.TemporaryDirectory() as fresh:
        return fuzz_on(corpus(name, fresh) if most else corpus(name), name, seed, seconds, keep, say, most)


def fuzz_on(folder, name, seed, seconds, keep, say, most):
    result, seen = Result(name), set()
    end = time.monotonic() + seconds
    start = time.monotonic()
    while (left := end - time.monotonic()) > 2 and len(seen) < 5:
        artifacts = os.path.join(keep, name + "-")
        argv = [
            program(name),
            f"-seed={seed}",
            f"-max_total_time={int(left)}",
            f"-max_len={TARGETS[name]}",
            f"-artifact_prefix={artifacts}",
            *OPTIONS,
            *([f"-runs={most * PACE[name]}"] if most else []),
            folder,
        ]
        code, log = execute(argv, left + 600)  # libFuzzer itself ends what hangs
        executed = re.search(r"stat::number_of_executed_units: (\d+)", log)
        result.executions += int(executed[1]) if executed else 0
        for line in re.findall(r"cov: (\d+) ft: (\d+) corp: (\d+)", log):
            result.coverage, result.features, result.inputs = (
                max(result.coverage, int(line[0])),
                max(result.features, int(line[1])),
                int(line[2]),
            )
        if code == 0:
            break
        seed += 1
        written = re.findall(r"Test unit written to (\S+)", log)[-1:]  # those before it were slow
        cause = why(log) if code is not None else "it hangs"
        # libFuzzer goes by the clock; an input is slow if it takes so much processor time.
        if written and "libFuzzer: timeout" in log and execute(["prlimit", "--cpu=60", program(name), written[0]], 600)[0] == 0:
            os.remove(written[0])
            continue
        if cause in seen:
            continue
        seen.add(cause)
        finding = [f"FOUND {name}, seed {seed - 1}: {cause}"]
        if written:
            small = os.path.join(keep, f"{name}-{hashlib.sha1(cause.encode()).hexdigest()[:10]}")
            os.replace(written[0], small)
            minimise_input(name, small, cause)
            with open(small, "rb") as file:
                data = file.read()
            finding += [f"  {len(data)} bytes: {data[:300]!r}", f"  again: {os.path.relpath(program(name), ROOT)} {small}"]
        finding += ["  " + line for line in re.findall(r"^(?:check failed.*|.*ERROR: .*| +#\d+ .*)$", log, re.M)[:12]]
        result.findings.append("\n".join(finding))
        say(result.findings[-1])
    result.seconds = time.monotonic() - start
    return result


def minimise_input(name, path, cause):
    """Makes the file smaller as long as it ends in the same way, for half a minute at most."""
    end = time.monotonic() + 30
    with open(path, "rb") as file:
        best = file.read()

    def same(data):
        with tempfile.NamedTemporaryFile() as file:
            file.write(data)
            file.flush()
            code, log = execute([program(name), "-timeout=60", file.name], 90)
            return code not in (0, None) and why(log) == cause

    size = max(1, len(best) // 2)
    while size and time.monotonic() < end:
        at = 0
        while at < len(best) and time.monotonic() < end:
            candidate = best[:at] + best[at + size :]
            if same(candidate):
                best = candidate
            else:
                at += size
        size //= 2
    with open(path, "wb") as file:
        file.write(best)


def replay(folder, say=print):
    """Runs the inputs below folder/NAME that once ended a target. Returns (passed, failed)."""
    passed = failed = 0
    for name in available():
        inputs = os.path.join(folder, name)
        for file in sorted(os.listdir(inputs)) if os.path.isdir(inputs) else []:
            code, log = execute([program(name), *OPTIONS, os.path.join(inputs, file)], 120)
            passed, failed = passed + (code == 0), failed + (code != 0)
            if code != 0:
                say(f"FAILED {name}/{file}: {why(log)}")
    return passed, failed


def coverage(names):
    """{source file: [edges that were reached, edges]}, by what is in the corpora."""
    functions = {}
    for name in names:
        _, log = execute([program(name), "-runs=0", "-print_coverage=1", *OPTIONS, corpus(name)], 900)
        for covered, edges, function, path in re.findall(
            r"COVERED_FUNC: hits: \d+ edges: (\d+)/(\d+) (.*) (\S+):\d+$", log, re.M
        ):
            at = path.find("/src/")
            if at < 0 or "/tests/" in path:
                continue
            key = path[at + 1 :], function
            before = functions.get(key, (0, 0))
            functions[key] = max(before[0], int(covered)), max(before[1], int(edges))
    files = collections.defaultdict(lambda: [0, 0])
    for (path, _), (covered, edges) in functions.items():
        files[path][0] += covered
        files[path][1] += edges
    return files


def minimise(names, say=print):
    """Writes corpus/NAME.txt: the smallest inputs of the corpus that together reach what all of it reaches."""
    os.makedirs(os.path.join(HERE, "corpus"), exist_ok=True)
    for name in names:
        with tempfile.TemporaryDirectory() as merged:
            execute([program(name), "-merge=1", *OPTIONS, merged, corpus(name)], 1800)
            derived = set(pieces(name))
            inputs = []
            for file in os.listdir(merged):
                with open(os.path.join(merged, file), "rb") as data:
                    inputs.append(data.read())
        kept, size = [], 0
        for data in sorted(set(inputs) - derived, key=lambda d: (len(d), d)):
            if size + len(data) * 4 // 3 > COMMITTED_BYTES:
                break
            kept.append(data)
            size += len(data) * 4 // 3 + 1
        with open(os.path.join(HERE, "corpus", name + ".txt"), "w", encoding="ascii") as out:
            out.writelines(base64.b64encode(data).decode() + "\n" for data in kept)
        say(f"{name}: {len(inputs)} inputs, {len(kept)} of them kept, {size} bytes")
