#include "runtime/functions/native.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "runtime/functions/self_hosted.h"
#include "runtime/native_state.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

uint32_t NativeIndexOf(const NativeRow* row) {
  NativeState& state = NativeStateOf(Isolate::Current());
  // Functions are made of the same few tables again and again.
  const NativeRange* recent = state.recent_native_range;
  if (HW_LIKELY(recent && row >= recent->begin && row < recent->begin + recent->count))
    return recent->first_index + static_cast<uint32_t>(row - recent->begin);
  std::span<const NativeRange> ranges = state.native_ranges;
  auto after = std::upper_bound(ranges.begin(), ranges.end(), row,
                                [](const NativeRow* r, const NativeRange& range) { return r < range.begin; });
  if (after != ranges.begin()) {
    const NativeRange& range = *(after - 1);
    if (row < range.begin + range.count) {
      state.recent_native_range = &range;
      return range.first_index + static_cast<uint32_t>(row - range.begin);
    }
  }
  for (uint32_t i = 0; i < state.natives.size(); i++) {  // a host's own rows
    if (&state.natives[i] == row) return i;
  }
  CHECK(!"the row's table is in the registry");
  return 0;
}

namespace {

WellKnownSymbol SymbolOfRow(const char* name) {
  constexpr const char* kTexts[] = {
#define V(id, text) text,
      HW_WELL_KNOWN_SYMBOLS(V)
#undef V
  };
  for (size_t i = 0; i < std::size(kTexts); i++) {
    if (std::strcmp(kTexts[i], name) == 0) return static_cast<WellKnownSymbol>(i);
  }
  CHECK(!"a well-known symbol");
  return WellKnownSymbol::iterator;
}

PropertyKey KeyOfRow(Isolate& isolate, const NativeRow& row) {
  if (row.flags & kNativeSymbol) return isolate.key(SymbolOfRow(row.name()));
  return PropertyKey::FromAscii(isolate, row.name());
}

}  // namespace

NativeFunction* NewNativeFunction(Isolate& isolate, Realm* realm, const NativeRow* row, Value data0,
                                  Value data1, const char* prefix) {
  String* name;
  if (HW_LIKELY(!prefix && !(row->flags & kNativeSymbol))) {
    name = *row->name() ? InternAscii(isolate, row->name()) : isolate.name(Name::empty);
  } else {
    std::string text =
        row->flags & kNativeSymbol ? "[" + std::string(row->name()) + "]" : std::string(row->name());
    if (prefix) text = std::string(prefix) + " " + text;
    name = InternAscii(isolate, text);
  }
  NativeFunction* function = NewNativeFunctionOf(isolate, realm, row, name, row->flags);
  function->data_[0].Init(data0);
  function->data_[1].Init(data1);
  return function;
}

NativeFunction* NewNativeFunctionOf(Isolate& isolate, Realm* realm, const NativeRow* row, String* name,
                                    uint8_t flags) {
  bool constructor = flags & kNativeConstructor;
  Shape* shape = realm->shape(constructor ? RealmShape::kNativeConstructor : RealmShape::kNativeFunction);
  auto* function = NewObjectAs<NativeFunction>(isolate, shape);
  function->native_index_ = NativeIndexOf(row);
  function->flags_ = flags;
  function->known_native_ = row->known;
  function->magic_ = row->magic;
  function->realm_.Init(realm);
  function->name_.Init(Value(name));
  function->length_.Init(Value::Smi(row->length));
  function->data_[0].Init(Value::Undefined());
  function->data_[1].Init(Value::Undefined());
  return function;
}

void InstallFunctions(Isolate& isolate, Realm* realm, JSObject* target, NativeTable rows) {
  for (const NativeRow& row : rows) {
    if (row.flags & kNativeNotInstalled) continue;
    PropertyKey key = KeyOfRow(isolate, row);
    if (row.flags & (kNativeGetter | kNativeSetter)) {
      bool getter = row.flags & kNativeGetter;
      Value function(NewNativeFunction(isolate, realm, &row, Value::Undefined(), Value::Undefined(),
                                       getter ? "get" : "set"));
      OwnProperty own = target->GetOwn(isolate, key);
      AccessorPair* pair = own.found() && own.IsAccessor() ? own.value.As<AccessorPair>() : nullptr;
      if (pair == nullptr) {
        pair = NewAccessorPair(isolate, Value::Undefined(), Value::Undefined());
        target->DefineOwn(isolate, key, Value(pair), kConfigurable | kAccessor);
      }
      (getter ? pair->getter_ : pair->setter_).Set(pair, function);
      continue;
    }
    Value function = row.code() == SelfHosted ? Value(NewSelfHostedFunction(isolate, realm, row))
                                              : Value(NewNativeFunction(isolate, realm, &row));
    target->DefineOwn(isolate, key, function, row.flags & kNativeReadOnly ? kConfigurable : kMethodDefault);
  }
}

NativeFunction* InstallConstructor(Isolate& isolate, Realm* realm, const NativeRow* row, JSObject* prototype,
                                   Intrinsic constructor_id, Intrinsic prototype_id, JSObject* parent,
                                   JSObject* holder) {
  NativeFunction* constructor = NewNativeFunction(isolate, realm, row);
  if (parent) constructor->SetPrototypeInternal(isolate, Value(parent));
  realm->set_intrinsic(constructor_id, constructor);
  if (prototype) {
    constructor->DefineOwn(isolate, isolate.key(Name::prototype), Value(prototype), kNone);
    prototype->DefineOwn(isolate, isolate.key(Name::constructor), Value(constructor), kMethodDefault);
    realm->set_intrinsic(prototype_id, prototype);
  }
  if (holder == nullptr) holder = realm->global_object();
  holder->DefineOwn(isolate, PropertyKey::FromAscii(isolate, row->name()), Value(constructor),
                    kMethodDefault);
  return constructor;
}

void InstallValue(Isolate& isolate, JSObject* target, const char* name, Value value, uint8_t attributes) {
  target->DefineOwn(isolate, PropertyKey::FromAscii(isolate, name), value, attributes);
}

void InstallToStringTag(Isolate& isolate, JSObject* target, const char* tag) {
  target->DefineOwn(isolate, isolate.key(WellKnownSymbol::toStringTag), Value(InternAscii(isolate, tag)),
                    kConfigurable);
}

}  // namespace halfword
