// Functions and values of the global object.
test('encoding writes UTF-8 in percent signs, and encodeURI leaves separators', function () {
  assertSame(encodeURIComponent('a b&é😀/?'), 'a%20b%26%C3%A9%F0%9F%98%80%2F%3F');
  assertSame(encodeURI('a b&é😀/?#'), 'a%20b&%C3%A9%F0%9F%98%80/?#');
  assertSame(encodeURIComponent("-_.!~*'()"), "-_.!~*'()");
  assertSame(encodeURIComponent(''), '');
  assertSame(encodeURIComponent(undefined), 'undefined');
});
test('decoding undoes encoding, and decodeURI leaves separators', function () {
  assertSame(decodeURIComponent('%E2%82%AC%20%41'), '€ A');
  assertSame(decodeURI('%2F%41%23'), '%2FA%23');
  assertSame(decodeURIComponent('%F0%9F%98%80'), '😀');
});
test('lone surrogates and bytes that are no UTF-8 are URIErrors', function () {
  for (const f of [
    () => encodeURIComponent('\ud800'),
    () => encodeURI('\udc00a'),
    () => decodeURIComponent('%'),
    () => decodeURIComponent('%4'),
    () => decodeURIComponent('%zz'),
    () => decodeURIComponent('%ff'),
    () => decodeURIComponent('%c0%80'),
    () => decodeURIComponent('%ed%a0%80'),
    () => decodeURI('%e2%82'),
    () => decodeURIComponent('%f4%90%80%80')
  ])
    assertThrows(URIError, f);
});
test('escape and unescape write code units, and leave what they do not know', function () {
  assertSame(escape('a b+é日@*_-./'), 'a%20b+%E9%u65E5@*_-./');
  assertSame(unescape('%u65e5%E9%20%zz%u12'), '日é %zz%u12');
  assertSame(escape(''), '');
  assertSame(unescape('%'), '%');
});
test('globalThis is an object that holds itself', function () {
  assertSame(typeof globalThis, 'object');
  assertSame(globalThis === globalThis.globalThis, true);
});
test('the values of the global object are constant, its functions and objects are writable', function () {
  assertSame(typeof undefined, 'undefined');
  assertSame('NaN' in globalThis, true);
  for (const k of ['NaN', 'Infinity', 'undefined']) {
    const d = Object.getOwnPropertyDescriptor(globalThis, k);
    assertEquals([d.writable, d.enumerable, d.configurable], [false, false, false]);
  }
  for (const k of ['Object', 'Array', 'parseInt', 'Math', 'JSON', 'globalThis', 'eval']) {
    const d = Object.getOwnPropertyDescriptor(globalThis, k);
    assertEquals([d.writable, d.enumerable, d.configurable], [true, false, true], k);
  }
});
test('every constructor of the standard is there', function () {
  for (const k of [
    'Object', 'Function', 'Array', 'String', 'Number', 'Boolean', 'Symbol', 'BigInt', 'Date', 'RegExp',
    'Map', 'Set', 'WeakMap', 'WeakSet', 'Promise', 'Proxy', 'ArrayBuffer', 'DataView', 'Int8Array',
    'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array',
    'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array', 'Error', 'TypeError', 'RangeError',
    'SyntaxError', 'ReferenceError', 'EvalError', 'URIError', 'AggregateError'
  ]) {
    assertSame(typeof globalThis[k], 'function', k);
    if (!['Proxy'].includes(k)) assertSame(globalThis[k].prototype.constructor, globalThis[k], k);
    assertSame(globalThis[k].name, k);
  }
});
test('a property of globalThis is a variable, and a deleted one is none', function () {
  globalThis.gv1 = 1;
  assertSame(gv1, 1);
  gv1 = 2;
  assertSame(globalThis.gv1, 2);
  Object.defineProperty(globalThis, 'gv2', { get() { return 'getter'; }, configurable: true });
  assertSame(gv2, 'getter');
  delete globalThis.gv1; delete globalThis.gv2;
  assertThrows(ReferenceError, () => gv1);
  assertSame(typeof gv2, 'undefined');
});
test('Boolean converts to true or false', function () {
  assertSame(Boolean(''), false);
  assertSame(Boolean('0'), true);
});
test('a Boolean object is true as a condition, and false as a number', function () {
  assertSame(String(new Boolean(true)), 'true');
  assertSame(new Boolean(false) ? 1 : 0, 1);
  assertSame(new Boolean(false) == false, true);
});
test('the methods of Boolean need a boolean', function () {
  assertSame(true.toString(), 'true');
  assertSame(Boolean.prototype.valueOf.call(true), true);
  assertThrows(TypeError, () => Boolean.prototype.toString.call(1));
});
