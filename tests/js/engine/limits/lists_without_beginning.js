// flags: --memory-limit=16M
// not-with-asan: addresses of its malloc have small lower halves, which a scan takes for references
// A list whose beginning nobody has any more is given back, however long it goes on. What a collection leaves on
// the native stack must not keep an object of it: that would keep all that came after.
function begin() { globalThis.end = { next: null }; }
function append(i) {
  const next = { i, next: null };
  end.next = next;
  end = next;
}
test('from the global object', function () {
  begin();
  for (let i = 0; i < 6000000; i++) append(i);
  assertSame(end.i, 5999999);
});

// A loop without calls writes nothing above its frame: there is still what was in the call before it.
test('in a loop without calls', function () {
  let tail;
  const start = () => {
    const first = { next: null };
    tail = first;
  };
  start();
  for (let i = 0; i < 3000000; i++) {
    const x = { next: null, i };
    tail.next = x;
    tail = x;
  }
  assertSame(tail.i, 2999999);
});
test('whose beginning was in a block', function () {
  let tail;
  {
    const first = { next: null };
    tail = first;
  }
  for (let i = 0; i < 3000000; i++) {
    const x = { next: null, i };
    tail.next = x;
    tail = x;
  }
  assertSame(tail.i, 2999999);
});
