// toLocaleString and its kin of dates, without a formatter.
function iteration() {
  var length = 0;
  for (var i = 0; i < 50; i++) {
    var date = new Date(1700000000000 + i * 86461000);
    length += date.toLocaleString().length;
    length += date.toLocaleDateString('de-DE').length;
    length += date.toLocaleTimeString('en-US', { hour: '2-digit', minute: '2-digit' }).length;
  }
  return length;
}
