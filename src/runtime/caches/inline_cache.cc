#include "runtime/caches/inline_cache.h"

#include <optional>

#include "objects/isolate.h"
#include "objects/library/indexed_collections.h"
#include "runtime/caches/property_lookup.h"
#include "runtime/caches/property_memory.h"
#include "runtime/caches/verify_lookup.h"
#include "runtime/execution/loop_poll.h"
#include "runtime/native_state.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/internal_methods.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

// Each access goes three steps: ask the caches, look the property up, remember what was found.

// ---- Loads ----

namespace {

struct NamedLoad {
  JSObject* start;  // where the lookup begins: the receiver, or the prototype object of a primitive
  Value key;        // of the receiver
  Value receiver;
  Value name;
  Site site = {};
  bool is_keyed = false;  // the name is not the instruction's own: only the stub cache may remember it
  JSFunction** getter = nullptr;  // as of LoadNamed
};

// Stubs know primitive receivers by their type, so the prototypes are those of one realm.
Memory MemoryFor(Isolate& isolate, const NamedLoad& load) {
  Memory memory = load.is_keyed ? Memory::kStubCache : MemoryOf(load.site);
  bool may_use_stubs = load.receiver.IsObject() || CurrentRealm(isolate) == isolate.realm();
  return memory == Memory::kStubCache && !may_use_stubs ? Memory::kNobody : memory;
}

// The accessor that the site remembers for such receivers: the interpreter leaves calling them to us. Null:
// it remembers none.
AccessorPair* CachedAccessor(Isolate& isolate, const PropertySite& site, HandlerKind kind, Value key,
                             Value name, JSObject* receiver) {
  const CachedHandler* cached = FindHandler(site, key);
  if (cached == nullptr || !IsOfThisEpoch(isolate, cached->epoch)) return nullptr;
  if (!cached->how().Is(kind)) return nullptr;
  if (HALFWORD_ASSERTS) VerifyCachedLookup(isolate, CurrentRealm(isolate), *cached, name);
  Value holder = cached->holder.value();
  return (holder.IsObject() ? holder.AsObject() : receiver)
      ->GetSlot(cached->how().payload())
      .As<AccessorPair>();
}

Completion<Value> CallGetter(Isolate& isolate, const NamedLoad& load, AccessorPair* pair) {
  Value function = pair->getter_;
  if (function.IsUndefined()) return Value::Undefined();
  if (load.getter == nullptr || !function.Is<JSFunction>()) return Call(isolate, function, load.receiver);
  *load.getter = static_cast<JSFunction*>(function.AsObject());
  return Value::Undefined();
}

// The result, where a cache knows it. An instruction has asked for values itself, unless its function
// is clean.
std::optional<Completion<Value>> AskForLoad(Isolate& isolate, const NamedLoad& load, Memory memory) {
  Value::Bits name = load.name.bits();
  switch (memory) {
    case Memory::kNobody: return std::nullopt;
    case Memory::kSite: {
      AccessorPair* pair = CachedAccessor(isolate, load.site.as<PropertySite>(), HandlerKind::kGetter,
                                          load.key, load.name, load.start);
      if (pair == nullptr) return std::nullopt;
      return CallGetter(isolate, load, pair);
    }
    case Memory::kStubCache: {
      if (load.site.clean) {
        if (ValueField* word = FindLoadStub(isolate, load.key, name, load.receiver)) return word->get();
      }
      ValueField* word = FindLoadStub(isolate, load.key, StubCache::OfAccessor(name), load.receiver);
      if (word == nullptr) return std::nullopt;
      return CallGetter(isolate, load, word->get().As<AccessorPair>());
    }
  }
}

Value TypedArrayLength(Isolate& isolate, JSObject* array) {
  return NumberValue(isolate, static_cast<double>(static_cast<TypedArrayObject*>(array)->length(isolate)));
}
// The length of typed arrays, as long as nobody has changed its getter.
bool IsTypedArrayLength(const NamedLoad& load, const PropertyLookup& lookup) {
  if (!load.receiver.IsObject() || lookup.holder == load.start || !lookup.IsAccessor()) return false;
  if (load.receiver.AsObject()->object_type() != HeapType::kTypedArrayObject) return false;
  Value getter = lookup.holder->GetSlot(lookup.location.slot).As<AccessorPair>()->getter_;
  return getter.Is<NativeFunction>() &&
         static_cast<NativeFunction*>(getter.AsObject())->magic_ == kTypedArrayLengthMagic;
}

void RememberLoadInStubs(Isolate& isolate, const NamedLoad& load, const PropertyLookup& lookup, bool is_own) {
  Value::Bits name = load.name.bits();
  if (lookup.result == PropertyLookup::kAbsent)
    return RecordLoadStub(isolate, load.key, name, PlaceInCage(&isolate.undefined_));
  uint32_t slot = lookup.location.slot;
  if (lookup.IsAccessor()) {
    if (is_own || IsTypedArrayLength(load, lookup)) return;
    return RecordLoadStub(isolate, load.key, StubCache::OfAccessor(name), PlaceOfSlotOf(lookup.holder, slot));
  }
  RecordLoadStub(isolate, load.key, name,
                 is_own ? PlaceOfSlot(lookup.holder->shape(), slot) : PlaceOfSlotOf(lookup.holder, slot));
}

void RememberLoadInSite(Isolate& isolate, const NamedLoad& load, const PropertyLookup& lookup, bool is_own) {
  auto record = [&](PropertyHandler handler, Value holder = Value::Smi(0)) {
    RecordHandler(isolate, load.site, load.key, handler, holder);
  };
  if (lookup.result == PropertyLookup::kAbsent) return record(PropertyHandler(HandlerKind::kAbsent, 0));
  JSObject* holder = lookup.holder;
  Shape* shape = holder->shape();
  uint32_t slot = lookup.location.slot;
  if (IsTypedArrayLength(load, lookup)) return record(PropertyHandler(HandlerKind::kTypedArrayLength, 0));
  if (lookup.IsAccessor())
    return record(PropertyHandler(HandlerKind::kGetter, slot), is_own ? Value::Smi(0) : Value(holder));
  PropertyHandler own = OwnHandler(shape, slot);
  if (is_own) {
    if (own.Is(HandlerKind::kInObject)) return RecordInObject(isolate, load.site, shape, own.payload());
    return record(own);
  }
  if (own.Is(HandlerKind::kInObject))
    return record(PropertyHandler(HandlerKind::kHolder, own.payload()), Value(holder));
  auto offset = static_cast<uint32_t>(own.payload() * sizeof(Value));
  record(PropertyHandler(HandlerKind::kHolder, offset), Value(holder->properties()));
}

// REQUIRES: the lookup is cacheable, and `memory` is somebody.
void RememberLoad(Isolate& isolate, const NamedLoad& load, const PropertyLookup& lookup, Memory memory) {
  bool is_own = lookup.holder == load.start && load.receiver.IsObject();
  if (!is_own) NoteDependents(load.start, lookup.holder);
  if (lookup.IsCell()) return;
  (memory == Memory::kStubCache ? RememberLoadInStubs : RememberLoadInSite)(isolate, load, lookup, is_own);
}

Completion<Value> LoadFrom(Isolate& isolate, const NamedLoad& load);

// No cache knows what a dictionary has. What its prototype has may be in the stub cache, as of a receiver.
std::optional<Completion<Value>> LoadFromDictionary(Isolate& isolate, const NamedLoad& load) {
  Shape* shape = load.start->shape();
  if (load.is_keyed || !shape->is_dictionary() || shape->object_type() != HeapType::kPlainObject)
    return std::nullopt;
  PropertyLocation location;
  if (shape->Lookup(load.name, &location)) {
    if (location.attributes & (kAccessor | kCell | kVirtual)) return std::nullopt;
    return load.start->GetSlot(location.slot);
  }
  JSObject* prototype = shape->prototype_object();
  if (prototype == nullptr || prototype->shape()->is_dictionary()) return std::nullopt;
  Value key = ShapeKey(prototype->shape());
  if (ValueField* word = FindLoadStub(isolate, key, load.name.bits(), Value(prototype))) return word->get();
  return LoadFrom(isolate, {.start = prototype,
                            .key = key,
                            .receiver = load.receiver,
                            .name = load.name,
                            .is_keyed = true,
                            .getter = load.getter});
}

Completion<Value> LoadFrom(Isolate& isolate, const NamedLoad& load) {
  DCHECK(load.receiver.IsObject() || load.start->shape()->Has(Shape::kIsPrototype));
  Memory memory = MemoryFor(isolate, load);
  if (auto known = AskForLoad(isolate, load, memory)) return *known;
  if (load.receiver.IsObject() && IsArrayLength(isolate, load.start, load.name)) {
    if (memory == Memory::kSite)
      RecordHandler(isolate, load.site, load.key, PropertyHandler(HandlerKind::kArrayLength, 0));
    return static_cast<JSArray*>(load.start)->length_.get();
  }
  if (auto loaded = LoadFromDictionary(isolate, load)) return *loaded;
  PropertyLookup lookup = LookUpProperty(isolate, load.start, load.name);
  if (lookup.result == PropertyLookup::kGeneric)
    return internal_method::Get(isolate, load.start, PropertyKey::FromName(load.name), load.receiver);
  if (lookup.cacheable && memory != Memory::kNobody) RememberLoad(isolate, load, lookup, memory);
  if (lookup.result == PropertyLookup::kAbsent) return Value::Undefined();
  Value value = lookup.holder->GetSlot(lookup.location.slot);
  if (lookup.IsAccessor()) {
    if (IsTypedArrayLength(load, lookup)) return TypedArrayLength(isolate, load.receiver.AsObject());
    return CallGetter(isolate, load, value.As<AccessorPair>());
  }
  return lookup.IsCell() ? value.As<PropertyCell>()->value_.get() : value;
}

}  // namespace

