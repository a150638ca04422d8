export const order = ['before'];
await null;
order.push('after');
export const value = await new Promise((resolve) => resolve('ready'));
