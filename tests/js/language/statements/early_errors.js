// Programs that must not parse, and near neighbours that must.
test('what no grammar produces is a SyntaxError', function () {
  for (const s of ['var', 'var 1', 'a b', '1 = 2', 'a + b = c', '++a++', 'a++ = 1', '(a, b) = 1', 'f() = 1; }', 'for (f() of []) ; }', 'if (', 'function', 'function () {}', 'class', 'return', 'yield: 1; function* g() { yield: 1 }', 'async () => { await: 1 }', 'break', 'continue', 'case 1:', 'else', 'catch (e) {}', 'try {}', 'throw\n1', 'new', 'new a?.b', '`${`', '`abc', '"abc', "'a\nb'", '/abc', '/a/gg', '/a/xz', '/[/', '/(/', '/a**/', '/{1}/u', '/(?<n>a)(?<n>b)/', '/\\k<x>/u', '({a', '[1, 2', '(1', '1)', '}', '{', '\\u{110000}', 'var \\u0030a', '"\\u{110000}"', '"\\xg"', '"\\u12"', 'let [a, a] = []', 'let a, a', 'const a', 'for (let a, b of []);', 'for (const a in {}, {}) ; }', 'for (var a, b in {});', 'import x from "y"', 'export default 1', 'import.meta', 'super.x', 'super()', 'new.target', 'a => { } ()', '(a, b) => { let a; }', '(a) => { "use strict"; with (a) ; }', 'function f(a, ...b, c) {}', 'function f(...a = []) {}', '[...a, b] = c', '({...{a}} = {})', '({ a: 1 } = {})', '({ a() {} } = {})', '[a + 1] = []', 'async (a, a) => 1', 'while (1) function f() {}', 'do function f() {} while (0)', 'for (;;) class C {}', 'if (1) let\n[a] = 1', 'while (0) const x = 1', 'label: class C {}', 'label: let a', 'if (1) class C {}', 'if (1) async function f() {}', 'a?.b = 1', '#x', '#x in y', 'class A { #constructor }', 'class A { static prototype }', 'class A { get #x() {} get #x() {} }', 'enum', 'var enum', 'var this', 'this = 1', 'import = 1', 'typeof', 'delete', '...a', '(...a)', '() + 1', '@dec class A {}', 'a ? b', 'a ?? b || c', '-1 ** 2', '1..2', 'async function f() { function g() { await 1 } }', 'function* g() { function yield() {} }', 'export {}', 'let let', 'for (let let;;) ;', '0++', 'switch (1) { case 1: default: default: }', 'switch (1) { let a; }', 'do while (0)', 'with (1)', 'for (;) ;', 'for (a b) ;', 'for await (a of b) ;', '/*', '<!', 'a\u180eb']) {
    let error;
    try { (0, eval)('if (0) { ' + s); } catch (e) { error = e; }
    let direct;
    try { (0, eval)('(function () {}); if (0) throw 1; ' + (s.includes('import ') || s.includes('export') ? s : ';\n' + s)); } catch (e) { direct = e; }
    assertSame(direct instanceof SyntaxError, true, s);
  }
});
test('near neighbours of errors are accepted', function () {
  for (const s of ['var a, b = 1;', ';;', '{}', 'a: b: for (;;) break a', 'if (1) ; else ;', 'do ; while (0) var x', 'for (var let_ in {}) ;', 'for (let of = 0; of < 1; of++) ;', 'for (let = 0; let < 1; let++) ;', 'let\nfoo', 'var async; async\nfunction f() {}', 'yield = 1', 'await = 1', 'let = 1', 'static = 1', 'var of, get, set', '/[/]/.test("/")', 'x = 1 /1/ 1', 'x = a => b => c', 'x = async a => a', 'x = async (a, b) => {}', 'x = async(1)', '[a, b] = [b, a]', '({ a, b: [c] } = { b: [] })', 'for ([a, b] of []) ;', 'for (var [a] = [1]; 0;) ;', 'x = { async *[a]() {} }', 'x = `${`${1}`}`', '!function () {}()', '+function () {}()', 'var \\u0061bc = 1; abc', 'var \u{20BB7} = 1', 'x = "\u2028\u2029"', 'a\u00a0=\ufeff1', '// comment', '/* a\nb */ a', 'x = a?.5:1', 'x = a ? .5 : 1', 'if (1) function f() {}', 'label: function g() {}', 'try {} catch {}', 'try {} catch ([a, b]) {}', 'class A { static async *#m() {} static { } x; y = 1; "z" = 2; static }', 'class A { static static() {} get get() {} set set(a) {} async async() {} *gen() {} }', 'new new Date', 'new (a.b().c)', 'x = function* () { yield /re/ }', 'x = async function () { await /re/.exec("") }', 'a = b\n++c', 'x = 0x1f + 0b1 + 0o7', 'x = 1_000', 'x = {__proto__: null, "__proto__"() {}}', 'x = (a, b = 1, {c}, [d], ...e) => 0', 'x = a ?? b ?? c', 'x = (a ?? b) || c', 'if (0) { let a; { let a; } function a2() {} }', 'switch (1) { case 1: let q; break; default: { let q; } }', 'for (const a of []) { let a; }', 'x = a\n/b/g', 'x = a++\n/b/1']) {
    let rejected;
    try { new Function('a', 'b', 'c', 'd', 'x', 'abc', s); } catch (e) { rejected = e.message; }
    assertSame(rejected, undefined, s);
  }
});
test('a line end ends a yield, so that it is multiplied by nothing', function () {
  assertThrows(SyntaxError, () => new Function('x = function* () { yield\n* 2 }'));
});
test('an error is found before anything runs', function () {
  globalThis.earlyRan = 0;
  assertThrows(SyntaxError, () => (0, eval)('earlyRan++; let q; let q;'));
  assertThrows(SyntaxError, () => (0, eval)('earlyRan++; function f() { return 1 2; }'));
  assertThrows(SyntaxError, () => (0, eval)('earlyRan++; function f() { "use strict"; with (1) {} }'));
  assertThrows(SyntaxError, () => (0, eval)('earlyRan++; /(/'));
  assertThrows(SyntaxError, () => (0, eval)('earlyRan++; (() => { break; })'));
  assertSame(earlyRan, 0);
  delete globalThis.earlyRan;
});
