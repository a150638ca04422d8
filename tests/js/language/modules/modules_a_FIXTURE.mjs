export let counter = 0;
export function increment() { counter++; }
const internal = 'renamed value';
export { internal as renamed };
export default function () { return 'default function'; }
export function fn() { return 'fn'; }
export class Klass { v = 1; }
