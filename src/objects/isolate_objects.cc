#include "objects/isolate_objects.h"

#include "base/packed_tables.h"
#include "gc/visitor.h"
#include "objects/memory/external_memory.h"
#include "objects/memory/host_tables.h"
#include "objects/memory/value_list.h"
#include "objects/shapes/recent_shapes.h"
#include "objects/slack_list.h"

namespace halfword {

void InitializeObjectRoots(Isolate& isolate) {
  isolate.property_epoch_ = 1;
  if (isolate.next_hash_ == 0) isolate.next_hash_ = 1;
  InternAscii(isolate, "");  // makes the table
  static constexpr auto kNames = TextsOf<static_cast<size_t>(Name::kCount)>(
#define V(id, text) text "\0"
      HW_NAMES(V)
#undef V
  );
  for (uint32_t c = 0; c < 256; c++) {
    uint8_t unit = static_cast<uint8_t>(c);
    isolate.single_chars_[c].Init(InternChars(isolate, FlatChars(std::span<const uint8_t>(&unit, 1))));
  }
  for (size_t i = 0; i < kNames.size(); i++) isolate.names_[i].Init(InternAscii(isolate, kNames[i]));
  struct SymbolRow {
    WellKnownSymbol symbol;
    const char* description;
  };
  static constexpr SymbolRow kSymbols[] = {
#define V(id, text) {WellKnownSymbol::id, text},
      HW_WELL_KNOWN_SYMBOLS(V)
#undef V
  };
  for (const SymbolRow& row : kSymbols) {
    Symbol* symbol =
        NewSymbol(isolate, Value(NewStringFromAscii(isolate, row.description)), Symbol::kWellKnown);
    isolate.symbols_[static_cast<int>(row.symbol)].Init(symbol);
  }
  isolate.null_object_shape_.Init(Shape::NewRoot(isolate, HeapType::kPlainObject, Value::Null(), 1, 4));
}

void TraceIsolateRoots(Isolate& isolate, gc::Visitor& visitor) {
  visitor.TraceTaggedRange(reinterpret_cast<const TaggedBits*>(&isolate.roots_begin_),
                           reinterpret_cast<const TaggedBits*>(&isolate.roots_end_ + 1));
  for (ValueList* list = ValueListHead(isolate); list; list = list->previous()) {
    visitor.TraceTaggedRange(reinterpret_cast<const TaggedBits*>(list->begin()),
                             reinterpret_cast<const TaggedBits*>(list->end()));
  }
  if (const HostTables* tables = HostTablesOf(isolate)) tables->Trace(visitor);
  SlackListOf(isolate).Trace(isolate, visitor);
  RecentShapesOf(isolate).Trace(isolate, visitor);
  SpareBlockOf(isolate).Trace(isolate, visitor);
  auto* matches = reinterpret_cast<TaggedBits*>(&isolate.regexp_matches_);
  if (!isolate.regexp_matches_used_) return visitor.TraceWeakTagged(matches, Value::Smi(0).bits());
  visitor.TraceTagged(*matches);
  visitor.RegisterWeakCallback(
      [](const gc::LivenessBroker&, const void* data) {
        static_cast<Isolate*>(const_cast<void*>(data))->regexp_matches_used_ = 0;
      },
      &isolate);
}

namespace {

JSObject* IntrinsicOrNull(Realm* realm, Intrinsic i) {
  Value v = realm->intrinsics_[static_cast<int>(i)];
  return v.IsObject() ? v.AsObject() : nullptr;
}

// Of any realm. Nothing else has an immutable prototype, and arrays do not inherit from such an object unless
// a program sees to it.
bool IsObjectPrototype(const JSObject* object) { return object->shape()->Has(Shape::kImmutablePrototype); }
bool IsArrayPrototype(const JSObject* object) {
  const JSObject* parent = object->shape()->prototype_object();
  return object->object_type() == HeapType::kJSArray && parent != nullptr && IsObjectPrototype(parent);
}

constexpr Intrinsic kWatched[] = {
    Intrinsic::kArray,
    Intrinsic::kArrayPrototype,
    Intrinsic::kArrayIteratorPrototype,
    Intrinsic::kObjectPrototype,
    Intrinsic::kPromise,
    Intrinsic::kPromisePrototype,
    Intrinsic::kRegExp,
    Intrinsic::kRegExpPrototype,
    Intrinsic::kMapPrototype,
    Intrinsic::kSetPrototype,
    Intrinsic::kMapIteratorPrototype,
    Intrinsic::kSetIteratorPrototype,
    Intrinsic::kIteratorPrototype,
};

}  // namespace

void WatchIntrinsics(Isolate& isolate) {
  for (Intrinsic i : kWatched) {
    if (JSObject* object = IntrinsicOrNull(isolate.realm(), i)) object->BecomePrototype(isolate);
  }
  isolate.array_species_intact_ = isolate.array_iteration_intact_ = isolate.no_indexed_prototypes_ = 1;
  isolate.promise_then_intact_ = isolate.regexp_intact_ = isolate.map_set_iteration_intact_ = 1;
}

void NoteIntrinsicMutation(Isolate& isolate, JSObject* object, PropertyKey key) {
  Realm* realm = isolate.realm_.get();
  if (!realm) return;
  auto is = [&](Intrinsic i) { return IntrinsicOrNull(realm, i) == object; };
  if (key.IsIndex()) {
    if (IsArrayPrototype(object) || IsObjectPrototype(object)) isolate.no_indexed_prototypes_ = 0;
    return;
  }
  Value name = key.name();
  auto named = [&](Name n) { return name == Value(isolate.name(n)); };
  auto symbol = [&](WellKnownSymbol s) { return name == Value(isolate.symbol(s)); };
  bool reparented = named(Name::proto);  // SetPrototypeInternal says so; an own "__proto__" does no harm
  if (reparented && IsArrayPrototype(object)) isolate.no_indexed_prototypes_ = 0;
  if (is(Intrinsic::kArrayPrototype)) {
    if (named(Name::constructor)) isolate.array_species_intact_ = 0;
    if (symbol(WellKnownSymbol::iterator)) isolate.array_iteration_intact_ = 0;
  } else if (is(Intrinsic::kArray)) {
    if (symbol(WellKnownSymbol::species) || reparented) isolate.array_species_intact_ = 0;
  } else if (is(Intrinsic::kArrayIteratorPrototype)) {
    if (named(Name::next)) isolate.array_iteration_intact_ = 0;
    // An own "return" is looked up by loops that end early.
    if (named(Name::return_) || reparented)
      isolate.array_iteration_intact_ = isolate.map_set_iteration_intact_ = 0;
  } else if (is(Intrinsic::kIteratorPrototype)) {
    if (named(Name::return_) || named(Name::next) || reparented) {
      isolate.array_iteration_intact_ = isolate.map_set_iteration_intact_ = 0;
    }
  } else if (is(Intrinsic::kObjectPrototype)) {
    if (named(Name::return_) || named(Name::next)) {
      isolate.array_iteration_intact_ = isolate.map_set_iteration_intact_ = 0;
    }
  } else if (is(Intrinsic::kPromisePrototype)) {
    if (named(Name::then) || named(Name::constructor) || reparented) isolate.promise_then_intact_ = 0;
  } else if (is(Intrinsic::kPromise)) {
    if (named(Name::resolve) || symbol(WellKnownSymbol::species) || reparented)
      isolate.promise_then_intact_ = 0;
  } else if (is(Intrinsic::kRegExpPrototype) || is(Intrinsic::kRegExp)) {
    isolate.regexp_intact_ = 0;
  } else if (is(Intrinsic::kMapPrototype) || is(Intrinsic::kSetPrototype)) {
    if (symbol(WellKnownSymbol::iterator) || named(Name::set) || named(Name::add) || reparented) {
      isolate.map_set_iteration_intact_ = 0;
    }
  } else if (is(Intrinsic::kMapIteratorPrototype) || is(Intrinsic::kSetIteratorPrototype)) {
    isolate.map_set_iteration_intact_ = 0;
  }
}

}  // namespace halfword
