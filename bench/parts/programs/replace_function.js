// String.prototype.replace with a function: an identifier at a time, with captures, with a string pattern.
var source = '';
for (var i = 0; i < 200; i++) source += 'function f' + i + '(a1,b) { return a1 + b * ' + i + '; } // <tag' + i + '>\n';
var table = { function: 'fn', return: 'ret' };
function iteration() {
  var n = 0;
  var a = source.replace(/\b\w+\b/g, (word) => table[word] || word);
  var b = source.replace(/(\d)(\w*)/g, (all, first, rest) => rest + first);
  var c = source.replace(/[<>&]/g, (ch) => (ch === '<' ? '&lt;' : ch === '>' ? '&gt;' : '&amp;'));
  for (var i = 0; i < 100; i++) n += 'one two three'.replace('two', () => '2').length;
  return a.length + b.length + c.length + n;
}
