// Time of the same work with each kind of reference, on memory of its own: no collector takes part. Prints
// nanoseconds an operation, of this thread, the best of nine rounds.
#include <sys/mman.h>
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <vector>

#include "reference.h"

namespace choices {
namespace {

constexpr size_t kArena = size_t{1} << 30;
constexpr int kNodes = 1'000'000;
char* top;

// Returns the cage base.
uintptr_t Reserve() {
  using halfword::kCageSpan;
  using halfword::kSlotSpan;
  size_t all = 2 * kSlotSpan;
  void* p = mmap(nullptr, all, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) std::abort();
  uintptr_t slot = (reinterpret_cast<uintptr_t>(p) + kSlotSpan - 1) & ~(kSlotSpan - 1);
  top = reinterpret_cast<char*>(slot + kCageSpan);
  if (mprotect(top, kArena, PROT_READ | PROT_WRITE) != 0) std::abort();
  madvise(top, kArena, MADV_NOHUGEPAGE);
  top += 4096;
  return slot + kCageSpan;
}

// As the collector does: a header below the object, cells of 8 bytes.
template <typename T>
T* New() {
  constexpr size_t kHeader = HALFWORD_COMPRESS ? 4 : 8;
  constexpr size_t kCell = (sizeof(T) + kHeader + 7) & ~size_t{7};
  T* object = ::new (top) T();
  top += kCell;
  return object;
}

uint32_t Random() {
  static uint64_t state = 88172645463325252u;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return static_cast<uint32_t>(state >> 16);
}

double Now() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e9 * static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec);
}

uint64_t sink;

template <typename F>
void Measure(const char* name, double operations, F&& body) {
  double best = 1e99;
  for (int round = 0; round < 9; round++) {
    double t = Now();
    sink += body();
    best = std::min(best, Now() - t);
  }
  std::printf("%s %.4f\n", name, best / operations);
}

struct Tree {
  Ref<Tree> left, right;
  uint32_t key = 0;
};

__attribute__((noinline)) uint64_t Find(Tree* node, uint32_t key) {
  uint64_t steps = 0;
  while (node != nullptr && node->key != key) {
    node = (key < node->key ? node->left : node->right).Get();
    steps++;
  }
  return steps;
}

__attribute__((noinline)) uint32_t CountTree(const Tree* node) {
  return 1 + (node->left ? CountTree(node->left.Get()) : 0) +
         (node->right ? CountTree(node->right.Get()) : 0);
}

void Trees() {
  std::vector<uint32_t> keys;
  Tree* root = New<Tree>();
  root->key = 0x80000000u;
  for (int i = 1; i < kNodes; i++) {
    uint32_t key = Random();
    keys.push_back(key);
    Tree* node = root;
    for (;;) {
      Ref<Tree>& slot = key < node->key ? node->left : node->right;
      if (!slot) {
        Tree* fresh = New<Tree>();
        fresh->key = key;
        slot = fresh;
        break;
      }
      node = slot.Get();
    }
  }
  uint64_t steps = 0;
  for (size_t i = 0; i < keys.size(); i += 16) steps += Find(root, keys[i]);
  Measure("tree_search", static_cast<double>(steps), [&] {
    uint64_t sum = 0;
    for (size_t i = 0; i < keys.size(); i += 16) sum += Find(root, keys[i]);
    return sum;
  });
  Measure("tree_walk", kNodes, [&] { return CountTree(root); });
}

struct Node {
  void* virtual_table = nullptr;
  void* wrapper = nullptr;
  Ref<Node> parent, first, last, previous, next, layout, style;
  uint32_t flags = 0;
};

void Append(Node* parent, Node* child) {
  child->parent = parent;
  child->previous = parent->last;
  child->next = nullptr;
  if (parent->last) {
    parent->last->next = child;
  } else {
    parent->first = child;
  }
  parent->last = child;
}
void Remove(Node* child) {
  Node* parent = child->parent.Get();
  if (child->previous) {
    child->previous->next = child->next;
  } else {
    parent->first = child->next;
  }
  if (child->next) {
    child->next->previous = child->previous;
  } else {
    parent->last = child->previous;
  }
}

void Documents() {
  Node* root = New<Node>();
  std::vector<Node*> nodes{root};
  // Mostly in document order, as a parser makes it.
  Node* open = root;
  for (int i = 1; i < kNodes / 2; i++) {
    Node* node = New<Node>();
    Append(open, node);
    nodes.push_back(node);
    uint32_t what = Random() % 8;
    if (what < 3) {
      open = node;
    } else if (what < 6 && open != root) {
      open = open->parent.Get();
    }
  }
  Measure("dom_walk", kNodes / 2, [&] {
    uint64_t sum = 0;
    Node* n = root;
    while (n != nullptr) {
      sum += n->flags + 1;
      if (n->first) {
        n = n->first.Get();
        continue;
      }
      while (n != nullptr && !n->next) n = n->parent.Get();
      if (n != nullptr) n = n->next.Get();
    }
    return sum;
  });
  Measure("dom_edit", 200'000, [&] {
    for (int i = 0; i < 200'000; i++) {
      Node* node = nodes[1 + Random() % (nodes.size() - 1)];
      Node* parent = node->parent.Get();
      Remove(node);
      Append(parent, node);
    }
    return uint64_t{nodes.size()};
  });
}

}  // namespace
}  // namespace choices

int main() {
  halfword::CallWithCageBase(choices::Reserve(), [] {
    choices::Trees();
    choices::Documents();
  });
  return choices::sink == 1;
}
