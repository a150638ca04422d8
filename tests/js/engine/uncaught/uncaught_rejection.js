// exit: 1
// expect-stderr: Uncaught
// expect-stderr: TypeError: rejected
// expect-stdout: the rest ran
// not-on-node: the wording is Halfword's
Promise.reject(new TypeError('rejected'));
Promise.reject(new Error('handled')).catch(() => {});
print('the rest ran');
