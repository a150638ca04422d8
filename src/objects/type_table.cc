#include "objects/values/type_table.h"

#include <iterator>
#include <type_traits>

#include "gc/heap.h"
#include "gc/visitor.h"
#include "objects/functions/eval_cache.h"
#include "objects/functions/function.h"
#include "objects/functions/module.h"
#include "objects/isolate.h"
#include "objects/library/generators.h"
#include "objects/library/indexed_collections.h"
#include "objects/library/iterators.h"
#include "objects/library/keyed_collections.h"
#include "objects/library/managing_memory.h"
#include "objects/library/numbers_and_dates.h"
#include "objects/library/promises.h"
#include "objects/library/structured_data.h"
#include "objects/library/text_processing.h"
#include "objects/memory/backing_store.h"
#include "objects/memory/external_table.h"
#include "objects/memory/value_list.h"
#include "objects/primitives/intern_table.h"
#include "objects/primitives/primitives.h"
#include "objects/primitives/string.h"
#include "objects/realm.h"
#include "objects/shapes/js_object.h"
#include "objects/values/types.h"

namespace halfword {

namespace {

using gc::TraceKind;
using gc::TypeInfo;

template <class C>
void TraceOf(gc::Visitor& visitor, void* object) {
  static_cast<C*>(object)->Trace(visitor);
}
template <class C>
void FinalizeOf(void* object) {
  static_cast<C*>(object)->Finalize();
}

constexpr TypeInfo TaggedRow(const char* name, uint8_t tag) { return {name, TraceKind::kTaggedRange, tag}; }
constexpr TypeInfo PlainRow(const char* name, uint8_t tag) { return {name, TraceKind::kNoPointers, tag}; }
template <class C>
constexpr TypeInfo TracedRow(const char* name, uint8_t tag) {
  return {name, TraceKind::kTraceFunction, tag, 0, &TraceOf<C>};
}
template <class C>
constexpr TypeInfo FinalizedRow(const char* name, uint8_t tag) {
  return {name, TraceKind::kTraceFunction, tag, 0, &TraceOf<C>, &FinalizeOf<C>};
}

// Ropes and slices end with their references: they are read without a call, and by helpers too.
constexpr TypeInfo EndingWithReferences(const char* name, uint8_t tag, size_t size, size_t count) {
  return {name, TraceKind::kTaggedRange, tag, static_cast<uint16_t>(size - count * sizeof(Value))};
}
template <>
constexpr TypeInfo TracedRow<ConsString>(const char* name, uint8_t tag) {
  return EndingWithReferences(name, tag, sizeof(ConsString), 2);
}
template <>
constexpr TypeInfo TracedRow<SlicedString>(const char* name, uint8_t tag) {
  return EndingWithReferences(name, tag, sizeof(SlicedString), 1);
}
static_assert(gc::CellSize(sizeof(ConsString)) == sizeof(ConsString) + gc::kHeaderSize);
static_assert(gc::CellSize(sizeof(SlicedString)) == sizeof(SlicedString) + gc::kHeaderSize);

constexpr uint8_t TagOfType(HeapType type) {
  if (type <= HeapType::kLastString) return kStringTag;
  if (type == HeapType::kHeapNumber) return kNumberTag;
  return type >= HeapType::kFirstObject ? kObjectTag : kOtherTag;
}

#define HW_ROW_T(name) TaggedRow(#name, TagOfType(HeapType::k##name)),
#define HW_ROW_N(name) PlainRow(#name, TagOfType(HeapType::k##name)),
#define HW_ROW_C(name) TracedRow<name>(#name, TagOfType(HeapType::k##name)),
#define HW_ROW_F(name) FinalizedRow<name>(#name, TagOfType(HeapType::k##name)),
#define V(name, trace) HW_ROW_##trace(name)
constexpr TypeInfo kTypes[] = {{"(none)"}, HW_INTERNAL_TYPES(V) HW_OBJECT_TYPES(V)};
#undef V
static_assert(std::size(kTypes) == static_cast<size_t>(HeapType::kCount));
static_assert(std::size(kTypes) <= gc::kFirstCppType);

}  // namespace

gc::TypeTable gc::EngineTypes() { return {kTypes, static_cast<uint32_t>(std::size(kTypes))}; }

const char* HeapTypeName(uint32_t type) { return type < std::size(kTypes) ? kTypes[type].name : "?"; }

#if HALFWORD_ASSERTS
void CheckCast(const void* object, HeapType type) {
  HeapType is = static_cast<const HeapObject*>(object)->type();
  bool is_object = is >= HeapType::kFirstObject && is <= HeapType::kLastObject;
  CHECK(type == HeapType::kPlainObject ? is_object : is == type);
}
#endif

void MoveWordByWord(Value* to, const Value* from, size_t count) {
  if (to <= from) {
    for (size_t i = 0; i < count; i++) StoreWord(to + i, from[i]);
  } else {
    while (count-- != 0) StoreWord(to + count, from[count]);
  }
}

void FillWordByWord(Value* begin, Value* end, Value value) {
  for (Value* word = begin; word < end; word++) StoreWord(word, value);
}

size_t HeapObject::LargeCellSize() const { return gc::Heap::Of(this).CellSizeOf(this); }

}  // namespace halfword
