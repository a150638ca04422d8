#include "objects/verify.h"

#include "objects/isolate.h"
#include "objects/library/indexed_collections.h"
#include "objects/library/structured_data.h"

namespace halfword {

namespace {

bool HasType(Value v, HeapType type) {
  return v.IsHeapPointer() && v.IsOther() && static_cast<HeapObject*>(v.AsPointer(kOtherTag))->type() == type;
}

bool IsObjectType(HeapType type) { return type >= HeapType::kFirstObject && type <= HeapType::kLastObject; }

bool HasElements(ExtensionKind kind) {
  return kind == ExtensionKind::kElements || kind == ExtensionKind::kBoth;
}
bool HasProperties(ExtensionKind kind) {
  return kind == ExtensionKind::kProperties || kind == ExtensionKind::kBoth;
}

constexpr const char* kUntoldEnumerable = "has, or is, a shape that hides an enumerable property";
bool SaysWhetherEnumerable(const Shape* shape, const PropertyTable::Entry& entry) {
  return !entry.name.get().IsString() || !(entry.attributes & kEnumerable) ||
         shape->Has(Shape::kMayHaveEnumerable);
}

const char* VerifyTable(const Shape* shape) {
  const PropertyTable* table = shape->table();
  if (table == nullptr) return nullptr;
  if (table->used_ > table->capacity_) return "is a shape whose table has more properties than places";
  // The table of a unique shape belongs to its successor, if it has one;
  // the object's own is verified with it.
  if (shape->is_unique()) return nullptr;
  for (uint32_t i = 0; i < shape->property_count(); i++) {
    const PropertyTable::Entry& entry = table->entry(i);
    Value name = entry.name;
    if (!SaysWhetherEnumerable(shape, entry)) return kUntoldEnumerable;
    if (!name.IsString() && !name.IsSymbol()) return "is a shared shape with a property that has no name";
    if (!(entry.attributes & kVirtual) && entry.slot >= shape->slot_count_)
      return "is a shape with a property in a slot that it has not handed out";
  }
  return nullptr;
}

// What a word of a frame or a table may hold, but no place that programs read from.
bool IsStorable(Value v) { return !v.IsException() && !v.IsNotFound(); }

const char* VerifySlots(const JSObject* object) {
  const Shape* shape = object->shape();
  const PropertyTable* table = shape->table();
  if (table == nullptr) return nullptr;
  PropertyArray* overflow = object->properties();
  uint32_t in_object = shape->in_object_slots();
  uint32_t slots = in_object + (overflow != nullptr ? overflow->capacity() : 0);
  // The writer of a new property gives the object its shape first and then makes room for the value.
  if (shape->slot_count_ > slots + 1) return "has less property storage than its shape has slots";
  for (uint32_t i = 0; i < shape->property_count(); i++) {
    const PropertyTable::Entry& entry = table->entry(i);
    if (!SaysWhetherEnumerable(shape, entry)) return kUntoldEnumerable;
    if (entry.name.get().IsHole() || (entry.attributes & kVirtual)) continue;
    if (entry.slot >= shape->slot_count_) return "has a property in a slot that its shape has not handed out";
    if (entry.slot >= slots) continue;  // the one that is being added
    Value value = entry.slot < in_object ? object->InObjectSlot(entry.slot)->get()
                                         : overflow->slots()[entry.slot - in_object].get();
    if (!IsStorable(value)) return "has a property whose value no program may see";
    if ((entry.attributes & kAccessor) && !HasType(value, HeapType::kAccessorPair))
      return "has an accessor property without a pair of functions";
    if ((entry.attributes & kCell) && !HasType(value, HeapType::kPropertyCell))
      return "has a property in a cell that is none";
  }
  return nullptr;
}

const char* VerifyDictionary(DictionaryElements* dictionary) {
  uint32_t live = 0;
  for (uint32_t i = 0; i < dictionary->capacity_; i++) {
    const DictionaryElements::Entry& entry = dictionary->entries()[i];
    if (entry.value.get().IsHole()) continue;
    if (!IsStorable(entry.value)) return "has an element that no program may see";
    live++;
  }
  return live == dictionary->count_ ? nullptr : "has dictionary elements whose count is wrong";
}

const char* VerifyDoubles(DoubleElements* elements, uint32_t length, bool holey) {
  for (uint32_t i = 0; i < length && !holey; i++) {
    if (elements->IsHole(i)) return "has packed elements with a hole below its length";
  }
  for (uint32_t i = length; i < elements->capacity(); i++) {
    if (!elements->IsHole(i)) return "has an element beyond its length";
  }
  return nullptr;
}

const char* VerifyValues(ValueElements* elements, uint32_t length, ElementsKind kind) {
  bool holey = IsHoley(kind), smis = IsSmiKind(kind);
  for (uint32_t i = 0; i < length; i++) {
    Value value = elements->slots()[i];
    if (value.IsHole()) {
      if (!holey) return "has packed elements with a hole below its length";
    } else if (smis && !value.IsSmi()) {
      return "has elements of a Smi kind that are no Smis";
    } else if (!IsStorable(value)) {
      return "has an element that no program may see";
    }
  }
  for (uint32_t i = length; i < elements->capacity(); i++) {
    if (!elements->slots()[i].get().IsHole()) return "has an element beyond its length";
  }
  return nullptr;
}

}  // namespace

namespace {

// What does not take longer with more properties: of every object too, whose slots are found by it.
const char* VerifyLayout(const Shape* shape) {
  if (!IsObjectType(shape->object_type())) return "has, or is, a shape of something that is no object";
  size_t words = size_t{shape->first_slot_} + shape->in_object_slots_;
  if (gc::CellSize(words * sizeof(Value)) > shape->object_size())
    return "has, or is, a shape whose slots do not fit its layout";
  if (shape->Has(Shape::kIsPrototype) && !shape->is_unique())
    return "has, or is, a shape of a prototype that is shared";
  if (shape->Has(Shape::kIsDictionary) && !shape->is_unique())
    return "has, or is, a shape in dictionary mode that is shared";
  if (shape->slot_count_ > shape->in_object_slots_ && !HasProperties(shape->extension_kind()))
    return "has, or is, a shape with overflow slots and no place for them";
  if (shape->elements_kind() != ElementsKind::kNone && !HasElements(shape->extension_kind()))
    return "has, or is, a shape with elements and no place for them";
  if (shape->element_access() != shape->ComputeElementAccess())
    return "has, or is, a shape that says wrongly how to get at elements";
  const PropertyTable* table = shape->table();
  uint32_t used = table != nullptr ? table->used_ : 0;
  if (shape->property_count() > used) return "has, or is, a shape with more properties than its table";
  return nullptr;
}

}  // namespace

const char* VerifyShape(const Shape* shape) {
  if (const char* broken = VerifyLayout(shape)) return broken;
  Value prototype = shape->prototype();
  if (!prototype.IsNull()) {
    if (!prototype.IsObject()) return "is a shape whose prototype is neither an object nor null";
    if (!prototype.AsObject()->shape()->Has(Shape::kIsPrototype))
      return "is a shape whose prototype does not know that it is one";
  }
  return VerifyTable(shape);
}

const char* VerifyElements(const JSObject* object) {
  ElementsKind kind = object->elements_kind();
  Value elements = object->elements();
  bool is_array = object->object_type() == HeapType::kJSArray;
  uint32_t length = 0;
  if (is_array) {
    Value field = static_cast<const JSArray*>(object)->length_;
    if (!field.IsNumber()) return "is an array whose length is no number";
    if (kind != ElementsKind::kDictionary && (!field.IsSmi() || field.AsSmi() < 0))
      return "is an array with fast elements whose length is no Smi";
    length = static_cast<const JSArray*>(object)->length();
  }
  if (kind == ElementsKind::kDictionary) {
    if (!HasType(elements, HeapType::kDictionaryElements)) return "has dictionary elements that are none";
    return VerifyDictionary(elements.As<DictionaryElements>());
  }
  if (elements == Value::Smi(0)) return length == 0 ? nullptr : "is an array with a length and no elements";
  if (kind == ElementsKind::kNone) return "has elements that its shape does not know of";
  if (IsDoubleKind(kind)) {
    if (!HasType(elements, HeapType::kDoubleElements))
      return "has elements of a double kind that are no doubles";
    auto* doubles = elements.As<DoubleElements>();
    if (!is_array) length = doubles->capacity();
    if (length > doubles->capacity()) return "is an array that is longer than its elements";
    return VerifyDoubles(doubles, length, IsHoley(kind));
  }
  if (!HasType(elements, HeapType::kValueElements)) return "has elements of a kind that are no Values";
  auto* values = elements.As<ValueElements>();
  if (!is_array) length = values->capacity();
  if (length > values->capacity()) return "is an array that is longer than its elements";
  return VerifyValues(values, length, kind);
}

const char* VerifyObject(const JSObject* object) {
  Value shape_reference = Value::FromBits(object->header_bits());
  if (!HasType(shape_reference, HeapType::kShape)) return "has a header that is no shape";
  if (const char* broken = VerifyLayout(object->shape())) return broken;
  Value extension = object->extension_;
  switch (object->shape()->extension_kind()) {
    case ExtensionKind::kNone:
      if (extension != Value::Smi(0)) return "has an extension that its shape does not know of";
      break;
    case ExtensionKind::kElements: break;  // VerifyElements
    case ExtensionKind::kProperties:
      if (extension != Value::Smi(0) && !HasType(extension, HeapType::kPropertyArray))
        return "has property storage that is none";
      break;
    case ExtensionKind::kBoth: {
      if (!HasType(extension, HeapType::kExtensionPair))
        return "has elements and properties but no pair of them";
      Value properties = extension.As<ExtensionPair>()->properties_;
      if (properties != Value::Smi(0) && !HasType(properties, HeapType::kPropertyArray))
        return "has property storage that is none";
      break;
    }
  }
  if (object->object_type() == HeapType::kTypedArrayObject) {
    const auto* array = static_cast<const TypedArrayObject*>(object);
    if (object->shape()->element_access() != AccessOfTypedArray(array->kind_, array->flags_))
      return "is a typed array whose shape is of another kind";
  }
  return VerifySlots(object);
}

const char* VerifyFeedback(FeedbackVector* vector) {
  for (uint32_t i = 0, size = vector->size(); i < size; i++) {
    Value word = vector->words()[i];
    if (i < FeedbackVector::kEmptyWords && word != Value::Smi(0))
      return "has feedback where instructions without a site look for some";
    // The hole: what a derived constructor makes.
    if (word.IsSmi() || word.IsObject() || word.IsHole()) continue;
    if (!word.IsHeapPointer() || !word.IsOther()) return "has a feedback word that no cache writes";
    switch (static_cast<HeapObject*>(word.AsPointer(kOtherTag))->type()) {
      case HeapType::kShape:
      case HeapType::kPropertyCell:
      case HeapType::kPropertyArray:
      case HeapType::kSymbol:  // a private name
      case HeapType::kCode:
      case HeapType::kFeedbackVector:
      case HeapType::kHandlerVector: continue;
      case HeapType::kValueArray:
        if (i == FeedbackVector::kLiteralsWord) continue;
        [[fallthrough]];
      default: return "has a feedback word that refers to something no cache remembers";
    }
  }
  return nullptr;
}

const char* VerifyHeapObject(Isolate& isolate, HeapObject* object) {
  HeapType type = object->type();
  if (type == HeapType::kShape) return VerifyShape(static_cast<Shape*>(object));
  if (type == HeapType::kFeedbackVector) return VerifyFeedback(static_cast<FeedbackVector*>(object));
  if (!IsObjectType(type)) return nullptr;
  auto* js = static_cast<JSObject*>(object);
  if (const char* broken = VerifyObject(js)) return broken;
  // A guest that is over may have been stopped in the middle of filling its elements (long_work.h).
  return isolate.IsTerminating() ? nullptr : VerifyElements(js);
}

}  // namespace halfword
