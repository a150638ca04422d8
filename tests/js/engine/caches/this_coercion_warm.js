// A sloppy function coerces `this` when it needs it as a value. Where it only reads and writes properties of it,
// that is at the first of them which finds no object; nothing may tell the difference.

var onGlobal = 'global';

function getter() { return this.probe; }
function readLength() { return this.length; }
function writeAndRead(value) { this.written = value; return this.written; }
function writeOnly(value) { this.written = value; }
function callMethod() { return this.inspect(); }
function callTwice() { return this.self() === this.self(); }
function asValue() { return typeof this; }
function readGlobal() { return this.onGlobal; }

Object.defineProperty(String.prototype, 'probe', { get() { 'use strict'; return typeof this; }, configurable: true });
Object.defineProperty(Number.prototype, 'probe', { get() { return typeof this; }, configurable: true });
String.prototype.inspect = function () { 'use strict'; return typeof this; };
Number.prototype.inspect = function () { 'use strict'; return typeof this; };
Symbol.prototype.inspect = function () { 'use strict'; return typeof this; };
String.prototype.self = function () { 'use strict'; return this; };

const ROUNDS = 40;

test('a getter gets the object that the primitive was coerced to', () => {
  for (let i = 0; i < ROUNDS; i++) {
    assertEquals(getter.call('text'), 'object');
    assertEquals(getter.call(1.5), 'object');
    assertEquals(getter.call({ probe: 7 }), 7);
  }
});

test('a strict method of `this` gets an object too', () => {
  for (let i = 0; i < ROUNDS; i++) {
    assertEquals(callMethod.call('text'), 'object');
    assertEquals(callMethod.call(5), 'object');
    assertEquals(callMethod.call(Symbol()), 'object');
  }
});

test('it is the same object all along', () => {
  for (let i = 0; i < ROUNDS; i++) assertEquals(callTwice.call('text'), true);
});

test('what is written to it can be read from it', () => {
  for (let i = 0; i < ROUNDS; i++) {
    assertEquals(writeAndRead.call('text', i), i);
    assertEquals(writeAndRead.call(5, i), i);
    assertEquals(writeAndRead.call(true, i), i);
    assertEquals('text'.written, undefined);
  }
});

test('undefined and null become the global object', () => {
  for (let i = 0; i < ROUNDS; i++) {
    writeOnly.call(undefined, i);
    assertEquals(globalThis.written, i);
    assertEquals(writeAndRead.call(null, -i), -i);
    assertEquals(globalThis.written, -i);
    assertEquals(readGlobal(), globalThis.onGlobal);
  }
  delete globalThis.written;
});

test('lengths of strings are read as of the object', () => {
  for (let i = 0; i < ROUNDS; i++) {
    assertEquals(readLength.call('four'), 4);
    assertEquals(readLength.call([1, 2]), 2);
    assertEquals(readLength.call(7), undefined);
  }
});

test('`this` as a value is an object', () => {
  for (let i = 0; i < ROUNDS; i++) {
    assertEquals(asValue.call('text'), 'object');
    assertEquals(asValue.call(undefined), 'object');
  }
});

test('generators and functions with parameters that use it', () => {
  function* pieces() { yield this.length; yield this.length; }
  function withDefault(n = this.length) { return n; }
  for (let i = 0; i < ROUNDS; i++) {
    assertEquals([...pieces.call('abc')], [3, 3]);
    assertEquals(withDefault.call('abc'), 3);
    assertEquals(withDefault.call([1]), 1);
  }
});

test('strict functions do not coerce it', () => {
  function strictGetter() { 'use strict'; return this.probe; }
  function strictMethod() { 'use strict'; return this.inspect(); }
  for (let i = 0; i < ROUNDS; i++) {
    assertEquals(strictGetter.call('text'), 'string');
    assertEquals(strictMethod.call('text'), 'string');
    assertThrows(TypeError, () => strictGetter.call(undefined));
  }
});
