// A block cipher over tables of unsigned 32-bit words in plain arrays, the way libraries of the web do it.
var tables = [[], [], [], []], sbox = [];
(function () {
  var x = 1;
  for (var i = 0; i < 256; i++) {
    x = (x * 1103515245 + 12345) >>> 0;
    sbox[i] = (x >>> 16) & 255;
    var word = (x ^ (i * 0x01010101)) >>> 0;
    for (var t = 0; t < 4; t++) {
      tables[t][i] = word;
      word = (word << 24) ^ (word >>> 8);
    }
  }
})();
var key = [];
for (var i = 0; i < 44; i++) key.push(Math.imul(i + 1, 0x9e3779b9));
function block(input) {
  var a = input[0] ^ key[0], b = input[1] ^ key[1], c = input[2] ^ key[2], d = input[3] ^ key[3], at = 4;
  var t0 = tables[0], t1 = tables[1], t2 = tables[2], t3 = tables[3], out = [0, 0, 0, 0];
  for (var i = 0; i < 9; i++) {
    var a2 = t0[a >>> 24] ^ t1[b >> 16 & 255] ^ t2[c >> 8 & 255] ^ t3[d & 255] ^ key[at];
    var b2 = t0[b >>> 24] ^ t1[c >> 16 & 255] ^ t2[d >> 8 & 255] ^ t3[a & 255] ^ key[at + 1];
    var c2 = t0[c >>> 24] ^ t1[d >> 16 & 255] ^ t2[a >> 8 & 255] ^ t3[b & 255] ^ key[at + 2];
    d = t0[d >>> 24] ^ t1[a >> 16 & 255] ^ t2[b >> 8 & 255] ^ t3[c & 255] ^ key[at + 3];
    at += 4;
    a = a2; b = b2; c = c2;
  }
  for (i = 0; i < 4; i++) {
    out[3 & -i] = sbox[a >>> 24] << 24 ^ sbox[b >> 16 & 255] << 16 ^ sbox[c >> 8 & 255] << 8 ^ sbox[d & 255] ^ key[at++];
    var swap = a; a = b; b = c; c = d; d = swap;
  }
  return out;
}
function iteration() {
  var state = [1, 2, 3, 4];
  for (var i = 0; i < 200; i++) state = block(state);
  return state[0];
}
