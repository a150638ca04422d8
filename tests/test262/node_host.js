// Gives node the command line that run.py expects of an engine, to try the runner itself:
//   run.py --engine 'node --experimental-vm-modules node_host.js' ...
// Only as good as that needs: no agents, module graphs of files below the test's folder.
'use strict';
const fs = require('fs');
const path = require('path');
const vm = require('vm');

function makeHost(context, global) {
  return {
    global,
    evalScript: (text) => vm.runInContext(text, context),
    createRealm() {
      const inner = vm.createContext({ print: console.log });
      const innerGlobal = vm.runInContext('globalThis', inner);
      return (innerGlobal.$262 = makeHost(inner, innerGlobal));
    },
    detachArrayBuffer: (buffer) => { structuredClone(buffer, { transfer: [buffer] }); return null; },
    gc() {},
    agent: {},
  };
}

function fail(error, parse) {
  const name = error && error.constructor && error.constructor.name || error && error.name || String(error);
  const message = error && error.message !== undefined ? error.message : String(error);
  process.stderr.write(parse ? `${name}: ${message}\n` : `Uncaught ${name}: ${message}\n`);
  process.exit(parse ? 2 : 1);
}

async function main() {
  const args = process.argv.slice(2);
  const context = vm.createContext({ print: console.log });
  const global = vm.runInContext('globalThis', context);
  global.$262 = makeHost(context, global);
  process.on('unhandledRejection', () => {});
  const modules = new Map();
  const moduleAt = (file) => {
    if (!modules.has(file)) {
      modules.set(file, new vm.SourceTextModule(fs.readFileSync(file, 'utf8'),
          { context, identifier: file, importModuleDynamically: (s, m) => load(path.resolve(path.dirname(file), s)) }));
    }
    return modules.get(file);
  };
  const link = (specifier, from) => moduleAt(path.resolve(path.dirname(from.identifier), specifier));
  const load = async (file) => {
    const module = moduleAt(file);
    if (module.status === 'unlinked') await module.link(link);
    await module.evaluate();
    return module;
  };
  for (let i = 0; i < args.length; i++) {
    if (args[i] === '--test262-host') continue;
    if (args[i] === '-m') {
      const file = path.resolve(args[++i]);
      let module;
      try {
        module = moduleAt(file);
        await module.link(link);
      } catch (error) {
        fail(error, true);
      }
      await module.evaluate().catch((error) => fail(error, false));
      continue;
    }
    let script;
    try {
      script = new vm.Script(fs.readFileSync(args[i], 'utf8'), { filename: args[i],
        importModuleDynamically: (s) => load(path.resolve(path.dirname(args[i]), s)) });
    } catch (error) {
      fail(error, true);
    }
    try {
      script.runInContext(context);
    } catch (error) {
      fail(error, false);
    }
  }
}
main();
