#include "isolates/heap_names.h"

#include <cstdio>

#include "objects/isolate.h"
#include "objects/library/text_processing.h"
#include "objects/memory/backing_store.h"
#include "runtime/native_state.h"
#include "unicode/utf8.h"

namespace halfword {
namespace {

using gc::SnapshotEdgeInfo;
using gc::SnapshotEdgeType;
using gc::SnapshotNodeInfo;
using gc::SnapshotNodeType;

constexpr uint32_t kLongestText = 1024;  // characters

std::string TextOf(const String* string) {
  if (!string->IsFlat()) return "(rope of " + std::to_string(string->length()) + " characters)";
  FlatChars chars = string->flat();
  std::string text = chars.Slice(0, std::min(chars.length(), kLongestText)).Visit([](auto span) {
    return unicode::ToUtf8(span);
  });
  if (chars.length() > kLongestText) text += "…";
  return text;
}

std::string TextOf(Value name) {
  if (name.IsString()) return TextOf(name.AsString());
  if (name.IsSymbol()) return "Symbol(" + TextOf(name.AsSymbol()->description()) + ")";
  return {};
}

// The value of an own data property that is in a slot.
Value PeekOwn(JSObject* object, Value name) {
  PropertyLocation location;
  if (!object->shape()->Lookup(name, &location)) return Value::Undefined();
  if (location.attributes & (kVirtual | kAccessor)) return Value::Undefined();
  Value value = object->GetSlot(location.slot);
  return location.attributes & kCell ? value.As<PropertyCell>()->value_.get() : value;
}

std::string NameOfFunction(JSObject* function) {
  switch (function->object_type()) {
    case HeapType::kJSFunction: return TextOf(static_cast<JSFunction*>(function)->info()->name_);
    case HeapType::kNativeFunction: return TextOf(static_cast<NativeFunction*>(function)->name_);
    default: return {};
  }
}

// Of the nearest prototype that tells.
std::string NameOfConstructor(Isolate& isolate, JSObject* object) {
  for (JSObject* p = object->shape()->prototype_object(); p != nullptr; p = p->shape()->prototype_object()) {
    Value constructor = PeekOwn(p, isolate.name(Name::constructor));
    if (!constructor.IsObject()) continue;
    std::string name = NameOfFunction(constructor.AsObject());
    if (!name.empty()) return name;
  }
  return {};
}

void NameJSObject(Isolate& isolate, JSObject* object, SnapshotNodeInfo* info) {
  switch (object->object_type()) {
    case HeapType::kJSFunction:
    case HeapType::kNativeFunction:
    case HeapType::kBoundFunction:
      info->type = SnapshotNodeType::kClosure;
      info->name = NameOfFunction(object);
      if (info->name.empty()) info->name = "(anonymous)";
      return;
    case HeapType::kRegExpObject:
      info->type = SnapshotNodeType::kRegExp;
      info->name = "/" + TextOf(static_cast<RegExpObject*>(object)->source_) + "/" +
                   TextOf(static_cast<RegExpObject*>(object)->flags_);
      return;
    case HeapType::kGlobalObject:
      info->type = SnapshotNodeType::kObject;
      info->name = "global";
      return;
    default: info->type = SnapshotNodeType::kObject; info->name = NameOfConstructor(isolate, object);
  }
}

void NameObject(void* data, const void* address, SnapshotNodeInfo* info) {
  Isolate& isolate = *static_cast<Isolate*>(data);
  auto* object = static_cast<HeapObject*>(const_cast<void*>(address));
  HeapType type = object->type();
  if (static_cast<uint32_t>(type) >= gc::kFirstCppType) return;
  if (type >= HeapType::kFirstObject) return NameJSObject(isolate, static_cast<JSObject*>(object), info);
  if (type <= HeapType::kLastString) {
    info->type = type == HeapType::kSlicedString ? SnapshotNodeType::kSlicedString
                 : type == HeapType::kConsString ? SnapshotNodeType::kConcatenatedString
                                                 : SnapshotNodeType::kString;
    info->name = TextOf(static_cast<String*>(object));
    return;
  }
  switch (type) {
    case HeapType::kHeapNumber: {
      char digits[32];
      std::snprintf(digits, sizeof digits, "%.17g", static_cast<HeapNumber*>(object)->value());
      info->type = SnapshotNodeType::kNumber;
      info->name = digits;
      return;
    }
    case HeapType::kSymbol:
      info->type = SnapshotNodeType::kSymbol;
      info->name = TextOf(Value(static_cast<Symbol*>(object)));
      return;
    case HeapType::kBigInt: info->type = SnapshotNodeType::kBigInt; return;
    case HeapType::kShape:
    case HeapType::kPropertyTable:
    case HeapType::kTransitionTable: info->type = SnapshotNodeType::kObjectShape; return;
    case HeapType::kCode: info->type = SnapshotNodeType::kCode; return;
    case HeapType::kFunctionInfo:
      info->type = SnapshotNodeType::kCode;
      info->name = "FunctionInfo " + TextOf(static_cast<FunctionInfo*>(object)->name_);
      return;
    case HeapType::kPropertyCell:
      info->type = SnapshotNodeType::kHidden;
      info->name = "PropertyCell " + TextOf(static_cast<PropertyCell*>(object)->name_);
      return;
    case HeapType::kEnvironment:
      info->type = SnapshotNodeType::kObject;
      info->name = "Environment";
      return;
    case HeapType::kValueElements:
    case HeapType::kDoubleElements:
    case HeapType::kPropertyArray:
    case HeapType::kDictionaryElements:
    case HeapType::kHashTableStorage:
    case HeapType::kWeakTableStorage:
    case HeapType::kEvalCache: info->type = SnapshotNodeType::kArray; return;
    case HeapType::kBackingStore: {
      BackingStoreTable& stores = NativeStateOf(isolate).backing_stores;
      info->outside_bytes = stores.byte_length(static_cast<BackingStore*>(object)->handle_);
      return;
    }
    case HeapType::kExternalCell: {
      auto* cell = static_cast<ExternalCell*>(object);
      const ExternalTable::Entry* entry = FindExternal(isolate, cell->handle_);
      info->outside_bytes = entry != nullptr ? entry->bytes : 0;
      info->type = SnapshotNodeType::kHidden;
      if (cell->label_.get().IsString()) info->name = TextOf(cell->label_);
      return;
    }
    default: info->type = SnapshotNodeType::kHidden;
  }
}

// The name under which `slot_number` of objects of the shape is known; empty if there is none.
std::string NameOfSlot(Shape* shape, uint32_t slot_number) {
  PropertyTable* table = shape->table();
  for (uint32_t i = 0; table != nullptr && i < shape->property_count(); i++) {
    const PropertyTable::Entry& entry = table->entry(i);
    if (entry.slot == slot_number && !(entry.attributes & kVirtual)) return TextOf(entry.name);
  }
  return {};
}

void NameFieldOfJSObject(JSObject* object, size_t place, SnapshotEdgeInfo* info) {
  Shape* shape = object->shape();
  if (place == 0) {
    constexpr const char* kNames[] = {"extension", "elements", "properties", "elements and properties"};
    info->name = kNames[static_cast<int>(shape->extension_kind())];
  } else if (place >= shape->first_slot_offset()) {
    info->name =
        NameOfSlot(shape, static_cast<uint32_t>((place - shape->first_slot_offset()) / sizeof(Value)));
    if (!info->name.empty()) info->type = SnapshotEdgeType::kProperty;
  } else if (object->object_type() == HeapType::kJSFunction) {
    info->name = place == sizeof(Value) ? "code" : "context";
  }
}

void NameReference(void*, const void* address, const TaggedBits* slot, SnapshotEdgeInfo* info) {
  auto* object = static_cast<HeapObject*>(const_cast<void*>(address));
  ptrdiff_t place = reinterpret_cast<const char*>(slot) - static_cast<const char*>(address);
  if (place < 0) {
    info->name = "shape";
    return;
  }
  HeapType type = object->type();
  uint32_t word = static_cast<uint32_t>(place / static_cast<ptrdiff_t>(sizeof(Value)));
  switch (type) {
    case HeapType::kValueElements:
    case HeapType::kValueArray:
    case HeapType::kPropertyArray:
      info->type = SnapshotEdgeType::kElement;
      info->index = word;
      return;
    case HeapType::kEnvironment:
      info->type = SnapshotEdgeType::kContext;
      info->name = word == 0 ? "outer" : word == 1 ? "scope" : "variable " + std::to_string(word - 2);
      return;
    case HeapType::kPropertyCell: info->name = word == 0 ? "value" : "name"; break;
    case HeapType::kAccessorPair: info->name = word == 0 ? "get" : "set"; break;
    case HeapType::kExtensionPair: info->name = word == 0 ? "elements" : "properties"; break;
    case HeapType::kShape:
      if (reinterpret_cast<const char*>(slot) ==
          reinterpret_cast<const char*>(&static_cast<Shape*>(object)->prototype_)) {
        info->name = "prototype";
      }
      break;
    default:
      if (type >= HeapType::kFirstObject && static_cast<uint32_t>(type) < gc::kFirstCppType) {
        NameFieldOfJSObject(static_cast<JSObject*>(object), static_cast<size_t>(place), info);
      }
  }
  if (info->name.empty()) info->name = "+" + std::to_string(place);
}

}  // namespace

gc::SnapshotNames HeapNamesOf(Isolate& isolate) { return {&isolate, NameObject, NameReference}; }

}  // namespace halfword
