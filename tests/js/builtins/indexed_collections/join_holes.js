// Joining holes: the text is the separators. What the length alone makes too long is no text, at once.

function naive(array, separator) {
  var text = "";
  for (var i = 0; i < array.length; i++)
    text += (i > 0 ? separator : "") + (array[i] === undefined || array[i] === null ? "" : array[i]);
  return text;
}
function tooLong(f) { assertThrows(RangeError, f); }

var makers = {
  none: function (n) { return new Array(n); },
  first: function (n) { var a = new Array(n); a[0] = "x"; return a; },
  middle: function (n) { var a = new Array(n); a[n >> 1] = "x"; a[(n >> 1) + 1] = 1.5; return a; },
  last: function (n) { var a = new Array(n); if (n) a[n - 1] = "x"; return a; },
  doubles: function (n) {
    var a = [];
    for (var i = 0; i < n; i++) a[i] = 0.5;
    for (i = 3; i < n - 3; i++) delete a[i];
    return a;
  },
  undefineds: function (n) { return new Array(n).fill(undefined); },
  dictionary: function (n) {
    var a = new Array(n);
    Object.defineProperty(a, n >> 1, { get: function () { return "g"; }, configurable: true });
    return a;
  },
  emptied: function (n) {
    var a = new Array(n);
    Object.defineProperty(a, 0, { value: 1, configurable: true });
    delete a[0];
    return a;
  },
};
test('the text is the separators', function () {
  for (var name in makers) {
    [0, 1, 2, 15, 16, 17, 18, 63, 64, 65, 4095, 4096, 4097, 9000].forEach(function (n) {
      ["", ",", ", ", "\u0416", "a long one, of more than thirty-two characters"].forEach(function (separator) {
        var array = makers[name](n), length = array.length;
        assertSame(array.join(separator), naive(array, separator), name + n + separator);
        assertSame(array.length, length, "length");
      });
    });
  }
  assertSame(new Array(1e8).join("").length, 0, "no separator");
  assertSame(String(new Array(3e7)).length, 3e7 - 1, "long");
});

test('what is too long is no text', function () {
  tooLong(function () { String(new Array(4e9)); });
  tooLong(function () { new Array(6e8).join(); });
  tooLong(function () { new Array(1e6).fill(1).join("x".repeat(1000)); });
  tooLong(function () { new Array(6e8).toLocaleString(); });
  tooLong(function () { new Uint8Array(3e8).join(); });
});

test('what elements do meanwhile is seen', function () {
  var a = new Array(100);
  a[0] = { toString: function () { a[50] = "late"; return "x"; } };
  assertSame(a.join(""), "xlate", "set");
  a = new Array(100);
  a[0] = { toString: function () { a.length = 10; return "x"; } };
  assertSame(a.join(), "x" + ",".repeat(99), "cut");
  Array.prototype[70] = "below";
  assertSame(new Array(100).join(""), "below", "inherited");
  delete Array.prototype[70];
  class Own extends Array { get 5() { return "own"; } }
  assertSame(new Own(100).join(""), "own", "a prototype between");
});
