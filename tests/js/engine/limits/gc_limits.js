// flags: --memory-limit=48M
// Much garbage under a small limit: it must be collected, not counted.
test('garbage of every kind is collected under a small limit', function () {
  let n = 0;
  for (let i = 0; i < 400000; i++) n += { i, a: [i] }.a.length;
  for (let i = 0; i < 200000; i++) n += ('string ' + i).length & 1;
  for (let i = 0; i < 500; i++) n += new Array(10000).fill(i).length;
  for (let i = 0; i < 100000; i++) n += (() => i)() & 1;
  for (let i = 0; i < 500; i++) n += new ArrayBuffer(1 << 20).byteLength;
  for (let i = 0; i < 300; i++) n += 'x'.repeat(1 << 17).length;
  assert(n > 0);
});
test('maps and objects that are emptied do not grow', function () {
  const m = new Map(), o = {};
  for (let i = 0; i < 300000; i++) { m.set(i, { i }); m.delete(i - 100); o['k' + i] = 1; delete o['k' + (i - 100)]; }
  assertSame(m.size, 100);
});
