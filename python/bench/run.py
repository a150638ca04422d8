#!/usr/bin/env python3
"""Measures the package beside other engines for Python, each in a process of its own, in one run.

    build/python/venv/bin/python python/bench/run.py [--quick] [--engines halfword,quickjs,…]

Peers come from PyPI, into the environment that runs this; one that cannot be installed is said to be skipped. Each figure is
the best of several rounds. The table is Markdown.
"""

import argparse
import importlib
import json
import os
import platform
import subprocess
import sys
import threading
import time

PEERS = {
    "quickjs": "quickjs-ng",
    "quickjs_rs": "quickjs-rs",
    "py_mini_racer": "mini-racer",
    "STPyV8": "stpyv8",
    "dukpy": "dukpy",
}
NAMES = {"halfword": "Halfword", **PEERS}
FIB = "function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2) }"
ROWS = {
    "first": ("`import` and first result", "ms", 1e3),
    "context": ("a further context, `1 + 1`, closed", "µs", 1e6),
    "pool": ("the same from a pool", "µs", 1e6),
    "image": ("the same from an image", "µs", 1e6),
    "alive": ("a context among 1,000 that are alive (50 of slow engines)", "KB", 1e-3),
    "eval": ('`eval("1 + 1")`, warm', "µs", 1e6),
    "compiled": ("a compiled `1 + 1`", "µs", 1e6),
    "call": ("a call of a function of the guest with a number", "µs", 1e6),
    "callback": ("the guest calls a function of Python with a number", "µs", 1e6),
    "callback_gil": ("the same, the GIL kept", "µs", 1e6),
    "fib": ("fib(27)", "ms", 1e3),
    "dict": ("a dict of 100 strings in, and out again", "µs", 1e6),
    "bytes": ("100 MB of `bytes` in, and a view out: growth of the process", "MB", 1e-6),
    "freeze": ("a turn: call, image or snapshot, its bytes", "µs", 1e6),
    "freeze_size": ("bytes of that", "KB", 1e-3),
    "delta": ("a turn, with only what differs from the first image", "µs", 1e6),
    "delta_size": ("bytes of that", "KB", 1e-3),
    "restore": ("that opened, and a context with it", "µs", 1e6),
    "process": ("a call in a ProcessPool", "µs", 1e6),
    "threads": ("two threads with an isolate each: share of twice the speed", "%", 1e2),
}


class Halfword:
    def __init__(self):
        import halfword

        self.module = halfword
        self.default = halfword.Isolate()

    def new(self):
        return self.module.Isolate()

    def close(self, context):
        context.close()

    def eval(self, code, context=None):
        return (context or self.default).eval(code)

    def function(self, code):
        return self.default.eval(code)

    def define(self, name, function):
        self.default[name] = function


class Quickjs:
    def __init__(self):
        import quickjs

        self.module = quickjs
        self.default = quickjs.Context()

    def new(self):
        return self.module.Context()

    def close(self, context):
        pass

    def eval(self, code, context=None):
        return (context or self.default).eval(code)

    def function(self, code):
        return self.default.eval(code)

    def define(self, name, function):
        self.default.add_callable(name, function)


class QuickjsRs:
    def __init__(self):
        import quickjs_rs

        self.runtime = quickjs_rs.Runtime()
        self.default = self.new()

    def new(self):
        return self.runtime.new_context(timeout=60)

    def close(self, context):
        context.close()

    def eval(self, code, context=None):
        return (context or self.default).eval(f"{code};undefined" if code.startswith("function") else code)

    def function(self, code):
        handle = self.default.eval_handle(code)

        def call(value):
            with handle.call(value) as result:
                return result.to_python()

        return call

    def define(self, name, function):
        self.default.register(name, function)


class Stpyv8:
    def __init__(self):
        import STPyV8

        self.module = STPyV8
        self.default = self.new()

    def new(self):
        made = self.module.JSContext()
        made.enter()
        return made

    def close(self, context):
        context.leave()

    def eval(self, code, context=None):
        return (context or self.default).eval(code)

    def function(self, code):
        return self.default.eval(code)

    def define(self, name, function):
        setattr(self.default.locals, name, function)


