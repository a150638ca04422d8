// flags: --transform-types
// not-on-node: types become code
// Enums as tsc makes them.

const four = 4, word = 'word';
enum Exported { A, B = 5, C }

test('members count from 0, or from the last value, and lead back', () => {
  assertEquals(Exported, { 0: 'A', 5: 'B', 6: 'C', A: 0, B: 5, C: 6 } as any);
  enum E { A = -1, B, C = 1.5, D, E = 10 as number, }
  assertEquals(E, { '-1': 'A', 0: 'B', '1.5': 'C', '2.5': 'D', 10: 'E', A: -1, B: 0, C: 1.5, D: 2.5, E: 10 } as any);
  enum Empty { }
  assertEquals(Empty, {});
});

test('strings do not lead back', () => {
  enum E {
    A = 'a',
    B = `b`,
    C = 'c' + 1,
    D = `${four}`,
    E = A + B,
    F = word,
    G = 'x'.length,
    H = ('y'),
    'I-J' = 1,
    ['K'] = 2
  }
  assertEquals(
    E,
    { A: 'a', B: 'b', C: 'c1', D: '4', E: 'ab', F: 'word', G: 1, 1: 'I-J', H: 'y', 'I-J': 1, K: 2, 2: 'K' } as any
  );
});

test('what a member without initializer follows may be computed', () => {
  const seven = 7;
  enum E {
    A = 1 << 3, B,
    C = A | 1, D,
    E = ~1, F,
    G = seven, H,
    I = 7 % 4 ** 2, J,
    K = 9 / 2 - 1 * 3, L,
    M = -8 >>> 28, N,
    O = 5 & 4 ^ 1, P,
    Q = -8 >> 1, R
  }
  assertEquals([E.B, E.D, E.F, E.H, E.J, E.L, E.N, E.P, E.R], [9, 10, -1, 8, 8, 2.5, 16, 6, -3]);
  enum F { A = Exported.B, B, C = Exported['C'], D, E = NaN, F, G = Infinity, H }
  assertEquals([F.B, F.D, F.F, F.H], [6, 7, NaN, Infinity]);
});

test('initializers name members, also in functions, and nearer names hide them', () => {
  let x = 0;
  enum E { A = 2, B = A * x, C = (() => A + 1)(), D = ((A: number) => A)(9), F = [1].map((y) => y + A)[0], G = { A }.A }
  assertEquals([E.A, E.B, E.C, E.D, E.F, E.G], [2, 0, 3, 9, 3, 2]);
});

test('declarations of one name are one enum', () => {
  enum E { A = 1 }
  enum E { B = A + 1, C }
  const enum E { D = E.C + 1 }
  assertEquals([E.A, E.B, E.C, E.D], [1, 2, 3, 4]);
});

test('an enum in a block is its own', () => {
  enum E { A }
  { enum E { B = 3 } assertEquals(E, { 3: 'B', B: 3 } as any); }
  for (let i = 0; i < 2; ++i) { enum F { A = i } assertEquals(F.A, i); }
  assertEquals(E, { 0: 'A', A: 0 } as any);
  switch (1) { case 1: enum G { A = 2 } assertEquals(G[2], 'A'); }
});

test('a function that is compiled at its first call has enums too', () => {
  function later(x: number) { enum E { A = x, B = A + 1 } enum F { A = 1, B } return [E.B, F.B]; }
  assertEquals(later(4), [5, 2]);
  const arrow = () => { const local = 3; enum E { A = local, B } return E.B; };
  assertEquals(arrow(), 4);
});

test('a name that is reserved in JavaScript may be a member', () => {
  enum E { class, default = 4, await, if = 'x' }
  assertEquals([E.class, E.default, E.await, E.if], [0, 4, 5, 'x'] as any);
});

test('assertions with angle brackets', () => {
  const same = <<T>(x: T) => T>((x: any) => x), literal = <const>['a'];
  assertEquals(
    [<number>1 + <any>(2), same(3), literal[0], (<T,>(x = 1): number => x)(), <string>-1, <any>same(4).toFixed(1)],
    [3, 3, 'a', 1, -1, '4.0'] as any
  );
});

test('eval takes no enums', () => assertThrows(SyntaxError, () => eval('enum E { A }')));

test('functions know the constants around them', () => {
  function later() { enum F { A = Exported.C, B, C = word, D = -four, E, G = Exported.A + word } return F; }
  assertEquals(
    later(),
    { 6: 'A', 7: 'B', '-4': 'D', '-3': 'E', A: 6, B: 7, C: 'word', D: -4, E: -3, G: '0word' } as any
  );
});
