// A class of a class, a hundred thousand times: making one takes as long as making the first.
test('a hundred thousand classes above each other', function () {
  var C = class {};
  for (var i = 0; i < 100000; i++) C = class extends C {};
  assertSame(typeof C, 'function');
});
test('instanceof sees an own @@hasInstance however deep it is', function () {
  function isIt(x, f) { return x instanceof f; }
  for (var i = 0; i < 200; i++) isIt({}, class {});
  for (var depth = 1; depth < 40; depth++) {
    var C = class {};
    Object.defineProperty(C, Symbol.hasInstance, { value: function () { return true; } });
    for (var j = 0; j < depth; j++) C = class extends C {};
    assertSame(isIt({}, C), true);
    var f = function () {};
    for (var j = 0; j < 50; j++) assertSame(isIt({}, f), false);
    Object.setPrototypeOf(f, C);
    assertSame(isIt({}, f), true);
  }
});