Completion<Value> LoadNamed(Isolate& isolate, Value receiver, Value name, Site site, JSFunction** getter) {
  NamedLoad load{.receiver = receiver, .name = name, .site = site, .getter = getter};
  if (HW_LIKELY(receiver.IsObject())) {
    load.start = receiver.AsObject();
    load.key = ShapeKey(load.start->shape());
    return LoadFrom(isolate, load);
  }
  Realm* realm = CurrentRealm(isolate);
  if (receiver.IsString()) {
    if (name == Value(isolate.name(Name::length))) return NumberValue(isolate, receiver.AsString()->length());
    load.start = realm->intrinsic(Intrinsic::kStringPrototype);
    load.key = Value::FromBits(kStringReceiver);
    return LoadFrom(isolate, load);
  }
  if (receiver.IsNumber()) {
    load.start = realm->intrinsic(Intrinsic::kNumberPrototype);
    load.key = Value::FromBits(kNumberReceiver);
    return LoadFrom(isolate, load);
  }
  if (receiver.IsNullOrUndefined())
    return ThrowCannotReadProperty(isolate, receiver, PropertyKey::FromName(name));
  return GetV(isolate, receiver, PropertyKey::FromName(name));
}

Value LoadPlain(Isolate& isolate, JSObject* object, Value name) {
  NamedLoad load{.start = object,
                 .key = ShapeKey(object->shape()),
                 .receiver = Value(object),
                 .name = name,
                 .is_keyed = true};
  if (ValueField* word = FindLoadStub(isolate, load.key, name.bits(), load.receiver)) return word->get();
  if (IsArrayLength(isolate, object, name)) return static_cast<JSArray*>(object)->length_.get();
  uint32_t depth = 0;
  for (JSObject* o = object; o != nullptr; o = o->shape()->prototype_object()) {
    if (++depth == ChainWalk::kFree) return Value::Hole();
  }
  PropertyLookup lookup = LookUpProperty(isolate, object, name);
  if (lookup.result == PropertyLookup::kGeneric || lookup.IsAccessor()) return Value::Hole();
  if (lookup.cacheable) RememberLoad(isolate, load, lookup, Memory::kStubCache);
  if (lookup.result == PropertyLookup::kAbsent) return Value::Undefined();
  Value value = lookup.holder->GetSlot(lookup.location.slot);
  return lookup.IsCell() ? value.As<PropertyCell>()->value_.get() : value;
}

