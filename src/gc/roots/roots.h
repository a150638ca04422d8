// What keeps objects alive besides other objects, and what else the heap knows outside of objects:
//
//   the client's roots        HeapCallbacks::trace_roots
//   persistents               four regions of nodes: strong and weak ones, of this thread and of all
//   remembered places         of the image: objects and slots that were stored to
//   stacks                    the native one and registered ranges, word by word: a word that may be a
//                             reference is one
//   prefinalizers             they keep nothing alive, and their objects stay where they are
//
// Persistents that all threads use are behind PersistentRegionLock. Everything else belongs to the thread
// that is in the heap.
#ifndef HALFWORD_GC_ROOTS_ROOTS_H_
#define HALFWORD_GC_ROOTS_ROOTS_H_

#include <algorithm>
#include <vector>

#include "gc/roots/offset_set.h"
#include "halfword/gc/heap.h"
#include "halfword/gc/internal/persistent_node.h"
#include "halfword/gc/prefinalizer.h"
#include "halfword/gc/stack.h"
#include "platform/stack.h"

namespace halfword::gc {

class LivenessBroker;

// Places in the image that may refer to objects of the heap. The image is never marked, so the barrier says
// which they are. Invariant: all lie below the end that the heap was given.
class RememberedSet {
 public:
  // `end`: of the image, 0 if there is none. Nothing is remembered.
  void Begin(CageOffset end);
  // All places, for an image and from one: the offset of an object, or that of a slot and 1.
  std::vector<uint32_t> Encode() const;
  void Decode(const std::vector<uint32_t>& places);
  // Places that are not in the image are left out.
  void AddObject(CageOffset offset) {
    if (offset < end_) objects_.Insert(offset);
  }
  void AddSlot(CageOffset offset) {
    if (offset < end_ && (slots_.empty() || slots_.back() != offset)) slots_.push_back(offset);
  }
  bool HasObject(CageOffset offset) const { return objects_.Contains(offset); }
  const std::vector<CageOffset>& slots() const { return slots_; }
  template <typename F>
  void ForEachObject(F&& body) const {
    objects_.ForEach(body);
  }

 private:
  CageOffset end_ = 0;
  OffsetSet objects_;
  std::vector<CageOffset> slots_;
};

class Roots {
 public:
  Roots(HeapImpl& heap, bool conservative_stack) : heap_(heap), conservative_stack_(conservative_stack) {}
  Roots(const Roots&) = delete;
  Roots& operator=(const Roots&) = delete;

  // Of a heap without objects of its own, on an image that ends at `image_end`, or 0. Persistents stay.
  void Begin(CageOffset image_end);

  // Gives all to the heap's marker; stacks only if the state says that they may refer to objects.
  // REQUIRES: PersistentRegionLock.
  void Trace(StackState state);
  // For visitors that don't mark: what the client traces, then, after announce(true), the native stack.
  template <typename F>
  void VisitOthers(Visitor& visitor, F&& announce) {
    suspects_ = &visitor;
    announce(false);
    TraceClient(visitor);
    announce(true);
    if (conservative_stack_) ScanStack();
    suspects_ = nullptr;
  }
  // In `body` only such words of native stacks and registered ranges count as carry the client's stamp.
  template <typename F>
  void WithStampedWordsOnly(F&& body) {
    native_words_ = Words::kStamped;
    body();
    native_words_ = Words::kAll;
  }
  // In `body` the native stack ends at this frame, or at that of such a call around this one. Frames below
  // are the collector's own and keep nothing alive. But they lie where those of the collection before have
  // lain, and in their gaps is what it saw last, or where an allocation began: an object that is dead by now,
  // and with it whatever a list has got since.
  template <typename F>
  void WithStackUpToHere(F&& body) {
    if (stack_end_ != nullptr) return body();
    struct Scope {
      Roots& roots;
      F& body;
      ~Scope() { roots.stack_end_ = nullptr; }
    } scope{*this, body};
    platform::WithSpilledRegisters(
        [](void* data, const uintptr_t* stack_pointer) {
          auto* self = static_cast<Scope*>(data);
          self->roots.stack_end_ = stack_pointer;
          self->body();
        },
        &scope);
  }
  // For code of the client that is called from there and may allocate.
  template <typename F>
  void WithWholeStack(F&& body) {
    const uintptr_t* end = stack_end_;
    stack_end_ = nullptr;
    body();
    stack_end_ = end;
  }
  void TraceClient(Visitor& visitor);
  // Which words of a stack may be references. Stamped ones have the upper half of AnnexFront::stamp.
  enum class Words : uint8_t { kAll, kStamped };
  // The words of [begin, end) may be references.
  void ScanConservatively(const uintptr_t* begin, const uintptr_t* end, Words words = Words::kAll);
  // The words of [begin, end) are tagged words, of which any may be stale.
  void ScanTagged(const TaggedBits* begin, const TaggedBits* end);
  // VisitOthers is scanning for this visitor.
  bool IsScanningFor(const Visitor& visitor) const { return suspects_ == &visitor; }

