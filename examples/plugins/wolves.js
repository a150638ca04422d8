// Four sheep, and a wolf that remembers whom it bit last.
class Sheep extends Creature {
  live() {
    this.eat();
    if (this.energy > 10) new Sheep(this);
  }
}
class Wolf extends Creature {
  live() {
    let prey = null;
    for (let i = 0; i < island.size; i++) {
      const other = island.at(i);
      if (other instanceof Sheep && other !== this.memory && (!prey || other.energy > prey.energy)) prey = other;
    }
    if (prey && this.energy < 4) {
      this.bite(prey);
      this.memory = prey;
    }
    if (this.energy > 12) new Wolf(this).memory = prey;
  }
}
for (let i = 0; i < 4; i++) new Sheep(null);
for (let i = 0; i < 1; i++) new Wolf(null);
