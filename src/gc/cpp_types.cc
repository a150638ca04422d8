// The types of C++ classes, and what their allocation needs out of line.
#include <atomic>
#include <iterator>
#include <mutex>
#include <string>

#include "base/macros.h"
#include "gc/heap_impl.h"
#include "halfword/gc/allocation.h"

namespace halfword::gc::internal {

// Append-only: an index, once in an object's header, must mean the same in every heap.
HW_PROCESS_STATE(
    "A thread that has an index reads its row without a lock; rows are written once, under the lock.");
TypeInfo cpp_types[kTypeIndexLimit - kFirstCppType];

namespace {

struct CppTypes {
  std::mutex mutex;
  uint32_t count = 0;
  CppType details[kTypeIndexLimit - kFirstCppType];
};
HW_PROCESS_STATE("As of cpp_types, whose rows it continues; the count is read under the lock.");
CppTypes types;

// Null: the type is a client's, or nobody's.
const CppType* DetailsOf(uint32_t index) {
  return index - kFirstCppType < std::size(types.details) ? &types.details[index - kFirstCppType] : nullptr;
}

}  // namespace

uint32_t RegisterCppType(const TypeInfo& info, const CppType& type) {
  std::lock_guard<std::mutex> lock(types.mutex);
  if (types.count == std::size(cpp_types)) {
    std::string sentence =
        "a process may have 32256 collected classes, stores of containers included: there "
        "is no index left for ";
    Fatal((sentence + info.name).c_str(), __FILE__, __LINE__);
  }
  static_assert(kTypeIndexLimit - kFirstCppType == 32256);
  cpp_types[types.count] = info;
  types.details[types.count] = type;
  return kFirstCppType + types.count++;
}

uint32_t EndOfTypes() {
  std::lock_guard<std::mutex> lock(types.mutex);
  return kFirstCppType + types.count;
}

void TooManyElements(const char* store) {
  std::string sentence = "more elements than a container can hold, or a negative number of them: ";
  Fatal((sentence + store).c_str(), __FILE__, __LINE__);
}

void BaseIsNotFirst(const char* class_name) {
  std::string sentence = "the class that derives from GarbageCollected is not at the beginning of ";
  sentence += class_name;
  sentence += ": it must be the leftmost base, and the first with virtual functions";
  Fatal(sentence.c_str(), __FILE__, __LINE__);
}

const char* NameOfObject(uintptr_t base, const TypeInfo& info, const void* object) {
  const CppType* type = DetailsOf(TypeIndexOf(base, object));
  if (type != nullptr && type->own_name != nullptr) return type->own_name(object);
  return info.name != nullptr ? info.name : NameProvider::kNoNameDeducible;
}

TraceDescriptor TraceTraitFromInnerAddressImpl::GetTraceDescriptor(const void* address) {
  HeapImpl& heap = HeapAround(address)->impl();
  CageOffset offset = OffsetOf(address);
  if (offset >= heap.blocks().first_collected()) offset = heap.FindObject(offset);
  const void* object = heap.ObjectAt(offset);
  const CppType* type = DetailsOf(TypeIndexOf(heap.base(), object));
  return {object, type != nullptr ? type->trace : nullptr};
}

HeapObjectName NameTraitBase::GetNameFromTypeSignature(const char* signature) {
  if (signature == nullptr) return {NameProvider::kNoNameDeducible, true};
  std::string_view name = TypeNameIn(signature);
  // It lives as long as the process, like the class.
  return {(new std::string(name))->c_str(), false};
}

// Its members and bases have been destroyed as far as they were there, so neither is anything finalized nor
// Trace called: the class from now on is one without either. The flag stays, so what still refers to it, or
// comes to be stored in it, is sound: it is scanned as if it were being made.
void AbandonConstruction(void* object) {
  static const uint32_t type =
      RegisterCppType({"(an object whose constructor threw)", TraceKind::kTraceFunction, 0, 0,
                       [](Visitor&, void*) {}, nullptr},
                      {[](Visitor*, const void*) {}, nullptr});
  HeapImpl& heap = HeapAround(object)->impl();
  CageOffset offset = OffsetOf(object);
  size_t cell = heap.CellSizeAt(offset);
  char* begin = static_cast<char*>(object);
  heap.roots().ForgetPrefinalizers(begin, begin + cell - kHeaderSize);
  SetHeader(object, TypedHeader(type, cell, kInConstructionFlag));
}

void* AllocateInSpace(Heap& heap, Header header, size_t cell_size, bool finalizable, uint32_t space) {
  return heap.impl().allocator().AllocateInSpace(header, cell_size, finalizable, space);
}

void* AllocateAligned16(Heap& heap, Header header, size_t cell_size, bool finalizable, uint32_t space) {
  HALFWORD_GC_DCHECK(cell_size % 16 == 8);
  for (;;) {
    void* object = space != 0 ? heap.impl().allocator().AllocateInSpace(header, cell_size, finalizable, space)
                   : finalizable ? heap.AllocateFinalizable(header, cell_size)
                                 : heap.AllocateAny(header, cell_size);
    if (reinterpret_cast<uintptr_t>(object) % 16 == 0) return object;
    // The next one from the same run is aligned, because the cell has an odd number of granules. This one is
    // filler: a cell of type 0, which has neither references nor a finalizer.
    HeaderOf(object) = TypedHeader(0, cell_size);
  }
}

}  // namespace halfword::gc::internal
