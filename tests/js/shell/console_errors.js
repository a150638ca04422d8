// expect-stdout: [[Error: null prototype]: x]
// expect-stdout: [[TypeError: null prototype]: message]
// expect-stdout: [Named [Error]: message]
// expect-stdout: [Error: message] { extra: 1 }
// expect-stdout: [RangeError: is in the stack]
// What console.log writes for errors whose stack, name and class say different things. It is what node writes.
function log(error, stack) {
  error.stack = stack;
  console.log(error);
}
class Named extends Error {}
log(Object.setPrototypeOf(new TypeError('m'), null), 'x');
log(Object.setPrototypeOf(new TypeError('m'), null), 'TypeError: message');
log(new Named('message'), 'Error: message');
log(Object.assign(new Error('message'), { extra: 1 }), 'Error: message');
log(Object.assign(new RangeError('is in the stack'), { name: 'RangeError' }), 'RangeError: is in the stack');
