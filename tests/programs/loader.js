// A small CommonJS on top of readFile, so that packages run unmodified where there is no `require`. The same file runs on
// node (through tests/js/node_host.js), which makes the two outputs comparable. run.py starts engines in this folder:
//   ENGINE loader.js PROGRAM.js
// A program calls require('package') or require('./node_modules/...'), prints with console.log, and is done when all its
// jobs are.

(function (global) {
  'use strict';
  var read = global.readFile;
  var modules = Object.create(null);

  // What programs made for browsers and for node expect of a host. Time stands still and randomness repeats itself, so
  // that every run prints the same.
  var now = Date.UTC(2024, 1, 29, 12, 0, 0);
  var RealDate = Date;
  global.Date = new Proxy(RealDate, {
    construct: function (target, args, newTarget) { return args.length ? Reflect.construct(target, args, newTarget === global.Date ? target : newTarget) : new target(now); },
    apply: function () { return new RealDate(now).toString(); },
    get: function (target, key) { return key === 'now' ? function () { return now; } : target[key]; }
  });
  var seed = 49734321;
  Math.random = function () {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return seed / 0x80000000;
  };
  var timers = [], nextTimer = 1;
  function runTimers() {
    if (timers.length === 0) return;
    timers.sort(function (a, b) { return a.at - b.at || a.id - b.id; });
    var timer = timers.shift();
    now = Math.max(now, timer.at);
    timer.fn.apply(undefined, timer.args);
    later(runTimers);
  }
  // After every promise job that is queued so far, and some that those queue.
  function later(fn) {
    var p = Promise.resolve();
    for (var i = 0; i < 50; i++) p = p.then(function () {});
    p.then(fn);
  }
  function setTimer(fn, delay) {
    if (timers.length === 0) later(runTimers);
    timers.push({ id: nextTimer, at: now + (Number(delay) || 0), fn: fn, args: Array.prototype.slice.call(arguments, 2) });
    return nextTimer++;
  }
  function clearTimer(id) { timers = timers.filter(function (t) { return t.id !== id; }); }
  global.setTimeout = setTimer;
  global.clearTimeout = clearTimer;
  global.setImmediate = function (fn) { return setTimer(fn, 0); };
  global.performance = { now: function () { return 0; }, mark: function () {}, measure: function () {} };
  global.self = global;
  // Only strings, numbers and the like are printed, so that no engine's way of showing objects matters.
  var write = global.print;
  function ignore() {}
  global.console = { log: function () { write(Array.prototype.map.call(arguments, String).join(' ')); }, warn: ignore, error: ignore, info: ignore,
                     debug: ignore, trace: ignore, time: ignore, timeEnd: ignore, group: ignore, groupEnd: ignore, assert: ignore };
  if (!global.queueMicrotask) global.queueMicrotask = function (fn) { Promise.resolve().then(fn); };

  var process = {
    env: { NODE_ENV: 'production' }, argv: [], browser: true, platform: 'linux', versions: {}, version: '', cwd: function () { return '/'; },
    nextTick: function (fn) { var args = Array.prototype.slice.call(arguments, 1); Promise.resolve().then(function () { fn.apply(undefined, args); }); },
    emitWarning: function () {}, on: function () {}, stdout: { isTTY: false }, stderr: { isTTY: false }, hrtime: function () { return [0, 0]; }
  };
  var builtins = {
    util: { inspect: function (x) { return String(x); }, inherits: function (a, b) { Object.setPrototypeOf(a.prototype, b.prototype); } },
    path: { sep: '/', isAbsolute: function (p) { return p[0] === '/'; }, resolve: join, join: join, dirname: dirname, relative: function (a, b) { return b; },
            basename: function (p) { return p.split('/').pop(); }, extname: function (p) { return (/\.[^.\/]*$/.exec(p) || [''])[0]; } },
    fs: { existsSync: function () { return false; } }, url: { fileURLToPath: String, pathToFileURL: String }, os: {}, perf_hooks: { performance: global.performance },
    stream: { Readable: function () {} }, async_hooks: { AsyncLocalStorage: function () {} }
  };

  function dirname(path) { return path.replace(/\/?[^\/]*$/, '') || '.'; }
  function join() {
    var parts = [];
    Array.prototype.join.call(arguments, '/').split('/').forEach(function (part) {
      if (part === '..' && parts.length && parts[parts.length - 1] !== '..') parts.pop();
      else if (part !== '.' && part !== '') parts.push(part);
    });
    return parts.join('/');
  }
  function tryRead(path) {
    try { return read(path); } catch (e) { return undefined; }
  }

  // A file's path for a path as written: the file, with an extension, a folder's index or main.
  var texts = Object.create(null);
  function asFile(path) {
    var candidates = [path, path + '.js', path + '.cjs', path + '.json'];
    for (var i = 0; i < candidates.length; i++) {
      if (!/\.[a-z]+$/.test(candidates[i])) continue;  // a folder: reading it must not be tried
      var text = texts[candidates[i]] !== undefined ? texts[candidates[i]] : tryRead(candidates[i]);
      if (text !== undefined) { texts[candidates[i]] = text; return candidates[i]; }
    }
    return undefined;
  }
  function pick(entry) {  // the "exports" of a package: conditions in their order
    if (typeof entry === 'string' || !entry) return entry;
    if (Array.isArray(entry)) return pick(entry[0]);
    for (var key in entry) {
      if (key === 'require' || key === 'default' || key === 'browser') { var found = pick(entry[key]); if (found) return found; }
    }
    return undefined;
  }
  function asPackage(folder, rest) {
    var text = tryRead(folder + '/package.json');
    if (text === undefined) return undefined;
    var info = JSON.parse(text);
    if (info.exports) {
      var entry = info.exports;
      var direct = typeof entry === 'string' || !Object.keys(entry).some(function (k) { return k[0] === '.'; });
      var target = direct ? (rest ? undefined : pick(entry)) : pick(entry['.' + rest]);
      if (target) return join(folder, target);
    }
    if (rest) return asFile(folder + rest) || asFile(folder + rest + '/index');
    return asFile(join(folder, info.main || 'index')) || asFile(join(folder, info.main || '.', 'index'));
  }
  function resolve(name, from) {
    if (/^\.{0,2}\//.test(name) || name === '.' || name === '..') {
      var path = join(dirname(from), name);
      var found = asFile(path) || asPackage(path, '') || asFile(path + '/index');
      if (!found) throw new Error("cannot find '" + name + "' from " + from);
      return found;
    }
    var parts = name.split('/');
    var owner = name[0] === '@' ? parts.slice(0, 2).join('/') : parts[0];
    var rest = name.slice(owner.length);
    for (var folder = dirname(from); ; folder = dirname(folder)) {
      var base = join(folder, 'node_modules', owner);
      var target = asPackage(base, rest);
      if (target) return target;
      if (folder === '.') throw new Error("cannot find '" + name + "' from " + from);
    }
  }
  function requireFrom(name, from) {
    name = name.replace(/^node:/, '');
    if (Object.prototype.hasOwnProperty.call(builtins, name)) return builtins[name];
    var path = resolve(name, from);
    if (modules[path]) return modules[path].exports;
    var module = modules[path] = { exports: {}, id: path, filename: path, loaded: false, children: [], paths: [] };
    var text = texts[path] !== undefined ? texts[path] : read(path);
    if (/\.json$/.test(path)) {
      module.exports = JSON.parse(text);
    } else {
      var require = function (inner) { return requireFrom(inner, path); };
      require.resolve = function (inner) { return resolve(inner, path); };
      require.main = undefined;
      require.cache = modules;
      var body = new Function('exports', 'require', 'module', '__filename', '__dirname', 'process', text.replace(/^#!.*/, ''));
      body.call(module.exports, module.exports, require, module, path, dirname(path), process);
    }
    module.loaded = true;
    return module.exports;
  }

  global.require = function (name) { return requireFrom(name, './main.js'); };
  global.source = function (path) { return read('node_modules/' + path); };

  // Long outputs are compared by their length, a checksum and their ends.
  global.digest = function (text) {
    text = String(text);
    var h = 0x811c9dc5;
    for (var i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
    var clip = function (s) { return JSON.stringify(s); };
    return text.length + ' ' + (h >>> 0).toString(16) + ' ' + clip(text.slice(0, 60)) + ' ' + clip(text.slice(-60));
  };
})(globalThis);
