// Builtins that are written in JavaScript. No program can tell them from native ones.
const functions = [
  ...['every', 'filter', 'find', 'findIndex', 'findLast', 'findLastIndex', 'flatMap', 'forEach', 'map', 'reduce', 'reduceRight',
    'some', 'sort', 'toSorted'].map(name => [Array.prototype, name, [1, 2]]),
  [Map.prototype, 'forEach', new Map([[1, 2], [3, 4]])],
  [Set.prototype, 'forEach', new Set([1, 2])],
  ...['every', 'filter', 'find', 'findIndex', 'findLast', 'findLastIndex', 'forEach', 'map', 'reduce', 'reduceRight', 'some',
    'sort', 'toSorted'].map(name => [Object.getPrototypeOf(Uint8Array.prototype), name, new Uint8Array([1, 2])]),
];
const each = (name, body) => {
  for (const [prototype, method, receiver] of functions)
    test(`${prototype.constructor.name}.prototype.${method}: ${name}`, () => body(prototype[method], method, receiver, prototype));
};

each('is a native function', (f, name, receiver, prototype) => {
  assertSame(Function.prototype.toString.call(f), `function ${name}() { [native code] }`);
  assertSame(Object.getOwnPropertyNames(f).join(), 'length,name');
  assertSame(f.name, name);
  assertSame(f.length, 1);
  assertSame(Object.getPrototypeOf(f), Function.prototype);
  for (const key of ['name', 'length']) {
    const { writable, enumerable, configurable } = Object.getOwnPropertyDescriptor(f, key);
    assertSame([writable, enumerable, configurable].join(), 'false,false,true');
  }
  const { writable, enumerable, configurable } = Object.getOwnPropertyDescriptor(prototype, name);
  assertSame([writable, enumerable, configurable].join(), 'true,false,true');
  assertThrows(TypeError, () => new f(() => 0));
  assertThrows(TypeError, () => Reflect.construct(Object, [], f));
  assertThrows(TypeError, () => f.caller);
});

each('is native in stack traces', (f, name, receiver) => {
  let stack;
  f.call(receiver, function callback() { stack ??= new Error('here').stack; return 0; });
  const lines = stack.split('\n');
  assertSame(lines[1].trim().startsWith('at callback ('), true);
  const type = receiver.constructor.name;
  assertSame(lines[2].trim(), `at ${type}.${name} (<anonymous>)`);
  // Nothing of how it is made comes between it and its caller.
  assertSame(lines[3].includes('self_hosted.js'), true);
});

each('its caller is nobody', (f, name, receiver) => {
  let caller = 1;
  const sloppy = new Function('report', 'return function callback() { report(callback.caller); return 0 }');
  f.call(receiver, sloppy(value => { caller = value; }));
  assertSame(caller, null);
});

each('says what is no function', (f, name, receiver) => {
  const error = assertThrows(TypeError, () => f.call(receiver, 5));
  assertSame(error.stack.split('\n')[1].trim(), `at ${receiver.constructor.name}.${name} (<anonymous>)`);
});

each('lets errors through', (f, name, receiver) => {
  const thrown = {};
  let caught;
  try { f.call(receiver, () => { throw thrown; }); } catch (error) { caught = error; }
  assertSame(caught, thrown);
});

test('prepareStackTrace takes them for native', () => {
  const { prepareStackTrace } = Error;
  let sites;
  Error.prepareStackTrace = (error, all) => { sites = all; };
  try {
    [2, 1].sort(function callback() { sites ?? new Error().stack; return 0; });
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
  }
  assertSame(sites[1].isNative(), true);
  assertSame(sites[1].getFunctionName(), 'sort');
  assertSame(sites[1].getLineNumber(), null);
  assertSame(sites[2].isNative(), false);
});

test('programs cannot reach what they are made of', () => {
  const names = ['ToObject', 'GetIfPresent', 'IsAbsent', 'Append', 'MergeSort', 'ApplyDecorators', 'ArrayPrototype_map'];
  for (const name of names) {
    globalThis[name] = () => { throw new Error(name); };
    assertSame(new Function(`return typeof ${name}`)(), 'function');
    delete globalThis[name];
    assertThrows(ReferenceError, () => new Function(`return ${name}(1)`)());
  }
  const former = Function.prototype.call;
  Function.prototype.call = () => { throw new Error('call'); };
  try {
    assertSame([3, 1, 2].sort((a, b) => a - b).map(x => x * 2).join(), '2,4,6');
  } finally {
    Function.prototype.call = former;
  }
});

