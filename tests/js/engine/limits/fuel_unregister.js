// flags: --fuel=2000000
// not-twice: what the first time leaves counts against the limit
// What is unregistered is found by its token, however many others are registered.
const registry = new FinalizationRegistry(() => {});
const target = {}, tokens = [];
test('each of many, by a token of its own', function () {
  for (let i = 0; i < 20000; i++) {
    tokens.push({});
    registry.register(target, i, tokens[i]);
    registry.register(tokens[i], i);
  }
  for (const token of tokens) {
    assertSame(registry.unregister(token), true);
    assertSame(registry.unregister(token), false);
  }
});
test('all of one token', function () {
  const token = {};
  for (let i = 0; i < 20000; i++) registry.register(target, i, token);
  assertSame(registry.unregister({}), false);
  assertSame(registry.unregister(token), true);
  assertSame(registry.unregister(token), false);
  registry.register(target, 0, token);
  assertSame(registry.unregister(token), true);
});
