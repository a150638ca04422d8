#include "gc/inspection/heap_graph.h"

#include "gc/heap_impl.h"
#include "halfword/gc/visitor.h"

namespace halfword::gc {
namespace {

// From the last member found on, this far: objects are traced in the order of their fields, mostly.
constexpr size_t kSearchedBytes = 4096;

}  // namespace

class HeapGraph::GraphVisitor final : public Visitor {
 public:
  explicit GraphVisitor(HeapGraph* graph)
      : Visitor(
            &graph->heap_,
            [](void* data, const TaggedBits* slot, CageOffset offset, Tag) {
              static_cast<HeapGraph*>(data)->AddReference(slot, offset);
            },
            graph) {}
};

HeapGraph::HeapGraph(HeapImpl& heap, CageOffset target) : heap_(heap) {
  if (CageBase() == heap.base()) {
    Build(target);
  } else {
    CallWithCageBase(heap.base(), [&] { Build(target); });
  }
}

uint32_t HeapGraph::NodeOf(CageOffset offset) const {
  auto found = index_.find(offset);
  return found != index_.end() ? found->second : kNone;
}

void HeapGraph::Build(CageOffset target) {
  GraphVisitor visitor(this);
  CollectRoots(visitor);
  for (uint32_t n = 0; n < nodes_.size(); n++) {
    if (target != 0 && NodeOf(target) != kNone) return;
    CageOffset offset = nodes_[n].offset;
    nodes_[n].first_edge = static_cast<uint32_t>(edges_.size());
    Header header = HeaderOf(static_cast<const void*>(heap_.ObjectAt(offset)));
    // Of an object whose constructor is running nothing is known but what it is.
    if (IsShapedHeader(header) || (header & kInConstructionFlag) == 0) {
      current_ = n;
      current_size_ = heap_.ObjectSizeAt(offset);
      last_place_ = -static_cast<int32_t>(sizeof(MemberBits));
      heap_.TraceObjectWith(visitor, offset);
    }
    nodes_[n].edge_count = static_cast<uint32_t>(edges_.size()) - nodes_[n].first_edge;
  }
}

void HeapGraph::CollectRoots(GraphVisitor& visitor) {
  auto persistents = [&](auto& region, RootKind kind) {
    kind_ = kind;
    region.ForEach([&](auto& node) {
      owner_ = node.owner;
      node.callback(node.owner, &visitor, nullptr);
    });
    owner_ = nullptr;
  };
  persistents(heap_.roots().strong_nodes(), RootKind::kPersistent);
  {
    internal::PersistentRegionLock lock;
    persistents(heap_.roots().shared_strong_nodes(), RootKind::kCrossThreadPersistent);
  }
  heap_.roots().VisitOthers(visitor,
                            [&](bool stack) { kind_ = stack ? RootKind::kStack : RootKind::kClient; });
  kind_ = RootKind::kImage;
  heap_.roots().remembered().ForEachObject([&](CageOffset offset) { AddReference(nullptr, offset); });
}

void HeapGraph::AddReference(const TaggedBits* slot, CageOffset offset) {
  if (offset == 0) return;
  if (current_ == kNone) {
    uint32_t root = static_cast<uint32_t>(roots_.size());
    uint32_t node = Reach(offset, kNone, root);
    roots_.push_back({kind_, node, owner_});
    return;
  }
  const char* object = static_cast<const char*>(heap_.ObjectAt(nodes_[current_].offset));
  int32_t place = slot != nullptr ? static_cast<int32_t>(reinterpret_cast<const char*>(slot) - object)
                                  : PlaceOfMember(offset);
  uint32_t edge = static_cast<uint32_t>(edges_.size());
  uint32_t node = Reach(offset, edge, kNone);
  edges_.push_back({current_, node, place, slot != nullptr});
}

uint32_t HeapGraph::Reach(CageOffset offset, uint32_t edge, uint32_t root) {
  auto [entry, is_new] = index_.try_emplace(offset, static_cast<uint32_t>(nodes_.size()));
  if (is_new) nodes_.push_back({offset, 0, 0, edge, root});
  return entry->second;
}

// Trace methods say what is referred to, not from where. References to a base class in the middle of an
// object are not found.
int32_t HeapGraph::PlaceOfMember(CageOffset referent) {
  const char* object = static_cast<const char*>(heap_.ObjectAt(nodes_[current_].offset));
  MemberBits wanted = CompressMember(heap_.ObjectAt(referent));
  constexpr int32_t kStep = sizeof(MemberBits);
  int32_t size = static_cast<int32_t>(std::min<size_t>(current_size_, INT32_MAX));
  int32_t end = static_cast<int32_t>(
      std::min<size_t>(current_size_, static_cast<size_t>(last_place_ + kStep) + kSearchedBytes));
  auto search = [&](int32_t from, int32_t to) {
    for (int32_t place = from; place + kStep <= to; place += kStep) {
      if (*reinterpret_cast<const MemberBits*>(object + place) == wanted) return last_place_ = place, true;
    }
    return false;
  };
  if (search(last_place_ + kStep, end)) return last_place_;
  if (search(0, std::min<int32_t>(size, kSearchedBytes))) return last_place_;
  return kUnknownPlace;
}

}  // namespace halfword::gc
