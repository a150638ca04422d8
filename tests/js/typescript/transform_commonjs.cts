// flags: --transform-types
// not-on-node: types become code
// CommonJS in TypeScript's words.

import type { Nothing } from './nowhere.cts';
import exported = require('./transform_FIXTURE.cts');
import name = exported.name;
import Unused = exported.Missing.Type;
export type { Nothing };
export interface AlsoNothing { }
enum E { A = exported.two, B = 2 }

test('import = require and export =', function () {
  assertEquals([exported.name, name, exported.two, E.B], ['fixture', 'fixture', 2, 2] as any);
  assertEquals(exported(), 'called');
});
