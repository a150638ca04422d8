// Gives node, and what has node's modules, the command line that run.py expects of an engine:
//   node --experimental-vm-modules node_host.js assert.js sta.js [-m] TEST.js
// Scripts run in node's own global scope. Agents are worker threads. What node has no way to offer, such as an
// object that is falsy and modules that are text, is missing.
'use strict';
const fs = require('fs');
const path = require('path');
const vm = require('vm');
const { performance } = require('perf_hooks');
const { Worker, MessageChannel, receiveMessageOnPort } = require('worker_threads');

const exit = process.exit.bind(process);
const write = (text) => { fs.writeSync(1, `${text}\n`); };
const pause = new Int32Array(new SharedArrayBuffer(4));
const sleep = (milliseconds) => { Atomics.wait(pause, 0, 0, milliseconds); };

// What an agent begins with: its side of a channel to the main thread. It lives until it says that it leaves, also
// where all that it waits for is Atomics.waitAsync.
const AGENT = `
const { workerData, receiveMessageOnPort } = require('worker_threads');
const pause = new Int32Array(new SharedArrayBuffer(4));
const sleep = (milliseconds) => { Atomics.wait(pause, 0, 0, milliseconds); };
const life = setInterval(() => {}, 1000);
globalThis.$262 = { agent: {
  receiveBroadcast(receiver) {
    let got;
    while (!(got = receiveMessageOnPort(workerData.port))) sleep(1);
    Atomics.add(got.message.received, 0, 1);
    receiver(got.message.buffer, got.message.value);
  },
  report(value) { workerData.port.postMessage(String(value)); },
  sleep, leaving() { clearInterval(life); }, monotonicNow: () => performance.now(),
} };
require('vm').runInThisContext(workerData.source);
`;

function makeAgents() {
  const ports = [];
  return {
    start(source) {
      const { port1, port2 } = new MessageChannel();
      new Worker(AGENT, { eval: true, workerData: { source: String(source), port: port2 }, transferList: [port2] }).unref();
      port1.unref();
      ports.push(port1);
    },
    broadcast(buffer, value) {
      const received = new Int32Array(new SharedArrayBuffer(4));
      for (const port of ports) port.postMessage({ buffer, value, received });
      while (Atomics.load(received, 0) < ports.length) sleep(1);
    },
    getReport() {
      for (const port of ports) {
        const got = receiveMessageOnPort(port);
        if (got) return got.message;
      }
      return null;
    },
    sleep,
    monotonicNow: () => performance.now(),
  };
}

// context: undefined for the main realm.
function makeHost(context, global, agent) {
  return {
    global,
    agent,
    evalScript: (text) => context ? vm.runInContext(text, context) : vm.runInThisContext(text),
    createRealm() {
      const inner = vm.createContext({ print: write });
      const innerGlobal = vm.runInContext('globalThis', inner);
      return (innerGlobal.$262 = makeHost(inner, innerGlobal, agent));
    },
    detachArrayBuffer(buffer) {
      structuredClone(buffer, { transfer: [buffer] });
      return null;
    },
    gc() {
      if (globalThis.Bun) return Bun.gc(true);
      require('v8').setFlagsFromString('--expose-gc');
      vm.runInNewContext('gc')();
    },
  };
}

function fail(error, parse) {
  let name = '', message = '';
  try {
    name = error && error.constructor && error.constructor.name || error && error.name || String(error);
    message = error && error.message !== undefined ? error.message : String(error);
  } catch {}
  fs.writeSync(2, parse ? `${name}: ${message}\n` : `Uncaught ${name}: ${message}\n`);
  exit(parse ? 2 : 1);
}

const modules = new Map();
const evaluations = new Map();

function moduleAt(file, attributes) {
  const type = attributes && attributes.type;
  const key = `${type || ''}:${file}`;
  if (!modules.has(key)) {
    const text = fs.readFileSync(file, 'utf8');
    modules.set(key, type === 'json'
        ? new vm.SyntheticModule(['default'], function () { this.setExport('default', JSON.parse(text)); }, { identifier: file })
        : new vm.SourceTextModule(text, { identifier: file, importModuleDynamically: importFrom(file) }));
  }
  return modules.get(key);
}

function importFrom(file) {
  return async (specifier, _, attributes) => {
    const module = await load(path.resolve(path.dirname(file), specifier), attributes);
    return globalThis.Bun ? module.namespace : module;  // bun does not take its own modules
  };
}

const link = (specifier, from, extra) =>
    moduleAt(path.resolve(path.dirname(from.identifier), specifier), extra.attributes || extra.assert);

async function load(file, attributes) {
  const module = moduleAt(file, attributes);
  if (module.status === 'unlinked') await module.link(link);
  if (!evaluations.has(module)) evaluations.set(module, module.status === 'evaluated' ? undefined : module.evaluate());
  await evaluations.get(module);
  return module;
}

async function main() {
  const args = process.argv.slice(2);
  globalThis.print = write;
  globalThis.$262 = makeHost(undefined, globalThis, makeAgents());
  process.on('unhandledRejection', () => {});
  for (let i = 0; i < args.length; i++) {
    if (args[i].startsWith('--')) continue;
    if (args[i] === '-m') {
      const file = path.resolve(args[++i]);
      let module;
      try {
        module = moduleAt(file);
        await module.link(link);
      } catch (error) {
        fail(error, true);
      }
      await load(file).catch((error) => fail(error, false));
      continue;
    }
    let script;
    try {
      script = new vm.Script(fs.readFileSync(args[i], 'utf8'),
          { filename: args[i], importModuleDynamically: importFrom(args[i]) });
    } catch (error) {
      fail(error, true);
    }
    try {
      script.runInThisContext();
    } catch (error) {
      fail(error, false);
    }
  }
}
main();
