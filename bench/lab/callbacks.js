// Recursion through natives, as programs have it: each level of a tree is built inside a callback of map, sort, replace or
// JSON.parse. A tree is kept for a while and dropped. L09 collects in the middle of it.
var kept = [];

function node(depth, i) {
  if (depth === 0) return {id: i, text: 'leaf ' + i, tags: [i, i + 1]};
  var children;
  switch (depth % 4) {
    case 0: children = [1, 2, 3].map(function (k) { return node(depth - 1, 3 * i + k); }); break;
    case 1:
      children = [];
      'abc'.replace(/./g, function (c) { children.push(node(depth - 1, 3 * i + c.charCodeAt(0) % 3)); return c; });
      break;
    case 2:
      children = [];
      [3, 1, 2].sort(function (a, b) { if (children.length < 3) children.push(node(depth - 1, 3 * i + a)); return a - b; });
      break;
    default: children = JSON.parse('[1,2,3]', function (key, value) { return key === '' ? value : node(depth - 1, 3 * i + value); });
  }
  return {id: i, depth: depth, children: children};
}

for (var round = 0; round < 40; round++) {
  kept.push(node(7, round));
  if (kept.length > 4) kept.shift();
}