test('elements that come and go', () => {
  const trace = [];
  const a = [1, 2, 3, 4, 5, 6];
  a.forEach((value, k) => {
    trace.push(k, value);
    if (k === 0) delete a[1];
    if (k === 2) a.length = 4;
    if (k === 3) a.push(9);
  });
  assertSame(trace.join(), '0,1,2,3,3,4,4,9');
  const b = [1, 2, 3];
  assertSame(b.map((value, k) => { if (k === 0) b[1] = 0.5; if (k === 1) b[2] = 'x'; return b[k]; }).join(), '1,0.5,x');
  const c = [1, , 3, , 5];
  assertSame(c.map(x => x).length, 5);
  assertSame(1 in c.map(x => x), false);
  assertSame(c.filter(() => true).join(), '1,3,5');
  assertSame(c.find((x, k) => k === 1), undefined);
  assertSame(c.findIndex(x => x === undefined), 1);
  assertSame(c.findLastIndex(x => x === undefined), 3);
  let inherited = 0;
  Array.prototype[1] = 'inherited';
  try {
    c.forEach(x => { inherited += x === 'inherited'; });
    assertSame(c.map(x => x)[1], 'inherited');
    assertSame(c.toSorted((x, y) => 0)[1], 'inherited');
  } finally {
    delete Array.prototype[1];
  }
  assertSame(inherited, 1);
});

test('all kinds of receivers', () => {
  const kinds = [
    [1, 2, 3], [0.5, 1.5, 2.5], ['a', {}, null], [1, , 3], 'abc', { length: 2, 0: 'x', 1: 'y' }, { length: 3, 1: 'y' },
    new Uint8Array([1, 2]), new Float64Array([0.5, -0]), Object.freeze([4, 5]), new Proxy([6, 7], {}), Object.assign(Object.create([1]), { length: 2, 1: 8 }),
    (function () { return arguments; })(1, 2), [], { length: -1 }, {}, 5, true,
  ];
  for (const o of kinds) {
    const expected = [];
    const object = Object(o), length = Math.max(0, Math.trunc(object.length) || 0);
    for (let k = 0; k < length; k++) if (k in object) expected.push(object[k], k);
    for (const warm of [1, 2, 3]) {
      const seen = [], seenRight = [];
      [].forEach.call(o, (value, k, all) => { seen.push(value, k); assertSame(typeof all, 'object'); });
      assertSame(seen.length, expected.length);
      seen.forEach((value, i) => assertSame(value, expected[i]));
      [].reduceRight.call(o, (_, value, k) => { seenRight.unshift(value, k); }, 0);
      seenRight.forEach((value, i) => assertSame(value, expected[i]));
      assertSame([].map.call(o, x => x).length, length);
      assertSame([].some.call(o, () => false), false);
      assertSame([].every.call(o, () => true), true);
      assertSame([].flatMap.call(o, x => [x, [x]]).length, expected.length);
    }
  }
});

test('species and realms', () => {
  class Mine extends Array {}
  const mine = Mine.from([3, 1, 2]);
  assertSame(mine.map(x => x) instanceof Mine, true);
  assertSame(mine.filter(x => x) instanceof Mine, true);
  assertSame(mine.flatMap(x => x) instanceof Mine, true);
  assertSame(mine.toSorted((a, b) => a - b) instanceof Mine, false);
  assertSame(mine.sort((a, b) => a - b), mine);
  const calls = [];
  const o = [1, 2];
  o.constructor = { [Symbol.species]: function (n) { calls.push(n); return { length: 0 }; } };
  const mapped = o.map(x => x * 2);
  assertSame(mapped[1], 4);
  assertSame(o.filter(x => x > 1)[0], 2);
  assertSame(calls.join(), '2,0');
});

