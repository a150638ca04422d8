// The C++ surface: classes, members, persistents, mixins, finalizers.
#include <memory>

#include "fixture.h"
#include "halfword/gc/allocation.h"
#include "halfword/gc/explicit_management.h"
#include "halfword/gc/persistent.h"
#include "halfword/gc/prefinalizer.h"

namespace halfword::gc::testing {
namespace {

int g_destroyed = 0;
int g_prefinalized = 0;

class Node : public GarbageCollected<Node> {
 public:
  explicit Node(int v = 0) : value(v) {}
  void Trace(Visitor* visitor) const {
    visitor->Trace(next);
    visitor->Trace(weak);
  }
  Member<Node> next;
  WeakMember<Node> weak;
  int value;
};
#if HALFWORD_COMPRESS
static_assert(sizeof(Member<Node>) == 4 && sizeof(Node) == 12);
#endif

class WithDestructor final : public GarbageCollected<WithDestructor> {
 public:
  ~WithDestructor() { g_destroyed++; }
  void Trace(Visitor*) const {}
};

class Mixin : public GarbageCollectedMixin {
 public:
  int mixed = 7;
};

class Combined : public GarbageCollected<Combined>, public Mixin {
 public:
  void Trace(Visitor* visitor) const override {
    Mixin::Trace(visitor);
    visitor->Trace(node);
  }
  uint64_t payload = 1;
  Member<Node> node;
};

class HoldsMixin : public GarbageCollected<HoldsMixin> {
 public:
  void Trace(Visitor* visitor) const { visitor->Trace(mixin); }
  Member<Mixin> mixin;
};

class Collecting : public GarbageCollected<Collecting> {
 public:
  explicit Collecting(Heap& heap) {
    node = MakeGarbageCollected<Node>(heap, 5);
    heap.CollectGarbage();
    also = MakeGarbageCollected<Node>(heap, 6);
  }
  virtual ~Collecting() = default;
  virtual void Trace(Visitor* visitor) const {
    visitor->Trace(node);
    visitor->Trace(also);
  }
  Member<Node> node;
  Member<Node> also;
};

class alignas(16) Aligned : public GarbageCollected<Aligned> {
 public:
  void Trace(Visitor*) const {}
  char bytes[32];
};

class Prefinalized : public GarbageCollected<Prefinalized> {
  HALFWORD_USING_PRE_FINALIZER(Prefinalized, Dispose);

