// marked and markdown-it turn Markdown into HTML.
const { marked, Lexer } = require('marked');
const MarkdownIt = require('./node_modules/markdown-it/dist/markdown-it.js');
const text = `# Title *em* **strong** ~~del~~ \`code\`

A paragraph with [a link](http://x.y/z "title"), ![img](a.png), <b>html</b>, auto http://example.org and foo_bar_baz\\
hard break &amp; &copy; entity.

> quote
> > nested

1. one
2. two
   - inner *item*

     more
   - [x] task
3. three

| a | b |
|:--|--:|
| 1 | \`x\|y\` |

\`\`\`js
const a = '<tag>';
\`\`\`

    indented code

---

Setext
======

[ref]: http://ref.example 'Ref'
See [ref], [text][ref] and <http://auto.link>.

***bold italic*** and __under__ a*b*c "quotes" -- dash...
`;
console.log(marked.parse(text));
console.log(marked.parse(text, { breaks: true, gfm: true }) === marked.parse(text), digest(marked.parse(text.repeat(150))));
console.log(JSON.stringify(Lexer.lex(text)).length);
const md = new MarkdownIt({ html: true, linkify: true, typographer: true });
console.log(md.render(text));
console.log(digest(md.render(text.repeat(150))), md.parse(text, {}).length);
