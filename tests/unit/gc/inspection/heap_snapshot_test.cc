#include "halfword/gc/heap_snapshot.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>

#include "fixture.h"
#include "halfword/gc/allocation.h"
#include "halfword/gc/containers/hash_map.h"
#include "halfword/gc/cross_thread_persistent.h"
#include "halfword/gc/name_provider.h"
#include "halfword/gc/persistent.h"

namespace halfword::gc {
namespace {

class Leaf : public GarbageCollected<Leaf>, public NameProvider {
 public:
  void Trace(Visitor*) const {}
  const char* GetHumanReadableName() const override { return "a \"leaf\"\n"; }
};

class Branch : public GarbageCollected<Branch> {
 public:
  void Trace(Visitor* visitor) const {
    visitor->Trace(left);
    visitor->Trace(right);
    visitor->Trace(leaf);
    visitor->Trace(weak);
  }
  uint64_t padding = 0;
  Member<Branch> left;
  Member<Branch> right;
  Member<Leaf> leaf;
  WeakMember<Leaf> weak;
};

class HeapSnapshotTest : public ::testing::Test {
 protected:
  HeapSnapshotTest() {
    HeapOptions options;
    options.cage_size = size_t{64} << 20;
    options.conservative_stack = false;
    heap_ = Heap::Create(options, nullptr);
  }
  template <typename T>
  T* New() {
    return MakeGarbageCollected<T>(*heap_);
  }
  // A branch whose both references lead to one other, which has a leaf.
  Branch* NewFork() {
    Branch* root = New<Branch>();
    root->left = New<Branch>();
    root->right = root->left;
    root->left->leaf = New<Leaf>();
    return root;
  }

  std::unique_ptr<Heap> heap_;
};

// The file's parts: numbers of the arrays, and the strings. Just enough of a reader for
// what the writer writes.
struct File {
  std::vector<uint64_t> nodes, edges;
  std::vector<std::string> strings;
  size_t node_count = 0, edge_count = 0;

  explicit File(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(in), {}};
    node_count = Number(text, "\"node_count\":");
    edge_count = Number(text, "\"edge_count\":");
    nodes = Numbers(text, "\"nodes\":[");
    edges = Numbers(text, "\"edges\":[");
    size_t p = text.find("\"strings\":[") + 11;
    while (p < text.size() && text[p] == '"') {
      std::string s;
      for (p++; text[p] != '"'; p++) {
        s += text[p];
        if (text[p] == '\\') s += text[++p];
      }
      strings.push_back(s);
      p = text.find_first_not_of(",\n", p + 1);
    }
  }
  static uint64_t Number(const std::string& text, const char* after) {
    return std::strtoull(text.c_str() + text.find(after) + std::string(after).size(), nullptr, 10);
  }
  static std::vector<uint64_t> Numbers(const std::string& text, const char* after) {
    std::vector<uint64_t> all;
    const char* p = text.c_str() + text.find(after) + std::string(after).size();
    while (*p != ']') {
      char* end;
      all.push_back(std::strtoull(p, &end, 10));
      p = *end == ',' ? end + 1 : end;
    }
    return all;
  }
  const std::string& NameOf(size_t node) const { return strings[nodes[node * 7 + 1]]; }
  size_t Find(const std::string& name) const {
    for (size_t n = 0; n < nodes.size() / 7; n++) {
      if (NameOf(n) == name) return n;
    }
    return SIZE_MAX;
  }
  // name of the edge: target
  std::multimap<std::string, size_t> EdgesOf(size_t node) const {
    size_t first = 0;
    for (size_t n = 0; n < node; n++) first += nodes[n * 7 + 4];
    std::multimap<std::string, size_t> found;
    for (size_t e = first; e < first + nodes[node * 7 + 4]; e++) {
      bool by_index = edges[e * 3] == 1 || edges[e * 3] == 4;
      found.emplace(by_index ? std::to_string(edges[e * 3 + 1]) : strings[edges[e * 3 + 1]],
                    edges[e * 3 + 2] / 7);
    }
    return found;
  }
};

class SnapshotFile {
 public:
  SnapshotFile()
      : path_(::testing::TempDir() + "halfword_test_" + std::to_string(getpid()) + ".heapsnapshot") {}
  ~SnapshotFile() { std::remove(path_.c_str()); }
  const char* path() const { return path_.c_str(); }

