// The host functions that the suites of other engines expect, on Halfword's shell and on node alike. Before it runs, `suiteArguments` has the
// arguments of the test.
(() => {
  'use strict';
  const print = globalThis.print;
  const read = globalThis.readFile;
  const collect = globalThis.gc;
  const later = globalThis.setTimeout;
  const cancel = globalThis.clearTimeout;
  const leave = globalThis.quit;
  const run = globalThis.eval;
  const text = String;
  const define = (object, values) => {
    for (const name of Object.keys(values)) {
      Object.defineProperty(object, name, { value: values[name], writable: true, configurable: true, enumerable: false });
    }
  };

  const shown = (values) => {
    let line = '';
    for (let i = 0; i < values.length; i++) line += (i ? ' ' : '') + text(values[i]);
    return line;
  };
  const echo = (...values) => print(shown(values));
  const file = (name) => read(name.replaceAll('\\', '/'));
  const WScript = {};
  define(WScript, {
    Echo: echo,
    Arguments: globalThis.suiteArguments,
    Platform: { OS: 'unix', ARCH: 'x64', BUILD_TYPE: 'Release', LINK_TYPE: 'static', INTL_LIBRARY: 'icu', BUILD_TYPE_STRING_MAP: {} },
    LoadScriptFile: (name, context) => {
      if (context !== undefined && context !== 'self') throw new Error('suite: a script in a context of its own');
      run(file(name));
      return globalThis;
    },
    LoadScript: (source, context) => {
      if (context !== undefined && context !== 'self') throw new Error('suite: a script in a context of its own');
      run(source);
      return globalThis;
    },
    SetTimeout: (callback, time) => later(() => (typeof callback === 'string' ? run(callback) : callback()), time),
    ClearTimeout: (timer) => cancel(timer),
    Quit: (code) => leave(code),
    Flag: () => {},
    Attach: (callback) => later(() => callback(), 0),
    Detach: (callback) => later(() => callback(), 0),
    StartDebugging: () => {},
  });
  for (const name of ['suiteArguments', 'arguments', 'scriptArgs']) delete globalThis[name];
  // The same numbers on each engine.
  let seed = 1;
  define(Math, {
    random: () => {
      seed = (seed * 16807) % 2147483647;
      return (seed - 1) / 2147483646;
    },
  });
  define(globalThis, {
    print: echo,
    assert: (condition) => {
      if (condition !== true) throw new Error('Script assertion failed');
    },
    gc: () => collect(),
    CollectGarbage: () => collect(),
    console: { log: echo, info: echo, debug: echo, warn: echo, error: echo },
    WScript,
    read: file,
  });
})();
