// Functions and values of the global object.
test('encodeURI and relatives', function () {
  assertEquals([encodeURIComponent('a b&é😀/?'), encodeURI('a b&é😀/?#'), decodeURIComponent('%E2%82%AC%20%41'), decodeURI('%2F%41%23'), encodeURIComponent("-_.!~*'()"), decodeURIComponent('%F0%9F%98%80'), encodeURIComponent(''), encodeURIComponent(undefined)], ['a%20b%26%C3%A9%F0%9F%98%80%2F%3F', 'a%20b&%C3%A9%F0%9F%98%80/?#', '€ A', '%2FA%23', "-_.!~*'()", '😀', '', 'undefined']);
  for (const f of [() => encodeURIComponent('\ud800'), () => encodeURI('\udc00a'), () => decodeURIComponent('%'), () => decodeURIComponent('%4'), () => decodeURIComponent('%zz'), () => decodeURIComponent('%ff'), () => decodeURIComponent('%c0%80'), () => decodeURIComponent('%ed%a0%80'), () => decodeURI('%e2%82'), () => decodeURIComponent('%f4%90%80%80')]) assertThrows(URIError, f);
});
test('escape and unescape', function () {
  assertEquals([escape('a b+é日@*_-./'), unescape('%u65e5%E9%20%zz%u12'), escape(''), unescape('%')], ['a%20b+%E9%u65E5@*_-./', '日é %zz%u12', '', '%']);
});
test('globalThis and its properties', function () {
  assertEquals([typeof globalThis, globalThis === globalThis.globalThis, typeof undefined, 'NaN' in globalThis], ['object', true, 'undefined', true]);
  for (const k of ['NaN', 'Infinity', 'undefined']) { const d = Object.getOwnPropertyDescriptor(globalThis, k); assertEquals([d.writable, d.enumerable, d.configurable], [false, false, false]); }
  for (const k of ['Object', 'Array', 'parseInt', 'Math', 'JSON', 'globalThis', 'eval']) { const d = Object.getOwnPropertyDescriptor(globalThis, k); assertEquals([d.writable, d.enumerable, d.configurable], [true, false, true], k); }
});
test('every constructor of the standard is there', function () {
  for (const k of ['Object', 'Function', 'Array', 'String', 'Number', 'Boolean', 'Symbol', 'BigInt', 'Date', 'RegExp', 'Map', 'Set', 'WeakMap', 'WeakSet', 'Promise', 'Proxy', 'ArrayBuffer', 'DataView', 'Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array', 'Error', 'TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'EvalError', 'URIError', 'AggregateError']) {
    assertSame(typeof globalThis[k], 'function', k);
    if (!['Proxy'].includes(k)) assertSame(globalThis[k].prototype.constructor, globalThis[k], k);
    assertSame(globalThis[k].name, k);
  }
});
test('global variables through the object and by name', function () {
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
test('Boolean', function () {
  assertEquals([Boolean(''), Boolean('0'), new Boolean(false) ? 1 : 0, String(new Boolean(true)), new Boolean(false) == false, true.toString(), Boolean.prototype.valueOf.call(true)], [false, true, 1, 'true', true, 'true', true]);
  assertThrows(TypeError, () => Boolean.prototype.toString.call(1));
});
