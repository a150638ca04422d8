// exit: 1
// expect-stderr: Uncaught plain text
// expect-stderr: uncaught_text_place.js:13
// expect-stderr:     throw 'plain text';
// expect-stderr:     ^
// expect-stderr:     at 
// expect-stderr: uncaught_text_place.js:13:5
// slow: a collection forgets the place
// not-on-node: the wording is Halfword's
// A value without a stack is reported with the place of the throw statement, not of what passes it on.
function thrower() {
  try {
    throw 'plain text';
  } finally {
    String(1);
  }
}
try { throw 'other text'; } catch (e) { }
for (const x of [1]) thrower();
