// Mutates a random graph while the collector is at work, in heaps of all kinds, and checks the graph against
// what it must be.
//
//   gc_stress [--seconds=N] [--seed=N] [--marking=atomic|incremental|concurrent]
//             [--sweeping=atomic|incremental|concurrent] [--verify] [--threads=N]
//
// Each thread has a heap of its own.
//
// Nodes have a number and its check sum, so that a freed or overwritten one is noticed; a mirror in malloc
// memory says which number each slot must show. With --verify every step of the collector is followed by the
// verifier, in builds with assertions.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "halfword/gc/allocation.h"
#include "halfword/gc/containers/deque.h"
#include "halfword/gc/containers/hash_map.h"
#include "halfword/gc/containers/vector.h"
#include "halfword/gc/default_platform.h"
#include "halfword/gc/persistent.h"
#include "halfword/gc/testing.h"

namespace halfword::gc {
namespace {

// All containers keep their elements here. Heaps may take it for compactable or not.
struct StoreSpace : CustomSpace<StoreSpace> {
  static constexpr CustomSpaceIndex kSpaceIndex = 0;
  static constexpr bool kSupportsCompaction = true;
};

}  // namespace

template <typename T>
struct SpaceTrait<T, std::enable_if_t<kIsContainerStore<T>>> {
  using Space = StoreSpace;
};

namespace {

#define EXPECT(condition) \
  ((condition) ? (void)0  \
               : (std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition), std::abort()))

using Random = std::mt19937;

class Mixin : public GarbageCollectedMixin {
 public:
  void Trace(Visitor*) const override {}
  uint64_t mixed_in = 77;
};

class Node : public GarbageCollected<Node> {
 public:
  explicit Node(uint32_t n) : number(n), check(~n) {}
  void Trace(Visitor* visitor) const {
    for (const auto& edge : edges) visitor->Trace(edge);
    visitor->Trace(weak);
    visitor->Trace(pair);
    visitor->Trace(list);
    visitor->Trace(map);
    visitor->Trace(queue);
    visitor->Trace(mixin);
  }
  void Check() const { EXPECT(number == ~check); }

  const uint32_t number;
  const uint32_t check;
  Member<Node> edges[3];
  WeakMember<Node> weak;
  EphemeronPair<Node, Node> pair;
  Vector<Member<Node>> list;
  HashMap<Member<Node>, Member<Node>> map;
  Deque<Member<Node>> queue;
  Member<Mixin> mixin;
};

class Mixed final : public GarbageCollected<Mixed>, public Mixin {
 public:
  void Trace(Visitor* visitor) const override {
    Mixin::Trace(visitor);
    visitor->Trace(node);
  }
  uint64_t before = 1;
  Member<Node> node;
};

thread_local int alive_finalized = 0;
class Finalized final : public GarbageCollected<Finalized> {
 public:
  Finalized() { alive_finalized++; }
  ~Finalized() { alive_finalized--; }
  void Trace(Visitor* visitor) const { visitor->Trace(node); }
  Member<Node> node;
};

// Slots that are roots, and the numbers that their nodes must have.
class Graph {
 public:
  Graph(Heap& heap, uint32_t seed) : heap_(heap), random_(seed) {
    table_ = MakeGarbageCollected<Node>(heap_, next_number_++);
    table_->list.resize(kSlots);
    numbers_.resize(kSlots);
  }

  void Turn() {
    switch (Pick(20)) {
      case 0:
      case 1:
      case 2:
      case 3: Plant(); break;
      case 4:
      case 5: Unplant(); break;
      case 6:
      case 7:
      case 8: Rewire(); break;
      case 9: Swap(); break;
      case 10: Lists(); break;
      case 11: Maps(); break;
      case 12: Queues(); break;
      case 13: Weak(); break;
      case 14: Garbage(); break;
      case 15: Mix(); break;
      default: Walk(); break;
    }
  }
  void CheckAll() {
    for (size_t i = 0; i < kSlots; i++) CheckSlot(i);
  }

 private:
  static constexpr size_t kSlots = 2000;

