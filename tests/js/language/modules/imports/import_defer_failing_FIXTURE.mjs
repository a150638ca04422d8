throw new RangeError('failing');
export let x;
