// Builtins that are written in JavaScript. No program can tell them from native ones.
const functions = [
  ...[
    'every', 'filter', 'find', 'findIndex', 'findLast', 'findLastIndex', 'flatMap', 'forEach', 'map',
    'reduce', 'reduceRight', 'some', 'sort', 'toSorted'
  ].map(name => [Array.prototype, name, [1, 2]]),
  [Map.prototype, 'forEach', new Map([[1, 2], [3, 4]])],
  [Set.prototype, 'forEach', new Set([1, 2])],
  ...[
    'every', 'filter', 'find', 'findIndex', 'findLast', 'findLastIndex', 'forEach', 'map', 'reduce',
    'reduceRight', 'some', 'sort', 'toSorted'
  ].map(name => [Object.getPrototypeOf(Uint8Array.prototype), name, new Uint8Array([1, 2])]),
];
const each = (name, body) => {
  for (const [prototype, method, receiver] of functions)
    test(`${prototype.constructor.name}.prototype.${method}: ${name}`, () => body(
      prototype[method],
      method,
      receiver,
      prototype
    ));
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
  const names = [
    'ToObject', 'GetIfPresent', 'IsAbsent', 'Append', 'MergeSort', 'ApplyDecorators', 'ArrayPrototype_map'
  ];
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
    [1, 2, 3],
    [0.5, 1.5, 2.5],
    ['a', {}, null],
    [1, , 3],
    'abc',
    { length: 2, 0: 'x', 1: 'y' },
    { length: 3, 1: 'y' },
    new Uint8Array([1, 2]),
    new Float64Array([0.5, -0]),
    Object.freeze([4, 5]),
    new Proxy([6, 7], {}),
    Object.assign(Object.create([1]), { length: 2, 1: 8 }),
    (function () { return arguments; })(1, 2),
    [],
    { length: -1 },
    {},
    5,
    true,
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
  set.forEach((a, b, all) => {
    values.push(a);
    assertSame(a, b);
    assertSame(all, set);
    if (values.length < 5) set.add(values.length);
  });
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
  assertSame(
    [1].map(function () { return this; }, 5)[0] instanceof Number,
    new Function('return this')() === globalThis && !(function () { return !this; })()
  );
});

const typedKinds = [
  Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array,
  Float64Array, BigInt64Array, BigUint64Array
].concat(globalThis.Float16Array ?? []);
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
    assertSame(
      Kind.from({ length: 2, 0: e(5), 1: e(6) }, function (x, k) { return x + e(k) + e(this); }, 1).join(),
      '6,8'
    );
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
      for (const method of ['forEach', 'map', 'filter', 'find', 'findIndex', 'some', 'every'])
        assertSame(collect(method), text);
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
  assertSame(
    message(() => Uint8Array.from({ [Symbol.iterator]: 5 })),
    'TypeError: Symbol(Symbol.iterator) is not a function'
  );
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

test('Array.from: what it makes of what', () => {
  const generator = function* () { yield 1; yield 2; };
  for (const warm of [1, 2]) {
    assertSame(Array.from(generator()).join(), '1,2');
    assertSame(Array.from(generator(), (x, k) => x * 10 + k).join(), '10,21');
    assertSame(Array.from(new Set([1, 2]), function (x) { return x + this.n; }, { n: 5 }).join(), '6,7');
    assertSame(Array.from('a\u{1f600}b').join(), 'a,\u{1f600},b');
    assertSame(Array.from([1, , 3]).join('-'), '1--3');
    assertSame(1 in Array.from([1, , 3]), true);
    assertSame(Array.from([0.5, 1.5], x => x * 2).join(), '1,3');
    assertSame(Array.from({ length: 3 }, (x, k) => x === undefined ? k : -1).join(), '0,1,2');
    assertSame(Array.from({ length: 2, 0: 'x' }).join(), 'x,');
    assertSame(Array.from(5).length, 0);
    assertSame(Array.from(new Map([[1, 2]]))[0].join(), '1,2');
    assertSame(Array.from([1, 2].values(), x => x + 1).join(), '2,3');
    assertSame(Array.from.call(undefined, [1, 2], x => x).constructor, Array);
    assertSame(Array.from.call(() => 0, [1, 2]).constructor, Array);
  }
  // The array may change while it is read.
  const changing = [1, 2, 3];
  assertSame(
    Array.from(changing, (x, k) => { if (k === 0) changing.push(4); if (k === 1) changing[2] = 9; return x; }).join(),
    '1,2,9,4'
  );
  class Mine extends Array { constructor(...given) { super(...given); Mine.seen = given; } }
  assertSame(Mine.from(generator()) instanceof Mine, true);
  assertSame(Mine.seen.length, 0);
  assertSame(Mine.from({ length: 2 }) instanceof Mine, true);
  assertSame(Mine.seen.join(), '2');
});

