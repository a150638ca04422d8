// What host.cc does, on node: programs in a context of their own, each with its jobs before the next.
//   node node_host.js FILE...
'use strict';
const fs = require('fs'), vm = require('vm');
// Written at once: what a program printed before the process died is there.
// Nothing is inherited from this realm.
const globals = Object.assign(Object.create(null), {print: text => { fs.writeSync(1, text + '\n'); }});
const context = vm.createContext(globals, {microtaskMode: 'afterEvaluate'});
try {
  for (const file of process.argv.slice(2)) vm.runInContext(fs.readFileSync(file, 'utf8'), context, {filename: file});
  while (vm.runInContext('start()', context)) vm.runInContext('finish()', context);
} catch (error) {
  let text = 'a value that cannot be shown';
  try { text = String(error.stack); } catch { }
  fs.writeSync(2, text + '\n');
  process.exitCode = /^SyntaxError/.test(error?.name) ? 2 : 1;
}
