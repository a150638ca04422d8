#!/usr/bin/env python3
"""Tests of packages and CommonJS in the shell: makes trees of files and runs programs in them.

    tests/packages/run.py [--engine build/release/bin/halfword] [--node] [NAME ...]

--node runs those on node whose results it has in common with the shell: it checks that the expectations are right."""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.dirname(HERE))
from checks import check, finish

CASES = {}


def case(name, files, *command, out=None, err=(), code=0, stdin="", node=True):
    """out: standard output; err: texts in standard error; node: whether node does the same."""
    CASES[name] = (files, command, out, (err,) if isinstance(err, str) else err, code, stdin, node)


PACKAGE = '{"name": "app"}'

# ---- What a file is ----

case("a file of a package is CommonJS", {"package.json": PACKAGE, "a.js": "console.log(typeof require, typeof module, this === exports)"},
     "a.js", out="function object true\n")
case("a file with the syntax of a module is one", {"package.json": PACKAGE, "a.js": "export {}; console.log(typeof require, this)"},
     "a.js", out="undefined undefined\n")
case("top-level await makes a module", {"package.json": PACKAGE, "a.js": "console.log(await 1, typeof module)"}, "a.js",
     out="1 undefined\n")
case("type: module", {"package.json": '{"type": "module"}', "a.js": "console.log(typeof require, import.meta.main)"}, "a.js",
     out="undefined true\n", node=False)
case("type: commonjs", {"package.json": '{"type": "commonjs"}', "a.js": "import 'x'"}, "a.js", err="outside a module", code=2,
     node=False)
case("a file without a package is a script", {"a.js": "var x = 1; console.log(globalThis.x, typeof require)"}, "a.js",
     out="1 undefined\n", node=False)
case("a script that only a module can be", {"a.js": "import './b.mjs'; console.log(2)", "b.mjs": "console.log(1)"}, "a.js",
     out="1\n2\n")
case("files together share the global scope", {"package.json": PACKAGE, "a.js": "var x = 1", "b.js": "console.log(x)"}, "a.js", "b.js",
     out="1\n", node=False)
case("-c makes CommonJS of a file", {"a.txt": "console.log(typeof require)"}, "-c", "a.txt", out="function\n", node=False)
case("types in CommonJS", {"a.cts": "const x: number = require('./b.cts').y; console.log(x)", "b.cts": "exports.y = 1 as number"},
     "a.cts", out="1\n", node=False)
case("types in a package that is CommonJS", {"package.json": '{"type": "commonjs"}', "a.ts": "module.exports = 1 as number; console.log(this)"},
     "a.ts", out="{}\n", node=False)
case("a folder is its main file", {"app/package.json": '{"main": "m"}', "app/m.js": "console.log(require.main.filename === __filename)"},
     "app", out="true\n")
case("a linked program lies where the link leads", {"lib/package.json": PACKAGE, "lib/a.js": "console.log(require('./b'))",
                                                    "lib/b.js": "module.exports = 1", "bin/a": "-> ../lib/a.js"}, "bin/a", out="1\n")
case("a missing program", {}, "none.js", err="cannot read 'none.js'", code=1, node=False)
case("a broken package.json", {"package.json": "{", "a.js": "1"}, "a.js", err=("Invalid package config", "not JSON"), code=1, node=False)

# ---- CommonJS ----

case("what a module has", {"package.json": PACKAGE, "a/b.js": """
    console.log(__filename.endsWith('/a/b.js'), __dirname.endsWith('/a'), module.id, module.filename === __filename, module.loaded);
    console.log(require.main === module, module.parent, module.children.length, module.paths[0] === __dirname + '/node_modules');
    console.log(arguments.length, typeof require.resolve, typeof require.cache, require.cache[__filename] === module);
    setTimeout(() => console.log(module.loaded), 0);"""}, "a/b.js",
     out="true true . true false\ntrue undefined 0 true\n5 function object true\ntrue\n", node=False)
