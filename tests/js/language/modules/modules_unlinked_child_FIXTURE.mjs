export let child = 1;
