// toLocaleString of numbers, without a formatter.
function iteration() {
  var length = 0;
  for (var i = 0; i < 50; i++) {
    length += (i * 7919.25).toLocaleString().length;
    length += (i * 99.99).toLocaleString('de-DE').length;
    length += (i / 51).toLocaleString('en-US', { style: 'percent' }).length;
  }
  return length;
}
