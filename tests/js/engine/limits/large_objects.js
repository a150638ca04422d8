// Objects that have blocks of their own: their last one is not full. With --clones the isolate that holds them is
// written to an image first.
'use strict';

const kept = { map: new Map(), list: [], text: 'x'.repeat(70000) };
for (let i = 0; i < 5000; i++) kept.map.set(i, [i]);
for (let i = 0; i < 9001; i++) kept.list.push({ i });

test('a large map has its entries', () => {
  assertEquals(kept.map.size, 5000);
  assertEquals(kept.map.get(4999), [4999]);
});
test('a large array that has been cut has the rest', () => {
  kept.list.length = 8500;
  gc();
  assertEquals(kept.list.at(-1).i, 8499);
  kept.list.push('more');
  assertEquals(kept.list.length, 8501);
});
test('a large string has its characters', () => assertEquals(kept.text.length, 70000));
