// TypedArray abstract operations (https://tc39.es/ecma262/#sec-abstract-operations-for-typedarray-objects)
// and bulk access to elements. Lengths are size_t: up to 2^33 elements.
#ifndef HALFWORD_BUILTINS_INDEXED_COLLECTIONS_TYPED_ARRAY_H_
#define HALFWORD_BUILTINS_INDEXED_COLLECTIONS_TYPED_ARRAY_H_

#include "objects/library/indexed_collections.h"
#include "objects/library/structured_data.h"
#include "objects/realm.h"
#include "runtime/functions/native.h"

namespace halfword {

inline constexpr int kTypedArrayKinds = 12;
const char* TypedArrayName(TypedArrayKind);
// The intrinsics of the constructors stand in the order of TypedArrayKind, each before its prototype.
constexpr Intrinsic TypedArrayConstructorIntrinsic(TypedArrayKind kind) {
  return static_cast<Intrinsic>(static_cast<int>(Intrinsic::kInt8Array) + 2 * static_cast<int>(kind));
}
constexpr Intrinsic TypedArrayPrototypeIntrinsic(TypedArrayKind kind) {
  return static_cast<Intrinsic>(static_cast<int>(Intrinsic::kInt8ArrayPrototype) +
                                2 * static_cast<int>(kind));
}
static_assert(TypedArrayConstructorIntrinsic(TypedArrayKind::kBigUint64) == Intrinsic::kBigUint64Array);
static_assert(TypedArrayPrototypeIntrinsic(TypedArrayKind::kFloat16) == Intrinsic::kFloat16ArrayPrototype);

// ValidateTypedArray (https://tc39.es/ecma262/#sec-validatetypedarray); `method` is for the message. What is
// written to must not be immutable.
enum class AccessMode : uint8_t { kRead, kWrite };
Completion<TypedArrayObject*> ValidateTypedArray(Isolate&, Value, const char* method,
                                                 AccessMode = AccessMode::kRead);

// A typed array of this kind and length over a new buffer; `prototype` null: the kind's own of the current
// realm. RangeError "Invalid typed array length: N" or "Array buffer allocation failed".
Completion<TypedArrayObject*> NewTypedArray(Isolate&, TypedArrayKind, double length,
                                            JSObject* prototype = nullptr);
// InitializeTypedArrayFromArrayBuffer (https://tc39.es/ecma262/#sec-initializetypedarrayfromarraybuffer)
Completion<TypedArrayObject*> NewTypedArrayOnBuffer(Isolate&, TypedArrayKind, JSObject* prototype,
                                                    ArrayBufferObject*, Value byte_offset, Value length);
// TypedArrayCreateFromConstructor with one length (https://tc39.es/ecma262/#sec-typedarraycreatefromctor)
Completion<TypedArrayObject*> TypedArrayCreate(Isolate&, JSObject* constructor, double length,
                                               const char* method);
// TypedArraySpeciesCreate (https://tc39.es/ecma262/#typedarray-species-create) with one length, or over part
// of a buffer.
Completion<TypedArrayObject*> TypedArraySpeciesCreate(Isolate&, TypedArrayObject* exemplar, double length,
                                                      const char* method);
Completion<TypedArrayObject*> TypedArraySpeciesCreateOnBuffer(Isolate&, TypedArrayObject* exemplar,
                                                              Value byte_offset, Value length,
                                                              bool has_length, const char* method);

// ToBigInt or ToNumber, as elements of the kind need it.
Completion<Value> ToElementValue(Isolate&, TypedArrayKind, Value);
// Get(O, index): undefined beyond the present length.
Value GetElement(Isolate&, TypedArrayObject*, size_t index);
// TypedArraySetElement; `value` was converted. Nothing happens beyond the present length.
void SetConvertedElement(Isolate&, TypedArrayObject*, size_t index, Value value);
Completion<void> SetElement(Isolate&, TypedArrayObject*, size_t index, Value value);

// Sets `length` elements from the properties 0 … of an object, in order, each converted when it was read.
Completion<void> SetFromArrayLike(Isolate&, TypedArrayObject* to, size_t index, JSObject* from,
                                  double length);

// Converts `count` elements. The ranges do not overlap, or start at one address and have one element size;
// the kinds have one content type.
Completion<void> ConvertElements(Isolate&, TypedArrayKind to_kind, uint8_t* to, TypedArrayKind from_kind,
                                 const uint8_t* from, size_t count);

// f(T{}) for the C++ type of a kind's elements.
template <class F>
auto WithElementType(TypedArrayKind kind, F&& f) {
  switch (kind) {
    case TypedArrayKind::kInt8: return f(int8_t{});
    case TypedArrayKind::kUint8:
    case TypedArrayKind::kUint8Clamped: return f(uint8_t{});
    case TypedArrayKind::kInt16: return f(int16_t{});
    case TypedArrayKind::kUint16: return f(uint16_t{});
    case TypedArrayKind::kInt32: return f(int32_t{});
    case TypedArrayKind::kUint32: return f(uint32_t{});
    case TypedArrayKind::kFloat16: return f(_Float16{});
    case TypedArrayKind::kFloat32: return f(float{});
    case TypedArrayKind::kFloat64: return f(double{});
    case TypedArrayKind::kBigInt64: return f(int64_t{});
    case TypedArrayKind::kBigUint64: return f(uint64_t{});
  }
  UNREACHABLE();
}

// Rows and installation of %TypedArray.prototype% (typed_array_prototype.cc).
inline constexpr int kTypedArrayPrototypeRowCount = 35;
extern const NativeRow kTypedArrayPrototypeRows[kTypedArrayPrototypeRowCount];
// Base64 and hexadecimal text of Uint8Array (uint8_array_text.cc).
inline constexpr int kUint8ArrayTextRowCount = 2, kUint8ArrayTextPrototypeRowCount = 4;
extern const NativeRow kUint8ArrayTextRows[kUint8ArrayTextRowCount];
extern const NativeRow kUint8ArrayTextPrototypeRows[kUint8ArrayTextPrototypeRowCount];
void InstallTypedArrayPrototype(Isolate&, Realm*, JSObject* prototype);

}  // namespace halfword

#endif  // HALFWORD_BUILTINS_INDEXED_COLLECTIONS_TYPED_ARRAY_H_
