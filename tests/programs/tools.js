// Smaller libraries, a few lines each.
const { produce, enableMapSet, freeze } = require('./node_modules/immer/dist/cjs/immer.cjs.production.js');
enableMapSet();
const base = freeze({ todos: [{ t: 'a', done: false }, { t: 'b', done: false }], m: new Map([['k', { n: 1 }]]) }, true);
const next = produce(base, (d) => { d.todos[1].done = true; d.todos.push({ t: 'c' }); d.m.get('k').n++; d.todos.splice(0, 1); });
console.log('immer', JSON.stringify(next.todos), next.m.get('k').n, base.todos.length, Object.isFrozen(next.todos));

const yaml = require('./node_modules/js-yaml/dist/js-yaml.js');
const doc = yaml.load('a: &anchor {x: 1, y: [1, 2.5, .inf, ~, yes]}\nb: *anchor\nc: |\n  text\n   more\nd: >-\n  folded\n  line\ne: !!set {p, q}\nf: 2024-02-29\n"g h": \'it\'\'s\'\n? [complex]\n: v\n');
console.log('yaml', JSON.stringify(doc), doc.a === doc.b, digest(yaml.dump({ list: Array.from({ length: 50 }, (_, i) => ({ i, s: 's: ' + i })), t: 'multi\nline', n: null })));

const CryptoJS = require('crypto-js');
console.log('crypto', CryptoJS.SHA256('message').toString(), CryptoJS.MD5('x'.repeat(10000)).toString(), CryptoJS.HmacSHA512('m', 'key').toString().slice(0, 40), CryptoJS.AES.decrypt(CryptoJS.AES.encrypt('secret é', CryptoJS.enc.Hex.parse('000102030405060708090a0b0c0d0e0f'), { iv: CryptoJS.enc.Hex.parse('0'.repeat(32)) }).toString(), CryptoJS.enc.Hex.parse('000102030405060708090a0b0c0d0e0f'), { iv: CryptoJS.enc.Hex.parse('0'.repeat(32)) }).toString(CryptoJS.enc.Utf8), CryptoJS.PBKDF2('pw', 'salt', { keySize: 4, iterations: 50 }).toString());

const Ajv = require('ajv');
const validate = new Ajv.default({ allErrors: true }).compile({ type: 'object', required: ['id', 'tags'], properties: { id: { type: 'integer', minimum: 1 }, tags: { type: 'array', items: { type: 'string', pattern: '^[a-z]+$' }, uniqueItems: true }, nested: { $ref: '#/definitions/n' } }, definitions: { n: { type: 'object', additionalProperties: false, properties: { x: { enum: [1, 2] }, child: { $ref: '#/definitions/n' } } } }, if: { properties: { id: { const: 7 } } }, then: { required: ['lucky'] } });
for (const v of [{ id: 1, tags: ['a'] }, { id: 0, tags: ['A', 'a', 'a'] }, { id: 7, tags: [], nested: { child: { x: 3, y: 1 } } }]) console.log('ajv', validate(v), JSON.stringify((validate.errors || []).map((e) => e.instancePath + ' ' + e.message)));

const esprima = require('esprima'), escodegen = require('escodegen');
const text = source('esprima/dist/esprima.js');
const tree = esprima.parseScript(text, { range: true });
const printed = escodegen.generate(tree);
console.log('esprima', tree.body.length, digest(printed), escodegen.generate(esprima.parseScript(printed)) === printed);

const peggy = require('peggy');
const parser = peggy.generate(`Start = _ e:Sum _ { return e }\nSum = head:Product tail:(_ ("+" / "-") _ Product)* { return tail.reduce((r, t) => t[1] === "+" ? r + t[3] : r - t[3], head) }\nProduct = head:Factor tail:(_ ("*" / "/") _ Factor)* { return tail.reduce((r, t) => t[1] === "*" ? r * t[3] : r / t[3], head) }\nFactor = "(" _ e:Sum _ ")" { return e } / [0-9]+ { return parseInt(text(), 10) }\n_ = [ \\t]*`);
console.log('peggy', parser.parse('2 * (3 + 4) - 10 / 5'), (() => { try { parser.parse('2 *'); } catch (e) { return e.message; } })());

const postcss = require('./node_modules/postcss/lib/postcss.js');
const css = postcss([(root) => { root.walkDecls(/^color$/, (d) => { d.value = d.value.toUpperCase(); }); root.walkRules((r) => { r.selectors = r.selectors.map((s) => '.scope ' + s); }); }]).process('a, b > c { color: red; & d { margin: 0 } }\n@media print { e { color: #fff !important } }', { from: undefined });
console.log('postcss', css.css);

const hljs = require('./node_modules/highlight.js/lib/common.js');
console.log('highlight', hljs.highlight('class A { #x = `t${1}`; /* c */ m() { return /re/g.test("s") ?? 0x1F; } }', { language: 'javascript' }).value, hljs.highlightAuto('SELECT * FROM t WHERE a = 1').language, digest(hljs.highlight(source('acorn/dist/acorn.js').slice(0, 60000), { language: 'javascript' }).value));
