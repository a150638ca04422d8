// flags: --harmony
// Decorators: https://tc39.es/proposal-decorators/.
function recorder() {
  const log = [];
  const named = name => {
    log.push(`evaluate ${name}`);
    return (value, context) => {
      log.push(`call ${name}`);
      context.addInitializer(() => { log.push(`extra ${name}`); });
    };
  };
  return { log, named };
}
const syntaxError = source => assertThrows(SyntaxError, () => (0, eval)(source));

test('a method becomes what its decorator returns', () => {
  const twice = (method, { kind, name }) => {
    assertEquals([kind, name], ['method', 'm']);
    return function (x) { return 2 * method.call(this, x); };
  };
  class C { #n = 1; @twice m(x) { return this.#n + x; } }
  assertSame(new C().m(4), 10);
  const { enumerable, writable, configurable } = Object.getOwnPropertyDescriptor(C.prototype, 'm');
  assertEquals([enumerable, writable, configurable], [false, true, true]);
});
test('of several decorators the last is called first', () => {
  const add = text => f => function () { return text + f.call(this); };
  class C {
    @add('a') @add('b') @add('c') m() { return 'm'; }
    @add('a') @add('b') static s() { return 's'; }
  }
  assertEquals([new C().m(), C.s()], ['abcm', 'abs']);
});
test('getters and setters are decorated apart', () => {
  const kinds = [];
  const plus = (get, { kind }) => { kinds.push(kind); return function () { return get.call(this) + 1; }; };
  const minus = (set, { kind }) => { kinds.push(kind); return function (v) { set.call(this, v - 10); }; };
  class C {
    #v = 0;
    @plus get x() { return this.#v; }
    @minus set x(v) { this.#v = v; }
    static value = 5;
    @plus static get y() { return this.value; }
    static set y(v) { this.value = v; }
  }
  const c = new C();
  c.x = 30;
  C.y = 8;
  assertEquals([c.x, C.y], [21, 9]);
  assertEquals(kinds, ['getter', 'getter', 'setter']);
});
test('fields have their initial value changed, by the first decorator first', () => {
  const show = text => (value, { kind, name }) => {
    assertSame(value, undefined);
    assertSame(kind, 'field');
    return function (initial) { return `${text}(${initial},${name},${this.own})`; };
  };
  class C { own = 'o'; @show('a') @show('b') x = 1; @show('c') y; @show('d') ['z' + 1] = 2; }
  const c = new C();
  assertEquals([c.x, c.y, c.z1], ['b(a(1,x,o),x,o)', 'c(undefined,y,o)', 'd(2,z1,o)']);
  class S { static own = 's'; @show('e') static x = 1; @show('f') static #p = 2; static p() { return S.#p; } }
  assertEquals([S.x, S.p()], ['e(1,x,s)', 'f(2,#p,s)']);
});
test('an anonymous function in a decorated field has the name of the field', () => {
  class C {
    @(() => f => f) x = () => {};
    @(() => f => f) ['y'] = class {};
    @(() => f => f) accessor z = function () {};
  }
  const c = new C();
  assertEquals([c.x.name, c.y.name, c.z.name], ['x', 'y', 'z']);
});
test('auto-accessors take get, set and init', () => {
  const log = [];
  const logged = text => ({ get, set }, { kind, name }) => {
    assertSame(kind, 'accessor');
    return {
      get() { log.push(`${text} get ${String(name)}`); return get.call(this); },
      set(v) { log.push(`${text} set ${String(name)}`); set.call(this, v); },
      init(v) { log.push(`${text} init ${String(name)}`); return `${v}${text}`; },
    };
  };
  const symbol = Symbol('s');
  class C {
    @logged('a') @logged('b') accessor x = 1;
    @logged('c') static accessor #y = 2;
    @logged('d') accessor [symbol] = 3;
    static y() { return this.#y; }
  }
  const c = new C();
  assertEquals(log, ['c init #y', 'a init x', 'b init x', 'd init Symbol(s)']);
  log.length = 0;
  assertEquals([c.x, C.y(), c[symbol]], ['1ab', '2c', '3d']);
  c.x = 5;
  assertSame(c.x, 5);
  assertEquals(log, ['a get x', 'b get x', 'c get #y', 'd get Symbol(s)', 'a set x', 'b set x', 'a get x', 'b get x']);
});
test('what an accessor decorator leaves out stays', () => {
  const seen = [];
  const only = what => pair => { seen.push(Object.keys(pair).join()); return what; };
  class C {
    @only({}) accessor a = 1;
    @only({ get() { return 'got'; } }) accessor b = 2;
    @only({ init: v => v + 1 }) accessor c = 3;
    @only(undefined) accessor d = 4;
    @only(() => {}) accessor e = 5;
  }
  const c = new C();
  assertEquals([c.a, c.b, c.c, c.d, c.e], [1, 'got', 4, 4, 5]);
  assertEquals(seen, ['get,set', 'get,set', 'get,set', 'get,set', 'get,set']);
});
test('private methods and accessors are replaced too', () => {
  const f = text => () => function (v) { return arguments.length ? void (this.last = text + v) : text; };
  class C {
    @f('m') #m() {}
    @f('g') get #g() {}
    @f('s') set #g(v) {}
    @f('sm') static #sm() {}
    @f('sg') static get #sg() {}
    all() { this.#g = 1; return [this.#m(), this.#g, this.last]; }
    static all() { return [this.#sm(), this.#sg]; }
  }
  assertEquals(new C().all(), ['m', 'g', 's1']);
  assertEquals(C.all(), ['sm', 'sg']);
  assertThrows(TypeError, () => C.all.call({}));
});
test('a class becomes what its decorator returns, inside too', () => {
  class Other { static self = 'other'; }
  let inner;
  const replace = (C, context) => {
    assertEquals([context.kind, context.name, 'static' in context, 'access' in context], ['class', 'C', false, false]);
    inner = C;
    return Other;
  };
  @replace class C {
    static x = C;
    static self() { return C; }
    constructor() { this.c = C; }
  }
  assertSame(C, Other);
  assertSame(inner.self(), Other);
  assertSame(new inner().c, Other);
  assertSame(Object.hasOwn(inner, 'x'), false);
  assertSame(Other.x, Other);  // static fields are those of what the decorator returned
});
test('static private methods stay with the class that declares them, static private fields do not', () => {
  let inner;
  @(C => { inner = C; return class {}; }) class C {
    static #m() { return 1; }
    static #f = 2;
    static m(o) { return o.#m(); }
    static f(o) { return o.#f; }
  }
  assertSame(inner.m(inner), 1);
  assertThrows(TypeError, () => inner.m(C));
  assertSame(inner.f(C), 2);
  assertThrows(TypeError, () => inner.f(inner));
});
test('names of decorated classes', () => {
  const names = [];
  const dec = (C, { name }) => { names.push([name, C.name]); };
  @dec class A {}
  const B = @dec class {};
  const object = { c: @dec class {}, ['d' + 1]: @dec class {}, e: @dec class F {} };
  (@dec class {});
  let { g = @dec class {} } = {};
  assertEquals(names, [['A', 'A'], ['B', 'B'], ['c', 'c'], ['d1', 'd1'], ['F', 'F'], ['', ''], ['g', 'g']]);
  assertEquals([B.name, object.c.name, g.name], ['B', 'c', 'g']);
});
test('the order of everything', () => {
  const { log, named } = recorder();
  const key = name => { log.push(`key ${name}`); return name; };
  const initial = name => { log.push(`initial ${name}`); };
  @named('C1') @named('C2') class C extends (log.push('heritage'), Object) {
    @named('f') [key('f')] = initial('f');
    @named('m') [key('m')]() {}
    @named('sf') static [key('sf')] = initial('sf');
    @named('a') accessor [key('a')] = initial('a');
    @named('sm') static [key('sm')]() {}
    static { log.push('block'); }
    @named('sa') static accessor [key('sa')] = initial('sa');
    @named('g') get [key('g')]() {}
    @named('p') #p = initial('p');
    @named('pm') #pm() {}
    constructor() { log.push('before super'); super(); log.push('after super'); }
  }
  assertEquals(log, [
    'evaluate C1',
    'evaluate C2',
    'heritage',
    'evaluate f',
    'key f',
    'evaluate m',
    'key m',
    'evaluate sf',
    'key sf',
    'evaluate a',
    'key a',
    'evaluate sm',
    'key sm',
    'evaluate sa',
    'key sa',
    'evaluate g',
    'key g',
    'evaluate p',
    'evaluate pm',
    'call sm',
    'call sa',
    'call m',
    'call a',
    'call g',
    'call pm',
    'call sf',
    'call f',
    'call p',
    'call C2',
    'call C1',
    'extra sm',
    'initial sf',
    'extra sf',
    'block',
    'initial sa',
    'extra sa',
    'extra C2',
    'extra C1',
  ]);
  log.length = 0;
  new C();
  assertEquals(log, ['before super', 'extra m', 'extra g', 'extra pm', 'initial f', 'extra f', 'initial a', 'extra a',
    'initial p', 'extra p', 'after super']);
});
test('initializers are called without arguments, with the instance or the class', () => {
  const seen = [];
  const dec = (value, { addInitializer, name }) => {
    assertSame(addInitializer(function () { seen.push([name, this, arguments.length]); }), undefined);
  };
  class Other {}
  let c;
  @dec @(() => Other) class C {
    @dec m() {}
    @dec static sm() {}
    @dec f;
    @dec static sf;
  }
  assertEquals(seen.map(([name, self, count]) => [name, self === Other, count]), [
    ['sm', true, 0],
    ['sf', true, 0],
    ['C', true, 0]
  ]);
  class D { @dec m() {} @dec f = 1; }
  seen.length = 0;
  const d = new D();
  assertEquals(seen.map(([name, self, count]) => [name, self === d, count]), [['m', true, 0], ['f', true, 0]]);
});
test('methods run their initializers where there is no field', () => {
  let self;
  const bound = (value, { name, addInitializer }) => addInitializer(function () {
    this[name] = this[name].bind(this);
  });
  class C { @bound m() { return this; } }
  const c = new C();
  const { m } = c;
  assertSame(m(), c);
  class D extends C { @bound n() { return this; } }
  const { m: dm, n } = self = new D();
  assertEquals([dm() === self, n() === self], [true, true]);
});
test('a context has these properties in this order', () => {
  const contexts = {};
  const dec = (value, context) => { contexts[String(context.name)] = context; };
  @dec class C {
    @dec m() {}
    @dec static f;
    @dec #p;
    @dec 7() {}
    @dec 1n;
    @dec [1.5];
    @dec set s(v) {}
  }
  const keys = 'kind,access,static,private,name,addInitializer,metadata';
  assertSame(Object.keys(contexts.m).join(), keys);
  assertSame(Object.keys(contexts['#p']).join(), keys);
  assertSame(Object.keys(contexts.C).join(), 'kind,name,addInitializer,metadata');
  assertEquals(
    [contexts.m.static, contexts.m.private, contexts.f.static, contexts.f.private],
    [false, false, true, false]
  );
  assertEquals([contexts['#p'].static, contexts['#p'].private, contexts['#p'].name], [false, true, '#p']);
  assertEquals(Object.keys(contexts).sort(), ['#p', '1', '1.5', '7', 'C', 'f', 'm', 's']);
  for (const name of ['1', '7', '1.5']) assertSame(contexts[name].name, name);
  assertEquals(Object.keys(contexts.m.access), ['get', 'has']);
  assertEquals(Object.keys(contexts.s.access), ['set', 'has']);
  assertEquals(Object.keys(contexts.f.access), ['get', 'set', 'has']);
  assertEquals(
    [
      contexts.f.access.get.name,
      contexts.f.access.set.name,
      contexts.f.access.has.name,
      contexts.m.addInitializer.name
    ],
    ['', '', 'has', 'addInitializer']
  );
  assertEquals(
    [
      contexts.f.access.get.length,
      contexts.f.access.set.length,
      contexts.f.access.has.length,
      contexts.m.addInitializer.length
    ],
    [1, 2, 1, 1]
  );
  assertSame(Object.getPrototypeOf(contexts.m), Object.prototype);
  assertSame(contexts.m.metadata, contexts.C.metadata);
});
test('access reaches what an object has in the end', () => {
  const access = {};
  const dec = (value, context) => { access[context.name] = context.access; };
  class C {
    @dec f = 1;
    @dec #p = 2;
    @dec accessor #a = 3;
    @dec #m() { return 4; }
    @dec get #g() { return 5; }
    @dec set #s(v) { this.f = v; }
    @dec 0 = 6;
    @dec static #sp = 7;
  }
  const c = new C();
  assertSame(access.f.get(c), 1);
  access.f.set(c, 10);
  assertSame(c.f, 10);
  assertEquals([access.f.has(c), access.f.has({}), access.f.has({ f: 0 })], [true, false, true]);
  assertSame(access['#p'].get(c), 2);
  access['#p'].set(c, 20);
  assertSame(access['#p'].get(c), 20);
  assertEquals([access['#p'].has(c), access['#p'].has({}), access['#p'].has(C)], [true, false, false]);
  access['#a'].set(c, 30);
  assertSame(access['#a'].get(c), 30);
  assertSame(access['#m'].get(c)(), 4);
  assertSame('set' in access['#m'], false);
  assertSame(access['#g'].get(c), 5);
  access['#s'].set(c, 50);
  assertEquals([c.f, access[0].get(c), access['#sp'].get(C)], [50, 6, 7]);
  assertThrows(TypeError, () => access['#p'].get({}));
  assertThrows(TypeError, () => access['#p'].set({}, 1));
  for (const value of [undefined, null, 1, 'text', Symbol()]) {
    assertThrows(TypeError, () => access.f.get(value));
    assertThrows(TypeError, () => access.f.set(value, 1));
    assertThrows(TypeError, () => access.f.has(value));
    assertThrows(TypeError, () => access['#p'].has(value));
  }
  assertThrows(TypeError, () => access.f.set(Object.freeze({ f: 1 }), 2));
  assertThrows(TypeError, () => new access.f.get(c));
});
test('results of the wrong type are TypeErrors', () => {
  for (const value of [null, 1, 'text', {}, Symbol(), true]) {
    const dec = () => value;
    assertThrows(TypeError, () => { class C { @dec m() {} } });
    assertThrows(TypeError, () => { class C { @dec get m() {} } });
    assertThrows(TypeError, () => { class C { @dec set m(v) {} } });
    assertThrows(TypeError, () => { class C { @dec f; } });
    assertThrows(TypeError, () => { @dec class C {} });
    if (typeof value !== 'object' || value === null) assertThrows(TypeError, () => { class C { @dec accessor a; } });
    for (const name of ['get', 'set', 'init']) {
      assertThrows(TypeError, () => { class C { @(() => ({ [name]: value })) accessor a; } });
    }
  }
});
test('a decorator has to be a function', () => {
  for (const value of [undefined, null, 1, {}]) {
    assertThrows(TypeError, () => { @value class C {} });
    assertThrows(TypeError, () => { class C { @value m() {} } });
  }
  let evaluated = 0;
  assertThrows(TypeError, () => { class C { @undefined m() {} @(evaluated++, x => x) n() {} } });
  assertSame(evaluated, 1);
});
test('addInitializer takes functions, and ends with the call of its decorator', () => {
  let kept = [];
  const keep = (value, { addInitializer }) => { kept.push(addInitializer); };
  @keep class C { @keep m() {} @keep f; @keep accessor a; }
  assertSame(kept.length, 4);
  for (const add of kept) assertThrows(TypeError, () => add(() => {}));
  for (const value of [undefined, null, {}, 'text']) {
    assertThrows(TypeError, () => { @((v, { addInitializer }) => addInitializer(value)) class C {} });
  }
  kept = [];
  assertThrows(RangeError, () => { class C { @((v, c) => { keep(v, c); throw new RangeError(); }) m() {} } });
  assertThrows(TypeError, () => kept[0](() => {}));
  // That of one decorator does nothing for the next.
  kept = [];
  assertThrows(TypeError, () => { class C { @(() => kept[0](() => {})) @keep m() {} } });
});
test('what is thrown leaves the class undefined', () => {
  class Thrown {}
  const fail = () => { throw new Thrown(); };
  assertThrows(Thrown, () => { @fail class C {} });
  assertThrows(Thrown, () => { class C { @fail static m() {} } });
  assertThrows(Thrown, () => { @(fail()) class C {} });
  assertThrows(Thrown, () => { class C { @((v, c) => c.addInitializer(fail)) static f; } });
  assertThrows(Thrown, () => { @((v, c) => c.addInitializer(fail)) class C {} });
  class I { @((v, c) => c.addInitializer(fail)) m() {} }
  assertThrows(Thrown, () => new I());
  class J { @(() => fail) f; }
  assertThrows(Thrown, () => new J());
  let reads;
  assertThrows(ReferenceError, () => { @(() => reads()) @(() => { reads = () => C; }) class C {} });
  assertThrows(ReferenceError, () => { @(() => C) class C {} });
  assertThrows(ReferenceError, () => { class C { @(C) m() {} } });
});
test('a member is called with its object as this', () => {
  'use strict';
  const seen = [];
  const object = {
    inner: { dec() { seen.push(this); } },
    make() { seen.push(this); return function () { seen.push(this); }; }
  };
  object['in'] = object.inner;
  class Outer {
    static #dec() { seen.push(this); }
    static inner = class {
      @Outer.#dec m() {}
      @object.inner.dec f;
      @(object.inner.dec) g;
      @(object['inner']['dec']) h;
      @(object?.inner?.dec) i;
      @(0, object.inner.dec) j;
      @object.make() k;
      @object.in.dec l;
    };
  }
  assertSame(seen.shift(), object);  // of the call that makes the decorator of k
  assertEquals(seen.map(self => self === Outer ? 'Outer' : self === object.inner ? 'inner' : typeof self),
    ['Outer', 'inner', 'inner', 'inner', 'inner', 'undefined', 'undefined', 'inner']);
  class Base { dec() { seen.push(this); } }
  class Derived extends Base { run() { return class { @(super.dec) m() {} }; } }
  const d = new Derived();
  d.run();
  assertSame(seen.pop(), d);
});
test('in a with statement the object is this', () => {
  const seen = [];
  const object = { dec() { seen.push(this); } };
  Function('object', 'with (object) { @dec class C {} }')(object);
  assertSame(seen[0], object);
});
test('a class has its decorators in its source text, and elements do not', () => {
  const dec = () => {};
  @dec /* here */ @dec class C { @dec static m() { return 1; } @dec n() {} }
  assertSame(C.toString(), '@dec /* here */ @dec class C { @dec static m() { return 1; } @dec n() {} }');
  assertEquals([C.m.toString(), C.prototype.n.toString()], ['m() { return 1; }', 'n() {}']);
  class D { constructor(x) { this.x = x; } }
  const E = @dec class extends D { constructor() { super(5); } };
  assertSame(new E().x, 5);
  assertSame(E.toString(), '@dec class extends D { constructor() { super(5); } }');
});
test('class decorators see the scope and the strictness around', () => {
  assertSame((0, eval)('var yield = () => {}; @yield class C {} "fine"'), 'fine');
  syntaxError('var yield = () => {}; class C { @yield m() {} }');
  const f = function () { @(arguments[0]) class C { @(arguments[0]) m() {} } };
  let count = 0;
  f(() => { count++; });
  assertSame(count, 2);
});
test('direct eval as and in decorators', () => {
  let count = 0;
  const run = () => { count++; };
  class C { @(eval('run')) m() {} @eval('run') n() {} }
  @eval('run') class D {}
  assertSame(count, 3);
});
test('closures in loops have decorations of their own', () => {
  const classes = [];
  for (let i = 0; i < 5; i++) {
    classes.push(@((C, { addInitializer }) => addInitializer(function () { this.i = i; })) class {
      @(() => v => v + i) f = 10;
      @(() => () => i) m() {}
      @(() => ({ init: v => v * i })) accessor a = 10;
      @((v, { addInitializer }) => addInitializer(function () { this.n = i; })) n() {}
    });
  }
  classes.forEach((C, i) => {
    const c = new C();
    assertEquals([C.i, c.f, c.m(), c.a, c.n], [i, 10 + i, i, 10 * i, i]);
  });
});
test('yield in decorators and keys', () => {
  const log = [];
  function* make() {
    return @(yield 'class') class {
      @(yield 'method') [yield 'key']() { return 'm'; }
      @(yield 'field') static [yield 'name'] = 1;
    };
  }
  const dec = (value, { kind, name }) => { log.push([kind, String(name)]); };
  const answers = { class: dec, method: dec, field: dec, key: 'k', name: 'n' };
  const generator = make();
  let step = generator.next();
  while (!step.done) {
    log.push(step.value);
    step = generator.next(answers[step.value]);
  }
  assertEquals(log, ['class', 'method', 'key', 'field', 'name', ['method', 'k'], ['field', 'n'], ['class', '']]);
  assertEquals([new step.value().k(), step.value.n], ['m', 1]);
});
asyncTest('await in decorators', async () => {
  const seen = [];
  const dec = async name => (value, context) => { seen.push(name, context.kind); return undefined; };
  @(await dec('c')) class C { @(await dec('m')) m() {} @(await dec('f')) f = 1; }
  assertEquals(seen, ['m', 'method', 'f', 'field', 'c', 'class']);
  assertSame(new C().f, 1);
});
test('decorators in decorators', () => {
  const log = [];
  const dec = name => () => { log.push(name); };
  @(@dec('inner') class { static decorate() {} constructor() { return () => {}; } }, dec('outer')) class C {
    @(class { @dec('method') m() {} }, dec('element')) m() {}
  }
  assertEquals(log, ['inner', 'method', 'element', 'outer']);
});
test('computed names of methods are there when decorators are called', () => {
  const names = [];
  const dec = f => { names.push(typeof f === 'function' ? f.name : [f.get.name, f.set.name].join()); };
  const symbol = Symbol('s');
  class C {
    @dec ['a' + 1]() {}
    @dec get [symbol]() {}
    @dec set ['b'](v) {}
    @dec static [2 + 1]() {}
    @dec #p() {}
    @dec accessor ['c' + 1];
    ['plain' + 1]() {}
    static ['plain' + 2]() {}
    get ['plain' + 3]() { return 3; }
    accessor ['plain' + 4] = 4;
  }
  assertEquals(names, ['3', 'a1', 'get [s]', 'set b', '#p', 'get c1,set c1']);
  const c = new C();
  assertEquals([c.plain1.name, C.plain2.name, c.plain3, c.plain4], ['plain1', 'plain2', 3, 4]);
});
test('what replaces a method keeps its name and its own home', () => {
  const base = { who() { return 'object'; } };
  const replacement = { __proto__: base, f() { return super.who(); } }.f;
  class Base { who() { return 'base'; } }
  class C extends Base { @(() => replacement) m() {} @(() => {}) n() { return super.who(); } }
  assertEquals([new C().m(), new C().n(), new C().m.name], ['object', 'base', 'f']);
});
test('instances may be made while the class is decorated', () => {
  let made;
  @(C => { made = new C(); }) class C { @(() => v => v + 1) f = 1; @(() => () => 'm') m() {} }
  assertEquals([made.f, made.m(), made.constructor === C], [2, 'm', true]);
});
test('a static member called prototype is refused when it is defined', () => {
  const calls = [];
  const dec = (v, { name }) => { calls.push(name); };
  const prototype = 'prototype';
  assertThrows(TypeError, () => { class C { @dec static a() {} static [prototype]() {} @dec static b() {} } });
  assertEquals(calls, ['a']);
});
test('any other place is a SyntaxError', () => {
  for (const source of [
    '@dec',
    '@dec function f() {}',
    '@dec let x',
    '@dec var x',
    '@dec x',
    '@dec {}',
    '@ class C {}',
    '@dec async class C {}',
    'class C { @dec }',
    'class C { @dec; }',
    'class C { @dec static {} }',
    'class C { @dec constructor() {} }',
    'class C { @dec "constructor"() {} }',
    'class C { static @dec m() {} }',
    'class C { m @dec () {} }',
    '@dec[0] class C {}',
    '@dec?.x class C {}',
    '@dec().x class C {}',
    '@dec()() class C {}',
    '@dec`x` class C {}',
    '@new dec class C {}',
    '@this class C {}',
    '@super.x class C {}',
    '@import.meta class C {}',
    '@"x" class C {}',
    '@() class C {}',
    '@(...x) class C {}',
    '@(x) => x class C {}',
    '@(x).y class C {}',
    '@(x)() class C {}',
    '@if class C {}',
    '@dec.#x class C {}',
    'if (1) @dec class C {}',
    'x: @dec class C {}',
    'while (0) @dec class C {}',
    '@dec export class C {}',
    '({ @dec m() {} })',
    '(@dec x)',
    '(@dec function () {})',
    'function f(@dec x) {}',
    'function* g() { @yield class C {} }',
    'async function f() { @await class C {} }',
    'class C { x @dec y }',
    '@dec class {}',
    'x = @dec',
    '@(a, ) class C {}',
    '@({ a = 1 }) class C {}'
  ]) {
    syntaxError(source);
  }
});
test('names of prefixes are elements in front of a decorator', () => {
  const seen = [];
  const dec = (v, { name }) => { seen.push(name); };
  class C {
    static
    @dec a;
    get
    @dec b;
    accessor
    @dec c() {}
    async
    @dec d = 1
    @dec e = 2
    @dec
    f() {}
  }
  assertEquals(seen, ['c', 'f', 'a', 'b', 'd', 'e']);
  assertEquals(Object.keys(new C()), ['static', 'a', 'get', 'b', 'accessor', 'async', 'd', 'e']);
});
test('contextual words are decorators', () => {
  const calls = [];
  const [accessor, async, get, set, of, as, from] = [1, 2, 3, 4, 5, 6, 7].map(n => () => { calls.push(n); });
  @accessor @async @get @set @of @as @from class C { @async async m() {} @get get g() {} @accessor accessor x; }
  assertEquals(calls, [2, 3, 1, 7, 6, 5, 4, 3, 2, 1]);
});
test('many decorators', () => {
  let calls = 0;
  const count = () => { calls++; };
  Function('count', `${'@count '.repeat(20000)} class C { ${'@count '.repeat(20000)} m() {} }`)(count);
  assertSame(calls, 40000);
  const wrap = f => function () { return f.call(this) + 1; };
  const C = Function('wrap', `return class { ${'@wrap '.repeat(300)} m() { return 0; } }`)(wrap);
  assertSame(new C().m(), 300);
});
test('many decorated elements', () => {
  let calls = 0;
  const count = (v, { kind }) => { calls++; return kind === 'field' ? x => x + 1 : undefined; };
  let source = '';
  for (let i = 0; i < 2000; i++)
    source += `@count f${i} = ${i}; @count m${i}() {} @count accessor a${i}; @count static s${i}; @count #p${i}() {}\n`;
  const C = Function('count', `return class { ${source} }`)(count);
  assertSame(calls, 10000);
  const c = new C();
  assertEquals([c.f0, c.f1999, Number.isNaN(C.s1999)], [1, 2000, true]);
});
test('deep nesting ends in a RangeError', () => {
  const depth = 20000;
  assertThrows(RangeError, () => Function(`${'@(class { '.repeat(depth)}x${'}) class {}'.repeat(depth)}`));
  assertThrows(RangeError, () => Function(`${'(@('.repeat(depth)}x${') class {})'.repeat(depth)}`));
  let source = 'class {}';
  for (let i = 0; i < 100; i++) source = `@(${source}, () => {}) class {}`;
  assertSame(typeof Function(`return ${source}`)(), 'function');
});
test('long members', () => {
  const object = {};
  object.a = object;
  let self;
  object.f = function () { self = this; };
  Function('o', `@o${'.a'.repeat(20000)}.f class C {}`)(object);
  assertSame(self, object);
});
test('hot code makes decorated classes and instances', () => {
  const plus = () => v => v + 1;
  const twice = f => function () { return 2 * f.call(this); };
  let sum = 0;
  for (let i = 0; i < 300; i++) {
    class C { @plus f = i; @twice m() { return this.f; } @plus static s = 1; }
    for (let j = 0; j < 10; j++) sum += new C().m() + C.s;
  }
  assertSame(sum, 10 * (300 * 301 + 600));
});
