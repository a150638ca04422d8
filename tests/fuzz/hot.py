#!/usr/bin/env python3
"""Programs that become hot and then change under the code that was made for them, in all tiers.

    tests/fuzz/hot.py [--host build/release/bin/hot_host] [--first 1] [--programs 1000] [--seconds N] [--all-modes]
    tests/fuzz/hot.py --reduce build/hot-SEED.js

Each program calls a function some hundred times: with objects of a few shapes, classes, arrays, strings and closures; now and
then it replaces a method, a getter, a prototype, a constant, a variable. hot_host compares what programs do and leave behind in
the interpreter and in compiled code (tests/fuzz/hot_host.cc says how). A program that differs is in build, as hot-SEED.js, and
hot_host runs it again. The same seed always gives the same program.
"""

import argparse
import concurrent.futures
import os
import random
import re
import subprocess
import sys
import time

import reduce

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
HOST = os.path.join(ROOT, "build/release/bin/hot_host")
TURNS = 150  # of each part
BATCH = 50  # programs of one process
FIELDS = ("a", "b", "c", "v", "w")
NUMBERS = ("0", "1", "2", "3", "(-1)", "0x3fffffff", "(-0x40000000)", "1.5", "(-0)", "(2 ** 31)")
# Most are numbers, so that programs compute and seldom throw.
VALUES = (*NUMBERS * 3, "NaN", "'s'", "'five'", "null", "undefined", "true", "{}", "10n")


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.mutations = []

    def chance(self, p):
        return self.random.random() < p

    def pick(self, *choices):
        return choices[int(self.random.random() * len(choices))]

    def field(self):
        return self.pick(*FIELDS)

    # ---- What programs have ----

    def namespace(self):
        constants = ", ".join(f"{k}: {self.pick(*VALUES[:-1])}" for k in "ABCD")
        self.lines += [
            f"let NS = {{{constants}, deep: {{k: {self.random.randint(0, 5)}, f: x => x + NS.A}}, obj: {{v: 1, w: 2, a: 3, m: x => x}}}};",
            "NS.fn = function (x) { return x * 2; }; NS.fn.q = 7;",
            "class Enum { static X = 1; static Y = 'y'; static make(i) { return i % 2 ? this.X : Enum.Y; } }",
        ]
        self.mutations += [
            "NS.A = 5;", "NS.deep.k = 'z';", "NS.deep = {k: 9, f: x => x};", "NS.fn = x => x - 1;", "delete NS.B;", "NS.B = 8;",
            "Enum.X = 3;", "Object.defineProperty(NS, 'C', {get() { return note(4); }, configurable: true});",
            "Object.freeze(NS.deep);", "NS.obj.v = 2 ** 31;", "NS = {A: 1, B: 2, C: 3, deep: NS.deep, fn: NS.fn, obj: NS.obj};",
        ]

    def method_body(self, fields):
        first, last = fields[0], fields[-1]
        return self.pick(
            "",
            f"return x + (this.{last} | 0);", f"this.{first} = x; return this.{first};",
            "let s = 0; for (const z of [x, 1]) s += z | 0; return s;", "return note(x);",
            f"if (x > 3) return this.{first}; this.{last} = x; return 1;", f"return typeof this.{first} === typeof x ? 1 : x;")

    def constructor(self, k):
        fields = self.random.sample(FIELDS, self.random.randint(2, 5))
        body = "; ".join(f"this.{f} = {self.pick('x', 'y', '0', '1', 'NS.A', '2')}" for f in fields) + ";"
        if self.chance(0.3):
            body += f" for (const q of [1]) this.{fields[0]} = (this.{fields[0]} | 0) + q;"
        if self.chance(0.3):
            body += " this.c = arguments.length;"
        if self.chance(0.4):
            # All constructors of one code, which may make one another.
            maker = self.pick("makeKind()", "function () { this.initialize.apply(this, arguments); }")
            if k > 0 and self.chance(0.6):
                body += f" this.{self.field()} = new K{self.random.randrange(k)}(y, x){self.pick('', '.' + self.field())};"
            self.lines.append(f"const K{k} = {maker}; K{k}.prototype = {{initialize(x, y) {{ {body} }}}};")
        else:
            self.lines.append(f"function K{k}(x, y) {{ {body} }}")
        self.lines.append(f"K{k}.prototype.m = function (x) {{ {self.method_body(fields)} }};")
        if self.chance(0.5):
            self.lines.append(f"Object.defineProperty(K{k}.prototype, 'g', {{get() {{ {self.getter_body()} }}, configurable: true}});")
        self.mutations += [
            f"K{k}.prototype.m = function (x) {{ return -x; }};", f"Object.setPrototypeOf(objects[0], K{k}.prototype);",
            f"Object.defineProperty(K{k}.prototype, 'g', {{get() {{ return note(9); }}, configurable: true}});",
            f"Object.defineProperty(K{k}.prototype, 'g', {{value: {self.pick(*VALUES)}, writable: true, configurable: true}});",
            f"K{k}.prototype = {{m() {{ return 3; }}, initialize() {{ this.a = 1; }}}};",
        ]

    def getter_body(self):
        return self.pick(f"return this.{self.field()};", f"return (this.{self.field()} | 0) + 1;", "return note(2);",
                         f"if (this.{self.field()} > 1) return 1; return 0.5;",
                         *(("return this;", "throw new RangeError('getter');") if self.chance(0.1) else ()))

    def private_class(self, k, base):
        """A class with private elements, fields, getters and maybe a base class."""
        initial = [self.pick(*VALUES) for _ in range(3)]
        fields = f"#p = {initial[0]}; #q = {initial[1]};"
        if self.chance(0.6):
            fields += f" {self.field()} = {initial[2]};"
        if self.chance(0.4):
            fields += f" {self.field()} = this.#q;"
        head, start = f"class K{k}", ""
        if base is not None:
            head += f" extends K{base}"
            start = self.pick("super(x, y);", "super(x, y);", "super(...arguments);", "if (x === 99) note(1); super(y, x);")
        has_constructor = base is None or self.chance(0.7)
        end = self.pick("", "", "", "if (x === 41) return {m: z => z, get g() { return 2; }};", "this.v = new.target === K%d ? 1 : 2;" % k)
        constructor = (f"constructor(x, y) {{ {start} this.#p = {self.pick('x', 'y', '1', 'x + 1')}; "
                       f"this.{self.field()} = {self.pick('y', 'x', '0')}; {end} }}" if has_constructor else "")
        method = self.pick("return this.#p + (x | 0);", "this.#p = x; return this.#q;", "this.#q = this.#p; return this.#h(x);",
                           "return #p in x ? 1 : 2;", f"return this.{self.field()};")
        if base is not None and self.chance(0.3):
            method = "return note(super.m(x));"
        self.lines.append(f"{head} {{ {fields} {constructor} m(x) {{ {method} }} get g() {{ {self.pick('return this.#p;', self.getter_body())} }}"
                          f" #h(x) {{ return this.#q === x ? 1 : x; }} static read(o) {{ return o.#p; }} }}")
        self.mutations += [f"note(K{k}.name); try {{ K{k}.read({{}}); }} catch (e) {{ note(e.name); }}",
                           f"Object.defineProperty(K{k}.prototype, 'g', {{get() {{ return note(9); }}, configurable: true}});",
                           f"K{k}.prototype.m = function (x) {{ return -x; }};"]
        if base is not None:
            self.mutations.append(f"Object.setPrototypeOf(K{k}, class {{ constructor(x) {{ this.a = x; }} }});")

    def arrays(self):
        kinds = ("[1, 2, 3]", "[1.5, 2, 3]", "[1, 2, 2 ** 31]", "['a', 'b', 1]", "[1, , 3]", "[]", "new Array(4)", "[0, 0, 0, 0]",
                 "Object.assign([1, 2], {named: 1})", "new Int32Array(3)", "new Float64Array(2)", "{0: 1, 1: 'x', length: 2}", "'text'")
        self.lines.append(f"const arrays = [{', '.join(self.pick(*kinds) for _ in range(self.random.randint(2, 4)))}];")
        self.lines.append("class List extends Array { get last() { return this[this.length - 1]; } } arrays.push(List.of(1, 2, 3));")
        if self.chance(0.5):
            self.lines.append("arrays[arrays.length - 1].a = 1; arrays[arrays.length - 1].b = 2;")
        self.mutations += ["arrays[0] = [0.5];", "arrays[1] = ['x', 1];", "arrays.push([1, 2, 3]);", "arrays[0].length = 0;",
                           "Object.defineProperty(Array.prototype, 5, {set(v) { note(v); }, configurable: true});",
                           "Object.freeze(arrays[0]);"]

    def hidden(self):
        """Functions that have elements and further properties, where the engine hides things, too."""
        statics = " ".join(f"static s{n} = {n};" for n in range(self.random.randint(0, 9)))
        self.lines += [
            f"function makeClass(i) {{ return class {{ x = i; #y = i; {statics} static {self.random.randint(0, 3)} = 1; "
            "get y() { return this.#y; } }; }",
            "const made = [0, 1, 2].map(makeClass);",
            "function makeMethod(i) { const o = {f() { return super.toString === Object.prototype.toString ? i : -1; }}; "
            f"for (let k = 0; k < {self.random.randint(0, 9)}; k++) o.f['q' + k] = k; o.f[0] = 1; return o.f; }}",
            "const methods = [1, 2, 3].map(makeMethod);",
        ]

    def switches(self):
        words = ("one", "two", "five", "s", "y", "")
        self.lines.append("function kind(x) { switch (typeof x) { case 'number': return 1; case 'string': return 2; case 'undefined': "
                          "return 3; case 'object': if (x === null) return 4; case 'function': return 5; default: return 6; } }")
        cases = " ".join(f"case '{w}': return {n};" for n, w in enumerate(self.random.sample(words, 4)))
        self.lines.append(f"function word(x) {{ switch (x) {{ {cases} default: return -1; }} }}")

    def closures(self):
        """Functions that share variables: some are set once, others by functions, in loops, or when a generator goes on."""
        names, body, readers = [], [], []
        for n in range(self.random.randint(3, 6)):
            name, value = f"v{n}", self.pick(*VALUES)
            names.append(name)
            body.append(self.pick(
                f"var {name} = {value};", f"let {name} = {value};", f"const {name} = {value};", f"var {name}; {name} = {value};",
                f"let {name}; {name} = {value};", f"var {name}; for (let k = 0; k < 2; k++) {name} = {value};", f"var [{name}] = [{value}];",
                f"var {name} = {value}; {name} = {self.pick(*NUMBERS)};", f"function {name}() {{ return {self.pick(*NUMBERS)}; }}",
                f"class {name} {{ static k = 1; }}", f"const {name} = x => x;", f"let {name} = {{k: {value}}};"))
            if self.chance(0.3) and not body[-1].startswith("const"):
                readers.append(f"set{n}: x => {{ {name} = x; }}")
                self.mutations += [f"shared.set{n}({self.pick(*VALUES)});"] * 2
        use = " + ".join(f"use({n}, x)" for n in self.random.sample(names, min(3, len(names))))
        readers += [f"sum: x => {use}", f"first: () => {names[0]}", "arrow: x => { const y = x; return [1].map(z => use(z, y) + use(y, x))[0]; }"]
        self.lines += [
            "function use(v, x) { switch (typeof v) { case 'function': return v.k === 1 ? 1 : v(x) | 0; case 'object': return v === null ? 2 : "
            "v.k | 0; case 'number': return v | 0; default: return v === undefined ? 3 : 4; } }",
            f"const shared = (function (p, q = 1) {{ {' '.join(body)} return {{ {', '.join(readers)}, p: () => p + q }}; }})({self.random.randint(0, 9)});",
            f"const steps = (function* () {{ var late, again; let after; yield {{ late: () => use(late, 1) + use(again, 1), after: () => use(after, 2) }}; "
            f"late = {self.pick(*VALUES)}; yield; again = 1; yield; after = {self.pick(*VALUES)}; yield; after = 7; }})();",
            "const stepped = steps.next().value, other = {sum: x => use(shared.first(), x)};",
        ]
        self.mutations += ["steps.next();"] * 4

    # ---- Expressions ----

    def expression(self, depth, names):
        if depth == 0 or self.chance(0.15):
            return self.pick(*names, "i", "NS.A", "NS.B", "NS.C", "NS.deep.k", "Enum.X", "NS.fn.q", "(i & 7)", "i % 5", *NUMBERS)

        def e():
            return self.expression(depth - 1, names)

        target, field, k = self.pick("o", "p"), self.field(), self.random.randrange(self.count)
        array = self.pick("arrays[i % arrays.length]", "arrays[0]", "local")
        index = self.pick("0", "1", "i & 3", "j", f"({e()} & 3)")
        return self.pick(
            lambda: f"({e()} + {e()})", lambda: f"({e()} - {e()})", lambda: f"({e()} * {e()})", lambda: f"({e()} & {e()})",
            lambda: self.operators(e), lambda: self.operators(e), lambda: self.updates(e, target, field, names),
            lambda: self.library(e, target, field, k),
            lambda: f"(({e()} < {e()}) {self.pick('==', '!=')} {self.pick('false', 'true', '(i > j)', e())} ? {e()} : 2)",
            lambda: f"({e()} < {e()} ? {e()} : {e()})", lambda: f"({e()} === {e()} ? {e()} : {e()})", lambda: f"({e()} == {e()} ? 1 : {e()})",
            lambda: f"{target}.{field}", lambda: f"{target}.{field}", lambda: f"{target}.m({e()})", lambda: f"{target}.g",
            lambda: f"({target}.{field} = {e()})", lambda: f"(({e()} & {self.pick(1, 2, 4, 8)}) !== 0 || {e()} === 2 ? {e()} : 1)",
            lambda: f"NS.deep.f({e()})", lambda: f"NS.fn({e()})", lambda: f"forward({e()}, {e()})",
            lambda: f"new K{k}({e()}, {e()}).{self.pick(field, 'g', 'v')}", lambda: f"new K{k}({e()}, {e()}).m({e()})",
            lambda: f"({e()} ? {e()} : {e()})", lambda: f"{array}[{index}]", lambda: f"({array}[{index}] = {e()})",
            lambda: f"new made[i % {self.random.randint(1, 3)}]().{self.pick('x', 'y')}",
            lambda: f"methods[i % {self.random.randint(1, 3)}]()",
            lambda: f"{array}.{self.pick('indexOf', 'includes', 'lastIndexOf')}({e()})", lambda: f"[...{array}].sort().length",
            lambda: f"JSON.stringify({array}).length", lambda: f"({array}[i % 9] = {e()} * 0.5)",
            lambda: f"{array}[i % 9]", lambda: f"({array}[{e()} & 15] ?? 3)", lambda: f"{self.pick('shared', 'shared', 'other')}.sum({e()})",
            lambda: f"shared.{self.pick('first', 'p')}()", lambda: f"shared.arrow({e()})",
            lambda: f"stepped.{self.pick('late', 'after')}()",
            lambda: f"{array}.length", lambda: f"kind({e()})", lambda: f"word({self.pick(e(), 'words[i % words.length]')})",
            lambda: f"(typeof {e()} === '{self.pick('number', 'string', 'object', 'function', 'undefined')}' ? {e()} : 2)")()

    def operators(self, e):
        op = self.pick("/", "%", "|", "^", "<<", ">>", ">>>", ">", "<=", ">=", "!=", "!==", "&&", "||", "??", "+", "-", "*")
        left, right = e(), e()
        if op == "??":
            return f"({left} ?? {right})"
        return self.pick(
            lambda: f"({left} {op} {right})", lambda: f"({left} {op} {right})", lambda: f"({left} {op} {right} ? {e()} : {e()})",
            lambda: f"({self.pick('-', '+', '~', '!', 'typeof ')}({left}))", lambda: f"({left} {op} {self.pick(*NUMBERS)})",
            lambda: f"(({left}) ** {self.pick('2', '3', '0.5', '(-1)')})")()

    def updates(self, e, target, field, names):
        """Increments and assignments with an operator; nothing that a loop counts by."""
        places = (f"{target}.{field}", "local[i & 1]", "NS.A", "NS.deep.k", *(n for n in names if n not in ("i", "j")))
        place, op = self.pick(*places), self.pick("+", "-", "*", "&", "|", "^", ">>", ">>>", "<<", "%", "/", "??", "||", "&&")
        change = self.pick("{0}++", "++{0}", "{0}--", "--{0}", "", "")
        return change.format(place) or f"({place} {op}= {e()})"

    def library(self, e, target, field, k):
        one = ("floor", "ceil", "round", "trunc", "abs", "sqrt", "sign", "fround", "clz32", "cos", "sin", "tan", "exp", "log", "cbrt", "atan")
        return self.pick(
            lambda: f"Math.{self.pick(*one)}({e()})", lambda: f"Math.{self.pick(*one)}({e()})",
            lambda: f"parseInt({e()}{self.pick('', ', 10', ', 7')})",
            lambda: f"Math.{self.pick('min', 'max', 'imul', 'atan2', 'hypot', 'pow')}({e()}, {e()})", lambda: f"String({e()}).length",
            lambda: f"('' + {e()})", lambda: f"`${{{e()}}}:${{i & 3}}`", lambda: f"('abc' + {e()}).charCodeAt(i & 7)",
            lambda: f"String({e()}).slice(i & 1)", lambda: f"words[i % words.length][{e()}]", lambda: f"('{field}' in {target} ? {e()} : 1)",
            lambda: f"({target} instanceof K{k} ? {e()} : 2)", lambda: f"Array.isArray({e()})", lambda: f"(x => x + i)({e()})",
            lambda: f"(() => {e()})()", lambda: f"({{a: {e()}, v: i}}).a", lambda: f"[{e()}, {e()}][i & 1]", lambda: f"Number({e()})",
            lambda: f"Number.isInteger({e()})", lambda: f"Object.is({e()}, {e()})", lambda: f"(({e()}, {e()}))",
            lambda: f"delete {target}.{field}" if self.chance(0.1) else f"!{e()}")()

    def statement(self):
        def e():
            return self.expression(2, ("s", "j"))

        return "{ %s }" % self.pick(
            lambda: f"if ({e()}) continue;", lambda: f"if ({e()} === {e()}) break;", lambda: "for (const z of local) s = z;",
            lambda: "for (const k in o) s += k.length;", lambda: f"[s, o.{self.field()}] = [{e()}, s];",
            lambda: f"const {{ {self.field()}: d = {e()} }} = p; s = d;",
            lambda: f"switch ({e()}) {{ case 1: s = {e()}; case 2: s = 3; break; case 's': s = {e()}; break; default: s = s; }}",
            lambda: f"try {{ s = {e()}; }} catch (x) {{ s = x.name; }}", lambda: f"try {{ s = {e()}; }} finally {{ note(j); }}",
            lambda: f"for (let k = 0; k < 3; k++) {{ s = {e()}; if (s === k) break; }}", lambda: f"let w = 0; while (w++ < 2) s = {e()};",
            lambda: f"s = {e()}; s = {e()};", lambda: f"{self.updates(e, 'o', self.field(), ('s',))};", lambda: "var v = s; v++; s = v;",
            lambda: f"let u = {e()}; u--; s = u;", lambda: f"kept[i & 7] = {self.pick('local', 'o', 'p', '{v: s}', '[s, j]', e())};",
            lambda: f"kept[j] = () => s + {e()};")()

    def text(self):
        # Numbers count with their fractions and signs, strings with their ends.
        self.lines.append("let log = 0, kept = []; function note(x) { let n; switch (typeof x) { "
                          "case 'number': n = x === 0 ? 1 / x > 0 ? 1 : 2 : x !== x ? 3 : (x | 0) ^ (x * 1024 | 0) ^ (x / 1024 | 0); break; "
                          "case 'string': n = x.length * 64 + (x.charCodeAt(0) | 0) + (x.charCodeAt(x.length - 1) | 0); break; "
                          "default: n = kind(x); } log = (log * 31 + n) | 0; return x; }")
        self.switches()
        self.lines.append("const words = ['one', 'two', 'fi' + 've', '', 's', 'y', 'x'.repeat(20), 3, null];")
        self.lines.append("function makeKind() { return function () { this.initialize.apply(this, arguments); }; }")
        self.namespace()
        self.count = self.random.randint(2, 4)
        for k in range(self.count):
            if self.chance(0.6):
                self.private_class(k, self.random.randrange(k) if k > 0 and self.chance(0.6) else None)
            else:
                self.constructor(k)
        self.arrays()
        self.hidden()
        self.closures()
        self.lines.append("function target(x, y) { let s = arguments.length; for (const z of arguments) s += z | 0; return s; } "
                          "function forward() { return target.apply(this, arguments); }")
        behind = self.pick("", f"o.{self.field()} = j;", f"p.{self.field()} = s | 0;", f"s += o.{self.field()} | 0;", "local.push(s);",
                           self.statement(), self.statement(), self.statement() + " " + self.statement())
        self.lines.append(f"function hot(o, p, i) {{ const local = {self.pick('[]', '[0, 0]', '[1, 2.5]', '[i]')}; let s = 0; "
                          f"for (let j = 0; j < {self.random.randint(1, 4)}; j++) {{ s = note({self.expression(4, ('s', 'j'))}); {behind} }} return s; }}")
        made = ", ".join(f"make(() => new K{k}({k}, 2))" for k in range(self.count))
        other = self.pick("o", "objects[0]", "objects[(i >> 3) % objects.length]", "NS.obj", "make(() => new K0(i, 1))")
        self.mutations += ["objects[0].z = 1;", "objects.push({a: 1.5, v: 'x', m(x) { return x; }});", "target = x => x;",
                           "Object.setPrototypeOf(objects[0], {m(x) { return x + 100; }});", "objects.push(objects.shift());"]
        changes = " ".join(f"if (i === {self.random.randint(20, 2 * TURNS - 20)}) {{ try {{ {self.pick(*self.mutations)} }} catch (e) {{ note(e.name); }} }}"
                           for _ in range(self.random.randint(0, 4)))
        self.lines.append("function make(f) { try { return f(); } catch (e) { return {m: x => x}; } }")
        self.lines.append(f"const objects = [{made}]; function main(from, to) {{ let t = 0; for (let i = from; i < to; i++) {{ "
                          f"const o = objects[i % objects.length], p = {other}; "
                          f"try {{ t = (t * 7 + (Number(note(hot(o, p, i))) | 0)) | 0; }} catch (e) {{ note(e.name); note(e.message); }} {changes} }} return t; }}")
        for part in range(2):
            self.lines += ["//# part", f"print(main({part * TURNS}, {(part + 1) * TURNS}) + ' ' + log);"]
        return "\n".join(self.lines) + "\n"


