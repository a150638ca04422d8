// for-in reads the keys of an ordinary object from the table of its shape. What changes on the way must not be seen
// as keys, nor what was there be forgotten.
function keysOf(object, atKey = () => {}) {
  const keys = [];
  for (const key in object) {
    keys.push(key);
    atKey(key);
  }
  return keys.join();
}

const cases = {
  'keys of an object, of none, and without a prototype'() {
    const o = { a: 1, b: 2, c: 3 };
    assertSame(keysOf(o), 'a,b,c');
    assertSame(keysOf({}), '');
    assertSame(keysOf(Object.create(null)), '');
  },
  'deleted on the way: the last one, whose deletion is the parent\'s shape again, and one in the middle'() {
    assertSame(keysOf({ a: 1, b: 2, c: 3 }, (key) => {}), 'a,b,c');
    const p = { a: 1, b: 2, c: 3 };
    assertSame(keysOf(p, (key) => key === 'a' && delete p.c), 'a,b');
    const q = { a: 1, b: 2, c: 3 };
    assertSame(keysOf(q, (key) => key === 'a' && delete q.b), 'a,c');
  },
  'deleted and added again'() {
    const r = { a: 1, b: 2, c: 3 };
    assertSame(keysOf(r, (key) => key === 'a' && (delete r.c, (r.c = 4))), 'a,b,c');
  },
  'added on the way, which is not seen: the table of the shape has it behind the others'() {
    const s = { a: 1, b: 2 };
    assertSame(keysOf(s, (key) => (s[key + '2'] = 1)), 'a,b');
    assertSame(keysOf(s), 'a,b,a2,b2');
  },
  'a sibling of the shape, with other properties in the same places'() {
    const t = { a: 1, b: 2 };
    t.other = 3;
    assertSame(keysOf(t), 'a,b,other');
  },
  'what is not enumerable, and what is no string'() {
    const u = { a: 1, b: 2, [Symbol.iterator]: 3, c: 4 };
    assertSame(keysOf(u), 'a,b,c');
    Object.defineProperty(u, 'a', { enumerable: false });
    assertSame(keysOf(u), 'b,c');
    const v = { a: 1, b: 2 };
    Object.defineProperty(v, 'hidden', { value: 1, configurable: true });
    assertSame(keysOf(v), 'a,b');
    Object.defineProperty(v, 'hidden', { enumerable: true });
    assertSame(keysOf(v), 'a,b,hidden');
    assertSame(keysOf(v, (key) => key === 'a' && Object.defineProperty(v, 'b', { enumerable: false })), 'a,b,hidden');
    assertSame(keysOf(v), 'a,hidden');
    class WithPrivate {
      #p = 1;
      x = 1;
      get y() {
        return this.#p;
      }
    }
    assertSame(keysOf(new WithPrivate()), 'x');
  },
  'elements come first'() {
    const w = { b: 1, 1: 1, a: 1, 0: 1 };
    assertSame(keysOf(w), '0,1,b,a');
    const x = { a: 1 };
    assertSame(keysOf(x, () => (x[0] = 1)), 'a');
  },
  'prototypes'() {
    const base = { inherited: 1 };
    const y = Object.create(base);
    y.own = 1;
    assertSame(keysOf(y), 'own,inherited');
    assertSame(keysOf(y, (key) => key === 'own' && delete base.inherited), 'own');
    assertSame(keysOf(y), 'own');
    Object.defineProperty(base, 'late', { value: 1, writable: true, configurable: true });
    assertSame(keysOf(y), 'own');
    Object.defineProperty(base, 'late', { enumerable: true });
    assertSame(keysOf(y), 'own,late');
    Object.defineProperty(base, 'late', { enumerable: false });
    assertSame(keysOf(y), 'own');
    base[3] = 1;
    assertSame(keysOf(y), 'own,3');
    delete base[3];
    assertSame(keysOf(y), 'own');
    y.late = 1;
    assertSame(keysOf(y), 'own,late');
    function F() {
      this.field = 1;
    }
    F.prototype.method = function () {};
    assertSame(keysOf(new F()), 'field,method');
  },
  'frozen, sealed, not extensible, and with another prototype'() {
    const z = { a: 1, b: 2 };
    assertSame(keysOf(Object.preventExtensions(z)), 'a,b');
    assertSame(keysOf(Object.seal(z)), 'a,b');
    assertSame(keysOf(Object.freeze(z)), 'a,b');
    assertSame(keysOf(Object.setPrototypeOf({ a: 1 }, { b: 1 })), 'a,b');
  },
  'two loops over one object, one in the other, of which the inner one deletes'() {
    const n = { a: 1, b: 2, c: 3 };
    const seen = [];
    for (const i in n) {
      for (const j in n) {
        seen.push(i + j);
        if (i === 'a' && j === 'b') delete n.c;
      }
    }
    assertSame(seen.join(), 'aa,ab,ba,bb');
    // A loop that is left and gone on with.
    const g = (function* (object) {
      for (const key in object) yield key;
    })(n);
    assertSame(g.next().value, 'a');
    n.d = 4;
    assertSame(g.next().value, 'b');
    assertSame(g.next().done, true);
  }
};

// Each case alone until its loops are warm, and then all of them by turns.
const ROUNDS = 300;
for (const [name, run] of Object.entries(cases))
  test(name, function () { for (let round = 0; round < ROUNDS; round++) run(); });
test('all cases by turns', function () {
  for (let round = 0; round < ROUNDS; round++)
    for (const run of Object.values(cases)) run();
});

test('Object.prototype', function () {
  Object.prototype.everywhere = 1;
  assertSame(keysOf({ a: 1 }), 'a,everywhere');
  delete Object.prototype.everywhere;
  assertSame(keysOf({ a: 1 }), 'a');
});

test('many keys', function () {
  const large = {};
  for (let i = 0; i < 5000; i++) large['key' + i] = i;
  assertSame(keysOf(large).split(',').length, 5000);
  let count = 0;
  for (const key in large) {
    count++;
    delete large[key];
  }
  assertSame(count, 5000);
  assertSame(keysOf(large), '');
});
