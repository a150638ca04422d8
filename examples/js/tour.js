// A tour of the language that ends in a picture: `make run` shows it.
// Everything here is plain modern JavaScript; it runs on any engine with console.log.
'use strict';

const ESC = '\x1b[';
const colour = ({ r, g, b }, layer) => `${ESC}${layer};2;${r};${g};${b}m`;
const bold = (text) => `${ESC}1m${text}${ESC}0m`;
const dim = (text) => `${ESC}2m${text}${ESC}0m`;

// ---- A small ray tracer: classes, private state, getters, static members -------------------------------------------

class Vec {
  static up = new Vec(0, 1, 0);
  constructor(x, y, z) { this.x = x; this.y = y; this.z = z; }
  plus(o) { return new Vec(this.x + o.x, this.y + o.y, this.z + o.z); }
  minus(o) { return new Vec(this.x - o.x, this.y - o.y, this.z - o.z); }
  times(k) { return new Vec(this.x * k, this.y * k, this.z * k); }
  dot(o) { return this.x * o.x + this.y * o.y + this.z * o.z; }
  get unit() { return this.times(1 / Math.sqrt(this.dot(this))); }
  mirroredAt(normal) { return this.minus(normal.times(2 * this.dot(normal))); }
}

class Sphere {
  constructor(centre, radius, tint, shine = 0.25) { Object.assign(this, { centre, radius, tint, shine }); }
  hit(from, way) {
    const to = this.centre.minus(from);
    const along = to.dot(way);
    const half = this.radius ** 2 - to.dot(to) + along ** 2;
    if (half < 0) return Infinity;
    const near = along - Math.sqrt(half);
    return near > 1e-4 ? near : Infinity;
  }
  normalAt(point) { return point.minus(this.centre).unit; }
  tintAt() { return this.tint; }
}

class Floor {
  shine = 0.15;
  hit(from, way) { return way.y < -1e-4 ? -from.y / way.y : Infinity; }
  normalAt() { return Vec.up; }
  tintAt({ x, z }) { return (Math.floor(x) + Math.floor(z)) & 1 ? new Vec(0.92, 0.92, 0.86) : new Vec(0.18, 0.2, 0.28); }
}

class Scene {
  #things;
  #light = new Vec(-5, 8, -6);
  rays = 0;
  constructor(...things) { this.#things = things; }

  #nearest(from, way) {
    this.rays++;
    let best = { distance: Infinity, thing: null };
    for (const thing of this.#things) {
      const distance = thing.hit(from, way);
      if (distance < best.distance) best = { distance, thing };
    }
    return best;
  }

  trace(from, way, depth = 0) {
    const { distance, thing } = this.#nearest(from, way);
    if (!thing || distance > 60) {
      const t = Math.max(0, way.y);  // the sky
      return new Vec(0.75 - 0.5 * t, 0.82 - 0.4 * t, 0.95 - 0.15 * t);
    }
    const point = from.plus(way.times(distance));
    const normal = thing.normalAt(point);
    const toLight = this.#light.minus(point).unit;
    const shadowed = this.#nearest(point, toLight).thing !== null;
    const lit = 0.22 + (shadowed ? 0 : 0.78 * Math.max(0, normal.dot(toLight)));
    let shade = thing.tintAt(point).times(lit);
    if (!shadowed) {
      const gloss = Math.max(0, toLight.mirroredAt(normal).dot(way)) ** 40;
      shade = shade.plus(new Vec(gloss, gloss, gloss).times(thing.shine * 2));
    }
    if (depth < 3) {
      const mirrored = this.trace(point, way.mirroredAt(normal), depth + 1);
      shade = shade.times(1 - thing.shine).plus(mirrored.times(thing.shine));
    }
    return shade;
  }
}

// A generator makes the picture line by line; one character is two pixels, the upper in front of the lower.
function* render(scene, width, height) {
  const eye = new Vec(0, 1.7, -6.2);
  const pixel = (column, row) => {
    let sum = new Vec(0, 0, 0);
    for (const [dx, dy] of [[0.25, 0.25], [0.75, 0.75]]) {
      const way = new Vec((column + dx) / width * 2.6 - 1.3, 0.5 - (row + dy) / height * 1.5, 1.55).unit;
      sum = sum.plus(scene.trace(eye, way));
    }
    const level = (v) => Math.round(Math.min(1, v / 2) ** (1 / 1.8) * 255);
    return { r: level(sum.x), g: level(sum.y), b: level(sum.z) };
  };
  for (let row = 0; row < height; row += 2) {
    const cells = Array.from({ length: width }, (_, column) =>
        `${colour(pixel(column, row), 38)}${colour(pixel(column, row + 1), 48)}▀`);
    yield cells.join('') + `${ESC}0m`;
  }
}

