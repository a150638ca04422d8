"""Makes random programs in which values of known kinds flow through variables, calls, classes, generators, proxies and all the rest.

    generator.py SEED            prints a program (prelude.js defines what it calls)

What expressions there are is in grammar.txt; here are the statements, and what needs to know which variables there are. Most
statements end up in a *site*: a function that is called again and again with arguments of the same kinds, until its inline caches
have learnt them, and then with others. A program is a function of its seed and of the grammar alone.
"""

import os
import random
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
HOLE = re.compile(r"@(?:\{(\w+)\}|([a-z]\w*))")
SIMPLE = re.compile(r"[\w$]+|'[^'\\]*'|\([^()]*\)|\[[^\[\]]*\]")
HOOKS = ("closure", "tgt", "embedded")
REENTRY = float(os.environ.get("FUZZ_REENTRY", 0.12))  # how many programs are of that kind
# Of programs that run in the middle of what the library does: kind of the subject → what is done to it, and what in the middle of that.
SUBJECTS = {"agen": ("agenop", "agenop"), "gen": ("genop", "genop"), "rarr": ("rarrop", "rarrin"), "rview": ("rviewop", "rviewin"), "rmap": ("rmapop", "rmapin"), "rset": ("rsetop", "rsetin"),
            "rre": ("rreop", "rrein"), "rhelper": ("rhelperop", "rhelperop"), "rprom": ("rpromop", "rpromop")}
# Kinds whose place nothing else can take: what is there is syntax, or bounds something.
EXACT = {"small", "desc", "source", "radix", "reg", "iterable"}


class Grammar:
    """kind → the templates of its expressions; what each needs to come to an end."""

    def __init__(self, text):
        self.rules = {}
        kind = None
        for line in text.splitlines():
            if not line or line.startswith("#"):
                continue
            if header := re.fullmatch(r"\[(\w+)\]", line):
                kind = header[1]
                self.rules[kind] = []
                continue
            weighted = re.match(r"(\d)\* ", line)
            times, template = (int(weighted[1]), line[3:]) if weighted else (1, line)
            self.rules[kind] += [self.parts(template)] * times
        # Words and not values: names of properties and methods.
        self.raw = {k for k, rows in self.rules.items() if all(len(r) == 1 and re.fullmatch(r"[a-zA-Z]\w*", r[0][0]) for r in rows)}
        # How deep the shallowest expression of a kind is.
        self.depth = dict.fromkeys(HOOKS, 1)
        while True:
            before = dict(self.depth)
            for kind, rows in self.rules.items():
                self.depth[kind] = min(self.depth_of(r) for r in rows)
            if self.depth == before:
                break
        missing = {h for rows in self.rules.values() for r in rows for _, h, _ in r if h and h not in self.depth}
        assert not missing, missing
        # Which kinds are part of which others, by rules that are nothing but a hole.
        self.below = {k: {k} for k in self.rules}
        for _ in self.rules:
            for kind, rows in self.rules.items():
                for r in rows:
                    if len(r) == 2 and not r[0][0] and not r[1][0] and r[0][1] in self.below:
                        self.below[kind] |= self.below[r[0][1]]
        self.by_depth = {}

    def parts(self, template):
        """[(text before, hole, whether it stands where an argument may), ...] and the text after the last."""
        parts, at = [], 0
        for hole in HOLE.finditer(template):
            before, after = template[:hole.start()].rstrip(), template[hole.end():].lstrip()
            open_before = not before or before[-1] in "([,:" or before.endswith("${")
            open_after = not after or after[0] in ",)]};"
            parts.append((template[at:hole.start()], hole[1] or hole[2], open_before and open_after))
            at = hole.end()
        return parts + [(template[at:], None, False)]

    def depth_of(self, row):
        return 1 + max((self.depth.get(h, 99) for _, h, _ in row if h), default=0)

    def rows(self, kind, depth):
        found = self.by_depth.get((kind, depth))
        if found is None:
            rows = self.rules[kind]
            limit = max(depth, self.depth[kind])
            found = self.by_depth[kind, depth] = [r for r in rows if self.depth_of(r) <= limit]
        return found


with open(os.path.join(HERE, "grammar.txt"), encoding="utf-8") as _file:
    GRAMMAR = Grammar(_file.read())

KINDS = ["num", "num", "str", "bool", "big", "sym", "nil", "obj", "obj", "arr", "arr", "ta", "map", "set", "date", "re", "box", "args", "prox", "iter",
         "fn", "fn", "cls", "prom", "object", "object", "callee", "callee", "any", "key", "iterable", "prim"]
# What sites learn of and what it inherits from: receivers, and objects that a change of reaches them. "R." becomes a realm's name.
PRIMITIVES = {"str": (["'abc'", "'é'", "'length'", "''", "@str"], ["R.String.prototype", "R.String.prototype", "R.Object.prototype"]),
              "num": (["5", "1.5", "-0", "@num"], ["R.Number.prototype", "R.Number.prototype", "R.Object.prototype"]),
              "bool": (["true", "@bool"], ["R.Boolean.prototype", "R.Object.prototype"]),
              "sym": (["SY", "@sym"], ["R.Symbol.prototype", "R.Object.prototype"]),
              "big": (["1n", "@big"], ["R.BigInt.prototype", "R.Object.prototype"])}
LISTS = {"arr": (["[1, , 3]", "[, ]", "[0.5, , 2.5]", "['a', , {}]", "new R.Array(3)", "[1, 2, 3]", "R.eval('[1, , 3]')", "R.Array.of(1, 2)", "Object.setPrototypeOf([1, , 3], @object)", "new (class extends R.Array {})(3)",
                  "Object.setPrototypeOf([1, , 3], {__proto__: Array.prototype, 1: 'above', 3: 'beyond'})", "Reflect.construct(R.Array, [3], F1)", "@arr"],
                 ["R.Array.prototype", "R.Array.prototype", "R.Object.prototype", "F1.prototype"]),
         "args": (["(function () { delete arguments[1]; return arguments; })(1, 2, 3)", "(function () { 'use strict'; return arguments; })(1)",
                   "(function () { arguments.length = 4; return arguments; })(1)",
                   "Object.setPrototypeOf((function () { delete arguments[1]; return arguments; })(1, 2, 3), {1: 'above'})", "@args"], ["R.Object.prototype"]),
         "ta": (["new R.Uint8Array(3)", "@ta"], ["R.Uint8Array.prototype", "R.Object.prototype"])}
OBJECTS = {"obj": (["new F1(1)", "{y: 1}", "@obj"], ["F1.prototype", "R.Object.prototype"]), "fn": (["F2", "@fn"], ["R.Function.prototype", "R.Object.prototype"]),
           "re": (["/a/g", "@re"], ["R.RegExp.prototype"]), "map": (["new R.Map", "@map"], ["R.Map.prototype"]), "prom": (["R.Promise.resolve(1)"], ["R.Promise.prototype"]),
           "box": (["new R.String('abc')", "new R.Number(1)", "@box"], ["R.String.prototype", "R.Number.prototype", "R.Object.prototype"]),
           "date": (["new R.Date(0)"], ["R.Date.prototype"]), "err": (["new R.TypeError('e')"], ["R.TypeError.prototype", "R.Error.prototype"])}
