// Keyed access: elements, and names that are not the instruction's own.
#include "objects/isolate.h"
#include "objects/library/fundamental_objects.h"
#include "runtime/caches/inline_cache.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/internal_methods.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

// An integer key that is not a Smi: a HeapNumber in index range.
bool IndexFromNumber(Value key, uint32_t* index) {
  if (key.IsSmi()) {
    *index = static_cast<uint32_t>(key.AsSmi());
    return key.AsSmi() >= 0;
  }
  if (!key.IsHeapNumber()) return false;
  double d = key.AsNumber();
  if (!(d >= 0 && d <= PropertyKey::kMaxIndex)) return false;
  *index = static_cast<uint32_t>(d);
  return *index == d;
}

void RecordKeyed(Site site, int32_t seen) {
  if (!site.enabled()) return;
  SiteWord& word = site.as<KeyedSite>().seen;
  word.Init(Value::Smi(word.value().AsSmi() | seen));
}
// What an access at `index` tells, of an object where the instruction did not find the element itself.
void RecordElement(Site site, JSObject* object, Value key, uint32_t index) {
  if (!site.enabled()) return;
  ElementAccess access = object->shape()->element_access();
  int32_t seen = SeenAccess(access) | (key.IsSmi() ? 0 : kDoubleIndexSeen);
  bool is_fast = access <= ElementAccess::kObjectWithValues;
  if (is_fast &&
      (index >= object->FastElementsLimit() || object->GetElement(Isolate::Current(), index).IsHole()))
    seen |= kHoleOrEndSeen;
  RecordKeyed(site, seen);
}

// A property of a dictionary, whose place is not remembered. Names there are interned, and none is an index.
bool LoadFromDictionary(JSObject* object, Value key, Value* value) {
  Shape* shape = object->shape();
  if (!shape->is_dictionary() || shape->Has(Shape::kIsExotic) || !key.IsString()) return false;
  if (key.AsString()->typed_type() == HeapType::kThinString)
    key = Value(static_cast<ThinString*>(key.AsString())->actual_.GetNonNull());
  PropertyLocation location;
  if (!key.AsString()->IsInterned() || !shape->Lookup(key, &location) ||
      (location.attributes & (kAccessor | kCell | kVirtual)))
    return false;
  *value = object->GetSlot(location.slot);
  return true;
}

}  // namespace

Completion<Value> LoadKeyed(Isolate& isolate, Value receiver, Value key, Site site) {
  uint32_t index;
  if (receiver.IsObject()) {
    JSObject* object = receiver.AsObject();
    if (IndexFromNumber(key, &index)) {
      if (object->object_type() == HeapType::kArgumentsObject && index < object->FastElementsLimit()) {
        ValueField* mapped = MappedArgument(static_cast<ArgumentsObject*>(object), index);
        Value v = object->GetElement(isolate, index);
        // Deleted arguments are not mapped any more.
        if (!v.IsHole()) return mapped ? mapped->get() : v;
      }
      RecordElement(site, object, key, index);
      if (!object->IsExotic() && index < object->FastElementsLimit()) {
        Value v = object->GetElement(isolate, index);
        if (!v.IsHole()) return v;
      }
      return internal_method::Get(isolate, object, PropertyKey::FromIndex(index), receiver);
    }
    RecordKeyed(site, kNameSeen);
    if (Value value; LoadFromDictionary(object, key, &value)) return value;
    if (key.IsString() && key.AsString()->IsInterned()) {
      PropertyKey k = PropertyKey::FromString(isolate, key.AsString());
      if (k.IsIndex()) return internal_method::Get(isolate, object, k, receiver);
      return LoadPastStub(isolate, object, receiver, k.name());  // the instruction has asked
    }
    PropertyKey k = TRY(ToPropertyKey(isolate, key));
    if (k.IsIndex()) return internal_method::Get(isolate, object, k, receiver);
    return LoadByStub(isolate, object, receiver, k.name());
  }
  if (receiver.IsString()) {
    String* string = receiver.AsString();
    if (IndexFromNumber(key, &index) && index < string->length()) {
      return Value(SingleCharString(isolate, string->CharAt(isolate, index)));
    }
  }
  if (receiver.IsNullOrUndefined()) {
    // GetValue: the base is checked before the key is converted.
    std::string text = key.IsObject() ? DescribeForError(isolate, key) : std::string();
    if (key.IsObject())
      return isolate.ThrowTypeError("Cannot read properties of %s (reading '%s')",
                                    receiver.IsNull() ? "null" : "undefined", text.c_str());
    PropertyKey k = TRY(ToPropertyKey(isolate, key));
    return ThrowCannotReadProperty(isolate, receiver, k);
  }
  PropertyKey k = TRY(ToPropertyKey(isolate, key));
  if (!k.IsIndex()) return LoadNamed(isolate, receiver, k.name(), Site());
  return GetV(isolate, receiver, k);
}

Completion<void> StoreKeyed(Isolate& isolate, Value receiver, Value key, Value value, bool strict,
                            Site site) {
  uint32_t index;
  if (receiver.IsObject()) {
    JSObject* object = receiver.AsObject();
    if (IndexFromNumber(key, &index)) {
      RecordElement(site, object, key, index);
      if (object->object_type() == HeapType::kJSArray && !object->shape()->is_unique()) {
        auto* array = static_cast<JSArray*>(object);
        Shape* shape = object->shape();
        if (shape->elements_kind() != ElementsKind::kDictionary && shape->is_extensible() &&
            !shape->Has(Shape::kLengthNotWritable)) {
          uint32_t length = array->length();
          // Appending or overwriting; holes must ask the prototype chain, which is known to have no elements.
          if (index == length && isolate.no_indexed_prototypes_ &&
              array->prototype() == Value(CurrentIntrinsic(isolate, Intrinsic::kArrayPrototype))) {
            if (array->Push(isolate, value)) return {};
          } else if (index < length && isolate.no_indexed_prototypes_ &&
                     array->prototype() == Value(CurrentIntrinsic(isolate, Intrinsic::kArrayPrototype))) {
            object->DefineOwn(isolate, PropertyKey::FromIndex(index), value, kDataDefault);
            return {};
          }
        }
      }
      bool ok = TRY(internal_method::Set(isolate, object, PropertyKey::FromIndex(index), value, receiver));
      if (!ok && strict) return ThrowSetFailed(isolate, receiver, PropertyKey::FromIndex(index));
      return {};
    }
    RecordKeyed(site, kNameSeen);
    PropertyKey k = TRY(ToPropertyKey(isolate, key));
    if (!k.IsIndex()) return StoreNamed(isolate, receiver, k.name(), value, strict, Site());
    bool ok = TRY(internal_method::Set(isolate, object, k, value, receiver));
    if (!ok && strict) return ThrowSetFailed(isolate, receiver, k);
    return {};
  }
  if (receiver.IsNullOrUndefined()) {
    PropertyKey k = key.IsObject() ? PropertyKey::FromInterned(isolate.name(Name::object))
                                   : TRY(ToPropertyKey(isolate, key));
    return ThrowCannotSetProperty(isolate, receiver, k);
  }
  PropertyKey k = TRY(ToPropertyKey(isolate, key));
  if (!k.IsIndex()) return StoreNamed(isolate, receiver, k.name(), value, strict, Site());
  JSObject* wrapper = TRY(ToObject(isolate, receiver));
  bool ok = TRY(internal_method::Set(isolate, wrapper, k, value, receiver));
  if (!ok && strict) return ThrowSetFailed(isolate, receiver, k);
  return {};
}

}  // namespace halfword