test('Array.from: the order of steps, and closing', () => {
  const trace = [];
  const make = () => ({
    get [Symbol.iterator]() {
      trace.push('method');
      return () => ({
        get next() { trace.push('next'); return () => { trace.push('step'); return { done: false, value: 1 }; }; },
        return() { trace.push('return'); return {}; },
      });
    },
  });
  const Construct = function (...given) {
    trace.push(`construct ${given.length}`);
    return Object.preventExtensions({});
  };
  assertThrows(TypeError, () => Array.from.call(Construct, make()));
  assertSame(trace.join(), 'method,construct 0,next,step,return');
  trace.length = 0;
  const thrown = {};
  let caught;
  try { Array.from(make(), () => { throw thrown; }); } catch (error) { caught = error; }
  assertSame(caught, thrown);
  assertSame(trace.join(), 'method,next,step,return');
  trace.length = 0;
  assertThrows(TypeError, () => Array.from(make(), 5));
  assertSame(trace.join(), '');
  // Where stepping fails, nothing is closed.
  const failing = { [Symbol.iterator]: () => ({ next() { throw thrown; }, return() { trace.push('return'); } }) };
  try { Array.from(failing); } catch (error) { caught = error; }
  assertSame(caught, thrown);
  assertSame(trace.join(), '');
  let length;
  Array.from.call(
    function () { return Object.defineProperty({}, 'length', { set(n) { length = n; } }); },
    new Set([7, 8])
  );
  assertSame(length, 2);
  assertThrows(TypeError, () => Array.from.call(function () { return Object.freeze({ length: 0 }); }, { length: 0 }));
});

test('static builtins look native', () => {
  const T = Object.getPrototypeOf(Uint8Array);
  for (const [holder, name, length, argument] of [
    [Array, 'from', 1, [1]], [T, 'from', 1, [1]], [Object, 'groupBy', 2, [1]], [Map, 'groupBy', 2, [1]],
  ]) {
    const f = holder[name];
    assertSame(f.toString(), `function ${name}() { [native code] }`);
    assertSame(Object.getOwnPropertyNames(f).join(), 'length,name');
    assertSame(f.name, name);
    assertSame(f.length, length);
    assertThrows(TypeError, () => new f([], () => 0));
    let stack;
    const receiver = holder === T ? Uint8Array : holder;
    f.call(receiver, argument, function callback() { stack ??= new Error('here').stack; return 0; });
    const lines = stack.split('\n');
    assertSame(lines[1].trim().startsWith('at callback ('), true);
    assertSame(
      lines[2].trim(),
      `at ${receiver.name}.${name} (<anonymous>)`.replace(/at \w+/, lines[2].trim().match(/at \w+/)[0])
    );
    assertSame(lines[3].includes('self_hosted.js'), true);
  }
});

const iteratorMethods = ['every', 'find', 'forEach', 'reduce', 'some'];
test('methods of iterators look native and say what is wrong', () => {
  const message = f => { try { f(); } catch (error) { return `${error.name}: ${error.message}`; } };
  for (const name of [...iteratorMethods, 'toArray']) {
    const f = Iterator.prototype[name];
    assertSame(f.toString(), `function ${name}() { [native code] }`);
    assertSame(f.name, name);
    assertSame(f.length, name === 'toArray' ? 0 : 1);
    assertSame(Object.getOwnPropertyNames(f).join(), 'length,name');
    assertThrows(TypeError, () => new f(() => 0));
    assertSame(message(() => f.call(5, () => 0)), `TypeError: Iterator.prototype.${name} called on non-object`);
    assertSame(message(() => f.call({ next: 5 }, () => 0)), 'TypeError: 5 is not a function');
    assertSame(message(() => f.call({}, () => 0)), 'TypeError: undefined is not a function');
    assertSame(message(() => f.call({ next: () => 5 }, () => 0)), 'TypeError: Iterator result 5 is not an object');
  }
  for (const name of iteratorMethods) {
    let closed = 0;
    const iterator = {
      __proto__: Iterator.prototype,
      get next() { throw new Error('read'); },
      return() { closed++; return {}; }
    };
    assertSame(message(() => iterator[name](5)), 'TypeError: 5 is not a function');
    assertSame(closed, 1);
    let stack;
    [1, 2].values()[name](function callback() { stack ??= new Error('here').stack; return 0; });
    const lines = stack.split('\n').map(line => line.trim());
    assertSame(lines[1].startsWith('at callback ('), true);
    assertSame(lines[2].endsWith(`.${name} (<anonymous>)`), true);
    assertSame(lines[3].includes('self_hosted.js'), true);
  }
  assertSame(message(() => [].values().reduce(() => 0)), 'TypeError: Reduce of a done iterator with no initial value');
  assertSame(message(() => Object.groupBy(null, () => 0)), 'TypeError: Object.groupBy called on null or undefined');
  assertSame(message(() => Map.groupBy(undefined, () => 0)), 'TypeError: Map.groupBy called on null or undefined');
  assertSame(message(() => Map.groupBy([], 5)), 'TypeError: 5 is not a function');
  assertSame(message(() => Object.groupBy(5, () => 0)), 'TypeError: 5 is not iterable');
});

