// then, catch and finally on native promises; executors; promises returned from handlers; all, race.
function later(x) { return new Promise(function (resolve) { resolve(x); }); }
function chain(i) {
  return Promise.resolve(i)
    .then((x) => x + 1)
    .then((x) => later(x))
    .then((x) => { if (x % 4 === 0) throw new Error('four'); return x; })
    .catch(() => 4)
    .then((x) => Promise.all([x, later(x), Promise.resolve(3)]))
    .then((all) => Promise.race(all));
}
function iteration() {
  var promises = [];
  for (var i = 0; i < 500; i++) promises.push(chain(i));
  return Promise.all(promises);
}
