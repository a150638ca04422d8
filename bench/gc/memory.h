// The thin interface between the benchmarks and what manages their memory. BENCH_MEMORY chooses it:
//   1 Halfword's collector · 2 Boehm's collector · 3 std::shared_ptr · 4 new and delete · 5 cppgc
//
//   Object<T>   base of every class; it has a Trace(Tracer*) const that names its references
//   Ref<T>      a reference from one object to another        Back<T>      one to an object that has this one
//   Root<T>     a reference from a local variable that lasts  Local<T>     from any other local variable
//   NewRoot<T>  one that lives until DeleteRoot, for what must not end with a function
//   New<T>(…)   makes an object                               Dispose(l)   what l refers to is not used again
//   Cursor<T>   a reference from a local variable in the form that Ref<T> has, for walks
//   Slots<T>    an array of Ref<T>                            Run(body)    runs the benchmark
#ifndef HALFWORD_BENCH_GC_MEMORY_H_
#define HALFWORD_BENCH_GC_MEMORY_H_

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

#define BENCH_HALFWORD (BENCH_MEMORY == 1)
#define BENCH_BOEHM (BENCH_MEMORY == 2)
#define BENCH_SHARED_PTR (BENCH_MEMORY == 3)
#define BENCH_DELETE (BENCH_MEMORY == 4)
#define BENCH_CPPGC (BENCH_MEMORY == 5)
#define BENCH_COLLECTS (!BENCH_SHARED_PTR && !BENCH_DELETE)

namespace bench {

inline constexpr bool kDeletes = BENCH_DELETE;  // the program must say when an object ends

inline size_t ResidentBytes() {
  size_t total = 0;
  size_t resident = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%zu %zu", &total, &resident) != 2) resident = 0;
    std::fclose(file);
  }
  return resident * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

// The multiplier is that of Knuth 1973, 6.4.
inline uint32_t HashBits(uint64_t bits) {
  return static_cast<uint32_t>(bits ^ bits >> 32) * uint32_t{0x9e3779b9};
}

}  // namespace bench

#if BENCH_HALFWORD || BENCH_CPPGC

#if BENCH_HALFWORD
#include "halfword/gc/allocation.h"
#include "halfword/gc/containers/vector.h"
#include "halfword/gc/default_platform.h"
#include "halfword/gc/heap.h"
#include "halfword/gc/persistent.h"
namespace library = halfword::gc;
#else
#include <cppgc/allocation.h>
#include <cppgc/default-platform.h>
#include <cppgc/garbage-collected.h>
#include <cppgc/heap.h>
#include <cppgc/member.h>
#include <cppgc/persistent.h>
#include <cppgc/process-heap-statistics.h>
#include <cppgc/visitor.h>
namespace library = cppgc;
#endif

#if BENCH_HALFWORD
// Of the library's containers. Evacuation is for them.
struct StoreSpace : library::CustomSpace<StoreSpace> {
  static constexpr library::CustomSpaceIndex kSpaceIndex = 0;
  static constexpr bool kSupportsCompaction = true;
};
template <class T>
struct halfword::gc::SpaceTrait<T, std::enable_if_t<halfword::gc::kIsContainerStore<T>>> {
  using Space = StoreSpace;
};
#endif

namespace bench {

inline library::Heap* heap = nullptr;
#if BENCH_HALFWORD
inline library::HeapOptions options;
#else
inline library::Heap::HeapOptions options = library::Heap::HeapOptions::Default();
#endif

using Tracer = library::Visitor;
template <class T>
using Object = library::GarbageCollected<T>;
template <class T>
using Ref = library::Member<T>;
template <class T>
using Back = library::Member<T>;
template <class T>
using Root = library::Persistent<T>;
template <class T>
using Cursor = library::UntracedMember<T>;
template <class T>
inline Cursor<T> CursorAt(const Ref<T>& ref) {
  return ref;
}
template <class T>
using Local = T*;

template <class T, class... A>
inline T* New(A&&... arguments) {
  return library::MakeGarbageCollected<T>(heap->GetAllocationHandle(), std::forward<A>(arguments)...);
}
template <class T>
T* Get(T* local) {
  return local;
}
template <class T>
inline T* Get(const Ref<T>& ref) {
  return ref.Get();
}
template <class T>
inline T* Get(const Root<T>& root) {
  return root.Get();
}
template <class T>
inline uint32_t Hash(const Ref<T>& ref) {
  return HashBits(ref.GetRawStorage().GetAsInteger());
}
template <class T>
void Dispose(T*) {}
template <class T>
Root<T>* NewRoot() {
  return new Root<T>();
}
template <class T>
void DeleteRoot(Root<T>* root) {
  delete root;
}

template <class T>
class Slots {
 public:
  explicit Slots(size_t count)  // the memory is zero, and so is an empty reference
      : array_(library::MakeGarbageCollected<Array>(heap->GetAllocationHandle(),
                                                    library::AdditionalBytes(count * sizeof(Ref<T>)), count)),
        data_(array_->slots()) {}
  Ref<T>* data() const { return data_; }
  Ref<T>& operator[](size_t i) const { return data_[i]; }
  size_t size() const { return array_->count; }