  uint32_t Pick(uint32_t n) { return random_() % n; }
  Node* Slot(size_t i) { return table_->list[i].Get(); }
  Node* AnyNode() {
    Node* node = Slot(Pick(kSlots));
    return node != nullptr ? node : table_.Get();
  }
  Node* NewNode() {
    if (Pick(30'000) == 0) Evacuate();
    return MakeGarbageCollected<Node>(heap_, next_number_++);
  }
  // In the middle of something: what the stack refers to stays.
  void Evacuate() {
    testing::StandaloneTestingHeap(heap_).ForceCompactionForNextGarbageCollection();
    heap_.CollectGarbage();
  }
  void CheckSlot(size_t i) {
    Node* node = Slot(i);
    EXPECT((node != nullptr) == (numbers_[i] != 0));
    if (node == nullptr) return;
    node->Check();
    EXPECT(node->number == numbers_[i]);
  }

  void Plant() {
    size_t i = Pick(kSlots);
    Node* node = NewNode();
    node->edges[0] = AnyNode();
    node->edges[1] = Slot(i);
    table_->list[i] = node;
    numbers_[i] = node->number;
  }
  void Unplant() {
    size_t i = Pick(kSlots);
    if (Slot(i) != nullptr) AnyNode()->edges[Pick(3)] = Slot(i)->edges[0];
    table_->list[i] = nullptr;
    numbers_[i] = 0;
  }
  void Rewire() {
    Node* from = AnyNode();
    Node* to = AnyNode();
    from->edges[Pick(3)] = to->edges[Pick(3)];
    if (Pick(4) == 0) from->edges[Pick(3)] = nullptr;
  }
  void Swap() {
    size_t i = Pick(kSlots), j = Pick(kSlots);
    table_->list[i].Swap(table_->list[j]);
    std::swap(numbers_[i], numbers_[j]);
  }
  void Lists() {
    Node* node = AnyNode();
    if (node == table_) return;
    switch (Pick(6)) {
      case 0: node->list.clear(); break;
      case 1: node->list.resize(Pick(5000)); break;
      case 2: node->list.shrink_to_fit(); break;
      default:
        for (uint32_t n = Pick(30); n != 0; n--) node->list.push_back(n % 2 == 0 ? NewNode() : AnyNode());
    }
    for (const auto& element : node->list) {
      if (element) element->Check();
    }
  }
  void Maps() {
    Node* node = AnyNode();
    if (Pick(50) == 0) node->map.clear();
    for (uint32_t n = Pick(20); n != 0; n--) node->map.insert_or_assign(AnyNode(), NewNode());
    for (uint32_t n = Pick(20); n != 0; n--) node->map.erase(AnyNode());
    for (auto entry : node->map) {
      entry.key->Check();
      entry.value->Check();
    }
  }
  void Queues() {
    Node* node = AnyNode();
    for (uint32_t n = Pick(20); n != 0; n--) node->queue.push_back(NewNode());
    for (uint32_t n = Pick(22); n != 0 && !node->queue.empty(); n--) {
      node->queue.front()->Check();
      node->queue.pop_front();
    }
  }
  void Weak() {
    Node* node = AnyNode();
    if (node->weak) node->weak->Check();
    node->weak = Pick(2) == 0 ? AnyNode() : NewNode();
    if (node->pair.key) {
      node->pair.key->Check();
      if (node->pair.value) node->pair.value->Check();
    }
    // A value is kept by its key only, so both are made before either is stored.
    Node* value = NewNode();
    value->edges[0] = AnyNode();
    Node* key = Pick(2) == 0 ? AnyNode() : NewNode();
    node->pair.key = key;
    node->pair.value = value;
  }
  void Garbage() {
    for (uint32_t n = Pick(200); n != 0; n--) NewNode()->edges[0] = AnyNode();
    for (uint32_t n = Pick(5); n != 0; n--) MakeGarbageCollected<Finalized>(heap_)->node = AnyNode();
  }
  void Mix() {
    Node* node = AnyNode();
    if (node->mixin) EXPECT(node->mixin->mixed_in == 77);
    Mixed* mixed = MakeGarbageCollected<Mixed>(heap_);
    mixed->node = AnyNode();
    node->mixin = mixed;
  }
  void Walk() {
    CheckSlot(Pick(kSlots));
    Node* node = AnyNode();
    for (int i = 0; i < 40 && node != nullptr; i++) {
      node->Check();
      node = node->edges[Pick(3)];
    }
  }

  Heap& heap_;
  Random random_;
  Persistent<Node> table_;
  std::vector<uint32_t> numbers_;
  uint32_t next_number_ = 1;
};

struct Arguments {
  double seconds = 10;
  uint32_t seed = 1;
  std::string marking;   // empty: all in turn
  std::string sweeping;  // likewise
  bool verify = false;
  uint32_t threads = 1;
};

void Round(const Arguments& arguments, uint32_t seed, const std::shared_ptr<Platform>& platform, double end) {
  Random random(seed);
  HeapOptions options;
  options.cage_size = size_t{256} << 20;
  options.initial_threshold = size_t{1} << (16 + random() % 6);
  options.step_microseconds = 1u << (random() % 10);
  options.verify = arguments.verify;
  options.platform = platform;
  options.custom_spaces = 1;
  options.compactable_spaces = random() % 2;
  const char* kinds[] = {"incremental", "concurrent", "concurrent", "atomic"};
  options.generational = random() % 3 == 0;
  std::string marking = arguments.marking.empty() ? kinds[random() % 4] : arguments.marking;
  if (marking == "atomic") options.marking = MarkingType::kAtomic;
  if (marking == "concurrent") {
    options.marking = MarkingType::kIncrementalAndConcurrent;
  }
  std::string sweeping = arguments.sweeping.empty() ? kinds[random() % 4] : arguments.sweeping;
  if (sweeping == "atomic") options.sweeping = SweepingType::kAtomic;
  if (sweeping == "concurrent") options.sweeping = SweepingType::kIncrementalAndConcurrent;
  if (!options.generational && (random() % 3 == 0 || arguments.verify)) {
    options.stress_interval = 1 + random() % 300;
    options.stress_kind = StressKind::kStep;
  }
  std::string error;
  auto heap = Heap::Create(options, &error);
  if (heap == nullptr) {
    std::fprintf(stderr, "%s\n", error.c_str());
    std::exit(1);
  }
  uint64_t turns = 0;
  heap->Enter([&] {
    Graph graph(*heap, seed);
    double now = platform->MonotonicallyIncreasingTime();
    double round_end = std::min(end, now + 3);
    do {
      for (int i = 0; i < 1000; i++) graph.Turn();
      turns += 1000;
      if (random() % 50 == 0) heap->CollectGarbage();
      if (random() % 10 == 0) heap->CollectMinor();
      graph.CheckAll();
    } while (platform->MonotonicallyIncreasingTime() < round_end);
  });
  HeapStatistics s = heap->CollectStatistics();
  std::printf(
      "seed %u marking %s, sweeping %s%s: %llu turns, %llu collections (%llu minor), %llu steps, %zu KiB "
      "live, %zu KiB "
      "moved\n",
      seed, marking.c_str(), sweeping.c_str(), options.generational ? ", generational" : "",
      (unsigned long long)turns, (unsigned long long)s.collections, (unsigned long long)s.minor_collections,
      (unsigned long long)s.steps, s.live_bytes >> 10, static_cast<size_t>(s.moved_bytes) >> 10);
  std::fflush(stdout);
  heap.reset();
  EXPECT(alive_finalized == 0);
}

}  // namespace
}  // namespace halfword::gc

int main(int argc, char** argv) {
  using namespace halfword::gc;
  Arguments arguments;
  for (int i = 1; i < argc; i++) {
    std::string argument = argv[i];
    size_t equals = argument.find('=');
    std::string value = equals == std::string::npos ? "" : argument.substr(equals + 1);
    if (argument.starts_with("--seconds=")) {
      arguments.seconds = std::atof(value.c_str());
    } else if (argument.starts_with("--seed=")) {
      arguments.seed = static_cast<uint32_t>(std::atoi(value.c_str()));
    } else if (argument.starts_with("--marking=")) {
      arguments.marking = value;
    } else if (argument.starts_with("--sweeping=")) {
      arguments.sweeping = value;
    } else if (argument.starts_with("--threads=")) {
      arguments.threads = static_cast<uint32_t>(std::atoi(value.c_str()));
    } else if (argument == "--verify") {
      arguments.verify = true;
    } else {
      std::fprintf(stderr,
                   "usage: gc_stress [--seconds=N] [--seed=N] [--marking=KIND] [--sweeping=KIND] [--verify] "
                   "[--threads=N]\n");
      return 2;
    }
  }
  auto platform = std::make_shared<DefaultPlatform>(2);
  double end = platform->MonotonicallyIncreasingTime() + arguments.seconds;
  std::vector<std::thread> threads;
  for (uint32_t t = 0; t < arguments.threads; t++) {
    threads.emplace_back([&, t] {
      uint32_t seed = arguments.seed + t;
      do {
        Round(arguments, seed, platform, end);
        seed += arguments.threads;
      } while (platform->MonotonicallyIncreasingTime() < end);
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::printf("ok\n");
}
