// not-twice: its tests change what they test
// Variables of modules in optimized code: what is exported is a cell, and so is what is imported.
import * as itself from './cells.mjs';
import {
  count as same,
  table as sameTable,
  late as sameLate,
  change as sameChange,
  Kind as SameKind
} from './cells.mjs';

export let count = 0;
export const table = { step: 2 };
export var late;
export class Kind { static of() { return 'kind'; } }
export function change(v) { late = v; }
export let replaced = () => 1;
let hidden = 0;

const rounds = 5000;
test('exports that are assigned', function () {
  function add(n) {
    for (let i = 0; i < n; i++) { count += table.step; hidden++; }
    return count;
  }
  for (let k = 1; k <= 20; k++) {
    assertSame(add(rounds), k * rounds * 2);
    assertSame(same, count);
    assertSame(itself.count, count);
    assertSame(hidden, k * rounds);
  }
});
test('imports', function () {
  function sum(n) {
    let s = 0;
    for (let i = 0; i < n; i++)
      s += sameTable.step + (sameLate === undefined ? 0 : sameLate) + (SameKind.of() === 'kind' ? 1 : 0);
    return s;
  }
  for (let k = 0; k < 20; k++) assertSame(sum(rounds), rounds * 3);
  for (const v of [5, 7, undefined, 9]) {
    sameChange(v);
    for (let k = 0; k < 10; k++) assertSame(sum(rounds), rounds * (3 + (v ?? 0)));
  }
});
test('functions that are replaced', function () {
  function call(n) {
    let s = 0;
    for (let i = 0; i < n; i++) s += replaced();
    return s;
  }
  for (let k = 0; k < 20; k++) assertSame(call(rounds), rounds);
  replaced = () => 3;
  for (let k = 0; k < 20; k++) assertSame(call(rounds), rounds * 3);
});
function readDead(n) {
  let s = 0;
  for (let i = 0; i < n; i++) {
    try { s += dead; } catch (e) { s += e.name === 'ReferenceError' ? 1 : 1000; }
  }
  return s;
}
// Tests may run when the module has long been evaluated.
const early = [];
for (let k = 0; k < 20; k++) early.push(readDead(rounds));
export let dead = 4;
test('a dead zone, and behind it', function () {
  for (const s of early) assertSame(s, rounds);
  for (let k = 0; k < 20; k++) assertSame(readDead(rounds), rounds * 4);
});
