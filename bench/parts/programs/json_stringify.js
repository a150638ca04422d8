// JSON.stringify: records, nested arrays, strings that need escapes, doubles, indentation, toJSON.
var records = [];
for (var i = 0; i < 100; i++) {
  records.push({ id: i, name: 'record number ' + i, tags: ['alpha', 'beta "' + i + '"'], ratio: i / 7, active: i % 2 === 0,
    parent: null, position: { x: i * 10, y: -i, label: 'line\nbreak' }, samples: [1, 2, 3, 4.5, i] });
}
var dated = { when: new Date(0), list: [1, [2, [3, []]], {}] };
function iteration() {
  return JSON.stringify(records).length + JSON.stringify(records[7], null, 2).length + JSON.stringify(dated).length;
}
