// What the collector knows of a type: how to find the references in its objects, and what to
// do when one dies.
//
// A language implementation registers its types at fixed indices [1, kFirstCppType) by passing an array that
// outlives the heap; index 0 is the collector's. C++ classes get an index from kFirstCppType on at their
// first allocation.
#ifndef HALFWORD_GC_TYPE_TABLE_H_
#define HALFWORD_GC_TYPE_TABLE_H_

#include "halfword/gc/header.h"

namespace halfword::gc {

class Visitor;

enum class TraceKind : uint8_t {
  kNoPointers,
  kTaggedRange,    // every tagged word from byte offset `first_word` to the end of the cell; marked without a
                   // call. The cell's last word may be padding: it is zero, a Smi, unless
                   // the client writes there.
  kTraceFunction,  // trace(visitor, object)
};

struct alignas(32) TypeInfo {
  const char* name = nullptr;
  TraceKind kind = TraceKind::kNoPointers;
  uint8_t tag = 0;          // the tag that references to this type carry, 0 if any: the verifier checks it
  uint16_t first_word = 0;  // kTaggedRange: bytes from the object; a multiple of kTaggedSize
  // Must be pure but for its calls to the visitor. With concurrent marking that of a C++ class runs on helper
  // threads too, that of a client's type never.
  void (*trace)(Visitor& visitor, void* object) = nullptr;
  // Runs once the object is dead, before its memory is reused; must not allocate nor
  // touch other collected objects.
  void (*finalize)(void* object) = nullptr;
};

struct TypeTable {
  const TypeInfo* types = nullptr;
  uint32_t count = 0;  // at most kFirstCppType
};

namespace internal {
// The types of C++ classes of the whole process. Entry i describes index kFirstCppType + i, and never changes
// once it is given out.
HALFWORD_EXPORT extern TypeInfo cpp_types[kTypeIndexLimit - kFirstCppType];
// What a C++ class has besides its TypeInfo.
struct CppType {
  void (*trace)(Visitor* visitor, const void* object) = nullptr;  // that of its TraceTrait
  const char* (*own_name)(const void* object) = nullptr;  // not null: the name that an object gives itself
};
HALFWORD_EXPORT HALFWORD_GC_OF_THIS_BUILD uint32_t RegisterCppType(const TypeInfo& info, const CppType& type);
// Indices below are in use, or the client's.
uint32_t EndOfTypes();
[[noreturn]] HALFWORD_EXPORT __attribute__((noinline, cold)) void BaseIsNotFirst(const char* class_name);
// The name to show for the object.
HALFWORD_EXPORT const char* NameOfObject(uintptr_t base, const TypeInfo& info, const void* object);
}  // namespace internal

}  // namespace halfword::gc

#endif  // HALFWORD_GC_TYPE_TABLE_H_
