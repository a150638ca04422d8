// Writes the table of expected results that regexp_test.cc compares with: node generate_expected.js [seed] [random] > file
// One case a line, tab-separated: pattern, flags, subject, start, result. Text is escaped as \uXXXX where not printable
// ASCII; a result is "-" (no match), "!" (syntax error), or begin,end of every group, ";" between groups, "-" for undefined.
'use strict';

let seed = Number(process.argv[2] || 1);
const randomCount = Number(process.argv[3] || 4000);
function random(n) {  // xorshift: the same table every time
  seed ^= seed << 13; seed ^= seed >>> 17; seed ^= seed << 5;
  return (seed >>> 0) % n;
}
const pick = a => a[random(a.length)];

function escape(s) {
  let out = '';
  for (let i = 0; i < s.length; i++) {
    const c = s.charCodeAt(i);
    out += c >= 0x20 && c < 0x7F && c !== 0x5C ? s[i] : '\\u' + c.toString(16).padStart(4, '0');
  }
  return out;
}

function emit(pattern, flags, subject, start = 0) {
  let result;
  try {
    const re = new RegExp(pattern, flags + 'd' + (start && !/[gy]/.test(flags) ? 'g' : ''));
    re.lastIndex = start;
    const m = re.exec(subject);
    // V8 looks for \b and \B between the halves of a pair, and folds case after set operations; ECMA-262 does not.
    if (m !== null && /[uv]/.test(flags)) {
      for (const x of m.indices) if (x && x.some(i => /^[\ud800-\udbff][\udc00-\udfff]/.test(subject.slice(i - 1, i + 1)))) return;
    }
    // For literal patterns V8 does not step back to the start of a pair.
    if (/[uv]/.test(flags) && /^[\ud800-\udbff][\udc00-\udfff]/.test(subject.slice(start - 1, start + 1))) return;
    if (/iv/.test(flags) && /--|&&|\\P|\[\^/.test(pattern)) return;
    result = m === null ? '-' : Array.from(m.indices, x => x === undefined ? '-' : x[0] + ',' + x[1]).join(';');
  } catch (e) {
    result = '!';
  }
  console.log([escape(pattern), flags, escape(subject), start, result].join('\t'));
}

// ---------------------------------------------------------------- written by hand: feature by feature
const subjects = ['', 'a', 'b', 'ab', 'aab', 'abc', 'aaa', 'abab', 'aabbcc', 'foo bar', 'x\ny', 'A', 'aB', '\u00e9',
  '\u0100', '\ud83d\ude00', '\ud83d', '\ude00', 'a\ud83d\ude00b', '123', 'a1b2', '  a ', 'K\u212ak', '\u017fsS', '-', '_'];
const patterns = ['', 'a', 'a*', 'a+', 'a?', 'a*?', 'a+?', 'a??', 'a{2}', 'a{2,}', 'a{1,2}', 'a{0}', 'a{2,3}?', '(a)', '(a)*',
  '(a)+', '(a*)*', '(a*)+', '(a|b)*', '(?:a|b)+c', '(a)|(b)', '((a)|b)*', '(?:(a)|(b)|c)*', '(a?)*?b', '(?=a)', '(?!a)', '(?=(a))\\1',
  '(?!(a))b\\1', '(?<=a)b', '(?<!a)b', '(?<=(a)(b))c', '(?<=(\\w)+)b', '(?<=\\1(a))b', '(?<=([abc])+)c', '\\1(a)', '(a\\1)', '(a)\\1',
  '(?:(a)|b)\\1', '(?:(a)|b)*\\1', '^a', 'a$', '^$', '^', '$', '\\b', '\\B', '\\ba', 'a\\b', '\\w+\\b', '\\w*\\b', '\\d', '\\D', '\\s', '\\S', '\\w', '\\W',
  '.', '..', '.*', '.+?b', '[ab]', '[^ab]', '[]', '[^]', '[a-c]+', '[^a-c]+', '[\\w-]', '[\\d-x]', '[a-]', '[-a]', '\\x61', '\\u0061', '\\u{61}',
  '\\u{1F600}', '\\ud83d\\ude00', '\ud83d\ude00', '[\ud83d\ude00]', '\\ud83d', '\\ude00', '[^x]', '\\cA', '\\c', '[\\c]', '\\0', '\\01', '\\8', '\\k', '\\k<a>',
  '(?<x>a)\\k<x>', '(?<x>a)|(?<y>b)', '\\p{L}', '\\P{L}', '\\p{Lu}', '\\p{Script=Greek}', '[\\p{L}--a]', '[\\w&&[a-c]]', '[[a-z]--[b]]', '\\q{ab}',
  '[\\q{ab|a|}]', '[^\\d]', '[\\W]', '[^\\W]', '[\\S\\s]', 'k', 'K', 's', '\\u212a', '\\u017f', '[^\\u212a]', '[k]', '[^k]', '\\W', '[\\w]', '\u00e9', '\u00c9', '[\u00c9]', '\u0101',
  'a|ab', 'ab|a', 'a|b|c|d', 'abc|abd|ab|a', '(?:a|ab)(?:c|bcd)(?:d*)', '(a|ab)(c|bcd)(d*)', 'a(?=b)', 'a(?!b)', 'a(?=(b))?', '(?=(a+))a*b\\1', '(?=(a+))',
  '(.*?)a(?!(a+)b\\2c)\\2(.*)', '(z)((a+)?(b+)?(c))*', '(?:a*?)*?b', '(?:a+)+b', '(?:(?:a)*)*', '(?:){3}', '(?:|a)*', '(?:a|)*', '(|a)*', '(|a)+', '(a|)+', '(?:|a){2,3}', '(?:(a)|b|){3}',
  '(?:(a)|(b)){2}', '(?:(a)|(b)){1,3}', '(\\w\\d){2}', '(?:\\w\\d?){2,}', '(a{1,2}){2}', '((a)(b)?)+', '((a)?(b)?)*', '(?:a(b)?)*', '(?:(a)?b)*', '[a-z]+?\\d', '\\s*$', '\\s+$', '^\\s+|\\s+$',
  '(^|\\s)a(\\s|$)', '(?:^|b)a', '(\\$|a)b', '[^b]*b', '[^b]*?b', '.*b', '.*?b', '\\w*b', '\\w*?b', '(?:a|b)*?c', '(?:ab)*', '(?:ab)+?', '(?:ab){2}', '(?:ab){2,3}', 'x*y*', 'x*a', '(x*)a', '(?:x|y)*a',
  '^(?:a|b)+$', '^(a+)+$', '^(?:a?b?)*$', '(?=.*b)a', '(?<=^a)b', '(?<=a$)', '(?<=^)a', '(?<!^)a', '(?<=\\b)a', '(?<=a|bc)', '(?<=(?:a|b)*)c', '(?<=a{2})b', '(?<=(a)|b)c', '(?<!(a))b', '(?<=(?=a)\\w)b', '(?<=(?!b)\\w)b',
  '(?=a)*', '(?=a)+a', '(?=a){0}b', '(?!a)*b', '{', '}', ']', 'a{', 'a{1', 'a{,2}', '(', ')', '[', '*', '+', '?', '\\', '(?', '(?<a', '(?<a>', '(?<a>a)(?<a>b)', '[b-a]', 'a**', 'a{2,1}', '\\u{', '\\u{110000}', '[z-a]', '\\p{Foo}', '[^\\q{ab}]',
  '[a&&&b]', '[a--b&&c]', '[(]', '[a-z&&b]', '\\a', '\\-', '[\\a]', '(?:', '(?=', '(?a)', '(?<=a)*', '^*', 'a|*', '(?<1>a)', '(?<\\u0061>a)', '(?<\\u{61}>a)', '(?<\ud835\udc9c>a)'];
const flagSets = ['', 'i', 'u', 'iu', 'v', 'iv', 'm', 's', 'y', 'su'];
for (const p of patterns) {
  for (const f of flagSets) {
    let valid = true;
    try { new RegExp(p, f); } catch (e) { valid = false; }
    if (!valid) { emit(p, f, ''); continue; }
    const some = f === '' ? subjects : subjects.filter(() => random(4) === 0);
    for (const s of some) emit(p, f, s, f === 'y' || random(5) === 0 ? random(s.length + 1) : 0);
  }
}

// ---------------------------------------------------------------- at random
const alphabet = ['a', 'b', 'c', 'A', 'B', '1', ' ', '\n', '-', '\u00e9', '\u00c9', '\u0100', '\u0101', '\u212a', 'k', 's', '\u017f', '\ud83d\ude00', '\ud83d', '\ude00', '\u2028', '\u3000', '\u1e9e', '\u00df'];
const common = ['a', 'b', 'c'];
const charOf = () => random(5) ? pick(common) : pick(alphabet);
function classAtom(f) {
  switch (random(9)) {
    case 0: return '\\d';
    case 1: return '\\w';
    case 2: return pick(['\\s', '\\S', '\\W', '\\D']);
    case 3: return 'a-c';
    case 4: return /[uv]/.test(f) ? pick(['\\p{L}', '\\p{Lu}', '\\P{L}']) : '\\x61';
    default: { const c = charOf(); return c === '-' ? '\\-' : c; }
  }
}
function atom(depth, f, groups) {
  switch (random(depth > 0 ? 22 : 9)) {
    case 0: return '.';
    case 1: return pick(['\\d', '\\w', '\\s', '\\S', '\\W', '\\D']);
    case 2: case 3: {
      let s = '[' + (random(3) ? '' : '^');
      for (let n = 1 + random(3); n > 0; n--) s += classAtom(f);
      return s + ']';
    }
    case 9: case 10: case 11: groups.count++; return '(' + disjunction(depth - 1, f, groups) + ')';
    case 12: case 13: return '(?:' + disjunction(depth - 1, f, groups) + ')';
    case 14: return '(?=' + disjunction(depth - 1, f, groups) + ')';
    case 15: return '(?!' + disjunction(depth - 1, f, groups) + ')';
    case 16: return '(?<=' + disjunction(depth - 1, f, groups) + ')';
    case 17: return '(?<!' + disjunction(depth - 1, f, groups) + ')';
    case 18: return '\\' + (1 + random(Math.max(1, groups.count + 1)));
    default: { const c = charOf(); return c === '\n' ? '\\n' : c; }
  }
}
const isLook = s => /^\(\?(=|!|<=|<!)/.test(s);
function term(depth, f, groups) {
  switch (random(16)) {
    case 0: return pick(['^', '$', '\\b', '\\B']);
    default: {
      const a = atom(depth, f, groups);
      if (isLook(a) || random(5) < 3) return a;
      return a + pick(['*', '+', '?', '*', '+', '?', '{2}', '{1,2}', '{0,2}', '{2,}', '{1,3}', '{0}']) + (random(3) ? '' : '?');
    }
  }
}
function disjunction(depth, f, groups) {
  let s = '';
  for (let alternatives = random(3) ? 1 : 2 + random(3); alternatives > 0; alternatives--) {
    for (let n = random(4); n > 0; n--) s += term(depth, f, groups);
    if (alternatives > 1) s += '|';
  }
  return s;
}
for (let n = 0; n < randomCount; n++) {
  const f = pick(['', '', '', 'i', 'u', 'iu', 'v', 'iv', 'm', 's', 'y', 'imsu']);
  const p = disjunction(3, f, {count: 0});
  for (let k = 0; k < 4; k++) {
    let s = '';
    for (let len = random(10); len > 0; len--) s += charOf();
    emit(p, f, s, random(6) ? 0 : random(s.length + 1));
  }
}
