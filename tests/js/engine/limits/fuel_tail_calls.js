// flags: --tail-calls --fuel=100000
// exit: 3
// A loop of tail calls is paid for like any other.
'use strict';
function loop(n) { return loop(n + 1); }
loop(0);
