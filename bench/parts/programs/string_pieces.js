// Strings from pieces, and what looks into them: +=, charAt, charCodeAt, substring, s[i], slice, indexOf, join.
var text = '';
for (var i = 0; i < 2000; i++) text += String.fromCharCode(32 + (i * 31) % 95);
function iteration() {
  var out = '', hash = 0, i;
  for (i = 0; i < text.length; i++) out += text.charAt(i);
  for (i = 0; i < text.length; i++) hash = (hash * 31 + out.charCodeAt(i)) | 0;
  var upper = '';
  for (i = 0; i < text.length; i++) { var c = text[i]; upper += c === ' ' ? '%20' : c; }
  for (i = 0; i < 1990; i += 10) hash ^= text.substring(i, i + 8).length + text.slice(i, i + 3).indexOf('a');
  var pieces = [];
  for (i = 0; i < 1000; i++) pieces.push('<' + i + '>');
  var joined = pieces.join(',');
  return hash + upper.length + joined.length + joined.split(',').length;
}
