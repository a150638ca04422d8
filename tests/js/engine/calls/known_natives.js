// Calls do some natives themselves (ops/natives.inc). Each does what the native function does when it is
// called another way: for all operands, in all warm and cold states of a site.
const numbers = [
  0,
  -0,
  1,
  -1,
  0.5,
  -0.5,
  0.49999999999999994,
  -0.49999999999999994,
  1.5,
  -1.5,
  2.5,
  -2.5,
  0.1,
  -0.1,
  1e-7,
  -1e-7,
  2 ** 30 - 1,
  2 ** 30,
  2 ** 30 + 1,
  -(2 ** 30),
  -(2 ** 30) - 1,
  2 ** 30 - 0.5,
  -(2 ** 30) - 0.5,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31),
  2 ** 31 - 0.5,
  -(2 ** 31) - 0.5,
  2 ** 32,
  2 ** 53,
  2 ** 53 + 2,
  1e21,
  1e22,
  1e300,
  -1e300,
  NaN,
  Infinity,
  -Infinity,
  4,
  16,
];
const others = ['12', '', null, undefined, true, 'abc', { valueOf() { return 7.5; } }, [3]];
const operands = [...numbers, ...others];
// A function with call sites of its own.
const caller = (text) => new Function('f', 'a', 'b', `"use strict"; return ${text};`);
const outcome = (action) => { try { return action(); } catch (error) { return error.name; } };

for (const name of ['abs', 'ceil', 'clz32', 'floor', 'round', 'sqrt', 'trunc']) {
  test(`Math.${name}`, function () {
    const f = Math[name], one = caller(`Math.${name}(a)`), plain = caller('f(a)'), none = caller(`Math.${name}()`);
    const two = caller(`Math.${name}(a, b)`),
        sum = caller(`Math.${name}(a) + 0.25`),
        less = caller(`Math.${name}(a) < 3`);
    for (let round = 0; round < 40; round++) {
      for (const a of operands) {
        const expected = Reflect.apply(f, Math, [a]);
        assertSame(one(f, a), expected);
        assertSame(plain(f, a), expected);
        assertSame(two(f, a, 9), expected);
        assertSame(sum(f, a), expected + 0.25);
        assertSame(less(f, a), expected < 3);
      }
      assertSame(none(f), Reflect.apply(f, Math, []));
    }
  });
}
for (const name of ['max', 'min', 'imul']) {
  test(`Math.${name}`, function () {
    const f = Math[name],
        two = caller(`Math.${name}(a, b)`),
        product = caller(`Math.${name}(a, b) * 0.5`),
        one = caller(`Math.${name}(a)`);
    for (let round = 0; round < 3; round++) {
      for (const a of operands) {
        for (const b of operands) {
          const expected = Reflect.apply(f, Math, [a, b]);
          assertSame(two(f, a, b), expected);
          assertSame(product(f, a, b), expected * 0.5);
        }
        assertSame(one(f, a), Reflect.apply(f, Math, [a]));
      }
    }
  });
}
test('parseInt', function () {
  const one = caller('parseInt(a)'), two = caller('parseInt(a, b)');
  for (let round = 0; round < 30; round++) {
    for (const a of operands) {
      assertSame(one(0, a), Reflect.apply(parseInt, undefined, [a]));
      assertSame(two(0, a, 8), Reflect.apply(parseInt, undefined, [a, 8]));
    }
  }
});

// Strings of every kind: of one and two bytes, slices, ropes before and after they are read, thin ones.
const makers = {
  oneByte: () => 'abcdefghijklmnopqrstuvwxyz\xe9\xff',
  twoByte: () => 'abc\u0394\ud83d\ude00xyz\ud800 end of the text',
  slice: () => ('0123456789'.repeat(12)).slice(3, 90),
  wideSlice: () => ('\u0394\u0395\u0396abc'.repeat(12)).slice(2, 60),
  rope: () => 'left side of a long rope ' + String(Math.PI) + ' and its right side',
  flatRope: () => {
    const s = 'left side of a long rope ' + String(Math.E) + ' and its right side';
    s.indexOf('q');
    return s;
  },
  thin: () => { const s = ['some', 'name', 'of', 'mine', 'that is interned'].join('_'); ({})[s]; return s; },
  empty: () => '',
};
for (const name of ['charCodeAt', 'codePointAt', 'charAt']) {
  test(`String.prototype.${name}`, function () {
    const f = String.prototype[name],
        at = caller(`a.${name}(b)`),
        none = caller(`a.${name}()`),
        add = caller(`a.${name}(b) + 1`);
    const indirect = caller('f.call(a, b)');
    for (let round = 0; round < 20; round++) {
      for (const make of Object.values(makers)) {
        for (const index of [0, 1, 3, 4, 5, 26, 27, 40, 1000, -1, 1.5, -0, NaN, '2', undefined, 2 ** 30, 2 ** 32]) {
          const expected = Reflect.apply(f, make(), [index]), text = make();
          assertSame(at(0, text, index), expected);
          assertSame(at(0, text, index), expected);
          assertSame(add(0, text, index), expected + 1);
        }
        assertSame(none(0, make()), Reflect.apply(f, make(), []));
      }
      for (const receiver of [12345, true, { toString() { return 'an object'; } }])
        assertSame(indirect(f, receiver, 1), Reflect.apply(f, receiver, [1]));
    }
  });
}
test('String.fromCharCode', function () {
  const one = caller('String.fromCharCode(a)'),
      two = caller('String.fromCharCode(a, b)'),
      none = caller('String.fromCharCode()');
  for (let round = 0; round < 30; round++) {
    for (const a of [...operands, 65, 255, 256, 0xffff, 0x10041, -191]) {
      assertSame(one(0, a), Reflect.apply(String.fromCharCode, String, [a]));
      assertSame(two(0, a, 66), Reflect.apply(String.fromCharCode, String, [a, 66]));
    }
    assertSame(none(), '');
  }
});
test('Array.isArray', function () {
  const one = caller('Array.isArray(a)'), none = caller('Array.isArray()');
  class Sub extends Array {}
  const values = [
    [],
    [1],
    new Sub(),
    new Proxy([], {}),
    new Proxy({}, {}),
    {},
    Array.prototype,
    new Uint8Array(2),
    ...operands,
    () => 1,
    Array
  ];
  for (let round = 0; round < 30; round++) {
    for (const a of values) assertSame(one(0, a), Reflect.apply(Array.isArray, Array, [a]));
    assertSame(none(), false);
  }
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  assertThrows(TypeError, () => one(0, proxy));
});

