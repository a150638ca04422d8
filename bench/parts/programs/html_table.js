// A table of 200 rows as text, by template literals and +=.
const rows = Array.from({ length: 200 }, (_, i) => ({ id: i, name: 'name of row ' + i, price: i * 3 }));
const escape = (text) => /[&<>"]/.test(text) ? text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;') : text;
function iteration() {
  let html = '<table class="rows">';
  for (const row of rows) {
    html += `<tr id="row-${row.id}"><td>${escape(row.name)}</td>`;
    html += '<td class="' + (row.price > 300 ? 'much' : 'little') + '">' + row.price + '</td></tr>';
  }
  html += '</table>';
  if (html.length !== 14172) throw new Error('wrong: ' + html.length);
}
