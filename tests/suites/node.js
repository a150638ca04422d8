// Runs a test of a suite on node as run.py does on Halfword: node node.js SHIM FILE ARGUMENT...
'use strict';
const fs = require('fs');
const url = require('url');
const { Buffer } = require('buffer');
const v8 = require('v8');
const vm = require('vm');
const { process } = globalThis;
const [shim, file, ...values] = process.argv.slice(2);
const leave = process.exit.bind(process);
const host = globalThis;
let pending = '';
const flush = () => {
  for (let bytes = Buffer.from(pending); bytes.length;) bytes = bytes.subarray(fs.writeSync(1, bytes));
  pending = '';
};
host.print = (line) => {
  pending += line + '\n';
  if (pending.length > 65536) flush();
};
host.readFile = (name) => fs.readFileSync(name, 'utf8');
host.quit = (code) => leave(code);
v8.setFlagsFromString('--expose-gc');
host.gc = vm.runInNewContext('gc');
host.suiteArguments = values;
process.on('exit', flush);
process.on('unhandledRejection', (error) => fail(error, 'Uncaught (in promise) '));
process.on('uncaughtException', (error) => fail(error, 'Uncaught '));
function fail(error, head) {
  let text = 'a value';
  try {
    text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  } catch {
  }
  fs.writeSync(2, head + text + '\n');
  leave(1);
}
function run(name) {
  let script;
  try {
    script = new vm.Script(host.readFile(name), { filename: name, importModuleDynamically: vm.constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER });
  } catch (error) {
    fail(error, '');
  }
  script.runInThisContext();
}
run(shim);
// Only ECMAScript's globals and what Halfword's shell has remain.
const standard = new Set(vm.runInNewContext('Object.getOwnPropertyNames(globalThis)'));
// No regular expression here: the tests see RegExp.$1 and its like.
const kept = new Set(['print', 'read', 'readFile', 'gc', 'quit', 'load', 'assert', 'WScript', 'CollectGarbage', 'console', 'setTimeout', 'clearTimeout',
  'setInterval', 'clearInterval', 'setImmediate', 'clearImmediate', 'queueMicrotask', 'performance']);
for (const name of Reflect.ownKeys(host)) {
  if (typeof name === 'symbol' || !standard.has(name) && !kept.has(name)) delete host[name];
}
if (file.endsWith('.mjs')) import(url.pathToFileURL(file)).catch((error) => fail(error, error instanceof SyntaxError ? '' : 'Uncaught '));
else run(file);
