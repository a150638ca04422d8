"""Hostile programs and what each must end with. run.py runs them.

A case: name, source (text or bytes), flags of the engine, expectations. An expectation is one of
    OK        exit 0, the program printed "done"
    SYNTAX    exit 2, "SyntaxError: ..."
    LIMIT     exit 3, and the program did not get to print "survived"
    a name    exit 1, "Uncaught NAME: ..."
Where the standard leaves it open (a nesting limit, the longest string) several are right.
"""

import dataclasses
import random

OK, SYNTAX, LIMIT, RANGE = "OK", "SYNTAX", "LIMIT", "RangeError"
NEST = 100_000


@dataclasses.dataclass
class Case:
    name: str
    source: object
    expected: tuple
    flags: tuple = ()
    suffix: str = ".js"


CASES = []


def case(name, source, *expected, flags=(), suffix=".js"):
    CASES.append(Case(name, source, expected, flags, suffix))


# ---- Nesting: the parser, and whatever walks the tree after it -------------------------------------------------------

def nested(name, before, middle, after, count=NEST, prefix="", suffix=""):
    source = prefix + before * count + middle + after * count + suffix + "\nprint('done');"
    case("nesting/" + name, source, OK, SYNTAX, RANGE)
    case("nesting/" + name + " in a function", "function f() {\n" + prefix + before * count + middle + after * count +
         suffix + "\n}\nprint('done');", OK, SYNTAX, RANGE)


for _name, _before, _middle, _after in [
        ("brackets", "[", "", "]"), ("parentheses", "(", "1", ")"), ("blocks", "{", "", "}"),
        ("function declarations", "function f(){", "", "}"), ("arrows", "a=>", "1", ""), ("arrow bodies", "x=(a=>{", "", "})"),
        ("arrow parameters", "(a=", "1", ")=>1"), ("templates", "`${", "1", "}`"), ("not", "!", "1", ""), ("minus", "- ", "1", ""),
        ("typeof", "typeof ", "1", ""), ("void", "void ", "1", ""), ("delete", "delete ", "1", ""), ("plus plus", "++", "x", ""),
        ("power", "1**", "1", ""), ("conditionals", "1?1:", "1", ""), ("conditionals in the middle", "1?", "1", ":1"),
        ("assignments", "x=", "1", ""), ("if", "if(1)", ";", ""), ("else if", "if(0);else ", ";", ""), ("for", "for(;0;)", ";", ""),
        ("while", "while(0)", ";", ""), ("do", "do ", ";", " while(0);"), ("with", "with({})", ";", ""), ("try", "try{", "", "}finally{}"),
        ("catch", "try{}catch(e){", "", "}"), ("switch", "switch(1){case 1:", "", "}"), ("new", "new ", "x", ""), ("new with arguments", "new (", "x", ")"),
        ("objects", "x={a:", "1", "}"), ("array patterns", "[", "x", "]"), ("computed members", "x[", "1", "]"), ("calls inside", "f(", "", ")"),
        ("classes", "class A extends ", "Object", " {}"), ("class bodies", "x=class{a=", "1", "}"), ("methods", "x={m(){", "", "}}"), ("getters", "x={get a(){", "", "}}"),
        ("spread", "[...", "[]", "]"), ("destructuring parameters", "function f([", "a", "]){}"), ("and", "1&&(", "1", ")"), ("comma", "(1,", "1", ")"),
        ("static blocks", "class A{static{", "", "}}"), ("generators", "function*f(){", "", "}"), ("async arrows", "async()=>", "1", "")]:
    nested(_name, _before, _middle, _after)
nested("object patterns", "{a:", "x", "}", prefix="var ", suffix="=1")
nested("await", "await ", "1", "", prefix="async function g(){", suffix="}")
nested("yield", "yield ", "1", "", prefix="function* g(){", suffix="}")
nested("import", "import(", "'x'", ")", prefix="if(0)")
case("nesting/labels", "".join(f"l{i}:" for i in range(20000)) + ";print('done');", OK, SYNTAX, RANGE)
case("nesting/only opening brackets", "[" * 1_000_000, SYNTAX, RANGE)
case("nesting/only opening parentheses", "(" * 1_000_000, SYNTAX, RANGE)
case("nesting/only opening braces", "{" * 1_000_000, SYNTAX, RANGE)
case("nesting/mixed brackets", "[({" * 50_000 + "a:1" + "})]" * 50_000 + ";print('done')", OK, SYNTAX, RANGE)
case("nesting/in a module", "[" * NEST + "]" * NEST + "; print('done');", OK, SYNTAX, RANGE, suffix=".mjs")

for _name, _text in [("groups", "'('.repeat(N) + ')'.repeat(N)"), ("non-capturing groups", "'(?:'.repeat(N) + ')'.repeat(N)"),
                     ("lookaheads", "'(?='.repeat(N) + ')'.repeat(N)"), ("lookbehinds", "'(?<='.repeat(N) + ')'.repeat(N)"),
                     ("only opening", "'('.repeat(N)"), ("classes", "'['.repeat(N) + ']'.repeat(N)"), ("quantified groups", "'(?:'.repeat(N) + 'a' + ')*'.repeat(N)"),
                     ("alternatives", "'a|'.repeat(N)"), ("v classes", "'['.repeat(N) + 'a' + ']'.repeat(N)")]:
    _flag = "v" if _name == "v classes" else ""
    case("nesting/regexp " + _name, f"""const N = {NEST}; let r;
try {{ r = new RegExp({_text}, '{_flag}'); }} catch (e) {{ if (!(e instanceof SyntaxError || e instanceof RangeError)) throw new Error('odd: ' + e); }}
if (r) try {{ r.test('aaaa'); }} catch (e) {{ if (!(e instanceof SyntaxError || e instanceof RangeError)) throw new Error('odd: ' + e); }}
print('done');""", OK)
case("nesting/regexp literal", "/" + "(" * NEST + ")" * NEST + "/; print('done');", OK, SYNTAX, RANGE)
case("nesting/eval", f"""for (const [a, b] of [['[', ']'], ['(', ')'], ['{{', '}}'], ['!', ''], ['a=>', ''], ['`${{', '}}`']]) {{
  try {{ eval(a.repeat({NEST}) + (a === '{{' ? '' : '1') + b.repeat({NEST})); }} catch (e) {{ if (!(e instanceof SyntaxError || e instanceof RangeError)) throw e; }} }} print('done');""", OK)
case("nesting/new Function", f"try {{ new Function('{{'.repeat({NEST}) + '}}'.repeat({NEST})); }} catch (e) {{ if (!(e instanceof SyntaxError || e instanceof RangeError)) throw e; }} print('done');", OK)
case("nesting/JSON.parse", f"""for (const [a, b] of [['[', ']'], ['{{"a":', '}}']]) {{
  try {{ JSON.parse(a.repeat({NEST}) + '1' + b.repeat({NEST})); }} catch (e) {{ if (!(e instanceof RangeError)) throw e; }}
  try {{ JSON.parse(a.repeat(1e6)); }} catch (e) {{ if (!(e instanceof SyntaxError || e instanceof RangeError)) throw e; }} }} print('done');""", OK)

# ---- Size ------------------------------------------------------------------------------------------------------------

