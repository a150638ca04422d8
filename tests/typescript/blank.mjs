// For compare.py: node blank.mjs NODE_MODULES. Reads paths from standard input, and writes a line of JSON for each.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { join, resolve } from 'node:path';

const require = createRequire(join(resolve(process.argv[2]), 'index.js'));
const ts = require('typescript');
const { blankSourceFile } = await import(pathToFileURL(require.resolve('ts-blank-space')));

for (const path of readFileSync(0, 'utf8').trim().split('\n')) {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), { languageVersion: ts.ScriptTarget.ESNext }, false, ts.ScriptKind.TS);
  const result = {};
  if (file.parseDiagnostics.length > 0) {
    result.broken = String(file.parseDiagnostics[0].messageText);
  } else {
    const refused = [];
    result.text = blankSourceFile(file, (node) => refused.push(node.getStart(file)));
    if (refused.length > 0) result.refused = refused.sort((a, b) => a - b);
  }
  console.log(JSON.stringify(result));
}