case("cycles see what is there", {"package.json": PACKAGE, "a.js": "exports.one = 1; const b = require('./b'); exports.two = 2; console.log(b)",
                                  "b.js": "const a = require('./a'); exports.seen = Object.keys(a); exports.later = () => a.two"}, "a.js",
     out="{ seen: [ 'one' ], later: [Function (anonymous)] }\n", node=False)
case("a module runs once", {"package.json": PACKAGE, "a.js": "console.log(require('./b') === require('./b.js'))", "b.js": "console.log('b')"},
     "a.js", out="b\ntrue\n")
case("a module that failed runs again", {"package.json": PACKAGE, "b.js": "throw new Error(String(globalThis.n = (globalThis.n ?? 0) + 1))", "a.js": """
    for (let i = 0; i < 2; i++) try { require('./b') } catch (e) { console.log(e.message) }
    console.log(Object.keys(require.cache).length, module.children.length)"""}, "a.js", out="1\n2\n1 0\n", node=False)
case("the cache can be emptied", {"package.json": PACKAGE, "b.js": "module.exports = {}", "a.js": """
    const b = require('./b'); delete require.cache[require.resolve('./b')]; console.log(b === require('./b'))"""}, "a.js", out="false\n")
case("JSON", {"package.json": PACKAGE, "b.json": '\ufeff{"x": [1]}', "c.json": "{", "a.js": """
    console.log(require('./b').x[0]); try { require('./c.json') } catch (e) { console.log(e.name, e.message.includes('c.json: ')) }"""},
     "a.js", out="1\nSyntaxError true\n")
case("wrong arguments of require", {"package.json": PACKAGE, "a.js": """
    for (const id of [undefined, 1, '', {}, 'none', './none', 'node:none', '/', '\\0', './a\\0', 'x'.repeat(100000)])
      try { require(id); console.log('?') } catch (e) { console.log(e.code, Array.isArray(e.requireStack)) }"""}, "a.js",
     out="ERR_INVALID_ARG_TYPE false\n" * 2 + "ERR_INVALID_ARG_VALUE false\nERR_INVALID_ARG_TYPE false\n" + "MODULE_NOT_FOUND true\n" * 2 +
         "ERR_UNKNOWN_BUILTIN_MODULE false\n" + "MODULE_NOT_FOUND true\n" * 4, node=False)
case("an uncaught error shows the file's own line", {"package.json": PACKAGE, "a.js": "'use strict';\n\n  throw new Error('x')"}, "a.js",
     err=("Uncaught Error: x\na.js:3\n  throw new Error('x')\n        ^", "at a.js:3:9"), code=1, node=False)
case("errors of other modules", {"package.json": PACKAGE, "a.js": "require('./b')", "b.js": "\n null.x"}, "a.js", err=("b.js:2:", "at require", "at a.js:1:1"),
     code=1, node=False)
case("a syntax error in CommonJS", {"package.json": PACKAGE, "a.js": "require('./b')", "b.js": "\nlet a; let a;"}, "a.js",
     err="Identifier 'a' has already been declared", code=1, node=False)
case("names of the wrapper can't be declared", {"package.json": '{"type": "commonjs"}', "a.js": "let require = 1"}, "a.js",
     err="Identifier 'require' has already been declared", code=2, node=False)
case("return, new.target and a hashbang", {"package.json": PACKAGE, "a.js": "#!/usr/bin/env node\nconsole.log(new.target);\nreturn;\nnever()"},
     "a.js", out="undefined\n")
case("require.resolve", {"package.json": PACKAGE, "x/node_modules/p/index.js": "", "b.js": "", "a.js": """
    const end = p => p.slice(__dirname.length);
    console.log(end(require.resolve('./b')), end(require.resolve('p', { paths: [__dirname + '/x'] })), require.resolve('module'));
    console.log(require.resolve.paths('./x').map(end), end(require.resolve.paths('x')[0]), require.resolve.paths('module'));
    try { require.resolve('p') } catch (e) { console.log(e.code) }"""}, "a.js",
     out="/b.js /x/node_modules/p/index.js module\n[ '' ] /node_modules null\nMODULE_NOT_FOUND\n")
case("an addon", {"package.json": PACKAGE, "a.js": "try { require('./x.node') } catch (e) { console.log(e.code) }", "x.node": ""}, "a.js",
     out="ERR_DLOPEN_FAILED\n")
