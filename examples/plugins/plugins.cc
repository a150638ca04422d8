// Islands: a world of C++ objects that JavaScript plugins populate.
//
//   plugins [--days N] plugin.js …
//
// Each plugin has an island of its own: an isolate, in whose heap the creatures lie as collected C++ objects.
// Scripts derive classes from Creature and say how they live; the program keeps the days, the grass and the
// accounts. Parents and children, creatures and closures refer to each other as they like: what nobody can
// reach any more is collected, cycles through both languages included. A plugin that runs too long or takes
// too much memory loses its island; the others go on.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "halfword/classes.hpp"
#include "halfword/gc/containers/vector.h"

namespace {

namespace gc = halfword::gc;

struct Accounts {
  int born = 0, died = 0, collected = 0;
};

class Creature;

class Island final : public gc::GarbageCollected<Island>, public hw::Scriptable {
 public:
  explicit Island(Accounts* accounts) : accounts_(accounts) {}
  void Trace(gc::Visitor* visitor) const { visitor->Trace(creatures_); }

  int day() const { return day_; }
  int size() const { return static_cast<int>(creatures_.size()); }
  Creature* At(int i) const {
    return i >= 0 && i < size() ? creatures_[static_cast<size_t>(i)].Get() : nullptr;
  }
  Accounts& accounts() { return *accounts_; }

  void Settle(Creature* creature) {
    creatures_.push_back(creature);
    accounts_->born++;
  }
  double Graze(double wanted) {
    double eaten = wanted < grass_ ? wanted : grass_;
    grass_ -= eaten;
    return eaten;
  }
  void Dawn() {
    day_++;
    grass_ = 100;
  }
  void Bury();  // who has no energy left

 private:
  Accounts* accounts_;  // of the program: not collected
  int day_ = 0;
  double grass_ = 100;
  gc::Vector<gc::Member<Creature>> creatures_;
};

class Creature final : public gc::GarbageCollected<Creature>, public hw::Scriptable {
  HALFWORD_USING_PRE_FINALIZER(Creature, Forget);

 public:
  // The first ones come from the sea; all others share a parent's energy.
  Creature(Island* island, Creature* parent) : island_(island), parent_(parent) {
    if (parent) {
      energy_ = parent->energy_ / 2;
      parent->energy_ -= energy_;
      parent->children_.push_back(this);
    }
    island->Settle(this);
  }
  void Trace(gc::Visitor* visitor) const {
    visitor->Trace(island_);
    visitor->Trace(parent_);
    visitor->Trace(children_);
    visitor->Trace(memory_);
  }
  // The island is alive or dies with it: a prefinalizer may look at it.
  void Forget() { island_->accounts().collected++; }

  double Eat() {
    double eaten = ate_ == island_->day() || energy_ <= 0 ? 0 : island_->Graze(3);
    ate_ = island_->day();
    energy_ += eaten;
    return eaten;
  }
  double Bite(Creature& other) {
    if (&other == this || energy_ <= 0 || other.energy_ <= 0) return 0;
    double loot = other.energy_ / 2;
    other.energy_ -= loot + 1;
    energy_ += loot;
    return loot;
  }
  void Age() { energy_ -= 1; }
  // The dead leave their family; who still remembers them, keeps them.
  void Leave() {
    for (const gc::Member<Creature>& child : children_) child->parent_ = nullptr;
    children_.clear();
    if (parent_) {
      auto& siblings = parent_->children_;
      siblings.erase(std::find(siblings.begin(), siblings.end(), this));
    }
    parent_ = nullptr;
  }
  double energy() const { return energy_; }
  Creature* parent() const { return parent_; }
  int children() const { return static_cast<int>(children_.size()); }
  Creature* Child(int i) const {
    return i >= 0 && i < children() ? children_[static_cast<size_t>(i)].Get() : nullptr;
  }

  hw::Member memory_;  // whatever the script wants to remember

