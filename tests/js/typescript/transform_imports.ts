// flags: --transform-types
// not-on-node: types become code
// Enums and namespaces that modules export and import.

import { Color, Util, Constant } from './transform_imports_FIXTURE.ts';
import * as all from './transform_imports_FIXTURE.ts';

test('what becomes code is exported as everything is', () => {
  assertEquals(JSON.stringify(Color), '{"0":"Red","Red":0,"Green":"g"}');
  assertEquals([Util.twice(4), Util.Inner[4], Constant.Nine], [8, 'A', 9]);
  assertEquals(Object.keys(all), ['Color', 'Constant', 'Util', 'default']);
  assertEquals(all.default === Util, true);
});

test('values of other files are computed, and lead back as whatever is computed', () => {
  enum Local { Red = Color.Red, Green = Color.Green, Four = Util.Inner.A, Last = 1 }
  const later = () => {
    enum Local { Red = Color.Red, Green = Color.Green, Four = Util.Inner.A, Last = 1 }
    return Local;
  };
  const expected = { 0: 'Red', 1: 'Last', 4: 'Four', g: 'Green', Red: 0, Green: 'g', Four: 4, Last: 1 } as any;
  assertEquals(Local, expected);
  assertEquals(later(), expected);
});
