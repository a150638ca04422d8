// React renders components to a string.
const React = require('react');
globalThis.TextEncoder ??= class { encode(s) { return new Uint8Array([...unescape(encodeURIComponent(s))].map((c) => c.charCodeAt(0))); } };
globalThis.MessageChannel = class { constructor() { const p = this; this.port1 = {}; this.port2 = { postMessage() { setTimeout(() => p.port1.onmessage && p.port1.onmessage({}), 0); } }; } };
const { renderToString, renderToStaticMarkup } = require('./node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js');
const h = React.createElement;
console.log(React.version);
const Theme = React.createContext('light');
function useCounter(start) { const [n, set] = React.useState(start); const double = React.useMemo(() => n * 2, [n]); React.useEffect(() => { throw new Error('effects do not run'); }); return { n, double, set, id: React.useId(), ref: React.useRef(null) }; }
const Row = React.memo(function Row({ row, children, ...rest }) { const theme = React.useContext(Theme); const { n, double, id } = useCounter(row.i); return h('tr', { className: ['row', theme, n % 2 ? 'odd' : 'even'].join(' '), style: { opacity: n / 10, marginTop: 5, '--custom': 'x' }, 'data-id': row.i, ...rest }, h('td', { id }, n, ' & ', double), h('td', null, children), row.html ? h('td', { dangerouslySetInnerHTML: { __html: row.html } }) : null); });
class Table extends React.Component { static contextType = Theme; constructor(p) { super(p); this.state = { ready: false }; } static getDerivedStateFromProps(p) { return { ready: p.rows.length > 0 }; } render() { return h('table', { onClick: () => {}, hidden: !this.state.ready }, h('caption', null, this.context), h('tbody', null, this.props.rows.map((r) => h(Row, { key: r.i, row: r }, r.text, r.i % 3 === 0 && h('em', null, 'third'))))); } }
const Fancy = React.forwardRef((p, ref) => h('input', { ...p, ref, defaultValue: 'v', disabled: true, checked: false, readOnly: true }));
function App({ rows }) { return h(React.StrictMode, null, h(Theme.Provider, { value: 'dark' }, h('main', null, h(Table, { rows }), h(React.Fragment, null, 'text', ' ', 5, null, false, undefined, ['a', h('b', { key: 1 }, 'c')]), h('select', { defaultValue: '2' }, h('option', { value: '1' }, 'one'), h('option', { value: '2' }, 'two')), h('textarea', { defaultValue: '<x>' }), h(Fancy, { type: 'checkbox' }), h('svg', { viewBox: '0 0 1 1', xlinkHref: '#a' }, h('path', { strokeWidth: 2, d: 'M0 0' })), h(React.Suspense, { fallback: 'loading' }, h('p', { title: 'q"uote' }, "it's"))))); }
const rows = (n) => Array.from({ length: n }, (_, i) => ({ i, text: `text <${i}> é`, html: i % 5 === 0 ? '<b>raw</b>' : null }));
console.log(renderToString(h(App, { rows: rows(4) })));
console.log(renderToStaticMarkup(h(App, { rows: rows(3) })));
console.log(digest(renderToString(h(App, { rows: rows(1000) }))));
try { renderToString(h(() => { throw new Error('in render'); })); } catch (e) { console.log(e.message); }
