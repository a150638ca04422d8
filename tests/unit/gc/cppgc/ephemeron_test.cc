// Ephemerons: a value lives while its key does, and the pair's owner.
#include <vector>

#include "cppgc/ephemeron-pair.h"
#include "fixture.h"

namespace {

class Node : public cppgc::GarbageCollected<Node> {
 public:
  explicit Node(Node* to = nullptr) : next(to) {}
  void Trace(cppgc::Visitor* visitor) const { visitor->Trace(next); }
  cppgc::Member<Node> next;
};
class KeyMixin : public cppgc::GarbageCollectedMixin {
 public:
  int key = 0;
};
class KeyObject : public cppgc::GarbageCollected<KeyObject>, public KeyMixin {
 public:
  void Trace(cppgc::Visitor* visitor) const override { KeyMixin::Trace(visitor); }
};

template <typename K = Node, typename V = Node>
class Table : public cppgc::GarbageCollected<Table<K, V>> {
 public:
  void Trace(cppgc::Visitor* visitor) const {
    for (const auto& pair : pairs) visitor->Trace(pair);
  }
  cppgc::EphemeronPair<K, V> pairs[4];
};

using EphemeronTest = CppgcTest;

TEST_F(EphemeronTest, TheKeyKeepsTheValue) {
  cppgc::Persistent<Table<>> table = Make<Table<>>();
  cppgc::Persistent<Node> key = Make<Node>();
  table->pairs[0].key = key;
  table->pairs[0].value = Make<Node>(Make<Node>());
  cppgc::WeakPersistent<Node> value = table->pairs[0].value, further = value->next;
  Precise();
  EXPECT_TRUE(value);
  EXPECT_TRUE(further);
  key.Clear();
  Precise();
  EXPECT_FALSE(value);
  EXPECT_FALSE(further);
  EXPECT_FALSE(table->pairs[0].key);
  EXPECT_FALSE(table->pairs[0].value);
}

TEST_F(EphemeronTest, TheValueDoesNotKeepTheKey) {
  cppgc::Persistent<Table<>> table = Make<Table<>>();
  cppgc::Persistent<Node> value = Make<Node>();
  table->pairs[0].key = Make<Node>();
  table->pairs[0].value = value;
  Precise();
  EXPECT_FALSE(table->pairs[0].key);
  EXPECT_FALSE(table->pairs[0].value);
}

TEST_F(EphemeronTest, AValueThatLeadsToItsKeyDoesNotKeepIt) {
  cppgc::Persistent<Table<>> table = Make<Table<>>();
  Node* key = Make<Node>();
  table->pairs[0].key = key;
  table->pairs[0].value = Make<Node>(key);
  cppgc::WeakPersistent<Node> weak = key;
  key = nullptr;
  Precise();
  EXPECT_FALSE(weak);
}

TEST_F(EphemeronTest, ADeadTableKeepsNothing) {
  cppgc::Persistent<Node> key = Make<Node>();
  auto* table = Make<Table<>>();
  table->pairs[0].key = key;
  table->pairs[0].value = Make<Node>();
  cppgc::WeakPersistent<Node> value = table->pairs[0].value;
  table = nullptr;
  Precise();
  EXPECT_FALSE(value);
}

TEST_F(EphemeronTest, ChainsAreFollowedInAnyOrder) {
  cppgc::Persistent<Table<>> table = Make<Table<>>();
  cppgc::Persistent<Node> first = Make<Node>();
  Node* keys[5] = {first};
  for (int i = 1; i < 5; i++) keys[i] = Make<Node>();
  for (int i = 0; i < 4; i++) {
    table->pairs[3 - i].key = keys[i];
    table->pairs[3 - i].value = keys[i + 1];
  }
  cppgc::WeakPersistent<Node> last = keys[4];
  Precise();
  EXPECT_TRUE(last);
  first.Clear();
  Precise();
  EXPECT_FALSE(last);
  for (auto& pair : table->pairs) EXPECT_FALSE(pair.key);
}

TEST_F(EphemeronTest, AMixinIsAKeyAndAValue) {
  cppgc::Persistent<Table<KeyMixin, KeyMixin>> table = Make<Table<KeyMixin, KeyMixin>>();
  cppgc::Persistent<KeyObject> key = Make<KeyObject>();
  table->pairs[0].key = key;
  table->pairs[0].value = Make<KeyObject>();
  cppgc::WeakPersistent<KeyMixin> value = table->pairs[0].value;
  Precise();
  EXPECT_TRUE(value);
  key.Clear();
  Precise();
  EXPECT_FALSE(value);
}

TEST_F(EphemeronTest, EmptyPairsAreHarmless) {
  cppgc::Persistent<Table<>> table = Make<Table<>>();
  table->pairs[0].key = Make<Node>();
  table->pairs[1].value = Make<Node>();
  cppgc::WeakPersistent<Node> value = table->pairs[1].value;
  Precise();
  EXPECT_FALSE(table->pairs[0].key);
  Precise();
}

class CollectsWhileMade : public cppgc::GarbageCollected<CollectsWhileMade> {
 public:
  template <typename F>
  explicit CollectsWhileMade(F&& body) {
    body(this);
  }
  void Trace(cppgc::Visitor*) const {}
};
TEST_F(EphemeronTest, AKeyUnderConstructionIsAlive) {
  cppgc::Persistent<Table<CollectsWhileMade, Node>> table = Make<Table<CollectsWhileMade, Node>>();
  cppgc::WeakPersistent<Node> value;
  auto* key = Make<CollectsWhileMade>([&](CollectsWhileMade* self) {
    table->pairs[0].key = self;
    table->pairs[0].value = Make<Node>();
    value = table->pairs[0].value;
    Conservative();
    EXPECT_TRUE(value);
  });
  EXPECT_EQ(table->pairs[0].key, key);
}

// ---- Keys and values kept apart, and values that are no references

struct Values {
  void Trace(cppgc::Visitor* visitor) const {
    visitor->Trace(first);
    visitor->Trace(second);
  }
  cppgc::Member<Node> first;
  cppgc::Member<Node> second;
};
class Apart : public cppgc::GarbageCollected<Apart> {
 public:
  void Trace(cppgc::Visitor* visitor) const {
    visitor->TraceEphemeron(key, &values);
    visitor->TraceEphemeron(key, &single);
    visitor->RegisterWeakCallbackMethod<Apart, &Apart::Process>(this);
  }
  void Process(const cppgc::LivenessBroker& broker) {
    if (broker.IsHeapObjectAlive(key)) return;
    key = nullptr;
    values = {};
    single = nullptr;
  }
  cppgc::WeakMember<Node> key;
  Values values;
  cppgc::Member<Node> single;
};
TEST_F(EphemeronTest, AValueMayBeAnyPart) {
  cppgc::Persistent<Apart> apart = Make<Apart>();
  cppgc::Persistent<Node> key = Make<Node>();
  apart->key = key;
  apart->values.first = Make<Node>();
  apart->values.second = Make<Node>();
  apart->single = Make<Node>();
  std::vector<cppgc::WeakPersistent<Node>> all;
  for (auto* member : {&apart->values.first, &apart->values.second, &apart->single})
    all.emplace_back(*member);
  Precise();
  for (auto& weak : all) EXPECT_TRUE(weak);
  key.Clear();
  Precise();
  for (auto& weak : all) EXPECT_FALSE(weak);
}

}  // namespace
