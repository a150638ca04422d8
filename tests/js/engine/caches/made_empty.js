// Sites that make closures, {} and []: what they make is new each time, whatever became of the former ones.
test('objects', () => {
  const make = () => ({});
  let last;
  for (let i = 0; i < 3000; i++) {
    const o = make();
    assertSame(o === last, false);
    assertSame(Object.getPrototypeOf(o), Object.prototype);
    assertSame(Object.keys(o).length, 0);
    o.a = i;
    o['b' + i % 5] = i;
    if (i % 7 === 0) delete o.a;
    last = o;
  }
});

test('arrays', () => {
  const make = () => [];
  for (let i = 0; i < 3000; i++) {
    const a = make();
    assertSame(a.length, 0);
    assertSame(Array.isArray(a), true);
    assertSame(0 in a, false);
    a.push(i, i % 3 ? 1.5 : 'x');
    a[5] = i;
    assertSame(a.length, 6);
    if (i % 100 === 0) Object.freeze(a);
  }
});

test('closures', () => {
  const make = (n) => () => n++;
  const own = (n) => { function f() { return f.n; } f.n = n; return f; };
  const kept = [];
  for (let i = 0; i < 3000; i++) {
    const f = make(i), g = own(i);
    assertSame(f(), i);
    assertSame(f(), i + 1);
    assertSame(g(), i);
    assertSame(f.name, '');
    assertSame(g.name, 'f');
    assertSame(g.length, 0);
    assertSame('prototype' in f, false);
    assertSame(g.prototype.constructor, g);
    assertThrows(TypeError, () => new f());
    assertSame(new g() instanceof g, true);
    if (i % 100 === 0) kept.push([f, i]);
  }
  for (const [f, i] of kept) assertSame(f(), i + 2);
});

test('methods, generators, async functions', () => {
  const make = (n) => ({
    base() { return n; },
    *each() { yield n; },
    async later() { return n; },
    async *stream() { yield n; },
    get now() { return n; },
  });
  for (let i = 0; i < 1000; i++) {
    const a = make(i), b = make(i + 1);
    assertSame(a.base() + b.base(), 2 * i + 1);
    assertSame([...a.each()][0], i);
    assertSame(a.each.prototype === b.each.prototype, false);
    assertSame(a.stream.prototype === b.stream.prototype, false);
    assertSame('prototype' in a.later, false);
    assertSame(b.now, i + 1);
    assertThrows(TypeError, () => new a.base());
  }
});

test('their prototypes may change', () => {
  const object = () => ({}), array = () => [], closure = () => () => 1;
  for (let i = 0; i < 500; i++) object(), array(), closure();
  Object.prototype.marked = 1;
  Array.prototype.marked = 2;
  Function.prototype.marked = 3;
  try {
    assertSame(object().marked + array().marked + closure().marked, 6);
    Array.prototype[1] = 'inherited';
    const a = array();
    a[2] = 0;
    assertSame(a[1], 'inherited');
  } finally {
    delete Object.prototype.marked;
    delete Array.prototype.marked;
    delete Function.prototype.marked;
    delete Array.prototype[1];
  }
  assertSame(object().marked, undefined);
});
