// Objects as tables: built, read, changed, asked and emptied by computed names.
var keys = [];
for (var i = 0; i < 2000; i++) keys.push('key' + i * 7919);

function iteration() {
  var table = {}, bare = Object.create(null), n = 0;
  for (var i = 0; i < 2000; i++) {
    table[keys[i]] = i;
    bare[keys[i]] = i;
  }
  for (var j = 0; j < 2000; j++) table[keys[j]] += bare[keys[j]];
  for (var k = 0; k < 2000; k++) {
    if (table.hasOwnProperty(keys[k]) && keys[k] in bare) n++;
    delete table[keys[k]];
  }
  return n;
}
