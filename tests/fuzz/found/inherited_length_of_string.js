// Found by release, seed 2000099: an object and not one with a length of its own
// expect: {}^String:"abc"{0!^:"a",1!^:"b",2!^:"c",length!~^:3,}^String.prototype | {}^String:"abc"{0!^:"a",1!^:"b",2!^:"c",length!~^:3,}^String.prototype | {}^String:"abc"{0!^:"a",1!^:"b",2!^:"c",length!~^:3,}^String.prototype | undefined
function () {
  const o1 = t(() => Object.setPrototypeOf({}, new String('abc')));
  for (let i = 0; i < 3; i++) for (const p of [o1]) t(() => L((p.length = 5, p)));
}
