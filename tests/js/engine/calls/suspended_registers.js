// A suspended frame keeps all its registers, also temporaries that no callee covered when there was a collection.

const collect = typeof gc === 'function' ? gc : () => {};
const nothing = () => {};
const pile = () => { let all = []; for (let i = 0; i < 2000; i++) all.push([i]); return all.length; };
// Leaves new objects in registers far above those of a call with few arguments.
const spread = Array.from({ length: 100 }, (_, i) => `[${i}]`).join(',');

const source = (suspend) => `
  nothing(${spread});
  collect();
  pile();
  ${suspend};
  collect();
  pile();
  return 1;`;

test('a suspended generator keeps its registers', () => {
  const make = new Function('nothing', 'collect', 'pile', `return function* () { ${source('yield 0')} }`)(
    nothing,
    collect,
    pile
  );
  for (let i = 0; i < 5; i++) {
    const generator = make();
    assertEquals(generator.next(), { value: 0, done: false });
    collect();
    pile();
    collect();
    assertEquals(generator.next(), { value: 1, done: true });
  }
});

asyncTest('a suspended async function keeps its registers', async () => {
  const run = new Function('nothing', 'collect', 'pile', `return async function () { ${source('await 0')} }`)(
    nothing,
    collect,
    pile
  );
  assertEquals(await Promise.all([run(), run(), run()]), [1, 1, 1]);
});
