// flags: --harmony
// Auto-accessors of https://tc39.es/proposal-decorators/.
test('instances have storage that only getter and setter reach', () => {
  class C {
    accessor x = 1;
    accessor y;
    accessor 'a b' = 2;
    accessor 7 = 3;
    accessor 1.5 = 4;
  }
  const c = new C();
  assertEquals([c.x, c.y, c['a b'], c[7], c[1.5]], [1, undefined, 2, 3, 4]);
  c.x = 'new';
  c[7] = 'seven';
  assertEquals([c.x, c[7], new C().x], ['new', 'seven', 1]);
  assertEquals(Reflect.ownKeys(c), []);
  assertEquals(Reflect.ownKeys(C.prototype), ['7', 'constructor', 'x', 'y', 'a b', '1.5']);
  const {get, set, enumerable, configurable} = Object.getOwnPropertyDescriptor(C.prototype, 'x');
  assertEquals([enumerable, configurable], [false, true]);
  assertEquals([get.name, set.name, get.length, set.length], ['get x', 'set x', 0, 1]);
  assertSame(set.call(c, 5), undefined);
  assertSame(get.call(c), 5);
  assertThrows(TypeError, () => get.call({}), /#x accessor storage/);
  assertThrows(TypeError, () => set.call({}, 1), /#x accessor storage/);
  assertThrows(TypeError, () => new get());
  assertSame(Object.hasOwn(get, 'prototype'), false);
});
test('getter and setter have no source text', () => {
  class C { accessor x = 1; }
  const {get, set} = Object.getOwnPropertyDescriptor(C.prototype, 'x');
  assertSame(get.toString(), 'function get x() { [native code] }');
  assertSame(set.toString(), 'function set x() { [native code] }');
  assertSame(C.toString(), 'class C { accessor x = 1; }');
});
test('static', () => {
  class C {
    static accessor x = this.name + '!';
    static accessor y = this.x + '?';
  }
  assertEquals([C.x, C.y], ['C!', 'C!?']);
  C.x = 1;
  assertSame(C.x, 1);
  class D extends C {}
  assertThrows(TypeError, () => D.x);
  assertThrows(TypeError, () => D.x = 2);
});
test('private', () => {
  class C {
    accessor #x = 1;
    static accessor #s = 2;
    step() { return this.#x++ + (this.#x *= 2); }
    static step() { return [C.#s, C.#s = 5, C.#s]; }
    static has(o) { return #x in o; }
    static get(o) { return o.#x; }
  }
  const c = new C();
  assertSame(c.step(), 5);
  assertSame(c.step(), 4 + 10);
  assertEquals(C.step(), [2, 5, 5]);
  assertEquals([C.has(c), C.has(C), C.has({})], [true, false, false]);
  assertThrows(TypeError, () => C.get({}));
});
test('computed keys are evaluated once, in order', () => {
  const log = [];
  const key = name => { log.push('key ' + name); return {toString() { log.push('string ' + name); return name; }}; };
  const value = name => { log.push('value ' + name); return () => {}; };
  const symbol = Symbol('s');
  class C {
    accessor [key('a')] = value('a');
    static accessor [key('b')] = value('b');
    [key('c')] = value('c');
    accessor [symbol] = class {};
  }
  assertEquals(log, ['key a', 'string a', 'key b', 'string b', 'key c', 'string c', 'value b']);
  log.length = 0;
  const c = new C();
  assertEquals(log, ['value a', 'value c']);
  assertSame(c[symbol].name, '[s]');
  assertSame(Object.getOwnPropertyDescriptor(C.prototype, symbol).get.name, 'get [s]');
  assertSame(Object.getOwnPropertyDescriptor(C, 'b').set.name, 'set b');
});
test('anonymous functions are named by the accessor', () => {
  class C {
    accessor f = () => {};
    accessor #g = function() {};
    static accessor ['h' + 1] = class {};
    g() { return this.#g.name; }
  }
  const c = new C();
  assertEquals([c.f.name, c.g(), C.h1.name], ['f', '#g', 'h1']);
});
test('storage is initialized in the order of fields, after private accessors were added', () => {
  const log = [];
  class C {
    a = log.push('a');
    accessor b = log.push('b' + this.a);
    c = log.push('c' + this.b + this.#d());
    accessor e = this.early();
    #d() { return 'd'; }
    early() { return Object.hasOwn(this, 'c') + String(#later in this); }
    accessor #later = log.push('later');
  }
  const c = new C();
  assertEquals(log, ['a', 'b1', 'c2d', 'later']);
  assertSame(c.e, 'truetrue');
  class Early {
    x = this.y;
    accessor y = 1;
  }
  assertThrows(TypeError, () => new Early());
  class Twice { constructor(o) { return o; } }
  class Stamped extends Twice { accessor z = 1; }
  const o = {};
  new Stamped(o);
  assertThrows(TypeError, () => new Stamped(o));
});
test('of two with one name the later counts', () => {
  class C {
    accessor x = 0;
    accessor x = 1;
    accessor x = 2;
    static accessor ['x'] = 3;
    static accessor x = 4;
  }
  assertEquals([new C().x, C.x], [2, 4]);
  class Own {
    get x() { return 'own'; }
    accessor x = 1;
    set x(v) {}
  }
  const o = new Own();
  o.x = 9;
  assertSame(o.x, 1);
});
test('inheritance and super', () => {
  class A { accessor x = 1; }
  class B extends A {
    accessor x = 2;
    both() { return [super.x, this.x]; }
    set(v) { super.x = v; return this.both(); }
  }
  const b = new B();
  assertEquals(b.both(), [1, 2]);
  assertEquals(b.set(5), [5, 2]);
});
test('accessor is still a name', () => {
  class C {
    accessor = 1;
    static accessor() { return 2; }
    static get() { return new this().accessor; }
  }
  assertEquals([C.accessor(), C.get()], [2, 1]);
  class D {
    accessor
    x = 3
    static accessor
    static y() { return 4; }
  }
  assertEquals([Object.keys(new D()), Object.keys(D), D.y()], [['accessor', 'x'], ['accessor'], 4]);
  class E { get accessor() { return 5; } static accessor accessor = 6; accessor static = 7; accessor get = 8; }
  assertEquals([new E().accessor, E.accessor, new E().static, new E().get], [5, 6, 7, 8]);
  var accessor = 9;
  assertSame(accessor, 9);
  assertEquals({accessor}, {accessor: 9});
});
test('early errors', () => {
  for (const body of [
    'accessor constructor',
    'static accessor constructor',
    'static accessor prototype',
    'accessor #constructor',
    'accessor x() {}',
    'accessor get x() {}',
    'accessor *x',
    'accessor async x() {}',
    'accessor x y',
    'accessor #x; accessor #x',
    'accessor #x; #x',
    'get #x() {} accessor #x',
    'accessor #x; set #x(v) {}',
    'static accessor #x; #x() {}',
    'accessor static x',
    '\\u0061ccessor x',
    'accessor x = arguments',
    'accessor x = super()',
    'accessor x = this.#y'
  ])
    assertThrows(SyntaxError, () => eval(`class C { ${body} }`));
  assertThrows(SyntaxError, () => eval('({accessor x: 1})'));
});
asyncTest('in generators, async functions, closures and eval', async () => {
  assertThrows(SyntaxError, () => eval('function* g() { class C { accessor x = yield 1; } }'));
  function* keys() {
    class C {
      accessor [yield 1] = 'a';
      static accessor [yield 2] = 'b';
    }
    return C;
  }
  const g = keys();
  g.next();
  g.next('x');
  const C = g.next('y').value;
  assertEquals([new C().x, C.y], ['a', 'b']);
  async function later() {
    class D { accessor [await 'k'] = () => 'called'; }
    return new D().k();
  }
  assertSame(await later(), 'called');
  class E {
    accessor x = eval('() => this');
    accessor #p = 3;
    read(text) { return eval(text); }
  }
  const e = new E();
  assertSame(e.x(), e);
  assertSame(e.read('this.#p += 1, this.#p'), 4);
  assertSame(eval('new (class { accessor z = 5 })().z'), 5);
});
test('many classes, hot', () => {
  const make = i => class { accessor x = i; accessor y = this.x + 1; };
  let sum = 0;
  for (let i = 0; i < 300; i++) {
    const o = new (make(i))();
    for (let j = 0; j < 20; j++) {
      o.x += j;
      sum += o.x + o.y;
    }
  }
  class C { accessor n = 0; }
  const c = new C();
  for (let i = 0; i < 20000; i++) c.n += 1;
  assertEquals([sum, c.n], [2199000, 20000]);
});
