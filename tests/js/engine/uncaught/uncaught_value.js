// exit: 1
// expect-stderr: Uncaught Custom: text of it
// not-on-node: the wording is Halfword's
class Custom extends Error { }
Promise.resolve().then(() => print('jobs of before do not run after an uncaught exception'));
throw new Custom('text of it');