def batch_of(programs):
    """What hot_host reads, of pairs of a name and a text."""
    return "".join(f"//# program {name}\n{text}" for name, text in programs)


def run(host, batch, options=()):
    """The lines that the host prints, and how it ended."""
    command = [host, f"--keep={os.path.join(ROOT, 'build')}", *options, "-"]
    done = subprocess.run(command, input=batch, capture_output=True, text=True, errors="replace", timeout=3600)
    return done.stdout.splitlines(), done.returncode, done.stderr


def compare(host, programs, options=()):
    """What differs, as lines. A program in which the host ends is kept, too, and those behind it get another host."""
    problems = []
    while programs:
        lines, code, errors = run(host, batch_of(programs), options)
        problems += [line for line in lines if line.startswith("FAILED")]
        if code in (0, 1):
            break
        begun = [line for line in lines if not line.startswith("FAILED")]
        if code == 2 or not begun:
            sys.exit(f"{host} ended with {code}: {errors[-1000:]}")
        at = next(n for n, (name, _) in enumerate(programs) if str(name) == begun[-1])
        place = os.path.join(ROOT, "build", f"hot-{begun[-1]}.js")
        with open(place, "w", encoding="utf-8") as file:
            file.write(batch_of([programs[at]]))
        problems.append(f"FAILED {place}: the host ended with {code}: {errors[-300:]}")
        programs = programs[at + 1 :]
    return problems


