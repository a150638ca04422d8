// handlebars compiles and runs templates.
const Handlebars = require('./node_modules/handlebars/dist/handlebars.js');
console.log(Handlebars.VERSION);
Handlebars.registerHelper('loud', (s, o) => new Handlebars.SafeString('<b>' + Handlebars.escapeExpression(s).toUpperCase() + '</b>' + JSON.stringify(o.hash)));
Handlebars.registerHelper('list', function (items, options) { return items.map((x, i) => options.fn(x, { data: { ...options.data, n: i } })).join(options.hash.sep || ''); });
Handlebars.registerPartial('item', '<li>{{@index}}:{{name}}{{#unless last}},{{/unless}}{{> @partial-block}}</li>');
const t = Handlebars.compile(`{{! comment }}<h1>{{title}} {{{raw}}} {{&raw}}</h1>{{#if items.length}}<ul>{{#each items as |it i|}}{{#> item it}}!{{i}}{{/item}}{{else}}none{{/each}}</ul>{{else if other}}o{{else}}empty{{/if}}{{#with person}}{{first}} {{../title}} {{lookup ../map last}}{{/with}}{{#each map}}{{@key}}={{this}}{{#if @last}}.{{else}};{{/if}}{{/each}} {{loud title size=3 x="y"}} {{#list nums sep="|"}}{{this}}{{/list}} {{~#if title~}}  trimmed  {{~/if~}} \\{{escaped}} {{[weird key]}} {{person.[first]}}`);
const data = { title: 'A & B', raw: '<i>', items: [{ name: 'x' }, { name: 'y<', last: true }], person: { first: 'F', last: 'k' }, map: { k: 'v', l: 'w' }, nums: [1, 2, 3], 'weird key': 'odd' };
console.log(t(data));
console.log(t({ title: 'none', map: {}, nums: [] }));
console.log(digest(Handlebars.precompile('{{#each a}}{{b.c}}{{/each}}{{> (lookup . "p")}}')), JSON.stringify(Handlebars.parse('{{#if a.b "c" d=1}}x{{^}}y{{/if}}').body[0].params));
for (const bad of ['{{#if}}', '{{#if a}}{{/each}}', '{{a', '{{missing.helper 1}}']) { try { Handlebars.compile(bad)({}); console.log('no error'); } catch (e) { console.log(e.message.split('\n').slice(0, 2).join(' / ')); } }
let out = '';
for (let i = 0; i < 300; i++) out += t({ ...data, title: 't' + i });
console.log(digest(out));