case("size/long sum", "print((" + "+".join(["1"] * 200_000) + ") === 200000 ? 'done' : 'wrong');", OK, SYNTAX, RANGE)
case("size/long concatenation", "x = " + "+".join(["'a'"] * 200_000) + "; print('done');", OK, SYNTAX, RANGE)
case("size/long comma", "x = (" + ",".join(["1"] * 200_000) + "); print('done');", OK, SYNTAX, RANGE)
case("size/long member chain", "x = function () {}; if (0) x" + ".a" * 200_000 + "; print('done');", OK, SYNTAX, RANGE)
case("size/long call chain", "if (0) x" + "()" * 100_000 + "; print('done');", OK, SYNTAX, RANGE)
case("size/long optional chain", "x = null; x" + "?.a" * 100_000 + "; print('done');", OK, SYNTAX, RANGE)
case("size/long logical or", "x = " + "||".join(["0"] * 200_000) + "; print('done');", OK, SYNTAX, RANGE)
case("size/large array literal", "x = [" + "1," * 1_000_000 + "]; print(x.length === 1000000 ? 'done' : 'wrong');", OK, SYNTAX, RANGE)
case("size/large array literal of objects", "x = [" + "{a:1}," * 100_000 + "]; print('done');", OK, SYNTAX, RANGE)
case("size/large object literal", "x = {" + ",".join(f"p{i}:{i}" for i in range(100_000)) + "}; print(x.p99999 === 99999 ? 'done' : 'wrong');", OK, SYNTAX, RANGE)
case("size/many variables", "".join(f"var v{i}={i};" for i in range(70_000)) + "print('done');", OK, SYNTAX, RANGE)
case("size/many lets", "{" + "".join(f"let v{i}={i};" for i in range(70_000)) + "} print('done');", OK, SYNTAX, RANGE)
case("size/many locals", "(function () {" + "".join(f"var v{i}={i};" for i in range(70_000)) + "})(); print('done');", OK, SYNTAX, RANGE)
case("size/many captured locals", "(function () {" + "".join(f"let v{i}={i};" for i in range(70_000)) + "return () => eval('v69999'); })(); print('done');", OK, SYNTAX, RANGE)
case("size/many parameters", "(function (" + ",".join(f"p{i}" for i in range(70_000)) + ") {})(1); print('done');", OK, SYNTAX, RANGE)
case("size/many arguments", "Math.max(" + ",".join(["1"] * 70_000) + "); print('done');", OK, SYNTAX, RANGE)
case("size/many cases", "switch (x = 69999) {" + "".join(f"case {i}: x = {i};" for i in range(70_000)) + "} print('done');", OK, SYNTAX, RANGE)
case("size/many functions", "".join(f"function f{i}() {{ return {i}; }}" for i in range(50_000)) + "print(f49999() === 49999 ? 'done' : 'wrong');", OK, SYNTAX, RANGE)
case("size/many classes", "".join(f"class C{i} {{ m() {{ return {i}; }} }}" for i in range(10_000)) + "print('done');", OK, SYNTAX, RANGE)
case("size/many constants", "x = [" + ",".join(f"'s{i}',{i}.5" for i in range(100_000)) + "]; print('done');", OK, SYNTAX, RANGE)
case("size/large class", "x = class {" + "".join(f"#p{i} = {i}; m{i}() {{ return this.#p{i}; }}" for i in range(5_000)) + "}; print(new x().m4999() === 4999 ? 'done' : 'wrong');", OK, SYNTAX, RANGE)
case("size/far jumps", "for (var i = 0; i < 2; i++) { if (i) continue;" + "x = i + 1;" * 50_000 + "} print('done');", OK, SYNTAX, RANGE)
case("size/long try", "try {" + "x = 1;" * 50_000 + "throw 1; } catch (e) {" + "x = 2;" * 50_000 + "} print('done');", OK, SYNTAX, RANGE)
case("size/long string literal", "x = '" + "a" * 10_000_000 + "'; print(x.length === 10000000 ? 'done' : 'wrong');", OK)
case("size/long template", "x = `" + "a" * 10_000_000 + "`; print('done');", OK)
case("size/long comment", "/*" + "a" * 10_000_000 + "*/ print('done');", OK)
case("size/long line comment", "//" + "a" * 10_000_000 + "\nprint('done');", OK)
case("size/long identifier", "var " + "a" * 1_000_000 + " = 1; print('done');", OK, SYNTAX, RANGE)
case("size/long number", "x = " + "9" * 1_000_000 + "; print('done');", OK)
case("size/long fraction", "x = 0." + "1" * 1_000_000 + "; print('done');", OK)
case("size/long exponent", "x = 1e" + "9" * 100_000 + "; print(x === Infinity ? 'done' : 'wrong');", OK)
case("size/long BigInt", "x = " + "9" * 100_000 + "n; print('done');", OK, RANGE, SYNTAX)
case("size/long regexp", "x = /" + "a" * 1_000_000 + "/; try { x.test('b'); } catch (e) { if (!(e instanceof RangeError)) throw e; } print('done');", OK, SYNTAX, RANGE)
case("size/regexp with many groups", "try { new RegExp('(a)'.repeat(100000)).exec('a'.repeat(100000)); } catch (e) { if (!(e instanceof SyntaxError || e instanceof RangeError)) throw e; } print('done');", OK)
case("size/regexp counted explosion", "try { /((((a{1,100}){1,100}){1,100}){1,100}){1,100}/.test('b'); } catch (e) { if (!(e instanceof SyntaxError || e instanceof RangeError)) throw e; } print('done');", OK, SYNTAX, RANGE)
case("size/regexp huge counts", "/a{4294967296}/.test('a'); /a{0,99999999999999999999}/.test('a'); /(?:){99999999}/.test(''); print('done');", OK, SYNTAX, RANGE)
case("size/white space", " \n" * 5_000_000 + "print('done');", OK)
case("size/semicolons", ";" * 1_000_000 + "print('done');", OK)
case("size/empty file", "", "EMPTY")

# ---- Noise -----------------------------------------------------------------------------------------------------------

_random = random.Random(262)
case("noise/10 MB of random bytes", _random.randbytes(10_000_000), SYNTAX)
case("noise/10 MB of random ASCII", bytes(_random.choices(range(32, 127), k=10_000_000)), SYNTAX)
case("noise/random two-byte text", "".join(chr(c) for c in _random.choices([*range(0x20, 0xd800), *range(0xe000, 0xffff)], k=1_000_000)), SYNTAX)
case("noise/zero bytes", bytes(1_000_000), SYNTAX)
case("noise/zero byte in a program", b"var a = 1;\0", SYNTAX)
case("noise/broken UTF-8 in a string", b"x = '\xff\xfe\xc0\x80\xed\xa0\x80\xf4\x90\x80\x80\xe2\x82'; print('done');", OK, SYNTAX)
case("noise/UTF-8 cut at the end", b"print('done'); // \xe2\x82", OK, SYNTAX)
case("noise/UTF-16 with a mark", "print('done')".encode("utf-16"), SYNTAX, OK)
case("noise/UTF-8 with a mark", b"\xef\xbb\xbfprint('done');", OK)
_tokens = ["function", "(", ")", "{", "}", "[", "]", "=>", "class", "extends", "=", "var", "let", "a", "b", "`", "${", "/", "'", "\"", "1", "0x", ".", "...", "?.", "??", "async", "await", "yield", "*", "new", "if", "else", "for", "of", "in", ";", ",", ":", "\n", "#x", "@", "\\u", "\\", "<!--", "-->", "super", "this", "import", "export", "static", "get", "set", "return", "throw", "try", "catch", "finally", "switch", "case", "default", "break", "continue", "with", "typeof", "delete", "void", "do", "while"]
for _i in range(8):
    case(f"noise/random tokens {_i}", " ".join(_random.choices(_tokens, k=200_000)), SYNTAX)
