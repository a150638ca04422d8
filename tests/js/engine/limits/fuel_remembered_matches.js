// flags: --fuel=2000000
// exit: 3
// Matches that are remembered cost as much fuel as it took to find them.
const text =
    'one-two three-four five-six seven-eight nine-ten eleven-twelve thirteen-fourteen fifteen-sixteen \
seventeen-eighteen nineteen-twenty twentyone-twentytwo twentythree-twentyfour twentyfive-twentysix \
twentyseven-twentyeight twentynine-thirty thirtyone-thirtytwo thirtythree-thirtyfour';
for (let i = 0; ; i++) {
  text.match(/(\w+)+-(\w+)+/g);
  // 18 searches and the loop itself.
  if (i === 150000) print('not ok searched ' + i + ' times');
}
