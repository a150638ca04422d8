// What isolates.cc measures, for the two things node has: a worker (a V8 isolate of its own, with node's globals) and a
// context in the same isolate, which is no isolation of memory.
const {Worker} = require('worker_threads');
const vm = require('vm');
const fs = require('fs');

const rollup = name => Number(new RegExp(name + ':\\s+(\\d+)').exec(fs.readFileSync('/proc/self/smaps_rollup', 'utf8'))[1]);
const median = list => list.sort((a, b) => a - b)[list.length >> 1];
const micros = () => Number(process.hrtime.bigint()) / 1e3;

async function worker() {
  const w = new Worker('1 + 1; require("worker_threads").parentPort.once("message", () => {})', {eval: true});
  await new Promise(resolve => w.once('online', resolve));
  return w;
}

(async () => {
  const count = Number(process.argv[2] ?? 50);
  await (await worker()).terminate();
  const times = [];
  for (let i = 0; i < count; i++) {
    const start = micros();
    await (await worker()).terminate();
    times.push(micros() - start);
  }
  const before = rollup('Private_Dirty');
  const all = [];
  for (let i = 0; i < count; i++) all.push(await worker());
  await new Promise(resolve => setTimeout(resolve, 200));
  const each = (rollup('Private_Dirty') - before) / count;
  for (const w of all) await w.terminate();
  const contexts = [];
  for (let i = 0; i < count; i++) {
    const start = micros();
    vm.runInContext('1 + 1', vm.createContext({}));
    contexts.push(micros() - start);
  }
  console.log(JSON.stringify({worker_wall_us: median(times), worker_private_kib: each, context_wall_us: median(contexts)}));
})();
