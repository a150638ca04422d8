// What the constructors of keyed collections share.
#ifndef HALFWORD_BUILTINS_KEYED_COLLECTIONS_ENTRIES_H_
#define HALFWORD_BUILTINS_KEYED_COLLECTIONS_ENTRIES_H_

#include "runtime/operations/conversions.h"
#include "runtime/operations/iterators.h"

namespace halfword {

inline Throwing ThrowAdderNotCallable(Isolate& isolate, Value adder, const char* name,
                                      const char* collection) {
  return isolate.ThrowTypeError("'%s' returned for property '%s' of object '#<%s>' is not a function",
                                DescribeForError(isolate, adder).c_str(), name, collection);
}

// CanBeHeldWeakly (https://tc39.es/ecma262/#sec-canbeheldweakly)
inline bool CanBeHeldWeakly(Value v) {
  return v.IsObject() || (v.IsSymbol() && !(v.AsSymbol()->flags_ & Symbol::kRegistered));
}

// The loop of AddEntriesFromIterable (https://tc39.es/ecma262/#sec-add-entries-from-iterable): add(key,
// value) → Completion<void> for each entry.
template <class F>
Completion<void> ForEachEntry(Isolate& isolate, Value iterable, F&& add) {
  return ForEachIterated(isolate, iterable, [&](Value item) -> Completion<bool> {
    TRY(isolate.Poll());
    if (!item.IsObject()) {
      return isolate.ThrowTypeError("Iterator value %s is not an entry object",
                                    DescribeForError(isolate, item).c_str());
    }
    JSObject* entry = item.AsObject();
    auto part = [&](uint32_t i) -> Completion<Value> {
      // FAST: a present element of an array is a plain data property.
      if (entry->object_type() == HeapType::kJSArray) {
        Value element = entry->GetElement(isolate, i);
        if (!element.IsHole()) return element;
      }
      return Get(isolate, entry, PropertyKey::FromIndex(i));
    };
    Value key = TRY(part(0));
    Value value = TRY(part(1));
    TRY(add(key, value));
    return true;
  });
}

}  // namespace halfword

#endif  // HALFWORD_BUILTINS_KEYED_COLLECTIONS_ENTRIES_H_
