// Numbers to text and back, in bases ten, sixteen and thirty-six.
function iteration() {
  var sum = 0;
  for (var i = 0; i < 2000; i++) {
    sum += parseInt((i * 977).toString(36), 36);
    sum += parseInt('' + i, 10);
    sum += (i * 65521).toString(16).length;
    sum += Number((i / 8).toString());
    sum += parseFloat(i + '.5');
  }
  return sum;
}