case("import() in CommonJS", {"package.json": PACKAGE, "a/a.js": "import('./b.mjs').then(m => console.log(m.default))", "a/b.mjs": "export default 1"},
     "a/a.js", out="1\n")

# ---- Between the two ----

case("import of CommonJS", {"package.json": PACKAGE, "c.cjs": "exports.a = 1; Object.defineProperty(exports, 'b', { get() { return f() } });\n"
                            "module.exports.d = 2; console.log('c')", "a.mjs": """
    import c, { a } from './c.cjs'; import * as all from './c.cjs';
    console.log(a, c.d, Object.keys(all).filter(k => k !== 'module.exports'), all.default === c)"""}, "a.mjs",
     out="c\n1 2 [ 'a', 'd', 'default' ] true\n")
case("names through other modules", {"package.json": PACKAGE, "c.cjs": "module.exports = require('./d.cjs')", "d.cjs": "exports.x = 1; __exportStar(require('p'), exports); function __exportStar(m) { Object.assign(exports, m) }",
                                     "node_modules/p/index.js": "exports.y = 2", "a.mjs": "import { x, y } from './c.cjs'; console.log(x, y)"}, "a.mjs",
     out="1 2\n")
case("evaluation has one order", {"package.json": PACKAGE, "a.mjs": "import './b.cjs'; import './c.mjs'; console.log('a')", "b.cjs": "console.log('b')",
                                  "c.mjs": "import './d.cjs'; console.log('c')", "d.cjs": "console.log('d')"}, "a.mjs", out="b\nd\nc\na\n")
case("CommonJS that throws fails its importer", {"package.json": PACKAGE, "b.cjs": "throw new Error('b')", "a.mjs": """
    try { await import('./b.cjs') } catch (e) { console.log(e.message) }"""}, "a.mjs", out="b\n")
case("require of a module", {"package.json": PACKAGE, "m.mjs": "export const x = 1; export default 2", "n.mjs": "export let y = 3",
                             "o.mjs": "export { z as 'module.exports' }; const z = 4", "a.js": """
    const m = require('./m.mjs'); console.log(m.x, m.default, m.__esModule, require('./n.mjs').__esModule, require('./n.mjs').y);
    console.log(require('./o.mjs'), require('./m.mjs') === m)"""}, "a.js", out="1 2 true undefined 3\n4 true\n", node=False)
case("a module with await can't be required", {"package.json": PACKAGE, "m.mjs": "await 0", "n.mjs": "import './m.mjs'", "a.js": """
    for (const name of ['./m.mjs', './n.mjs']) try { require(name) } catch (e) { console.log(e.code) }
    import('./n.mjs').then(() => console.log('imported'))"""}, "a.js",
     out="ERR_REQUIRE_ASYNC_MODULE\nERR_REQUIRE_ASYNC_MODULE\nimported\n", node=False)
case("a cycle through require", {"package.json": PACKAGE, "a.mjs": "import './b.cjs'; export const x = 1; console.log('a')",
                                 "b.cjs": "try { require('./a.mjs') } catch (e) { console.log(e.code) }"}, "a.mjs", out="ERR_REQUIRE_CYCLE_MODULE\na\n")
case("a file that one requires and the other imports", {"package.json": PACKAGE, "a.mjs": "import b from './b.cjs'; import { createRequire } from 'node:module';\n"
     "console.log(createRequire(import.meta.url)('./b.cjs') === b)", "b.cjs": "module.exports = {}"}, "a.mjs", out="true\n")
case("module syntax is found for require too", {"package.json": PACKAGE, "b.js": "export const x = 1", "a.js": "console.log(require('./b').x)"}, "a.js",
     out="1\n", node=False)

# ---- Modules ----

