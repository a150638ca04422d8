// flags: --fuel=2000000
// exit: 3
// Running out of fuel ends the program with exit code 3; nothing in it can catch that.
try {
  for (;;);
} catch (e) {
  print('not ok caught: ' + e);
} finally {
  print('not ok finally ran: it must not');
}