NAMED_KEYS = ["x", "x", "y", "k1", "toString", "valueOf", "length", "constructor", "at", "slice", "toLocaleString", "hasOwnProperty", "toFixed", "size", "exec", "message", "then"]
NAMED_USES = ["p.KEY", "p.KEY", "p.KEY", "p['KEY']", "p.KEY?.(1)", "p.KEY = 1", "'KEY' in Object(p)", "p.KEY()", "p.KEY++", "(({KEY: q}) => q)(p)", "typeof p.KEY", "[p.KEY, p.y]", "delete p.KEY", "(p.KEY = 1, p.KEY)",
              "Reflect.get(Object(p), 'KEY', p)", "p?.KEY"]
LIST_USES = ["p[1]", "p[I]", "all.apply(null, p)", "all.apply(null, p)", "p.indexOf?.(7)", "(p[1] = 7, p)", "(() => { let s = ''; for (let i = 0; i < 4; i++) s += p[i]; return s; })()", "all.apply(null, p)", "all.apply(null, p)", "Reflect.apply(all, null, p)", "Function.prototype.apply.call(all, null, p)",
             "all(...p)", "all(...p, ...p)", "[...p]", "[1, ...p]", "(([p, q = 7, ...r]) => [p, q, r])(p)", "(([, q]) => q)(p)", "(({1: q, length, ...r}) => [q, length, r])(p)", "new F1(...p)", "Reflect.construct(F1, p)",
             "Math.max.apply(null, p)", "Math.max(...p)", "String.fromCharCode.apply(null, p)", "all.bind(null, ...p)()", "p.indexOf?.(7)", "p.includes?.(undefined)", "p.lastIndexOf?.(7)", "p.join?.()", "Array.from(p)", "Array.prototype.slice.call(p)",
             "p.concat?.([1, , 3])", "p.slice?.(0, 2)", "p.toSorted?.()", "p.sort?.()", "p.reverse?.()", "p.shift?.()", "p.splice?.(1, 1)", "p.map?.(q => q)", "p.forEach?.(L)", "p.reduce?.((q, r) => [q, r])", "p.find?.(q => !q)",
             "p.flat?.()", "p.with?.(0, 1)", "p.at?.(1)", "p.copyWithin?.(0, 1)", "p.fill?.(7)", "p.findLastIndex?.(q => q === 7)", "JSON.stringify(p)", "1 in p", "I in p", "(p[1] = 7, p)", "(p[I] = 7, p)", "p.push?.(7)", "(p.length = 1, p[2] = 7, p)",
             "({...p})", "Object.entries(p)", "(() => { let s = ''; for (const k in p) s += k; return s; })()", "(() => { let s = []; for (const v of p) { T(); s.push(v); } return s; })()", "(p[1]++, p)", "delete p[1]", "p[1]?.(1)",
             "Object.assign([], p)", "new Set(p)", "Array.prototype.@arrm.call(p, 1, 1)", "p.@arrm?.(@closure)", "new Uint8Array(p)", "F2.call(...p)", "F2.apply(...[p, p])"]
# What the language looks up by itself: changes, receivers that they reach, and uses.
ITERATOR = "R.eval('Object.getPrototypeOf([].values())')"
PROTOCOLS = [
    (["R.Array.prototype[Symbol.iterator] = function* () { T(); yield 9; }", ITERATOR + ".next = function () { T(); return {done: true}; }", ITERATOR + ".return = function () { L('closed'); return {}; }",
      "Object.getPrototypeOf(" + ITERATOR + ").return = function () { L('closed'); return {}; }", "R.Object.prototype.return = function () { L('closed'); return {}; }", "delete R.Array.prototype[Symbol.iterator]"],
     ["[1, 2, 3]", "[1, , 3]", "R.Array.of(1, 2)", "R.eval('[1, 2]')", "[[1, 2]]"],
     ["[...p]", "all(...p)", "(([q, r]) => [q, r])(p)", "(([q]) => q)(p)", "(() => { for (const v of p) { T(); return v; } })()", "(() => { let s = ''; for (const v of p) { T(); s += v; } return s; })()", "R.Array.from(p)", "new R.Set(p)",
      "new R.Map([p])", "new F1(...p)", "[...G(...p)]", "new R.Uint8Array(p)", "R.Object.fromEntries([p])"]),
    (["R.Array.prototype.constructor = {[Symbol.species]: F1}", "R.Array.prototype.constructor = undefined", "R.Object.defineProperty(R.Array, Symbol.species, {value: F1})", "R.Object.setPrototypeOf(R.Array, F1)", "R.Array.prototype[Symbol.isConcatSpreadable] = false",
      "R.Object.prototype[Symbol.isConcatSpreadable] = true"],
     ["[1, 2, 3]", "[1, , 3]", "R.Array.of(1, 2)", "R.eval('[1, 2]')", "new (class extends R.Array {})(2)"],
     ["p.map(q => q)", "p.slice(1)", "p.filter(q => q)", "p.concat([1])", "[1].concat(p, {length: 1})", "p.splice(0, 1)", "p.flat()", "p.flatMap(q => [q, q])", "R.Array.prototype.map.call(p, q => q)"]),
    (["R.RegExp.prototype.exec = function () { T(); return null; }", "R.RegExp.prototype[Symbol.replace] = () => 'r'", "R.RegExp.prototype[Symbol.split] = () => 'r'",
      "R.RegExp.prototype[Symbol.match] = () => 'r'", "delete R.RegExp.prototype.exec", "R.RegExp.prototype.constructor = {[Symbol.species]: F1}"],
     ["/b/", "/b/g", "/(b)|c/y", "R.eval('/b/g')", "new R.RegExp('b')"], ["p.test('abc')", "p.exec('abc')", "'abc'.replace(p, 'x')", "'abc'.replace(p, q => q + q)", "'abc'.split(p)", "'abc'.search(p)", "R.eval('p => `abc`.replace(p, 1)')(p)"]),
    (["R.Map.prototype.set = F2", "R.Set.prototype.add = F2", "R.Set.prototype.add = 1", "R.eval('Object.getPrototypeOf(new Map().entries())').next = function () { T(); return {done: true}; }",
      "R.eval('Object.getPrototypeOf(new Set().values())').next = function () { T(); return {done: true}; }", "R.Map.prototype[Symbol.iterator] = function* () { T(); yield 9; }"],
     ["[[1, 2]]", "[[1, 2], [3, 4]]", "new R.Map([[1, 2]])", "new R.Set([[1, 2]])"], ["new R.Map(p)", "new R.Set(p)", "[...new R.Map(p)]", "[...new R.Set(p)]", "all(...p)", "(([q]) => q)(p)", "R.Array.from(p)", "new Map(p)", "new Set(p)"]),
    (["R.Object.prototype.toJSON = function () { T(); return 5; }", "R.Array.prototype.toJSON = function () { T(); return 5; }", "R.Array.prototype.toString = () => 't'", "R.Array.prototype.join = () => 't'", "R.Array.prototype.valueOf = () => 5", "R.Object.prototype.valueOf = () => 5",
      "R.Object.prototype[Symbol.toPrimitive] = () => 'p'", "R.Object.prototype.toString = () => 't'", "delete R.Object.prototype.toString", "R.Object.prototype[Symbol.toStringTag] = 't'", "R.Date.prototype.toJSON = () => 5"],
     ["[1]", "{}", "{x: 1}", "R.eval('[1]')", "R.eval('({x: [1]})')", "[[1], 2]", "F1", "new F1(1)"], ["JSON.stringify(p)", "JSON.stringify([p, {p}])", "p + ''", "`${p}`", "+p", "p == '1'", "[p].join()", "String(p)", "({t: 7})[p]", "p < 2", "R.Object.prototype.toString.call(p)"]),
    (["R.Function.prototype.call = () => 5", "R.Function.prototype.apply = () => 5", "R.Function.prototype.bind = () => 5", "Object.defineProperty(F1, Symbol.hasInstance, {value: () => true, configurable: true})", "F1.prototype = {}", "F1.prototype = 1",
      "Object.setPrototypeOf(F2, R.Function.prototype)", "Object.setPrototypeOf(F2, null)", "R.Function.prototype.prototype = F1.prototype"],
     ["new F1(1)", "F2", "{}", "R.eval('(function () { return this; })')", "R.Object"], ["p instanceof F1", "p instanceof R.Object", "F2.call(p, 1)", "F2.apply(p, [1])", "F2.bind(p)(1)", "new F1(p)", "Reflect.construct(F1, [p], R.Object)", "p.call?.(1)"]),
]
PATCHED = ["Object.prototype", "Array.prototype", "Function.prototype", "String.prototype", "Number.prototype", "Uint8Array.prototype", "F1.prototype",
           "Object.getPrototypeOf(Int32Array.prototype)", "Promise.prototype", "RegExp.prototype", "Map.prototype", "Error.prototype"]
