// Runs a classic script in node's global scope, as the other engines' shells do:  node node_global.js FILE
'use strict';
const fs = require('fs');
const vm = require('vm');
const file = process.argv[2];
globalThis.print = console.log;
globalThis.load = (name) => vm.runInThisContext(fs.readFileSync(name, 'utf8'), { filename: name });
globalThis.readFile = (name) => fs.readFileSync(name, 'utf8');
const exit = process.exit;
const realProcess = process;
globalThis.hostMemory = () => realProcess.memoryUsage().heapUsed;
globalThis.process = undefined;  // what looks for node must not find it: same code path as everywhere else
try {
  globalThis.load(file);
} catch (error) {
  console.error('Uncaught ' + (error && error.stack || error));
  exit.call(realProcess, 1);
}
