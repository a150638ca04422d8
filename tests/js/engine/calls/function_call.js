// Function.prototype.call enters the function that it calls without a frame of its own.
'use strict';
function receiver() {
  return this;
}
function all(a, b, c) {
  return [this, a, b, c].map(String).join();
}
function counted() {
  return arguments.length + ':' + [...arguments].join();
}
function withRest(first, ...rest) {
  return first + '|' + rest.join();
}
function withDefault(a, b = 'none') {
  return a + b;
}
const sloppy = Function('return typeof this');
const arrow = () => 'arrow';
class A {
  static make() {
    return this;
  }
}
async function later(x) {
  return x;
}
function* generator(x) {
  yield x;
}
const bound = all.bind('bound', 1);

test('warm sites', function () {
  const viaCall = (f, ...rest) => f.call(...rest);
  for (let i = 0; i < 3000; i++) {
    assertSame(receiver.call(), undefined);
    assertSame(receiver.call(i), i);
    assertSame(all.call(), 'undefined,undefined,undefined,undefined');
    assertSame(all.call(1), '1,undefined,undefined,undefined');
    assertSame(all.call(1, 2), '1,2,undefined,undefined');
    assertSame(all.call(1, 2, 3, 4), '1,2,3,4');
    assertSame(all.call(1, 2, 3, 4, 5, 6), '1,2,3,4');
    assertSame(counted.call(), '0:');
    assertSame(counted.call(1), '0:');
    assertSame(counted.call(1, 2, 3), '2:2,3');
    assertSame(withRest.call(0, 1, 2, 3), '1|2,3');
    assertSame(withRest.call(0), 'undefined|');
    assertSame(withDefault.call(0, 'a'), 'anone');
    assertSame(sloppy.call(1), 'object');
    assertSame(sloppy.call(), 'object');
    assertSame(arrow.call(1), 'arrow');
    assertSame(A.make.call(7), 7);
    assertSame(bound.call('other', 2), 'bound,1,2,undefined');
    assertSame(generator.call(0, i).next().value, i);
    assertSame(Object.prototype.hasOwnProperty.call({ a: 1 }, 'a'), true);
    assertSame(Array.prototype.slice.call([1, 2, 3], 1).join(), '2,3');
    // call of call, and of what calls.
    assertSame(Function.prototype.call.call(all, 1, 2), '1,2,undefined,undefined');
    assertSame(all.call.call(receiver, 5), 5);
    assertSame(viaCall(all, 1, 2, 3), '1,2,3,undefined');
  }
});

test('what can not be called', function () {
  for (let i = 0; i < 300; i++) {
    const f = i % 100 === 99 ? A : all;
    if (f === A) {
      assertThrows(TypeError, () => f.call({}, 1));
    } else {
      assertSame(f.call(1), '1,undefined,undefined,undefined');
    }
    assertThrows(TypeError, () => Function.prototype.call.call(1));
    assertThrows(TypeError, () => Function.prototype.call.call({}, 1));
  }
});

test('one site, many targets', function () {
  const targets = [receiver, all, counted, arrow, bound, withRest, Object.prototype.toString, sloppy];
  const seen = new Set();
  for (let i = 0; i < 4000; i++) seen.add(String(targets[i % targets.length].call(i & 1, 2, 3)));
  assertSame(seen.size, 8);
});

test('recursion ends, and where', function () {
  let depth = 0;
  function down() {
    depth++;
    down.call(this, 1);
  }
  let first = 0;
  for (let i = 0; i < 3; i++) {
    depth = 0;
    assertThrows(RangeError, down);
    if (i === 1) first = depth;
  }
  assertSame(depth, first);
});

test('a stack trace has no frame for it', function () {
  function inner() {
    return new Error('x').stack;
  }
  function outer() {
    return inner.call(null);
  }
  let stack = '';
  for (let i = 0; i < 500; i++) stack = outer();
  const lines = stack.split('\n').filter((line) => /\b(inner|outer)\b|Function\.call/.test(line));
  assertSame(lines.length, 2);
});

test('constructors that call the one above', function () {
  function Base(x) {
    this.x = x;
  }
  function Derived(x, y) {
    Base.call(this, x);
    this.y = y;
  }
  let sum = 0;
  for (let i = 0; i < 3000; i++) {
    const d = new Derived(i, 1);
    sum += d.x + d.y;
  }
  assertSame(sum, 3000 * 2999 / 2 + 3000);
});

test('later', function () {
  for (let i = 0; i < 300; i++) later.call(null, i).then((x) => assertSame(x, i));
});
