// The small part of the web's interfaces that an application of this example sees. Evaluated once, before the
// application; both go into the image, so what isn't used costs nothing.
(() => {
  'use strict';
  const define = (name, value) => Object.defineProperty(globalThis, name, {value, writable: true, configurable: true});

  class Headers {
    #map = new Map();
    constructor(init) {
      if (!init) return;
      const pairs = typeof init[Symbol.iterator] === 'function' ? init : Object.entries(init);
      for (const [name, value] of pairs) this.append(name, value);
    }
    append(name, value) {
      const key = String(name).toLowerCase(), old = this.#map.get(key);
      this.#map.set(key, old === undefined ? String(value) : old + ', ' + value);
    }
    set(name, value) { this.#map.set(String(name).toLowerCase(), String(value)); }
    get(name) { return this.#map.get(String(name).toLowerCase()) ?? null; }
    has(name) { return this.#map.has(String(name).toLowerCase()); }
    delete(name) { this.#map.delete(String(name).toLowerCase()); }
    forEach(callback, self) { for (const [name, value] of this) callback.call(self, value, name, this); }
    *[Symbol.iterator]() { yield* [...this.#map].sort((a, b) => a[0] < b[0] ? -1 : 1); }
    entries() { return this[Symbol.iterator](); }
    *keys() { for (const [name] of this) yield name; }
    *values() { for (const [, value] of this) yield value; }
  }

  class URLSearchParams {
    #list = [];
    constructor(init = '') {
      if (typeof init === 'string') {
        const decode = s => { try { return decodeURIComponent(s.replaceAll('+', ' ')) } catch { return s } };
        for (const part of init.replace(/^\?/, '').split('&')) {
          if (!part) continue;
          const at = part.indexOf('=');
          this.#list.push(at < 0 ? [decode(part), ''] : [decode(part.slice(0, at)), decode(part.slice(at + 1))]);
        }
      } else {
        const pairs = typeof init[Symbol.iterator] === 'function' ? init : Object.entries(init);
        for (const [name, value] of pairs) this.append(name, value);
      }
    }
    append(name, value) { this.#list.push([String(name), String(value)]); }
    delete(name) { this.#list = this.#list.filter(pair => pair[0] !== name); }
    get(name) { return this.#list.find(pair => pair[0] === name)?.[1] ?? null; }
    getAll(name) { return this.#list.filter(pair => pair[0] === name).map(pair => pair[1]); }
    has(name) { return this.#list.some(pair => pair[0] === name); }
    set(name, value) { this.delete(name); this.append(name, value); }
    *[Symbol.iterator]() { yield* this.#list; }
    entries() { return this[Symbol.iterator](); }
    toString() {
      const encode = s => encodeURIComponent(s).replaceAll('%20', '+');
      return this.#list.map(([name, value]) => encode(name) + '=' + encode(value)).join('&');
    }
  }

  // Absolute URLs with authority, and references to them; no punycode.
  class URL {
    constructor(text, base) {
      text = String(text).trim();
      let match = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/i.exec(text);
      if (!match && base !== undefined) {
        const b = base instanceof URL ? base : new URL(base);
        const origin = b.protocol + '//' + b.host;
        if (text.startsWith('//')) text = b.protocol + text;
        else if (text.startsWith('/')) text = origin + text;
        else if (text.startsWith('?')) text = origin + b.pathname + text;
        else if (text.startsWith('#')) text = origin + b.pathname + b.search + text;
        else text = origin + b.pathname.replace(/[^/]*$/, '') + text;
        match = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/i.exec(text);
      }
      if (!match) throw new TypeError('Invalid URL: ' + text);
      this.protocol = match[1].toLowerCase() + ':';
      const at = match[2].lastIndexOf('@'), credentials = at < 0 ? '' : match[2].slice(0, at);
      const [, hostname, port = ''] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(match[2].slice(at + 1)) ?? [];
      if (hostname === undefined) throw new TypeError('Invalid URL: ' + text);
      [this.username, this.password = ''] = credentials.split(':');
      this.hostname = hostname.toLowerCase();
      this.port = {'http:': '80', 'https:': '443'}[this.protocol] === port ? '' : port;
      const out = [];
      for (const segment of (match[3] || '/').slice(1).split('/')) {
        if (segment === '..') out.pop();
        else if (segment !== '.') out.push(segment);
      }
      if (/\/\.{1,2}$/.test(match[3])) out.push('');
      this.pathname = '/' + out.join('/');
      this.search = match[4] && match[4] !== '?' ? match[4] : '';
      this.hash = match[5] && match[5] !== '#' ? match[5] : '';
      this.searchParams = new URLSearchParams(this.search);
    }
    get host() { return this.hostname + (this.port && ':' + this.port); }
    get origin() { return this.protocol + '//' + this.host; }
    get href() {
      const user = this.username ? this.username + (this.password && ':' + this.password) + '@' : '';
      return this.protocol + '//' + user + this.host + this.pathname + this.search + this.hash;
    }
    toString() { return this.href; }
    toJSON() { return this.href; }
    static canParse(text, base) { try { new URL(text, base); return true } catch { return false } }
  }

  class TextEncoder {
    get encoding() { return 'utf-8'; }
    encode(text = '') {
      const bytes = [];
      for (const character of String(text)) {
        let c = character.codePointAt(0);
        if (c >= 0xd800 && c < 0xe000) c = 0xfffd;
        if (c < 0x80) bytes.push(c);
        else if (c < 0x800) bytes.push(0xc0 | c >> 6, 0x80 | c & 63);
        else if (c < 0x10000) bytes.push(0xe0 | c >> 12, 0x80 | c >> 6 & 63, 0x80 | c & 63);
        else bytes.push(0xf0 | c >> 18, 0x80 | c >> 12 & 63, 0x80 | c >> 6 & 63, 0x80 | c & 63);
      }
      return new Uint8Array(bytes);
    }
  }
  class TextDecoder {
    get encoding() { return 'utf-8'; }
    decode(input = new Uint8Array()) {
      const b = ArrayBuffer.isView(input) ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength) : new Uint8Array(input);
      let out = '';
      for (let i = 0; i < b.length;) {
        const first = b[i++], n = first < 0x80 ? 0 : first >= 0xc2 && first < 0xe0 ? 1 : first >= 0xe0 && first < 0xf0 ? 2
                                                 : first >= 0xf0 && first < 0xf5 ? 3 : -1;
        let c = n < 0 ? 0xfffd : n === 0 ? first : first & 0x3f >> n, k = 0;
        while (k < n && (b[i] & 0xc0) === 0x80) { c = c << 6 | b[i++] & 63; k++; }
        if (k < n || (n === 2 && (c < 0x800 || (c >= 0xd800 && c < 0xe000))) || (n === 3 && (c < 0x10000 || c > 0x10ffff))) c = 0xfffd;
        out += String.fromCodePoint(c);
      }
      return out.replace(/^\ufeff/, '');
    }
  }

  class Body {
    #body;
    constructor(body) { this.#body = body ?? null; this.bodyUsed = false; }
    // What it is: bytes, or text.
    static take(self) {
      if (self.bodyUsed) throw new TypeError('the body has been read already');
      self.bodyUsed = self.#body !== null;
      const b = self.#body;
      return b === null ? '' : ArrayBuffer.isView(b) || b instanceof ArrayBuffer ? b : String(b);
    }
    async text() {
      const b = Body.take(this);
      return typeof b === 'string' ? b : new TextDecoder().decode(b);
    }
    async json() { return JSON.parse(await this.text()); }
    async bytes() {
      const b = Body.take(this);
      if (typeof b === 'string') return new TextEncoder().encode(b);
      return new Uint8Array(ArrayBuffer.isView(b) ? b.buffer.slice(b.byteOffset, b.byteOffset + b.byteLength) : b.slice());
    }
    async arrayBuffer() { return (await this.bytes()).buffer; }
  }
  class Request extends Body {
    constructor(input, init = {}) {
      const from = input instanceof Request ? input : null;
      super(init.body ?? (from ? Body.take(from) : null));
      this.url = from ? from.url : String(input);
      this.method = (init.method ?? from?.method ?? 'GET').toUpperCase();
      this.headers = new Headers(init.headers ?? from?.headers);
    }
  }
  class Response extends Body {
    constructor(body, init = {}) {
      super(body);
      this.status = init.status ?? 200;
      this.statusText = init.statusText ?? '';
      this.headers = new Headers(init.headers);
      if (typeof body === 'string' && !this.headers.has('content-type')) this.headers.set('content-type', 'text/plain;charset=UTF-8');
    }
    get ok() { return this.status >= 200 && this.status < 300; }
    static json(value, init = {}) {
      const response = new Response(JSON.stringify(value), init);
      if (!new Headers(init.headers).has('content-type')) response.headers.set('content-type', 'application/json');
      return response;
    }
    static redirect(url, status = 302) { return new Response(null, {status, headers: {location: String(url)}}); }
  }

  // Timers: the host asks when the next is due, waits, and has it fired.
  // A binary heap, of which each timer knows its place.
  const heap = [], timers = new Map();
  let lastTimer = 0, now = 0;
  const isBefore = (a, b) => a.due < b.due || (a.due === b.due && a.id < b.id);
  const put = (timer, place) => { heap[place] = timer; timer.place = place; };
  const settle = (timer, place) => {
    for (let above; place > 0 && isBefore(timer, heap[above = (place - 1) >> 1]); place = above) put(heap[above], place);
    for (let below; (below = 2 * place + 1) < heap.length; place = below) {
      if (below + 1 < heap.length && isBefore(heap[below + 1], heap[below])) below++;
      if (!isBefore(heap[below], timer)) break;
      put(heap[below], place);
    }
    put(timer, place);
  };
  const add = (callback, delay, repeat, rest) => {
    const id = ++lastTimer, ms = Math.max(0, Number(delay) || 0);
    const timer = {id, due: now + ms, repeat: repeat ? Math.max(1, ms) : 0, run: () => callback(...rest), place: 0};
    timers.set(id, timer);
    settle(timer, heap.length);
    return id;
  };
  define('setTimeout', (callback, delay, ...rest) => add(callback, delay, false, rest));
  define('setInterval', (callback, delay, ...rest) => add(callback, delay, true, rest));
  const clear = id => {
    const timer = timers.get(id);
    if (!timers.delete(id)) return;
    const last = heap.pop();
    if (last !== timer) settle(last, timer.place);
  };
  define('clearTimeout', clear);
  define('clearInterval', clear);
  define('queueMicrotask', callback => { Promise.resolve().then(callback); });

  for (const [name, value] of Object.entries({Headers, URL, URLSearchParams, TextEncoder, TextDecoder, Request, Response})) define(name, value);

  // Functions and patterns are compiled when they are first used: here, so that the image has them compiled.
  (async () => {
    const request = new Request('http://user@localhost:8080/a/../b?c=%20#d', {method: 'post', headers: [['a', 'b']], body: 'text'});
    const url = new URL('../e?f=1', new URL(request.url)), response = Response.json([...url.searchParams], {headers: {a: url.href}});
    await new Request(request, {headers: request.headers}).text();
    await new Response(new TextEncoder().encode('é')).text();
    clearTimeout(setTimeout(() => {}, 1));
    return [...response.headers].flat().concat(await response.json(), String(new URLSearchParams({g: 'h'})));
  })();

  const pairs = list => list.filter((_, i) => i % 2 === 0).map((name, i) => [name, list[2 * i + 1]]);

  // What the host calls.
  return {
    // Milliseconds to the next timer, or -1.
    next: () => heap.length ? heap[0].due - now : -1,
    fire() {
      const timer = heap[0];
      now = Math.max(now, timer.due);
      if (timer.repeat) {
        timer.due = now + timer.repeat;
        settle(timer, 0);
      } else {
        clear(timer.id);
      }
      timer.run();
    },
    // `headers`: name and value of each in turn.
    async handle(application, url, method, headers, body) {
      const response = await application.fetch(new Request(url, {method, headers: pairs(headers), body}), {});
      if (!(response instanceof Response)) throw new TypeError('fetch() must answer with a Response');
      return [response.status, [...response.headers].flat(), Body.take(response)];
    },
  };
})()