class PyMiniRacer(Quickjs):
    def __init__(self):
        import py_mini_racer

        self.module = py_mini_racer
        self.default = py_mini_racer.MiniRacer()

    def new(self):
        return self.module.MiniRacer()

    def close(self, context):
        context.close()

    define = None  # its functions of Python are asynchronous


class Dukpy:
    define = None  # goes through JSON, by name

    def __init__(self):
        import dukpy

        self.module = dukpy
        self.default = dukpy.JSInterpreter()

    def new(self):
        return self.module.JSInterpreter()

    def close(self, context):
        pass

    def eval(self, code, context=None):
        return (context or self.default).evaljs(code)

    def function(self, code):
        self.default.evaljs(f"var measured = {code}")
        return lambda value: self.default.evaljs("measured(dukpy.value)", value=value)


ENGINES = {
    "halfword": Halfword,
    "quickjs": Quickjs,
    "quickjs_rs": QuickjsRs,
    "py_mini_racer": PyMiniRacer,
    "STPyV8": Stpyv8,
    "dukpy": Dukpy,
}


def best(function, count, rounds):
    """Seconds of one of `count` calls, in the best round."""
    least = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        for _ in range(count):
            function()
        least = min(least, (time.perf_counter() - start) / count)
    return least


def resident():
    """Bytes of memory that the process has to itself, and its share of what it shares."""
    with open("/proc/self/smaps_rollup") as file:
        return 1024 * next(int(line.split()[1]) for line in file if line.startswith("Pss:"))


