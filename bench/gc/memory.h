// The thin interface between the benchmarks and what manages their memory. BENCH_MEMORY chooses it:
//   1 Halfword's collector · 2 Boehm's collector · 3 std::shared_ptr · 4 new and delete
//
//   Object<T>   base of every class; it has a Trace(Tracer*) const that names its references
//   Ref<T>      a reference from one object to another        WeakRef<T>  the same, not keeping it alive
//   Root<T>     a reference from outside                       Local<T>    one in a local variable
//   New<T>(…)   makes an object                                Run(body)   runs the benchmark
#ifndef HALFWORD_BENCH_GC_MEMORY_H_
#define HALFWORD_BENCH_GC_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#if BENCH_MEMORY == 1

#include "halfword/gc/allocation.h"
#include "halfword/gc/heap.h"
#include "halfword/gc/persistent.h"

namespace bench {

inline constexpr bool kCollects = true;
inline constexpr bool kDeletes = false;  // the program must say when an object ends
inline halfword::gc::Heap* heap = nullptr;
inline halfword::gc::HeapOptions options;

using Tracer = halfword::gc::Visitor;
template <class T>
using Object = halfword::gc::GarbageCollected<T>;
template <class T>
using Ref = halfword::gc::Member<T>;
template <class T>
using WeakRef = halfword::gc::UntracedMember<T>;
template <class T>
using Root = halfword::gc::Persistent<T>;
template <class T>
using Local = T*;

template <class T, class... A>
HALFWORD_INLINE T* New(A&&... arguments) {
  return halfword::gc::MakeGarbageCollected<T>(*heap, std::forward<A>(arguments)...);
}
template <class T>
T* NewWithRoom(size_t bytes) {
  return halfword::gc::MakeGarbageCollected<T>(*heap, halfword::gc::AdditionalBytes(bytes));
}
template <class T>
T* Get(T* local) {
  return local;
}
template <class T>
HALFWORD_INLINE T* Get(const Ref<T>& ref) {
  return ref.Get();
}
template <class T>
uint32_t Hash(const Ref<T>& ref) {
  return static_cast<uint32_t>(ref.GetRawStorage().GetAsInteger()) * 0x9e3779b9u;
}
inline void Collect() { heap->CollectGarbage(halfword::gc::StackState::kNoHeapPointers); }
inline size_t BytesInUse() { return heap->CollectStatistics().live_bytes; }
inline size_t BytesOfSpace() { return heap->CollectStatistics().used_bytes; }
template <class F>
void Run(F&& body) {
  std::string error;
  auto owner = halfword::gc::Heap::Create(options, &error);
  heap = owner.get();
  heap->Enter(body);
  heap = nullptr;
}

}  // namespace bench

#elif BENCH_MEMORY == 2

#include <gc.h>

namespace bench {

inline constexpr bool kCollects = true;
inline constexpr bool kDeletes = false;

struct Tracer {
  template <class T>
  void Trace(const T&) {}
  template <class T>
  void TraceMultiple(const T*, size_t) {}
};
template <class T>
struct Object {};
template <class T>
using Ref = T*;
template <class T>
using WeakRef = T*;
template <class T>
using Root = T*;
template <class T>
using Local = T*;

template <class T, class... A>
T* New(A&&... arguments) {
  return ::new (GC_MALLOC(sizeof(T))) T(std::forward<A>(arguments)...);
}
template <class T>
T* NewWithRoom(size_t bytes) {
  return ::new (GC_MALLOC(sizeof(T) + bytes)) T();
}
template <class T>
T* Get(T* local) {
  return local;
}
template <class T>
uint32_t Hash(T* ref) {
  return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(ref) >> 4) * 0x9e3779b9u;
}
inline void Collect() { GC_gcollect(); }
inline size_t BytesInUse() { return GC_get_heap_size() - GC_get_free_bytes(); }
inline size_t BytesOfSpace() { return GC_get_heap_size(); }
template <class F>
void Run(F&& body) {
  GC_INIT();
  body();
}

}  // namespace bench

#else

#include <malloc.h>

namespace bench {

inline constexpr bool kCollects = false;
inline constexpr bool kDeletes = BENCH_MEMORY == 4;

struct Tracer {
  template <class T>
  void Trace(const T&) {}
  template <class T>
  void TraceMultiple(const T*, size_t) {}
};
template <class T>
struct Object {};
#if BENCH_MEMORY == 3
template <class T>
using Ref = std::shared_ptr<T>;
template <class T>
using WeakRef = T*;
template <class T>
using Root = std::shared_ptr<T>;
template <class T>
using Local = std::shared_ptr<T>;
template <class T, class... A>
std::shared_ptr<T> New(A&&... arguments) {
  return std::make_shared<T>(std::forward<A>(arguments)...);
}
template <class T>
T* Get(const std::shared_ptr<T>& local) {
  return local.get();
}
#else
template <class T>
using Ref = T*;
template <class T>
using WeakRef = T*;
template <class T>
using Root = T*;
template <class T>
using Local = T*;
template <class T, class... A>
T* New(A&&... arguments) {
  return new T(std::forward<A>(arguments)...);
}
#endif
template <class T>
T* Get(T* local) {
  return local;
}
inline void Collect() {}
inline size_t BytesInUse() {
#ifdef BENCH_MIMALLOC
  return 0;
#else
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
#endif
}
inline size_t BytesOfSpace() { return BytesInUse(); }
template <class F>
void Run(F&& body) {
  body();
}

}  // namespace bench

#endif
#endif  // HALFWORD_BENCH_GC_MEMORY_H_
