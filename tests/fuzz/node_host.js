// What host.cc does, on node: programs in a context of their own, each with its jobs before the next.
//   node node_host.js FILE...
//   node node_host.js --modules FILE...      programs that import modules: in node's own context, whose loader knows files
'use strict';
const fs = require('fs'), vm = require('vm');
// Written at once: what a program printed before the process died is there.
const print = text => { fs.writeSync(1, text + '\n'); };
function report(error) {
  let text = 'a value that cannot be shown';
  try { text = String(error.stack); } catch { }
  fs.writeSync(2, text + '\n');
  process.exitCode = /^SyntaxError/.test(error?.name) ? 2 : 1;
}
const read = file => fs.readFileSync(file, 'utf8');
function runPrograms(files) {
  // Nothing is inherited from this realm.
  const context = vm.createContext(Object.assign(Object.create(null), {print}), {microtaskMode: 'afterEvaluate'});
  for (const file of files) vm.runInContext(read(file), context, {filename: file});
  while (vm.runInContext('start()', context)) vm.runInContext('finish()', context);
}
async function runGraphs(files) {
  const later = setImmediate, wait = setTimeout, pending = process.getActiveResourcesInfo.bind(process);
  // Some never end: they are over when nothing is read any more. How long that takes is up to the machine.
  async function untilOver(result) {
    let ended = false;
    result.then(() => { ended = true; });
    for (let quiet = 0; !ended && quiet < 20; quiet++) {
      await new Promise(end => wait(end, 1));
      if (pending().some(name => name !== 'Timeout' && name !== 'Immediate')) quiet = 0;
    }
  }
  globalThis.print = print;
  for (const file of files) {
    vm.runInThisContext(read(file), {filename: file, importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER});
  }
  while (vm.runInThisContext('start()')) {
    const result = Promise.resolve(vm.runInThisContext('RESULT')).catch(() => { });
    await untilOver(result);
    for (let i = 0; i < 5; i++) await new Promise(end => later(end));
    vm.runInThisContext('finish()');
  }
}
const files = process.argv.slice(2);
if (files[0] === '--modules') runGraphs(files.slice(1)).catch(report);
else try { runPrograms(files); } catch (error) { report(error); }