case("import.meta", {"a b/m.mjs": """
    const end = s => s.slice(-9); console.log(end(import.meta.filename), end(import.meta.url), import.meta.dirname.slice(-4));
    console.log(import.meta.main, (await import('./n.mjs')).main, end(import.meta.resolve('./x?y')), import.meta.resolve('node:module'));
    try { import.meta.resolve('none') } catch (e) { console.log(e.code) }""", "a b/n.mjs": "export const main = import.meta.main"}, "a b/m.mjs",
     out="a b/m.mjs 20b/m.mjs /a b\ntrue false 0b/x?y node:module\nERR_MODULE_NOT_FOUND\n".replace("0b/x?y", "a%20b/x?y"[-9:]), node=False)
case("a query makes another module", {"a.mjs": "import * as x from './b.mjs?1'; import * as y from './b.mjs?2'; import * as z from './b.mjs?1';\n"
     "console.log(x === y, x === z, x.url.slice(-8), x.self === x)", "b.mjs": "export const url = import.meta.url; export * as self from './b.mjs?1'"},
     "a.mjs", out="false true /b.mjs?1 true\n")
case("JSON by import", {"a.mjs": "import x from './b.json' with { type: 'json' }; console.log(x.y); try { await import('./b.json') } catch (e) { console.log(e.code) }",
                        "b.json": '{"y": 1}'}, "a.mjs", out="1\nERR_IMPORT_ATTRIBUTE_MISSING\n", node=False)
DATA = r"""
    import x, { y } from 'data:text/javascript,export default 1;%20export const y = "%C3%A9";';
    import json from 'data:application/json,{"a":[1]}' with { type: 'json' };
    import z from 'data:application/javascript;charset=utf-8;base64,ZXhwb3J0IGRlZmF1bHQgJ2I2NCc7';
    console.log(x, y, json.a, z);
    const again = 'data:text/javascript,export default {}';
    console.log((await import(again)).default === (await import(again)).default, (await import(again + '#b')).default === (await import(again)).default);
    console.log((await import('data:text/javascript,export default import.meta.url')).default, (await import('data:text/javascript,export default 1?2:3')).default);
    for (const url of ['data:text/plain,x', 'data:,x', 'data:x', 'data:application/json,1', 'data:text/javascript,let let',
                       'data:text/javascript,import "./x.mjs"', 'data:text/javascript,import "p"'])
      try { await import(url); console.log('?') } catch (e) { console.log(e.code ?? e.name) }
    console.log((await import('data:text/javascript,' + encodeURIComponent('export default ' + '"é"'.padEnd(100000) + '.length'))).default);
"""
case("data: URLs", {"package.json": PACKAGE, "a.mjs": DATA}, "a.mjs", out="1 é [ 1 ] b64\ntrue false\n"
     "data:text/javascript,export default import.meta.url 1\n"
     "ERR_UNKNOWN_MODULE_FORMAT\nERR_INVALID_URL\nERR_INVALID_URL\nERR_IMPORT_ATTRIBUTE_MISSING\nSyntaxError\nERR_UNSUPPORTED_RESOLVE_REQUEST\n"
     "ERR_UNSUPPORTED_RESOLVE_REQUEST\n1\n", node=False)
case("data: URLs with hooks", {"package.json": PACKAGE, "a.mjs": """
    import { registerHooks } from 'node:module';
    registerHooks({ load(url, context, next) { const r = next(url, context); console.log(url.slice(0, 5), r.format); return r; } });
    console.log((await import('data:text/javascript,export default 6')).default);
    try { await import('data:text/plain,x') } catch (e) { console.log(e.code) }"""}, "a.mjs",
     out="data: module\n6\nERR_UNSUPPORTED_ESM_URL_SCHEME\n", node=False)
case("errors of import have codes", {"package.json": PACKAGE, "x.txt": "", "node_modules/p/package.json": '{"exports": {"./a": "./a.js"}}', "a.mjs": """
    for (const s of ['none', './none.mjs', '.', './x.txt', 'p', '#x', 'node:none', 'data2:x', 'x'.repeat(100000)])
      await import(s).then(() => console.log('?'), e => console.log(e.code))"""}, "a.mjs",
     out="ERR_MODULE_NOT_FOUND\nERR_MODULE_NOT_FOUND\nERR_UNSUPPORTED_DIR_IMPORT\nERR_UNKNOWN_FILE_EXTENSION\nERR_PACKAGE_PATH_NOT_EXPORTED\n"
         "ERR_PACKAGE_IMPORT_NOT_DEFINED\nERR_UNKNOWN_BUILTIN_MODULE\nERR_UNSUPPORTED_ESM_URL_SCHEME\nERR_MODULE_NOT_FOUND\n")
