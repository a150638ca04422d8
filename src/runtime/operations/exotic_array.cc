// Array exotic objects (https://tc39.es/ecma262/#sec-array-exotic-objects), String exotic objects
// (https://tc39.es/ecma262/#sec-string-exotic-objects) and arguments exotic objects
// (https://tc39.es/ecma262/#sec-arguments-exotic-objects).
#include <vector>

#include "objects/library/text_processing.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/internal_methods.h"

namespace halfword {

// https://tc39.es/ecma262/#sec-array-exotic-objects-defineownproperty-p-desc
Completion<bool> ArrayDefineOwnProperty(Isolate& isolate, JSArray* array, PropertyKey key,
                                        const PropertyDescriptor& descriptor) {
  if (key.IsIndex()) {
    if (key.index() >= array->length() && array->shape()->Has(Shape::kLengthNotWritable)) return false;
    if (!TRY(OrdinaryDefineOwnProperty(isolate, array, key, descriptor))) return false;
    if (key.index() >= array->length()) array->set_length_field(isolate, key.index() + 1);
    return true;
  }
  if (key.name() == Value(isolate.name(Name::length))) return ArraySetLength(isolate, array, descriptor);
  return OrdinaryDefineOwnProperty(isolate, array, key, descriptor);
}

// https://tc39.es/ecma262/#sec-arraysetlength
Completion<bool> ArraySetLength(Isolate& isolate, JSArray* array, const PropertyDescriptor& descriptor) {
  uint32_t new_length = 0;
  if (descriptor.has_value) {
    // 3. Let newLen be ? ToUint32(Desc.[[Value]]). 4. Let numberLen be ? ToNumber(Desc.[[Value]]).
    new_length = TRY(ToUint32(isolate, descriptor.value));
    double number_length = TRY(ToNumber(isolate, descriptor.value));
    if (new_length != number_length) return isolate.ThrowRangeError("Invalid array length");
  }
  // The current property is { [[Writable]]: writable, [[Enumerable]]: false, [[Configurable]]: false }.
  bool writable = !array->shape()->Has(Shape::kLengthNotWritable);
  if (descriptor.has_configurable && descriptor.configurable) return false;
  if (descriptor.has_enumerable && descriptor.enumerable) return false;
  if (descriptor.IsAccessor()) return false;
  if (!writable && descriptor.has_writable && descriptor.writable) return false;
  bool make_read_only = writable && descriptor.has_writable && !descriptor.writable;

  bool complete = true;
  if (descriptor.has_value) {
    uint32_t old_length = array->length();
    if (new_length != old_length && !writable) return false;
    if (new_length != old_length) {
      if (array->elements_kind() == ElementsKind::kDictionary) {
        if (new_length < old_length) {
          // 17. Deletes from the end; a non-configurable element stops it.
          DictionaryElements* dictionary = array->dictionary_elements();
          ExternalAccount account(isolate);
          CountedVector<uint32_t> doomed(account);
          uint32_t stop = new_length;
          dictionary->ForEachIn(isolate, new_length, old_length, [&](const DictionaryElements::Entry& entry) {
            doomed.push_back(entry.index);
            if (!(entry.attributes & kConfigurable) && entry.index >= stop) {
              stop = entry.index + 1;
              complete = false;
            }
          });
          for (uint32_t index : doomed) {
            if (index >= stop) array->DeleteOwn(isolate, PropertyKey::FromIndex(index));
          }
          new_length = stop;
        }
        array->set_length_field(isolate, new_length);
      } else {
        array->SetLengthFast(isolate, new_length);
        if (isolate.HasPendingException()) return kThrow;
      }
    }
  }
  if (make_read_only) {
    array->DefineOwn(isolate, isolate.key(Name::length), NumberValue(isolate, array->length()), kNone);
  }
  return complete;
}

// https://tc39.es/ecma262/#sec-stringcreate
JSObject* StringCreate(Isolate& isolate, String* value, Value prototype) {
  auto* wrapper = NewInstance<StringWrapper>(isolate, prototype);
  wrapper->value_.Set(wrapper, Value(value));
  return wrapper;
}

// ---- Arguments ----

ValueField* MappedArgument(ArgumentsObject* arguments, uint32_t index) {
  Value mapped = arguments->mapped_;
  if (!mapped.IsHeapPointer() || index >= static_cast<uint32_t>(arguments->mapped_count_.get().AsSmi()))
    return nullptr;
  Value slot = mapped.As<ValueArray>()->get(index);
  if (!slot.IsSmi()) return nullptr;
  return &arguments->environment_.get().As<Environment>()->slots()[slot.AsSmi()];
}

void UnmapArgument(ArgumentsObject* arguments, uint32_t index) {
  if (MappedArgument(arguments, index))
    arguments->mapped_.get().As<ValueArray>()->slots()[index].Init(Value::Hole());
}

// https://tc39.es/ecma262/#sec-arguments-exotic-objects-defineownproperty-p-desc
Completion<bool> ArgumentsDefineOwnProperty(Isolate& isolate, ArgumentsObject* arguments, PropertyKey key,
                                            const PropertyDescriptor& descriptor) {
  ValueField* mapped = key.IsIndex() ? MappedArgument(arguments, key.index()) : nullptr;
  if (mapped == nullptr) return OrdinaryDefineOwnProperty(isolate, arguments, key, descriptor);
  PropertyDescriptor adjusted = descriptor;
  if (descriptor.IsData() && !descriptor.has_value && descriptor.has_writable && !descriptor.writable) {
    adjusted.has_value = true;
    adjusted.value = mapped->get();
  }
  // The stored value is out of date; what is compared and kept is the variable's.
  if (!TRY(OrdinaryDefineOwnProperty(isolate, arguments, key, adjusted))) return false;
  if (descriptor.IsAccessor()) {
    UnmapArgument(arguments, key.index());
  } else {
    if (descriptor.has_value)
      mapped->Set(arguments->environment_.get().AsPointer(kOtherTag), descriptor.value);
    if (descriptor.has_writable && !descriptor.writable) UnmapArgument(arguments, key.index());
  }
  return true;
}

}  // namespace halfword