test('reduce with and without a first value', () => {
  assertThrows(TypeError, () => [].reduce(() => 0));
  assertThrows(TypeError, () => [, ,].reduceRight(() => 0));
  assertSame([].reduce(() => 0, undefined), undefined);
  assertSame([5].reduce(() => 0), 5);
  assertSame([, 5, ,].reduceRight(() => 0), 5);
  assertSame([1, 2, 3].reduce((a, b, k, all) => `${a}${b}${k}${all.length}`), '12133' + '23'.slice(0));
  assertSame([1, 2, 3].reduce((a, b) => a + b, undefined), NaN);
  assertSame([undefined, 1].reduce((a, b) => `${a}${b}`), 'undefined1');
  assertSame(['a', 'b', 'c'].reduceRight((a, b) => a + b), 'cba');
});

test('sorting', () => {
  let seed = 1;
  const random = n => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) % n;
  for (let count = 0; count < 70; count++) {
    const items = Array.from({ length: count }, (_, id) => ({ key: random(10), id }));
    const sorted = items.toSorted((a, b) => a.key - b.key);
    for (let i = 1; i < count; i++) {
      const [a, b] = [sorted[i - 1], sorted[i]];
      assertSame(a.key < b.key || (a.key === b.key && a.id < b.id), true);
    }
    assertSame(new Set(sorted).size, count);
    // Any answers will do.
    assertSame(new Set(items.toSorted(() => random(3) - 1)).size, count);
  }
  assertSame([3, undefined, 1, , 2].sort((a, b) => a - b).toString(), '1,2,3,,');
  const holes = [3, undefined, 1, , 2].sort((a, b) => a - b);
  assertSame(3 in holes, true);
  assertSame(4 in holes, false);
  assertSame([3, undefined, 1, , 2].toSorted((a, b) => a - b).length, 5);
  assertSame([0.5, 3, -0.5, 1e9].sort((a, b) => b - a).join(), '1000000000,3,0.5,-0.5');
  assertSame([2, 1].sort((a, b) => ({ valueOf: () => a - b })).join(), '1,2');
  assertSame([2, 1].sort((a, b) => String(a - b)).join(), '1,2');
  assertSame([2, 1].sort(() => NaN).join(), '2,1');
  assertThrows(TypeError, () => [2, 1].sort(() => 1n));
  assertThrows(TypeError, () => [2, 1].sort(null));
  // The comparator sees the array as it was.
  const a = [3, 2, 1];
  a.sort((x, y) => { assertSame(a.join(), '3,2,1'); return x - y; });
  // … and may change it.
  const b = [5, 4, 3, 2, 1];
  b.sort((x, y) => { b.length = 0; return x - y; });
  assertSame(b.join(), '1,2,3,4,5');
  assertThrows(TypeError, () => Object.freeze([2, 1]).sort((x, y) => x - y));
});

test('maps and sets that change', () => {
  const map = new Map([[1, 'a'], [2, 'b'], [3, 'c']]);
  const seen = [];
  map.forEach((value, key, all) => {
    assertSame(all, map);
    seen.push(key + value);
    if (key === 1) map.delete(2);
    if (key === 3) { map.set(2, 'again'); map.set(1, 'changed'); }
  });
  assertSame(seen.join(), '1a,3c,2again');
  const set = new Set();
  set.forEach(() => assertSame(1, 2));
  set.add(NaN).add(-0);
  const values = [];
  set.forEach((a, b, all) => { values.push(a); assertSame(a, b); assertSame(all, set); if (values.length < 5) set.add(values.length); });
  assertSame(values.join(), 'NaN,0,1,2,3,4');
  const cleared = new Map([[1, 1], [2, 2]]);
  let count = 0;
  cleared.forEach(() => { if (count++ === 0) { cleared.clear(); cleared.set(7, 7); } });
  assertSame(count, 2);
  assertThrows(TypeError, () => Map.prototype.forEach.call(new Set(), () => 0));
  assertThrows(TypeError, () => Set.prototype.forEach.call([], () => 0));
});

test('recursion ends in an error', () => {
  const down = n => [n].map(k => down(k + 1));
  assertThrows(RangeError, () => down(0));
  const sort = () => [2, 1].sort(sort);
  assertThrows(RangeError, sort);
});

