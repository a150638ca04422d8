// Benchmarks of memory management, over the interface of memory.h. Prints one line a result: name, value,
// unit.
//
//   gc_bench [--repeat=N] [--cpu-time] [--marking=atomic|incremental|concurrent] [NAME …]
//
// The benchmarks, and sizes, are those that cppgc was measured with.
#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "memory.h"

namespace bench {
namespace {

int repeat = 3;

clockid_t clock_id = CLOCK_MONOTONIC;

double Now() {
  timespec t;
  clock_gettime(clock_id, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

uint32_t Random() {
  static uint64_t state = 88172645463325252u;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return static_cast<uint32_t>(state >> 16);
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void Print(const std::string& name, double value, const char* unit) {
  std::printf("%-28s %12.4g %s\n", name.c_str(), value, unit);
  std::fflush(stdout);
}

// The median time of `repeat` runs of body.
template <class F>
double Time(F&& body) {
  std::vector<double> times;
  for (int i = 0; i < repeat; i++) {
    double t = Now();
    body();
    times.push_back(Now() - t);
  }
  return Median(times);
}

template <class T>
void Keep(T&& value) {
  __asm__ volatile("" : : "g"(value) : "memory");
}

// ---- alloc: 20 million objects in chains of eight ----

struct Small : Object<Small> {
  void Trace(Tracer* t) const { t->Trace(a), t->Trace(b); }
  Ref<Small> a{}, b{};
  int value = 0;
};

void Allocation() {
  constexpr int kCount = 20'000'000;
  double time = Time([] {
    for (int i = 0; i < kCount; i += 8) {
      Local<Small> head{};
      for (int j = 0; j < 8; j++) {
        Local<Small> next = New<Small>();
        next->a = head;
        head = std::move(next);
      }
      Keep(Get(head));
      if constexpr (kDeletes) {
        for (Small* s = Get(head); s != nullptr;) {
          Small* next = Get(s->a);
          ::operator delete(s);
          s = next;
        }
      }
    }
  });
  Print("alloc", kCount / time / 1e6, "Mobjects/s");
  Print("alloc.sizeof", sizeof(Small), "bytes");
}

// ---- trees: binary trees of depth 18 ----

struct Tree : Object<Tree> {
  void Trace(Tracer* t) const { t->Trace(left), t->Trace(right); }
  Ref<Tree> left{}, right{};
};

Local<Tree> BottomUp(int depth) {
  if (depth == 0) return New<Tree>();
  Local<Tree> left = BottomUp(depth - 1);
  Local<Tree> right = BottomUp(depth - 1);
  Local<Tree> tree = New<Tree>();
  tree->left = left;
  tree->right = right;
  return tree;
}
int Check(Tree* tree) {
  return Get(tree->left) == nullptr ? 1 : 1 + Check(Get(tree->left)) + Check(Get(tree->right));
}
void Delete([[maybe_unused]] Tree* tree) {
  if constexpr (kDeletes) {
    if (Get(tree->left) != nullptr) {
      Delete(Get(tree->left));
      Delete(Get(tree->right));
    }
    ::operator delete(tree);
  }
}

void Trees() {
  constexpr int kDepth = 18;
  double time = Time([] {
    Local<Tree> stretch = BottomUp(kDepth + 1);
    Keep(Check(Get(stretch)));
    Delete(Get(stretch));
    stretch = {};
    Root<Tree> longest = BottomUp(kDepth);
    for (int depth = 4; depth <= kDepth; depth += 4) {
      int count = 1 << (kDepth - depth + 4);
      for (int i = 0; i < count; i++) {
        Local<Tree> tree = BottomUp(depth);
        Keep(Check(Get(tree)));
        Delete(Get(tree));
      }
    }
    Keep(Check(&*longest));
    Delete(&*longest);
  });
  Print("trees", time, "s");
}

// ---- mark: a random graph of 5 million nodes ----

#if BENCH_MEMORY <= 2
struct GraphNode : Object<GraphNode> {
  void Trace(Tracer* t) const {
    for (const auto& edge : edges) t->Trace(edge);
  }
  Ref<GraphNode> edges[4] = {};
  uint32_t value = 0;
};

void Mark() {
  constexpr int kCount = 5'000'000;
  std::vector<GraphNode*> nodes;
  nodes.reserve(kCount);
  Root<GraphNode> root{};
  Collect();
  size_t before = BytesInUse();
  double t = Now();
  GraphNode* last = nullptr;
  for (int i = 0; i < kCount; i++) {
    GraphNode* node = New<GraphNode>();
    node->edges[0] = last;
    last = node;
    nodes.push_back(node);
    if (i % 1024 == 0) root = last;  // a chain keeps all of them alive while the graph is built
  }
  root = last;
  for (GraphNode* node : nodes) {
    node->edges[1] = nodes[Random() % kCount];
    node->edges[2] = nodes[Random() % kCount];
    if (Random() % 2) node->edges[3] = nodes[Random() % kCount];
  }
  Print("mark.build", Now() - t, "s");
  nodes = {};
  double time = Time([] { Collect(); });
  Print("mark", time * 1e3, "ms");
  Print("mark.rate", kCount / time / 1e6, "Mobjects/s");
  Print("mark.object_bytes", static_cast<double>(BytesInUse() - before) / kCount, "bytes/object");
  Print("mark.space_bytes", static_cast<double>(BytesOfSpace()) / kCount, "bytes/object");
  Keep(root->value);
}
#endif

// ---- list and search: traversal ----

struct ListNode : Object<ListNode> {
  void Trace(Tracer* t) const { t->Trace(next); }
  Ref<ListNode> next{};
  uint32_t value = 1;
};

void Unchain([[maybe_unused]] std::vector<Local<ListNode>>& nodes) {
  for (auto& node : nodes) {
    node->next = nullptr;
    if constexpr (kDeletes) ::operator delete(Get(node));
  }
}

#if BENCH_MEMORY == 1
using ListVector = std::vector<ListNode*>;
#else
using ListVector = std::vector<Local<ListNode>>;
#endif

void ListTraversal() {
  constexpr int kCount = 4'000'000;
  ListVector nodes;
#if BENCH_MEMORY == 2
  GC_disable();
#elif BENCH_MEMORY == 1
  halfword::gc::NoGarbageCollectionScope scope(*heap);
#endif
  for (int i = 0; i < kCount; i++) nodes.push_back(New<ListNode>());
  for (const char* order : {"sequential", "shuffled"}) {
    if (order[1] == 'h') {
      for (size_t i = nodes.size(); i > 1; i--) std::swap(nodes[i - 1], nodes[Random() % i]);
    }
    for (size_t i = 0; i + 1 < nodes.size(); i++) nodes[i]->next = nodes[i + 1];
    nodes.back()->next = nullptr;
    double time = Time([&] {
      uint32_t sum = 0;
      for (ListNode* node = Get(nodes[0]); node != nullptr; node = Get(node->next)) sum += node->value;
      Keep(sum);
    });
    Print(std::string("list.") + order, time / kCount * 1e9, "ns/step");
  }
#if BENCH_MEMORY == 2
  GC_enable();
#else
  for (auto& node : nodes) node->next = nullptr;
#endif
}

struct SearchNode : Object<SearchNode> {
  void Trace(Tracer* t) const { t->Trace(left), t->Trace(right); }
  Ref<SearchNode> left{}, right{};
  uint32_t key = 0;
};

void Search() {
  constexpr int kCount = 4'000'000;
  Root<SearchNode> root = New<SearchNode>();
  root->key = 0x80000000u;
  std::vector<uint32_t> keys;
  double t = Now();
  for (int i = 1; i < kCount; i++) {
    uint32_t key = Random();
    keys.push_back(key);
    Ref<SearchNode>* slot = nullptr;
    for (SearchNode* node = &*root; node != nullptr;) {
      slot = key < node->key ? &node->left : &node->right;
      node = Get(*slot);
    }
    auto fresh = New<SearchNode>();
    fresh->key = key;
    *slot = fresh;
  }
  Print("search.build", Now() - t, "s");
  uint64_t steps = 0;
  double time = Time([&] {
    steps = 0;
    for (size_t i = 0; i < keys.size(); i += 4) {
      SearchNode* node = &*root;
      while (node != nullptr && node->key != keys[i]) {
        node = Get(keys[i] < node->key ? node->left : node->right);
        steps++;
      }
      Keep(node);
    }
  });
  Print("search", time / static_cast<double>(steps) * 1e9, "ns/step");
}

// ---- hashset: a set of references, hashed by the reference itself ----

#if BENCH_MEMORY <= 2
struct Key : Object<Key> {
  void Trace(Tracer*) const {}
  uint32_t value = 0;
};

struct Table : Object<Table> {
  void Trace(Tracer* t) const { t->TraceMultiple(slots(), capacity); }
  Ref<Key>* slots() const { return reinterpret_cast<Ref<Key>*>(const_cast<Table*>(this) + 1); }
  uint64_t capacity = 0;
};

class Set {
 public:
  Set() { table_ = Make(16); }
  bool Insert(Key* key) {
    if (size_ * 2 >= table_->capacity) {
      Table* old = &*table_;
      Table* bigger = Make(old->capacity * 2);
      for (size_t i = 0; i < old->capacity; i++) {
        if (old->slots()[i] != nullptr) *Find(bigger, old->slots()[i]) = old->slots()[i];
      }
      table_ = bigger;
    }
    Ref<Key>* slot = Find(&*table_, Ref<Key>(key));
    if (*slot != nullptr) return false;
    *slot = key;
    size_++;
    return true;
  }
  bool Contains(const Ref<Key>& key) { return *Find(&*table_, key) != nullptr; }

 private:
  static Table* Make(size_t capacity) {
    Table* table = NewWithRoom<Table>(capacity * sizeof(Ref<Key>));
    table->capacity = capacity;
    return table;
  }
  static Ref<Key>* Find(Table* table, const Ref<Key>& key) {
    size_t mask = table->capacity - 1;
    for (size_t i = Hash(key) >> 7 & mask;; i = (i + 1) & mask) {
      Ref<Key>* slot = table->slots() + i;
      if (*slot == nullptr || *slot == key) return slot;
    }
  }
  Root<Table> table_{};
  size_t size_ = 0;
};

struct KeyList : Object<KeyList> {
  void Trace(Tracer* t) const { t->TraceMultiple(keys(), count); }
  Ref<Key>* keys() const { return reinterpret_cast<Ref<Key>*>(const_cast<KeyList*>(this) + 1); }
  uint64_t count = 0;
};

void HashSet() {
  constexpr int kCount = 2'000'000;
  Root<KeyList> list = NewWithRoom<KeyList>(2 * kCount * sizeof(Ref<Key>));
  list->count = 2 * kCount;
  for (int i = 0; i < 2 * kCount; i++) list->keys()[i] = New<Key>();
  for (int i = 2 * kCount; i > 1; i--)
    std::swap(list->keys()[i - 1], list->keys()[Random() % static_cast<uint32_t>(i)]);
  std::vector<double> insert, hit, miss;
  for (int round = 0; round < repeat; round++) {
    Set set;
    double t = Now();
    for (int i = 0; i < kCount; i++) set.Insert(&*list->keys()[i]);
    insert.push_back(Now() - t);
    t = Now();
    size_t found = 0;
    for (int i = 0; i < kCount; i++) found += set.Contains(list->keys()[i]);
    hit.push_back(Now() - t);
    t = Now();
    for (int i = kCount; i < 2 * kCount; i++) found += set.Contains(list->keys()[i]);
    miss.push_back(Now() - t);
    if (found != kCount) std::abort();
  }
  Print("hashset.insert", kCount / Median(insert) / 1e6, "M/s");
  Print("hashset.hit", kCount / Median(hit) / 1e6, "M/s");
  Print("hashset.miss", kCount / Median(miss) / 1e6, "M/s");
}

// ---- assign: stores through the barrier ----

void Assign() {
  constexpr int kNodes = 4096;
  constexpr int kRounds = 20000;
  Root<KeyList> list = NewWithRoom<KeyList>(kNodes * sizeof(Ref<Key>));
  list->count = kNodes;
  for (int i = 0; i < kNodes; i++) list->keys()[i] = New<Key>();
  Key* a = &*list->keys()[0];
  double time = Time([&] {
    Ref<Key>* keys = list->keys();
    for (int r = 0; r < kRounds; r++) {
      for (int i = 0; i < kNodes; i++) keys[i] = a;
      Keep(keys);
    }
  });
  Print("assign.pointer", double{kNodes} * kRounds / time / 1e6, "Mstores/s");
  time = Time([&] {
    Ref<Key>* keys = list->keys();
    for (int r = 0; r < kRounds; r++) {
      for (int i = 0; i < kNodes - 1; i++) keys[i] = keys[i + 1];
      Keep(keys);
    }
  });
  Print("assign.member", double{kNodes - 1} * kRounds / time / 1e6, "Mstores/s");
}

// ---- dom: a document of a million polymorphic nodes, edited ----

struct Attribute : Object<Attribute> {
  void Trace(Tracer* t) const { t->Trace(next); }
  Ref<Attribute> next{};
  uint32_t name = 0;
  uint32_t value = 0;
};

struct Node : Object<Node> {
  virtual ~Node() = default;
  virtual void Trace(Tracer* t) const {
    t->Trace(parent), t->Trace(first), t->Trace(last), t->Trace(previous), t->Trace(next);
  }
  virtual bool IsElement() const { return false; }
  void FinalizeGarbageCollectedObject() {}
  Ref<Node> parent{}, first{}, last{}, previous{}, next{};
};
struct Element : Node {
  void Trace(Tracer* t) const override {
    Node::Trace(t);
    t->Trace(attributes);
  }
  bool IsElement() const override { return true; }
  Ref<Attribute> attributes{};
  uint32_t tag = 0;
};
struct Text : Node {
  void Trace(Tracer* t) const override { Node::Trace(t); }
  uint32_t text[4] = {};
};

void Append(Node* parent, Node* child) {
  child->parent = parent;
  child->previous = parent->last;
  child->next = nullptr;
  if (parent->last != nullptr) {
    parent->last->next = child;
  } else {
    parent->first = child;
  }
  parent->last = child;
}
void Remove(Node* child) {
  Node* parent = &*child->parent;
  if (child->previous != nullptr) {
    child->previous->next = child->next;
  } else {
    parent->first = child->next;
  }
  if (child->next != nullptr) {
    child->next->previous = child->previous;
  } else {
    parent->last = child->previous;
  }
  child->parent = nullptr;
  child->previous = nullptr;
  child->next = nullptr;
}

void Dom() {
  constexpr int kNodes = 1'000'000;
  constexpr int kEdits = 5'000'000;
  double t = Now();
  Root<Node> document = New<Element>();
  std::vector<Node*> elements{&*document};
  std::vector<Node*> leaves;
#if BENCH_MEMORY == 2
  GC_disable();
#endif
  for (int i = 1; i < kNodes; i++) {
    Node* parent = elements[Random() % elements.size()];
    Node* node;
    if (Random() % 3 != 0) {
      Element* element = New<Element>();
      node = element;
      Append(parent, node);
      for (uint32_t a = Random() % 4; a > 0; a--) {
        Attribute* attribute = New<Attribute>();
        attribute->next = element->attributes;
        element->attributes = attribute;
      }
      elements.push_back(node);
    } else {
      node = New<Text>();
      Append(parent, node);
      leaves.push_back(node);
    }
  }
#if BENCH_MEMORY == 2
  GC_enable();
#endif
  Print("dom.build", Now() - t, "s");
  Collect();
  Print("dom.object_bytes", static_cast<double>(BytesInUse()) / kNodes, "bytes/object");
  Print("dom.space_bytes", static_cast<double>(BytesOfSpace()) / kNodes, "bytes/object");
  double time = Time([&] {
    for (int i = 0; i < kEdits; i++) {
      size_t at = Random() % leaves.size();
      Node* leaf = leaves[at];
      if (i % 2 == 0) {
        Remove(leaf);
        Append(elements[Random() % elements.size()], leaf);
      } else {
        Node* fresh = New<Text>();
        Append(&*leaf->parent, fresh);
        Remove(leaf);
        leaves[at] = fresh;
      }
    }
  });
  Print("dom.edit", kEdits / time / 1e6, "Mops/s");
}

// ---- pause: a million live objects under mutation ----

struct Payload : Object<Payload> {
  void Trace(Tracer*) const {}
  uint32_t data[4] = {};
};
struct LiveNode : Object<LiveNode> {
  void Trace(Tracer* t) const { t->Trace(left), t->Trace(right), t->Trace(payload); }
  Ref<LiveNode> left{}, right{};
  Ref<Payload> payload{};
};
struct LiveTable : Object<LiveTable> {
  void Trace(Tracer* t) const { t->TraceMultiple(nodes(), count); }
  Ref<LiveNode>* nodes() const { return reinterpret_cast<Ref<LiveNode>*>(const_cast<LiveTable*>(this) + 1); }
  uint64_t count = 0;
};

void Pauses(const std::string& name, int live, int turns) {
  constexpr int kOperations = 1000;
  Root<LiveTable> table = NewWithRoom<LiveTable>(static_cast<size_t>(live) * sizeof(Ref<LiveNode>));
  table->count = static_cast<uint64_t>(live);
  for (int i = 0; i < live; i++) {
    LiveNode* node = New<LiveNode>();
    table->nodes()[i] = node;
    node->payload = New<Payload>();
    node->left = table->nodes()[Random() % static_cast<uint32_t>(i + 1)];
  }
  std::vector<double> times;
  double began = Now();
  for (int turn = 0; turn < turns; turn++) {
    double t = Now();
    for (int i = 0; i < kOperations; i++) {
      LiveNode* node = &*table->nodes()[Random() % static_cast<uint32_t>(live)];
      node->payload = New<Payload>();
      node->right = table->nodes()[Random() % static_cast<uint32_t>(live)];
    }
    times.push_back(Now() - t);
  }
  double total = Now() - began;
  std::sort(times.begin(), times.end());
  auto percentile = [&](double p) {
    return times[static_cast<size_t>(p * static_cast<double>(times.size() - 1))] * 1e3;
  };
  Print(name + ".p50", percentile(0.5), "ms/1000ops");
  Print(name + ".p99", percentile(0.99), "ms/1000ops");
  Print(name + ".p99.9", percentile(0.999), "ms/1000ops");
  Print(name + ".max", percentile(1), "ms/1000ops");
  Print(name + ".rate", double{kOperations} * turns / total / 1e6, "Mops/s");
#if BENCH_MEMORY == 1
  auto s = heap->CollectStatistics();
  Print(name + ".collections", static_cast<double>(s.collections), "");
  Print(name + ".gc_longest", static_cast<double>(s.pause_nanoseconds_longest) * 1e-6, "ms");
#endif
}
#endif

struct Benchmark {
  const char* name;
  void (*run)();
};

const Benchmark kBenchmarks[] = {
    {"alloc", Allocation},
    {"trees", Trees},
#if BENCH_MEMORY <= 2
    {"mark", Mark},
#endif
    {"list", ListTraversal},
#if BENCH_MEMORY != 4
    {"search", Search},
#endif
#if BENCH_MEMORY <= 2
    {"hashset", HashSet},
    {"assign", Assign},
    {"dom", Dom},
    {"pause", [] { Pauses("pause", 1'000'000, 20'000); }},
    {"pause1g", [] { Pauses("pause1g", 18'000'000, 20'000); }},
#endif
};

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  using namespace bench;
  std::vector<std::string> names;
  for (int i = 1; i < argc; i++) {
    std::string argument = argv[i];
    if (argument.starts_with("--repeat=")) {
      repeat = std::atoi(argv[i] + 9);
    } else if (argument == "--cpu-time") {
      clock_id = CLOCK_THREAD_CPUTIME_ID;  // on a machine that others use too
#if BENCH_MEMORY == 1
    } else if (argument == "--marking=atomic") {
      options.marking = halfword::gc::MarkingType::kAtomic;
    } else if (argument == "--marking=incremental") {
      options.marking = halfword::gc::MarkingType::kIncremental;
    } else if (argument == "--marking=concurrent") {
      options.marking = halfword::gc::MarkingType::kIncrementalAndConcurrent;
    } else if (argument.starts_with("--initial-mb=")) {
      options.initial_threshold = static_cast<size_t>(std::atoi(argv[i] + 13)) << 20;
#endif
    } else {
      names.push_back(argument);
    }
  }
  for (const Benchmark& benchmark : kBenchmarks) {
    bool wanted = names.empty() ? std::strcmp(benchmark.name, "pause1g") != 0
                                : std::find(names.begin(), names.end(), benchmark.name) != names.end();
    if (!wanted) continue;
    Run(benchmark.run);
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    Print(std::string(benchmark.name) + ".peak_rss", static_cast<double>(usage.ru_maxrss) / 1024, "MiB");
  }
}
