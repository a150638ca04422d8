// Records what one run of Octane's regexp.js asks of a regexp engine: node record.js path/to/regexp.js > calls.txt
// Lines: "R <flags> <pattern>" (numbered from 0), "S <subject>" (numbered from 0), "C <kind> <regexp> <subject>" in order of
// execution; kind is e (exec, test) or g (replace, split, match with every match). Text is escaped as \uXXXX.
'use strict';
const fs = require('fs');
const path = require('path');
const vm = require('vm');

function escape(s) {
  let out = '';
  for (let i = 0; i < s.length; i++) {
    const c = s.charCodeAt(i);
    out += c >= 0x20 && c < 0x7F && c !== 0x5C ? s[i] : '\\u' + c.toString(16).padStart(4, '0');
  }
  return out;
}

const regexps = new Map(), subjects = new Map(), calls = [];
function index(map, key) {
  if (!map.has(key)) map.set(key, map.size);
  return map.get(key);
}
function record(re, subject, all) {
  calls.push(`C ${all ? 'g' : 'e'} ${index(regexps, re.flags + ' ' + escape(re.source))} ${index(subjects, escape(String(subject)))}`);
}
const sandbox = {};
vm.createContext(sandbox);
let run = null;
vm.runInContext(fs.readFileSync(path.join(path.dirname(process.argv[2]), 'base.js'), 'utf8'), sandbox);
sandbox.BenchmarkSuite.ResetRNG();  // the checksum depends on base.js and its Math.random
sandbox.Benchmark = function (name, a, b, c, r, setup) { run = {r, setup}; };
sandbox.record = record;
vm.runInContext(`
  var recording = false;
  for (const [proto, name, all] of [[RegExp.prototype, 'exec', false], [RegExp.prototype, 'test', false]]) {
    const original = proto[name];
    proto[name] = function (s) { if (recording) record(this, s, all); return original.call(this, s); };
  }
  for (const name of ['replace', 'split', 'match', 'search']) {
    const original = String.prototype[name];
    String.prototype[name] = function (re, x) {
      const was = recording;
      if (recording && re instanceof RegExp) record(re, this, re.global || name === 'split');
      recording = false;
      const result = original.call(this, re, x);
      recording = was;
      return result;
    };
  }
`, sandbox);
vm.runInContext(fs.readFileSync(process.argv[2], 'utf8'), sandbox);
vm.runInContext('var recordOn = function (on) { recording = on; }', sandbox);
run.setup();
sandbox.recordOn(true);
run.r();
const out = [];
for (const r of regexps.keys()) out.push('R ' + r);
for (const s of subjects.keys()) out.push('S ' + s);
fs.writeSync(1, out.concat(calls).join('\n') + '\n');