test('eval, import and this are those of the caller', () => {
  assertSame([1].map(eval)[0], 1);
  assertSame(['this === globalThis'].map(eval)[0], true);
  assertSame([1].map(function () { 'use strict'; return this; })[0], undefined);
  assertSame([1].map(function () { return this; }, 5)[0] instanceof Number, new Function('return this')() === globalThis && !(function () { return !this; })());
});

const typedKinds = [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array,
  Float64Array, BigInt64Array, BigUint64Array].concat(globalThis.Float16Array ?? []);
const elementOf = (Kind, n) => Kind.name.startsWith('Big') ? BigInt(n) : n;

test('typed arrays of all kinds, fixed and resizable', () => {
  for (const Kind of typedKinds) {
    const size = Kind.BYTES_PER_ELEMENT;
    const e = n => elementOf(Kind, n);
    const resizable = new Kind(new ArrayBuffer(3 * size, { maxByteLength: 8 * size }));
    resizable.set([e(3), e(1), e(2)]);
    for (const a of [Kind.of(e(3), e(1), e(2)), resizable]) {
      const seen = [];
      a.forEach(function (value, k, all) { seen.push(value, k); assertSame(all, a); assertSame(this, seen); }, seen);
      assertSame(seen.join(), '3,0,1,1,2,2');
      const mapped = a.map(x => x + x);
      assertSame(mapped.constructor, Kind);
      assertSame(mapped.join(), '6,2,4');
      assertSame(a.filter(x => x > e(1)).join(), '3,2');
      assertSame(a.find(x => x < e(3)), e(1));
      assertSame(a.findIndex(x => x < e(3)), 1);
      assertSame(a.findLast(x => x < e(3)), e(2));
      assertSame(a.findLastIndex(x => x > e(2)), 0);
      assertSame(a.find(() => false), undefined);
      assertSame(a.findLastIndex(() => false), -1);
      assertSame(a.some(x => x === e(2)), true);
      assertSame(a.every(x => x !== e(2)), false);
      assertSame(a.reduce((x, y, k) => `${x}${y}${k}`), '311' + '22');
      assertSame(a.reduceRight((x, y, k) => `${x}${y}${k}`), '211' + '30');
      assertSame(a.toSorted((x, y) => Number(y - x)).join(), '3,2,1');
      assertSame(a.join(), '3,1,2');
      assertSame(a.sort((x, y) => Number(x - y)), a);
      assertSame(a.join(), '1,2,3');
    }
    assertSame(Kind.from([e(1), , e(2)].filter(() => true), x => x + x).join(), '2,4');
    assertSame(Kind.from(new Set([e(1), e(2)])).join(), '1,2');
    assertSame(Kind.from({ length: 2, 0: e(5), 1: e(6) }, function (x, k) { return x + e(k) + e(this); }, 1).join(), '6,8');
  }
});