case("links in node_modules", {"store/p/index.js": "module.exports = __filename.slice(-16)", "node_modules/p": "-> ../store/p", "node_modules/loop": "-> loop", "package.json": PACKAGE,
                               "a.mjs": "import p from 'p'; console.log(p); await import('loop').catch(e => console.log(e.code))"}, "a.mjs",
     out="tore/p/index.js\n".rjust(17, "s") + "ERR_MODULE_NOT_FOUND\n")
case("conditions of the command line", {"package.json": '{"name": "me", "exports": {"mine": "./m.mjs", "default": "./d.mjs"}}', "m.mjs": "export default 1", "d.mjs": "export default 2",
                                        "a.mjs": "import x from 'me'; import { createRequire } from 'module'; console.log(x, createRequire(import.meta.url).resolve('me').slice(-5))"},
     "--conditions=other,mine", "a.mjs", out="1 m.mjs\n", node=False)

# ---- node:module ----

case("createRequire", {"d/x.cjs": "module.exports = 1", "a.mjs": """
    import module, { createRequire, isBuiltin, builtinModules, Module } from 'node:module';
    const require = createRequire(import.meta.dirname + '/d/');
    console.log(require('./x.cjs'), isBuiltin('node:module'), builtinModules.includes('module'), require('module') === module, Module === module);
    for (const from of ['d', 1, undefined, 'https://a/b']) try { createRequire(from) } catch (e) { console.log(e.code) }"""}, "a.mjs",
     out="1 true true true true\n" + "ERR_INVALID_ARG_VALUE\n" * 4, node=False)
HOOKS = """
    import { registerHooks, createRequire } from 'node:module';
    const hooks = registerHooks({
      resolve(specifier, context, next) {
        if (specifier.startsWith('made:')) return { url: specifier, shortCircuit: true };
        return next(specifier === 'alias' ? './b.cjs' : specifier, context);
      },
      load(url, context, next) {
        if (url === 'made:json') return { format: 'json', source: '{"a": 3}', shortCircuit: true };
        if (url === 'made:ts') return { format: 'module-typescript', source: 'export default 4 as number', shortCircuit: true };
        if (url === 'made:cjs') return { format: 'commonjs', source: new Uint8Array([...'exports.x = 5'].map(c => c.charCodeAt())), shortCircuit: true };
        if (url.startsWith('made:')) return { format: 'module', source: `export default ${JSON.stringify(url)}; export const meta = import.meta.url`, shortCircuit: true };
        const loaded = next(url, context);
        if (url.endsWith('/b.cjs')) loaded.source = String(loaded.source).replace('B', 'C');
        return loaded;
      },
    });
"""
case("hooks", {"package.json": PACKAGE, "b.cjs": "exports.name = 'B'", "m.mjs": "export default 'm'", "a.mjs": HOOKS + """
    const { default: made, meta } = await import('made:up'); console.log(made, meta);
    console.log((await import('made:json', { with: { type: 'json' } })).default.a, (await import('made:ts')).default, (await import('made:cjs')).x);
    console.log((await import('alias')).name, (await import('./m.mjs')).default);
    const require = createRequire(import.meta.url);
    console.log(require('alias').name, require('made:cjs').x, require('made:up').default, require('./m.mjs').default);
    hooks.deregister();
    await import('made:other').catch(e => console.log(e.code));"""}, "a.mjs",
     out="made:up made:up\n3 4 5\nC m\nC 5 made:up m\nERR_UNSUPPORTED_ESM_URL_SCHEME\n", node=False)
