// @babel/standalone compiles a large file and modern syntax down to ES5.
const Babel = require('./node_modules/@babel/standalone/babel.js');
console.log(Babel.version);
console.log(digest(Babel.transform(source('acorn/dist/acorn.mjs'), { presets: [['env', { modules: 'commonjs', targets: { ie: 11 } }]], compact: false, sourceType: 'module' }).code));
console.log(digest(Babel.transform(source('postcss/lib/processor.js') + source('marked/lib/marked.cjs'), { presets: ['env'], compact: true, comments: false, sourceType: 'script' }).code));
const modern = `
import def, { named as n } from 'mod'; import * as ns from 'ns';
export default class A extends def { #p = 1; static s = 2; static { this.t = 3; } get v() { return this.#p ** 2; } async *gen(x = 1, ...r) { for await (const y of r) yield* y?.z ?? n; } }
const { a, ...rest } = ns, [b, , c = a] = [...rest.list]; let t = \`x\${a}\`, tag = n\`q\${b}\`;
label: for (const i of [1, 2]) { if (i > 1) continue label; try { await_(i); } catch { break; } }
async function await_(x) { x ||= 5; x &&= await x; return (() => this)(); }
const el = <div className="k" {...rest}>{a}<b/></div>; const re = /(?<year>\\d{4})/su, big = 1_000n;
`;
console.log(Babel.transform(modern, { presets: ['env', 'react'], sourceType: 'module' }).code);
console.log(Babel.transform('const x: number = <any>y; interface I {} enum E { A, B = A << 1 } function f(this: I, a?: string): asserts a is string {}', { presets: ['typescript'], filename: 'a.ts' }).code);
try { Babel.transform('let a; let a;', {}); } catch (e) { console.log(e.name, e.message.split('\n')[0]); }