# A great many small programs, some of which parse: through eval, so that one process meets them all.
case("noise/random token programs", """
let seed = 262;
const rand = (n) => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 0; return (seed >>> 8) % n; };
const tokens = """ + repr([t for t in _tokens if t not in ("while", "for", "do")]) + """;
let parsed = 0;
for (let i = 0; i < 20000; i++) {
  let s = '';
  for (let n = rand(12) + 1; n > 0; n--) s += tokens[rand(tokens.length)] + ' ';
  try { new Function(s); parsed++; } catch (e) { if (!(e instanceof SyntaxError)) throw new Error('odd: ' + e + ' for ' + s); }
}
print('done');""", OK)
case("noise/random regexps", """
let seed = 7;
const rand = (n) => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 0; return (seed >>> 8) % n; };
const parts = ['a', 'b', '.', '*', '+', '?', '(', ')', '(?:', '(?=', '(?<=', '(?!', '(?<n>', '[', ']', '^', '$', '|', '\\\\1', '\\\\b', '\\\\d', '\\\\k<n>', '{1,3}', '{2}', '\\\\p{L}', '\\\\u{61}', '-', ',', '\\\\'];
let made = 0;
for (let i = 0; i < 30000; i++) {
  let s = '';
  for (let n = rand(10) + 1; n > 0; n--) s += parts[rand(parts.length)];
  let r;
  try { r = new RegExp(s, ['', 'u', 'i', 'v', 'gm', 'sy', 'iu', 'd'][rand(8)]); } catch (e) { if (!(e instanceof SyntaxError)) throw new Error('odd: ' + e); continue; }
  made++;
  r.exec('abaababbab a1b2\\u{1F600}');
  'abaababbab'.replace(r, '[$&$1]');
}
print(made > 1000 ? 'done' : 'wrong');""", OK)
case("noise/random JSON", """
let seed = 3;
const rand = (n) => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 0; return (seed >>> 8) % n; };
const parts = ['{', '}', '[', ']', ':', ',', '"', '"a"', '1', '-', '.', 'e5', 'true', 'null', 'fals', '\\\\', '\\\\u00', ' ', '\\n', '0'];
for (let i = 0; i < 30000; i++) {
  let s = '';
  for (let n = rand(12) + 1; n > 0; n--) s += parts[rand(parts.length)];
  try { JSON.parse(s); } catch (e) { if (!(e instanceof SyntaxError)) throw new Error('odd: ' + e); }
}
print('done');""", OK)

# ---- Recursion -------------------------------------------------------------------------------------------------------

RECURSIONS = {
    "calls": "function f() { return f() + 1; } f();",
    "calls with many locals": "function f(a, b, c) { var d = a + b, e = c + d, g = [d, e]; return f(d, e, g) + d; } f(1, 2, 3);",
    "mutual calls": "function f() { return 1 + g(); } function g() { return 1 + f(); } f();",
    "methods": "const o = { m() { return 1 + this.m(); } }; o.m();",
    "arrows": "const f = () => 1 + f(); f();",
    "constructors": "function F() { new F(); } new F();",
    "classes": "class A { constructor() { new A(); } } new A();",
    "derived classes": "class A { constructor() { new B(); } } class B extends A { } new B();",
    "fields": "class A { x = new A(); } new A();",
    "getters": "const o = { get x() { return this.x + 1; } }; o.x;",
    "setters": "const o = { set x(v) { this.x = v + 1; } }; o.x = 1;",
    "proxy get": "const p = new Proxy({}, { get(t, k, r) { return r[k]; } }); p.x;",
    "proxy has": "const p = new Proxy({}, { has(t, k) { return k in p; } }); 'x' in p;",
    "proxy set": "const p = new Proxy({}, { set(t, k, v, r) { r[k] = v; return true; } }); p.x = 1;",
    "proxy apply": "const p = new Proxy(function () {}, { apply() { return p(); } }); p();",
    "proxy construct": "const p = new Proxy(function () {}, { construct() { return new p(); } }); new p();",
    "proxy ownKeys": "const p = new Proxy({}, { ownKeys() { return Object.keys(p); } }); Object.keys(p);",
    "proxy getPrototypeOf": "const p = new Proxy({}, { getPrototypeOf() { return Object.getPrototypeOf(p); } }); Object.getPrototypeOf(p);",
    "proxy handlers that are proxies": "const h = {}; const p = new Proxy({}, h); Object.setPrototypeOf(h, p); p.x;",
    "toString": "const o = { toString() { return '' + o; } }; '' + o;",
    "valueOf": "const o = { valueOf() { return o * 2; } }; o * 1;",
    "toPrimitive": "const o = { [Symbol.toPrimitive]() { return `${o}`; } }; `${o}`;",
    "toJSON": "const o = { toJSON() { return JSON.stringify(o); } }; JSON.stringify(o);",
    "JSON reviver": "const f = () => JSON.parse('[1]', f); f();",
    "JSON replacer": "const f = () => JSON.stringify({ a: 1 }, f); f();",
    "sort comparator": "const f = () => [2, 1].sort(f)[0]; f();",
    "map": "const f = () => [1].map(f); f();",
    "forEach": "const f = () => [1].forEach(f); f();",
    "reduce": "const f = () => [1, 2].reduce(f); f();",
    "flatMap": "const f = () => [1].flatMap(f); f();",
    "Array.from": "const f = () => Array.from([1], f); f();",
    "typed array map": "const f = () => new Uint8Array(1).map(f)[0]; f();",
    "replace": "const f = () => 'a'.replace(/a/, f); f();",
    "replaceAll": "const f = () => 'a'.replaceAll('a', f); f();",
    "Map forEach": "const f = () => new Map([[1, 1]]).forEach(f); f();",
    "Set forEach": "const f = () => new Set([1]).forEach(f); f();",
    "Reflect.apply": "const f = () => Reflect.apply(f, null, []); f();",
    "Reflect.construct": "function F() { return Reflect.construct(F, []); } F();",
    "call": "function f() { return f.call(null) + 1; } f();",
    "apply": "function f() { return f.apply(null, arguments) + 1; } f(1, 2);",
    "bind": "function f() { return f.bind()() + 1; } f();",
    "spread": "function f(...a) { return f(...a, 1) + 1; } f();",
    "eval": "function f() { return eval('f() + 1'); } f();",
    "indirect eval": "globalThis.f = () => (0, eval)('f() + 1'); f();",
    "new Function": "globalThis.f = () => new Function('return f() + 1')(); f();",
    "iterators": "const o = { [Symbol.iterator]() { return [...o]; } }; [...o];",
    "generators": "function* g() { yield* g(); } g().next();",
    "generator in generator": "function* g() { for (const x of g()) yield x; } g().next();",
    "tagged templates": "function t() { return t`x`; } t`x`;",
    "default parameters": "function f(a = f()) { } f();",
    "destructuring": "const o = { get a() { const { a } = o; return a; } }; o.a;",
    "instanceof": "class A { static [Symbol.hasInstance]() { return 1 instanceof A; } } 1 instanceof A;",
    "species": "class A extends Array { static get [Symbol.species]() { return new A(1).map((x) => x).constructor; } } new A(1).map((x) => x);",
    "defineProperty": "const d = { get value() { return Object.defineProperty({}, 'x', d); } }; Object.defineProperty({}, 'x', d);",
    "Error.toString": "const e = new Error(); Object.defineProperty(e, 'message', { get() { return String(e); } }); String(e);",
    "super methods": "const o = { __proto__: { m() { return o.m(); } }, m() { return super.m(); } }; o.m();",
    "Array toString": "const a = [{ toString() { return String([this]); } }]; String(a);",
    "concat": "const f = { get [Symbol.isConcatSpreadable]() { return [].concat(f); } }; [].concat(f);",
    "RegExp exec": "const r = /a/; r.exec = () => r.test('a'); r.test('a');",
    "Promise executor": "function f() { new Promise(() => {}); f(); } f();",
    "string comparison": "const o = { toString() { return o < o; }, valueOf() { return o < o; } }; o < o;",
    "with": "const o = { get f() { with (o) { return f; } } }; o.f;",
    "catch that recurses": "function f() { try { return f(); } catch (e) { return f(); } } let depth = 0; function g() { depth++; g(); } g();",
}
for _name, _source in RECURSIONS.items():
    case("recursion/" + _name, _source, RANGE)
    case("recursion/" + _name + " (caught)", f"""let caught = 0;
for (let i = 0; i < 3; i++) {{ try {{ (0, eval)({_source!r}); }} catch (e) {{ if (!(e instanceof RangeError || e instanceof SyntaxError)) throw new Error('odd: ' + e); caught++; }} }}
print(caught > 0 ? 'done' : 'wrong');""", OK)
case("recursion/finally at every level", "let n = 0; function f() { try { f(); } finally { n++; } } try { f(); } catch (e) { if (!(e instanceof RangeError)) throw e; } print(n > 100 ? 'done' : 'wrong');", OK)
case("recursion/executors", "function f() { new Promise(() => { f(); }).catch(() => {}); } f(); print('done');", OK, LIMIT, "ANY1", flags=("--fuel=50000000",))  # .catch itself may not fit the stack
case("recursion/async", "async function f() { await f(); } f().then(() => print('wrong'), (e) => print(e instanceof RangeError ? 'done' : 'wrong'));", OK)
case("recursion/async generator", "async function* g() { yield* g(); } g().next().then(() => print('wrong'), (e) => print(e instanceof RangeError ? 'done' : 'wrong'));", OK, LIMIT, flags=("--memory-limit=256M", "--fuel=50000000"))