PATCHED_KEYS = ["'x'", "'y'", "0", "1", "'k1'", "SY", "'z'", "'-1'", "'next'"]


class Maker:
    def __init__(self, seed):
        self.r = random.Random(f"halfword {seed}")
        self.scope = []  # (name, kind, whether it can be assigned to)
        self.names = 0
        self.lines, self.indent = [], 0
        self.nesting, self.loops = 0, 0
        self.is_async = self.r.random() < 0.2
        self.strict = False
        self.functions = []  # sites that are there: (name, kinds of the parameters)
        self.realms = []  # names of their global objects
        # Node cannot run programs with decorators, and realms take long to make.
        self.decorates, self.has_realms, self.has_shadows = (self.r.random() < p for p in (0.06, 0.2, 0.08))
        # A choice of its own: other programs are the same with and without these.
        self.reenters = random.Random(f"reentry {seed}").random() < REENTRY

    # ---- Expressions ----

    def name(self, prefix="v"):
        self.names += 1
        return f"{prefix}{self.names}"

    def variable(self, kind):
        below = GRAMMAR.below.get(kind, ())
        fitting = [n for n, k, _ in self.scope if k in below or kind == "any"]
        return self.r.choice(fitting) if fitting else None

    def expr(self, kind, depth=3):
        r = self.r
        if kind in HOOKS:
            return getattr(self, kind)(depth)
        if kind not in GRAMMAR.raw and kind not in EXACT:
            if r.random() < 0.04:
                kind = "any"
            if r.random() < 0.45:
                if variable := self.variable(kind):
                    return variable
        out = []
        for text, hole, argument in r.choice(GRAMMAR.rows(kind, depth)):
            out.append(text)
            if hole:
                value = self.expr(hole, depth - 1)
                if not argument and hole not in GRAMMAR.raw and not SIMPLE.fullmatch(value) or value[0] in "-+":
                    value = f"({value})"
                elif value[0].isdigit() and not argument:
                    value = f"({value})"
                out.append(value)
        text = "".join(out)
        return f"({text})" if text[0] == "{" and kind != "desc" else text

    def tgt(self, depth):
        names = [n for n, _, writable in self.scope if writable]
        if names and self.r.random() < 0.6:
            return self.r.choice(names)
        return f"({self.expr('object', depth - 1)})" + self.r.choice([f".{self.expr('name', 1)}", f"[{self.expr('key', depth - 1)}]"])

    def closure(self, depth):
        p, q = self.name("p"), self.name("p")
        mark = len(self.scope)
        self.scope += [(p, "any", True), (q, "any", True)]
        body = self.expr(self.r.choice(["any", "op", "any", "prim"]), max(1, depth - 1))
        del self.scope[mark:]
        return self.r.choice([f"({p}, {q}) => (T(), {body})", f"({p}, {q}) => (T(), {body})", f"function ({p}, {q}) {{ T(); return {body}; }}",
                              f"function ({p}, {q}) {{ 'use strict'; T(); return {body}; }}", f"([{p}, {q}] = []) => (T(), {body})",
                              f"({p} = {self.expr('prim', 1)}, ...{q}) => (T(), {body})", f"({{x: {p}, length: {q}}} = {{}}) => (T(), {body})"])

    def embedded(self, depth):
        text = self.expr(self.r.choice(["any", "op", "call"]), min(2, depth))
        return text.replace("\\", "\\\\").replace("'", "\\'")

    # ---- Statements ----

    def put(self, line):
        self.lines.append("  " * self.indent + line)

    def block(self, head, statements=None, tail="}"):
        self.put(head + " {")
        self.indent += 1
        mark, known = len(self.scope), len(self.functions)
        if callable(statements):
            statements()
        else:
            for _ in range(statements or self.r.randrange(1, 4)):
                self.statement()
        del self.scope[mark:]
        del self.functions[known:]
        self.indent -= 1
        self.put(tail)

    def statement(self):
        self.nesting += 1
        simple = [self.declare, self.declare, self.log, self.log, self.log, self.assign, self.call_site]
        rich = simple + [self.site, self.site, self.site, self.stream, self.stream, self.loop, self.for_of, self.for_in, self.switch, self.try_, self.if_,
                         self.class_, self.function, self.generator, self.with_, self.disturb, self.disturb, self.patch, self.chain, self.checkpoint, self.destructure,
                         self.async_, self.eval_, self.captured, self.typed, self.learned, self.learned, self.learned, self.protocol, self.protocol]
        if self.reenters:
            rich = [self.reentry] * 6 + simple
        if self.has_realms:
            rich += [self.realm, self.realm, self.abroad, self.abroad, self.learned, self.learned]
        if self.has_shadows:
            rich += [self.shadow] * 10
        if self.decorates:
            rich += [self.decorated] * 8
        self.r.choice(rich if self.nesting < 4 else simple)()
        self.nesting -= 1

    def declare(self):
        kind = self.r.choice(KINDS)
        value = self.expr(kind)
        name = self.name()
        word = self.r.choice(["let", "let", "var", "const"])
        self.put(f"{word} {name} = t(() => {value});")
        self.scope.append((name, kind, word != "const"))

    def log(self):
        self.put(f"t(() => L({self.expr(self.r.choice(['op', 'op', 'call', 'any']))}));")

    def assign(self):
        self.put(f"t(() => {self.tgt(3)} {self.r.choice(['=', '=', '=', '-=', '|=', '??=', '&&='])} {self.expr(self.r.choice(KINDS))});")

    def stream_of(self, kind, count):
        return [self.expr(kind if self.r.random() < 0.7 else self.r.choice(KINDS), 2) for _ in range(count)]

    def parameters(self):
        return [(self.name("p"), self.r.choice(KINDS)) for _ in range(self.r.randrange(1, 4))]

    def inside(self, parameters, body):
        """Statements of a function: nothing of the loops around."""
        mark, known = len(self.scope), len(self.functions)
        loops, is_async, strict = self.loops, self.is_async, self.strict
        self.scope += [(n, k, True) for n, k in parameters]
        self.loops, self.is_async = 0, False
        body()
        self.loops, self.is_async, self.strict = loops, is_async, strict
        del self.scope[mark:]
        del self.functions[known:]

    def site(self):
        """A function of one or few operations, warm with some kinds and then met by others."""
        r, name, parameters = self.r, self.name("s"), self.parameters()
        outer = self.scope
        if r.random() < 0.8:  # most sites see nothing but their arguments
            self.scope = []

        def body():
            if r.random() < 0.3:
                self.use_strict()
            if r.random() < 0.15:
                self.put("T();")
                self.nesting += 1
                self.statement()
                self.nesting -= 1
            op = self.expr(r.choice(["op", "op", "call"]), r.choice([2, 2, 3]))
            if r.random() < 0.2:
                i = self.name("i")
                self.block(f"for (let {i} = 0; T() && {i} < {r.choice([2, 9])}; {i}++)", lambda: self.put(f"t(() => {op});"))
            self.put(f"return {op};")

        self.block(f"function {name}({', '.join(n for n, _ in parameters)})", lambda: self.inside(parameters, body))
        self.scope = outer
        self.functions.append((name, [k for _, k in parameters]))
        self.warm(name, [k for _, k in parameters])

    def arguments(self, kinds, misfit):
        return "() => [" + ", ".join(self.expr("any" if self.r.random() < misfit else k, 2) for k in kinds) + "]"

    def warm(self, name, kinds):
        r = self.r
        self.put(f"warm({name}, {r.choice([1, 4, 8, 8, 12, 30])},")
        self.indent += 1
        self.put(self.arguments(kinds, 0) + ",")
        for _ in range(r.randrange(1, 6)):
            self.put(self.arguments(kinds, 0.4) + ",")
        if r.random() < 0.2:  # so many shapes that the site gives up
            for i in range(6):
                self.put(f"() => [{', '.join('{' + self.r.choice(['k', 'x', 'y']) + str(i) + ': 1, x: ' + self.expr('prim', 1) + '}' for _ in kinds)}],")
        self.indent -= 1
        self.put(");")

    def call_site(self):
        if not self.functions:
            return self.log()
        name, kinds = self.r.choice(self.functions)
        if self.r.random() < 0.3:
            return self.warm(name, kinds)
        self.put(f"t(() => L({name}({', '.join(self.expr(k if self.r.random() < 0.6 else 'any', 2) for k in kinds)})));")

    def stream(self):
        """One place in a loop that values of a kind go through, and some others."""
        kind, q = self.r.choice(KINDS), self.name("q")
        values = self.stream_of(kind, self.r.randrange(1, 5))
        first = self.expr(kind, 2)
        items = [first] * self.r.choice([1, 1, 7]) + values
        if self.r.random() < 0.2:
            items.insert(self.r.randrange(len(items)), "")

        def body():
            self.scope.append((q, kind, False))
            for _ in range(self.r.randrange(1, 3)):
                self.put(f"t(() => L({self.expr(self.r.choice(['op', 'op', 'call']), 2)}));")

        self.block(f"for (const {q} of [{', '.join(items)}])", body)

    def loop(self):
        i = self.name("i")

        def body():
            self.scope.append((i, "num", False))
            self.loops += 1
            for _ in range(self.r.randrange(1, 4)):
                self.statement()
            if self.r.random() < 0.2:
                self.put(f"if ({self.expr('bool', 2)}) {self.r.choice(['break', 'continue'])};")
            self.loops -= 1

        head = self.r.choice([f"for (let {i} = 0; T() && {i} < {self.r.choice([3, 9, 25])}; {i}++)",
                              f"for (let {i} = {self.expr('edge', 1)}, n{i} = 0; T() && n{i} < 9; n{i}++, {i} += {self.r.choice(['1', '-1', '0.5', '1073741824'])})",
                              f"for (var {i} = {self.r.choice(['1', '3'])}; T() && {i} < 1e10; {i} *= 1000)"])
        self.block(head, body)

    def for_of(self):
        x = self.name("x")

        def body():
            self.scope.append((x, "any", True))
            self.put("T();")
            self.loops += 1
            for _ in range(self.r.randrange(1, 3)):
                self.statement()
            if self.r.random() < 0.3:
                self.put(f"if ({self.expr('bool', 2)}) {self.r.choice(['break', 'continue'])};")
            self.loops -= 1

        self.guarded(lambda: self.block(f"for ({self.r.choice(['let', 'var'])} {x} of {self.expr('iterable')})", body))

    def for_in(self):
        k, o = self.name("k"), self.expr("object")

        def body():
            self.scope.append((k, "str", True))
            self.put(f"T(), L({k});")
            if self.r.random() < 0.5:
                self.disturb()

        self.guarded(lambda: self.block(f"for (let {k} in {o})", body))

    def guarded(self, make):
        e = self.name("e")
        self.block("try", make, f"}} catch ({e}) {{ L(S({e})); }}")

    def switch(self):
        def body():
            for _ in range(self.r.randrange(2, 6)):
                self.put(f"case {self.expr(self.r.choice(['prim', 'small', 'edge', 'str', 'any']), 2)}: L({self.expr('prim', 2)});{self.r.choice([' break;', ''])}")
            self.put(f"default: L({self.expr('any', 2)});")

        self.guarded(lambda: self.block(f"switch ({self.expr(self.r.choice(['prim', 'num', 'any']), 2)})", body))

    def try_(self):
        e = self.name("e")

        def protected():
            self.statement()
            if self.r.random() < 0.6:
                self.put(f"{self.r.choice(['throw ', 'L'])}({self.expr('any')});")

        self.block("try", protected, f"}} catch ({e}) {{")
        self.indent += 1
        self.put(f"L(S({e}));")
        self.indent -= 1
        if self.r.random() < 0.4:
            self.block("} finally", 1)
        else:
            self.put("}")

    def if_(self):
        self.guarded(lambda: self.block(f"if ({self.expr(self.r.choice(['bool', 'any']), 2)})", None, "}"))

    def class_(self):
        name, base, r = self.name("K"), "", self.r
        if r.random() < 0.6:
            base = f" extends ({self.expr(r.choice(['cls', 'cls', 'cls', 'callee']), 2)})"

        def members():
            if r.random() < 0.7:
                self.put(f"constructor(p, q) {{ {'super(p);' if base and r.random() < 0.9 else ''} T(); this.x = q; {'return ' + self.expr('any', 2) + ';' if r.random() < 0.15 else ''} }}")
            for _ in range(r.randrange(1, 5)):
                key = r.choice(["x", "y", "m", "m", "length", "k1", f"[{self.expr('key', 1)}]", "'a b'", "toString"])
                word = r.choice(["", "", "static "])
                self.put(word + r.choice([lambda: f"{key}(p, q) {{ T(); return {self.expr('op', 2)}; }}", lambda: f"get {key}() {{ T(); return {self.expr('any', 2)}; }}",
                                          lambda: f"set {key}(p) {{ L(p); }}", lambda: f"{'y' if word and key == 'length' else key} = {self.expr('any', 2)};", lambda: f"*{key}(p) {{ T(); yield this; }}",
                                          lambda: f"{key}(p) {{ T(); return super.{self.expr('name', 1)}; }}", lambda: f"{key}(p) {{ T(); super[{self.expr('key', 1)}] = p; return this; }}",
                                          lambda: f"{key}(p) {{ T(); return super.m?.(p); }}", lambda: f"async {key}(p) {{ T(); await p; return this.x; }}"])())

        mark = len(self.lines)
        self.block(f"const {name} = t(() => class{base}", members, "});")
        for i in range(mark + 1, len(self.lines) - 1):  # one line a member, so that each can go by itself
            assert self.lines[i]
        self.scope.append((name, "cls", False))
        instance = self.name()
        self.put(f"const {instance} = t(() => new {name}({self.expr('any', 2)}, {self.expr('any', 2)}));")
        self.scope.append((instance, "obj", False))
        self.functions.append((f"((o, p) => o.{self.r.choice(['x', 'm', 'y', 'length'])})", ["obj", "any"]))

    def function(self):
        name, parameters = self.name("f"), self.parameters()

        def body():
            if self.r.random() < 0.3:
                self.use_strict()
            self.put("T();")
            for _ in range(self.r.randrange(1, 4)):
                self.statement()
            self.put(f"return {self.expr(self.r.choice(KINDS))};")

        self.block(f"function {name}({', '.join(n for n, _ in parameters)})", lambda: self.inside(parameters, body))
        self.functions.append((name, [k for _, k in parameters]))
        self.scope.append((name, "fn", True))

    def generator(self):
        name, parameters, r = self.name("g"), self.parameters(), self.r

        def body():
            for _ in range(r.randrange(1, 4)):
                self.put("T();")
                if r.random() < 0.4:
                    self.statement()
                v = self.name()
                self.put(r.choice([f"var {v} = L(yield {self.expr('any', 2)});", f"try {{ var {v} = yield* {self.expr('iterable', 2)}; }} catch (e) {{ L(S(e)); }}",
                                   f"try {{ var {v} = yield {self.expr('any', 2)}; }} finally {{ L({self.expr('prim', 1)}); {r.choice(['', '', 'yield 1;', 'return 2;'])} }}"]))
                self.scope.append((v, "any", True))
            self.put(f"return {self.expr('any', 2)};")

        self.block(f"function* {name}({', '.join(n for n, _ in parameters)})", lambda: self.inside(parameters, body))
        values = ", ".join(self.expr(k, 2) for _, k in parameters)
        g = self.name()
        self.put(f"const {g} = {name}({values});")
        self.scope.append((g, "iter", False))
        for _ in range(r.randrange(1, 4)):
            self.put(f"t(() => L({g}.{r.choice(['next', 'next', 'next', 'return', 'throw'])}({self.expr('any', 2)})));")
            if r.random() < 0.2:
                self.checkpoint()
        self.put(r.choice([f"t(() => L([...{g}]));", f"t(() => {{ for (const v of {g}) {{ T(); L(v); {r.choice(['', 'break;'])} }} }});", f"t(() => {{ const [p, q] = {g}; L(q); }});"]))

    def use_strict(self):
        self.put("'use strict';")
        self.strict = True

    def with_(self):
        if self.strict:
            return self.log()
        o = self.expr("object", 2)

        def body():
            self.put("T();")
            for _ in range(self.r.randrange(1, 4)):
                self.put(self.r.choice(["L(typeof x);", f"x = {self.expr('any', 2)};", "L(length);", f"length = {self.expr('num', 1)};", "L(y);", "x++;", "L(typeof toString);", "delete x;",
                                        "eval('var x = 1');", "(() => L(x))();", f"var y = {self.expr('prim', 1)};"]))

        self.guarded(lambda: self.block(f"with ({o})", body))

    def disturb(self):
        """Changes something that caches may rely on."""
        o = self.variable("object") or "F1.prototype"
        value = lambda: self.expr("any", 2)
        text = self.r.choice([
            lambda: f"Object.setPrototypeOf({o}, {self.expr('proto', 2)})", lambda: f"Object.defineProperty({o}, {self.expr('key', 1)}, {self.expr('desc', 2)})",
            lambda: f"delete {o}.{self.expr('name', 1)}", lambda: f"delete {o}[{self.expr('key', 1)}]", lambda: f"Object.{self.r.choice(['freeze', 'seal', 'preventExtensions'])}({o})",
            lambda: f"D({o})", lambda: f"{o}.length = {self.expr('num', 1)}", lambda: f"{o}.{self.expr('name', 1)} = {value()}", lambda: f"{o}[{self.expr('key', 1)}] = {value()}",
            lambda: f"RZ({self.r.randrange(9)})", lambda: f"DE({self.expr('ta', 2)})", lambda: f"F1.prototype = {self.expr('object', 2)}",
            lambda: f"Object.defineProperty(F1.prototype, {self.expr('key', 1)}, {self.expr('desc', 2)})", lambda: f"F1.prototype.{self.expr('name', 1)} = {value()}",
            lambda: f"W({self.expr('arr', 1)}).push({value()})", lambda: f"{o}.__proto__ = {self.expr('object', 2)}", lambda: f"{o}.constructor = {self.expr('callee', 2)}"])()
        self.put(f"t(() => {text});")

    def patch(self):
        self.put(f"t(() => patch({self.r.choice(PATCHED)}, {self.r.choice(PATCHED_KEYS)}, {self.expr('desc', 2)}));")
        self.log()

    def chain(self):
        """Objects that inherit from each other, with something that is special in the middle; then the same accesses on each."""
        r, names = self.r, []
        below = self.expr(r.choice(["object", "object", "object", "arr", "box", "prox", "ta", "args", "fn"]), 2)
        for _ in range(r.randrange(1, 4)):
            name = self.name("o")
            self.put(r.choice([f"const {name} = t(() => Object.create({below}));", f"const {name} = t(() => ({{__proto__: {below}, y: {self.expr('any', 1)}}}));",
                               f"const {name} = t(() => Object.setPrototypeOf({self.expr('object', 2)}, {below}));"]))
            self.scope.append((name, "obj", False))
            names.append(name)
            below = name
        for _ in range(r.randrange(1, 4)):
            key = r.choice([f".{self.expr('name', 1)}", f".{self.expr('name', 1)}", f"[{self.expr('key', 1)}]"])
            value = self.expr("any", 1)
            body = r.choice([f"p{key}", f"p{key} = {value}", f"(p{key} = {value}, p)", f"(p{key} += 1, p)", f"p{key}?.(1)", f"delete p{key}", f"Reflect.set({self.expr('object', 2)}, {self.expr('key', 1)}, {value}, p)",
                             "[...Object.keys(p)]", "(() => { var n = ''; for (var k in p) n += k + T(); return n; })()"])
            self.put(f"for (let i = 0; i < {r.choice([1, 3, 9])}; i++) for (const p of [{', '.join(names)}]) t(() => L({body}));")
            if r.random() < 0.5:
                self.disturb()
        self.put(f"L({names[-1]});")

    def topic(self):
        """What a site learns of: its receivers, their prototypes, its key, and the ways to use it with a receiver `p`."""
        r = self.r
        table = r.choice([PRIMITIVES, PRIMITIVES, LISTS, LISTS, LISTS, OBJECTS])
        of = r.choice(list(table))
        receivers, prototypes = table[of]
        if table is LISTS and r.random() < 0.85:
            return receivers, prototypes, r.choice(["1", "1", "0", "2", "3", "length", "4294967294", "x"]), LIST_USES
        # What a date is in words of a locale is up to the data of the library.
        return receivers, prototypes, r.choice([k for k in NAMED_KEYS if of != "date" or k != "toLocaleString"]), NAMED_USES

    def filled(self, template, key, realm):
        """The holes are filled without the program's variables: the text may go to where these are not."""
        scope, self.scope = self.scope, []
        text = HOLE.sub(lambda hole: self.expr(hole[1] or hole[2], 2), template)
        self.scope = scope
        text = text.replace("R.", realm + "." if realm else "")
        index = key if key.isdigit() else self.r.choice("0123")
        return re.sub(r"\bI\b", index, text.replace("KEY", key if not key.isdigit() else "x"))

    def receiver(self, template, key, realm):
        """Literals are of the realm whose code they are in."""
        if not realm or self.r.random() < 0.2:
            return self.filled(template, key, realm)
        return f"{realm}.eval('({self.escaped(self.filled(template, key, ''))})')"

    def change(self, prototype, key):
        """Of a prototype, where a site has learned that something is or is not there."""
        r = self.r
        if r.random() < 0.15:
            key = r.choice([*NAMED_KEYS, "0", "1", "2"])
        at = f"[{key}]" if key.isdigit() else f".{key}"
        quoted = key if key.isdigit() else f"'{key}'"
        value = self.filled(r.choice(["7", "'seven'", "{y: 1}", "F2", "@prim", "@closure"]), key, "")
        accessor = self.filled(r.choice(["{get() { T(); return [typeof this, 7]; }, configurable: true}", "{get() { T(); return 7; }, set(v) { L(v); }, configurable: true}", "{set(v) { L(typeof this); L(v); }, configurable: true}",
                                         "{get: @closure, configurable: true}"]), key, "")
        return r.choice([f"{prototype}{at} = {value}", f"{prototype}{at} = {value}", f"Object.defineProperty({prototype}, {quoted}, {accessor})", f"Object.defineProperty({prototype}, {quoted}, {accessor})",
                         f"Object.defineProperty({prototype}, {quoted}, {{value: {value}, configurable: true}})", f"delete {prototype}{at}", f"Object.setPrototypeOf({prototype}, {{{quoted}: {value}}})", f"Object.setPrototypeOf({prototype}, null)",
                         f"Object.assign({prototype}, {{{quoted}: {value}, y: 2}})", f"Object.freeze({prototype})", f"D({prototype})", f"{prototype}.__proto__ = Object.create(Object.prototype, {{{quoted}: {accessor}}})"])

    def learned(self):
        """A site that is warm with what inherits from a prototype, then a change of that, then the site again."""
        r, name = self.r, self.name("s")
        receivers, prototypes, key, uses = self.topic()
        realm = r.choice(["", *self.realms, *self.realms])
        home, theirs, changed = (realm if r.random() < 0.75 else r.choice(["", *self.realms]) for _ in range(3))
        use = self.filled(r.choice(uses), key, "")
        strict = r.choice(["", "", "'use strict'; "])
        site = f"function (p) {{ {strict}T(); return {use}; }}"
        if home:
            site = f"{home}.eval('({self.escaped(site)})')"
        self.put(f"const {name} = {site};")
        self.functions.append((name, ["any"]))
        lists = [f"() => [{self.receiver(r.choice(receivers), key, theirs)}]" for _ in range(r.choice([1, 1, 2, 3, 7]))]
        if r.random() < 0.2:  # receivers of other kinds beside them
            lists.append(f"() => [{self.expr('any', 2)}]")
        self.put(f"warm({name}, {r.choice([8, 8, 12, 30])}, {', '.join(lists)});")
        for _ in range(r.choice([1, 1, 2, 3])):
            self.put(f"t(() => {self.change(r.choice(prototypes).replace('R.', changed + '.' if changed else ''), key)});")
            self.put("V();")
            self.put(f"warm({name}, {r.choice([1, 2, 9])}, {', '.join(lists)});")

    def protocol(self):
        """A site at which the language looks something up, warm, then after a change of that."""
        r, name = self.r, self.name("s")
        changes, receivers, uses = r.choice(PROTOCOLS)
        realm = r.choice(["", *self.realms, *self.realms])
        pick = lambda templates: self.filled(r.choice(templates), "x", realm if r.random() < 0.8 else r.choice(["", *self.realms]))
        self.put(f"const {name} = function (p) {{ T(); return {pick(uses)}; }};")
        self.functions.append((name, ["any"]))
        lists = ", ".join(f"() => [{pick(receivers)}]" for _ in range(r.choice([1, 1, 2])))
        self.put(f"warm({name}, {r.choice([8, 12, 30])}, {lists});")
        for _ in range(r.choice([1, 1, 2])):
            self.put(f"t(() => {pick(changes)});")
            self.put("V();")
            self.put(f"warm({name}, {r.choice([1, 2, 9])}, {lists});")

    def escaped(self, text):
        return text.replace("\\", "\\\\").replace("'", "\\'")

    def realm(self):
        if len(self.realms) > 1 or self.nesting > 1:
            return self.abroad() if self.realms else self.learned()
        name = self.name("R")
        self.put(f"const {name} = realm();")
        self.realms.append(name)
        self.abroad()

    def abroad(self):
        """A value, or a function, of another realm."""
        if not self.realms:
            return self.learned()
        r, realm, name, kind = self.r, self.r.choice(self.realms), self.name(), self.r.choice(KINDS)
        scope, self.scope = self.scope, []
        value = self.expr(kind, 2)
        self.scope = scope
        self.put(f"const {name} = t(() => {realm}.eval('(() => {self.escaped(f'({value})')})()'));")
        self.scope.append((name, kind, False))
        if r.random() < 0.4:
            site = self.name("s")
            self.scope = [("p", "any", True), ("q", "any", True)]
            text = f"(function (p, q) {{ T(); return {self.expr(r.choice(['op', 'call']), 2)}; }})"
            self.scope = scope
            self.put(f"const {site} = {realm}.eval('{self.escaped(text)}');")
            self.functions.append((site, [kind, "any"]))
            self.warm(site, [kind, "any"])

    def shadow(self):
        """The same as `learned` within a ShadowRealm, out of which only a text comes; and a site outside, which nothing changes."""
        r, name = self.r, self.name("s")
        receivers, prototypes, key, uses = self.topic()
        if key == "4294967294":  # a text of an array that is so long takes all the memory there is
            key = "3"
        own = lambda templates: self.filled(r.choice([t for t in templates if "@" not in t and "F1" not in t and "F2" not in t and "SY" not in t] or ["[1, , 3]"]), key, "")
        use, receiver = own(uses), own(receivers)
        at = f"[{key}]" if key.isdigit() else f".{key}"
        prototype = own(prototypes)
        quoted = key if key.isdigit() else f"'{key}'"
        change = r.choice([f"{prototype}{at} = 7", f"Object.defineProperty({prototype}, {quoted}, {{get() {{ return 7; }}, set(v) {{ said += v; }}, configurable: true}})", f"delete {prototype}{at}",
                           f"Object.setPrototypeOf({prototype}, {{{quoted}: 7}})"])
        realm = self.name("h")
        self.put(f"const {realm} = new ShadowRealm;")
        self.put(f"t(() => {realm}.evaluate('var said = \\'\\', L = v => v, T = () => true, all = (...list) => list.length + String(list); 0'));")
        show = "v => { try { return typeof v === 'object' ? JSON.stringify(v) : String(v); } catch (e) { return 'failed'; } }"
        self.put(f"const {name} = t(() => {realm}.evaluate('{self.escaped(f'(n) => {{ const show = {show}, f = p => {{ try {{ return show({use}); }} catch (e) {{ return e.name; }} }}; said = ``; for (let i = 0; i < n; i++) said += f({receiver}); return said; }}')}'));")
        self.put(f"t(() => L({name}({r.choice([8, 30])})));")
        self.put(f"t(() => {realm}.evaluate('{self.escaped(change)}; 0'));")
        self.put("V();")
        self.put(f"t(() => L({name}(3)));")
        self.put(f"warm(function (p) {{ T(); return {use}; }}, 8, () => [{receiver}]);")

    def decorated(self):
        """A class whose parts have decorators, and an instance."""
        r, name, decorators = self.r, self.name("K"), [self.name("d") for _ in range(self.r.randrange(1, 4))]
        for d in decorators:
            result = r.choice(["", "", "return c.kind === 'field' ? function (q) { T(); L(this === undefined); return [q]; } : c.kind === 'accessor' ? {init(q) { T(); return [q]; }} : undefined;",
                               "if (typeof v === 'function' && c.kind !== 'class') return function (...q) { T(); L(c.name); return v.apply(this, q); };", "if (c.kind === 'class') return class extends v { y = 2; };",
                               "if (c.kind === 'accessor') return {get() { T(); return v.get.call(this); }, set(q) { L(q); v.set.call(this, q); }};", f"return {self.expr('any', 1)};", f"throw {self.expr('prim', 1)};"])
            adds = r.choice(["", "", "c.addInitializer(function () { T(); L(this); });", "c.addInitializer(function () { T(); this.k1 = 1; });", "c.addInitializer(1);", f"c.addInitializer(() => {{ throw {self.expr('prim', 1)}; }});",
                             f"{d}.late = c.addInitializer;"])
            meta = r.choice(["", "L(c.metadata);", "c.metadata[c.name] = c.kind;", "c.metadata.x = (c.metadata.x ?? 0) + 1;"])
            access = r.choice(["", "", f"t(() => L(c.access?.get?.({self.expr('object', 1)})));", f"t(() => L(c.access?.has?.({self.expr('any', 1)})));", f"t(() => c.access?.set?.({self.expr('object', 1)}, 1));", f"{d}.access = c.access;"])
            self.put(f"const {d} = function (v, c) {{ T(); L([c.kind, c.name, c.static, c.private, typeof v]); {adds} {meta} {access} {result} }};")

        def some():
            return " ".join(r.choice([f"@{d}", f"@({d})", f"@{d}", f"@(L({self.expr('prim', 1)}), {d})"]) for d in r.sample(decorators, r.randrange(1, len(decorators) + 1)))

        private = []

        def members():
            for i in range(r.randrange(1, 6)):
                key = r.choice(["x", "y", "m", "k1", f"[t(() => {self.expr('key', 1)})]", "'a b'", "0", f"#p{i}"])
                if key[0] == "#":
                    private.append(key)
                word = r.choice(["", "", "static "])
                made = r.choice([f"{key}(p) {{ T(); return {self.expr('any', 1)}; }}", f"get {key}() {{ T(); return {self.expr('any', 1)}; }}", f"set {key}(p) {{ L(p); }}", f"{key} = {self.expr('any', 2)};", f"{key};",
                                 f"accessor {key} = {self.expr('any', 2)};", f"accessor {key};", f"*{key}() {{ T(); yield this; }}"])
                self.put(f"{some() if r.random() < 0.8 else ''} {word}{made}".strip())
            if private:
                self.put(f"use(p) {{ T(); return p.{r.choice(private)}; }}")

        base = f" extends ({self.expr('cls', 2)})" if r.random() < 0.4 else ""
        self.block(f"const {name} = t(() => {some() if r.random() < 0.6 else ''} class{base}", members, "});")
        self.scope.append((name, "cls", False))
        instance = self.name()
        self.put(f"const {instance} = t(() => new {name}({self.expr('any', 1)}));")
        self.scope.append((instance, "obj", False))
        self.put(f"t(() => L({name}?.[Symbol.metadata]));")
        self.put(f"for (let i = 0; i < {r.choice([1, 9])}; i++) t(() => L([{instance}.{r.choice('xym')}, {instance}?.use?.({instance}), {name}.{r.choice('xym')}]));")
        late = r.choice(decorators)
        self.put(r.choice([f"t(() => L(new {name}));", f"t(() => {late}.late?.(() => 1));", f"t(() => L({late}.access?.get?.({instance})));", f"t(() => {instance}.x = {self.expr('any', 1)});", f"t(() => L({instance}.m?.(1)));"]))

    def reentry(self):
        """A subject, and programs that change it at steps which the library takes while it works on it."""
        r = self.r
        of = r.choice(["agen", "agen", *SUBJECTS])
        doing, meanwhile = SUBJECTS[of]
        outer, self.scope = self.scope, []  # what else there is hides the few steps that matter

        def body():
            things = [self.expr(meanwhile if r.random() < 0.9 else "any", 2) for _ in range(r.randrange(1, 4))]
            self.put("let u;")
            self.put(f"const R = again({r.choice([1, 1, 2, 3, 5])}, {', '.join(f'() => {x}' for x in things)});")
            self.put(f"t(() => u = {self.expr(of, 2)});")
            if r.random() < 0.5:
                self.put(f"const undo = hooked({self.expr('place', 1)}, R);")
            for _ in range(r.randrange(1, 5)):
                self.put(f"t(() => told({self.expr(doing, 3)}));")
            if self.is_async and r.random() < 0.6:
                self.put("await settle();")
            if any("const undo" in line for line in self.lines[-12:]):
                self.put("undo();")
            self.put("L(u);")

        self.block("if (T())", body)
        self.scope = outer

    def checkpoint(self):
        self.put("K();")

    def destructure(self):
        v, w = self.name(), self.name()
        self.put(self.r.choice([f"var [{v}, {w} = {self.expr('any', 2)}] = t(() => {self.expr('iterable')}) ?? [];", f"var {{x: {v}, ...{w}}} = t(() => {self.expr('object')}) ?? {{}};",
                                f"var {{[t(() => {self.expr('key', 1)})]: {v} = {self.expr('any', 2)}, length: {w}}} = t(() => {self.expr('object')}) ?? {{}};", f"var [{v}, ...{w}] = t(() => [...{self.expr('iterable')}]) ?? [];"]))
        if "t(() => " in self.lines[-1]:  # what a pattern throws is seen, and the program goes on
            self.lines[-1] = "  " * self.indent + "try { " + self.lines[-1].strip() + " } catch (e) { L(S(e)); }"
        self.scope += [(v, "any", True), (w, "any", True)]
        self.put(f"L([{v}, {w}]);")

    def async_(self):
        name, parameters, r = self.name("a"), self.parameters(), self.r
        star = r.random() < 0.3

        def body():
            for _ in range(r.randrange(1, 4)):
                self.put("T();")
                v = self.name()
                self.put(r.choice([f"try {{ var {v} = await {self.expr(r.choice(['prom', 'any']), 2)}; L({v}); }} catch (e) {{ L(S(e)); }}", f"var {v} = L(await {self.expr('any', 2)});",
                                   f"try {{ for await (var {v} of {self.expr('iterable', 2)}) {{ T(); L({v}); }} }} catch (e) {{ L(S(e)); }}"] + ([f"var {v} = L(yield {self.expr('any', 2)});", f"yield* {self.expr('iterable', 2)};"] if star else [])))
                if "var " + v in self.lines[-1]:
                    self.scope.append((v, "any", True))
                if r.random() < 0.3:
                    self.statement()
            self.put(f"return {self.expr('any', 2)};")

        self.block(f"async function{'*' if star else ''} {name}({', '.join(n for n, _ in parameters)})", lambda: self.inside(parameters, body))
        values = ", ".join(self.expr(k, 2) for _, k in parameters)
        if star:
            g = self.name()
            self.put(f"const {g} = {name}({values});")
            for _ in range(r.randrange(1, 4)):
                self.put(f"t(() => {g}.{r.choice(['next', 'next', 'return', 'throw'])}({self.expr('any', 1)}).then(L, L));")
        else:
            self.put(f"t(() => {name}({values}).then(L, L));")
        if self.is_async and r.random() < 0.5:
            self.put("await 0;")

    def eval_(self):
        e = self.name()
        text = self.r.choice([lambda: f"var {e} = {self.embedded(2)}", lambda: f"{self.tgt(2)} = 1".replace("\\", "\\\\").replace("'", "\\'"), lambda: f"function {e}() {{ return {self.embedded(2)}; }} {e}()",
                              lambda: f"let {e} = {self.embedded(2)}; (() => {e})()"])()
        self.put(f"t(() => L({self.r.choice(['eval', 'eval', '(0, eval)'])}('{text}')));")

    def captured(self):
        """Closures over the bindings of each iteration."""
        i, fs = self.name("i"), self.name("c")
        self.put(f"const {fs} = [];")
        body = lambda: (self.scope.append((i, "num", True)), self.put(f"{fs}.push(() => {self.expr(self.r.choice(['op', 'any']), 2)}); {self.r.choice(['', f'{i}++;'])}"))
        self.block(f"for (let {i} = 0; T() && {i} < 3; {i}++)", body)
        self.put(f"for (const f of {fs}) t(() => L(f()));")

    def typed(self):
        """Elements of typed arrays and arrays in a loop, across changes of the buffer."""
        a, r = self.name(), self.r
        self.put(f"const {a} = t(() => {self.expr(r.choice(['ta', 'ta', 'arr']), 2)}) ?? [];")
        self.scope.append((a, "ta", False))
        i = self.name("i")

        def body():
            self.put(r.choice([f"t(() => {a}[{i}] = {self.expr(r.choice(['num', 'any']), 2)});", f"t(() => L({a}[{i}]));", f"t(() => {a}[{i}] += {self.expr('num', 1)});", f"t(() => L({a}[{i}]++));"]))
            if r.random() < 0.5:
                self.put(f"if ({i} === {r.randrange(1, 8)}) t(() => {r.choice([f'RZ({r.randrange(9)})', f'DE({a})', f'{a}.length = {r.randrange(9)}', f'C({a}).fill(1.5)'])});")

        self.block(f"for (let {i} = {r.choice(['0', '-1'])}; T() && {i} < 9; {i}++)", body)
        self.put(f"L({a});")

    def program(self):
        if self.reenters:  # little else happens, and there is time between for the jobs
            self.has_realms, self.has_shadows, self.decorates = False, False, False
            self.is_async = self.r.random() < 0.7

        def body():
            if self.has_realms:
                self.realm()
            for _ in range(self.r.randrange(3, 8)):
                self.statement()

        self.block(("async " if self.is_async else "") + "function ()", body)
        return "\n".join(self.lines)


