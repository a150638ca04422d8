#include "gc/roots/roots.h"

#include <string>

#include "base/bits.h"
#include "gc/allocation_listener.h"
#include "gc/heap_impl.h"

namespace halfword::gc {
namespace {

// Keeps memory for as many as small heaps have.
template <class T>
void Forget(std::vector<T>& entries) {
  if (entries.capacity() * sizeof(T) > 64 * KiB) entries = {};
  entries.clear();
}

}  // namespace

void RememberedSet::Begin(CageOffset end) {
  end_ = end;
  objects_.Clear();
  Forget(slots_);
}

std::vector<uint32_t> RememberedSet::Encode() const {
  std::vector<uint32_t> places;
  objects_.ForEach([&](CageOffset offset) { places.push_back(static_cast<uint32_t>(offset)); });
  for (CageOffset offset : slots_) places.push_back(static_cast<uint32_t>(offset) | 1);
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

void RememberedSet::Decode(const std::vector<uint32_t>& places) {
  for (uint32_t place : places) place & 1 ? AddSlot(place & ~uint32_t{1}) : AddObject(place);
}

void Roots::Begin(CageOffset image_end) {
  remembered_.Begin(image_end);
  Forget(prefinalizers_);
}

void Roots::TraceClient(Visitor& visitor) {
  const HeapCallbacks& callbacks = heap_.callbacks();
  if (callbacks.trace_roots != nullptr) callbacks.trace_roots(callbacks.data, visitor);
  if (AllocationListener* listener = heap_.allocator().listener(); listener != nullptr)
    listener->Trace(visitor);
}

void Roots::Trace(StackState state) {
  Marker& marker = heap_.marker();
  TraceClient(marker);
  strong_nodes_.ForEach([&](auto& node) { node.callback(node.owner, &marker, nullptr); });
  shared_strong_nodes_.ForEach([&](auto& node) { node.callback(node.owner, &marker, nullptr); });
  remembered_.ForEachObject([&](CageOffset offset) { marker.Scan(offset); });
  for (CageOffset offset : remembered_.slots()) {
    MemberBits bits = *reinterpret_cast<MemberBits*>(heap_.base() + offset);
    if (IsHeapMember(bits)) {
      marker.TraceRoot(heap_.FindObject(OffsetOf(DecompressMember(ReferenceMaskOf(heap_.base()), bits))));
    }
  }
  if (conservative_stack_ && state == StackState::kMayContainHeapPointers) ScanStack();
}

// ---- Persistents --------------------------------------------------------------------------------

void Roots::ClearPersistents() {
  auto clear = [](auto& region) {
    region.ForEach([](auto& node) { node.callback(node.owner, nullptr, nullptr); });
    region.Reset();
  };
  clear(strong_nodes_);
  clear(weak_nodes_);
  internal::PersistentRegionLock lock;
  clear(shared_strong_nodes_);
  clear(shared_weak_nodes_);
}

void Roots::ClearWeakPersistents(const LivenessBroker& broker) {
  weak_nodes_.ForEach([&](auto& node) { node.callback(node.owner, nullptr, &broker); });
}

void Roots::ClearSharedWeakPersistents(const LivenessBroker& broker) {
  shared_weak_nodes_.ForEach([&](auto& node) { node.callback(node.owner, nullptr, &broker); });
}

// ---- Prefinalizers ------------------------------------------------------------------------------

bool Roots::RunPrefinalizers(const LivenessBroker& broker) {
  size_t kept = prefinalizers_.size();
  for (size_t i = prefinalizers_.size(); i-- > 0;) {
    Prefinalizer p = prefinalizers_[i];
    heap_.cycle().client_code() = {"the prefinalizer", p.object};
    if (!p.callback(broker, p.object)) prefinalizers_[--kept] = p;
  }
  heap_.cycle().client_code() = {};
  bool ran = kept != 0;
  prefinalizers_.erase(prefinalizers_.begin(), prefinalizers_.begin() + static_cast<ptrdiff_t>(kept));
  return ran;
}

namespace {

// Nothing that lives refers to anything dead.
class LivenessVisitor final : public Visitor {
 public:
  explicit LivenessVisitor(HeapImpl& heap) : Visitor(&heap, &Visit, this), heap_(heap) {
    visits_ephemerons_ = false;  // the key of a value that is dead may be, too
  }
  void Object(CageOffset offset) {
    holder_ = offset;
    heap_.TraceObjectWith(*this, offset);
  }

 private:
  static void Visit(void* data, const TaggedBits*, CageOffset offset, Tag) {
    static_cast<LivenessVisitor*>(data)->Reference(offset);
  }
  void Reference(CageOffset offset) {
    if (offset < heap_.blocks().first_collected() || TestBit(heap_.blocks().mark_bits(), offset)) return;
    auto name = [&](CageOffset object) {
      const char* name = heap_.TypeAt(object).name;
      return std::string(name != nullptr ? name : "?");
    };
    std::string holder = holder_ == 0 ? "a Persistent" : "a " + name(holder_) + " that lives";
    std::string sentence = "a prefinalizer or weak callback has stored a reference to a dead " +
                           name(offset) + " in " + holder + ": what is dead can't be brought back";
    internal::Fatal(sentence.c_str(), __FILE__, __LINE__);
  }

  HeapImpl& heap_;
  CageOffset holder_ = 0;
};

}  // namespace

void Roots::CheckNothingIsResurrected() {
  LivenessVisitor visitor(heap_);
  strong_nodes_.ForEach([&](auto& node) { node.callback(node.owner, &visitor, nullptr); });
  {
    internal::PersistentRegionLock lock;
    shared_strong_nodes_.ForEach([&](auto& node) { node.callback(node.owner, &visitor, nullptr); });
  }
  heap_.marker().ForEachLogged([&](CageOffset offset) { visitor.Object(offset); });
}

void Roots::ForgetPrefinalizers(const void* begin, const void* end) {
  std::erase_if(prefinalizers_, [&](const Prefinalizer& p) { return p.object >= begin && p.object < end; });
}

}  // namespace halfword::gc
