// exit: 1
// expect-stderr: RangeError: unseen
// expect-stdout: 1
// not-on-node: the wording is Halfword's
// The resolve function of a capability throws as a handler: the promise that `then` returned inside of the
// combinator is rejected, and nobody else has it, so it is an unhandled rejection.
class Throwing extends Promise {
  constructor(executor) {
    super((resolve, reject) => executor((value) => { resolve(value); throw new RangeError('unseen'); }, reject));
  }
  static resolve(x) { return Promise.resolve(x); }
}
Promise.prototype.then.call(Throwing.race([Promise.resolve(1)]), (x) => print(x));
