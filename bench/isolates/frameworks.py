#!/usr/bin/env python3
"""Writes a framework of the npm registry as one script that needs no host, for isolates_bench --load.

    bench/isolates/frameworks.py react|typescript NODE_MODULES > bundle.js

The script does a piece of the work once, as an application would before it is frozen; work(name) gives the same piece as source.
"""

import os
import sys

# name: the modules in order, as (name for require, file); what puts it into the global scope; a small piece of work.
FRAMEWORKS = {
    "react": (
        [("react", "react/cjs/react.production.js"), ("react-dom", "react-dom/cjs/react-dom.production.js"),
         ("react-dom/server", "react-dom/cjs/react-dom-server-legacy.browser.production.js")],
        """
        const { createElement: h, useState, useMemo } = require('react');
        const { renderToString } = require('react-dom/server');
        function Row({ n }) { const [x] = useState(n); return h('tr', { className: 'row', id: 'r' + n }, h('td', null, useMemo(() => x * 2, [x]))); }
        globalThis.page = (rows) => renderToString(h('table', null, h('tbody', null, rows.map((n) => h(Row, { key: n, n })))));
        """,
        "page([1, 2, 3])"),
    "typescript": (
        [("typescript", "typescript/lib/typescript.js")],
        "globalThis.ts = require('typescript');",
        "ts.transpile('let x: number = 1')"),
}


# A page of React with a hundred rows, which an image may have rendered before.
ROWS = "page(rows)"


def warm_up(pages):
    """What renders so many pages, half of them with a hundred rows, to follow react's script."""
    return f"\nglobalThis.rows = Array.from({{ length: 100 }}, (_, i) => i); for (let i = 0; i < {pages}; i++) page(i % 2 ? rows : [1, 2, 3]);"


def work(name):
    return FRAMEWORKS[name][2]


def bundle(name, modules):
    files, setup, once = FRAMEWORKS[name]
    parts = ["globalThis.process = undefined; const modules = {}; const require = (name) => modules[name].exports;"]
    for module, path in files:
        with open(os.path.join(modules, path), encoding="utf-8") as file:
            text = file.read()
        parts.append(f"(function (module) {{ modules[{module!r}] = module; (function (exports, module) {{\n{text}\n}})"
                     ".call(undefined, module.exports, module); })({ exports: {} });")
    return "\n".join(parts + [setup, once + ";", once + ";"])


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in FRAMEWORKS:
        sys.exit(__doc__)
    print(bundle(sys.argv[1], sys.argv[2]))
