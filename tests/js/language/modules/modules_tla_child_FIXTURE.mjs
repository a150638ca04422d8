export let child = 1;
await 0;
child = 2;