DEEP = {
    "bind chain": "let f = () => 1; for (let i = 0; i < 100000; i++) f = f.bind(null); f();",
    "proxy chain": "let p = {}; for (let i = 0; i < 100000; i++) p = new Proxy(p, {}); p.x; 'x' in p; Object.keys(p);",
    "proxy chain of functions": "let p = function () {}; for (let i = 0; i < 100000; i++) p = new Proxy(p, {}); p(); new p();",
    "proxy prototypes": "let p = {}; for (let i = 0; i < 100000; i++) p = Object.create(new Proxy(p, {})); p.x; p.y = 1;",
    "proxy of arrays, isArray": "let p = []; for (let i = 0; i < 100000; i++) p = new Proxy(p, {}); Array.isArray(p);",
    "prototype chain": "let p = {}; for (let i = 0; i < 200000; i++) p = Object.create(p); p.x; p instanceof Array; for (const k in p); p.y = 1;",
    "class chain": "let C = class {}; for (let i = 0; i < 20000; i++) { const P = C; C = class extends P {}; } new C();",
    "nested arrays, join": "let a = []; for (let i = 0; i < 100000; i++) a = [a]; String(a);",
    "nested arrays, flat": "let a = []; for (let i = 0; i < 100000; i++) a = [a]; a.flat(Infinity);",
    "nested arrays, JSON.stringify": "let a = []; for (let i = 0; i < 100000; i++) a = [a]; JSON.stringify(a);",
    "nested arrays, toLocaleString": "let a = []; for (let i = 0; i < 100000; i++) a = [a]; a.toLocaleString();",
    "nested objects, JSON.stringify": "let a = {}; for (let i = 0; i < 100000; i++) a = { a }; JSON.stringify(a); JSON.stringify(a, null, 1);",
    "nested objects, console.log": "let a = {}; for (let i = 0; i < 100000; i++) a = { a }; console.log(a);",
    "nested error causes": "let e = new Error('x'); for (let i = 0; i < 100000; i++) e = new Error('y', { cause: e }); console.log(e);",
    "JSON.parse with reviver": "JSON.parse('['.repeat(50000) + ']'.repeat(50000), (k, v) => v);",
    "ropes to the left": "let s = ''; for (let i = 0; i < 1000000; i++) s = s + 'ab'; s.charCodeAt(500000); if (s.length !== 2000000) throw new Error('length');",
    "ropes to the right": "let s = ''; for (let i = 0; i < 1000000; i++) s = 'ab' + s; s.charCodeAt(500000); if (s.length !== 2000000) throw new Error('length');",
    "ropes on both sides": "let s = ''; for (let i = 0; i < 500000; i++) s = 'a' + s + 'b'; s.indexOf('ab'); if (s === s + 'x') throw new Error('equal');",
    "ropes compared": "let s = '', t = ''; for (let i = 0; i < 500000; i++) { s = s + 'ab'; t = 'ab' + t; } if (s !== t || s < t) throw new Error('unequal');",
    "ropes as keys": "let s = ''; for (let i = 0; i < 100000; i++) s = 'ab' + s; const o = {}; o[s] = 1; new Map([[s, 1]]).get(s);",
    "promise chain": "let p = Promise.resolve(0); for (let i = 0; i < 300000; i++) p = p.then((x) => x + 1);",
    "promise resolved with promise": "let p = Promise.resolve(0); for (let i = 0; i < 100000; i++) { const q = p; p = new Promise((r) => r(q)); }",
    "yield* chain": "function* g(n) { if (n) yield* g(n - 1); else yield 1; } [...g(50000)];",
    "nested async": "const f = async (n) => n ? await f(n - 1) : 1; f(50000).catch(() => 0);",
    "linked list collected": "let l = null; for (let i = 0; i < 2000000; i++) l = { next: l }; if (typeof gc === 'function') gc(); let n = 0; for (; l; l = l.next) n++; if (n !== 2000000) throw new Error('list');",
    "closure chain collected": "let f = () => 0; for (let i = 0; i < 500000; i++) { const g = f; f = () => g; } if (typeof gc === 'function') gc();",
    "weak map chain": "const m = new WeakMap(); let k = {}; const first = k; for (let i = 0; i < 200000; i++) { const n = {}; m.set(k, n); k = n; } if (typeof gc === 'function') gc(); let n = 0; for (let x = first; x; x = m.get(x)) n++; if (n !== 200001) throw new Error('chain');",
    "regexp on a long string": "/^(?:a|b)*c/.test('ab'.repeat(500000));",
    "regexp with captures on a long string": "/^(?:(a)|(b))*$/.test('ab'.repeat(300000));",
    "regexp lazy": "/^.*?x/s.test('ab'.repeat(500000)); /(.*)\\1x/.test('ab'.repeat(300));",
    "regexp split and replace": "'ab'.repeat(500000).replace(/a|b/g, 'x').split(/x/).length;",
    "destructuring a deep literal": "const src = '['.repeat(2000) + 'x' + ']'.repeat(2000); try { eval('var ' + src + ' = 1'); } catch (e) { if (!(e instanceof TypeError || e instanceof RangeError || e instanceof SyntaxError)) throw e; }",
    "structured comparison of cyclic arrays": "const a = []; a.push(a); if (String(a) !== '' || a.join() !== '' || a.flat(5).length !== 1) throw new Error('cycle');",
    "cyclic JSON": "const o = {}; o.o = o; try { JSON.stringify(o); throw new Error('none'); } catch (e) { if (!(e instanceof TypeError)) throw e; }",
    "cyclic prototypes": "const a = {}, b = Object.create(a); try { Object.setPrototypeOf(a, b); throw new Error('none'); } catch (e) { if (!(e instanceof TypeError)) throw e; }",
    "cyclic console.log": "const o = { a: [1] }; o.self = o; o.a.push(o); console.log(o, [o], new Map([[o, o]]), new Set([o]));",
}
for _name, _source in DEEP.items():
    case("deep/" + _name, _source + " print('done');", OK, RANGE)

# ---- Size at run time ------------------------------------------------------------------------------------------------

