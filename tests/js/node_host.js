// Runs files as Halfword's shell does, on node, so that every expectation can be checked against another engine:
//   node node_host.js FILE...        *.mjs are modules, all others scripts in the global scope
'use strict';
const fs = require('fs');
const path = require('path');
const url = require('url');
const vm = require('vm');
globalThis.print = console.log;
globalThis.readFile = (name) => fs.readFileSync(name, 'utf8');
globalThis.load = (name) => runScript(name);
const importHere = (specifier, from) =>
  import(/^[./]/.test(specifier) ? url.pathToFileURL(path.resolve(path.dirname(from), specifier)) : specifier);
function runScript(name) {
  return vm.runInThisContext(readFile(name), { filename: name, importModuleDynamically: (s) => importHere(s, name) });
}
const files = process.argv.slice(2);
const realProcess = process;
delete globalThis.process;
delete globalThis.require;
(async () => {
  for (const file of files) {
    if (file.endsWith('.mjs')) await import(url.pathToFileURL(file));
    else runScript(file);
  }
})().catch((error) => {
  let text = 'a value that cannot be shown';
  try {
    text = error instanceof Error ? `${error.constructor.name}: ${error.message}` : String(error);
  } catch {
  }
  console.error(error instanceof SyntaxError ? text : 'Uncaught ' + text);
  try {
    if (error instanceof Error) console.error(String(error.stack));
  } catch {
  }
  realProcess.exitCode = error instanceof SyntaxError ? 2 : 1;
});