 private:
  struct Array : Object<Array> {
    explicit Array(size_t count) : count(count) {}
    void Trace(Tracer* t) const {
      // Early versions of cppgc have no TraceMultiple.
      for (size_t i = 0; i < count; i++) t->Trace(slots()[i]);
    }
    Ref<T>* slots() const { return reinterpret_cast<Ref<T>*>(const_cast<Array*>(this) + 1); }
    uint64_t count;
  };
  Root<Array> array_;
  Ref<T>* data_;
};

#if BENCH_HALFWORD
inline void Collect() { heap->CollectGarbage(library::StackState::kNoHeapPointers); }
inline size_t BytesInUse() { return heap->CollectStatistics().live_bytes; }
inline size_t BytesOfSpace() { return heap->CollectStatistics().used_bytes; }
inline void SetMarking(library::MarkingType kind) { options.marking = kind; }
inline void SetSweeping(library::SweepingType kind) { options.sweeping = kind; }
inline double collecting_seconds = 0;  // of the program's thread, in pauses and steps
template <class F>
void Run(F&& body) {
  options.platform = std::make_shared<library::DefaultPlatform>();
  options.custom_spaces = options.compactable_spaces = 1;
  std::string error;
  auto owner = library::Heap::Create(options, &error);
  heap = owner.get();
  heap->Enter(body);
  collecting_seconds = static_cast<double>(heap->CollectStatistics().pause_nanoseconds_total) * 1e-9;
  heap = nullptr;
}
#else
inline void Collect() {
  heap->ForceGarbageCollectionSlow("benchmark", "asked for", library::Heap::StackState::kNoHeapPointers);
}
inline size_t BytesInUse() { return library::ProcessHeapStatistics::TotalAllocatedObjectSize(); }
inline size_t BytesOfSpace() { return library::ProcessHeapStatistics::TotalAllocatedSpace(); }
inline void SetMarking(library::Heap::MarkingType kind) { options.marking_support = kind; }
inline void SetSweeping(library::Heap::SweepingType kind) { options.sweeping_support = kind; }
template <class F>
void Run(F&& body) {
  auto platform = std::make_shared<library::DefaultPlatform>();
  library::InitializeProcess(platform->GetPageAllocator());
  {
    auto owner = library::Heap::Create(platform, std::move(options));
    heap = owner.get();
    body();
    heap = nullptr;
  }
  library::ShutdownProcess();
}
#endif

}  // namespace bench

#else

#if BENCH_BOEHM
#include <gc.h>
#endif

namespace bench {

struct Tracer {
  template <class T>
  void Trace(const T&) {}
};
template <class T>
struct Object {};

#if BENCH_SHARED_PTR
template <class T>
using Ref = std::shared_ptr<T>;
template <class T>
using Root = std::shared_ptr<T>;
template <class T>
using Local = std::shared_ptr<T>;
template <class T>
using Cursor = T*;
template <class T, class... A>
std::shared_ptr<T> New(A&&... arguments) {
  return std::make_shared<T>(std::forward<A>(arguments)...);
}
template <class T>
T* Get(const std::shared_ptr<T>& local) {
  return local.get();
}
template <class T>
uint32_t Hash(const std::shared_ptr<T>& ref) {
  return HashBits(reinterpret_cast<uintptr_t>(ref.get()) >> 4);
}
template <class T>
void Dispose(const std::shared_ptr<T>&) {}
#else
template <class T>
using Ref = T*;
template <class T>
using Root = T*;
template <class T>
using Local = T*;
template <class T>
using Cursor = T*;
template <class T, class... A>
T* New(A&&... arguments) {
#if BENCH_BOEHM
  return ::new (GC_MALLOC(sizeof(T))) T(std::forward<A>(arguments)...);
#else
  return new T(std::forward<A>(arguments)...);
#endif
}
template <class T>
uint32_t Hash(T* ref) {
  return HashBits(reinterpret_cast<uintptr_t>(ref) >> 4);
}
template <class T>
void Dispose([[maybe_unused]] T* object) {
  if constexpr (kDeletes) delete object;
}
#endif
template <class T>
Root<T>* NewRoot() {
#if BENCH_BOEHM
  return ::new (GC_MALLOC_UNCOLLECTABLE(sizeof(Root<T>))) Root<T>();
#else
  return new Root<T>();
#endif
}
#if BENCH_BOEHM
template <class T>
void DeleteRoot(Root<T>* root) {
  GC_FREE(root);
}
#endif
template <class T>
using Back = T*;
template <class T>
T* Get(T* local) {
  return local;
}
template <class R>
auto CursorAt(const R& ref) {
  return Get(ref);
}

template <class T>
class Slots {
 public:
#if BENCH_BOEHM
  explicit Slots(size_t count)
      : data_(static_cast<Ref<T>*>(GC_MALLOC(count * sizeof(Ref<T>)))), size_(count) {}
#else
  explicit Slots(size_t count) : owner_(new Ref<T>[count]()), data_(owner_.get()), size_(count) {}
#endif
  Ref<T>* data() const { return data_; }
  Ref<T>& operator[](size_t i) const { return data_[i]; }
  size_t size() const { return size_; }

 private:
#if !BENCH_BOEHM
  std::unique_ptr<Ref<T>[]> owner_;
#endif
  Ref<T>* data_;
  size_t size_;
};

#if BENCH_BOEHM
inline void Collect() { GC_gcollect(); }
inline size_t BytesInUse() { return GC_get_heap_size() - GC_get_free_bytes(); }
inline size_t BytesOfSpace() { return GC_get_heap_size(); }
#else
inline void Collect() {}
inline size_t BytesInUse() { return ResidentBytes(); }
inline size_t BytesOfSpace() { return ResidentBytes(); }
#endif
template <class F>
void Run(F&& body) {
#if BENCH_BOEHM
  GC_INIT();
#endif
  body();
}

}  // namespace bench

#endif
#endif  // HALFWORD_BENCH_GC_MEMORY_H_
