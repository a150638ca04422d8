// The library under the names of cppgc, so that sources written for it compile unchanged with this folder's
// parent on the include path. One heap a thread: creating it makes it the thread's.
#ifndef HALFWORD_GC_CPPGC_INTERNAL_SURFACE_H_
#define HALFWORD_GC_CPPGC_INTERNAL_SURFACE_H_

#include <memory>
#include <optional>
#include <vector>

#include "halfword/gc/allocation.h"
#include "halfword/gc/persistent.h"
#include "halfword/gc/prefinalizer.h"

namespace cppgc {

using halfword::gc::AdditionalBytes;
using halfword::gc::AllocationHandle;
using halfword::gc::EphemeronPair;
using halfword::gc::GarbageCollected;
using halfword::gc::GarbageCollectedMixin;
using halfword::gc::HeapHandle;
using halfword::gc::IsAnyMemberTypeV;
using halfword::gc::IsCompleteV;
using halfword::gc::IsGarbageCollectedMixinTypeV;
using halfword::gc::IsGarbageCollectedOrMixinTypeV;
using halfword::gc::IsGarbageCollectedTypeV;
using halfword::gc::IsGarbageCollectedWithMixinTypeV;
using halfword::gc::IsMemberOrWeakMemberTypeV;
using halfword::gc::IsMemberTypeV;
using halfword::gc::IsUntracedMemberTypeV;
using halfword::gc::IsWeakMemberTypeV;
using halfword::gc::IsWeakV;
using halfword::gc::kSentinelPointer;
using halfword::gc::LivenessBroker;
using halfword::gc::MakeGarbageCollected;
using halfword::gc::MakeGarbageCollectedTrait;
using halfword::gc::MakeGarbageCollectedTraitBase;
using halfword::gc::Member;
using halfword::gc::NameProvider;
using halfword::gc::Persistent;
using halfword::gc::PostConstructionCallbackTrait;
using halfword::gc::TraceCallback;
using halfword::gc::TraceTrait;
using halfword::gc::UntracedMember;
using halfword::gc::Visitor;
using halfword::gc::WeakCallback;
using halfword::gc::WeakMember;
using halfword::gc::WeakPersistent;

enum class EmbedderStackState { kMayContainHeapPointers, kNoHeapPointers };

namespace internal {
using halfword::gc::internal::BasicMember;
using halfword::gc::internal::BasicPersistent;
using halfword::gc::internal::SentinelPointer;
}  // namespace internal

namespace subtle {
using halfword::gc::NoGarbageCollectionScope;
}

// The collector needs no services of the embedder.
class Platform {
 public:
  virtual ~Platform() = default;
};
class DefaultPlatform : public Platform {
 public:
  explicit DefaultPlatform(int thread_pool_size = 0) {}
};
inline bool IsInitialized() { return true; }
template <typename PageAllocator = void>
void InitializeProcess(PageAllocator* = nullptr, size_t desired_heap_size = 0) {}
inline void ShutdownProcess() {}

class Heap {
 public:
  using StackState = EmbedderStackState;
  enum class StackSupport { kSupportsConservativeStackScan, kNoConservativeStackScan };
  enum class MarkingType { kAtomic, kIncremental, kIncrementalAndConcurrent };
  using SweepingType = MarkingType;
  struct ResourceConstraints {
    size_t initial_heap_size_bytes = 0;
  };
  struct HeapOptions {
    static HeapOptions Default() { return {}; }
    StackSupport stack_support = StackSupport::kSupportsConservativeStackScan;
    MarkingType marking_support = MarkingType::kIncrementalAndConcurrent;
    SweepingType sweeping_support = SweepingType::kIncrementalAndConcurrent;
    ResourceConstraints resource_constraints;
  };

  static std::unique_ptr<Heap> Create(std::shared_ptr<Platform> platform,
                                      HeapOptions options = HeapOptions::Default()) {
    halfword::gc::HeapOptions o;
    if (options.resource_constraints.initial_heap_size_bytes != 0) {
      o.initial_threshold = options.resource_constraints.initial_heap_size_bytes;
    }
    o.conservative_stack = options.stack_support == StackSupport::kSupportsConservativeStackScan;
    std::string error;
    auto heap = halfword::gc::Heap::Create(o, &error);
    if (heap == nullptr) halfword::gc::internal::Fatal(error.c_str(), __FILE__, __LINE__);
    heap->AttachToThread();
    return std::unique_ptr<Heap>(new Heap(static_cast<std::unique_ptr<halfword::gc::Heap>&&>(heap)));
  }
  ~Heap() {
    heap_.reset();
    halfword::gc::Heap::DetachFromThread();
  }

  void ForceGarbageCollectionSlow(const char* source, const char* reason,
                                  StackState state = StackState::kMayContainHeapPointers) {
    heap_->ForceGarbageCollectionSlow(source, reason,
                                      state == StackState::kMayContainHeapPointers
                                          ? halfword::gc::StackState::kMayContainHeapPointers
                                          : halfword::gc::StackState::kNoHeapPointers);
  }
  AllocationHandle& GetAllocationHandle() { return *heap_; }
  HeapHandle& GetHeapHandle() { return *heap_; }

 private:
  explicit Heap(std::unique_ptr<halfword::gc::Heap> heap)
      : heap_(static_cast<std::unique_ptr<halfword::gc::Heap>&&>(heap)) {}
  std::unique_ptr<halfword::gc::Heap> heap_;
};

}  // namespace cppgc

#define CPPGC_USING_PRE_FINALIZER HALFWORD_USING_PRE_FINALIZER
#if defined(__clang__)
#define CPPGC_STACK_ALLOCATED()                            \
 public:                                                   \
  using IsStackAllocatedTypeMarker [[maybe_unused]] = int; \
                                                           \
 private:                                                  \
  void* operator new(size_t) = delete;                     \
  void* operator new(size_t, void*) = delete;              \
  static_assert(true, "ask for a semicolon")
#else
#define CPPGC_STACK_ALLOCATED() static_assert(true, "ask for a semicolon")
#endif
#define CPPGC_STACK_ALLOCATED_IGNORE(reason)
#define CPPGC_PLUGIN_IGNORE(reason)

#endif  // HALFWORD_GC_CPPGC_INTERNAL_SURFACE_H_