test('methods of iterators: results, steps and closing', () => {
  const log = [];
  const make = (values, extra) => ({
    __proto__: Iterator.prototype,
    at: 0,
    get next() {
      log.push('next');
      return function () { log.push('step'); return { done: this.at === values.length, value: values[this.at++] }; };
    },
    return() { log.push('return'); return {}; },
    ...extra,
  });
  const run = f => { log.length = 0; const result = f(); return `${result} ${log.join()}`; };
  // A spread reads its getter, so iterators here are made by a function.
  const it = (...values) => Object.defineProperty(make([]), 'next', { get() {
    log.push('next');
    let at = 0;
    return () => { log.push('step'); return { done: at === values.length, value: values[at++] }; };
  } });
  assertSame(run(() => it(1, 2, 3).every(x => x < 2)), 'false next,step,step,return');
  assertSame(run(() => it(1, 2).every(x => x < 5)), 'true next,step,step,step');
  assertSame(run(() => it(1, 2, 3).some(x => x > 1)), 'true next,step,step,return');
  assertSame(run(() => it(1).some(x => x > 1)), 'false next,step,step');
  assertSame(run(() => it(1, 2, 3).find(x => x > 1)), '2 next,step,step,return');
  assertSame(run(() => it(1).find(x => x > 1)), 'undefined next,step,step');
  assertSame(run(() => it(1, 2).forEach((x, k) => log.push(x, k))), 'undefined next,step,1,0,step,2,1,step');
  assertSame(run(() => it(1, 2, 3).reduce((a, x, k) => `${a}${x}${k}`)), '12132 next,step,step,step,step');
  assertSame(run(() => it(1, 2).reduce((a, x, k) => `${a}${x}${k}`, 0)), '01021 next,step,step,step');
  assertSame(run(() => it(1).reduce((a, x) => `${a}${x}`, undefined)), 'undefined1 next,step,step');
  assertSame(run(() => it(1, 2).toArray()), '1,2 next,step,step,step');
  const thrown = {};
  for (const name of iteratorMethods) {
    assertSame(
      run(() => { try { it(1, 2)[name](() => { throw thrown; }); } catch (error) { return error === thrown; } }),
      name === 'reduce' ? 'true next,step,step,return' : 'true next,step,return'
    );
    // What closing throws comes second to that, but first where a result was found.
    const bad = () => Object.assign(it(1, 2), { return() { log.push('return'); throw new RangeError('closing'); } });
    assertSame(
      run(() => {
        try { bad()[name](() => { throw thrown; }); } catch (error) { return error === thrown; }
      }).startsWith(
        'true'
      ),
      true
    );
    if (name !== 'forEach' && name !== 'reduce') assertThrows(RangeError, () => bad()[name](() => name !== 'every'));
  }
  assertThrows(TypeError, () => Object.assign(it(1), { return: () => 5 }).some(() => true));
  for (const warm of [1, 2, 3]) {
    const a = [1, , 3];
    assertSame(a.values().toArray().join('-'), '1--3');
    const seen = [];
    a.values().forEach((x, k) => { seen.push(x, k); if (k === 0) a.push(4); if (k === 1) a[2] = 'x'; });
    assertSame(seen.join(), '1,0,,1,x,2,4,3');
    assertSame(a.keys().toArray().join(), '0,1,2,3');
    assertSame([...a.entries()].length, 4);
    const used = a.values();
    assertSame(used.find(() => true), 1);
    assertSame(used.toArray().length, 3);
    assertSame(used.toArray().length, 0);
    assertSame(new Uint8Array([1, 2]).values().reduce((x, y) => x + y), 3);
    let total = 0;
    for (const x of [1, 2, 3].values()) { if (x === 3) break; total += x; }
    assertSame(total, 3);
    assertSame((function* () { yield 1; yield 2; })().map(x => x * 2).toArray().join(), '2,4');
  }
});

