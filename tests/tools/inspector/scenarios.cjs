// What a client asks, each as a test by itself: the answers of two engines are compared by run.py, so they hold nothing that
// differs from run to run. Usage: node scenarios.cjs PORT
const CDP = require('chrome-remote-interface');

const evaluate = (expression, options) => ({ Runtime }) => Runtime.evaluate({ expression, ...options });
const properties = (expression, options = { ownProperties: true }) => async ({ Runtime }) => {
  const { result } = await Runtime.evaluate({ expression });
  return Runtime.getProperties({ objectId: result.objectId, ...options });
};
const call = (expression, functionDeclaration, ...values) => async ({ Runtime }) => {
  const { result } = await Runtime.evaluate({ expression });
  return Runtime.callFunctionOn({ functionDeclaration, objectId: result.objectId, arguments: values, returnByValue: true });
};
const preview = { generatePreview: true };
const byValue = { returnByValue: true };

const scenarios = {
  ...Object.fromEntries(['undefined', 'null', 'true', '"text"', '5', '-0', 'NaN', '1/0', '12n', 'Symbol("s")', '({a: 1})', '[1, 2]', 'new Map([[1, 2]])',
    'new Set(["x"])', 'new WeakMap', 'new Date(NaN)', '/a/gi', '(function f(a) { return a; })', 'async () => 1', 'Math.max', 'new (class Foo {})',
    'new Proxy({}, {})', 'Promise.resolve(4)', 'new Uint8Array(3)', 'new ArrayBuffer(8)', 'new DataView(new ArrayBuffer(4))', 'Object.create(null)',
    'Object("ab")', 'JSON', '(function () { return arguments; })(1)'].map((e) => [`value ${e}`, evaluate(e)])),
  ...Object.fromEntries(['({a: 1, b: "x", c: null, d: undefined, e: [1], f: 6})', '({get a() { throw 1; }, [Symbol("k")]: 2})', '[1, "a", {}, [2]]',
    'new Map([["k", {a: 1}]])', 'new Set([1, "x"])', 'Array.from({length: 120}, (_, i) => i)', 'new Proxy({a: 1}, {})', 'Promise.resolve(4)',
    '({text: "y".repeat(120)})'].map((e) => [`preview ${e}`, evaluate(e, preview)])),
  ...Object.fromEntries(['({a: [1, "x", {b: null}], c: undefined})', '() => 1', '[undefined]', '"s"', 'Symbol()', '(() => { const a = {}; a.a = a; return a; })()']
    .map((e) => [`by value ${e}`, evaluate(e, byValue)])),
  ...Object.fromEntries(['({a: 1, get b() { return 2; }, [Symbol("s")]: 3})', '[7]', '(function f(){}).bind(1, 2)', 'new Map([[1, 2]])', 'new Proxy({}, {})',
    'Object("s")', 'Promise.resolve({})'].map((e) => [`properties of ${e}`, properties(e)])),
  'accessors only': properties('({a: 1, get b() { return 2; }})', { ownProperties: true, accessorPropertiesOnly: true }),
  'a value is thrown': evaluate('throw 5'),
  'a promise is awaited': evaluate('Promise.resolve(5)', { awaitPromise: true }),
  'a rejected promise is awaited': evaluate('Promise.reject(5)', { awaitPromise: true }),
  'globals are shared': async ({ Runtime }) => {
    await Runtime.evaluate({ expression: 'var v = 1; let l = 2; const c = 3;' });
    return [await Runtime.evaluate({ expression: 'v + l + c' }), (await Runtime.globalLexicalScopeNames()).names.filter((n) => n.length === 1).sort()];
  },
  'a function is called': call('({x: 1})', 'function (a, b) { return {sum: this.x + a, b}; }', { value: 2 }, { unserializableValue: '-0' }),
  'a function that is none': call('({x: 1})', '1'),
  'a script is compiled and run': async ({ Runtime }) => {
    await Runtime.enable();
    const { scriptId } = await Runtime.compileScript({ expression: '6 * 7', sourceURL: 'a.js', persistScript: true });
    return Runtime.runScript({ scriptId });
  },
  'an object is released': async ({ Runtime }) => {
    const { result: { objectId } } = await Runtime.evaluate({ expression: '({})' });
    await Runtime.releaseObject({ objectId });
    return Runtime.getProperties({ objectId });
  },
  'a group is released': async ({ Runtime }) => {
    const { result: { objectId } } = await Runtime.evaluate({ expression: '({})', objectGroup: 'g' });
    await Runtime.releaseObjectGroup({ objectGroup: 'g' });
    return Runtime.getProperties({ objectId });
  },
  'a profile': async ({ Profiler, Runtime }) => {
    const refused = await Profiler.start().catch((error) => error.response.message);
    await Profiler.enable();
    await Profiler.start();
    await Profiler.start();
    await Runtime.evaluate({ expression: '(function hot() { let s = 0; for (let i = 0; i < 3e7; i++) s += i % 7; return s; })()' });
    const { profile } = await Profiler.stop();
    const hot = profile.nodes.find((node) => node.callFrame.functionName === 'hot');
    const again = await Profiler.stop().catch((error) => error.response.message);
    await Profiler.disable();
    return [refused, again, Object.keys(profile).sort(), profile.nodes[0].callFrame, hot.hitCount > 0, hot.callFrame.lineNumber,
      profile.samples.length === profile.timeDeltas.length];
  },
  'coverage': async ({ Profiler, Runtime }) => {
    const refused = await Profiler.takePreciseCoverage().catch((error) => error.response.message);
    await Profiler.enable();
    await Profiler.startPreciseCoverage({ callCount: true, detailed: true });
    await Runtime.evaluate({ expression: 'function two(a) {\n  if (a) {\n    return 1;\n  }\n  return 2;\n}\nfunction none() {}\ntwo(0), two(0)' });
    const { result } = await Profiler.takePreciseCoverage();
    await Profiler.stopPreciseCoverage();
    await Profiler.disable();
    const [script] = result.filter((s) => s.functions.some((f) => f.functionName === 'two'));
    return [refused, script.functions.map((f) => [f.functionName, f.ranges[0], f.ranges.length, f.isBlockCoverage])];
  },
  'a heap snapshot': async ({ HeapProfiler, Runtime }) => {
    let text = '';
    HeapProfiler.on('addHeapSnapshotChunk', ({ chunk }) => { text += chunk; });
    await Runtime.evaluate({ expression: 'class PageOfSnapshot {}; globalThis.page = new PageOfSnapshot()' });
    const collected = await HeapProfiler.collectGarbage();
    const taken = await HeapProfiler.takeHeapSnapshot();
    const { nodes, snapshot, strings } = JSON.parse(text);
    return [collected, taken, nodes.length === snapshot.node_count * snapshot.meta.node_fields.length, strings.includes('PageOfSnapshot')];
  },
  'allocations are sampled': async ({ HeapProfiler, Runtime }) => {
    const refused = await HeapProfiler.stopSampling().catch((error) => error.response.message);
    await HeapProfiler.enable();
    await HeapProfiler.startSampling({ samplingInterval: 1024 });
    await Runtime.evaluate({ expression: 'var kept = []; (function keeps() { for (let i = 0; i < 50000; i++) kept.push({ i }); })()' });
    const { profile } = await HeapProfiler.stopSampling();
    await HeapProfiler.disable();
    const all = (node) => [node, ...node.children.flatMap(all)];
    const keeps = all(profile.head).filter((node) => node.callFrame.functionName === 'keeps');
    const size = keeps.reduce((sum, node) => sum + node.selfSize, 0);
    return [refused, Object.keys(profile).sort(), profile.head.callFrame, keeps.length, size > 300000, Object.keys(profile.samples[0]).sort()];
  },
  'an unknown method': (client) => client.send('Runtime.nothing'),
  'the console': async (client) => {
    const calls = [];
    client.Runtime.on('consoleAPICalled', ({ type, args }) => calls.push({ type, args }));
    await client.Runtime.enable();
    await client.Runtime.evaluate({ expression: 'console.log("a", 1, {x: 1}); console.warn(-0); console.assert(1); console.dir([1])' });
    return calls;
  },
};

// Ids are numbers of the run. An error's message is what the engine says.
const strip = (value) => JSON.parse(JSON.stringify(value, (key, v) => (['objectId', 'scriptId', 'exceptionId'].includes(key) ? undefined : v)));
const sorted = (value) => (Array.isArray(value) ? value.map(sorted)
  : value && typeof value === 'object' ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([k, v]) => [k, sorted(v)])) : value);

(async () => {
  const client = await CDP({ port: Number(process.argv[2]), local: true });
  await client.Runtime.runIfWaitingForDebugger();
  for (const [name, scenario] of Object.entries(scenarios)) {
    let answer;
    try { answer = strip(await scenario(client)); } catch (error) { answer = { error: error.response?.message ?? error.message }; }
    console.log(JSON.stringify([name, sorted(answer)]));
  }
  await client.close();
})();