LARGE = {
    "repeat 2**30": "'x'.repeat(2 ** 30).length;",
    "repeat 2**32": "'xyz'.repeat(2 ** 32);",
    "repeat Infinity": "'x'.repeat(Infinity);",
    "doubling": "let s = 'x'; for (let i = 0; i < 40; i++) s += s; s.charCodeAt(0);",
    "doubling, then flattened each time": "let s = 'xy'; for (let i = 0; i < 40; i++) { s += s; s.charCodeAt(s.length >> 1); }",
    "doubling a two-byte string": "let s = '\\u4e00'; for (let i = 0; i < 40; i++) { s = s + s; s.indexOf('q', s.length - 1); }",
    "padEnd": "'x'.padEnd(2 ** 31, 'ab');",
    "padStart": "'x'.padStart(1e15);",
    "join": "new Array(2 ** 28).join('0123456789');",
    "join of many": "Array(1e6).fill('x'.repeat(1e6)).join('');",
    "replaceAll": "'x'.repeat(1e6).replaceAll('x', 'y'.repeat(1e6));",
    "replace with $&": "let s = 'x'.repeat(1 << 20); for (let i = 0; i < 20; i++) s = s.replace(/[^]*/, '$&$&');",
    "JSON.stringify": "const s = 'x'.repeat(1 << 28); JSON.stringify([s, s, s, s, s, s, s, s]);",
    "JSON.stringify with indent": "let a = []; for (let i = 0; i < 5000; i++) a = [a]; JSON.stringify(a, null, '          ');",
    "template": "const s = 'x'.repeat(1 << 28); `${s}${s}${s}${s}${s}${s}${s}${s}`;",
    "concat": "const s = 'x'.repeat(1 << 28); s.concat(s, s, s, s, s, s, s, s);",
    "escape": "const s = '\\u4e00'.repeat(1 << 26); encodeURIComponent(s + s + s + s);",
    "toUpperCase": "let s = '\\u00df'.repeat(1 << 27); for (let i = 0; i < 4; i++) s = s.toUpperCase() + s;",
    "array length": "new Array(-1);",
    "array length too large": "const a = []; a.length = 2 ** 32;",
    "huge sparse array": "const a = []; a[4294967294] = 1; if (a.length !== 4294967295) throw new Error('length'); a.push(1);",
    "huge array sorted": "const a = []; a[4294967294] = 2; a[5] = 1; a.length = 10; a.sort(); new Array(2 ** 32 - 1).length;",
    "typed array": "new Float64Array(2 ** 40);",
    "typed array 2**53": "new Uint8Array(2 ** 53);",
    "array buffer": "new ArrayBuffer(2 ** 50);",
    "array buffer of 8 GB": "new ArrayBuffer(8 * 2 ** 30);",
    "many array buffers": "const keep = []; for (let i = 0; i < 4096; i++) keep.push(new ArrayBuffer(2 ** 30));",
    "BigInt power": "2n ** (2n ** 40n);",
    "BigInt shift": "1n << (2n ** 40n);",
    "BigInt squaring": "let x = 3n; for (let i = 0; i < 64; i++) { x = x * x; if (x > 1n << 40000000n) throw new RangeError('large enough'); if (i > 22) throw new RangeError('slow'); }",
    "BigInt parse": "BigInt('9'.repeat(1e5)); BigInt('0x' + 'f'.repeat(1e7));",
    "BigInt.asUintN": "BigInt.asUintN(2 ** 53 - 1, -1n);",
    "spread of a million": "const a = new Array(1e6).fill(1); ((...r) => r.length)(...a); Math.max(...a);",
    "apply with a huge length": "Math.max.apply(null, { length: 2 ** 32 - 1 });",
    "Reflect.construct with a huge length": "Reflect.construct(Array, { length: 1e9 });",
    "push.apply": "const a = new Array(1e6).fill(1); [].push.apply([], a);",
    "fromCharCode of a million": "String.fromCharCode(...new Array(1e6).fill(65));",
    "new with many arguments": "new Array(...new Array(1e6).fill(1)).length;",
    "bind with many arguments": "(() => 1).bind(null, ...new Array(1e5).fill(1))();",
    "splice": "const a = []; a.length = 2 ** 32 - 1; a.splice(0, 1, 1, 2);",
    "unshift": "const a = []; a.length = 2 ** 32 - 1; a.unshift(1);",
    "Array.from length": "Array.from({ length: 2 ** 53 });",
    "copyWithin out of range": "const t = new Uint8Array(16); t.copyWithin(2 ** 31, -(2 ** 31), 2 ** 40); t.set([1], 2 ** 31);",
    "DataView out of range": "new DataView(new ArrayBuffer(8)).getFloat64(2 ** 31);",
    "subarray and slice with odd numbers": "const t = new Uint32Array(4); t.slice(-Infinity, Infinity); t.subarray(2 ** 40, -(2 ** 40)); t.fill(1, -(2 ** 32), 2 ** 32); new Uint32Array(t.buffer, 16, 1);",
    "toString with a huge radix": "(5).toString(1e9);",
    "keys of a large typed array": "Object.keys(new Uint8Array(2 ** 29));",
    "keys of a large string": "Object.keys(Object('x'.repeat(2 ** 28)));",
    "keys of a large array": "Object.keys(new Array(2 ** 24).fill(0)); Object.entries(new Array(2 ** 24).fill(0));",
    "sorting a large array": "new Array(2 ** 24).fill(0).sort((a, b) => 0); new Float64Array(2 ** 25).toSorted((a, b) => 0);",
    "split into characters": "'x'.repeat(2 ** 28).split('');",
    "normalize": "'\\uFDFA'.repeat(2 ** 23).normalize('NFKD').length;",
    "localeCompare": "'\\u00e4'.repeat(2 ** 26).localeCompare('\\u00e4'.repeat(2 ** 26)); 'a'.repeat(2 ** 26).localeCompare('b'.repeat(2 ** 26));",
    "matchAll": "[...'x'.repeat(2 ** 21).matchAll(/x/g)];",
    "regexp replace with groups": "'x'.repeat(2 ** 23).replace(/(x)/g, () => '');",
    "regexp source": "String(new RegExp('/'.repeat(2 ** 19)));",
    "JSON.parse of a large array": "JSON.parse('[' + '1,'.repeat(2 ** 25) + '1]');",
    "JSON.parse of a large string": "JSON.parse('\"' + '\\\\u0041'.repeat(2 ** 24) + '\"');",
    "JSON.stringify with a list": "JSON.stringify({}, new Array(2 ** 22).fill('x'));",
    "structured arguments": "(function () { return arguments.length; }).apply(null, new Array(2 ** 22)); Reflect.apply(Array, null, { length: 2 ** 22 });",
    "rest parameter": "((...a) => a)(...new Array(2 ** 22));",
    "flat": "let a = [1, 2, 3, 4]; for (let i = 0; i < 14; i++) a = [a, a, a, a]; a.flat(Infinity);",
    "concat of sparse arrays": "const a = []; a.length = 2 ** 32 - 2; [].concat(a, a); a.concat(a, a);",
    "copyWithin and fill on sparse arrays": "const a = []; a.length = 2 ** 32 - 1; a.copyWithin(1, 0, 10); a.fill(1, 2 ** 31);",
    "reverse of a sparse array": "const a = [1]; a.length = 2 ** 32 - 1; a.reverse();",
    "template with many strings": "const s = 'x'.repeat(2 ** 20); eval('`' + '${s}'.repeat(1000) + '`').length;",
    "Function with many parameters": "new Function(...Array.from({ length: 1e5 }, (_, i) => 'p' + i), '');",
    "decodeURIComponent": "decodeURIComponent('%41'.repeat(2 ** 25));",
    "base64": "if (Uint8Array.prototype.toBase64) new Uint8Array(2 ** 29).toBase64().length; if (Uint8Array.prototype.toHex) new Uint8Array(2 ** 29).toHex();",
    "Symbol description": "String(Symbol('x'.repeat(2 ** 29 - 30)));",
    "property name": "({})['x'.repeat(2 ** 28)]; const o = {}; o['y'.repeat(2 ** 27)] = 1; Object.keys(o)[0].length;",
    "error message": "throw new RangeError('x'.repeat(2 ** 25));",
    "console.log": "console.log(new Array(2 ** 24).fill(7).length, 'x'.repeat(2 ** 24).length, new Array(2 ** 24));",
    "toFixed": "(5).toFixed(1e9);",
    "toPrecision": "(5).toPrecision(-1);",
    "setter of length with valueOf": "const a = [1, 2, 3]; a.length = { valueOf() { a.length = 0; return 2 ** 31; } }; throw new RangeError('fine');",
}
for _name, _source in LARGE.items():
    case("large/" + _name, _source + " print('done');", OK, RANGE, LIMIT, flags=("--memory-limit=1G", "--fuel=60000000"))

