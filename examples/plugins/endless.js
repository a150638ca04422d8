// Goes well until the tenth day.
class Thinker extends Creature {
  live() {
    this.eat();
    while (island.day === 10);
  }
}
new Thinker(null);
