// The types of C++ classes, and what their allocation needs out of line.
#include <atomic>
#include <iterator>
#include <mutex>
#include <string>

#include "gc/heap_impl.h"
#include "halfword/gc/allocation.h"

namespace halfword::gc::internal {

// Process-wide and append-only: an index, once in an object's header, must mean the same in every heap.
TypeInfo cpp_types[kTypeIndexLimit - kFirstCppType];
namespace {
CppType details[kTypeIndexLimit - kFirstCppType];
// Null: the type is a client's, or nobody's.
const CppType* DetailsOf(uint32_t index) {
  return index - kFirstCppType < std::size(details) ? &details[index - kFirstCppType] : nullptr;
}
}  // namespace

uint32_t RegisterCppType(const TypeInfo& info, const CppType& type) {
  static std::mutex mutex;
  static uint32_t count = 0;
  std::lock_guard<std::mutex> lock(mutex);
  HALFWORD_GC_CHECK(count < kTypeIndexLimit - kFirstCppType);
  cpp_types[count] = info;
  details[count] = type;
  return kFirstCppType + count++;
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
