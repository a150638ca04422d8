// not-on-node: V8 deviates from the standard here; checked on JavaScriptCore and quickjs-ng
// Details of Date.
test('setters convert before they look at the time', function () {
  let log = '';
  const d = new Date(NaN);
  d.setUTCHours({ valueOf() { log += 'h'; return 1; } }, { valueOf() { log += 'm'; return 1; } });
  assertEquals([log, d.getTime()], ['hm', NaN]);
});
