// terser minifies large files.
const { minify } = require('./node_modules/terser/dist/bundle.min.js');
(async () => {
  for (const [file, options] of [['lodash/lodash.js', {}], ['react/cjs/react.development.js', { compress: { passes: 2, unsafe: true }, mangle: { toplevel: true } }], ['marked/lib/marked.cjs', { module: true, format: { comments: false } }], ['handlebars/dist/handlebars.js', { mangle: false, format: { beautify: true } }]]) {
    const { code } = await minify(source(file), options);
    console.log(file, digest(code));
  }
  const r = await minify({ 'a.js': 'export function used(x) { const unused = 1; if (false) { dead(); } return x ** 2 + 1 + 2; }', 'b.js': 'console.log(typeof undefined === "undefined" ? "a" + "b" : `c${1 + 1}`); class A { #p = 1; static { this.q = 5; } get p() { return this.#p ?? 0; } }' }, { module: true, toplevel: true, sourceMap: true });
  console.log(r.code, digest(typeof r.map === 'string' ? r.map : JSON.stringify(r.map)));
  try { await minify('let let = 1'); } catch (e) { console.log(e.name, e.message, e.line, e.col); }
})().catch((e) => console.log('failed', e && e.stack));