case("hooks that are wrong", {"a.mjs": """
    import { registerHooks } from 'node:module';
    for (const wrong of [undefined, { resolve: 1 }]) try { registerHooks(wrong) } catch (e) { console.log(e.code) }
    for (const hook of [{ resolve() { return {} } }, { resolve() {} }, { resolve: (s, c, next) => ({ ...next(s, c), url: 1 }) }, { load: () => ({ format: 'x', shortCircuit: true }) },
                        { load: () => ({ format: 'module', source: 1, shortCircuit: true }) }, { resolve() { throw new Error('own') } }]) {
      const hooks = registerHooks(hook);
      await import('./b.mjs').then(() => console.log('?'), e => console.log(e.code ?? e.message));
      hooks.deregister();
    }""", "b.mjs": ""}, "a.mjs",
     out="ERR_INVALID_ARG_TYPE\n" * 2 + "ERR_LOADER_CHAIN_INCOMPLETE\nERR_INVALID_RETURN_VALUE\nERR_INVALID_RETURN_PROPERTY_VALUE\nERR_UNKNOWN_MODULE_FORMAT\n"
         "ERR_INVALID_RETURN_PROPERTY_VALUE\nown\n", node=False)
case("a hook can't load what waits for it", {"package.json": PACKAGE, "b.mjs": "import './c.mjs'; export default 1", "c.mjs": "", "a.mjs": """
    import { registerHooks, createRequire } from 'node:module';
    const require = createRequire(import.meta.url);
    registerHooks({ load(url, context, next) {
      if (url.endsWith('c.mjs')) try { require('./b.mjs'); console.log('?') } catch (e) { console.log(e.code) }
      return next(url, context);
    } });
    console.log((await import('./b.mjs')).default)"""}, "a.mjs", out="ERR_REQUIRE_CYCLE_MODULE\n1\n", node=False)

# ---- Code of the command line, and the prompt ----

MADE = {"package.json": PACKAGE, "node_modules/p/index.js": "exports.x = 1", "m.mjs": "export const y = 2"}
case("import in -e", MADE, "-e", "import { x } from 'p'; import { y } from './m.mjs'; console.log(x, y)", out="1 2\n")
case("await in -e", MADE, "-e", "console.log(await import('p').then(p => p.x))", out="1\n")
case("require in -e", MADE, "-e", "console.log(require('p').x, require('./m.mjs').y)", out="1 2\n", node=False)
case("require in -p", MADE, "-p", "require('p').x", out="1\n")
case("await in -p", MADE, "-p", "await Promise.resolve(3)", out="3\n", node=False)
case("an await that fails in -p", MADE, "-p", "await Promise.reject(new Error('no'))", err="Error: no", code=1, node=False)
case("a wrong program in -e", MADE, "-e", "let a b", err="SyntaxError", code=2, node=False)
case("a wrong module in -e", MADE, "-e", "import 'p';\nlet a b", err="<eval>:2:7", code=2, node=False)
case("standard input may be a module", MADE, "-", stdin="import { x } from 'p'; console.log(x)", out="1\n")
case("packages at the prompt", MADE, "-i", stdin="import { x } from 'p'\nx\nrequire('p').x + 1\nconst q = await import('./m.mjs')\nq.y + 1\nrequire = 5\nrequire\n",
     out="> undefined\n> 1\n> 2\n> undefined\n> 3\n> 5\n> 5\n> ", node=False)
case("types at the prompt", MADE, "--typescript", "-i", stdin="let x: number = 1; type A = string\nx as any + 1\nfunction f<T>(x: T): T { throw new Error(x as any) }\n"
     "try { f<string>('no') } catch (e: any) { e.stack.includes('1:32') }\nenum E { A }\nimport { y } from './m.mjs'\ny! + 1\n",
     out="> undefined\n> 2\n> undefined\n> true\n> > undefined\n> 3\n> ", err="'erasableSyntaxOnly'", node=False)
case("enums at the prompt", MADE, "--typescript", "--transform-types", "-i", stdin="enum E { A, B = 5 }\nE[5]\nenum E { C = E.B + 1 }\nE.C\n"
     "namespace N { export const n = E.C * 2 }\nN.n\nimport p = require('p')\np.x\n",
     out="> undefined\n> 'B'\n> undefined\n> 6\n> undefined\n> 12\n> undefined\n> 1\n> ", node=False)