// Arrays of every kind, and what is none.
const startings = {
  empty: () => [],
  smis: () => [1, 2, 3],
  doubles: () => [0.5, 1.5],
  values: () => ['a', {}],
  holes: () => [1, , 3],
  holesAtEnd: () => [1, 2, ,],
  doubleHoles: () => [0.5, , 2.5, ,],
  emptied: () => { const a = [1, 2, 3, 4, 5]; a.length = 0; return a; },
  large: () => Array.from({ length: 3000 }, (_, i) => i),
  sealed: () => Object.seal([1, 2]),
  frozen: () => Object.freeze([1, 2]),
  notExtensible: () => Object.preventExtensions([1, 2]),
  lengthReadOnly: () => Object.defineProperty([1, 2], 'length', { writable: false }),
  subclass: () => new (class extends Array {})(3),
  accessor: () => Object.defineProperty([1, 2], 1, { get() { return 'got'; }, configurable: true }),
  arrayLike: () => ({ length: 2, 0: 'x', 1: 'y', push: Array.prototype.push, pop: Array.prototype.pop }),
  named: () => Object.assign([1, 2], { name: 'x' }),
  nullPrototype: () => Object.setPrototypeOf([1, 2], { push: Array.prototype.push, pop: Array.prototype.pop }),
};
const push = caller('a.push(b)'), pushAndAdd = caller('a.push(b) + 0.5'), pushTwo = caller('a.push(b, 1)');
const pop = caller('a.pop()'), popAndAdd = caller('a.pop() + 0.5');
// What the array is, without an element's getter.
function contents(list) {
  const out = [list.length];
  for (let i = 0; i < list.length && i < 100; i++)
    out.push(i in list ? (Object.is(list[i], -0) ? '-0' : String(list[i])) : 'hole');
  return out.join();
}
for (const [kind, make] of Object.entries(startings)) {
  test(`push and pop: ${kind}`, function () {
    for (let round = 0; round < 4; round++) {
      for (const value of [5, 0.25, -0, 'text', undefined, null, NaN]) {
        const a = make(), model = make();
        for (let i = 0; i < 40; i++) {
          const way = i % 3,
              expected = outcome(() => Reflect.apply(Array.prototype.push, model, way === 2 ? [value, 1] : [value]));
          const result = outcome(() => [push, pushAndAdd, pushTwo][way](0, a, value));
          assertSame(result, way === 1 && expected !== 'TypeError' ? expected + 0.5 : expected);
        }
        assertSame(contents(a), contents(model));
        for (let i = 0; i < 130; i++) {
          const expected = outcome(() => Reflect.apply(Array.prototype.pop, model, []));
          const result = outcome(() => (i % 2 ? popAndAdd : pop)(0, a));
          assertSame(String(result), String(i % 2 && expected !== 'TypeError' ? expected + 0.5 : expected));
          assertSame(a.length, model.length);
        }
        assertSame(contents(a), contents(model));
      }
    }
  });
}
test('push onto the longest array', function () {
  for (let i = 0; i < 20; i++) {
    const a = [];
    a.length = 2 ** 32 - 1;
    assertThrows(RangeError, () => push(0, a, 7));
    assertSame(a[2 ** 32 - 1], 7);
  }
});
test('push and pop while a prototype has elements', function () {
  Array.prototype[3] = 'from the prototype';
  try {
    for (let i = 0; i < 50; i++) {
      const a = [1, 2, 3, ,], model = [1, 2, 3, ,];
      assertSame(pop(0, a), Reflect.apply(Array.prototype.pop, model, []));
      assertSame(push(0, a, 1), Reflect.apply(Array.prototype.push, model, [1]));
      assertSame(contents(a), contents(model));
    }
  } finally {
    delete Array.prototype[3];
  }
});
test('a site sees natives and functions in turn', function () {
  const site = caller('f(a)'), other = caller('f(a)');
  for (let i = 0; i < 300; i++) assertSame(site(Math.floor, i + 0.5), i);
  for (let i = 0; i < 300; i++) assertSame(site(Math.ceil, i + 0.5), i + 1);
  for (let i = 0; i < 300; i++) assertSame(site((x) => x * 2, i), i * 2);
  for (let i = 0; i < 300; i++) assertSame(site(Math.floor, i + 0.5), i);
  for (let i = 0; i < 300; i++) assertSame(other((x) => x * 2, i), i * 2);
  for (let i = 0; i < 300; i++) assertSame(other(Math.trunc, i + 0.5), i);
  assertThrows(TypeError, () => site(undefined, 1));
  assertThrows(TypeError, () => site(0, 1));
});
