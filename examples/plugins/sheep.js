// Sheep eat, and have a lamb when they can afford it. A lamb remembers its mother as long as she lives.
class Sheep extends Creature {
  #meals = 0;
  live() {
    if (this.eat() > 0) this.#meals++;
    if (this.memory?.mother.energy <= 0) this.memory = null;
    if (this.energy > 12) {
      const lamb = new Sheep(this);
      lamb.memory = {mother: this, tell: () => `${this.#meals} meals before ${lamb.energy}`};
    }
  }
}
for (let i = 0; i < 5; i++) new Sheep(null);
