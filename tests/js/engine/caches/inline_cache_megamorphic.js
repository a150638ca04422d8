// Sites that meet many shapes: loads, stores, stores that add a property, setters, getters.
function makers(count) {
  return Array.from({ length: count }, (_, i) => Function(
    'return {' + Array.from({ length: i }, (_, k) => 'p' + k + ': ' + k).join() + '}'
  ));
}
const many = makers(24);
// A store that has added to each of the shapes.
function warmAdd() {
  function set(o, v) { o.added = v; }
  for (let round = 0; round < 30; round++) for (const make of many) set(make(), round);
  return set;
}
test('a store adds and changes a property of many shapes', function () {
  function set(o, v) { o.added = v; }
  for (let round = 0; round < 30; round++) {
    for (const make of many) {
      const o = make(), keys = Object.keys(o).length;
      set(o, round);
      assertSame(o.added, round);
      assertSame(Object.keys(o).length, keys + 1);
      set(o, -round);
      assertSame(o.added, -round);
      assertSame(Object.keys(o).length, keys + 1);
    }
  }
});
test('a setter that appears on the chain ends the adding, until it is gone', function () {
  const set = warmAdd();
  let seen = 0;
  Object.defineProperty(Object.prototype, 'added', { set(v) { seen++; }, configurable: true });
  for (const make of many) {
    const o = make();
    set(o, 1);
    assertSame(Object.hasOwn(o, 'added'), false);
  }
  assertSame(seen, many.length);
  delete Object.prototype.added;
  for (const make of many) {
    const o = make();
    set(o, 2);
    assertSame(o.added, 2);
  }
});
test('a store of many shapes adds nothing to frozen objects', function () {
  const set = warmAdd();
  for (const make of many) {
    const frozen = Object.freeze(make());
    set(frozen, 3);
    assertSame(frozen.added, undefined);
  }
});
test('a load finds a property in the shapes that have it', function () {
  function get(o) { return o.p2; }
  for (let round = 0; round < 30; round++) many.forEach((make, i) => assertSame(get(make()), i > 2 ? 2 : undefined));
});
test('a load of an absent property finds it once a prototype has it', function () {
  function absent(o) { return o.nowhere; }
  for (let round = 0; round < 30; round++) many.forEach((make) => assertSame(absent(make()), undefined));
  Object.prototype.nowhere = 'here';
  many.forEach((make) => assertSame(absent(make()), 'here'));
  delete Object.prototype.nowhere;
  many.forEach((make) => assertSame(absent(make()), undefined));
});
test('accessors of a prototype are called for many shapes, also after they changed', function () {
  class A {
    get v() { return this.x + 1; }
    set v(value) { this.x = value * 2; }
  }
  class B extends A {}
  function get(o) { return o.v; }
  function set(o, v) { o.v = v; }
  for (let i = 0; i < 60; i++) {
    for (const o of [new A(), new B(), Object.create(new B()), { v: 5, x: 9 }]) {
      set(o, i);
      assertSame(get(o), Object.hasOwn(o, 'v') ? i : i * 2 + 1);
    }
    if (i === 40) Object.defineProperty(A.prototype, 'v', { set(value) { this.x = value * 2; } });
    if (i === 40) Object.defineProperty(A.prototype, 'v', { get() { return this.x + 1; } });
  }
});
test('an accessor without a setter stops strict stores', function () {
  function strict(o) { 'use strict'; o.w = 1; }
  const readOnly = { get w() { return 1; } };
  for (let i = 0; i < 20; i++) assertThrows(TypeError, () => strict(Object.create(readOnly)));
});
test('warm loads of arguments follow parameters and deletion', function () {
  function f(a, b) {
    let sum = 0;
    for (let i = 0; i < arguments.length + 1; i++) sum += arguments[i] === undefined ? 100 : arguments[i];
    a = 1000;
    sum += arguments[0];
    arguments[1] = 5;
    delete arguments[0];
    return [sum, b, arguments[0], a];
  }
  for (let i = 0; i < 30; i++) {
    assertEquals(f(1, 2), [1103, 5, undefined, 1000]);
    assertEquals(f(1, 2, 3), [1106, 5, undefined, 1000]);
  }
});

// The stub cache begins small and grows once much of it has been lost to others.
test('more shapes and names than the stub cache holds', () => {
  const objects = [];
  for (let i = 0; i < 1500; i++) objects.push({ ['only' + i]: 0, shared: i, ['late' + (i % 300)]: -i });
  const read = (o) => o.shared;
  const readAny = (o, name) => o[name];
  const write = (o, v) => { o.shared = v; };
  const add = (o, v) => { o.added = v; };
  for (let round = 1; round <= 4; round++) {
    for (let i = 0; i < objects.length; i++) {
      const o = objects[i];
      assertEquals(read(o), i * round);
      assertEquals(readAny(o, 'late' + (i % 300)), -i);
      write(o, i * (round + 1));
      if (round === 1) add(o, i);
      assertEquals(o.added, i);
    }
  }
});
