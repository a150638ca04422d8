#include "runtime/operations/arrays.h"

namespace halfword {

namespace {

// Plain data below the length, that no prototype has a say in.
bool HasPlainElements(Isolate& isolate, JSObject* object) {
  Shape* shape = object->shape();
  return shape->object_type() == HeapType::kJSArray && isolate.no_indexed_prototypes_ &&
         shape->is_extensible() && !shape->Has(Shape::kLengthNotWritable) &&
         shape->prototype() == Value(CurrentIntrinsic(isolate, Intrinsic::kArrayPrototype));
}

}  // namespace

bool IsFastArray(Isolate& isolate, JSObject* object) {
  return object->shape()->elements_kind() != ElementsKind::kDictionary && HasPlainElements(isolate, object);
}

bool IsSparseArray(Isolate& isolate, JSObject* object) {
  Shape* shape = object->shape();
  return shape->elements_kind() == ElementsKind::kDictionary && !shape->Has(Shape::kHasReadOnlyElements) &&
         HasPlainElements(isolate, object);
}

}  // namespace halfword
