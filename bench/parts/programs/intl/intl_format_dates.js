// Dates with formatters at hand: numbers alone, names of days and months, and parts.
var numeric = new Intl.DateTimeFormat('en-US');
var full = new Intl.DateTimeFormat('de-DE', { dateStyle: 'full', timeStyle: 'short', timeZone: 'Europe/Vienna' });
var parts = new Intl.DateTimeFormat('en-GB', { year: 'numeric', month: 'long', day: 'numeric' });

function iteration() {
  var length = 0;
  for (var i = 0; i < 200; i++) {
    var time = 1700000000000 + i * 86461000;
    length += numeric.format(time).length;
    length += full.format(time).length;
    length += parts.formatToParts(time).length;
  }
  return length;
}
