// flags: --harmony --memory-limit=32M
// exit: 3
// expect-stderr: out of memory
// Each realm counts as memory of the guest.
const realms = [];
for (;;) realms.push(new ShadowRealm());
