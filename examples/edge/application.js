// An application for edge: counts within a request only, since every request has an isolate of its own.
let visits = 0;

const pages = {
  '/': () => new Response('hello, visitor number ' + ++visits + '\n'),
  '/echo': async request => Response.json({method: request.method, headers: [...request.headers], body: await request.text()}),
  '/slow': async () => {
    await new Promise(resolve => setTimeout(resolve, 50));
    return new Response('done\n');
  },
  '/bytes': async request => new Response((await request.bytes()).reverse(), {headers: {'content-type': 'image/x'}}),
  '/late': () => new Promise(() => { setInterval(() => {}, 100) }),
  '/never': () => new Promise(() => {}),
  '/broken': () => null.x,
  '/loop': () => { for (;;) {} },
  '/greedy': () => { const all = []; for (;;) all.push(new Array(1000).fill(0)); },
};

export default {
  async fetch(request) {
    const url = new URL(request.url);
    const page = pages[url.pathname];
    return page ? page(request) : new Response('not found\n', {status: 404});
  },
};