case("files that come while the prompt waits", {"package.json": PACKAGE}, "-i", stdin="try { require('./late') } catch (e) { e.code }\n"
     "writeFile('late.js', 'module.exports = 7')\nrequire('./late')\n", out="> 'MODULE_NOT_FOUND'\n> undefined\n> 7\n> ", node=False)
case("names that scripts use stay free", {"a.js": "var module = 1, exports = 2, require = 3; console.log(module, exports, require)"}, "a.js", out="1 2 3\n", node=False)
case("the state goes on in clones", {"b.cjs": "globalThis.n = 1; module.exports = {}", "c.js": "1"}, "--clones", "-e", "globalThis.b = require('./b.cjs')", "c.js", "-e",
     "console.log(require('./b.cjs') === b, n)", out="true 1\n", node=False)


# ---- Images of programs ----

APP = {"package.json": PACKAGE, "node_modules/p/package.json": '{"exports": {"import": "./m.mjs", "default": "./c.cjs"}}',
       "node_modules/p/m.mjs": "export const kind = 'module'", "node_modules/p/c.cjs": "exports.kind = 'commonjs'; exports.more = require('./more')",
       "node_modules/p/more.js": "module.exports = require('./more.json').x", "node_modules/p/more.json": '{"x": 7}', "d.json": '{"y": 8}',
       "a.mjs": """import { kind } from 'p'; import c from './c.cjs'; import d from './d.json' with { type: 'json' };
           console.log(kind, c.p.kind, c.p.more, d.y, await 9, import.meta.main, scriptArgs, globalThis.ran = (globalThis.ran ?? 0) + 1);""",
       "c.cjs": "exports.p = require('p'); if (0) require('./none'); exports.m = require('./m.mjs')", "m.mjs": "export default 1", "t.cts": """
           const p: { kind: string } = require('p'); console.log(p.kind, require('./m.mjs').default, require.main === module, __filename.slice(-6));
           try { require('./' + 'late.cjs') } catch (e) { console.log(e.code) }""",
       "bad.mjs": "import './worse.mjs'", "worse.mjs": "let a b", "missing.mjs": "import 'none'"}
for _name, _program, _out in (("a module", "a.mjs", "module commonjs 7 8 9 true [ 'x' ] 1\n"),
                              ("CommonJS", "t.cts", "commonjs 1 true /t.cts\nMODULE_NOT_FOUND\n")):
    case("an image of " + _name, APP, [["build", _program, "-o", "x.image"], "rm -rf node_modules *.mjs *.cjs *.cts *.json",
                                       ["x.image", "--", "x"], ["x.image", "--", "x"]], out=_out * 2, node=False)
WARM = {"m.mjs": "let calls = 0; export default async () => { calls++; await 1; console.log(calls, scriptArgs) }",
        "c.cjs": "let calls = 0; module.exports = () => { calls++; console.log(calls, scriptArgs); setTimeout(() => console.log('later'), 1) }"}
case("a warm image of a module", WARM, [["build", "m.mjs", "--warm=2", "-o", "x.image", "--", "a"], ["x.image", "--", "b"], ["x.image"]],
     out="1 [ 'a' ]\n2 [ 'a' ]\n3 [ 'b' ]\n3 []\n", node=False)
case("a warm image of CommonJS", WARM, [["build", "c.cjs", "--warm=1", "-o", "x.image"], ["x.image"]], out="1 []\n2 []\nlater\n", node=False)
for _text, _err in (("export const x = 1", "needs a program that exports a function"), ("export default () => quit(0)", "has ended itself"),
                    ("export default () => { throw new Error('none') }", "Error: none"),
                    ("export default () => new Promise(() => {})", "is never settled"), ("export default async () => { throw 7 }", "Uncaught 7")):
    case("no warm image where " + _err, {"a.mjs": _text}, "build", "a.mjs", "--warm=3", "-o", "x.image", err=_err, code=1, node=False)
