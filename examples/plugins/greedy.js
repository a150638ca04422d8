// Remembers everything, until there is no more memory to be had.
class Hoarder extends Creature {
  live() {
    this.eat();
    this.memory = {before: this.memory, things: new Array(100000).fill(island.day)};
  }
}
new Hoarder(null);