# What calls back into JavaScript while a native loop holds on to something.
MUTATIONS = {
    "sort comparator empties the array": "const a = Array.from({ length: 1000 }, (_, i) => 1000 - i); a.sort((x, y) => { a.length = 0; return x - y; });",
    "sort comparator grows the array": "const a = Array.from({ length: 100 }, (_, i) => 100 - i); a.sort((x, y) => { if (a.length < 1e5) a.push({}); return x - y; });",
    "sort comparator lies": "const a = Array.from({ length: 2000 }, (_, i) => i); a.sort(() => 1); a.sort(() => NaN); a.sort(() => Math.random() - 0.5); a.sort((x, y) => x < y ? 1 : 1);",
    "map callback shrinks": "const a = [1, 2, 3, 4, 5].map((x, i, all) => { all.length = 1; return x; });",
    "forEach changes kinds": "const a = [1, 2, 3]; a.forEach((x, i) => { a[i] = 1.5; a[i + 1] = {}; delete a[0]; a[10000] = 1; });",
    "splice with a species that lies": "const a = [1, 2, 3, 4]; a.constructor = { [Symbol.species]: function () { a.length = 0; return []; } }; a.splice(0, 3);",
    "concat with a species": "class A extends Array { constructor(n) { super(n); Object.freeze(this); } } try { new A(0).concat([1, 2]); } catch (e) { if (!(e instanceof TypeError)) throw e; }",
    "join whose toString empties": "const a = [{ toString() { a.length = 0; return 'x'; } }, 'b', 'c']; a.join();",
    "indexOf whose valueOf empties": "const a = [1, 2, 3]; a.indexOf(3, { valueOf() { a.length = 0; return 0; } }); a.includes(3, { valueOf() { a.length = 0; return 0; } });",
    "fill whose valueOf detaches or shrinks": "const a = [1, 2, 3]; a.fill(9, { valueOf() { a.length = 0; return 0; } }); a.copyWithin(0, { valueOf() { a.length = 0; return 1; } });",
    "slice with a changing getter": "const a = [1, 2, 3, 4]; Object.defineProperty(a, 1, { get() { a.length = 1; return 7; }, configurable: true }); a.slice(); [...a]; a.concat([1]); Array.from(a);",
    "replace callback changes the regexp": "const r = /a/g; 'aaaa'.replace(r, () => { r.lastIndex = 100; r.compile('b', 'g'); return ''; });",
    "lastIndex with valueOf": "const r = /a/y; r.lastIndex = { valueOf() { r.lastIndex = 5; return 2 ** 40; } }; r.exec('aaa');",
    "exec that recompiles": "const r = /(a)(b)(c)/g; let n = 0; r.exec = function (s) { r.compile('x'); return n++ ? null : { index: 2 ** 40, 0: 'zzz', length: 5 }; }; try { 'abc'.replace(/(?:)/[Symbol.replace] ? r : r, '$1$2$99$<n>'); } catch (e) { if (!(e instanceof RangeError)) throw e; }",
    "Map changed in forEach": "const m = new Map([[1, 1]]); let n = 0; m.forEach((v, k) => { m.delete(k); if (n++ < 10000) m.set(k, v); }); for (const [k] of new Map([[1, 1]])) m.clear();",
    "Set cleared in iteration": "const s = new Set([1, 2, 3]); for (const x of s) { s.clear(); if (x < 1000) s.add(x + 1); }",
    "JSON.stringify with a changing toJSON": "const a = [1, { toJSON() { a.length = 0; return 1; } }, 3]; JSON.stringify(a); const o = { a: { toJSON() { delete o.b; return 1; } }, b: 2 }; JSON.stringify(o);",
    "JSON.parse reviver that changes": "JSON.parse('[1,2,3,{\"a\":1}]', function (k, v) { if (Array.isArray(this)) this.length = 1; else delete this.a; return v; });",
    "defineProperties with getters that delete": "const d = { get a() { delete d.b; return { value: 1 }; }, b: { value: 2 } }; Object.defineProperties({}, d);",
    "assign from a changing source": "const s = { get a() { delete s.b; s.c = 1; return 1; }, b: 2 }; Object.assign({}, s); ({ ...s });",
    "entries of a changing object": "const o = { get a() { for (let i = 0; i < 100; i++) o['n' + i] = i; delete o.b; return 1; }, b: 2 }; Object.entries(o); Object.values(o);",
    "typed array set from a changing source": "const t = new Uint8Array(4); t.set({ length: 4, get 0() { return 1; }, get 1() { return { valueOf() { return 300; } }; } }); const src = new Proxy([1, 2], { get(x, k) { return k === 'length' ? 3 : x[k]; } }); t.set(src);",
    "typed array whose buffer is transferred": "if (ArrayBuffer.prototype.transfer) { const b = new ArrayBuffer(8), t = new Uint8Array(b); try { t.fill({ valueOf() { b.transfer(); return 1; } }); } catch (e) { if (!(e instanceof TypeError)) throw e; } if (t.length !== 0) throw new Error('length'); }",
    "resized while iterated": "if (ArrayBuffer.prototype.resize) { const b = new ArrayBuffer(8, { maxByteLength: 64 }), t = new Uint8Array(b); for (const x of t) b.resize(t.length ? 0 : 64); b.resize(64); t.map((x, i) => { b.resize(0); return i; }); t.sort(() => { b.resize(1); return 1; }); }",
    "getter on Object.prototype during destructuring": "Object.defineProperty(Object.prototype, '0', { get() { delete Object.prototype[0]; return 1; }, configurable: true }); const [a] = [,]; const { 0: b } = {};",
    "prototype changed in the middle of a chain": "const a = { get x() { Object.setPrototypeOf(b, null); return 1; } }, b = Object.create(a); b.x; b.x;",
    "array prototype with setters": "Object.defineProperty(Array.prototype, '1', { set(v) { this.length = 0; }, get() { return 5; }, configurable: true }); const a = [1]; a[1] = 2; a.push(3); [1, , 3].map((x) => x); delete Array.prototype[1];",
    "arguments changed by a callee": "function f(a, b) { g(arguments); return a + b; } function g(x) { x.length = 2 ** 31; x[0] = {}; delete x[1]; Object.defineProperty(x, 'length', { get() { return 1e9; } }); } f(1, 2); try { (function () { return Math.max(...arguments); }).apply(null, { length: 10 }); } catch (e) {}",
    "iterator that returns itself forever": "const it = { next() { return { value: it, done: ++it.n > 1000 }; }, n: 0, [Symbol.iterator]() { return this; } }; [...it]; new Set(it); Promise.all(it);",
    "constructor that returns odd things": "for (const r of [undefined, null, 1, {}, []]) { class A { constructor() { return r; } } class B extends A { x = 1; } try { new B(); } catch (e) { if (!(e instanceof TypeError)) throw e; } }",
    "class whose prototype changes while made": "function P() {} const h = new Proxy(P, { get(t, k) { if (k === 'prototype') { gc_(); return {}; } return t[k]; } }); function gc_() { if (typeof gc === 'function') gc(); } class A extends h { m() { return super.m; } } new A().m();",
    "stack getter on odd errors": "const e = new Error('x'); e.name = { toString() { throw 1; } }; try { e.stack; } catch (x) {} Error.captureStackTrace?.(Object.freeze({}) && {}, 5); Object.prototype.toString.call(e);",
    "uncaught objects with evil toString": "try { throw { toString() { throw 1; } }; } catch (e) {} Promise.reject(1).catch(() => 0);",
    "symbol keys everywhere": "const o = {}; for (let i = 0; i < 10000; i++) o[Symbol(i)] = i; Object.getOwnPropertySymbols(o).length; ({ ...o });",
    "property names that look like numbers": "const o = {}; for (const k of ['-0', '01', '1.0', '4294967295', '4294967296', '-1', '1e3', 'Infinity', 'NaN', '9007199254740993', ' 1']) { o[k] = k; [][k] = k; new Uint8Array(2)[k] = 1; } Object.keys(o);",
}
for _name, _source in MUTATIONS.items():
    case("mutation/" + _name, _source + " print('done');", OK)
case("mutation/uncaught with a throwing toString", "throw { toString() { throw new Error('inner'); } };", "ANY1")
case("mutation/uncaught with a throwing getter", "const e = new Error('x'); Object.defineProperty(e, 'message', { get() { throw 1; } }); Object.defineProperty(e, 'stack', { get() { throw 2; } }); Object.defineProperty(e, 'name', { get() { throw 3; } }); throw e;", "ANY1")
case("mutation/uncaught proxy", "throw new Proxy(new Error('x'), { get() { throw 1; }, getPrototypeOf() { throw 2; }, ownKeys() { throw 3; } });", "ANY1")
case("mutation/uncaught symbol", "throw Symbol('thrown');", "ANY1")
case("mutation/uncaught null", "throw null;", "ANY1")
case("mutation/uncaught deep cycle", "const a = []; a.push(a, { a }); throw a;", "ANY1")

# ---- Fuel ------------------------------------------------------------------------------------------------------------

