// acorn parses itself and TypeScript's compiler; the trees are walked and counted.
const acorn = require('acorn');

function count(node, counts) {
  if (Array.isArray(node)) { for (const child of node) count(child, counts); return; }
  if (!node || typeof node.type !== 'string') return;
  counts[node.type] = (counts[node.type] || 0) + 1;
  for (const key in node) { const child = node[key]; if (child && typeof child === 'object') count(child, counts); }
}
for (const [name, options] of [['acorn/dist/acorn.js', {}], ['acorn/dist/acorn.mjs', { sourceType: 'module' }], ['typescript/lib/typescript.js', { locations: true }]]) {
  const text = source(name);
  const tree = acorn.parse(text, { ecmaVersion: 'latest', ...options });
  const counts = {};
  count(tree, counts);
  console.log(name, tree.body.length, tree.end === text.length, JSON.stringify(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1))));
}
const tokens = [...acorn.tokenizer(source('acorn/dist/acorn.js'), { ecmaVersion: 2022 })];
console.log(tokens.length, tokens.slice(0, 20).map((t) => t.type.label).join(' '));
try {
  acorn.parse('let a;\nlet a;', { ecmaVersion: 2020 });
} catch (e) {
  console.log(e.name, e.message, JSON.stringify(e.loc));
}
