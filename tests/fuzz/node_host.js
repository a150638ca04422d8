// What host.cc does, on node: each program in a realm of its own.
//   node node_host.js PRELUDE BATCH...
//   node node_host.js --modules PRELUDE BATCH...      programs that import modules: in workers, because the loader that knows
//                                                     files is that of a thread's own context
'use strict';
const fs = require('fs'), vm = require('vm'), threads = require('worker_threads');
// Written at once: what a program printed before the process died is there.
const print = text => { fs.writeSync(1, text + '\n'); };
const createRealm = () => vm.runInContext('globalThis', vm.createContext(Object.create(null)));
function report(error) {
  let text = 'a value that cannot be shown';
  try { text = String(error.stack); } catch { }
  fs.writeSync(2, text + '\n');
  process.exit(1);
}
const programsOf = file => fs.readFileSync(file, 'utf8').split(/^(?=\/\/# program )/m).filter(text => text.startsWith('//# program '));
// Whether it parses.
function load(program, run) {
  try { run(); return true; } catch { print(/^\/\/# program (\w+)/.exec(program)[1] + ' !broken'); }
}
const jobs = () => new Promise(end => setImmediate(end));
async function runPrograms(prelude, files) {
  const script = new vm.Script(fs.readFileSync(prelude, 'utf8'), {filename: prelude});
  for (const file of files) for (const program of programsOf(file)) {
    // Nothing is inherited from this realm.
    const context = vm.createContext(Object.assign(Object.create(null), {print, createRealm}));
    script.runInContext(context);
    if (!load(program, () => vm.runInContext(program, context, {filename: file}))) continue;
    vm.runInContext('start()', context);
    await jobs();
    vm.runInContext('finish()', context);
  }
}
async function runGraph({prelude, program}) {
  const wait = setTimeout, pending = process.getActiveResourcesInfo.bind(process);
  // Some never end: they are over when nothing is read any more. How long that takes is up to the machine.
  async function untilOver(result) {
    let ended = false;
    result.then(() => { ended = true; });
    for (let quiet = 0; !ended && quiet < 20; quiet++) {
      await new Promise(end => wait(end, 1));
      if (pending().some(name => name !== 'Timeout' && name !== 'Immediate' && name !== 'MessagePort')) quiet = 0;
    }
  }
  Object.assign(globalThis, {print, createRealm});
  const later = setImmediate;
  vm.runInThisContext(fs.readFileSync(prelude, 'utf8'), {filename: prelude});
  const options = {filename: prelude, importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER};
  if (!load(program, () => vm.runInThisContext(program, options))) return process.exit();
  vm.runInThisContext('start()');
  await untilOver(Promise.resolve(vm.runInThisContext('RESULT')).catch(() => { }));
  for (let i = 0; i < 5; i++) await new Promise(end => later(end));
  vm.runInThisContext('finish()');
  process.exit();
}
async function runGraphs(prelude, files) {
  for (const file of files) for (const program of programsOf(file)) {
    const worker = new threads.Worker(__filename, {workerData: {prelude, program}});
    worker.on('error', report);
    await new Promise(end => worker.on('exit', end));
  }
}
const files = process.argv.slice(2);
if (!threads.isMainThread) runGraph(threads.workerData).catch(report);
else (files[0] === '--modules' ? runGraphs(files[1], files.slice(2)) : runPrograms(files[0], files.slice(1))).catch(report);
