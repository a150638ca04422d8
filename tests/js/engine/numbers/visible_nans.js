// A NaN has one pattern where a program can see its bits, whichever instruction made it and whatever its operands were.
const buffer = new ArrayBuffer(8), bytes = new Uint8Array(buffer);
const doubles = new Float64Array(buffer), floats = new Float32Array(buffer), halves = new Float16Array(buffer);
const view = new DataView(buffer);
function pattern(count) {
  return Array.from(bytes.subarray(0, count), (byte) => byte.toString(16).padStart(2, '0')).reverse().join('');
}
// A NaN of another pattern, as other programs may write it into a buffer.
new Uint32Array(buffer).set([1, 0xfff12345]);
const foreign = doubles[0];
let zero = 0, infinity = 1 / zero;
const makers = [
  () => NaN, () => -NaN, () => zero / zero, () => -(zero / zero), () => infinity - infinity, () => -infinity + infinity,
  () => zero * infinity, () => infinity % 2, () => Math.sqrt(-1), () => parseFloat('none'), () => Number('none'),
  () => foreign, () => -foreign, () => foreign + 1, () => 1 + foreign, () => foreign + zero / zero,
  () => zero / zero + foreign, () => foreign * -1, () => Math.abs(foreign), () => Math.max(foreign, 1),
];
function each(name, write, count, expected) {
  for (const make of makers) {
    // Often enough for machine code, in which the numbers are in registers.
    for (let i = 0; i < 300; i++) write(make());
    assertSame(pattern(count), expected, name + ' ' + make);
  }
}
test('elements of a Float64Array', function () {
  each('index', (number) => { doubles[0] = number; }, 8, '7ff8000000000000');
  each('sum', (number) => { doubles[0] = number + number; }, 8, '7ff8000000000000');
  each('negation', (number) => { doubles[0] = -number; }, 8, '7ff8000000000000');
});
test('elements of a Float32Array', function () {
  each('index', (number) => { floats[0] = number; }, 4, '7fc00000');
});
test('elements of a Float16Array', function () {
  each('index', (number) => { halves[0] = number; }, 2, '7e00');
});
test('what DataViews write', function () {
  each('setFloat64', (number) => view.setFloat64(0, number, true), 8, '7ff8000000000000');
  each('setFloat32', (number) => view.setFloat32(0, number, true), 4, '7fc00000');
  each('setFloat16', (number) => view.setFloat16(0, number, true), 2, '7e00');
});
test('what methods of typed arrays write', function () {
  each('fill', (number) => doubles.fill(number), 8, '7ff8000000000000');
  each('set', (number) => doubles.set([number]), 8, '7ff8000000000000');
  each(
    'of an array',
    (number) => { bytes.set(new Uint8Array(Float64Array.of(number).buffer)); },
    8,
    '7ff8000000000000'
  );
});
test('a copy between arrays of one kind keeps the bytes', function () {
  const from = new Uint32Array([1, 0xfff12345]);
  doubles.set(new Float64Array(from.buffer));
  assertSame(pattern(8), 'fff1234500000001');
  assertSame(new Uint32Array(new Float64Array(from.buffer).slice().buffer)[1], 0xfff12345);
});