 public:
  void Trace(Visitor* visitor) const { visitor->Trace(node); }
  void Dispose() { g_prefinalized += node->value; }
  Member<Node> node;
};

class Table : public GarbageCollected<Table> {
 public:
  void Trace(Visitor* visitor) const {
    visitor->Trace(pair);
    visitor->RegisterWeakCallbackMethod<Table, &Table::Count>(this);
  }
  void Count(const LivenessBroker& broker) { callbacks++; }
  int callbacks = 0;
  EphemeronPair<Node, Node> pair;
};

struct Part {
  void Trace(Visitor* visitor) const { visitor->Trace(node); }
  Member<Node> node;
};
class Whole : public GarbageCollected<Whole> {
 public:
  void Trace(Visitor* visitor) const { visitor->TraceMultiple(parts, 3); }
  Part parts[3];
};

class CppTest : public GcTest {
 protected:
  void SetUp() override {
    GcTest::SetUp();
    g_destroyed = g_prefinalized = 0;
  }
  Heap& heap() { return *heap_; }
  template <typename F>
  void In(F body) {
    heap_->Enter(body);
    ScrubStack();
  }
};

TEST_F(CppTest, PersistentsAreRootsAndMembersAreFollowed) {
  Persistent<Node> root;
  In([&] {
    root = MakeGarbageCollected<Node>(heap(), 1);
    root->next = MakeGarbageCollected<Node>(heap(), 2);
    root->next->next = root.Get();
    MakeGarbageCollected<Node>(heap(), 3);
  });
  Precise();
  EXPECT_EQ(Total(), 2u);
  In([&] { EXPECT_EQ(root->next->value, 2); });
  root.Clear();
  Precise();
  EXPECT_EQ(Total(), 0u);
}

TEST_F(CppTest, WeakMembersAndWeakPersistentsAreCleared) {
  Persistent<Node> root;
  WeakPersistent<Node> weak;
  In([&] {
    root = MakeGarbageCollected<Node>(heap());
    root->weak = MakeGarbageCollected<Node>(heap());
    weak = root->weak.Get();
  });
  Precise();
  EXPECT_EQ(weak.Get(), nullptr);
  In([&] { EXPECT_EQ(root->weak, nullptr); });
  WeakPersistent<Node> alive(root);
  Precise();
  EXPECT_EQ(alive.Get(), root.Get());
}

TEST_F(CppTest, NullSentinelAndComparisons) {
#if HALFWORD_BASE_FROM_ADDRESS
  GTEST_SKIP() << "members live in the heap only";
#endif
  In([&] {
    Member<Node> null, sentinel(kSentinelPointer);
    Node* n = MakeGarbageCollected<Node>(heap());
    Member<Node> a(n), b(n), c(MakeGarbageCollected<Node>(heap()));
    EXPECT_FALSE(null);
    EXPECT_TRUE(sentinel);
    EXPECT_EQ(null, nullptr);
    EXPECT_EQ(sentinel, kSentinelPointer);
    EXPECT_EQ(null.Get(), nullptr);
    EXPECT_EQ(sentinel.Get(), static_cast<Node*>(kSentinelPointer));
    EXPECT_EQ(a, b);
    EXPECT_NE(a, c);
    EXPECT_EQ(a, n);
    EXPECT_TRUE(a < c);
    WeakMember<Node> w = a;
    EXPECT_EQ(w, a);
    a.Swap(c);
    EXPECT_EQ(c.Get(), n);
    Member<Node> moved = std::move(c);
    EXPECT_EQ(moved.Release(), n);
    EXPECT_FALSE(moved);
    EXPECT_FALSE(c);
    EXPECT_EQ(std::hash<Member<Node>>()(b), std::hash<Member<Node>>()(Member<Node>(n)));
  });
}

TEST_F(CppTest, DestructorsRunWhenTheirObjectsDie) {
  Persistent<WithDestructor> kept;
  In([&] {
    for (int i = 0; i < 50; i++) MakeGarbageCollected<WithDestructor>(heap());
    kept = MakeGarbageCollected<WithDestructor>(heap());
  });
  Precise();
  EXPECT_EQ(g_destroyed, 50);
  heap_.reset();
  EXPECT_EQ(g_destroyed, 51);
  EXPECT_EQ(kept.Get(), nullptr);
}

TEST_F(CppTest, AMixinKeepsItsWholeObjectAlive) {
  Persistent<HoldsMixin> root;
  Persistent<Mixin> direct;
  In([&] {
    root = MakeGarbageCollected<HoldsMixin>(heap());
    auto* combined = MakeGarbageCollected<Combined>(heap());
    combined->node = MakeGarbageCollected<Node>(heap(), 9);
    root->mixin = combined;
    auto* other = MakeGarbageCollected<Combined>(heap());
    direct = other;
  });
  Precise();
  EXPECT_EQ(Total(), 4u);
  In([&] { EXPECT_EQ(static_cast<Combined*>(root->mixin.Get())->node->value, 9); });
}

TEST_F(CppTest, ACollectionDuringAConstructorIsSafe) {
  Persistent<Collecting> root;
  In([&] {
    root = MakeGarbageCollected<Collecting>(heap(), heap());
    EXPECT_EQ(root->node->value, 5);
    EXPECT_EQ(root->also->value, 6);
  });
  Precise();
  EXPECT_EQ(Total(), 3u);
}

TEST_F(CppTest, AlignmentOfSixteenIsKept) {
  In([&] {
    for (int i = 0; i < 1000; i++) {
      EXPECT_EQ(reinterpret_cast<uintptr_t>(MakeGarbageCollected<Aligned>(heap())) % 16, 0u);
      if (i % 3 == 0) MakeGarbageCollected<Node>(heap());
    }
    EXPECT_EQ(
        reinterpret_cast<uintptr_t>(MakeGarbageCollected<Aligned>(heap(), AdditionalBytes(100'000))) % 16,
        0u);
    heap().CollectGarbage();
  });
}

TEST_F(CppTest, AdditionalBytesAreZero) {
  In([&] {
    auto* n = MakeGarbageCollected<Node>(heap(), AdditionalBytes(1000), 4);
    char* tail = reinterpret_cast<char*>(n + 1);
    for (int i = 0; i < 1000; i++) ASSERT_EQ(tail[i], 0);
  });
}

// What is behind an object may not be so much that the sum with its own size is small.
TEST_F(CppTest, AdditionalBytesDoNotWrap) {
  In([&] {
    auto* n = MakeGarbageCollected<Node>(heap(), AdditionalBytes(1000), 4);
    for (size_t bytes :
         {SIZE_MAX, SIZE_MAX - sizeof(Node), SIZE_MAX - sizeof(Node) - kGranule, SIZE_MAX / 2}) {
      EXPECT_EQ(TryMakeGarbageCollected<Node>(heap(), AdditionalBytes(bytes), 4), nullptr) << bytes;
      EXPECT_FALSE(subtle::Resize(*n, AdditionalBytes(bytes))) << bytes;
    }
    EXPECT_EQ(n->value, 4);
    EXPECT_TRUE(subtle::Resize(*n, AdditionalBytes(1000)));
  });
}

TEST_F(CppTest, PrefinalizersSeeTheirDeadNeighboursIntact) {
  In([&] {
    for (int i = 1; i <= 3; i++) {
      auto* p = MakeGarbageCollected<Prefinalized>(heap());
      p->node = MakeGarbageCollected<Node>(heap(), i);
    }
  });
  Precise();
  EXPECT_EQ(g_prefinalized, 6);
  Precise();
  EXPECT_EQ(g_prefinalized, 6);
}

TEST_F(CppTest, EphemeronPairsFollowTheirKeys) {
  Persistent<Table> table;
  Persistent<Node> key;
  In([&] {
    key = MakeGarbageCollected<Node>(heap());
    table = MakeGarbageCollected<Table>(heap());
    table->pair.key = key;
    table->pair.value = MakeGarbageCollected<Node>(heap(), 8);
  });
  Precise();
  EXPECT_EQ(Total(), 3u);
  In([&] { EXPECT_EQ(table->pair.value->value, 8); });
  key.Clear();
  Precise();
  EXPECT_EQ(Total(), 1u);
  In([&] { EXPECT_EQ(table->pair.value, nullptr); });
  EXPECT_EQ(table->callbacks, 2);
}

TEST_F(CppTest, PartsAreTraced) {
  Persistent<Whole> whole;
  In([&] {
    whole = MakeGarbageCollected<Whole>(heap());
    for (auto& part : whole->parts) part.node = MakeGarbageCollected<Node>(heap());
  });
  Precise();
  EXPECT_EQ(Total(), 4u);
}

TEST_F(CppTest, StatisticsNameTheClass) {
  In([&] { MakeGarbageCollected<Node>(heap()); });
  HeapStatistics s = heap_->CollectStatistics(true);
  ASSERT_EQ(s.types.size(), 1u);
  EXPECT_NE(std::string(s.types[0].name).find("Node"), std::string::npos) << s.types[0].name;
}

TEST_F(CppTest, StressDoesNotBreakAnything) {
  heap_->SetStressInterval(1);
  Persistent<Node> root;
  In([&] {
    for (int i = 0; i < 200; i++) {
      auto* n = MakeGarbageCollected<Node>(heap(), i);
      n->next = root;
      root = n;
    }
    int i = 200;
    for (Node* n = root; n != nullptr; n = n->next) EXPECT_EQ(n->value, --i);
  });
}

// ---- Many classes

// Its first object is made when there are many others.
struct Late : GarbageCollected<Late> {
  explicit Late(int v) : value(v) {}
  ~Late() { g_destroyed++; }
  void Trace(Visitor* visitor) const { visitor->Trace(next); }
  Member<Late> next;
  int value;
};

TEST_F(CppTest, AClassMayHaveALargeNumber) {
  constexpr uint32_t kMany = 16'383;  // as many as cppgc has
  while (internal::RegisterCppType({"one of many"}, {}) < kFirstCppType + kMany) {
  }
  g_destroyed = 0;
  heap().Enter([&] {
    Persistent<Late> root;
    for (int i = 0; i < 1000; i++) {
      MakeGarbageCollected<Late>(heap(), i);
      auto* late = MakeGarbageCollected<Late>(heap(), AdditionalBytes(static_cast<size_t>(i)), i);
      late->next = root;
      root = late;
    }
    EXPECT_GT(TypeIndexOf(heap().cage_base(), root.Get()), kMany);
    heap().CollectGarbage(StackState::kNoHeapPointers);
    EXPECT_EQ(g_destroyed, 1000);
    int i = 1000;
    for (Late* late = root; late != nullptr; late = late->next) {
      EXPECT_EQ(late->value, --i);
      EXPECT_EQ(heap().CellSizeOf(late), CellSize(sizeof(Late) + static_cast<size_t>(i)));
      EXPECT_STREQ(heap().TypeOf(late).name + std::strlen(heap().TypeOf(late).name) - 4, "Late");
    }
  });
}

TEST_F(CppTest, TheLastClassIsNamed) {
  EXPECT_DEATH(
      {
        for (;;) internal::RegisterCppType({"one too many"}, {});
      },
      "a process may have 32256 collected classes.*one too many");
}

}  // namespace
}  // namespace halfword::gc::testing
