// flags: --gc-threads=2
// Helpers mark and sweep while objects of every kind change their references, shapes and storage. Each object
// says what it must refer to, so that one which was lost, or read half changed, is noticed.
const kSlots = 3000, kTurns = 150000;
let seed = 12345;
function random(n) {
  seed = Math.imul(seed, 1664525) + 1013904223 | 0;
  return (seed >>> 5) % n;
}

class Item {
  #secret;
  constructor(id) { this.id = id; this.box = { id, name: 'item ' + id }; this.#secret = { id }; }
  check() { return this.box.id === this.id && this.box.name === 'item ' + this.id && this.#secret.id === this.id; }
}

// Makes a thing, changes it, and says whether it is what it should be.
const kinds = {
  item: {
    make: (id) => new Item(id),
    change(o) { o.box = { id: o.id, name: 'item ' + o.id }; },
    check: (o) => o.check(),
  },
  shapes: {
    make: (id) => ({ id }),
    change(o) {  // transitions in the object and beyond it, at last a dictionary
      const n = o.n = (o.n || 0) + 1;
      o['p' + n % 40] = { id: o.id, n };
      if (n % 23 === 0) delete o['p' + (n - 3) % 40];
      if (n % 31 === 0) Object.setPrototypeOf(o, n % 2 ? {} : Object.prototype);
    },
    check: (o) => Object.keys(o).every((k) => k[0] !== 'p' || o[k].id === o.id && 'p' + o[k].n % 40 === k),
  },
  array: {
    make: (id) => ({ id, list: [] }),
    change(o) {
      const a = o.list, next = () => [o.id];
      switch (random(12)) {
        case 0: a.shift(); break;
        case 1: a.unshift(next(), next()); break;
        case 2: a.reverse(); break;
        case 3: a.splice(random(a.length + 1), 2, next(), next(), next()); break;
        case 4: a.copyWithin(0, a.length >> 1); break;
        case 5: a.fill(next(), 0, random(4)); break;
        case 6: a.sort((x, y) => x.length - y.length || random(3) - 1); break;
        case 7: if (a.length > 60) a.length = 10; break;
        case 8: o.list = a.concat([next()]).slice(0, 50); break;
        default: a.push(next()); a[a.length] = next();
      }
    },
    check: (o) => o.list.every((v) => v[0] === o.id),
  },
  numbers: {
    make: (id) => ({ id, list: [id] }),
    change(o) {  // Smis, doubles, values, and elements of a dictionary
      const n = random(50);
      if (n === 0) o.list = [o.id];
      else if (n === 1) o.list.push({ id: o.id });
      else if (n === 2) o.list[o.list.length + 3000] = o.id;
      else if (n < 20) o.list.push(o.id + 0.5);
      else o.list.push(o.id);
      if (o.list.length > 4000) o.list = [o.id + 0.5];
    },
    check(o) {
      let right = true;
      o.list.forEach((v) => { right = right && (v === o.id || v === o.id + 0.5 || v.id === o.id); });
      return right;
    },
  },
  tables: {
    make: (id) => ({ id, map: new Map(), set: new Set(), weak: new WeakMap(), key: {} }),
    change(o) {
      const n = random(30);
      o.map.set(n, { id: o.id, n });
      o.set.add(o.map.get(n));
      if (n === 3) o.map.clear();
      if (o.set.size > 50) o.set = new Set(o.map.values());
      o.key = { n };
      o.weak.set(o.key, { id: o.id, n });
    },
    check(o) {
      const entry = o.weak.get(o.key);
      return [...o.map].every(([k, v]) => v.id === o.id && v.n === k) && [...o.set].every((v) => v.id === o.id) &&
             (entry === undefined || entry.id === o.id && entry.n === o.key.n);
    },
  },
  closures: {
    make(id) {
      let held = { id };
      const list = function* () { for (;;) { const inner = { id }; yield inner; held = inner; } }();
      return { id, get: () => held, set: (v) => { held = v; }, bound: Item.bind(null, id), list };
    },
    change(o) { o.set({ id: o.id }); o.last = o.list.next().value; o.made = new o.bound(); },
    check: (o) => o.get().id === o.id && (!o.last || o.last.id === o.id && o.made.check()),
  },
  strings: {
    make: (id) => ({ id, text: '' }),
    change(o) {  // ropes, slices, flat ones, and names
      o.text += '<' + o.id + '>';
      if (random(7) === 0) o.part = o.text.substring(o.text.length >> 1);
      if (random(5) === 0) o['<' + o.id + '>'] = o.text.length;
      if (o.text.length > 300) o.text = o.text.slice(-(2 + ('' + o.id).length));
    },
    check: (o) =>
      o.text === '' || o.text.endsWith('<' + o.id + '>') && o.text.split('<').every((s) => !s || s === o.id + '>'),
  },
  promises: {
    make: (id) => ({ id, promise: Promise.resolve({ id }), value: { id } }),
    change(o) { o.promise = o.promise.then((v) => { o.value = v; return { id: o.id }; }); },
    check: (o) => o.value.id === o.id,
  },
  buffers: {
    make: (id) => ({ id, bytes: new Uint16Array(8).fill(id), view: null }),
    change(o) {
      o.bytes = new Uint16Array(o.bytes);
      o.view = new DataView(o.bytes.buffer);
      o.date = new Date(o.id);
    },
    check: (o) => o.bytes.every((v) => v === (o.id & 0xffff)) && (!o.date || +o.date === o.id),
  },
};

const names = Object.keys(kinds);
const slots = [];
for (let i = 0; i < kSlots; i++) slots.push(null);
function fill(i) {
  const kind = kinds[names[i % names.length]];
  slots[i] = { kind, thing: kind.make(i) };
}
for (let i = 0; i < kSlots; i++) fill(i);
const big = [];  // is traced in pieces
for (let i = 0; i < 100000; i++) big.push(slots[i % kSlots]);

function turns(count) {
  for (let turn = 0; turn < count; turn++) {
    const i = random(kSlots), { kind, thing } = slots[i];
    if (random(300) === 0) fill(i); else kind.change(thing);
    big[random(big.length)] = [slots[i]];
    if (turn % 7919 === 0) { big.unshift(big.pop()); big.reverse(); }
  }
}
function checkAll(when) {
  for (let i = 0; i < kSlots; i++) {
    const { kind, thing } = slots[i];
    if (thing.id !== i || !kind.check(thing)) throw new Error(`${names[i % names.length]} ${i} ${when}`);
  }
  for (const entry of big) {
    const slot = Array.isArray(entry) ? entry[0] : entry;
    if (kinds[names[slot.thing.id % names.length]] !== slot.kind) throw new Error('big ' + when);
  }
}

test('nothing is lost beside helpers', () => {
  for (let round = 0; round < 5; round++) {
    turns(kTurns / 5);
    checkAll('in round ' + round);
  }
  if (typeof gc === 'function') gc();
  checkAll('after a collection');
});

test('nothing is lost where the program runs for long between two steps', async () => {
  for (let round = 0; round < 5; round++) {
    await null;
    turns(1000);
    const garbage = new Array(1 << 20).fill(0.5);
    garbage.length = 0;
    checkAll('in round ' + round);
  }
});