// ---- Text: regular expressions with named groups, tagged templates, a parser -----------------------------------------

const calculate = (() => {
  const token = /\s*(?:(?<number>\d+(?:\.\d+)?)|(?<symbol>[-+*\/^()]))/y;
  const levels = [{ '+': (a, b) => a + b, '-': (a, b) => a - b }, { '*': (a, b) => a * b, '/': (a, b) => a / b }];
  return (text) => {
    const tokens = [];
    token.lastIndex = 0;
    for (let found; (found = token.exec(text)) !== null;) {
      const { number, symbol } = found.groups;
      tokens.push(number === undefined ? symbol : Number(number));
    }
    const primary = () => {
      const next = tokens.shift();
      if (next === '-') return -primary();
      let value = next;
      if (next === '(') { value = level(0); tokens.shift(); }
      if (tokens[0] === '^') { tokens.shift(); value **= primary(); }
      return value;
    };
    const level = (n) => {
      if (n === levels.length) return primary();
      let value = level(n + 1);
      for (let apply; (apply = levels[n][tokens[0]]);) { tokens.shift(); value = apply(value, level(n + 1)); }
      return value;
    };
    return level(0);
  };
})();

const sums = (strings, ...texts) =>
    texts.map((text, i) => `${strings[i]}${text} = ${bold(calculate(text))}`).join('') + strings.at(-1);

// ---- Data: Map, destructuring, sorting, big integers ------------------------------------------------------------------

const poem = `half a word half a word half a word onward all in the valley of heap rode the six hundred`;
const counts = [...poem.matchAll(/\p{L}+/gu)].reduce((m, [word]) => m.set(word, (m.get(word) ?? 0) + 1), new Map());
const [[most, times], ...rest] = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));

function* primes() {
  const multiples = new Map();
  for (let n = 2; ; n++) {
    const step = multiples.get(n) ?? n;
    if (step === n) yield n;  // no smaller prime has crossed it out
    multiples.delete(n);
    let next = step === n ? n * n : n + step;
    while (multiples.has(next)) next += step;
    multiples.set(next, step);
  }
}
const take = (n, iterator) => { const out = []; for (const x of iterator) { out.push(x); if (out.length === n) break; } return out; };
const factorial = (n) => (n <= 1n ? 1n : n * factorial(n - 1n));

// ---- Jobs: promises and async functions take turns --------------------------------------------------------------------

async function relay(...names) {
  const log = [];
  const run = async (name, laps) => { for (let lap = 1; lap <= laps; lap++) { log.push(name + lap); await null; } };
  await Promise.all(names.map((name, i) => run(name, i + 1)));
  return log.join(' ');
}

(async () => {
  const start = Date.now();
  const scene = new Scene(new Floor(),
      new Sphere(new Vec(0, 1.25, 0.6), 1.25, new Vec(0.95, 0.3, 0.25)),
      new Sphere(new Vec(-2.3, 0.8, -0.5), 0.8, new Vec(0.25, 0.55, 0.95), 0.4),
      new Sphere(new Vec(1.9, 0.65, -1.2), 0.65, new Vec(0.3, 0.85, 0.45)),
      new Sphere(new Vec(-0.75, 0.35, -1.9), 0.35, new Vec(1, 0.85, 0.3), 0.1),
      new Sphere(new Vec(2.9, 1.4, 2.2), 1.4, new Vec(0.85, 0.85, 0.9), 0.7));
  console.log();
  for (const line of render(scene, 76, 44)) console.log('  ' + line);
  const took = Date.now() - start;
  console.log(dim(`  ${scene.rays.toLocaleString?.('en-US') ?? scene.rays} rays in ${took} ms, in plain JavaScript\n`));

  console.log('  arithmetic   ' + sums`${'(1 + 2) * 3 ^ 2'},  ${'-7 / (2 - 9) + 0.5'}`);
  console.log(`  counting     ${bold(most)} ×${times}, then ${rest.slice(0, 3).map(([word, n]) => `${word} ×${n}`).join(', ')}`);
  console.log(`  primes       ${take(15, primes()).join(' ')} … the 2,000th is ${bold(take(2000, primes()).at(-1))}`);
  console.log(`  30!          ${bold(factorial(30n))}`);
  console.log(`  turns        ${await relay('a', 'b', 'c')}`);
  try {
    null.anything;
  } catch ({ name, message }) {
    console.log(`  an error     ${name}: ${message}`);
  }
  console.log();
})();
