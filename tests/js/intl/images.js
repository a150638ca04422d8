// flags: --clones -e globalThis.kept={}
// flags: -e kept.n=new(Intl.NumberFormat)("de",{style:"percent"})
// flags: -e kept.d=Intl.DateTimeFormat("en",{timeZone:"UTC",dateStyle:"long"})
// flags: -e kept.c=Intl.Collator("sv")
// flags: -e kept.l=new(Intl.Locale)("fr-CA")
// flags: -e kept.s=new(Intl.Segmenter)("en",{granularity:"word"}).segment("a\u0020b")[Symbol.iterator]()
// flags: -e kept.f=kept.n.format
// flags: -e kept.f(1)
// flags: -e kept.s.next()
// flags: -e kept.c.compare("a","b")
// needs-images: it runs in a clone
// not-twice: its tests change what they test
// Intl objects that were made and used before the isolate was frozen go on in its clones.
test('formatters of an image', function () {
  assertEquals(kept.n.format(0.5), '50\u00A0%');
  assertSame(kept.n.format, kept.f);
  assertEquals(kept.n.resolvedOptions().style, 'percent');
  assertEquals(kept.d.format(0), 'January 1, 1970');
  assertEquals(['z', 'ä'].sort(kept.c.compare), ['z', 'ä']);
  assertEquals(kept.l.maximize().toString(), 'fr-Latn-CA');
});
test('an iterator of an image goes on where it was', function () {
  assertEquals([...kept.s].map(s => s.segment), [' ', 'b']);
});
test('a clone makes new ones', function () {
  assert(new Intl.NumberFormat('de') instanceof kept.n.constructor);
});