 private:
  std::string path_;
};

TEST_F(HeapSnapshotTest, TheFileIsWhole) {
  SnapshotFile target;
  Persistent<Branch> root;
  heap_->Enter([&] { root = NewFork(); });
  std::string error;
  ASSERT_TRUE(WriteHeapSnapshot(*heap_, target.path(), {}, &error)) << error;
  File file(target.path());
  ASSERT_EQ(file.nodes.size(), file.node_count * 7);
  ASSERT_EQ(file.edges.size(), file.edge_count * 3);
  uint64_t edges = 0;
  std::map<uint64_t, size_t> ids;
  for (size_t n = 0; n < file.node_count; n++) {
    edges += file.nodes[n * 7 + 4];
    EXPECT_LT(file.nodes[n * 7 + 1], file.strings.size());
    EXPECT_LT(file.nodes[n * 7], 15u);
    EXPECT_EQ(ids[file.nodes[n * 7 + 2]]++, 0u) << "ids are unique";
  }
  EXPECT_EQ(edges, file.edge_count);
  for (size_t e = 0; e < file.edge_count; e++) {
    EXPECT_LT(file.edges[e * 3], 7u);
    EXPECT_EQ(file.edges[e * 3 + 2] % 7, 0u);
    EXPECT_LT(file.edges[e * 3 + 2] / 7, file.node_count);
  }
  // root, (GC roots), (Persistents), two branches and a leaf
  EXPECT_EQ(file.node_count, 6u);
  EXPECT_NE(file.Find("(Persistents)"), SIZE_MAX);
}

TEST_F(HeapSnapshotTest, ReferencesAreNamedByTheirPlace) {
  SnapshotFile target;
  Persistent<Branch> root;
  heap_->Enter([&] { root = NewFork(); });
  ASSERT_TRUE(WriteHeapSnapshot(*heap_, target.path()));
  File file(target.path());
  size_t leaf = file.Find("a \\\"leaf\\\"\\u000a");
  ASSERT_NE(leaf, SIZE_MAX) << "names are escaped";
  auto from_root = file.EdgesOf(file.EdgesOf(file.Find("(Persistents)")).find("1")->second);
  EXPECT_EQ(from_root.size(), 2u);
  std::string left = "+" + std::to_string(offsetof(Branch, left));
  std::string right = "+" + std::to_string(offsetof(Branch, right));
  ASSERT_EQ(from_root.count(left), 1u);
  ASSERT_EQ(from_root.count(right), 1u);
  EXPECT_EQ(from_root.find(left)->second, from_root.find(right)->second);
  auto from_left = file.EdgesOf(from_root.find(left)->second);
  ASSERT_EQ(from_left.size(), 1u);
  EXPECT_EQ(from_left.begin()->first, "+" + std::to_string(offsetof(Branch, leaf)));
  EXPECT_EQ(from_left.begin()->second, leaf);
}

TEST_F(HeapSnapshotTest, WhatIsNotReachedIsNotThere) {
  SnapshotFile target;
  Persistent<Branch> root;
  heap_->Enter([&] {
    root = New<Branch>();
    root->weak = New<Leaf>();
    New<Branch>()->leaf = New<Leaf>();
  });
  ASSERT_TRUE(WriteHeapSnapshot(*heap_, target.path()));
  EXPECT_EQ(File(target.path()).node_count, 4u);
}

TEST_F(HeapSnapshotTest, AnIdStaysWithItsObject) {
  SnapshotFile target;
  Persistent<Branch> root;
  heap_->Enter([&] {
    New<Branch>();
    root = New<Branch>();
  });
  auto id = [&] {
    EXPECT_TRUE(WriteHeapSnapshot(*heap_, target.path()));
    File file(target.path());
    return file.nodes[file.EdgesOf(file.Find("(Persistents)")).begin()->second * 7 + 2];
  };
  uint64_t before = id();
  heap_->CollectGarbage();
  heap_->Enter([&] { root->left = New<Branch>(); });
  EXPECT_EQ(id(), before);
}

TEST_F(HeapSnapshotTest, ASnapshotMayBeTakenWhileMarking) {
  SnapshotFile target;
  Persistent<Branch> root;
  heap_->Enter([&] {
    root = New<Branch>();
    heap_->StartIncrementalMarking();
    heap_->AdvanceMarking(1000);
    root->left = New<Branch>();
    ASSERT_TRUE(WriteHeapSnapshot(*heap_, target.path()));
    heap_->FinalizeMarking(StackState::kNoHeapPointers);
  });
  EXPECT_EQ(File(target.path()).node_count, 5u);
  EXPECT_TRUE(root->left);
}

TEST_F(HeapSnapshotTest, AFileThatCanNotBeWrittenIsReported) {
  std::string error;
  EXPECT_FALSE(WriteHeapSnapshot(*heap_, "/nowhere/at/all.heapsnapshot", {}, &error));
  EXPECT_NE(error.find("/nowhere/at/all"), std::string::npos);
}

TEST_F(HeapSnapshotTest, TheRetainingPathIsTheShortest) {
  Persistent<Branch> far;
  subtle::CrossThreadPersistent<Branch> near;
  Leaf* leaf = nullptr;
  heap_->Enter([&] {
    far = New<Branch>();
    far->left = New<Branch>();
    far->left->right = New<Branch>();
    near = New<Branch>();
    near->right = far->left->right;
    leaf = far->left->right->leaf = New<Leaf>();
  });
  auto path = FindRetainingPath(*heap_, leaf);
  ASSERT_EQ(path.size(), 4u);
  EXPECT_EQ(path[0].object, nullptr);
  EXPECT_EQ(path[0].reference.rfind("CrossThreadPersistent", 0), 0u);
  EXPECT_EQ(path[1].object, near.Get());
  EXPECT_EQ(path[2].reference, "+" + std::to_string(offsetof(Branch, right)));
  EXPECT_EQ(path[3].object, leaf);
  EXPECT_EQ(path[3].name.rfind("a \"leaf\"", 0), 0u);
  near = nullptr;
  EXPECT_EQ(FindRetainingPath(*heap_, leaf).size(), 5u);
}

TEST_F(HeapSnapshotTest, NothingKeepsWhatIsOnlyWeaklyReferredTo) {
  Persistent<Branch> root;
  Leaf* leaf = nullptr;
  heap_->Enter([&] {
    root = New<Branch>();
    leaf = New<Leaf>();
    root->weak = leaf;
  });
  EXPECT_TRUE(FindRetainingPath(*heap_, leaf).empty());
  EXPECT_EQ(DescribeRetainingPath(*heap_, leaf), "nothing keeps it\n");
}

TEST_F(HeapSnapshotTest, ThePathLeadsThroughContainers) {
  struct Owner : GarbageCollected<Owner> {
    void Trace(Visitor* visitor) const { visitor->Trace(map); }
    HashMap<uint32_t, Member<Leaf>> map;
  };
  Persistent<Owner> owner;
  Leaf* leaf = nullptr;
  heap_->Enter([&] {
    owner = New<Owner>();
    for (uint32_t i = 0; i < 100; i++) owner->map.insert(i, leaf = New<Leaf>());
  });
  auto path = FindRetainingPath(*heap_, leaf);
  ASSERT_EQ(path.size(), 4u);
  EXPECT_NE(path[2].name.find("HashStore"), std::string::npos);
  EXPECT_EQ(path[3].reference[0], '+');
}

TEST(RetainingPathTest, TheNativeStackIsARoot) {
  HeapOptions options;
  options.cage_size = size_t{64} << 20;
  auto heap = Heap::Create(options, nullptr);
  heap->Enter([&] {
    Branch* branch = MakeGarbageCollected<Branch>(*heap);
    branch->left = MakeGarbageCollected<Branch>(*heap);
    auto path = FindRetainingPath(*heap, branch->left.Get());
    ASSERT_FALSE(path.empty());
    EXPECT_EQ(path[0].reference, "Native stack");
    __asm__ volatile("" : : "r"(branch) : "memory");
  });
}

TEST(RetainingPathTest, WordsOfALanguageAreNamedByIt) {
  // A type whose objects are tagged words.
  static const TypeInfo kTypes[] = {{}, {"Words", TraceKind::kTaggedRange, 0, 0, nullptr, nullptr}};
  static TaggedBits root_word;
  HeapOptions options;
  options.cage_size = size_t{64} << 20;
  options.conservative_stack = false;
  options.types = {kTypes, 2};
  options.callbacks.trace_roots = [](void*, Visitor& visitor) { visitor.TraceTagged(root_word); };
  auto heap = Heap::Create(options, nullptr);
  SnapshotNames names;
  names.object = [](void*, const void*, SnapshotNodeInfo* info) {
    info->type = SnapshotNodeType::kObject;
    info->name = "words";
  };
  names.reference = [](void*, const void* object, const TaggedBits* slot, SnapshotEdgeInfo* info) {
    info->type = SnapshotEdgeType::kElement;
    info->index = static_cast<uint32_t>(slot - static_cast<const TaggedBits*>(object));
  };
  heap->Enter([&] {
    constexpr size_t kCell = CellSize(4 * sizeof(TaggedBits));
    auto* outer = static_cast<TaggedBits*>(heap->Allocate(TypedHeader(1, kCell), kCell));
    auto* inner = static_cast<TaggedBits*>(heap->Allocate(TypedHeader(1, kCell), kCell));
    outer[2] = Compress(inner, kOtherTag);
    root_word = Compress(outer, kOtherTag);
    auto path = FindRetainingPath(*heap, inner, names);
    ASSERT_EQ(path.size(), 3u);
    EXPECT_EQ(path[0].reference, "Client root");
    EXPECT_EQ(path[2].reference, "[2]");
    EXPECT_EQ(path[2].name.rfind("words @", 0), 0u);
    root_word = 0;
  });
}

}  // namespace
}  // namespace halfword::gc
