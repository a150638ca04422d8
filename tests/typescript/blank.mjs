// For compare.py: node blank.mjs NODE_MODULES. Reads paths from standard input, and writes a line of JSON for each.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { join, resolve } from 'node:path';

const require = createRequire(join(resolve(process.argv[2]), 'index.js'));
const ts = require('typescript');
// The first place, "line:column" from 1, where tsc says that a syntax is not erasable; "" in a file that turns its
// checks off.
function firstNotErasable(path, file) {
  const options = { erasableSyntaxOnly: true, noResolve: true, noLib: true, types: [], target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext };
  const host = { ...ts.createCompilerHost(options), getSourceFile: (name) => name === path ? file : undefined };
  const program = ts.createProgram([path], options, host);
  const notErasable = 1294;
  const starts = program.getSemanticDiagnostics(file).filter((d) => d.code === notErasable).map((d) => d.start);
  if (starts.length === 0) return '';
  const { line, character } = file.getLineAndCharacterOfPosition(Math.min(...starts));
  return `${line + 1}:${character + 1}`;
}

const { blankSourceFile } = await import(pathToFileURL(require.resolve('ts-blank-space')));

for (const path of readFileSync(0, 'utf8').trim().split('\n')) {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ESNext, true, ts.ScriptKind.TS);
  const result = {};
  if (file.parseDiagnostics.length > 0) {
    result.broken = String(file.parseDiagnostics[0].messageText);
  } else {
    let isRefused = false;
    result.text = blankSourceFile(file, () => { isRefused = true; });
    if (isRefused) result.refused = firstNotErasable(path, file);
  }
  console.log(JSON.stringify(result));
}
