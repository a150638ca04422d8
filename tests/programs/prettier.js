// prettier formats a large file and small ones in other languages.
const prettier = require('./node_modules/prettier/standalone.js');
const plugins = ['babel', 'estree', 'typescript', 'postcss', 'html', 'markdown', 'yaml', 'graphql'].map((n) => require(`./node_modules/prettier/plugins/${n}.js`));
(async () => {
  const format = (text, options) => prettier.format(text, { plugins, ...options });
  console.log('react', digest(await format(source('react/cjs/react.development.js'), { parser: 'babel', semi: false })));
  console.log('acorn', digest(await format(source('acorn/dist/acorn.mjs'), { parser: 'babel', singleQuote: true, printWidth: 100 })));
  console.log(await format('const   f=async({a,b=2,...c},[d])=>{await import(`x${a}`);return a?.b??c}; class A extends B{static #x=1;get y(){return this.#x}}', { parser: 'babel' }));
  console.log(await format('type A<T>={[K in keyof T]?:T[K] extends infer U?U:never}; enum X{A=1,B} abstract class C<T> implements I{constructor(private readonly x:number){super()}}', { parser: 'typescript' }));
  console.log(await format('a{color:RED;background:URL(x.png)}@media (max-width:100px){.b>c{margin:0 0 0 0}}', { parser: 'css' }));
  console.log(await format('<div   class="a  b"><p>text <b>bold</b></p><script>let a=1</script></div>', { parser: 'html' }));
  console.log(await format('# Title\n* a\n* b\n\n|a|b|\n|-|-|\n|1|22|\n', { parser: 'markdown' }));
  console.log(await format('a:   1\nb:\n    - x\n    -   y\n', { parser: 'yaml' }));
  try { await format('let a = ;', { parser: 'babel' }); } catch (e) { console.log(e.name, e.message.split('\n')[0]); }
})().catch((e) => console.log('failed', e && e.stack));
