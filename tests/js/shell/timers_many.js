// expect-stdout: done 100000
// Many timers at a time: each is found when it is cleared or fires without a look at all others.
const count = 200000, ids = [];
for (let i = 0; i < count; i++) ids.push(setTimeout(() => print('never'), 100000 + (i * 7919) % 1000));
for (const id of ids) clearTimeout(id);
clearTimeout(ids[0]);
clearTimeout(-1);
clearTimeout(1.5);
clearTimeout('x');

// All fire.
let fired = 0, intervals = 0;
for (let i = 0; i < 100000; i++) {
  const delay = 40 - (i / 5000 | 0) % 20;
  setTimeout(() => {
    if (++fired === 100000) {
      clearInterval(interval);
      print('done ' + fired);
    }
  }, delay);
}
const interval = setInterval(() => intervals++, 1);
