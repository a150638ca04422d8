export let count = 1;
export const object = {};
export function next() { return ++count; }
