// What an array is to those who take a shortcut over one: which of its properties nobody can have changed.
//
//   pristine   no named properties but "length", and the main realm's %Array.prototype% below it. Together
//              with the isolate's "…_intact_" flags, which watch that realm: it iterates, and chooses its
//              species, as arrays do by default
//   fast       indices below the length are its elements and nothing else: a hole reads as undefined, and a
//              write of an element needs no lookup
//   sparse     the same in dictionary mode: steps over all indices may visit only those that are there
//
// Calls of JavaScript end all of that. None of these functions runs any.
#ifndef HALFWORD_RUNTIME_OPERATIONS_ARRAYS_H_
#define HALFWORD_RUNTIME_OPERATIONS_ARRAYS_H_

#include <span>

#include "runtime/operations/object_operations.h"

namespace halfword {

inline bool IsPristineArray(Isolate& isolate, JSObject* object) {
  Shape* shape = object->shape();
  return shape->object_type() == HeapType::kJSArray && shape->property_count() == 0 &&
         shape->prototype() == Value(isolate.realm()->intrinsic(Intrinsic::kArrayPrototype));
}

bool IsFastArray(Isolate&, JSObject*);
bool IsSparseArray(Isolate&, JSObject*);
// Null: `object` is no fast array.
inline JSArray* AsFastArray(Isolate& isolate, JSObject* object) {
  return IsFastArray(isolate, object) ? static_cast<JSArray*>(object) : nullptr;
}

// A fast array for which ArraySpeciesCreate makes an ordinary one.
inline bool HasPlainSpecies(Isolate& isolate, JSObject* object) {
  return IsFastArray(isolate, object) && isolate.array_species_intact_ && IsPristineArray(isolate, object);
}

// The receiver of Array.from and Array.of is %Array%, or none that constructs.
inline bool MakesPlainArray(Isolate& isolate, Value constructor) {
  return !constructor.IsConstructor() || constructor == Value(CurrentIntrinsic(isolate, Intrinsic::kArray));
}

// ---- Work on elements, word by word ----
// No function here runs JavaScript. Each charges for what it does, polls the isolate on the way, and throws
// only if the guest is terminated.
// REQUIRES, of all: fast arrays, indices within their length.

// Elements [from, to) become `value`.
Completion<void> FillElements(Isolate&, JSArray*, uint32_t from, uint32_t to, Value value);
// `count` elements from index `from` go to index `to`; the ranges may overlap. Holes are moved as holes.
Completion<void> MoveElements(Isolate&, JSArray*, uint32_t to, uint32_t from, uint32_t count);
Completion<void> ReverseElements(Isolate&, JSArray*);
// Elements [from, to) as a new array of the current realm, with the same holes.
Completion<JSArray*> CopyElements(Isolate&, JSArray*, uint32_t from, uint32_t to);
// Holes from index `from` on become undefined.
Completion<void> FillHolesWithUndefined(Isolate&, JSArray*, uint32_t from = 0);
// Appends elements [from, to) of `source`. Holes stay holes. False, and nothing is done: fast elements do not
// take so many.
Completion<bool> AppendElements(Isolate&, JSArray*, JSArray* source, uint32_t from, uint32_t to);
// The same with values, none of which is the hole.
Completion<bool> AppendValues(Isolate&, JSArray*, std::span<const Value>);

// To an array that no program has seen, however many there are.
Completion<void> AppendToNew(Isolate&, JSArray*, std::span<const Value>);

enum class ElementSearch : uint8_t { kIncludes, kIndexOf, kLastIndexOf };
inline constexpr uint32_t kNoSuchElement = UINT32_MAX;
// Any array that has fast elements will do, if they are packed.
inline bool CanSearchElements(Isolate& isolate, JSObject* object) {
  return object->object_type() == HeapType::kJSArray &&
         (IsFastArray(isolate, object) ||
          (IsFastKind(object->elements_kind()) && !IsHoley(object->elements_kind())));
}
// The first (of kLastIndexOf, the last) index in [from, to) of an element that is `target`: by SameValueZero
// for kIncludes, to which a hole is undefined, else by IsStrictlyEqual. Or kNoSuchElement.
Completion<uint32_t> FindElement(Isolate&, JSArray*, uint32_t from, uint32_t to, Value target, ElementSearch);

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_OPERATIONS_ARRAYS_H_
