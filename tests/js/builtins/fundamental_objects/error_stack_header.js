// The first line of a stack is made when it is first asked for, and the constructors of subclasses are no frames of it.
function lines(e) { return e.stack.split('\n'); }
function header(e) { return lines(e)[0]; }
function names(e) { return lines(e).slice(1).map((line) => (/at (?:new )?([\w.]+) \(/.exec(line) || [, ''])[1]); }

class Named extends Error { constructor(m) { super(m); this.name = 'Named'; } }
class Amended extends Error { constructor(m) { super(m); this.message = 'more ' + m; } }
class Bare extends Error { }
class Deep extends Named { constructor(m) { super(m); this.name = new.target.name; } }
class Deeper extends Deep { }

test('A name that a constructor gives after super() is in the stack', function () {
  assertSame(header(new Named('q')), 'Named: q');
  assertSame(header(new Deep('q')), 'Deep: q');
  assertSame(header(new Deeper('q')), 'Deeper: q');
  assertSame(header(new Amended('q')), 'Error: more q');
  assertSame(header(new Bare('q')), 'Error: q');
});
test('What is set before the stack is asked for is in it, and what is set later is not', function () {
  for (const make of [
    () => new Error('q'),
    () => new RangeError('q'),
    () => { try { null.x; } catch (e) { return e; } }
  ]) {
    const e = make();
    e.name = 'Later';
    e.message = 'm';
    assertSame(header(e), 'Later: m');
    e.name = 'Latest';
    e.message = '';
    assertSame(header(e), 'Later: m');
  }
});
test('A name on the prototype is in the stack', function () {
  class P extends Error { }
  P.prototype.name = 'OfPrototype';
  assertSame(header(new P('q')), 'OfPrototype: q');
});
test('The stack is an own writable property that is not enumerable and comes first', function () {
  for (const e of [new Error('q'), new Named('q'), new AggregateError([], 'q')]) {
    const d = Object.getOwnPropertyDescriptor(e, 'stack');
    assertEquals([typeof d.value, d.writable, d.enumerable, d.configurable], ['string', true, false, true]);
    assertEquals(Object.getOwnPropertyNames(e).slice(0, 2), ['stack', 'message']);
    assertSame(Object.keys(e).includes('stack'), false);
  }
  const e = new Named('q');
  e.stack = 5;
  assertSame(e.stack, 5);
  assertSame(delete e.stack, true);
  assertSame(e.stack, undefined);
  assertSame('stack' in e, false);
});
test('Objects that inherit from an error have no stack of their own', function () {
  const e = new Error('q');
  const o = Object.create(e);
  assertSame(o.stack, e.stack);
  o.stack = 1;
  assertSame(Object.hasOwn(o, 'stack'), true);
  assertSame(header(e), 'Error: q');
});
test('A frozen error keeps its stack', function () {
  const e = Object.freeze(new Named('q'));
  assertSame(header(e), 'Named: q');
  assertThrows(TypeError, function () { 'use strict'; e.stack = 1; });
  assertSame(header(e), 'Named: q');
});
test('An error with many properties keeps its stack', function () {
  const e = new Named('q');
  for (let i = 0; i < 2000; i++) e['p' + i] = i;
  for (let i = 0; i < 2000; i += 2) delete e['p' + i];
  assertSame(header(e), 'Named: q');
});
test('Sites that read stacks do so of every kind of error', function () {
  const read = (e) => e.stack;
  for (let i = 0; i < 200; i++) {
    assertSame(read(new Named('n' + i)).split('\n')[0], 'Named: n' + i);
    assertSame(read(new Error('e' + i)).split('\n')[0], 'Error: e' + i);
    const written = new Error('w');
    written.stack = i;
    assertSame(read(written), i);
    assertSame(read({ stack: i }), i);
  }
});
test('The constructors of subclasses are left out of the frames', function () {
  function make(C) { return new C('q'); }
  for (const C of [Error, Named, Amended, Bare, Deep, Deeper]) assertSame(names(make(C))[0], 'make', C.name);
  class Inner extends Error { constructor() { super('q'); this.inner = new Error('inner'); } }
  function makeInner() { return new Inner(); }
  assertSame(names(makeInner())[0], 'makeInner');
  assertSame(names(makeInner().inner)[0], 'Inner');
});
test('Functions that a constructor calls super() in are left out too', function () {
  function helper(f) { f(); }
  class C extends Error { constructor() { helper(() => super('q')); } }
  function make() { return new C(); }
  assertSame(names(make())[0], 'make');
});
test('Of a function that makes errors by Reflect.construct it is left out if it is the target', function () {
  function Old(m) { return Reflect.construct(Error, [m], Old); }
  Old.prototype = Object.create(Error.prototype, { name: { value: 'Old' } });
  function make() { return new Old('q'); }
  const e = make();
  assertSame(header(e), 'Old: q');
  assertSame(names(e)[0], 'make');
  function other() { return Reflect.construct(Error, ['q'], Bare); }
  assert(names(other()).includes('other'));
});
test('The limit counts what is left', function () {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 1;
  function make() { return new Deeper('q'); }
  try {
    assertEquals(names(make()), ['make']);
  } finally {
    Error.stackTraceLimit = limit;
  }
});
test('captureStackTrace on an error takes its frames anew, and its first line when it is asked for', function () {
  class C extends Error { constructor(m) { super(m); Error.captureStackTrace(this, C); this.name = 'C'; } }
  function make() { return new C('q'); }
  assertSame(header(make()), 'C: q');
  assertSame(names(make())[0], 'make');
  const e = make();
  assertSame(header(e), 'C: q');
  e.name = 'D';
  Error.captureStackTrace(e);
  assertSame(header(e), 'D: q');
});
test('captureStackTrace on another object does so as well', function () {
  function Old(m) { Error.captureStackTrace(this, Old); this.name = 'Old'; this.message = m; }
  Old.prototype = Object.create(Error.prototype);
  function make() { return new Old('q'); }
  const e = make();
  assertSame(header(e), 'Old: q');
  assertSame(names(e)[0], 'make');
  e.message = 'later';
  assertSame(header(e), 'Old: q');
  e.stack = 'mine';
  assertSame(e.stack, 'mine');
  assertSame(Object.keys(e).includes('stack'), false);
});
test('A stack that prepareStackTrace makes', function () {
  Error.prepareStackTrace = (error, sites) => error.name + ' ' + sites[0].getFunctionName();
  function make() { return new Deeper('q'); }
  try {
    assertSame(make().stack, 'Deeper make');
  } finally {
    delete Error.prepareStackTrace;
  }
});
test('Names that are no text', function () {
  const e = new Error('q');
  e.name = 5;
  assertSame(header(e), '5: q');
  const f = new Error('q');
  f.name = '';
  assertSame(header(f), 'q');
  const g = new Error('');
  g.name = undefined;
  assertSame(header(g), 'Error');
});
