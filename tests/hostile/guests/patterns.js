// Huge patterns, programs and numbers; keys chosen to collide.

//// a pattern of a megabyte: ok | throws any | memory | timeout
new RegExp('ab'.repeat(5e5)).test('ab'.repeat(5e5));
//// alternatives: ok | throws any | memory | timeout
new RegExp(Array.from({length: 1e5}, (_, i) => 'w' + i).join('|')).test('w99999x');
//// classes: ok | throws any | memory | timeout
new RegExp(('[' + Array.from({length: 1000}, (_, i) => String.fromCharCode(0x100 + 2 * i)).join('') + ']').repeat(100), 'iu').test('x');
//// counted repeats: ok | throws any | memory | timeout
/(((((a{100}){100}){100}){100}){100}){100}/.test('a'.repeat(1000));
//// counted repeats up to much: ok | throws any | memory | timeout
/(?:(?:(?:(?:a{1,1000}){1,1000}){1,1000}){1,1000}){1,1000}b/.test('a'.repeat(1000));
//// a count beyond counting: ok | throws any | memory | timeout
new RegExp('a{99999999999999999999}').test('a'); new RegExp('(?:a{2147483647}){2147483647}').test('aaa');
//// groups: ok | throws any | memory | timeout
new RegExp('(a)?'.repeat(5e4)).exec('a'.repeat(100));
//// named groups: ok | throws any | memory | timeout
new RegExp(Array.from({length: 3e4}, (_, i) => `(?<n${i}>a)?`).join('')).exec('aaa');
//// names that appear twice: ok | throws any | memory | timeout
new RegExp(Array.from({length: 1e4}, () => '(?<n>a)').join('|')).exec('a');
//// back references: ok | throws any | memory | timeout
new RegExp('(a*)' + '\\1'.repeat(1e5)).exec('a'.repeat(1e4));
//// case-insensitive unions: ok | throws any | memory | timeout
new RegExp('[' + '\\p{L}\\P{L}'.repeat(1e4) + ']', 'iu').test('x');
//// string properties: ok | throws any | memory | timeout
new RegExp('[\\p{RGI_Emoji}--\\q{a|b|c}]'.repeat(200), 'v').test('x');
//// a class of strings: ok | throws any | memory | timeout
new RegExp('[\\q{' + Array.from({length: 3e4}, (_, i) => 's' + i).join('|') + '}]', 'v').test('s29999');
//// nested class operations: ok | throws any | memory | timeout
new RegExp('[\\p{L}&&[\\p{ASCII}--[a-z]]]'.repeat(3000), 'v').test('x');
//// searches without a match: timeout
const s = 'ab'.repeat(1e6); for (;;) /[^ab]\d+c/.test(s);
//// searches that begin everywhere: timeout
const s = 'a'.repeat(1e5); for (;;) /a*b/.test(s);
//// captures in loops: timeout | memory | throws RangeError
const s = 'ab'.repeat(1e5); for (;;) /(?:(a)|(b))*c/.exec(s);
//// global matches: timeout | memory | throws RangeError
const s = 'ab'.repeat(1e6); for (;;) s.match(/a/g);
//// splits: timeout | memory | throws RangeError
const s = 'ab'.repeat(1e6); for (;;) s.split(/b/);
//// replacements: timeout | memory | throws RangeError
const s = 'ab'.repeat(1e6); for (;;) s.replace(/a/g, (x) => x);
//// replacements of strings: timeout | memory | throws RangeError
const s = 'ab'.repeat(1e6); for (;;) s.replaceAll('a', 'c');
//// indexOf that nearly matches: timeout
const s = 'a'.repeat(1e6), t = 'a'.repeat(5e5) + 'b'; for (;;) s.indexOf(t);
//// lastIndexOf that nearly matches: timeout
const s = 'a'.repeat(1e6), t = 'b' + 'a'.repeat(5e5); for (;;) s.lastIndexOf(t);
//// includes that nearly matches: timeout
const s = 'a'.repeat(1e6), t = 'a'.repeat(5e5) + 'b'; for (;;) s.includes(t);
//// split that nearly matches: timeout
const s = 'a'.repeat(1e6), t = 'a'.repeat(5e5) + 'b'; for (;;) s.split(t);
//// replaceAll that nearly matches: timeout
const s = 'a'.repeat(1e6), t = 'a'.repeat(5e5) + 'b'; for (;;) s.replaceAll(t, '');
//// trim: timeout
const s = ' '.repeat(1e6) + 'a' + ' '.repeat(1e6); for (;;) s.trim();
//// comparison of strings: timeout
const s = 'a'.repeat(1e6) + 'b', t = 'a'.repeat(1e6) + 'c'; for (;;) s < t;
//// equality of strings: timeout
const s = 'a'.repeat(1e6) + 'b', t = 'a'.repeat(1e6) + 'c'; for (;;) s === t;
//// localeCompare: timeout | throws RangeError
const s = '\u00e4'.repeat(1e5), t = 'a\u0308'.repeat(1e5); for (;;) s.localeCompare(t);
//// normalize: timeout | memory
const s = 'a\u0308\u0323'.repeat(1e5); for (;;) s.normalize('NFC');
//// marks without end: timeout | memory | throws RangeError
const s = 'a' + '\u0308\u0323'.repeat(1e6); for (;;) s.normalize('NFC');
//// lower case: timeout | memory
const s = '\u03a3'.repeat(1e5); for (;;) s.toLowerCase();
//// parseFloat: timeout
const s = '1'.repeat(1e6) + '.' + '1'.repeat(1e6); for (;;) parseFloat(s);
//// Number: timeout
const s = '0.' + '0'.repeat(1e6) + '1e1000000'; for (;;) Number(s);
//// parseInt: timeout
const s = '7'.repeat(1e6); for (;;) parseInt(s, 36);
//// toFixed and toString: timeout
for (;;) { (1e21 + 1).toFixed(100); Number.MAX_VALUE.toString(2); Number.MIN_VALUE.toString(36); (0.1).toPrecision(100); }
//// BigInt multiplication: timeout | memory
const n = (1n << 3000000n) - 1n; for (;;) n * n;
//// BigInt division: timeout | memory
const n = (1n << 6000000n) - 1n, m = (1n << 3000000n) - 1n; for (;;) n / m;
//// BigInt remainder: timeout | memory
const n = 3n ** 1000000n, m = 7n ** 300000n; for (;;) n % m;
//// BigInt to decimal: timeout | memory
const n = (1n << 6000000n) - 1n; for (;;) n.toString();
//// BigInt to base 7: timeout | memory
const n = (1n << 3000000n) - 1n; for (;;) n.toString(7);
//// BigInt from decimal: timeout | memory
const s = '7'.repeat(2e6); for (;;) BigInt(s);
//// BigInt from hexadecimal: timeout | memory
const s = '0x' + 'f'.repeat(2e6); for (;;) BigInt(s);
//// BigInt asIntN: timeout | memory
const n = (1n << 6000000n) - 1n; for (;;) BigInt.asIntN(5999999, -n);
//// BigInt shifts: timeout | memory
const n = (1n << 6000000n) - 1n; for (;;) (n >> 13n) << 11n;
//// BigInt powers: timeout | memory | throws RangeError
for (;;) 7n ** 1000000n;
//// BigInt and text comparison: timeout | memory
const s = '7'.repeat(1e6); for (;;) 7n < s;
//// sort of strings: timeout
const a = Array.from({length: 2e5}, (_, i) => 'common prefix of them all ' + (i * 7919 % 200003)); for (;;) a.slice().sort();
//// sort of numbers as strings: timeout
const a = Array.from({length: 2e5}, (_, i) => i * 7919 % 200003); for (;;) a.slice().sort();
//// typed array sort: timeout
const a = new Float64Array(1e6).map((_, i) => i * 7919 % 1000003); for (;;) a.slice().sort();
//// typed array search: timeout
const a = new Uint8Array(3e7); for (;;) { a.indexOf(1); a.includes(1); a.lastIndexOf(1); }
//// typed array fill: timeout
const a = new Uint8Array(3e7); for (;;) a.fill(1);
//// typed array set: timeout
const a = new Uint8Array(2e7), b = new Float32Array(1e6); for (;;) { a.set(b); a.copyWithin(1, 0); }
//// typed array reverse: timeout
const a = new Uint8Array(3e7); for (;;) a.reverse();
//// typed array join: timeout | memory | throws RangeError
const a = new Uint8Array(3e6); for (;;) a.join();
//// typed array from: timeout | memory | throws RangeError
const a = new Uint8Array(3e6); for (;;) Float32Array.from(a);
//// array search: timeout
const a = new Array(3e6).fill(1); for (;;) { a.indexOf(2); a.includes(2); a.lastIndexOf(2); }
//// array reverse: timeout
const a = new Array(3e6).fill(1); for (;;) a.reverse();
//// array copyWithin: timeout
const a = new Array(3e6).fill(1); for (;;) a.copyWithin(1, 0);
//// array shift: timeout
const a = new Array(3e6).fill(1); for (;;) { a.shift(); a.push(1); }
//// array unshift: timeout
const a = new Array(3e6).fill(1); for (;;) { a.unshift(1); a.pop(); }
//// array splice: timeout
const a = new Array(3e6).fill(1); for (;;) { a.splice(0, 1); a.splice(0, 0, 1); }
//// array slice: timeout
const a = new Array(3e6).fill(1); for (;;) a.slice(1);
//// array concat: timeout
const a = new Array(1e6).fill(1); for (;;) a.concat(a);
//// array concat of sparse ones: timeout
const a = []; a[5e7] = 1; for (;;) [1].concat(a);
//// array flat: timeout | memory
const a = new Array(2e5).fill([1, 2]); for (;;) a.flat();
//// array fill: timeout
const a = new Array(3e6); for (;;) a.fill(1);
//// array length: timeout
const a = []; for (;;) { a.length = 3e6; a.fill(1); a.length = 0; }
//// array join: timeout | memory | throws RangeError
const a = new Array(1e6).fill(1); for (;;) a.join();
//// array entries: timeout
const a = new Array(1e6).fill(1); for (;;) for (const [i, x] of a.entries());
//// array sort of undefined: timeout
const a = new Array(3e6).fill(undefined); for (;;) a.sort();
//// array sort of holes: timeout
const a = new Array(3e6); for (;;) a.sort();
//// array keys: timeout | memory
const a = new Array(1e6).fill(1); for (;;) Object.keys(a);
//// array freeze: timeout | memory
for (;;) Object.freeze(new Array(1e6).fill(1));
//// array toString of numbers: timeout | memory | throws RangeError
const a = Array.from({length: 1e6}, (_, i) => i + 0.1); for (;;) String(a);
//// array with, toSpliced, toReversed: timeout | memory
const a = new Array(2e6).fill(1); for (;;) { a.with(0, 1); a.toSpliced(0, 1); a.toReversed(); }
//// deletion of elements: timeout
const a = new Array(3e5).fill(1); for (;;) { for (let i = 0; i < 3e5; i++) delete a[i]; a.fill(1); }
//// object keys: timeout | memory
const o = Object.fromEntries(Array.from({length: 1e5}, (_, i) => ['k' + i, i])); for (;;) Object.keys(o);
//// object entries: timeout | memory
const o = Object.fromEntries(Array.from({length: 1e5}, (_, i) => ['k' + i, i])); for (;;) Object.entries(o);
//// object spread: timeout | memory
const o = Object.fromEntries(Array.from({length: 1e5}, (_, i) => ['k' + i, i])); for (;;) ({...o});
//// object freeze: timeout | memory
for (;;) Object.freeze(Object.fromEntries(Array.from({length: 3e4}, (_, i) => ['k' + i, i])));
//// for in: timeout | memory
const o = Object.fromEntries(Array.from({length: 1e5}, (_, i) => ['k' + i, i])); for (;;) for (const k in o);
//// integer keys in order: timeout | memory
const o = {}; for (let i = 0; i < 1e5; i++) o[(i * 7919 % 100003) * 1000] = i; for (;;) Object.keys(o);
//// JSON.stringify: timeout | memory | throws RangeError
const a = Array.from({length: 1e5}, (_, i) => ({i, s: 'text "' + i})); for (;;) JSON.stringify(a);
//// JSON.parse: timeout | memory | throws RangeError
const s = JSON.stringify(Array.from({length: 3e4}, (_, i) => ({i, s: 'text "' + i}))); for (;;) JSON.parse(s);
//// JSON.stringify of a long string: timeout | memory | throws RangeError
const s = '"\n\u0001'.repeat(1e6); for (;;) JSON.stringify(s);
//// encodeURIComponent: timeout | memory
const s = '\u4e00'.repeat(3e5); for (;;) decodeURIComponent(encodeURIComponent(s));
//// repeat: timeout | memory | throws RangeError
for (;;) 'ab'.repeat(1e7);
//// concatenation that is flattened: timeout | memory
const s = 'ab'.repeat(5e6); for (;;) (s + 'x').charCodeAt(3);
//// Map copies: timeout | memory
const m = new Map(Array.from({length: 1e5}, (_, i) => [i, i])); for (;;) new Map(m);
//// Set operations: timeout | memory
const s = new Set(Array.from({length: 1e5}, (_, i) => i)); for (;;) { s.intersection(s); s.difference(s); s.isSubsetOf(s); s.isDisjointFrom(s); s.symmetricDifference(s); }
//// Map clear: timeout | memory
for (;;) new Map(Array.from({length: 1e5}, (_, i) => [i, i])).clear();
//// a big program: timeout | memory | throws any
const s = 'x=[1,2,{a:1}];function f(){return 1}'.repeat(2e4); for (;;) new Function(s);
//// a big program with an error at its end: timeout | memory | throws any
const s = 'x=[1,2,{a:1}];'.repeat(5e4) + ')'; for (;;) { try { new Function(s); } catch { } }
//// errors far down: timeout | memory
for (;;) { try { (function f(n) { if (n) f(n - 1); else throw new Error('x'); })(3000); } catch { } }
//// call with many arguments: timeout | throws RangeError
const a = new Array(5e4).fill(1); for (;;) Math.max(...a);
//// fromCharCode with many arguments: timeout | throws RangeError | memory
const a = new Array(5e4).fill(1); for (;;) String.fromCharCode.apply(null, a);
//// Date: timeout
for (;;) { new Date(8.64e15).toLocaleString(); new Date(-8.64e15).toString(); new Date(NaN).getTime(); }
//// Atomics: timeout
const a = new Int32Array(new SharedArrayBuffer(4096)); for (;;) Atomics.notify(a, 0, Infinity);
//// collections while much lives: timeout | memory
const live = []; for (let i = 0; i < 4e5; i++) live.push({i}); for (;;) [live, {}];
//// Map keys: integers that collide: ok | memory | timeout
const m = new Map(); for (let i = 0; i < 3e5; i++) m.set(i * 4096, i); for (let i = 0; i < 3e5; i++) m.set(i * 65536 % 2147483648, i);
//// strings that collide, as Set keys: ok | memory
const key1 = [0xeb4f, 0x27d4, 0xae3d, 0xc2b2], tail = String.fromCharCode(...key1);
const s = new Set(); for (let i = 0; i < 1e5; i++) s.add(String.fromCharCode(97 + i % 26, 97 + (i / 26 | 0) % 26, 97 + (i / 676 | 0) % 26, 97 + (i / 17576 | 0)) + tail);
if (s.size !== 1e5) throw 'lost';
//// strings that collide, as property names: ok | memory
const tail = String.fromCharCode(0xeb4f, 0x27d4, 0xae3d, 0xc2b2);
const o = {}; for (let i = 0; i < 1e5; i++) o[String.fromCharCode(97 + i % 26, 97 + (i / 26 | 0) % 26, 97 + (i / 676 | 0) % 26, 97 + (i / 17576 | 0)) + tail] = i;
if (Object.keys(o).length !== 1e5) throw 'lost';
//// strings that collide, as identifiers: ok | memory
const names = Array.from({length: 2e4}, (_, i) => 'n' + i.toString(36).padStart(12, '0')); eval('({' + names.join(': 1,') + ': 1})');
//// integers that collide, as Map keys: ok | memory
const inverse = (() => { let x = 1n; for (let i = 0; i < 6; i++) x = x * (2n - 0x9E3779B97F4A7C15n * x) & 0xffffffffffffffffn; return x; })();
const view = new DataView(new ArrayBuffer(8)), m = new Map();
for (let i = 0; m.size < 1e5; i++) {  // doubles whose hashes begin with the same bits: h and h ^ low agree there
  view.setBigUint64(0, (BigInt(i) * inverse) & 0xffffffffffffffffn);
  const d = view.getFloat64(0); if (d === d && Math.abs(d) < 1e300) m.set(d, i);
}
//// integers that collide, as elements: ok | memory
let inverse = 1; for (let i = 0; i < 5; i++) inverse = Math.imul(inverse, 2 - Math.imul(0x9E3779B1, inverse));
const o = []; let n = 0;
for (let i = 0; n < 5e4; i++) { let h = i << 16 | (i & 0xffff); const k = Math.imul(h, inverse) >>> 0; if (k < 4294967295) { o[k] = i; n++; } }
//// names that collide by where they lie: ok | memory
const names = [], G = 0x9E3779B1;  // strings made one after another are as far from each other as the first two, mostly
for (let i = 0; i < 2e5; i++) { const h = Math.imul(i * 4, G), low = (h ^ h >>> 15) & 0x3fff; if (low < 512) names.push('name' + i); else 'name' + i; }
const o = {}; for (let round = 0; round < 3; round++) for (const n of names) o[n] = (o[n] ?? 0) + 1;
for (const n of names) ({})[n] = 1; for (const n of names) if (o[n] !== 3) throw 'lost';
//// keys that collide are found again: ok | memory
const tail = String.fromCharCode(0xeb4f, 0x27d4, 0xae3d, 0xc2b2), m = new Map(), names = [];
for (let i = 0; i < 2e4; i++) { const s = String.fromCharCode(97 + i % 26, 97 + (i / 26 | 0) % 26, 97 + (i / 676 | 0) % 26, 97 + (i / 17576 | 0)) + tail; names.push(s); m.set(s, i); }
for (let i = 0; i < 2e4; i++) { if (m.get(names[i].slice(0, 2) + names[i].slice(2)) !== i) throw 'lost ' + i; }
for (const s of names) m.delete(s); if (m.size !== 0) throw 'left';
