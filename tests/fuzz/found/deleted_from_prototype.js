// Found by caches, seed 5202549: check failed: a property cache remembers another slot than the receiver's
// expect: fn "call"/1 | fn "call"/1 | fn "call"/1 | fn "call"/1 | fn "call"/1 | fn "call"/1 | fn "call"/1 | fn "call"/1 | fn "call"/1 | undefined
function () {
    const s5 = function () { ; return Object.prototype.toString.call; };
    warm(s5, 8, () => []);
    t(() => delete Object.prototype.toString);
    V();
}
