// expect-stdout: order: script,job,immediate,t1,t2,interval,interval,late
// not-on-node: immediates and timers may change places there
const order = ['script'];
setTimeout(() => order.push('t1'), 2);
setTimeout((what) => order.push(what), 4, 't2');
setImmediate(() => order.push('immediate'));
queueMicrotask(() => order.push('job'));
const never = setTimeout(() => order.push('never'), 3);
clearTimeout(never);
setTimeout(() => {
  let left = 2;
  const id = setInterval(() => {
    order.push('interval');
    if (--left === 0) clearInterval(id);
  }, 2);
}, 6);
setTimeout(() => {
  order.push('late');
  print('order: ' + order);
}, 150);
