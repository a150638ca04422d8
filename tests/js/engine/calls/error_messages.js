// not-on-node: the wording is Halfword's
// Messages name what they are about.
function message(source) {
  try {
    (0, eval)(source);
  } catch (e) {
    return e.name + ': ' + e.message;
  }
  return 'nothing';
}
function check(expected) {
  for (const [source, text] of Object.entries(expected)) assertSame(message(source), text, source);
}

test('destructuring of undefined and null', function () {
  check({
    'var {a} = undefined': "TypeError: Cannot destructure property 'a' of 'undefined' as it is undefined",
    'var {a, b} = null;': "TypeError: Cannot destructure property 'a' of 'null' as it is null",
    '(function () { var o = {x: null}; var { y } = o.x; })()':
        "TypeError: Cannot destructure property 'y' of 'o.x' as it is null",
    '(function () { var o = {}; var { y: {z} = 1, w } = o.x.y; })()':
        "TypeError: Cannot read properties of undefined (reading 'y')",
    '(function () { let x; ({ a: x } = x); })()':
        "TypeError: Cannot destructure property 'a' of 'x' as it is undefined",
    '(function ({a}) {})()': "TypeError: Cannot destructure property 'a' as the value is undefined",
    '(({ first, second }) => first)(null)': "TypeError: Cannot destructure property 'first' as the value is null",
    'for (const {a} of [null]);': "TypeError: Cannot destructure property 'a' as the value is null",
    'try { throw undefined; } catch ({ message }) {}':
        "TypeError: Cannot destructure property 'message' as the value is undefined",
    'var {} = null': "TypeError: Cannot destructure 'null' as it is null",
    'var {[1 + 1]: a} = null': "TypeError: Cannot destructure 'null' as it is null",
    'var {"a-b": a} = f(); function f() {}': 'TypeError: Cannot destructure what is undefined',
    'var {a: {b}} = {}': "TypeError: Cannot destructure property 'b' as the value is undefined",
    'var {a} = undefined || null': "TypeError: Cannot destructure property 'a' as the value is null"
  });
});
test('await where it is only a name', function () {
  const text = 'SyntaxError: await is only valid in async functions and the top level bodies of modules';
  for (const operand of [
    'x',
    'x()',
    '1',
    '1n',
    '"s"',
    '{}',
    'this',
    'null',
    'new X',
    'typeof x',
    'function () {}',
    'class {}',
    '!x',
    '~x',
    'async () => {}'
  ]) {
    assertSame(message('function f() { await ' + operand + ' }'), text, operand);
    assertSame(message('await ' + operand), text, operand);
  }
  for (const operand of ['', '+ 1', '- 1', '(x)', '[0]', '`t`', '.x', 'in x', 'instanceof x', '/ 1'])
    assertSame(message('(function f(await, x) { await ' + operand + ' })'), 'nothing', operand);
});
test('new of what is no constructor', function () {
  check({
    'var q = {}; new q.x': 'TypeError: q.x is not a constructor',
    'var q = {}; new q.x;': 'TypeError: q.x is not a constructor',
    'var q = {}; new q.x(1)': 'TypeError: q.x is not a constructor',
    'new Math.max': 'TypeError: Math.max is not a constructor',
    'new (class A { static text = "a long text"; m() { return "another long text"; } }.prototype.m)':
        'TypeError: function m is not a constructor',
    'new (function () { return "a long text"; }().x)': 'TypeError: undefined is not a constructor',
    'new class A { }().x()': 'TypeError: (intermediate value).x is not a function'
  });
});
test('in with what is no object', function () {
  check({
    '"a" in 1': "TypeError: Cannot use 'in' operator to search for 'a' in 1",
    '"a" in "b"': "TypeError: Cannot use 'in' operator to search for 'a' in \"b\"",
    '5 in true': "TypeError: Cannot use 'in' operator to search for '5' in true",
    'Symbol("s") in undefined': "TypeError: Cannot use 'in' operator to search for 'Symbol(s)' in undefined",
    '(class { #x; static { #x in 1; } })': "TypeError: Cannot use 'in' operator to search for '#x' in 1"
  });
});