def measure(name, quick):
    start = time.perf_counter()
    engine = ENGINES[name]()
    assert engine.eval("1 + 1") == 2
    found = {"first": time.perf_counter() - start}
    rounds, many = (2, 20) if quick else (7, 2000)
    slow = name not in ("halfword", "quickjs")
    before, alive = resident(), []
    number = 50 if quick or slow else 1000
    for _ in range(number):
        alive.append(engine.new())
        engine.eval("1 + 1", alive[-1])
    found["alive"] = (resident() - before) / number
    while alive:
        engine.close(alive.pop())
    few = max(5, many // 100)

    def context():
        made = engine.new()
        engine.eval("1 + 1", made)
        engine.close(made)

    found["context"] = best(context, few, rounds)
    found["eval"] = best(lambda: engine.eval("1 + 1"), few if slow else many, rounds)
    add = engine.function("(function (x) { return x + 1 })")
    assert add(1) == 2
    found["call"] = best(lambda: add(1), few if slow else many, rounds)
    engine.eval(FIB)
    fib = engine.function("(function (n) { return fib(n) })")
    assert fib(20) == 6765
    found["fib"] = best(lambda: fib(27), 1, rounds)
    if engine.define:
        found["callback"] = callback(engine, many, rounds)
    if name not in ("quickjs", "STPyV8"):  # these take JSON, or give no copy
        text = {f"key{i}": f"value {i}" for i in range(100)}
        back = engine.function("(function (x) { return x })")
        if name == "py_mini_racer":
            engine.eval("function back(x) { return x }")

            def back(value):
                return engine.default.call("back", value)

        found["dict"] = best(lambda: back(text), few, rounds)
    if name == "quickjs_rs":
        engine.eval("globalThis.log = []; globalThis.turn = function (text) { log.push(text); return log.length }; 0")
        text = json.dumps("x" * 250)

        def turn():
            engine.eval(f"turn({text})")
            return engine.default.create_snapshot().to_bytes()

        found["freeze"], found["freeze_size"] = best(turn, few, rounds), len(turn())
    if name == "halfword":
        found |= own(engine, few, many, rounds)
    print(json.dumps(found), flush=True)
    os._exit(0)  # some are slow to end


def callback(engine, many, rounds):
    engine.define("measured", lambda x: x + 1)
    loop = engine.function("(function (n) { let x = 0; for (let i = 0; i < n; i++) x = measured(x); return x })")
    assert loop(5) == 5
    return best(lambda: loop(many), 1, rounds) / many


def own(engine, few, many, rounds):
    """What only this engine has."""
    hw = engine.module
    iso = engine.default
    found = {}
    script = iso.compile("1 + 1")
    found["compiled"] = best(script, many, rounds)
    pool = hw.Pool(size=2)

    def lend():
        with pool.isolate() as lent:
            lent.eval("1 + 1")

    found["pool"] = best(lend, few, rounds)
    with hw.Isolate() as warm:
        warm.eval("1 + 1")
        image = warm.freeze()

    def start():
        with image.isolate() as made:
            made.eval("1 + 1")

    found["image"] = best(start, few, rounds)
    kept = Halfword()
    kept.default = hw.Isolate(release_gil=False)
    found["callback_gil"] = callback(kept, many, rounds)
    data = bytes(100 << 20)
    before = resident()
    iso["data"] = data
    assert iso.eval("data[data.length - 1]") == 0 and iso["data"].nbytes == len(data)
    found["bytes"] = resident() - before
    del iso["data"]
    turns = hw.Isolate()
    turns.eval("const log = []; function turn(text) { log.push(text); return log.length }")

    first = turns.freeze()

    def turn():
        turns.call("turn", "x" * 250)
        return turns.freeze().to_bytes()

    def turn_with_delta():
        turns.call("turn", "x" * 250)
        return turns.freeze().delta(first)

    found["freeze"], found["freeze_size"] = best(turn, few, rounds), len(turn())
    turns.reset()
    turns.eval("const log = []; function turn(text) { log.push(text); return log.length }")
    found["delta"], found["delta_size"] = best(turn_with_delta, few, rounds), len(turn_with_delta())
    delta = turn_with_delta()

    def restore():
        with hw.Image.from_bytes(delta, bases=[first]).isolate() as made:
            made.call("turn", "x")

    found["restore"] = best(restore, few, rounds)
    with hw.ProcessPool(first, size=1) as processes:
        processes.call("turn", "x")
        found["process"] = best(lambda: processes.call("turn", "x"), few, rounds)

    def work():
        with hw.Isolate() as mine:
            mine.eval(FIB + "fib(32)")

    alone = best(work, 1, rounds)

    def both():
        threads = [threading.Thread(target=work) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    found["threads"] = alone / best(both, 1, rounds)
    return found


def install(name):
    try:
        importlib.import_module(name)
        return True
    except ImportError:
        pass
    argv = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", PEERS[name]]
    subprocess.run(argv, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    check = subprocess.run([sys.executable, "-c", f"import {name}"], check=False, stderr=subprocess.DEVNULL)
    return check.returncode == 0


def show(value, scale):
    number = value * scale
    return f"{number:,.0f}" if abs(number) >= 100 else f"{number:.2g}" if abs(number) < 10 else f"{number:.0f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="only whether it runs")
    parser.add_argument("--engines", default=",".join(ENGINES))
    parser.add_argument("--engine", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.engine:
        measure(args.engine, args.quick)
    results = {}
    for name in args.engines.split(","):
        if name in PEERS and not install(name):
            print(f"{NAMES[name]} is SKIPPED: it cannot be installed here", flush=True)
            continue
        argv = [sys.executable, __file__, "--engine", name, *(["--quick"] if args.quick else [])]
        done = subprocess.run(argv, check=False, text=True, capture_output=True)
        if done.returncode:
            print(f"{NAMES[name]} is SKIPPED: it has failed\n{done.stderr[-2000:]}", flush=True)
            continue
        results[name] = json.loads(done.stdout.strip().rpartition("\n")[2])
    print(f"Python {platform.python_version()}, {platform.machine()}\n")
    print(f"| | {' | '.join(NAMES[name] for name in results)} |\n| --- |{' --- |' * len(results)}")
    for key, (title, unit, scale) in ROWS.items():
        cells = [f"{show(found[key], scale)} {unit}" if key in found else "" for found in results.values()]
        print(f"| {title} | {' | '.join(cells)} |")
    sys.exit(0 if "halfword" in results else 1)


if __name__ == "__main__":
    main()
