// HeapObject: the base of every engine class in the heap. The header word lies just below the object
// (gc/heap.h). It is typed for engine internals, and the reference of the shape for JavaScript objects.
//
// Fields in the heap, each one word:
//   ValueField   a Value. Set(owner, v) is the only way to store, and it contains the write barrier.
//   Field<T>     a reference to a T, or null. It is tagged as T's Values are, so generated code reads it as
//                [base + bits + displacement].
//
// Only the isolate's thread stores into objects, but helpers of the collector may read them at the same time
// (gc/marking/concurrent_marker.h): so each word is stored at once.
//
// C++ locals are plain pointers: stacks are scanned, and nothing moves.
#ifndef HALFWORD_OBJECTS_VALUES_HEAP_OBJECT_H_
#define HALFWORD_OBJECTS_VALUES_HEAP_OBJECT_H_

#include <algorithm>
#include <cstring>

#include "gc/write_barrier.h"
#include "objects/values/types.h"
#include "objects/values/value.h"

namespace halfword::gc {
class Visitor;
}

namespace halfword {

class Shape;

// The one write barrier: after a reference has been stored into `owner`.
HW_INLINE void WriteBarrier(const void* owner, Value value) {
  gc::WriteBarrier(CageBase(), owner, value.bits());
}

// Part of the image that the isolate was cloned from: on a page that others share until it is written.
HW_INLINE bool IsInImage(const void* object) { return OffsetOf(object) < gc::FrontOf(CageBase())->image_end; }

// The same after several stores, or when it is not known what was stored.
HW_INLINE void RangeWriteBarrier(const void* owner) { gc::RangeWriteBarrier(CageBase(), owner); }

// The caller sees to the barrier.
HW_INLINE void StoreWord(Value* word, Value value) { __atomic_store(word, &value, __ATOMIC_RELAXED); }
// Words of `owner`, stored as StoreWord does; the places that are read and written may overlap. Then the
// caller calls RangeWriteBarrier.
HW_INLINE void MoveWords(const void* owner, Value* to, const Value* from, size_t count);
HW_INLINE void FillWords(const void* owner, Value* begin, Value* end, Value value);

class HeapObject {
 public:
  HeapObject() = delete;
  HeapObject(const HeapObject&) = delete;
  HeapObject& operator=(const HeapObject&) = delete;

  Value::Bits header_bits() const { return reinterpret_cast<const Value::Bits*>(this)[-1]; }
  // Any object's type: from the typed header, or through the shape.
  HeapType type() const { return static_cast<HeapType>(gc::TypeIndexOf(CageBase(), this)); }
  // Only for typed headers.
  HeapType typed_type() const { return static_cast<HeapType>(gc::TypedHeaderType(header_bits())); }
  // Payload bytes up to the end of the cell (typed headers; large objects ask their page).
  HW_INLINE size_t payload_size() const {
    size_t cell = gc::TypedHeaderCellSize(header_bits());
    return (HW_LIKELY(cell != 0) ? cell : LargeCellSize()) - sizeof(Value::Bits);
  }

 private:
  size_t LargeCellSize() const;
};

class ValueField {
 public:
  HW_INLINE Value get() const { return value_; }
  HW_INLINE operator Value() const { return value_; }
  HW_INLINE void Set(const void* owner, Value value) {
    StoreWord(&value_, value);
    WriteBarrier(owner, value);
  }
  // For immediates, Smis, and objects that were just allocated (no collection since).
  HW_INLINE void Init(Value value) { StoreWord(&value_, value); }

 private:
  Value value_;
};

template <class T>
class Field {
 public:
  HW_INLINE T* get() const { return bits_ == 0 ? nullptr : static_cast<T*>(GetNonNull()); }
  HW_INLINE T* GetNonNull() const {
    DCHECK((bits_ & 7) == T::kTag);
    return static_cast<T*>(Decompress(CageBase(), bits_, T::kTag));
  }
  HW_INLINE T* operator->() const { return GetNonNull(); }
  HW_INLINE explicit operator bool() const { return bits_ != 0; }
  HW_INLINE void Set(const void* owner, T* value) {
    Init(value);
    if (value) WriteBarrier(owner, Value::FromBits(bits_));
  }
  HW_INLINE void Init(T* value) {
    __atomic_store_n(&bits_, value ? Value(value).bits() : 0, __ATOMIC_RELAXED);
  }
  HW_INLINE Value::Bits bits() const { return bits_; }

 private:
  Value::Bits bits_;  // 0 (Smi zero) is null
};

// Where nobody else reads the words, in the fastest way.
void MoveWordByWord(Value* to, const Value* from, size_t count);
void FillWordByWord(Value* begin, Value* end, Value value);
HW_INLINE bool MayBeReadByHelpers(const void* object) {
  return gc::IsBelowBarrier(gc::FrontOf(CageBase()), object);
}
HW_INLINE void MoveWords(const void* owner, Value* to, const Value* from, size_t count) {
  if (MayBeReadByHelpers(owner)) return MoveWordByWord(to, from, count);
  // An empty span may have no address, which memmove may not be given.
  if (count != 0) std::memmove(static_cast<void*>(to), from, count * sizeof(Value));
}
HW_INLINE void FillWords(const void* owner, Value* begin, Value* end, Value value) {
  if (MayBeReadByHelpers(owner)) return FillWordByWord(begin, end, value);
  std::fill(reinterpret_cast<TaggedBits*>(begin), reinterpret_cast<TaggedBits*>(end), value.bits());
}

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_VALUES_HEAP_OBJECT_H_
