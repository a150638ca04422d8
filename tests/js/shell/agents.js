// flags: --test262-host
// not-in-clones: shared memory is in no image
// Agents of $262: threads with isolates of their own that share memory and wait for each other.
const agent = $262.agent;
const words = () => new Int32Array(new SharedArrayBuffer(16));
const report = () => { let r; while ((r = agent.getReport()) === null) agent.sleep(1); return r; };

test('an agent runs a script of its own and reports texts', () => {
  agent.start(`
    globalThis.mine = 1;
    $262.agent.report(1 + 1);
    $262.agent.report({ toString: () => "text" });
    $262.agent.leaving();`);
  assertSame(report(), '2');
  assertSame(report(), 'text');
  assertSame(typeof mine, 'undefined');
  assertSame(agent.getReport(), null);
});
test('a broadcast reaches all agents and shares memory', () => {
  const shared = words();
  for (let i = 0; i < 2; i++) {
    agent.start('$262.agent.receiveBroadcast((buffer, n) => { Atomics.add(new Int32Array(buffer), 0, Number(n)); ' +
                '$262.agent.report(typeof n + buffer.byteLength); $262.agent.leaving(); });');
  }
  agent.broadcast(shared.buffer, 7n);
  assertSame(report(), 'bigint16');
  assertSame(report(), 'bigint16');
  assertSame(Atomics.load(shared, 0), 14);
});
test('notify wakes a thread that waits', () => {
  const shared = words();
  agent.start(`$262.agent.receiveBroadcast((buffer) => {
    const w = new Int32Array(buffer);
    Atomics.store(w, 1, 1);
    $262.agent.report(Atomics.wait(w, 0, 0));
    $262.agent.report(Atomics.wait(w, 0, 5));
    $262.agent.leaving();
  });`);
  agent.broadcast(shared.buffer, 0);
  while (Atomics.load(shared, 1) === 0);
  while (Atomics.notify(shared, 0, 1) === 0);
  assertSame(report(), 'ok');
  assertSame(report(), 'not-equal');
  assertSame(Atomics.notify(shared, 0), 0);
});
test('an agent wakes the program', () => {
  const shared = words();
  agent.start(`$262.agent.receiveBroadcast((buffer) => {
    const w = new Int32Array(buffer);
    while (Atomics.notify(w, 2) === 0);
    $262.agent.leaving();
  });`);
  agent.broadcast(shared.buffer, 0);
  assertSame(Atomics.wait(shared, 2, 0), 'ok');
});
test('waiters of different isolates wake in the order in which they came', () => {
  const shared = words();
  const order = [];
  for (let i = 0; i < 3; i++)
    agent.start(
      `$262.agent.receiveBroadcast((buffer) => { const w = new Int32Array(buffer); while (Atomics.load(w, 1) !== ${i +
          1}); Atomics.wait(w, 0, 0); $262.agent.report(${i}); $262.agent.leaving(); });`
    );
  agent.broadcast(shared.buffer, 0);
  for (let i = 0; i < 3; i++) {
    Atomics.store(shared, 1, i + 1);
    agent.sleep(100);
  }
  for (let i = 0; i < 3; i++) {
    assertSame(Atomics.notify(shared, 0, 1), 1);
    order.push(report());
  }
  assertSame(order.join(), '0,1,2');
});
asyncTest('a promise of waitAsync is fulfilled by another isolate', async () => {
  const shared = words();
  const wait = Atomics.waitAsync(shared, 0, 0);
  assertSame(wait.async, true);
  agent.start(`$262.agent.receiveBroadcast((buffer) => {
    $262.agent.report(Atomics.notify(new Int32Array(buffer), 0));
    $262.agent.leaving();
  });`);
  agent.broadcast(shared.buffer, 0);
  assertSame(await wait.value, 'ok');
  assertSame(report(), '1');
});
asyncTest('and one that an agent awaits by the program', async () => {
  const shared = words();
  agent.start(`$262.agent.receiveBroadcast(async (buffer) => {
    const w = new Int32Array(buffer);
    const p = Atomics.waitAsync(w, 0, 0).value;
    Atomics.store(w, 1, 1);
    $262.agent.report(await p);
    $262.agent.leaving();
  });`);
  agent.broadcast(shared.buffer, 0);
  while (Atomics.load(shared, 1) === 0);
  assertSame(Atomics.notify(shared, 0), 1);
  assertSame(report(), 'ok');
});
test('only agents receive and report', () => {
  assertThrows(TypeError, () => agent.report('x'), /no agent/);
  assertThrows(TypeError, () => agent.receiveBroadcast(() => {}), /no agent/);
  assertThrows(TypeError, () => agent.broadcast(new ArrayBuffer(8), 0), /takes a SharedArrayBuffer/);
});