 private:
  gc::Member<Island> island_;
  gc::Member<Creature> parent_;
  gc::Vector<gc::Member<Creature>> children_;
  double energy_ = 10;
  int ate_ = -1;
};

void Island::Bury() {
  gc::Vector<gc::Member<Creature>> living;
  for (const gc::Member<Creature>& creature : creatures_) {
    if (creature->energy() > 0) {
      living.push_back(creature.Get());
    } else {
      creature->Leave();
      accounts_->died++;
    }
  }
  creatures_ = std::move(living);
}

class Plugin;
Plugin& PluginOf(hw_isolate* isolate) { return *static_cast<Plugin*>(hw_isolate_data(isolate)); }
Island* IslandOf(hw_isolate* isolate);

// What scripts see.
hw::Host Offer() {
  hw::Host host;
  host.Define(hw::Class<Island>("Island")
                  .Getter("day", &Island::day)
                  .Getter("size", &Island::size)
                  .Method("at", &Island::At));
  host.Define(hw::Class<Creature>("Creature")
                  .Constructor([](hw_isolate* isolate, Creature* parent) -> hw::Result<Creature*> {
                    Island* island = IslandOf(isolate);
                    if (!parent && island->day() > 0)
                      return hw::Throw(isolate, HW_ERROR_RANGE, "the sea brings nobody any more");
                    if (!parent && island->size() >= 5)
                      return hw::Throw(isolate, HW_ERROR_RANGE, "five is a crowd");
                    if (parent && parent->energy() < 2)
                      return hw::Throw(isolate, HW_ERROR_RANGE, "too weak for children");
                    return hw::New<Creature>(isolate, island, parent);
                  })
                  .Getter("energy", &Creature::energy)
                  .Getter("parent", &Creature::parent)
                  .Getter("children", &Creature::children)
                  .Method("child", &Creature::Child)
                  .Method("eat", &Creature::Eat)
                  .Method("bite", &Creature::Bite)
                  .Field("memory", &Creature::memory_));
  hw_hooks& hooks = host.hooks();
  hooks.console = [](void*, hw_isolate* isolate, hw_console_level, const char* text, size_t size) {
    std::printf("  %.*s\n", static_cast<int>(size), text);
  };
  // The same world on every run.
  hooks.random = [](void*) -> uint64_t { return 42; };
  hooks.milliseconds = [](void*) { return 0.0; };
  return host;
}

class Plugin {
 public:
  static constexpr int64_t kFuelPerDay = 200'000;

  Plugin(std::string name, hw::Config config) : name_(std::move(name)) {
    config.memory_limit = 8 << 20;
    config.data = this;
    isolate_ = hw::Isolate(config);
    if (!isolate_) return;
    isolate_.Enter([&] {
      island_ = hw::New<Island>(isolate_.raw(), &accounts_);
      (void)isolate_.Global().Set("island", hw::Wrap(isolate_.raw(), island_.Get()));
    });
  }

  void Load(const std::string& source) {
    if (!isolate_) return Ended("no memory");
    isolate_.SetFuel(kFuelPerDay);
    Check(isolate_.InstallHost());
    Check(isolate_.Evaluate(source, name_.c_str()));
  }
  void LiveADay() {
    if (over()) return;
    isolate_.SetFuel(kFuelPerDay);
    isolate_.Enter([&] {
      Island& island = *island_;
      island.Dawn();
      int size = island.size();  // who is born today lives from tomorrow on
      for (int i = 0; i < size && !over(); i++) {
        Creature* creature = island.At(i);
        hw::Value object = hw::Wrap(isolate_.raw(), creature);
        hw::Result<hw::Value> live = object.Get("live");
        if (Check(live) && live->IsFunction()) Check(live->CallOn(object));
        creature->Age();
      }
      island.Bury();
    });
  }
  void Report() {
    if (!over()) hw_isolate_collect(isolate_.raw());
    int size = 0;
    double energy = 0;
    if (isolate_) {
      isolate_.Enter([&] {
        size = island_->size();
        for (int i = 0; i < size; i++) energy += island_->At(i)->energy();
      });
    }
    std::printf("%-12s %s: %d alive, energy %.0f, %d born, %d died, %d collected\n", name_.c_str(),
                over() ? end_.c_str() : "well", size, energy, accounts_.born, accounts_.died,
                accounts_.collected);
  }

  Island* island() const { return island_.Get(); }

 private:
  bool over() const { return !end_.empty(); }
  void Ended(std::string why) { end_ = std::move(why); }
  // A mistake of a script costs a message, its end the island.
  template <class T>
  bool Check(const hw::Result<T>& result) {
    if (result) return true;
    const hw::Error& error = result.error();
    if (error.status == HW_TERMINATED) {
      Ended(error.text);
    } else if (complaints_++ < 3) {
      std::printf("  %s: %s\n", name_.c_str(), error.text.substr(0, error.text.find('\n')).c_str());
    }
    return false;
  }

  std::string name_, end_;
  Accounts accounts_;
  int complaints_ = 0;
  hw::Isolate isolate_{nullptr};
  gc::Persistent<Island> island_;  // a root; the last field, so it goes before the isolate
};

Island* IslandOf(hw_isolate* isolate) { return PluginOf(isolate).island(); }

}  // namespace

int main(int argc, char** argv) {
  int days = 100;
  hw::Config config;
  config.host = Offer();
  std::vector<std::unique_ptr<Plugin>> plugins;
  for (int i = 1; i < argc; i++) {
    std::string path = argv[i];
    if (path == "--days" && i + 1 < argc) {
      days = std::atoi(argv[++i]);
      continue;
    }
    std::ifstream in(path, std::ios::binary);
    if (!in) {
      std::fprintf(stderr, "plugins: cannot read %s\n", argv[i]);
      return 1;
    }
    plugins.push_back(std::make_unique<Plugin>(path.substr(path.rfind('/') + 1), config));
    plugins.back()->Load({std::istreambuf_iterator<char>(in), {}});
  }
  if (plugins.empty()) {
    std::fprintf(stderr, "usage: plugins [--days N] plugin.js …\n");
    return 1;
  }
  for (int day = 0; day < days; day++) {
    for (auto& plugin : plugins) plugin->LiveADay();
  }
  for (auto& plugin : plugins) plugin->Report();
  return 0;
}
