// TypeScript's compiler: transpiling a large file, checking a small program with types, printing declarations.
const ts = require('typescript');
console.log(ts.version);

const large = source('typescript/lib/typescript.js').slice(0, 3000000).replace(/\n[^\n]*$/, '');
const parsed = ts.createSourceFile('large.ts', large, ts.ScriptTarget.Latest, true);
let nodes = 0;
(function walk(node) { nodes++; ts.forEachChild(node, walk); })(parsed);
console.log('nodes', nodes, parsed.parseDiagnostics.length);
const out = ts.transpileModule(source('acorn/dist/acorn.mjs'), { compilerOptions: { target: ts.ScriptTarget.ES5, module: ts.ModuleKind.CommonJS, downlevelIteration: true }, reportDiagnostics: true });
console.log(digest(out.outputText), out.diagnostics.length);

const program = `
enum Colour { Red = 1, Green = Red << 2, Blue = 'b' as any }
interface Shape<T extends number = number> { readonly area: T; name?: string }
abstract class Base<T> implements Shape { #secret = 1; abstract area: number; constructor(protected items: T[], public label = 'x') {} get first(): T | undefined { return this.items[0]; } static make<U>(this: new (...a: any[]) => U): U { return new this([]); } }
class Square extends Base<string> { area = 4; async *each() { for await (const i of this.items) yield i?.length ?? 0; } }
namespace Util { export const id = <T,>(x: T): T => x; export namespace Deep { export let n: number | null = null!; } }
type Keys = keyof typeof Util; type Fn = (...args: Parameters<typeof Util.id>) => void;
function over(a: string): string; function over(a: number): number; function over(a: any) { return a; }
const sq = new Square(['a']); sq.area satisfies number; const bad: number = over('text'); let u: unknown = sq; (u as Square).label = 5;
export { Colour, Square, Util }; export default over;
`;
for (const target of ['ES5', 'ES2015', 'ES2022']) {
  const r = ts.transpileModule(program, { compilerOptions: { target: ts.ScriptTarget[target], module: ts.ModuleKind.CommonJS, experimentalDecorators: true, removeComments: true } });
  console.log(target, r.outputText);
}
// A whole program with a host of its own, checked against a small library.
const lib = `interface Array<T> { length: number; [n: number]: T; map<U>(f: (x: T) => U): U[] } interface Boolean {} interface CallableFunction {} interface Function {} interface IArguments {} interface NewableFunction {} interface Number { toFixed(n?: number): string } interface Object {} interface RegExp {} interface String { length: number; charAt(i: number): string } interface Symbol {} type Partial<T> = { [P in keyof T]?: T[P] }; type Parameters<T extends (...args: any) => any> = T extends (...args: infer P) => any ? P : never; interface PromiseLike<T> {} interface Promise<T> {} declare const console: { log(...a: any[]): void };`;
const files = { '/lib.d.ts': lib, '/main.ts': `import { area, Shape } from './shapes';\nconst s: Shape = { kind: 'circle', r: 1 };\nconsole.log(area(s).toFixed(2), s.missing);\nconst t: string = area({ kind: 'square', side: 'x' });\nlet p: Partial<Shape> = {}; p.kind = 'triangle';\n[1, 2].map((x) => x.charAt(0));\nfunction never(x: Shape): number { switch (x.kind) { case 'circle': return x.r; case 'square': return x.side; } }\n`, '/shapes.ts': `export type Shape = { kind: 'circle'; r: number } | { kind: 'square'; side: number };\nexport function area(s: Shape) { return s.kind === 'circle' ? 3 * s.r ** 2 : s.side * s.side; }\n` };
const host = { fileExists: (f) => f in files, readFile: (f) => files[f], getSourceFile: (f, v) => (files[f] === undefined ? undefined : ts.createSourceFile(f, files[f], v)), getDefaultLibFileName: () => '/lib.d.ts', writeFile: (f, text) => console.log('--- ' + f + '\n' + text), getCurrentDirectory: () => '/', getCanonicalFileName: (f) => f, useCaseSensitiveFileNames: () => true, getNewLine: () => '\n', getDirectories: () => [] };
const options = { strict: true, declaration: true, target: ts.ScriptTarget.ES2020, module: ts.ModuleKind.ES2020, moduleResolution: ts.ModuleResolutionKind.Node10, types: [], noLib: false };
const whole = ts.createProgram(['/main.ts'], options, host);
for (const d of ts.getPreEmitDiagnostics(whole)) console.log(d.file ? d.file.fileName + ':' + d.start : '', d.code, ts.flattenDiagnosticMessageText(d.messageText, '\n'));
whole.emit();
