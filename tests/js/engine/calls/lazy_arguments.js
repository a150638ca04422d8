// Functions whose `arguments` is not mapped to parameters make the object when something else than its length, an
// element or f.apply(x, arguments) wants it. Nothing may show when it is made.

function sum() {
  let total = 0;
  for (let i = 0; i < arguments.length; i++) total += arguments[i];
  return total;
}
function target(...list) { return [this === undefined ? 'none' : this.name, ...list].join(); }
const many = Array.from({length: 1000}, (_, i) => i);
function forward() { return target.apply(this, arguments); }
function strictForward(a, b) {
  'use strict';
  a = 'changed';
  return target.apply({name: b}, arguments);
}

test('length and elements are read, and apply passes them on', () => {
  for (let round = 0; round < 30; round++) {
    assertEquals(sum(), 0);
    assertEquals(sum(1, 2, 3), 6);
    assertEquals(forward.call({name: 'x'}, 1, 2), 'x,1,2');
    assertEquals(forward.call({name: 'x'}), 'x');
    assertEquals(strictForward(1, 2, 3), '2,1,2,3');
    assertEquals(strictForward(), '');
  }
});

test('apply passes arguments on to callees of every kind', () => {
  function total() { return sum.apply(null, arguments); }
  assertEquals(total(...many), 499500);
  function forwardTo() { return this.f.apply(this.self, arguments); }
  const callees = [
    [target, 'self,1,2'],
    [Math.max, 2],
    [(a, b) => a - b, -1],
    [target.bind({name: 'bound'}, 0), 'bound,0,1,2'],
    [new Proxy(target, {}), 'self,1,2'],
    [String.fromCharCode, '\x01\x02'],
    [function (a) { return arguments.length + a; }, 3],
    [function () { return sum.apply(null, arguments); }, 3],
    [function (a, b, c) { a = 9; return [arguments[0], c].join(); }, '9,'],
  ];
  for (let i = 0; i < 5; i++) {
    for (const [f, expected] of callees) assertEquals(forwardTo.call({f, self: {name: 'self'}}, 1, 2), expected);
    assertEquals(forwardTo.call({f: function* (a, b) { yield a + b; }}, 1, 2).next().value, 3);
  }
});
test('apply that is no function, and a class, are TypeErrors', () => {
  function forwardTo() { return this.f.apply(this.self, arguments); }
  assertThrows(TypeError, () => forwardTo.call({f: {apply: 1}}, 1));
  assertThrows(TypeError, () => forwardTo.call({f: class {}}, 1));
});

test('an apply of somebody else gets one object', () => {
  function other() {
    const first = this.apply(this, arguments), second = this.apply(this, arguments);
    return [
      first === second,
      first === arguments,
      first.length,
      first.callee === other,
      Object.prototype.toString.call(first)
    ].join();
  }
  for (let i = 0; i < 5; i++)
    assertEquals(other.call({apply: (self, list) => list}, 1, 2), 'true,true,2,true,[object Arguments]');
});

test('a change to the object is seen by everybody', () => {
  function changed() {
    const before = arguments.length + ',' + arguments[0];
    arguments[0] = 'new';
    arguments.length = 1;
    return [before, arguments.length, arguments[0], arguments[1], target.apply({name: 't'}, arguments)].join(';');
  }
  for (let i = 0; i < 5; i++) assertEquals(changed('a', 'b'), '2,a;1;new;b;t,new');
});
test('an element may be deleted', () => {
  function deleted() {
    delete arguments[0];
    return [arguments[0], 0 in arguments, arguments.length].join();
  }
  assertEquals(deleted(1, 2), ',false,2');
});

test('elements that are not there are looked up in the object', () => {
  function beyond(i) { 'use strict'; return arguments[i]; }
  assertEquals(beyond(5), undefined);
  assertEquals(beyond(-1), undefined);
  assertEquals(beyond(0.5), undefined);
  assertEquals(beyond('0'), '0');
  assertEquals(beyond('length'), 1);
  assertEquals(beyond(Symbol.iterator), Array.prototype.values);
  assertThrows(TypeError, () => beyond('callee'));
  Object.prototype[3] = 'inherited';
  assertEquals(beyond(3), 'inherited');
  delete Object.prototype[3];
});

test('parameters with defaults or rest have nothing to do with it', () => {
  function defaults(a = arguments[1], b = arguments.length) { return [a, b, arguments[0]].join(); }
  assertEquals(defaults(undefined, 7), '7,7,');
  assertEquals(defaults(), ',0,');
  function rest(a, ...more) { return [arguments.length, arguments[2], more.length].join(); }
  assertEquals(rest(1, 2, 3), '3,3,2');
});

test('arguments that is mapped to parameters is as it was', () => {
  function mapped(a) { arguments[0] = 2; return a; }
  assertEquals(mapped(1), 2);
});
test('arguments in an arrow, a generator or eval is as it was', () => {
  function captured() { return (() => arguments[0])(); }
  assertEquals(captured(4), 4);
  function* generated() { yield arguments[0]; yield arguments.length; }
  assertEquals([...generated(3, 4)].join(), '3,2');
  function evaluated() { return eval('arguments[1]'); }
  assertEquals(evaluated(1, 5), 5);
});

test('arguments that is assigned or declared is as it was', () => {
  function assigned() { arguments = [8]; return arguments[0]; }
  assertEquals(assigned(1), 8);
  function declared() { var arguments; return arguments.length; }
  assertEquals(declared(1, 2), 2);
});

test('constructors hand their arguments on', () => {
  function Vector() { this.initialize.apply(this, arguments); }
  Vector.prototype.initialize = function (x, y) { this.x = x; this.y = y; };
  for (let i = 0; i < 100; i++) {
    const v = new Vector(i, 2);
    assertEquals(v.x + v.y, i + 2);
    assertEquals(v instanceof Vector, true);
  }
  assertEquals(new Vector().x, undefined);
});

test('a recursion by apply ends as any other', () => {
  function deep() { return deep.apply(null, arguments); }
  assertThrows(RangeError, () => deep(1, 2, 3));
  assertThrows(RangeError, () => deep(...many));
});
test('the positions in a stack are those of the calls', () => {
  function failing() { throw new Error('e'); }
  function through() { return failing.apply(this, arguments); }
  try { through(1); } catch (e) { assertEquals(/failing[^]*through/.test(e.stack), true); }
});
