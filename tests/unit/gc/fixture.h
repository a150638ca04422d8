// A small language for the collector's tests: a type table and helpers to build graphs.
#ifndef HALFWORD_TESTS_UNIT_GC_FIXTURE_H_
#define HALFWORD_TESTS_UNIT_GC_FIXTURE_H_

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "gc/heap.h"
#include "gc/visitor.h"

namespace halfword::gc::testing {

enum TestType : uint32_t {
  kLeaf = 1,   // bytes
  kArray,      // tagged words from offset 0
  kShape,      // ShapeLayout, then one tagged word at 8
  kTraced,     // trace function: one tagged word at 8, raw bytes elsewhere
  kFinalized,  // counts its deaths; tagged words from offset 8
  kShaped,     // tagged words, type in the shape
  kNumber,     // heap number: a double
  kString,     // tagged words with the string tag
  kTable,      // ephemerons: pairs of tagged words
  kWeakCell,   // one weak tagged word
  kTypeCount
};

inline int g_finalized = 0;

inline const TypeInfo kTypes[kTypeCount] = {
    {},
    {"leaf", TraceKind::kNoPointers, 0},
    {"array", TraceKind::kTaggedRange, kObjectTag, 0},
    {"shape", TraceKind::kTaggedRange, kOtherTag, 8},
    {"traced", TraceKind::kTraceFunction, kObjectTag, 0,
     [](Visitor& v, void* o) { v.TraceTagged(*reinterpret_cast<TaggedBits*>(static_cast<char*>(o) + 8)); }},
    {"finalized", TraceKind::kTaggedRange, kObjectTag, 8, nullptr, [](void*) { g_finalized++; }},
    {"shaped", TraceKind::kTaggedRange, kObjectTag, 0},
    {"number", TraceKind::kNoPointers, kNumberTag},
    {"string", TraceKind::kTaggedRange, kStringTag, 0},
    {"table", TraceKind::kTraceFunction, kObjectTag, 0,
     [](Visitor& v, void* o) {
       auto* words = static_cast<TaggedBits*>(o);
       int count = DecodeSmi(words[0]);
       for (int i = 0; i < count; i++) v.TraceEphemeron(words[1 + 2 * i], &words[2 + 2 * i]);
       v.RegisterWeakCallback(
           [](const LivenessBroker& broker, const void* data) {
             auto* words = static_cast<TaggedBits*>(const_cast<void*>(data));
             int count = DecodeSmi(words[0]);
             for (int i = 0; i < count; i++) {
               if (!broker.IsAlive(words[1 + 2 * i])) words[1 + 2 * i] = words[2 + 2 * i] = 0;
             }
           },
           o);
     }},
    {"weak cell", TraceKind::kTraceFunction, kObjectTag, 0,
     [](Visitor& v, void* o) { v.TraceWeakTagged(static_cast<TaggedBits*>(o), EncodeImmediate(1)); }},
};

class GcTest : public ::testing::Test {
 protected:
  GcTest() { g_finalized = 0; }

  void Start(HeapOptions options = {}) {
    options.types = {kTypes, kTypeCount};
    options.callbacks.data = this;
    options.callbacks.trace_roots = &TraceTestRoots;
    if (options.client_front_bytes == 0) options.client_front_bytes = 64;
    std::string error;
    heap_ = Heap::Create(options, &error);
    ASSERT_NE(heap_, nullptr) << error;
  }
  void SetUp() override { Start(); }
  static void TraceTestRoots(void* data, Visitor& v) {
    auto* self = static_cast<GcTest*>(data);
    v.TraceTaggedRange(self->roots_, self->roots_ + kRoots);
  }

  uintptr_t base() const { return heap_->cage_base(); }

  void* New(uint32_t type, size_t payload) {
    size_t cell = CellSize(payload);
    return heap_->AllocateAny(TypedHeader(type, cell), cell);
  }
  TaggedBits NewArray(size_t words) { return Compress(New(kArray, words * kTaggedSize), kObjectTag); }
  TaggedBits NewLeaf(size_t bytes = 12) { return Compress(New(kLeaf, bytes), kObjectTag); }
  TaggedBits NewNumber(double d) {
    void* n = New(kNumber, 8);
    std::memcpy(n, &d, 8);
    return Compress(n, kNumberTag);
  }
  TaggedBits NewFinalized() {
    size_t cell = CellSize(8 + 2 * kTaggedSize);
    return Compress(heap_->AllocateFinalizable(TypedHeader(kFinalized, cell), cell), kObjectTag);
  }
  TaggedBits* At(TaggedBits bits) { return static_cast<TaggedBits*>(Decompress(base(), bits)); }

  // Collects without a look at the stack.
  void Precise() { heap_->CollectGarbage(StackState::kNoHeapPointers); }
  void Conservative() {
    heap_->Enter([&] { heap_->CollectGarbage(); });
  }
  size_t Count(uint32_t type) {
    size_t n = 0;
    heap_->ForEachObject([&](void* o) { n += TypeIndexOf(base(), o) == type; });
    return n;
  }
  size_t Total() {
    size_t n = 0;
    heap_->ForEachObject([&](void*) { n++; });
    return n;
  }

  static constexpr int kRoots = 16;
  TaggedBits roots_[kRoots] = {};
  std::unique_ptr<Heap> heap_;
};

// Overwrites the stack that was used by calls made so far, so that no stale word keeps an object alive.
__attribute__((noinline)) inline void ScrubStack() {
  volatile char scratch[16384];
  for (size_t i = 0; i < sizeof(scratch); i++) scratch[i] = 0;
}

}  // namespace halfword::gc::testing

#endif  // HALFWORD_TESTS_UNIT_GC_FIXTURE_H_
