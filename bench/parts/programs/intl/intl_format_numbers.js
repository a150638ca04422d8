// Numbers with formatters at hand: plain, currency, percent and compact.
var plain = new Intl.NumberFormat('en-US');
var currency = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' });
var percent = new Intl.NumberFormat('fr-FR', { style: 'percent', maximumFractionDigits: 1 });
var compact = new Intl.NumberFormat('en-US', { notation: 'compact' });

function iteration() {
  var length = 0;
  for (var i = 0; i < 200; i++) {
    length += plain.format(i * 7919.25).length;
    length += currency.format(i * 99.99).length;
    length += percent.format(i / 201).length;
    length += compact.format(i * 12345).length;
  }
  return length;
}
