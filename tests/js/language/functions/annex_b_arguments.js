// A function named arguments in a block stays there: the name is taken as if by a parameter.
// not-on-node: V8 assigns it to the outer binding
test('a block function named arguments does not replace the arguments object', function () {
  for (const f of [function () { { function arguments() {} assertSame(typeof arguments, 'function'); } return arguments; },
    function (x) { { function arguments() {} } return arguments; },
    function (...rest) { { function arguments() {} } return arguments; }]) {
    assertSame(Object.prototype.toString.call(f(1)), '[object Arguments]');
  }
});
test('a block function named arguments is hoisted out of its block in an arrow function', function () {
  const arrow = () => { { function arguments() {} } return typeof arguments; };
  assertSame(arrow(), 'function');
});
