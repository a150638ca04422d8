// Benchmarks of memory management, over the interface of memory.h. Prints one line a
// result: name, value, unit.
//
//   gc_bench [--repeat=N] [--cpu-time] [--quick] [--marking=KIND] [--sweeping=KIND] [--generational] [NAME …]
//
// where KIND is atomic, incremental or concurrent.
// The benchmarks, and sizes, are those that cppgc was measured with. run.py builds and compares them.
#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "memory.h"

namespace bench {
namespace {

int repeat = 3;
bool quick = false;  // small sizes, to see that everything works

constexpr int kShrink = 64;
int Scaled(int count) { return quick ? count / kShrink : count; }

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
  const int count = Scaled(20'000'000);
  double time = Time([&] {
    for (int i = 0; i < count; i += 8) {
      Local<Small> head{};
      for (int j = 0; j < 8; j++) {
        Local<Small> next = New<Small>();
        next->a = head;
        head = std::move(next);
      }
      Keep(Get(head));
      if constexpr (kDeletes) {
        for (Local<Small> s = head; s != nullptr;) {
          Local<Small> next = s->a;
          Dispose(s);
          s = next;
        }
      }
    }
  });
  Print("alloc", count / time / 1e6, "Mobjects/s");
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
void Delete([[maybe_unused]] const Local<Tree>& tree) {
  if constexpr (kDeletes) {
    if (tree->left != nullptr) {
      Delete(tree->left);
      Delete(tree->right);
    }
    Dispose(tree);
  }
}

void Trees() {
  const int depth = quick ? 10 : 18;
  double time = Time([&] {
    Local<Tree> stretch = BottomUp(depth + 1);
    Keep(Check(Get(stretch)));
    Delete(stretch);
    stretch = {};
    Root<Tree> longest = BottomUp(depth);
    for (int d = 4; d <= depth; d += 2) {
      int count = 1 << (depth - d + 4);
      for (int i = 0; i < count; i++) {
        Local<Tree> tree = BottomUp(d);
        Keep(Check(Get(tree)));
        Delete(tree);
      }
    }
    Local<Tree> last = Get(longest) != nullptr ? Local<Tree>(longest) : nullptr;
    Keep(Check(Get(last)));
    Delete(last);
  });
  Print("trees", time, "s");
}

// ---- mark: a random graph of 5 million nodes ----

struct GraphNode : Object<GraphNode> {
  void Trace(Tracer* t) const {
    for (const auto& edge : edges) t->Trace(edge);
  }
  Ref<GraphNode> edges[4] = {};
  uint32_t value = 0;
};

void Mark() {
  const int count = Scaled(5'000'000);
  const uint32_t random_count = static_cast<uint32_t>(count);
  auto* nodes = new std::vector<Local<GraphNode>>;
  nodes->reserve(static_cast<size_t>(count));
  Root<GraphNode>* root = NewRoot<GraphNode>();
  Collect();
  size_t before = BytesInUse();
  double t = Now();
  Local<GraphNode> last{};
  for (int i = 0; i < count; i++) {
    Local<GraphNode> node = New<GraphNode>();
    node->edges[0] = last;
    last = node;
    nodes->push_back(node);
    if (i % 1024 == 0) *root = last;  // a chain keeps all of them alive while the graph is built
  }
  *root = last;
  for (auto& node : *nodes) {
    node->edges[1] = (*nodes)[Random() % random_count];
    node->edges[2] = (*nodes)[Random() % random_count];
    if (Random() % 2) node->edges[3] = (*nodes)[Random() % random_count];
  }
  Print("mark.build", Now() - t, "s");
#if BENCH_COLLECTS
  delete nodes;
  double time = Time([] { Collect(); });
  Print("mark", time * 1e3, "ms");
  Print("mark.rate", count / time / 1e6, "Mobjects/s");
#else
  // Kept, because a graph with cycles has no end of its own.
  before += nodes->capacity() * sizeof((*nodes)[0]);
#endif
  Print("mark.object_bytes", (static_cast<double>(BytesInUse()) - static_cast<double>(before)) / count,
        "bytes/object");
  Keep((*root)->value);
#if BENCH_COLLECTS
  Print("mark.space_bytes", static_cast<double>(BytesOfSpace()) / count, "bytes/object");
  DeleteRoot(root);
#endif
}

// ---- list and search: traversal ----

struct ListNode : Object<ListNode> {
  void Trace(Tracer* t) const { t->Trace(next); }
  Ref<ListNode> next{};
  uint32_t value = 1;
};

void ListTraversal() {
  const size_t count = static_cast<size_t>(Scaled(4'000'000));
  Slots<ListNode> nodes(count);
  for (size_t i = 0; i < count; i++) nodes[i] = New<ListNode>();
  for (const char* order : {"sequential", "shuffled"}) {
    if (order[1] == 'h') {
      for (size_t i = count; i > 1; i--) std::swap(nodes[i - 1], nodes[Random() % i]);
    }
    for (size_t i = 0; i + 1 < count; i++) nodes[i]->next = nodes[i + 1];
    nodes[count - 1]->next = nullptr;
    double time = Time([&] {
      uint32_t sum = 0;
      for (ListNode* node = Get(nodes[0]); node != nullptr; node = Get(node->next)) sum += node->value;
      Keep(sum);
    });
    Print(std::string("list.") + order, time / static_cast<double>(count) * 1e9, "ns/step");
    // The same without making a pointer of each reference.
    time = Time([&] {
      uint32_t sum = 0;
      for (Cursor<ListNode> node = CursorAt(nodes[0]); node; node = CursorAt(node->next)) sum += node->value;
      Keep(sum);
    });
    Print(std::string("list.") + order + ".cursor", time / static_cast<double>(count) * 1e9, "ns/step");
  }
  for (size_t i = 0; i < count; i++) nodes[i]->next = nullptr;
}

struct SearchNode : Object<SearchNode> {
  void Trace(Tracer* t) const { t->Trace(left), t->Trace(right); }
  Ref<SearchNode> left{}, right{};
  uint32_t key = 0;
};

void Search() {
  const int count = Scaled(4'000'000);
  Root<SearchNode> root = New<SearchNode>();
  root->key = 0x80000000u;
  std::vector<uint32_t> keys;
  double t = Now();
  for (int i = 1; i < count; i++) {
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

struct Key : Object<Key> {
  void Trace(Tracer*) const {}
  uint32_t value = 0;
};

class Set {
 public:
  bool Insert(const Ref<Key>& key) {
    if (size_ * 2 >= table_.size()) {
      Slots<Key> bigger(table_.size() * 2);
      for (size_t i = 0; i < table_.size(); i++) {
        if (table_[i] != nullptr) *Find(bigger, table_[i]) = table_[i];
      }
      table_ = std::move(bigger);
    }
    Ref<Key>* slot = Find(table_, key);
    if (*slot != nullptr) return false;
    *slot = key;
    size_++;
    return true;
  }
  bool Contains(const Ref<Key>& key) const { return *Find(table_, key) != nullptr; }

 private:
  static Ref<Key>* Find(const Slots<Key>& table, const Ref<Key>& key) {
    size_t mask = table.size() - 1;
    for (size_t i = Hash(key) >> 7 & mask;; i = (i + 1) & mask) {
      Ref<Key>* slot = table.data() + i;
      if (*slot == nullptr || *slot == key) return slot;
    }
  }
  Slots<Key> table_{16};
  size_t size_ = 0;
};

void HashSet() {
  const size_t count = static_cast<size_t>(Scaled(2'000'000));
  Slots<Key> list(2 * count);
  for (size_t i = 0; i < 2 * count; i++) list[i] = New<Key>();
  for (size_t i = 2 * count; i > 1; i--) std::swap(list[i - 1], list[Random() % i]);
  std::vector<double> insert, hit, miss;
  for (int round = 0; round < repeat; round++) {
    Set set;
    double t = Now();
    for (size_t i = 0; i < count; i++) set.Insert(list[i]);
    insert.push_back(Now() - t);
    t = Now();
    size_t found = 0;
    for (size_t i = 0; i < count; i++) found += set.Contains(list[i]);
    hit.push_back(Now() - t);
    t = Now();
    for (size_t i = count; i < 2 * count; i++) found += set.Contains(list[i]);
    miss.push_back(Now() - t);
    if (found != count) std::abort();
  }
  double millions = static_cast<double>(count) / 1e6;
  Print("hashset.insert", millions / Median(insert), "M/s");
  Print("hashset.hit", millions / Median(hit), "M/s");
  Print("hashset.miss", millions / Median(miss), "M/s");
}

// ---- assign: stores through the barrier ----

void Assign() {
  constexpr size_t kNodes = 4096;
  const int rounds = Scaled(20'000);
  Slots<Key> list(kNodes);
  for (size_t i = 0; i < kNodes; i++) list[i] = New<Key>();
  Local<Key> a = list[0];
  double time = Time([&] {
    Ref<Key>* keys = list.data();
    for (int r = 0; r < rounds; r++) {
      for (size_t i = 0; i < kNodes; i++) keys[i] = a;
      Keep(keys);
    }
  });
  Print("assign.pointer", double{kNodes} * rounds / time / 1e6, "Mstores/s");
  time = Time([&] {
    Ref<Key>* keys = list.data();
    for (int r = 0; r < rounds; r++) {
      for (size_t i = 0; i < kNodes - 1; i++) keys[i] = keys[i + 1];
      Keep(keys);
    }
  });
  Print("assign.member", double{kNodes - 1} * rounds / time / 1e6, "Mstores/s");
}

// Where the bytes in use are those of the whole process, the vectors of the benchmark are among them.
constexpr size_t kCountsVectors = BENCH_COLLECTS ? 0 : 1;

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
  Back<Node> parent{};
  Ref<Node> first{};
  Back<Node> last{}, previous{};
  Ref<Node> next{};
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

void Append(Node* parent, const Local<Node>& child) {
  child->parent = parent;
  child->previous = parent->last;
  (parent->last != nullptr ? parent->last->next : parent->first) = child;
  parent->last = Get(child);
}
Local<Node> Remove(Node* child) {
  Node* parent = Get(child->parent);
  Ref<Node>& owner = child->previous != nullptr ? child->previous->next : parent->first;
  Local<Node> removed = owner;
  (child->next != nullptr ? child->next->previous : parent->last) = child->previous;
  owner = child->next;
  child->parent = nullptr;
  child->previous = nullptr;
  child->next = nullptr;
  return removed;
}

void Dom() {
  const int nodes = Scaled(1'000'000);
  const int edits = Scaled(5'000'000);
  double t = Now();
  size_t before = BytesInUse();
  Root<Node>* document = NewRoot<Node>();
  *document = New<Element>();
  std::vector<Node*> elements{Get(*document)};
  std::vector<Node*> leaves;
  for (int i = 1; i < nodes; i++) {
    Node* parent = elements[Random() % elements.size()];
    if (Random() % 3 != 0) {
      Local<Element> element = New<Element>();
      Append(parent, element);
      for (uint32_t a = Random() % 4; a > 0; a--) {
        Local<Attribute> attribute = New<Attribute>();
        attribute->next = element->attributes;
        element->attributes = attribute;
      }
      elements.push_back(Get(element));
    } else {
      Local<Text> text = New<Text>();
      Append(parent, text);
      leaves.push_back(Get(text));
    }
  }
  Print("dom.build", Now() - t, "s");
  Collect();
  before += kCountsVectors * (elements.capacity() + leaves.capacity()) * sizeof(Node*);
  Print("dom.object_bytes", (static_cast<double>(BytesInUse()) - static_cast<double>(before)) / nodes,
        "bytes/object");
  double time = Time([&] {
    for (int i = 0; i < edits; i++) {
      size_t at = Random() % leaves.size();
      Node* leaf = leaves[at];
      if (i % 2 == 0) {
        Append(elements[Random() % elements.size()], Remove(leaf));
      } else {
        Local<Text> fresh = New<Text>();
        Append(Get(leaf->parent), fresh);
        Dispose(Remove(leaf));
        leaves[at] = Get(fresh);
      }
    }
  });
  Print("dom.edit", edits / time / 1e6, "Mops/s");
#if BENCH_COLLECTS
  DeleteRoot(document);
#endif
}

// ---- pause: many live objects under mutation ----

#if BENCH_COLLECTS
struct Payload : Object<Payload> {
  void Trace(Tracer*) const {}
  uint32_t data[4] = {};
};
struct LiveNode : Object<LiveNode> {
  void Trace(Tracer* t) const { t->Trace(left), t->Trace(right), t->Trace(payload); }
  Ref<LiveNode> left{}, right{};
  Ref<Payload> payload{};
};

void Pauses(const std::string& name, int live, int turns) {
  constexpr int kOperations = 1000;
  const size_t count = static_cast<size_t>(Scaled(live));
  turns = Scaled(turns);
  Slots<LiveNode> table(count);
  for (size_t i = 0; i < count; i++) {
    LiveNode* node = New<LiveNode>();
    table[i] = node;
    node->payload = New<Payload>();
    node->left = table[Random() % (i + 1)];
  }
  std::vector<double> times;
  double began = Now();
  for (int turn = 0; turn < turns; turn++) {
    double t = Now();
    for (int i = 0; i < kOperations; i++) {
      LiveNode* node = Get(table[Random() % count]);
      node->payload = New<Payload>();
      node->right = table[Random() % count];
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
#if BENCH_HALFWORD
  auto s = heap->CollectStatistics();
  Print(name + ".heap", static_cast<double>(s.used_bytes) / 1048576, "MiB");
  Print(name + ".collections", static_cast<double>(s.collections), "");
  Print(name + ".gc_longest", static_cast<double>(s.pause_nanoseconds_longest) * 1e-6, "ms");
#endif
}
#endif

// ---- sparse: the stores of 200,000 vectors, of which one in ten remains ----

#if BENCH_HALFWORD
struct Bag : Object<Bag> {
  void Trace(Tracer* t) const { t->Trace(words); }
  library::Vector<uint32_t> words;
};

void Sparse() {
  const size_t count = static_cast<size_t>(Scaled(200'000));
  Slots<Bag> bags(count);
  for (size_t i = 0; i < count; i++) {
    bags[i] = New<Bag>();
    bags[i]->words.resize(1 + Random() % 200);
  }
  for (size_t i = 0; i < count; i++) {
    if (Random() % 10 != 0) bags[i] = nullptr;
  }
  auto report = [](const char* name, auto&& collect) {
    double t = Now();
    collect();
    Print(std::string(name) + ".collection", (Now() - t) * 1e3, "ms");
    Print(std::string(name) + ".used", static_cast<double>(BytesOfSpace()) / 1048576, "MiB");
  };
  report("sparse", [] {  // a cycle that nobody asked for moves nothing
    heap->StartIncrementalMarking();
    heap->FinalizeMarking(library::StackState::kNoHeapPointers);
    heap->FinishSweeping();
  });
  report("sparse.evacuated", Collect);
  report("sparse.again", Collect);
  Print("sparse.live", static_cast<double>(BytesInUse()) / 1048576, "MiB");
  Print("sparse.moved", static_cast<double>(heap->CollectStatistics().moved_bytes) / 1048576, "MiB");
}
#endif

template <class Kind>
[[maybe_unused]] Kind KindOf(const std::string& name) {
  return name == "atomic"       ? Kind::kAtomic
         : name == "concurrent" ? Kind::kIncrementalAndConcurrent
                                : Kind::kIncremental;
}

struct Benchmark {
  const char* name;
  void (*run)();
};

const Benchmark kBenchmarks[] = {
    {"alloc", Allocation},
    {"trees", Trees},
    {"mark", Mark},
    {"list", ListTraversal},
    {"search", Search},
    {"hashset", HashSet},
    {"assign", Assign},
    {"dom", Dom},
#if BENCH_COLLECTS
    {"pause", [] { Pauses("pause", 1'000'000, 20'000); }},
    {"pause1g", [] { Pauses("pause1g", 25'000'000, 20'000); }},
#endif
#if BENCH_HALFWORD
    {"sparse", Sparse},
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
    } else if (argument == "--quick") {
      quick = true;
#if BENCH_HALFWORD
    } else if (argument.starts_with("--initial-mb=")) {
      options.initial_threshold = static_cast<size_t>(std::atoi(argv[i] + 13)) << 20;
    } else if (argument == "--generational") {
      options.generational = true;
#endif
#if BENCH_HALFWORD || BENCH_CPPGC
    } else if (argument.starts_with("--marking=")) {
      SetMarking(KindOf<library::Heap::MarkingType>(argument.substr(10)));
    } else if (argument.starts_with("--sweeping=")) {
      SetSweeping(KindOf<library::Heap::SweepingType>(argument.substr(11)));
#endif
    } else {
      names.push_back(argument);
    }
  }
  for (const Benchmark& benchmark : kBenchmarks) {
    if (!names.empty() && std::find(names.begin(), names.end(), benchmark.name) == names.end()) continue;
    Run(benchmark.run);
#if BENCH_HALFWORD
    Print(std::string(benchmark.name) + ".gc_time", collecting_seconds, "s");
#endif
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    Print(std::string(benchmark.name) + ".peak_rss", static_cast<double>(usage.ru_maxrss) / 1024, "MiB");
  }
}
