// Mistakes are the script's own affair: the island goes on.
class Clumsy extends Creature {
  live() {
    this.eat();
    if (island.day === 3) new Creature(null);
    if (island.day === 4) this.bite({});
    if (island.day === 5) Creature.prototype.eat.call({});
  }
}
new Clumsy(null);