case("--warm is for build", {"a.mjs": "1"}, "--warm=3", "a.mjs", err="--warm is for build", code=1, node=False)
case("no image of a wrong program", APP, "build", "bad.mjs", "-o", "x.image", err="worse.mjs:1:7", code=2, node=False)
case("no image of a program without its packages", APP, "build", "missing.mjs", "-o", "x.image", err="Cannot find package 'none'", code=1, node=False)
case("no image of nothing", APP, "build", "none.mjs", "-o", "x.image", err="cannot read 'none.mjs'", code=1, node=False)
case("an image needs a name", APP, "build", "a.mjs", err="build needs a file", code=1, node=False)
case("an image that was cut", APP, [["build", "a.mjs", "-o", "x.image"], "truncate -s 9000 x.image", ["x.image"]], err="the image is damaged", code=1, node=False)
case("a script that begins like an image", {"a.js": "halfword = 1; console.log(halfword)"}, "a.js", out="1\n", node=False)
IMAGES = re.compile("image of (a module|CommonJS)|no warm image|image that was cut|in clones")  # cases that need them


def write(folder, files):
    for path, text in files.items():
        path = os.path.join(folder, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if text.startswith("-> "):
            os.symlink(text[3:], path)
            continue
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def run_case(name, engine, on_node):
    files, command, out, err, code, stdin, _ = CASES[name]
    with tempfile.TemporaryDirectory() as folder:
        write(folder, files)
        command = [("--input-type=module" if on_node and a == "-" else a) for a in command]
        steps = command[0] if isinstance(command[0], list) else [command]
        printed, errors, status = "", "", 0
        for step in steps:
            if isinstance(step, str):
                subprocess.run(step, shell=True, cwd=folder, check=True)
                continue
            argv = [engine[0], *step[:1], *engine[1:], *step[1:]] if step[:1] == ["build"] else engine + step
            try:
                done = subprocess.run(argv, cwd=folder, input=stdin, capture_output=True, text=True, encoding="utf-8",
                                      timeout=120, env={**os.environ, "NO_COLOR": "1", "NODE_NO_WARNINGS": "1"})
            except subprocess.TimeoutExpired:
                check(name, False, "timeout")
                return
            printed, errors, status = printed + done.stdout, errors + done.stderr, status or done.returncode
    good = status == code and all(text in errors for text in err) and (out is None or printed == out)
    good = good and not re.search(r"Sanitizer|runtime error:|check failed", errors)
    check(name, good, f"exit code {status}\n{printed}\n{errors}")


def watch(engine):
    """Programs that are run again: when a module changes, when it is mended, and when the program appears."""
    name = "--watch runs the program again"
    with tempfile.TemporaryDirectory() as folder:
        write(folder, {"package.json": PACKAGE, "a.mjs": "import x from './b.cjs'; console.log('is ' + x)", "b.cjs": "module.exports = require('./c')",
                       "c.js": "module.exports = 'one'"})
        log = os.path.join(folder, "log")
        with open(log, "w") as out:
            program = subprocess.Popen(engine + ["--watch", "a.mjs"], cwd=folder, stdout=out, stderr=out, stdin=subprocess.DEVNULL)
        try:
            good = True
            for change, wanted in ((None, "is one"), ("module.exports = 'two'", "is two"), ("let a b", "SyntaxError"), ("module.exports = 'three'", "is three")):
                if change:
                    write(folder, {"c.js": change})
                for _ in range(1200):
                    with open(log) as file:
                        text = file.read()
                    if wanted in text:
                        break
                    time.sleep(0.1)
                good = good and wanted in text
            check(name, good, text)
        finally:
            program.kill()
            program.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--engine", default=os.path.join(ROOT, "build/release/bin/halfword"))
    parser.add_argument("--node", action="store_true")
    args = parser.parse_args()
    engine = ["node"] if args.node else args.engine.split()
    engine[0] = os.path.abspath(engine[0]) if os.path.exists(engine[0]) else engine[0]
    has_images = not args.node and "32-bit" in subprocess.run(engine + ["--version"], capture_output=True, text=True).stdout
    for name in args.names or CASES:
        if (CASES[name][-1] or not args.node) and (has_images or not IMAGES.search(name)):
            run_case(name, engine, args.node)
    if not args.node and not args.names:
        watch(engine)
    finish()


if __name__ == "__main__":
    main()