LOOPS = {
    "for": "for (;;);", "while": "while (true) {}", "do": "do {} while (true);", "labelled": "a: for (;;) { for (;;) continue a; }",
    "for with work": "let x = 0; for (;;) { x = (x * 31 + 7) | 0; }", "in a function": "function f() { while (1) {} } f();",
    "for-of over a generator": "for (const x of (function* () { for (;;) yield 1; })());",
    "generator that never yields": "(function* () { for (;;); })().next();",
    "iterator without end": "for (const x of { [Symbol.iterator]: () => ({ next: () => ({ done: false }) }) });",
    "spread without end": "[...{ [Symbol.iterator]: () => ({ next: () => ({ done: false }) }) }];",
    "destructuring rest": "const [...a] = { [Symbol.iterator]: () => ({ next: () => ({ done: false }) }) };",
    "tail calls in a loop": "const f = () => 1; for (;;) f();",
    "recursion that is caught": "function f() { try { f(); } catch (e) { f(); } } for (;;) f();",
    "exponential recursion": "function f(n) { return n < 2 ? n : f(n - 1) + f(n - 2); } f(80);",
    "caught in vain": "for (;;) { try { for (;;); } catch (e) { print('survived'); } }",
    "finally in vain": "try { for (;;); } finally { print('survived'); }",
    "finally with its own loop": "try { for (;;); } finally { for (;;) print('survived'); }",
    "generator finally": "function* g() { try { for (;;) yield 1; } finally { print('survived'); } } for (const x of g());",
    "promise jobs": "function f() { Promise.resolve().then(f); } f();",
    "async function": "(async () => { for (;;) await null; })();",
    "async without await": "(async () => { for (;;); })();",
    "async generator": "(async () => { for await (const x of (async function* () { for (;;) yield 1; })()); })();",
    "thenable": "const t = { then(r) { r(t); } }; Promise.resolve(t);",
    "callback": "const a = [1]; a.forEach(function f() { for (;;); });",
    "forEach that grows": "const s = new Set([0]); s.forEach((x) => { s.delete(x); s.add(x + 1); });",
    "Map iteration that grows": "const m = new Map([[0, 0]]); for (const [k] of m) { m.delete(k); m.set(k + 1, 0); }",
    "array-like of 2**53": "Array.prototype.forEach.call({ length: 2 ** 53 - 1 }, () => {});",
    "indexOf on 2**53": "Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);",
    "includes on a proxy": "Array.prototype.includes.call(new Proxy({}, { get: (t, k) => k === 'length' ? 2 ** 53 - 1 : undefined }), 1);",
    "reverse on 2**53": "try { Array.prototype.reverse.call({ length: 2 ** 53 - 1 }); } catch (e) { print('survived'); }",
    "join on 2**32": "Array.prototype.join.call({ length: 2 ** 32 - 1 }, '');",
    "fill on 2**53": "Array.prototype.fill.call(new Proxy({}, {}), 0, 0, 2 ** 53); Array.prototype.fill.call({ length: 2 ** 53 - 1 }, 0);",
    "lastIndexOf": "Array.prototype.lastIndexOf.call({ length: 2 ** 53 - 1 }, 1);",
    "sparse array methods": "const a = []; a[4294967290] = 1; for (;;) { a.reduce((x, y) => y, 0); a.every((x) => 1); a.lastIndexOf(7); }",
    "getter": "const o = { get x() { for (;;); } }; o.x;",
    "valueOf": "+{ valueOf() { for (;;); } };", "toString": "`${{ toString() { for (;;); } }}`;",
    "toJSON": "JSON.stringify({ toJSON() { for (;;); } });", "comparator": "[2, 1].sort(() => { for (;;); });",
    "sort of many, slow": "const a = Array.from({ length: 1e5 }, (_, i) => -i); for (;;) a.sort((x, y) => (y < x) - (x < y));",
    "replace callback": "'a'.replace(/a/, () => { for (;;); });", "proxy trap": "new Proxy({}, { get() { for (;;); } }).x;",
    "eval": "eval('for (;;);');", "eval in a loop": "for (;;) eval('1');", "new Function": "new Function('for (;;);')();",
    "class static block": "class A { static { for (;;); } }", "field": "new (class { x = (() => { for (;;); })(); })();",
    "default parameter": "((a = (() => { for (;;); })()) => 0)();", "tagged template": "((s) => { for (;;); })`x`;",
    "module-like with": "with ({}) { for (;;); }", "switch": "for (;;) switch (1) { case 1: continue; }",
    "regexp, catastrophic": "/^(a+)+$/.test('a'.repeat(40) + 'b');",
    "regexp, nested quantifiers": "/(x+x+)+y/.test('x'.repeat(60));",
    "regexp, in a loop": "for (;;) /a*b/.test('aaaaaaaaaaaaaaaaaaaac');",
    "regexp, backreferences": "/^(.*)(.*)(.*)(.*)(.*)\\1\\2\\3\\4\\5x$/.test('ab'.repeat(60));",
    "string building": "let s = ''; for (;;) { s += 'x'; if (s.length > 1e6) s = ''; }",
    "BigInt work": "let x = 1n; for (;;) { x = x * 3n; if (x > 1n << 5000n) x = 1n; }",
    "string indexOf in a loop": "const s = 'a'.repeat(1000); for (;;) s.indexOf('b');",
    "Date in a loop": "for (;;) new Date().toString();", "JSON in a loop": "for (;;) JSON.parse('[1,2,3]');",
    "exceptions in a loop": "for (;;) { try { throw 1; } catch (e) {} }",
    "gc in a loop": "for (;;) { const a = []; for (let i = 0; i < 100; i++) a.push({ i }); }",
    "property loop": "const o = {}; for (let i = 0; ; i++) { o['p' + (i % 1000)] = i; delete o['p' + ((i * 7) % 1000)]; }",
    "iterator close": "for (;;) { for (const x of [1, 2, 3]) break; }",
    "Array.from without end": "Array.from({ [Symbol.iterator]: () => ({ next: () => ({ done: false, value: 1 }) }) }, () => 0);",
    "new Map without end": "new Map({ [Symbol.iterator]: () => ({ next: () => ({ done: false, value: [1, 1] }) }) });",
    "Promise.all without end": "Promise.all({ [Symbol.iterator]: () => ({ next: () => ({ done: false, value: 1 }) }) });",
    "Object.fromEntries without end": "Object.fromEntries({ [Symbol.iterator]: () => ({ next: () => ({ done: false, value: ['a', 1] }) }) });",
    "prototype chain with a proxy that loops": "const p = new Proxy({}, { getPrototypeOf: () => p }); function F() {} ({}) instanceof F; p instanceof F;",
    "natives that call natives": "for (const name of ['find', 'findIndex', 'findLast', 'some', 'forEach', 'filter', 'map', 'reduce', 'reduceRight', 'every']) Array.prototype[name].call({ length: 2 ** 53 - 1 }, name === 'every' ? Object : Boolean, 0);",
    "sort with a native": "const a = Array.from({ length: 1e5 }, (_, i) => -i); for (;;) a.toSorted(Math.max);",
    "typed array of natives": "const t = new Uint8Array(1 << 20); for (;;) { t.map(Math.abs); t.find(isNaN); t.forEach(String); }",
    "setTimeout chain": "if (typeof setTimeout === 'function') { (function f() { for (let i = 0; i < 50000; i++); setTimeout(f, 0); })(); } else for (;;);",
}
for _name, _source in LOOPS.items():
    case("fuel/" + _name, _source + "\nif (0) print('survived');", LIMIT, flags=("--fuel=3000000", "--memory-limit=512M"))

# ---- Memory ----------------------------------------------------------------------------------------------------------