def compare_seeds(host, seeds, options):
    return compare(host, [(seed, Program(seed).text()) for seed in seeds], options)


def reduced(host, path, seconds):
    """The smallest program found that fails as this one does: in a mode of the same name, or by ending the host."""
    with open(path, encoding="utf-8") as file:
        head, _, text = file.read().partition("\n")

    def failure(candidate):
        try:
            lines, code, _ = run(host, f"{head}\n{candidate}\n")
        except subprocess.TimeoutExpired:
            return None
        modes = re.findall(r"^FAILED [^:]*: (?:with fuel \d+, )?(\w+)", "\n".join(lines), re.MULTILINE)
        return modes[0] if modes else code if code not in (0, 1) else None

    wanted = failure(text)
    if wanted is None:
        sys.exit(f"{path} does not fail")
    return f"{head}\n" + reduce.reduce(text, lambda candidate: failure(candidate) == wanted, time.monotonic() + seconds)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--host", default=HOST)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--programs", type=int, default=1000)
    parser.add_argument("--seconds", type=float, help="go on so long, whatever the number of programs; of --reduce: at most")
    parser.add_argument("--all-modes", action="store_true", help="each program runs in all modes")
    parser.add_argument("--reduce", metavar="FILE", help="make a program that differs smaller, and print it")
    parser.add_argument("--jobs", "-j", type=int, default=len(os.sched_getaffinity(0)))
    args = parser.parse_args()
    if args.reduce:
        print(reduced(args.host, args.reduce, args.seconds or 120))
        return 0
    options = ["--all-modes"] * args.all_modes
    deadline = None if args.seconds is None else time.monotonic() + args.seconds
    done = failed = 0
    seed, end = args.first, args.first + args.programs
    with concurrent.futures.ProcessPoolExecutor(args.jobs) as pool:
        running = {}
        while True:
            while len(running) < args.jobs + 1 and (time.monotonic() < deadline if deadline else seed < end):
                seeds = range(seed, seed + BATCH if deadline else min(seed + BATCH, end))
                running[pool.submit(compare_seeds, args.host, seeds, options)] = len(seeds)
                seed = seeds.stop
            if not running:
                break
            for future in concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)[0]:
                problems = future.result()
                done += running.pop(future)
                failed += len(problems)
                for line in problems:
                    print(line, flush=True)
    print(f"{done - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
