// The objects that can be reached and the references between them, in breadth-first order from the roots: so
// the first reference that led to an object is the last of a shortest path.
#ifndef HALFWORD_GC_INSPECTION_HEAP_GRAPH_H_
#define HALFWORD_GC_INSPECTION_HEAP_GRAPH_H_

#include <unordered_map>
#include <vector>

#include "halfword/gc/heap.h"

namespace halfword::gc {

class HeapGraph {
 public:
  enum class RootKind : uint8_t { kPersistent, kCrossThreadPersistent, kClient, kStack, kImage };
  static constexpr int kRootKinds = 5;
  static constexpr uint32_t kNone = UINT32_MAX;
  static constexpr int32_t kUnknownPlace = INT32_MIN;

  struct Node {
    CageOffset offset;
    uint32_t first_edge;
    uint32_t edge_count;
    uint32_t reached_by;  // the first edge that led here, or kNone: it is a root's
    uint32_t root;        // then the root, else kNone
  };
  struct Edge {
    uint32_t from;
    uint32_t to;
    int32_t place;   // bytes from the object to the reference (its header is -kHeaderSize), or kUnknownPlace
    bool is_tagged;  // a tagged word, not a member
  };
  struct Root {
    RootKind kind;
    uint32_t node;
    const void* owner;  // the persistent; null for other kinds
  };

  // Stops as soon as `target`, the offset of an object, was reached; 0: never.
  explicit HeapGraph(HeapImpl& heap, CageOffset target = 0);

  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<Edge>& edges() const { return edges_; }
  const std::vector<Root>& roots() const { return roots_; }
  // kNone if the object was not reached.
  uint32_t NodeOf(CageOffset offset) const;

 private:
  class GraphVisitor;

  void Build(CageOffset target);
  void CollectRoots(GraphVisitor& visitor);
  void AddReference(const TaggedBits* slot, CageOffset offset);
  uint32_t Reach(CageOffset offset, uint32_t edge, uint32_t root);
  int32_t PlaceOfMember(CageOffset referent);

  HeapImpl& heap_;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<Root> roots_;
  std::unordered_map<CageOffset, uint32_t> index_;  // offset to node
  RootKind kind_ = RootKind::kClient;
  const void* owner_ = nullptr;
  uint32_t current_ = kNone;  // the node whose references are visited; kNone: roots are
  size_t current_size_ = 0;
  int32_t last_place_ = 0;
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_INSPECTION_HEAP_GRAPH_H_
