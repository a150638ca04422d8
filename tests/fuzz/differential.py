#!/usr/bin/env python3
"""Makes random programs, runs them on an engine and on node, and reports where they disagree.

    tests/fuzz/differential.py [--engine build/release/bin/halfword] [--count 500] [--seed N] [--keep FOLDER] [--clones]

Programs print values and the names of errors, never messages; they bound their own loops, recursion and sizes. A file of
many programs is one process, so a run of 500 takes seconds. A disagreement is written to --keep, cut down to the one
program, and its seed printed: --seed N --count 1 makes it again. With --clones each program runs once more, on the engine
in a clone of an image of what all programs have left.
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

PRELUDE = r"""
var B = 0, LOG = [], RUNS = [];
class Stop { }
function T() { if (--B < 0) throw new Stop(); return true; }
function C(v) {
  if (typeof v === 'string' && v.length > 300) return v.slice(0, 300);
  if (typeof v === 'bigint') return BigInt.asIntN(200, v);
  if (Array.isArray(v) && v.length > 60) v.length = 60;
  return v;
}
function show(v, d) {
  d = d | 0;
  try {
    switch (typeof v) {
      case 'string': return JSON.stringify(v.length > 80 ? v.slice(0, 80) + v.length : v);
      case 'number': return Object.is(v, -0) ? '-0' : String(v);
      case 'bigint': return v + 'n';
      case 'symbol': return v.toString();
      case 'function': return 'fn' + v.length;
      case 'object':
        if (v === null) return 'null';
        if (d > 2) return '…';
        if (Array.isArray(v)) { var s = []; for (var i = 0; i < v.length && i < 12; i++) s.push(i in v ? show(v[i], d + 1) : ''); return '[' + s.join() + (v.length > 12 ? '…' + v.length : '') + ']'; }
        if (v instanceof Map || v instanceof Set) return v.constructor.name + show([...v], d + 1);
        if (ArrayBuffer.isView(v)) return v.constructor.name + show(Array.from(v), d + 1);
        if (v instanceof Error) return v.name;
        if (Object.hasOwn(v, 'constructor')) return 'prototype';  // the order of the library's properties is every engine's own
        return '{' + Reflect.ownKeys(v).slice(0, 12).map(function (k) { return String(k) + ':' + show(v[k], d + 1); }).join() + '}';
    }
    return String(v);
  } catch (e) { if (e instanceof Stop) throw e; return 'E' + (e && e.name); }
}
function L(v) { if (LOG.length < 60) LOG.push(show(v)); return v; }
function run(n, f) {
  B = 1500; LOG = [];
  if (typeof n === 'number') RUNS.push([n, f]);
  try { L(f()); } catch (e) { LOG.push('! ' + (e instanceof Stop ? 'stop' : e instanceof Error ? e.name : show(e))); }
  print(n + ' ' + LOG.join(' | '));
}
"""
AGAIN = "for (var r of RUNS) run(r[0] + '+', r[1]);\n"

VALUES = ["0", "1", "-1", "2", "3", "7", "10", "255", "1073741823", "1073741824", "-1073741824", "-1073741825", "2147483647", "-2147483648",
          "4294967295", "4294967296", "9007199254740991", "0.5", "-0.5", "1.5", "-0", "1e21", "1e-7", "NaN", "Infinity", "-Infinity", "''", "'a'",
          "'abc'", "'0'", "'1'", "'-1'", "'1.5'", "'length'", "'x'", "'é日'", "true", "false", "null", "undefined", "0n", "1n", "-5n", "12345678901234567890n",
          "[]", "[1,2,3]", "[0.5,1.5]", "['a','b']", "[1,,3]", "[[1],[2]]", "{}", "({x:1})", "({x:1,y:2})", "({y:2,x:1})", "({valueOf(){return 3}})",
          "({toString(){return 's'}})", "new Map([[1,2]])", "new Set([1,2])", "new Uint8Array([1,2,255])", "new Float64Array([0.5,-0])", "Symbol.iterator",
          "({get x(){return this.y},y:5})", "Object.create({x:9})", "Object.freeze([1,2])", "Object.freeze({x:1})", "(()=>1)", "new Int32Array(3)"]
BINARY = ["-", "*", "/", "%", "&", "|", "^", ">>", ">>>", "<", ">", "<=", ">=", "==", "!=", "===", "!==", "&&", "||"]
KEYS = ["x", "y", "z", "length", "0", "1", "2", "k"]
UNARY = ["-", "+", "!", "~", "typeof ", "void "]
ARRAY_METHODS = ["map", "filter", "forEach", "some", "every", "find", "findIndex", "flatMap"]
STRING_METHODS = ["toUpperCase()", "trim()", "split('')", "split('a')", "slice(1)", "slice(-2)", "charCodeAt(0)", "indexOf('a')", "replace(/a/g,'b')", "replace(/(.)(.)/,'$2$1')", "padStart(5,'-')", "match(/\\w/g)", "at(-1)", "codePointAt(0)", "concat(1)", "substring(2,1)", "includes('b')", "lastIndexOf('a')", "startsWith('a')"]


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.vars, self.functions, self.depth = [], [], 0
        self.names = 0
        self.loops = 0
        self.in_generator = False

    def name(self, prefix="v"):
        self.names += 1
        return f"{prefix}{self.names}"

    def pick(self, *options):
        return self.r.choice(options)()

    def value(self):
        return self.r.choice(VALUES)

    def var(self):
        return self.r.choice(self.vars) if self.vars else self.value()

    def key(self):
        return self.pick(lambda: "." + self.r.choice(["x", "y", "z", "k", "length"]), lambda: f"[{self.r.choice(KEYS[4:7])}]",
                         lambda: f"[{self.expr()}]", lambda: f"['{self.r.choice(KEYS)}']")

    def target(self):
        if not self.vars:
            return "this.g"
        return self.r.choice(self.vars) if self.r.random() < 0.6 else f"Object({self.var()}){self.key()}"

    def expr(self):
        self.depth += 1
        try:
            if self.depth > 5 or self.r.random() < 0.15:
                return self.pick(self.var, self.var, self.value)
            return self.pick(self.var, self.value, self.binary, self.binary, self.plus, self.unary, self.member, self.member, self.call, self.call,
                             self.conditional, self.assign, self.array, self.object, self.template, self.array_method, self.string_method,
                             self.builtin, self.update, self.optional, self.closure, self.destructure, self.misc)
        finally:
            self.depth -= 1

    def binary(self):
        return f"({self.expr()} {self.r.choice(BINARY)} {self.expr()})"

    def plus(self):
        return f"C({self.expr()} + {self.expr()})"

    def unary(self):
        return f"({self.r.choice(UNARY)}{self.expr()})"

    def member(self):
        return f"({self.expr()}){self.key()}"

    def optional(self):
        return f"({self.expr()})?.{self.r.choice(['x', 'y', 'length', '[0]', '[1]'])}"

    def args(self):
        return ", ".join((("..." + f"Object([{self.expr()}, {self.expr()}])") if self.r.random() < 0.1 else self.expr()) for _ in range(self.r.randrange(4)))

    def call(self):
        if not self.functions:
            return self.closure_call()
        return f"{self.r.choice(self.functions)}({self.args()})"

    def closure(self):
        p = self.name("p")
        self.vars.append(p)
        body = self.expr()
        self.vars.remove(p)
        head = self.r.choice([f"({p})", f"({p} = {self.value()})", f"(...{p})", f"([{p}] = [])", f"({{x: {p}}} = {{}})"])
        return f"({head} => (T(), {body}))"

    def closure_call(self):
        return f"{self.closure()}({self.args()})"

    def conditional(self):
        return f"({self.expr()} ? {self.expr()} : {self.expr()})"

    def assign(self):
        op = self.r.choice(["=", "=", "=", "-=", "*=", "|=", "&=", "^=", ">>=", "??=", "||=", "&&="])
        return f"({self.target()} {op} {self.expr()})"

    def update(self):
        t = self.target()
        return self.r.choice([f"({t}++)", f"({t}--)", f"(++{t})", f"(--{t})"])

    def array(self):
        parts = [self.r.choice(["", self.expr(), self.expr(), f"...[{self.expr()}]", f"...C(String({self.expr()}))"]) for _ in range(self.r.randrange(5))]
        return "[" + ",".join(parts) + "]"

    def object(self):
        parts = []
        for _ in range(self.r.randrange(4)):
            k = self.r.choice(["x", "y", "z", "1", "'a b'", f"[C(String({self.var()}))]"])
            parts.append(self.pick(lambda: f"{k}: {self.expr()}", lambda: f"{k}: {self.expr()}", lambda: f"get {k}() {{ T(); return {self.expr()}; }}",
                                   lambda: f"{k}(q) {{ T(); return {self.expr()}; }}", lambda: f"...{self.expr()}", lambda: f"set {k}(q) {{ L(q); }}"))
        return "({" + ", ".join(parts) + "})"

    def template(self):
        return f"C(`{self.r.choice(['', 'a', 'b-'])}${{{self.expr()}}}${{{self.expr()}}}`)"

    def array_method(self):
        a = self.r.choice([f"Array.from(Object({self.var()}))", self.array(), f"[{self.expr()}, {self.expr()}, {self.value()}]"])
        m = self.r.choice(ARRAY_METHODS + ["slice", "concat", "reverse", "join", "sort", "reduce", "splice", "indexOf", "includes", "push", "pop", "shift", "unshift", "flat", "fill", "lastIndexOf", "at", "keys"])
        if m in ARRAY_METHODS:
            return f"{a}.{m}({self.closure()})"
        if m == "sort":
            return f"{a}.map(Number).sort((a, b) => a - b)"
        if m == "reduce":
            return f"{a}.reduce((a, b) => C(a + b), {self.expr()})"
        if m == "join":
            return f"C({a}.join({self.r.choice(['', chr(39) + '-' + chr(39)])}))"
        if m in ("keys",):
            return f"[...{a}.keys()]"
        return f"{a}.{m}({', '.join(self.expr() for _ in range(self.r.randrange(3)))})"

    def string_method(self):
        return f"C(String({self.expr()})).{self.r.choice(STRING_METHODS)}"

    def builtin(self):
        f = self.r.choice(["Number", "String", "Boolean", "parseInt", "parseFloat", "Math.floor", "Math.abs", "Math.max", "Math.min", "Math.round", "Math.sign",
                           "Math.trunc", "Math.imul", "Math.clz32", "Math.fround", "Object.keys", "Object.values", "Object.entries", "Array.isArray", "JSON.stringify", "isNaN",
                           "Object.is", "Object.getPrototypeOf", "Object.isFrozen", "Reflect.ownKeys", "Array.of", "Number.isInteger", "Object.getOwnPropertyNames", "encodeURIComponent", "Symbol.keyFor", "BigInt", "structuredShow"])
        if f == "structuredShow":
            return f"show({self.expr()})"
        return f"{f}({self.expr()}{', ' + self.expr() if self.r.random() < 0.3 else ''})"

    def destructure(self):
        a, b = self.target(), self.target()
        return self.r.choice([f"([{a}, {b} = {self.value()}] = [{self.expr()}, {self.expr()}])", f"({{x: {a}, y: {b} = {self.value()}}} = Object({self.expr()}))", f"([{a}, ...{b}] = C(String({self.expr()})))"])

    def misc(self):
        return self.pick(lambda: f"(delete Object({self.var()}){self.key()})", lambda: f"('{self.r.choice(KEYS)}' in Object({self.expr()}))", lambda: f"({self.expr()} instanceof {self.r.choice(['Array', 'Object', 'Function', 'Map'])})",
                         lambda: f"({self.expr()}, {self.expr()})", lambda: f"((+{self.expr()}) ** (+{self.expr()}))", lambda: f"(({self.expr()} | 0) << {self.expr()})", lambda: f"Object.defineProperty(Object({self.var()}), '{self.r.choice(KEYS)}', {{value: {self.expr()}, configurable: true}})",
                         lambda: f"Object.assign({self.object()}, {self.expr()})", lambda: f"new Map([[{self.expr()}, {self.expr()}]])", lambda: f"new Set([{self.expr()}, {self.expr()}])", lambda: f"JSON.parse(JSON.stringify({self.expr()}) || 'null')",
                         lambda: f"eval({repr(self.value())})", lambda: f"C(String({self.expr()})).replace(/[a-c0-2]/g, (m) => (T(), C(m + {self.var()})))", lambda: f"Object.setPrototypeOf({self.object()}, {self.r.choice(['null', 'Array.prototype', '({x: 5})'])})",
                         lambda: f"[...(function* () {{ T(); yield {self.expr()}; const q = yield {self.expr()}; yield* [q, {self.expr()}]; }})()]", lambda: f"(function () {{ T(); arguments[0] = {self.expr()}; return [arguments.length, arguments[0], this === undefined]; }})({self.args()})")

    def block(self):
        mark = len(self.vars)
        out = " ".join(self.statement() for _ in range(self.r.randrange(1, 4)))
        del self.vars[mark:]
        return "{ " + out + " }"

    def statement(self):
        self.depth += 1
        try:
            if self.depth > 4:
                return self.r.choice([f"L({self.expr()});", f"{self.expr()};"])
            return self.pick(self.declare, self.declare, lambda: f"L({self.expr()});", lambda: f"L({self.expr()});", lambda: f"{self.assign()};", self.if_, self.for_, self.for_, self.for_of,
                             self.for_in, self.while_, self.try_, self.switch, self.function, self.class_, self.jump, lambda: f"{self.destructure()};", self.block)
        finally:
            self.depth -= 1

    def declare(self):
        n = self.name()
        e = self.expr()
        kind = self.r.choice(["let", "var", "let"])
        self.vars.append(n)
        return f"{kind} {n} = {e};"

    def if_(self):
        return f"if ({self.expr()}) {self.block()}" + (f" else {self.block()}" if self.r.random() < 0.5 else "")

    def loop(self, head, extra=()):
        self.loops += 1
        self.vars += list(extra)
        body = self.block()
        for v in extra:
            self.vars.remove(v)
        self.loops -= 1
        return f"{head} {body}"

    def for_(self):
        i = self.name("i")
        n = self.r.choice([3, 5, 20, 60])
        return self.loop(f"for (let {i} = 0; T() && {i} < {n}; {i}++)", [i])

    def for_of(self):
        x = self.name("x")
        return self.loop(f"for (const {x} of {self.r.choice([self.array(), 'C(String(' + self.var() + '))', 'Object.entries(Object(' + self.var() + '))', 'new Set([1, 2, 1])'])}) if (T())")

    def for_in(self):
        k = self.name("k")
        return self.loop(f"for (let {k} in {self.expr()}) if (T())", [k])

    def while_(self):
        n = self.name("w")
        return f"let {n} = {self.r.randrange(1, 6)}; " + self.loop(f"while (T() && {n}-- > 0)")

    def jump(self):
        if self.loops and self.r.random() < 0.5:
            return f"if ({self.expr()}) {self.r.choice(['break', 'continue'])};"
        return f"if ({self.expr()}) return {self.expr()};" if self.functions_open else f"L({self.expr()});"

    functions_open = True

    def try_(self):
        e = self.name("e")
        body = self.block()
        if self.r.random() < 0.4:
            body = "{ " + body + f" throw {self.expr()}; }}"
        out = f"try {body} catch ({e}) {{ if ({e} instanceof Stop) throw {e}; L({e}); {self.statement()} }}"
        if self.r.random() < 0.4:
            loops, self.loops = self.loops, 0
            out += f" finally {{ L({self.expr()}); }}"
            self.loops = loops
        return out

    def switch(self):
        cases = " ".join(f"case {self.r.choice([self.value(), self.var()])}: L({self.expr()}); {self.r.choice(['break;', ''])}" for _ in range(3))
        return f"switch ({self.expr()}) {{ {cases} default: L({self.expr()}); }}"

    def function(self):
        f, params = self.name("f"), [self.name("p") for _ in range(self.r.randrange(4))]
        loops, self.loops = self.loops, 0
        mark, known = len(self.vars), len(self.functions)
        self.vars += params
        body = " ".join(self.statement() for _ in range(self.r.randrange(1, 4)))
        ret = self.expr()
        del self.vars[mark:]
        del self.functions[known:]
        self.loops = loops
        kind = self.r.choice(["", "", "", "'use strict'; "])
        heads = [p + (f" = {self.value()}" if not kind and self.r.random() < 0.2 else "") for p in params]
        self.functions.append(f)
        return f"var {f} = function ({', '.join(heads)}) {{ {kind}T(); {body} return {ret}; }};"

    def class_(self):
        c = self.name("K")
        base = self.r.choice(["", "", " extends Array", " extends Object"])
        make = f"constructor(a) {{ {'super();' if base else ''} this.a = a; L(this.m({self.value()})); }}"
        loops, self.loops = self.loops, 0
        text = f"class {c}{base} {{ #p = {self.expr()}; f = {self.value()}; {make} m(q) {{ T(); return [q, this.#p, {self.expr()}]; }} get g() {{ return this.#p; }} static s = {self.value()}; }}"
        self.loops = loops
        n = self.name()
        self.vars.append(n)
        return f"{text} let {n} = new {c}({self.expr()});"

    def program(self):
        body = "\n  ".join(self.statement() for _ in range(self.r.randrange(4, 9)))
        return "function () {\n  " + body + f"\n  return {self.expr()};\n}}"


def make(seed):
    return Maker(seed).program()


def write(path, seeds):
    with open(path, "w") as out:
        out.write(PRELUDE)
        for seed in seeds:
            out.write(f"run({seed}, {make(seed)});\n")


def execute(command, paths, timeout):
    try:
        done = subprocess.run(command + paths, stdin=subprocess.DEVNULL, capture_output=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return "timeout", {}, ""
    lines = {}
    for line in done.stdout.decode("utf-8", "replace").splitlines():
        number, _, rest = line.partition(" ")
        lines[number] = rest
    return done.returncode, lines, done.stderr.decode("utf-8", "replace")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default=os.path.join(ROOT, "build/release/bin/halfword"))
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--batch", type=int, default=50)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--keep", metavar="FOLDER", help="leave disagreeing programs there")
    parser.add_argument("--clones", action="store_true", help="run everything once more, in a clone")
    args = parser.parse_args()
    engine = args.engine.split()
    engine[0] = os.path.abspath(shutil.which(engine[0]) or sys.exit(f"no such engine: {engine[0]}"))
    if args.clones:
        engine.append("--clones")
    node = [shutil.which("node") or sys.exit("node is needed to compare with"), os.path.join(ROOT, "tests/js/node_host.js")]
    if args.keep:
        os.makedirs(args.keep, exist_ok=True)
    print(f"seeds from {args.seed}")
    same = different = 0
    with tempfile.TemporaryDirectory() as work:
        for first in range(args.seed, args.seed + args.count, args.batch):
            seeds = list(range(first, min(first + args.batch, args.seed + args.count)))
            path, again = os.path.join(work, "batch.js"), os.path.join(work, "again.js")
            paths = [path, again] if args.clones else [path]
            with open(again, "w") as out:
                out.write(AGAIN)
            # A program that does not parse would hide all others of its batch: those are left out.
            write(path, seeds)
            code, expected, err = execute(node, paths, args.timeout)
            if code != 0 and not expected:
                good = []
                for seed in seeds:
                    write(path, [seed])
                    if execute(node, paths, args.timeout)[0] == 0:
                        good.append(seed)
                seeds = good
                write(path, seeds)
                code, expected, err = execute(node, paths, args.timeout)
            status, actual, err = execute(engine, paths, args.timeout)
            def differs(lines, seed):
                return [key for key in (str(seed), f"{seed}+") if key in expected and lines.get(key) != expected[key]]

            bad = [s for s in seeds if differs(actual, s)]
            same += len(seeds) - len(bad)
            for seed in bad:
                write(path, [seed])
                status, alone, err = execute(engine, paths, args.timeout)
                key = (differs(alone, seed) or [None])[0]
                if key is None:
                    same += 1  # fell with another program of its batch
                    continue
                different += 1
                a, b = expected[key], alone.get(key, f"exit {status}: {err.strip()[:200]}")
                at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
                print(f"DIFFERENT seed {seed}\n    node: {a[max(0, at - 60):at + 100]}\n    here: {b[max(0, at - 60):at + 100]}", flush=True)
                if args.keep:
                    shutil.copy(path, os.path.join(args.keep, f"{seed}.js"))
    print(f"{same} passed, {different} failed")
    sys.exit(1 if different or not same else 0)


if __name__ == "__main__":
    main()
