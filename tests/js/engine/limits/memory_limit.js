// flags: --memory-limit=32M
// exit: 3
// Running out of memory ends the program with exit code 3; nothing in it can catch that.
const a = [];
try {
  for (;;) a.push({ x: [1, 2, 3] });
} catch (e) {
  print('not ok caught: ' + e);
} finally {
  print('not ok finally ran: it must not');
}