Completion<Value> LoadByStub(Isolate& isolate, JSObject* start, Value receiver, Value name) {
  Value key = ShapeKey(start->shape());
  if (ValueField* word = FindLoadStub(isolate, key, name.bits(), Value(start))) return word->get();
  return LoadPastStub(isolate, start, receiver, name);
}
Completion<Value> LoadPastStub(Isolate& isolate, JSObject* start, Value receiver, Value name) {
  return LoadFrom(isolate, {.start = start,
                            .key = ShapeKey(start->shape()),
                            .receiver = receiver,
                            .name = name,
                            .is_keyed = true});
}

// ---- Stores ----

namespace {

struct NamedStore {
  JSObject* object;
  Value name;
  Value value;
  Site site;
};

// False: the stub cache does not know of this store.
bool StoreByStub(Isolate& isolate, const NamedStore& store) {
  Value key = ShapeKey(store.object->shape());
  const StubCache::StoreEntry& entry =
      NativeStateOf(isolate).stub_cache.StoreAt(key.bits(), store.name.bits());
  if (!StubCache::Matches(entry, key.bits(), store.name.bits(), isolate.property_epoch_)) return false;
  ValueField* word = WordOfStub(entry, Value(store.object));
  if (entry.added) {
    gc::SetHeader(store.object, entry.added);
    word->Init(store.value);
    RangeWriteBarrier(store.object);
  } else if (entry.where & StubCache::kOverflow) {
    word->Set(store.object->properties(), store.value);
  } else {
    word->Set(store.object, store.value);
  }
  return true;
}

// True: a cache has known the store, and it is done. Values are stored by the instruction itself, unless its
// function is clean.
Completion<bool> AskForStore(Isolate& isolate, const NamedStore& store) {
  if (store.site.clean) return StoreByStub(isolate, store);
  if (!store.site.enabled()) return false;
  AccessorPair* pair = CachedAccessor(isolate, store.site.as<PropertySite>(), HandlerKind::kSetter,
                                      ShapeKey(store.object->shape()), store.name, store.object);
  if (pair == nullptr || pair->setter_.get().IsUndefined()) return false;
  TRY(Call(isolate, pair->setter_, Value(store.object), {store.value}));
  return true;
}

void RememberStore(Isolate& isolate, const NamedStore& store, Shape* shape, uint32_t slot) {
  Memory memory = MemoryOf(store.site);
  if (memory == Memory::kNobody || shape->is_dictionary()) return;
  if (memory == Memory::kStubCache)
    return RecordStoreStub(isolate, ShapeKey(shape), store.name, PlaceOfSlot(shape, slot));
  PropertyHandler own = OwnHandler(shape, slot);
  if (own.Is(HandlerKind::kInObject)) return RecordInObject(isolate, store.site, shape, own.payload());
  RecordHandler(isolate, store.site, ShapeKey(shape), own);
}

// `lookup`: of the prototypes, which do not say no.
void RememberAddition(Isolate& isolate, const NamedStore& store, Shape* shape, const PropertyLookup& lookup) {
  Shape* added = store.object->shape();
  Memory memory = MemoryOf(store.site);
  if (memory == Memory::kNobody || !lookup.cacheable || added->is_unique() || added->parent_.get() != shape ||
      added->slot_count_ != shape->slot_count_ + 1 || added->object_size() != shape->object_size())
    return;
  NoteDependents(added->prototype_object(), lookup.holder);
  uint32_t slot = shape->slot_count_;
  bool in_object = slot < added->in_object_slots();
  if (memory == Memory::kStubCache) {
    if (in_object)
      RecordStoreStub(isolate, ShapeKey(shape), store.name, PlaceOfSlot(added, slot), Value(added).bits());
  } else if (in_object) {
    RecordHandler(isolate, store.site, ShapeKey(shape),
                  PropertyHandler(HandlerKind::kTransition, OffsetOfSlot(added, slot)), Value(added));
  } else if (added->extension_kind() == shape->extension_kind() && store.object->properties() != nullptr) {
    RecordHandler(isolate, store.site, ShapeKey(shape),
                  PropertyHandler(HandlerKind::kTransitionOverflow, slot - added->in_object_slots()),
                  Value(added));
  }
}

void RememberSetter(Isolate& isolate, const NamedStore& store, const PropertyLookup& lookup) {
  if (MemoryOf(store.site) != Memory::kSite || !lookup.cacheable || !lookup.IsAccessor() || lookup.IsCell())
    return;
  NoteDependents(store.object, lookup.holder);
  RecordHandler(isolate, store.site, ShapeKey(store.object->shape()),
                PropertyHandler(HandlerKind::kSetter, lookup.location.slot), Value(lookup.holder));
}

void StoreToOwn(Isolate& isolate, const NamedStore& store, uint32_t slot) {
  Shape* shape = store.object->shape();
  // Prototype objects go the slow way so that mutations of intrinsics are noticed.
  if (shape->Has(Shape::kIsPrototype)) {
    OwnProperty own = store.object->GetOwn(isolate, PropertyKey::FromName(store.name));
    return store.object->SetOwnValue(isolate, own, store.value);
  }
  shape->NoteStored(isolate);
  RememberStore(isolate, store, shape, slot);
  store.object->SetSlot(isolate, slot, store.value);
}

void AddProperty(Isolate& isolate, const NamedStore& store, const PropertyLookup& lookup) {
  Shape* shape = store.object->shape();
  store.object->AddOwn(isolate, store.name, store.value);
  Shape* added = store.object->shape();
  if (added->slot_count_ > added->in_object_slots() && !added->is_unique())
    NoteOverflow(isolate, store.object);
  RememberAddition(isolate, store, shape, lookup);
}

// An own data property that may be written, or a new one that nothing on the chain has a say about: no
// setter, no read-only property, nothing exotic. False: the internal method is to do it.
Completion<bool> StoreOrdinary(Isolate& isolate, const NamedStore& store) {
  Shape* shape = store.object->shape();
  if (IsExoticName(isolate, shape, store.name)) return false;
  if (TRY(AskForStore(isolate, store))) return true;
  PropertyLocation location;
  if (shape->Lookup(store.name, &location)) {
    constexpr uint32_t kAsked = kWritable | kAccessor | kCell | kVirtual;
    if ((location.attributes & kAsked) != kWritable) return false;
    if (shape->Has(Shape::kIsCallable) && store.name == Value(isolate.name(Name::prototype))) return false;
    StoreToOwn(isolate, store, location.slot);
    return true;
  }
  if (!shape->is_extensible() || shape->Has(Shape::kIsPrototype)) return false;
  PropertyLookup lookup = LookUpProperty(isolate, shape->prototype_object(), store.name);
  bool is_plain = lookup.result == PropertyLookup::kFound &&
                  (lookup.location.attributes & (kWritable | kAccessor)) == kWritable;
  if (lookup.result == PropertyLookup::kAbsent || is_plain) {
    AddProperty(isolate, store, lookup);
    return true;
  }
  RememberSetter(isolate, store, lookup);
  return false;
}

}  // namespace