test('iterators of arrays whose next a program replaces', () => {
  const prototype = Object.getPrototypeOf([].values());
  const { next } = prototype;
  let calls = 0;
  const a = [1, 2, 3].values();
  const collected = [];
  try {
    a.forEach((x, k) => {
      collected.push(x);
      // The method has been read already.
      if (k === 0) prototype.next = function () { calls++; return next.call(this); };
    });
    assertSame(calls, 0);
    assertSame([1, 2].values().toArray().join(), '1,2');
    assertSame(calls, 3);
  } finally {
    prototype.next = next;
  }
  assertSame(collected.join(), '1,2,3');
});

test('groups', () => {
  const groups = Object.groupBy([1, 2, 3], (x, k) => { assertSame(x, k + 1); return x & 1 ? 'odd' : 'even'; });
  assertSame(JSON.stringify(groups), '{"odd":[1,3],"even":[2]}');
  assertSame(Object.getPrototypeOf(groups), null);
  const map = Map.groupBy(new Set([0.5, 1, 2]), x => x < 1 ? -0 : NaN);
  assertSame(Object.is(map.keys().next().value, 0), true);
  assertSame(map.get(NaN).join(), '1,2');
  assertSame(Object.groupBy('aba', c => ({ toString: () => c })).a.length, 2);
  let closed = 0;
  const iterable = { [Symbol.iterator]: () => ({ next: () => ({ value: 1 }), return() { closed++; return {}; } }) };
  assertThrows(RangeError, () => Object.groupBy(iterable, () => { throw new RangeError(); }));
  assertThrows(RangeError, () => Object.groupBy(iterable, () => ({ toString() { throw new RangeError(); } })));
  assertThrows(RangeError, () => Map.groupBy(iterable, () => { throw new RangeError(); }));
  assertSame(closed, 3);
});

test('generators that a builtin goes through are in stack traces as if it called next', () => {
  let stack;
  function* generator() { stack = new Error('here').stack; yield 1; }
  const T = Object.getPrototypeOf(Uint8Array);
  const trace = f => {
    f();
    return stack.split('\n').slice(1, 4).map(line => line.trim().replace(/\(.*self_hosted.*\)/, '(here)')).join(', ');
  };
  assertSame(
    trace(() => Array.from(generator())),
    'at generator (here), at Generator.next (<anonymous>), at Function.from (<anonymous>)'
  );
  assertSame(
    trace(() => generator().forEach(() => 0)),
    'at generator (here), at Generator.next (<anonymous>), at Generator.forEach (<anonymous>)'
  );
  assertSame(
    trace(() => Map.groupBy(generator(), x => x)),
    'at generator (here), at Generator.next (<anonymous>), at Function.groupBy (<anonymous>)'
  );
  assertSame(
    trace(() => Uint8Array.from(generator())),
    'at generator (here), at Generator.next (<anonymous>), at Function.from (<anonymous>)'
  );
});

test('Array.from of array-likes that get elements meanwhile', () => {
  const o = { length: 4 };
  assertSame(Array.from(o, (x, k) => { if (k === 0) o[2] = 'own'; return x; }).join(), ',,own,');
  const p = { length: 3 };
  try {
    assertSame(
      Array.from(p, (x, k) => { if (k === 0) Object.prototype[1] = 'inherited'; return x; }).join(),
      ',inherited,'
    );
    assertSame(Array.from({ length: 2 }).join(), ',inherited');
  } finally {
    delete Object.prototype[1];
  }
  assertSame(Array.from({ length: 2, __proto__: { 1: 'mine' } }).join(), ',mine');
  assertSame(Array.from({ length: 2, get 1() { return 'got'; } }).join(), ',got');
  assertSame(Array.from(Object.assign(Object.create(null), { length: 2, 0: 5 })).join(), '5,');
  assertSame(
    Array.from(new Proxy({}, {
      get: (_, key) => key === 'length' ? 2 : key === Symbol.iterator ? undefined : `${String(key)}!`
    })).join(),
    '0!,1!'
  );
  const dictionary = { length: 3, 5000000: 1, 1: 'sparse' };
  assertSame(Array.from(dictionary).join(), ',sparse,');
});
