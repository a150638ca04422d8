// Arrays and typed arrays at computed indices: |0, >>>, Math.floor, doubles that are integral, strings of digits.
var words = [], bytes = new Uint8Array(1024), floats = new Float64Array(1024), ints = new Uint32Array(1024);
for (var i = 0; i < 1024; i++) words.push((i * 2654435761) >>> 0), bytes[i] = i, floats[i] = i / 3, ints[i] = i * 2654435761;
function iteration() {
  var sum = 0, x = 12345;
  for (var i = 0; i < 4000; i++) {
    x = (x * 1664525 + 1013904223) >>> 0;
    sum = (sum + words[x >>> 22]) >>> 0;
    sum ^= bytes[(sum >>> 3) & 1023];
    sum = (sum ^ ints[x & 1023]) >>> 0;
    words[i & 1023] = sum;
    ints[(i / 2) & 1023] = sum + x;
    sum += floats[Math.floor(i / 8)] | 0;
    bytes[i & 1023] = sum;
  }
  return sum;
}
