// exit: 1
// expect-stderr: Uncaught { code: 5 }
// expect-stderr: uncaught_object_place.js:6:34
// not-on-node: the wording is Halfword's
// The same for an object that is no error.
[1].forEach(function callback() {throw { code: 5 }; });