  RememberedSet& remembered() { return remembered_; }
  internal::ScannedRange*& ranges() { return ranges_; }

  // ---- Persistents ----
  internal::PersistentRegion& strong_nodes() { return strong_nodes_; }
  internal::PersistentRegion& weak_nodes() { return weak_nodes_; }
  internal::CrossThreadPersistentRegion& shared_strong_nodes() { return shared_strong_nodes_; }
  internal::CrossThreadPersistentRegion& shared_weak_nodes() { return shared_weak_nodes_; }
  size_t strong_persistents() { return strong_nodes_.NodesInUse() + shared_strong_nodes_.NodesInUse(); }
  void ClearPersistents();
  // What they refer to is dead.
  void ClearWeakPersistents(const LivenessBroker& broker);
  // REQUIRES: PersistentRegionLock.
  void ClearSharedWeakPersistents(const LivenessBroker& broker);

  // ---- Prefinalizers ----
  void AddPrefinalizer(void* object, internal::Prefinalizer callback) {
    prefinalizers_.push_back({object, callback});
  }
  // Those of dead objects, which are dropped; the last registered first. True: there were some.
  bool RunPrefinalizers(const LivenessBroker& broker);
  // They may have stored references to the dead: ends the process if a persistent, or an object that lives
  // and was stored to, has one. (What members are stored to the barrier has logged.)
  void CheckNothingIsResurrected();
  // Those of objects in [begin, end).
  void ForgetPrefinalizers(const void* begin, const void* end);
  template <typename F>
  void ForEachPrefinalizer(F&& body) const {
    for (const Prefinalizer& p : prefinalizers_) body(p.object);
  }

 private:
  struct Prefinalizer {
    void* object;
    internal::Prefinalizer callback;
  };

  // stack_scan.cc
  void ScanStack();
  void ScanStackFrom(const uintptr_t* stack_pointer);
  void ScanWords(const uintptr_t* begin, const uintptr_t* end, Words words);
  void ConsiderWord(uintptr_t word);
  void ConsiderStamped(uintptr_t word);
  void ConsiderHalf(uint32_t half);
  void ConsiderTagged(TaggedBits bits);
  void ConsiderOffset(uint64_t word);
  HALFWORD_INLINE void NoteSuspect(CageOffset offset);

  HeapImpl& heap_;
  const bool conservative_stack_;
  Words native_words_ = Words::kAll;
  const uintptr_t* stack_end_ = nullptr;  // WithStackUpToHere
  Visitor* suspects_ = nullptr;           // gets what a stack may refer to; null: the marker does
  internal::ScannedRange* ranges_ = nullptr;
  RememberedSet remembered_;
  internal::PersistentRegion strong_nodes_;
  internal::PersistentRegion weak_nodes_{true};
  internal::CrossThreadPersistentRegion shared_strong_nodes_;
  internal::CrossThreadPersistentRegion shared_weak_nodes_{true};
  std::vector<Prefinalizer> prefinalizers_;
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_ROOTS_ROOTS_H_
