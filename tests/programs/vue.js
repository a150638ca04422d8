// Vue: reactivity, the template compiler, and rendering to a string.
const Vue = require('./node_modules/vue/dist/vue.cjs.prod.js');
const { renderToString } = require('./node_modules/@vue/server-renderer/dist/server-renderer.cjs.prod.js');
console.log(Vue.version);
const state = Vue.reactive({ list: [3, 1, 2], nested: { n: 1 }, map: new Map([['a', { v: 1 }]]), set: new Set() });
const log = [];
const total = Vue.computed(() => state.list.reduce((a, b) => a + b, 0) + state.nested.n);
Vue.watch(total, (now, before) => log.push(['total', before, now]), { flush: 'sync' });
Vue.watchEffect(() => { log.push(['map', [...state.map.keys()].join(), state.set.size]); }, { flush: 'sync' });
state.list.push(10); state.nested.n++; state.map.set('b', { v: 2 }); state.set.add(1); state.list.sort(); delete state.nested.n; state.list.length = 0;
console.log(JSON.stringify(log), total.value, Vue.isReactive(state.map.get('a')), JSON.stringify(Vue.toRaw(state).list));
const Item = { props: { item: Object, i: Number }, emits: ['pick'], template: `<li :class="{ odd: i % 2, done: item.done }" :style="{ color: item.colour }" @click="$emit('pick', item)"><slot :item="item">default {{ item.text }}</slot></li>` };
const App = {
  components: { Item },
  setup() { const items = Vue.ref([{ id: 1, text: 'a < b', colour: 'red' }, { id: 2, text: 'two', done: true }, { id: 3, text: 'three' }]); const query = Vue.ref('t'); const shown = Vue.computed(() => items.value.filter((x) => x.text.includes(query.value) || x.id === 1)); Vue.provide('theme', 'dark'); return { items, query, shown }; },
  template: `<section :data-n="items.length"><h1 v-if="items.length > 2">{{ query.toUpperCase() }} &amp; {{ shown.length }}</h1><p v-else>none</p><input v-model="query"><ul><Item v-for="(item, i) in shown" :key="item.id" :item="item" :i="i"><template v-if="i === 1" #default="{ item }"><b>{{ item.text }}</b></template></Item></ul><span v-show="false" v-text="'text'"></span><div v-html="'<i>raw</i>'"></div><component :is="'em'">dyn</component><template v-for="n in 3">{{ n }}{{ n < 3 ? ',' : '' }}</template></section>`,
};
(async () => {
  console.log(await renderToString(Vue.createSSRApp(App)));
  const { compile } = require('./node_modules/@vue/compiler-dom/dist/compiler-dom.cjs.prod.js');
  console.log(digest(compile(App.template, { mode: 'function', hoistStatic: true }).code));
  let n = 0;
  for (let i = 0; i < 30; i++) n += (await renderToString(Vue.createSSRApp(App))).length;
  console.log(n);
})().catch((e) => console.log('failed', e && e.stack));
