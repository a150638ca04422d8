// expect-stdout: result: timed-out timed-out ok 1
// not-on-node: it has no Atomics.waitAsync before version 24
// not-in-clones: shared memory is in no image
const words = new Int32Array(new SharedArrayBuffer(16));
const results = [];
const wait = (index, timeout) => Atomics.waitAsync(words, index, 0, timeout).value.then((r) => {
  results.push(r);
  if (results.length === 3) print('result: ' + results.join(' ') + ' ' + notified);
});
let notified = 0;
wait(0, 5);
wait(0, 10);
wait(1, Infinity);
wait(2, Infinity);
Atomics.waitAsync(words, 3, 0, 30).value.then(() => { notified = Atomics.notify(words, 1); });