BOMBS = {
    "array of numbers": "const a = []; for (;;) a.push(1);", "array of doubles": "const a = []; for (;;) a.push(1.5);",
    "array of objects": "const a = []; for (;;) a.push({ x: 1 });", "array of arrays": "const a = []; for (;;) a.push([1, 2, 3]);",
    "linked list": "let l; for (;;) l = { l };", "strings": "const a = []; for (let i = 0; ; i++) a.push('string number ' + i);",
    "large strings": "const a = []; for (let i = 0; ; i++) a.push('x'.repeat(100000) + i);",
    "flat strings": "const a = []; for (let i = 0; ; i++) { const s = 'abcdefgh' + i; s.charCodeAt(0); a.push(s); }",
    "ropes": "let s = 'x'; const a = []; for (let i = 0; ; i++) { s = s + i; a.push(s); if (s.length > 1e6) s = ''; }",
    "property names": "const o = {}; for (let i = 0; ; i++) o['key' + i] = i;",
    "many shapes": "const a = []; for (let i = 0; ; i++) { const o = {}; o['a' + i] = 1; o['b' + i] = 2; a.push(o); }",
    "elements": "const o = {}; for (let i = 0; ; i++) o[i * 1000] = i;",
    "Map": "const m = new Map(); for (let i = 0; ; i++) m.set(i, i);", "Set": "const s = new Set(); for (let i = 0; ; i++) s.add({});",
    "WeakMap with living keys": "const w = new WeakMap(), k = []; for (;;) { const o = {}; k.push(o); w.set(o, []); }",
    "closures": "const a = []; for (let i = 0; ; i++) a.push(() => i);", "functions by eval": "const a = []; for (let i = 0; ; i++) a.push(new Function('return ' + i));",
    "classes": "const a = []; for (;;) a.push(class { m() {} });", "symbols": "const a = []; for (;;) a.push(Symbol('s'));",
    "Symbol.for": "for (let i = 0; ; i++) Symbol.for('registered symbol ' + i);", "BigInts": "const a = []; for (let i = 1n; ; i++) a.push(i << 100n);",
    "large BigInts": "const a = []; for (let i = 1n; ; i++) a.push(i << 1000000n);",
    "promises": "const a = []; for (;;) a.push(new Promise(() => {}));", "pending jobs": "for (;;) Promise.resolve().then(() => {});",
    "generators": "function* g() { yield 1; } const a = []; for (;;) { const i = g(); i.next(); a.push(i); }",
    "suspended async functions": "const kept = [], f = async () => { await new Promise((r) => kept.push(r)); }; for (;;) f();",
    "array buffers": "const a = []; for (;;) a.push(new ArrayBuffer(1 << 16));", "large array buffers": "const a = []; for (;;) a.push(new ArrayBuffer(1 << 24));",
    "typed arrays": "const a = []; for (;;) a.push(new Float64Array(1000));", "small typed arrays": "const a = []; for (;;) a.push(new Uint8Array(8));",
    "dates": "const a = []; for (;;) a.push(new Date());", "regexps": "const a = []; for (let i = 0; ; i++) a.push(new RegExp('a' + i));",
    "regexp matches": "const a = []; for (;;) a.push(/(a)(b)(c)/.exec('abc'));", "errors": "const a = []; for (;;) a.push(new Error('e'));",
    "proxies": "const a = []; for (;;) a.push(new Proxy({}, {}));", "bound functions": "const a = []; for (;;) a.push(Math.max.bind(null, 1));",
    "iterators": "const a = []; for (;;) a.push([1].values());", "arguments": "const a = []; (function f() { a.push(arguments); })(); for (;;) (function () { a.push(arguments); })(1, 2, 3);",
    "JSON.parse": "const a = []; for (;;) a.push(JSON.parse('{\"a\":[1,2,3],\"b\":\"text\"}'));", "spread": "let a = [1, 2]; for (;;) a = [...a, ...a];",
    "concat": "let a = [1, 2]; for (;;) a = a.concat(a);", "Array.from": "Array.from({ length: 2 ** 31 }, () => ({}));", "fill": "new Array(2 ** 27).fill(0); new Array(2 ** 29).fill({});",
    "split": "const s = 'a,'.repeat(1e6), a = []; for (;;) a.push(s.split(','));", "template objects": "const a = []; for (let i = 0; ; i++) a.push(eval('((s) => s)`' + i + '`'));",
    "object spread": "let o = {}; for (let i = 0; ; i++) { o = { ...o, ['k' + i]: o }; }", "getters": "const a = []; for (;;) a.push({ get x() { return 1; } });",
    "caught in vain": "const a = []; for (;;) { try { for (;;) a.push({}); } catch (e) { print('survived'); } }",
    "finally in vain": "const a = []; try { for (;;) a.push({}); } finally { print('survived'); }",
    "in a comparator": "const a = []; [3, 2, 1].sort(() => { for (;;) a.push([]); });", "in a getter": "const a = [], o = { get x() { for (;;) a.push([]); } }; o.x;",
    "in toString": "const a = []; `${{ toString() { for (;;) a.push([]); } }}`;", "in a proxy trap": "const a = []; new Proxy({}, { get() { for (;;) a.push([]); } }).x;",
    "in a generator": "const a = []; (function* () { for (;;) a.push([]); })().next();", "in a job": "const a = []; Promise.resolve().then(() => { for (;;) a.push([]); });",
    "in a constructor": "const a = []; new (class { constructor() { for (;;) a.push(this, {}); } })();", "in a replace callback": "const a = []; 'x'.replace(/x/, () => { for (;;) a.push([]); });",
    "cycles that live": "const a = []; for (;;) { const x = {}, y = { x }; x.y = y; a.push(x); }", "deep recursion and allocation": "const a = []; function f(n) { a.push(new Array(100).fill(n)); if (n > 500) return; f(n + 1); f(n + 1); } f(0);",
    "FinalizationRegistry": "if (typeof FinalizationRegistry === 'function') { const r = new FinalizationRegistry(() => {}); const k = []; for (;;) { const o = {}; k.push(o); r.register(o, {}); } } else { const a = []; for (;;) a.push({}); }",
    "queue of tasks": "const q = []; (async () => { for (;;) { q.push((async () => { await q; })()); if (q.length % 1000 === 0) await null; } })();",
}
for _name, _source in BOMBS.items():
    case("memory/" + _name, _source, LIMIT, RANGE, flags=("--memory-limit=64M",))

# What must fit, because its garbage is not kept.
GARBAGE = {
    "objects": "for (let i = 0; i < 3e6; i++) ({ x: i });", "arrays": "for (let i = 0; i < 2e6; i++) [i, i, i];", "strings": "let n = 0; for (let i = 0; i < 2e6; i++) n += ('number ' + i).length;",
    "large strings": "for (let i = 0; i < 3000; i++) 'x'.repeat(100000 + i).charCodeAt(5);", "array buffers": "for (let i = 0; i < 3000; i++) new ArrayBuffer(1 << 20);",
    "typed arrays": "for (let i = 0; i < 20000; i++) new Float64Array(1000);", "closures": "let f; for (let i = 0; i < 2e6; i++) f = () => i;", "doubles": "let x = 0.5; for (let i = 0; i < 5e6; i++) x = x * 1.0000001 + 0.1;",
    "cycles": "for (let i = 0; i < 1e6; i++) { const a = {}, b = { a }; a.b = b; }", "maps": "for (let i = 0; i < 20000; i++) { const m = new Map(); for (let j = 0; j < 20; j++) m.set(j, {}); }",
    "weak map entries": "const w = new WeakMap(); for (let i = 0; i < 500000; i++) w.set({}, { i });", "generators": "function* g() { yield 1; } for (let i = 0; i < 300000; i++) g().next();",
    "promises": "(async () => { for (let i = 0; i < 300000; i++) await i; })();", "regexps": "for (let i = 0; i < 100000; i++) /(\\d+)-(\\d+)/.exec('12-34');", "eval": "for (let i = 0; i < 30000; i++) eval('(function () { return ' + (i % 100) + ' })()');",
    "growing and dropped arrays": "for (let i = 0; i < 200; i++) { const a = []; for (let j = 0; j < 20000; j++) a.push(j); }", "exceptions": "for (let i = 0; i < 300000; i++) { try { throw new Error('x' + i); } catch (e) { } }",
    "sparse and deleted properties": "const o = {}; for (let i = 0; i < 500000; i++) { o['k' + i] = 1; delete o['k' + i]; }", "interned strings": "const o = { a: 1 }; let n = 0; for (let i = 0; i < 500000; i++) n += o['missing' + i] === undefined ? 1 : 0;",
}
for _name, _source in GARBAGE.items():
    case("garbage/" + _name, _source + " print('done');", OK, flags=("--memory-limit=64M",))
