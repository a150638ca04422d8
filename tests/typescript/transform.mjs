// For transform.py: node transform.mjs NODE_MODULES. Reads paths from standard input, and writes a line of JSON for
// each: what of the file runs by itself and can't be erased, as TypeScript and as the JavaScript that tsc makes of it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const require = createRequire(join(resolve(process.argv[2]), 'index.js'));
const ts = require('typescript');
const options = { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, isolatedModules: true };

// Shows every declared value, with functions by their names; a getter or a cycle is not followed.
const SHOW = `
function show(value, depth = 0) {
  if (typeof value === 'function') return 'function ' + value.name + showOwn(value, depth);
  if (typeof value !== 'object' || value === null) return typeof value + ' ' + String(value);
  return showOwn(value, depth);
}
function showOwn(value, depth) {
  if (depth > 4) return '…';
  const parts = [];
  for (const [key, { value: item }] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
    if (key !== 'length' && key !== 'prototype' && key !== 'name') parts.push(key + ': ' + show(item, depth + 1));
  }
  return '{' + parts.join(', ') + '}';
}
`;

function program(file) {
  const texts = [], names = new Set();
  const hasProperties = (node) => ts.isClassDeclaration(node) && node.members.some(
    (m) => ts.isConstructorDeclaration(m) && m.parameters.some((p) => ts.isParameterPropertyDeclaration(p, m)));
  const isConstant = (node) => ts.isVariableStatement(node) && node.declarationList.flags & ts.NodeFlags.Const
    && node.declarationList.declarations.every((d) => ts.isIdentifier(d.name) && d.initializer
      && (ts.isStringLiteral(d.initializer) || ts.isNumericLiteral(d.initializer)));
  let count = 0;
  for (const node of file.statements) {
    const isAmbient = node.modifiers?.some((m) => m.kind === ts.SyntaxKind.DeclareKeyword);
    const becomesCode = ts.isEnumDeclaration(node) || ts.isModuleDeclaration(node) || hasProperties(node);
    if (isAmbient || !(becomesCode || isConstant(node))) continue;
    texts.push(node.getText(file));
    if (!becomesCode) continue;
    ++count;
    if (node.name !== undefined && ts.isIdentifier(node.name)) names.add(node.name.text);
  }
  if (count === 0) return null;
  const shown = [...names].map((name) =>
    `try { console.log(${JSON.stringify(name)}, show(typeof ${name} === 'undefined' ? undefined : ${name})); } catch (e) { console.log(e.name); }`);
  return { count, text: texts.join('\n') + SHOW + shown.join('\n') };
}

for (const path of readFileSync(0, 'utf8').trim().split('\n')) {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ESNext, true, ts.ScriptKind.TS);
  let result = {};
  const found = file.parseDiagnostics.length > 0 ? null : program(file);
  if (found !== null) {
    const { outputText, diagnostics } = ts.transpileModule(found.text, { compilerOptions: options, reportDiagnostics: true });
    if (diagnostics.length === 0) result = { ...found, javascript: outputText };
  }
  console.log(JSON.stringify(result));
}