class GraphMaker(Maker):
    """Modules that import each other, in cycles too, with names that are there, missing, ambiguous or passed on, and top-level await."""

    def module(self, index, exports):
        self.lines, self.scope, self.functions = [], [], []
        self.strict = self.is_async = True
        r, names, taken = self.r, list(exports), set()
        for _ in range(r.randrange(0, 4)):
            other = r.randrange(len(names))
            name = r.choice([*names[other], *names[other], "x", "default"])
            local, path = self.name("w"), f"'./m{other}.mjs'"
            exported = r.choice(["x", "z", "q"])
            line = r.choice([f"import {path};", f"import {{{name} as {local}}} from {path};", f"import {{{name} as {local}}} from {path};", f"import {local} from {path};", f"import * as {local} from {path};", f"import * as {local} from {path};",
                             f"export * from {path};", f"export {{{name} as {exported}}} from {path};", f"export * as {exported} from {path};"])
            if line.startswith("export {") or line.startswith("export * as"):
                if exported in names[index] or exported in taken:
                    continue
                taken.add(exported)
            self.put(line)
            if local in line:
                self.scope.append((local, "any", False))
        declarations = {"x": lambda: f"export let x = {self.expr('any', 2)};", "y": lambda: "export function y(v) { T(); try { x = v; } catch (e) { L(S(e)); } return typeof x; }",
                        "K": lambda: f"export class K extends ({self.expr('cls', 2)}) {{ m() {{ return x; }} }}", "default": lambda: r.choice([f"export default {self.expr('any', 2)};", "export default class { }", "export default function (p) { return p; }"]),
                        "v": lambda: f"var v = {self.expr('any', 1)}; export {{v, v as 'a b'}};"}
        own = list(names[index])
        if "x" not in own:
            self.put("let x = 0;")
        r.shuffle(own)
        for name in own:
            line = declarations[name]()
            self.put(line if name in ("y", "default") or "(" not in line else line)
            if name != "default":
                self.scope.append((name, "any", name in ("x", "v")))
        self.scope.append(("x", "any", True))
        for _ in range(r.randrange(1, 5)):
            r.choice([lambda: self.put(f"t(() => L({self.expr('op', 2)}));"), lambda: self.put(f"L({r.choice([n for n, _, _ in self.scope])});") if r.random() < 0.5 else self.log(), self.site, self.statement,
                      lambda: self.put(f"L(await {self.expr('any', 2)});"), lambda: self.put(f"try {{ L(await {self.expr('prom', 2)}); }} catch (e) {{ L(S(e)); }}"), lambda: self.put(f"x = {self.expr('any', 2)};"),
                      lambda: self.put(f"if ({self.expr('bool', 1)}) throw {self.expr('any', 1)};"), lambda: self.put(f"export {{}}; t(() => {self.tgt(2)} = 1);")])()
        return "\n".join(self.lines)

    def program(self):
        """The files, each after a line "//// NAME", and at last, after "////", the function that imports them."""
        count = self.r.randrange(2, 6)
        exports = [self.r.sample(["x", "y", "K", "default", "v"], self.r.randrange(1, 5)) for _ in range(count)]
        parts = [f"//// m{i}.mjs\n{self.module(i, exports)}" for i in range(count)]
        self.lines, self.scope = [], []
        lines = []
        for _ in range(self.r.randrange(1, 4)):
            i = self.r.randrange(count) if lines else 0
            lines.append(f"  try {{ var n = await import(HERE + '/m{i}.mjs'); await settle(); L(n); L(t(() => n.y?.(1))); await settle(); L(n); }} catch (e) {{ await settle(); L(S(e)); }}")
            lines.append("  K();")
        return "\n".join(parts) + "\n////\nasync function () {\n" + "\n".join(lines) + "\n}"


def make(seed):
    """The source text of a function expression."""
    return Maker(seed).program()


def make_graph(seed):
    return GraphMaker(seed).program()


if __name__ == "__main__":
    print(f"run({sys.argv[1]}, {make(sys.argv[1])});")
