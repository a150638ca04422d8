// JSON.parse with a reviver, JSON.stringify with a replacer function.
var records = [];
for (var i = 0; i < 100; i++) records.push({ id: i, name: 'name ' + i, tags: ['a', 'b', i], nested: { x: i / 3, y: null } });
var text = JSON.stringify(records);

function iteration() {
  var parsed = JSON.parse(text, (key, value) => (key === 'id' ? value + 1 : value));
  return parsed[5].id + JSON.stringify(records, (key, value) => (key === 'nested' ? undefined : value)).length;
}