Completion<void> StoreNamed(Isolate& isolate, Value receiver, Value name, Value value, bool strict,
                            Site site) {
  PropertyKey key = PropertyKey::FromName(name);
  if (receiver.IsNullOrUndefined()) return ThrowCannotSetProperty(isolate, receiver, key);
  if (receiver.IsObject() && TRY(StoreOrdinary(isolate, {receiver.AsObject(), name, value, site}))) return {};
  JSObject* object = receiver.IsObject() ? receiver.AsObject() : TRY(ToObject(isolate, receiver));
  bool ok = TRY(internal_method::Set(isolate, object, key, value, receiver));
  if (!ok && strict) return ThrowSetFailed(isolate, receiver, key);
  return {};
}

Completion<void> DefineNamed(Isolate& isolate, Value receiver, Value name, Value value, Site site) {
  JSObject* object = receiver.AsObject();
  Shape* shape = object->shape();
  PropertyKey key = PropertyKey::FromName(name);
  PropertyLocation location;
  if (!shape->Has(Shape::kIsExotic) && !shape->is_unique() && shape->is_extensible() &&
      !shape->Lookup(name, &location) && !IsArrayLength(isolate, object, name)) {
    object->DefineOwn(isolate, key, value, kDataDefault);
    Shape* added = object->shape();
    if (added->slot_count_ > added->in_object_slots()) NoteOverflow(isolate, object);
    if (MemoryOf(site) == Memory::kSite && IsCacheableAddition(shape, added)) {
      RecordHandler(isolate, site, ShapeKey(shape),
                    PropertyHandler(HandlerKind::kTransition, OffsetOfSlot(added, shape->slot_count_)),
                    Value(added));
    }
    return {};
  }
  return CreateDataPropertyOrThrow(isolate, object, key, value);
}

}  // namespace halfword
