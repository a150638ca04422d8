// flags: --test262-host --harmony
// The same text in several realms: its code belongs to one of them.
const TIMES = 50;
const other = $262.createRealm().global;
const realms = [globalThis, other, $262.createRealm().global];

test('indirect evals of each realm see its globals and intrinsics', function () {
  realms.forEach((global, i) => { global.which = i; });
  for (let n = 0; n < TIMES; n++) {
    realms.forEach((global, i) => {
      assertSame(global.eval('which'), i);
      assertSame(Object.getPrototypeOf(global.eval('(() => 1)')), global.Function.prototype);
      assertSame(Object.getPrototypeOf(global.eval('[]')), global.Array.prototype);
    });
  }
});
test('the constructors of each realm make functions of it', function () {
  realms.forEach((global, i) => { global.which = i; });
  for (let n = 0; n < TIMES; n++) {
    realms.forEach((global, i) => {
      const f = global.Function('return which');
      assertSame(f(), i);
      assertSame(Object.getPrototypeOf(f), global.Function.prototype);
      assertSame(Object.getPrototypeOf(f.prototype), global.Object.prototype);
    });
    // The realm is that of the constructor, the prototype that of new.target.
    const f = Reflect.construct(Function, ['return which'], other.Function);
    assertSame(f(), 0);
    assertSame(Object.getPrototypeOf(f), other.Function.prototype);
  }
});
test('direct evals in functions of each realm', function () {
  const make = 'which => which + eval("typeof onlyHere")';
  other.onlyHere = 1;
  for (let n = 0; n < TIMES; n++) {
    assertSame(eval(make)('a '), 'a undefined');
    assertSame(other.eval(make)('b '), 'b number');
    assertSame(other.Function('return eval("typeof onlyHere")')(), 'number');
    assertSame(Function('return eval("typeof onlyHere")')(), 'undefined');
  }
});
test('the eval of another realm is no direct eval', function () {
  const eval_ = other.eval;
  other.local = 'global';
  function f() { const local = 'local', eval = eval_; return eval('local'); }
  function g() { const local = 'local'; return eval('local'); }
  for (let n = 0; n < TIMES; n++) {
    assertSame(f(), 'global');
    assertSame(g(), 'local');
  }
});
test('ShadowRealms evaluate in their own', function () {
  const shadows = [new ShadowRealm(), new ShadowRealm()];
  shadows.forEach((realm, i) => realm.evaluate(`globalThis.which = ${i + 10}`));
  for (let n = 0; n < TIMES; n++) {
    shadows.forEach((realm, i) => {
      assertSame(realm.evaluate('which'), i + 10);
      assertSame(realm.evaluate('(() => eval("which") + Function("return which")())')(), 2 * (i + 10));
      assertSame(realm.evaluate('globalThis.count = (globalThis.count ?? 0) + 1'), n + 1);
    });
  }
});