test('typed arrays whose buffers change under a callback', () => {
  const make = (Kind = Uint8Array, length) => {
    const buffer = new ArrayBuffer(8, { maxByteLength: 16 });
    const a = new Kind(buffer, 0, length);
    for (let i = 0; i < a.length; i++) a[i] = i;
    return [a, buffer];
  };
  const changes = {
    shrunk: buffer => buffer.resize(2), gone: buffer => buffer.transfer(), grown: buffer => buffer.resize(16),
  };
  const expected = { shrunk: '0,1,,,,,,', gone: '0,,,,,,,', grown: '0,1,2,3,4,5,6,7' };
  for (const how in changes) {
    for (const length of [undefined, 8]) {
      const run = f => {
        const [a, buffer] = make(Uint8Array, length);
        return f(a, k => { if (k === 0) changes[how](buffer); });
      };
      // An array of fixed length is out of bounds as a whole.
      const text = how === 'shrunk' && length ? expected.gone : expected[how];
      const collect = method => run((a, change) => {
        const seen = [];
        a[method]((value, k) => { seen.push(value); change(k); return method === 'every'; });
        return seen.join();
      });
      for (const method of ['forEach', 'map', 'filter', 'find', 'findIndex', 'some', 'every']) assertSame(collect(method), text);
      run((a, change) => {
        const seen = [];
        a.reduce((_, value, k) => { seen.push(value); change(k); }, 0);
        assertSame(seen.join(), text);
      });
      run((a, change) => {
        let last;
        a.findLast((value, k) => { if (k === 7) change(0); last = value; });
        assertSame(last, how === 'gone' || (how === 'shrunk' && length) ? undefined : 0);
      });
      // What is kept is converted at the end: undefined is 0.
      assertSame(run((a, change) => a.filter((value, k) => { change(k); return true; })).join(),
        text.replace(/,(?=,|$)/g, ',0'));
      run((a, change) => {
        let count = 0;
        assertSame(a.sort((x, y) => { if (count++ === 0) change(0); return y - x; }), a);
        const left = { shrunk: '7,6', gone: '', grown: '7,6,5,4,3,2,1,0' + (length ? '' : ',0'.repeat(8)) };
        assertSame(Array.prototype.join.call(a), how === 'shrunk' && length ? '' : left[how]);
      });
      run((a, change) => {
        let count = 0;
        const sorted = a.toSorted((x, y) => { if (count++ === 0) change(0); return y - x; });
        assertSame(sorted.join(), '7,6,5,4,3,2,1,0');
      });
    }
  }
  // The result of map shrinks: what does not fit is not stored, but is converted.
  const [a, buffer] = make();
  let converted = 0;
  a.constructor = { [Symbol.species]: function () { return new Uint8Array(buffer); } };
  const result = a.map((value, k) => { if (k === 3) buffer.resize(2); return { valueOf() { return converted++; } }; });
  assertSame(converted, 8);
  assertSame(result.join(), '0,1');
  assertThrows(TypeError, () => { const [b, gone] = make(); gone.transfer(); b.forEach(() => 0); });
});

test('typed arrays: messages and the order of checks', () => {
  const T = Object.getPrototypeOf(Uint8Array);
  const message = f => { try { f(); } catch (error) { return `${error.name}: ${error.message}`; } };
  assertSame(message(() => T.prototype.map.call([], 5)), 'TypeError: this is not a typed array.');
  const a = new Uint8Array(2);
  a.buffer.transfer();
  for (const name of ['map', 'sort', 'toSorted', 'reduceRight', 'find']) {
    assertSame(message(() => a[name](() => 0)),
      `TypeError: Cannot perform %TypedArray%.prototype.${name} on a detached ArrayBuffer`);
  }
  assertSame(message(() => a.sort(5)),
    'TypeError: The comparison function must be either a function or undefined [5]');
  assertSame(message(() => a.map(5)), 'TypeError: Cannot perform %TypedArray%.prototype.map on a detached ArrayBuffer');
  assertSame(message(() => new Uint8Array(2).map(5)), 'TypeError: 5 is not a function');
  assertSame(message(() => new Uint8Array().reduce(() => 0)), 'TypeError: Reduce of empty array with no initial value');
  assertSame(message(() => Uint8Array.from.call({}, [])), 'TypeError: #<Object> is not a constructor');
  assertSame(message(() => Uint8Array.from([], 5)), 'TypeError: 5 is not a function');
  assertSame(message(() => Uint8Array.from.call(Array, [])), 'TypeError: this is not a typed array.');
  assertSame(message(() => Uint8Array.from({ [Symbol.iterator]: 5 })), 'TypeError: Symbol(Symbol.iterator) is not a function');
  assertSame(message(() => Uint8Array.from(undefined)),
    "TypeError: Cannot read properties of undefined (reading 'Symbol(Symbol.iterator)')");
  assertSame(Object.getOwnPropertyNames(T.from).join(), 'length,name');
  assertSame(T.from.length, 1);
  assertSame(T.from.toString(), 'function from() { [native code] }');
  // The method is read once, and all values before the first is mapped.
  const trace = [];
  const iterable = {
    get [Symbol.iterator]() {
      trace.push('get');
      return function* () { trace.push('first'); yield 1; trace.push('second'); yield 2; };
    },
  };
  Uint8Array.from(iterable, x => { trace.push(x); return { valueOf() { trace.push('stored'); return x; } }; });
  assertSame(trace.join(), 'get,first,second,1,stored,2,stored');
});
