#include "runtime/caches/inline_cache.h"

#include "bytecode/frame.h"
#include "objects/builtin_objects.h"
#include "runtime/caches/verify_lookup.h"
#include "runtime/execution/loop_poll.h"
#include "runtime/native_state.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/exotic.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

constexpr uint32_t kWarmUpMisses = 6;

Value EpochValue(Isolate& isolate) { return Value::Smi(static_cast<int32_t>(isolate.property_epoch_)); }
Value EpochToNote(Isolate& isolate) { return Value::Smi(static_cast<int32_t>(isolate.epoch_to_note())); }
Value ShapeKey(Shape* shape) { return Value(shape); }
Value HandlerValue(HandlerKind kind, uint32_t payload) {
  DCHECK(payload < 1u << 27);  // a Smi of 32 bits holds it and the kind
  return Value::Smi(static_cast<int32_t>(payload << 4 | static_cast<uint32_t>(kind)));
}

// Of own properties in slots beyond those in the object.
HandlerKind OverflowHandler(const Shape* shape) {
  return shape->extension_kind() == ExtensionKind::kBoth ? HandlerKind::kOverflowBesideElements
                                                         : HandlerKind::kOverflow;
}

PropertyCache* CacheOf(CacheSite site) { return reinterpret_cast<PropertyCache*>(site.words); }

// Vectors of handlers hang on the first word of the function's own vector, each on the one before: the words
// of sites hold nothing alive.
void Append(FeedbackVector* owner, FeedbackVector* handlers) {
  handlers->words()[0].Set(handlers, owner->words()[0]);
  owner->words()[0].Set(owner, Value(handlers));
}
void Unlink(FeedbackVector* owner, Value handlers) {
  for (FeedbackVector* at = owner; at->words()[0].get().IsHeapPointer();) {
    auto* next = at->words()[0].get().As<FeedbackVector>();
    if (Value(next) == handlers) return at->words()[0].Set(at, next->words()[0]);
    at = next;
  }
}

struct NewHandler {
  Value key;
  HandlerKind kind;
  uint32_t payload;
  Value holder;
};

void Write(Isolate& isolate, CachedHandler* at, FeedbackVector* vector, const NewHandler& handler) {
  at->key.Set(vector, handler.key);
  at->handler.Init(HandlerValue(handler.kind, handler.payload));
  at->holder.Set(vector, handler.holder);
  at->epoch.Init(EpochToNote(isolate));
}

// Whether another receiver's handler may take its place: it is empty, its receivers have died, or it is of an
// epoch that is over.
bool IsFree(Isolate& isolate, const CachedHandler& handler) {
  return handler.key.get().bits() == 0 || handler.epoch.get() != EpochValue(isolate);
}

// A second receiver makes a site polymorphic, and one more than it has room for megamorphic.
void RecordHandler(Isolate& isolate, CacheSite site, const NewHandler& handler) {
  PropertyCache* cache = CacheOf(site);
  if (cache->is_megamorphic()) return;
  if (!cache->is_polymorphic()) {
    if (cache->b.key.get() == handler.key || IsFree(isolate, cache->b))
      return Write(isolate, &cache->b, site.vector, handler);
    FeedbackVector* handlers = AllocateFeedback(
        isolate, nullptr, 1 + PropertyCache::kMostHandlers * sizeof(CachedHandler) / sizeof(Value));
    Append(site.vector, handlers);
    CachedHandler old = cache->b;
    cache->b.key.Init(Value::FromBits(PropertyCache::kPolymorphic));
    cache->b.handler.Init(Value::Smi(0));
    cache->b.holder.Set(site.vector, Value(handlers));
    cache->handlers(CageBase())[0] = old;
    RangeWriteBarrier(handlers);
  }
  auto* vector = cache->b.holder.get().As<FeedbackVector>();
  CachedHandler *handlers = cache->handlers(CageBase()), *free = nullptr;
  for (uint32_t i = 0; i < PropertyCache::kMostHandlers; i++) {
    if (handlers[i].key.get() == handler.key) return Write(isolate, &handlers[i], vector, handler);
    if (free == nullptr && IsFree(isolate, handlers[i])) free = &handlers[i];
  }
  if (free != nullptr) return Write(isolate, free, vector, handler);
  Unlink(site.vector, cache->b.holder);
  cache->b.key.Init(Value::FromBits(PropertyCache::kMegamorphic));
  cache->b.holder.Init(Value::Smi(0));
}
void RecordHandler(Isolate& isolate, CacheSite site, Value key, HandlerKind kind, uint32_t payload,
                   Value holder) {
  RecordHandler(isolate, site, NewHandler{key, kind, payload, holder});
}

// Records in word A; what was there becomes a handler.
void RecordInObject(Isolate& isolate, CacheSite site, Shape* shape, uint32_t offset) {
  PropertyCache* cache = CacheOf(site);
  if (cache->is_megamorphic()) return;
  Value a = cache->shape_a;
  if (a.bits() != 0 && a != ShapeKey(shape)) {
    RecordHandler(isolate, site, a, HandlerKind::kInObject,
                  static_cast<uint32_t>(cache->offset_a.get().bits()), Value::Smi(0));
    if (cache->is_megamorphic()) return;
  }
  cache->shape_a.Set(site.vector, ShapeKey(shape));
  cache->offset_a.Init(Value::FromBits(offset));
}

bool UsesStubs(CacheSite site) { return site.clean || (site.enabled() && CacheOf(site)->is_megamorphic()); }
bool Remembers(CacheSite site) { return site.clean || site.enabled(); }

void RecordLoadStub(Isolate& isolate, Value key, Value::Bits name, uint32_t where) {
  StubCache& cache = NativeStateOf(isolate).stub_cache;
  StubCache::Entry& entry = cache.LoadAt(key.bits(), name);
  if (entry.key != 0) cache.NoteLoss();
  entry = {key.bits(), name, isolate.epoch_to_note(), where};
}
void RecordStoreStub(Isolate& isolate, Value key, Value name, uint32_t where, Value::Bits added = 0) {
  StubCache& cache = NativeStateOf(isolate).stub_cache;
  StubCache::StoreEntry& entry = cache.StoreAt(key.bits(), name.bits());
  if (entry.key != 0) cache.NoteLoss();
  entry = {{key.bits(), name.bits(), isolate.epoch_to_note(), where}, added};
}
uint32_t CageOffsetOf(const void* word) {
  return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(word) - CageBase());
}
// The word that the entry names for such a receiver.
ValueField* WordOfStub(const StubCache::Entry& entry, Value receiver) {
  uint32_t where = entry.where & ~uint32_t{StubCache::kPlaceMask};
  switch (entry.where & StubCache::kPlaceMask) {
    case StubCache::kCage: return reinterpret_cast<ValueField*>(CageBase() + where);
    case StubCache::kReceiver:
      return reinterpret_cast<ValueField*>(reinterpret_cast<char*>(receiver.AsObject()) + where);
    default: return receiver.AsObject()->properties()->slots() + (where >> 2);
  }
}
// The word that the stub cache knows of for this key and name; null: of none.
ValueField* FindLoadStub(Isolate& isolate, Value key, Value::Bits name, Value receiver) {
  const StubCache::Entry& entry = NativeStateOf(isolate).stub_cache.LoadAt(key.bits(), name);
  bool known = StubCache::Matches(entry, key.bits(), name, isolate.property_epoch_);
  return known ? WordOfStub(entry, receiver) : nullptr;
}
// Bytes from such an object. REQUIRES: the slot is in it.
uint32_t OffsetOfSlot(const Shape* shape, uint32_t slot) {
  return shape->first_slot_offset() + slot * static_cast<uint32_t>(sizeof(Value));
}
// StubCache::Entry::where of own data properties in slot `slot` of objects of this shape.
uint32_t PlaceOfSlot(Shape* shape, uint32_t slot) {
  if (slot >= shape->in_object_slots()) return (slot - shape->in_object_slots()) << 2 | StubCache::kOverflow;
  return OffsetOfSlot(shape, slot) | StubCache::kReceiver;
}
// The same of a slot of this object, which is a prototype. Its overflow array is replaced only when a
// property is added, which is a new epoch.
uint32_t PlaceOfSlotOf(JSObject* holder, uint32_t slot) {
  Shape* shape = holder->shape();
  if (slot < shape->in_object_slots())
    return (CageOffsetOf(holder) + OffsetOfSlot(shape, slot)) | StubCache::kCage;
  return CageOffsetOf(holder->properties()->slots() + (slot - shape->in_object_slots())) | StubCache::kCage;
}

// Whether such objects have a say about `name` that the table of their shape does not know: the length of
// arrays and String objects, numeric names of TypedArrays, every name of proxies and module namespaces.
bool IsExoticName(Isolate& isolate, Shape* shape, Value name) {
  switch (shape->object_type()) {
    case HeapType::kJSArray:
    case HeapType::kStringWrapper: return name == Value(isolate.name(Name::length));
    case HeapType::kTypedArrayObject: {
      bool valid;
      uint32_t index;
      return CanonicalNumericIndex(isolate, PropertyKey::FromName(name), &valid, &index);
    }
    case HeapType::kProxyObject:
    case HeapType::kModuleNamespace: return true;
    default: return false;
  }
}

struct NamedLookup {
  enum Result : uint8_t { kFound, kAbsent, kGeneric } result;
  bool cacheable = true;
  JSObject* holder = nullptr;
  PropertyLocation location{};
};

// Walks the prototype chain through ordinary objects.
NamedLookup LookupChain(Isolate& isolate, JSObject* object, Value name) {
  NamedLookup lookup;
  ChainWalk walk;
  for (JSObject* o = object; o != nullptr; o = o->shape()->prototype_object()) {
    walk.Step(isolate);
    Shape* shape = o->shape();
    if (IsExoticName(isolate, shape, name)) {
      lookup.result = NamedLookup::kGeneric;
      return lookup;
    }
    if (shape->Lookup(name, &lookup.location)) {
      if (lookup.location.attributes & kVirtual) {
        lookup.result = NamedLookup::kGeneric;
        return lookup;
      }
      // Dictionary shapes change in place.
      if (shape->is_dictionary()) lookup.cacheable = false;
      lookup.result = NamedLookup::kFound;
      lookup.holder = o;
      return lookup;
    }
    if (shape->is_dictionary()) lookup.cacheable = false;
    if (o == object && shape->is_unique() && !shape->Has(Shape::kIsPrototype)) lookup.cacheable = false;
  }
  lookup.result = NamedLookup::kAbsent;
  return lookup;
}

// Before what such a lookup has found is remembered. Null: it found nothing.
void NoteDependents(JSObject* start, JSObject* holder) {
  for (JSObject* o = start; o != nullptr; o = o->shape()->prototype_object()) {
    o->shape()->NoteDependent();
    if (o == holder) return;
  }
}

bool IsArrayLength(Isolate& isolate, JSObject* o, Value name) {
  return o->object_type() == HeapType::kJSArray && name == Value(isolate.name(Name::length));
}

Value TypedArrayLength(Isolate& isolate, JSObject* array) {
  return NumberValue(isolate, static_cast<double>(static_cast<TypedArrayObject*>(array)->length(isolate)));
}

// The length of typed arrays, as long as nobody has changed its getter.
bool IsTypedArrayLength(JSObject* receiver, Value getter) {
  return receiver->object_type() == HeapType::kTypedArrayObject && getter.Is<NativeFunction>() &&
         static_cast<NativeFunction*>(getter.AsObject())->magic_ == kTypedArrayLengthMagic;
}

const CachedHandler* FindHandler(const PropertyCache& cache, Value key) {
  if (cache.is_polymorphic()) return cache.FindPolymorphic(CageBase(), key.bits());
  return cache.b.key.get() == key ? &cache.b : nullptr;
}
// The accessor that the site remembers for such receivers: the interpreter leaves calling them to us. Null:
// it remembers none.
AccessorPair* CachedAccessor(Isolate& isolate, CacheSite site, HandlerKind kind, Value key, Value name,
                             JSObject* receiver) {
  const CachedHandler* cached = FindHandler(*CacheOf(site), key);
  if (cached == nullptr || cached->epoch.get() != EpochValue(isolate)) return nullptr;
  uint32_t handler = static_cast<uint32_t>(cached->handler.get().bits()) >> 1;
  if (static_cast<HandlerKind>(handler & 15) != kind) return nullptr;
  if (HALFWORD_ASSERTS) VerifyCachedLookup(isolate, CurrentRealm(isolate), *cached, name);
  Value holder = cached->holder.get();
  return (holder.IsObject() ? holder.AsObject() : receiver)->GetSlot(handler >> 4).As<AccessorPair>();
}

// `getter`: as of LoadNamed.
Completion<Value> CallGetter(Isolate& isolate, AccessorPair* pair, Value receiver, JSFunction** getter) {
  Value function = pair->getter_;
  if (function.IsUndefined()) return Value::Undefined();
  if (getter == nullptr || !function.Is<JSFunction>()) return Call(isolate, function, receiver);
  *getter = static_cast<JSFunction*>(function.AsObject());
  return Value::Undefined();
}

// `keyed`: the name is not the instruction's own, so only the stub cache may remember it.
Completion<Value> LoadFrom(Isolate& isolate, JSObject* start, Value key, Value receiver, Value name,
                           CacheSite site, bool keyed = false, JSFunction** getter = nullptr) {
  DCHECK(receiver.IsObject() || start->shape()->Has(Shape::kIsPrototype));
  // Stubs know primitive receivers by their type, so the prototypes are those of one realm.
  bool may_use_stubs = receiver.IsObject() || CurrentRealm(isolate) == isolate.realm();
  bool stub_only = keyed || UsesStubs(site);
  if (site.clean && may_use_stubs) {
    if (ValueField* word = FindLoadStub(isolate, key, name.bits(), receiver)) return word->get();
  }
  if (!stub_only && site.enabled()) {
    if (AccessorPair* pair = CachedAccessor(isolate, site, HandlerKind::kGetter, key, name, start))
      return CallGetter(isolate, pair, receiver, getter);
  }
  if (stub_only && may_use_stubs) {
    if (ValueField* word = FindLoadStub(isolate, key, StubCache::OfAccessor(name.bits()), receiver))
      return CallGetter(isolate, word->get().As<AccessorPair>(), receiver, getter);
  }
  if (receiver.IsObject() && IsArrayLength(isolate, start, name)) {
    if (site.enabled()) RecordHandler(isolate, site, key, HandlerKind::kArrayLength, 0, Value::Smi(0));
    return static_cast<JSArray*>(start)->length_.get();
  }
  // What a dictionary has no cache knows. What its prototype has may be in the stub cache, as of a receiver.
  if (Shape* shape = start->shape();
      shape->is_dictionary() && shape->object_type() == HeapType::kPlainObject && !keyed) {
    PropertyLocation location;
    JSObject* prototype = shape->prototype_object();
    if (shape->Lookup(name, &location)) {
      if (!(location.attributes & (kAccessor | kCell | kVirtual))) return start->GetSlot(location.slot);
    } else if (prototype != nullptr && !prototype->shape()->is_dictionary()) {
      key = ShapeKey(prototype->shape());
      if (ValueField* word = FindLoadStub(isolate, key, name.bits(), Value(prototype))) return word->get();
      return LoadFrom(isolate, prototype, key, receiver, name, CacheSite(), true, getter);
    }
  }
  NamedLookup lookup = LookupChain(isolate, start, name);
  if (lookup.result == NamedLookup::kGeneric) {
    return internal_method::Get(isolate, start, PropertyKey::FromName(name), receiver);
  }
  bool may_cache = lookup.cacheable && (stub_only ? may_use_stubs : site.enabled());
  bool own = lookup.holder == start && receiver.IsObject();
  if (may_cache && !own) NoteDependents(start, lookup.holder);
  if (lookup.result == NamedLookup::kAbsent) {
    if (may_cache) {
      if (stub_only)
        RecordLoadStub(isolate, key, name.bits(), CageOffsetOf(&isolate.undefined_) | StubCache::kCage);
      else
        RecordHandler(isolate, site, key, HandlerKind::kAbsent, 0, Value::Smi(0));
    }
    return Value::Undefined();
  }
  JSObject* holder = lookup.holder;
  Shape* shape = holder->shape();
  uint32_t slot = lookup.location.slot;
  Value value = holder->GetSlot(slot);
  bool in_object = slot < shape->in_object_slots();
  uint32_t offset = in_object ? OffsetOfSlot(shape, slot) : (slot - shape->in_object_slots()) * sizeof(Value);
  if (lookup.location.attributes & kAccessor) {
    AccessorPair* pair = value.As<AccessorPair>();
    bool is_length = receiver.IsObject() && !own && IsTypedArrayLength(receiver.AsObject(), pair->getter_);
    if (may_cache && stub_only && !own && !is_length)
      RecordLoadStub(isolate, key, StubCache::OfAccessor(name.bits()), PlaceOfSlotOf(holder, slot));
    if (may_cache && !stub_only) {
      if (is_length) {
        RecordHandler(isolate, site, key, HandlerKind::kTypedArrayLength, 0, Value::Smi(0));
      } else {
        RecordHandler(isolate, site, key, HandlerKind::kGetter, slot, own ? Value::Smi(0) : Value(holder));
      }
    }
    if (is_length) return TypedArrayLength(isolate, receiver.AsObject());
    return CallGetter(isolate, pair, receiver, getter);
  }
  if (lookup.location.attributes & kCell) return value.As<PropertyCell>()->value_.get();
  if (may_cache) {
    if (own) {
      if (stub_only) {
        RecordLoadStub(isolate, key, name.bits(), PlaceOfSlot(shape, slot));
      } else if (in_object) {
        RecordInObject(isolate, site, shape, offset);
      } else {
        RecordHandler(isolate, site, key, OverflowHandler(shape), slot - shape->in_object_slots(),
                      Value::Smi(0));
      }
    } else {
      if (stub_only) {
        RecordLoadStub(isolate, key, name.bits(), PlaceOfSlotOf(holder, slot));
      } else {
        RecordHandler(isolate, site, key, HandlerKind::kHolder, offset,
                      in_object ? Value(holder) : Value(holder->properties()));
      }
    }
  }
  return value;
}

}  // namespace

FeedbackVector* AllocateFeedback(Isolate& isolate, FunctionInfo* info, uint32_t words) {
  size_t cell = gc::CellSize(words * sizeof(Value));
  auto* vector = static_cast<FeedbackVector*>(isolate.heap().AllocateAny(
      gc::TypedHeader(static_cast<uint32_t>(HeapType::kFeedbackVector), cell), cell));
  if (info) info->feedback_.Set(info, vector);
  return vector;
}

namespace {

// A miss in a clean function. True: it shall stay clean.
bool StaysClean(Isolate& isolate) {
  if (isolate.clean_misses_-- != 0) return true;
  isolate.clean_functions_end_ = 0;
  return false;
}

// Gives the function a vector at its n-th miss without; the cold one until then.
FeedbackVector* WarmUp(Isolate& isolate, FunctionInfo* info) {
  FeedbackVector* cold = isolate.cold_feedback_.get();
  if (info->feedback_.get() && info->feedback_.get() != cold) return info->feedback_.get();
  if (++info->warmup_ < kWarmUpMisses) return cold;
  return AllocateFeedback(isolate, info, std::max<uint32_t>(info->code_->feedback_size_, 1));
}

}  // namespace

void NoteRunning(Isolate& isolate, Code* code, FunctionInfo* info) {
  FeedbackVector* vector = info->feedback_.get();
  bool is_cold = vector == nullptr || vector == isolate.cold_feedback_.get();
  if (is_cold && !(code->flags_ & Code::kSelfHosted)) {
    AllocateFeedback(isolate, info, std::max<uint32_t>(code->feedback_size_, 1));
  } else if (const CompiledHooks& tier = NativeStateOf(isolate).compiled; tier.note_hot != nullptr) {
    DCHECK(info->code_.get() == code);
    tier.note_hot(isolate, info, vector);
  }
}

void NoteRunning(Isolate& isolate, Value* fp) {
  FunctionInfo* info = static_cast<JSFunction*>(fp[frame::kFunction].AsObject())->info();
  NoteRunning(isolate, frame::CodeOf(fp), info);
  fp[frame::kFeedback] = Value(info->feedback_.GetNonNull());
}

CacheSite SiteAt(Isolate& isolate, Value* fp, uint32_t index) {
  Value cold = Value::FromBits(isolate.cold_feedback_.bits());
  if (fp[frame::kFeedback] == cold) {
    if (frame::CodeOf(fp)->flags_ & Code::kSelfHosted) return {};
    FunctionInfo* info = static_cast<JSFunction*>(fp[frame::kFunction].AsObject())->info();
    if (IsClean(isolate, Value(info)) && StaysClean(isolate)) return {.clean = index != 0};
    FeedbackVector* vector = WarmUp(isolate, info);
    if (Value(vector) == cold) return {};
    fp[frame::kFeedback] = Value(vector);
  }
  if (index == 0) return {};
  Value feedback = fp[frame::kFeedback];
  if (IsClean(isolate, feedback) && StaysClean(isolate)) return {.clean = true};
  FeedbackVector* vector = feedback.As<FeedbackVector>();
  return {vector, vector->words() + index};
}

Completion<Value> LoadNamed(Isolate& isolate, Value receiver, Value name, CacheSite site,
                            JSFunction** getter) {
  if (HW_LIKELY(receiver.IsObject())) {
    JSObject* object = receiver.AsObject();
    return LoadFrom(isolate, object, ShapeKey(object->shape()), receiver, name, site, false, getter);
  }
  Realm* realm = CurrentRealm(isolate);
  if (receiver.IsString()) {
    if (name == Value(isolate.name(Name::length))) return NumberValue(isolate, receiver.AsString()->length());
    return LoadFrom(isolate, realm->intrinsic(Intrinsic::kStringPrototype), Value::FromBits(kStringReceiver),
                    receiver, name, site, false, getter);
  }
  if (receiver.IsNumber())
    return LoadFrom(isolate, realm->intrinsic(Intrinsic::kNumberPrototype), Value::FromBits(kNumberReceiver),
                    receiver, name, site, false, getter);
  if (receiver.IsNullOrUndefined())
    return ThrowCannotReadProperty(isolate, receiver, PropertyKey::FromName(name));
  return GetV(isolate, receiver, PropertyKey::FromName(name));
}

Completion<Value> LoadByStub(Isolate& isolate, JSObject* start, Value receiver, Value name) {
  Value key = ShapeKey(start->shape());
  if (ValueField* word = FindLoadStub(isolate, key, name.bits(), Value(start))) return word->get();
  return LoadFrom(isolate, start, key, receiver, name, CacheSite(), true);
}

namespace {

// False: the stub cache does not know of this store.
bool StoreByStub(Isolate& isolate, JSObject* object, Value name, Value value) {
  Value key = ShapeKey(object->shape());
  const StubCache::StoreEntry& entry = NativeStateOf(isolate).stub_cache.StoreAt(key.bits(), name.bits());
  if (!StubCache::Matches(entry, key.bits(), name.bits(), isolate.property_epoch_)) return false;
  ValueField* word = WordOfStub(entry, Value(object));
  if (entry.added) {
    gc::SetHeader(object, entry.added);
    word->Init(value);
    RangeWriteBarrier(object);
  } else if (entry.where & StubCache::kOverflow) {
    word->Set(object->properties(), value);
  } else {
    word->Set(object, value);
  }
  return true;
}

}  // namespace

Completion<void> StoreNamed(Isolate& isolate, Value receiver, Value name, Value value, bool strict,
                            CacheSite site) {
  if (!receiver.IsObject()) {
    if (receiver.IsNullOrUndefined())
      return ThrowCannotSetProperty(isolate, receiver, PropertyKey::FromName(name));
    JSObject* wrapper = TRY(ToObject(isolate, receiver));
    bool ok = TRY(internal_method::Set(isolate, wrapper, PropertyKey::FromName(name), value, receiver));
    if (!ok && strict) return ThrowSetFailed(isolate, receiver, PropertyKey::FromName(name));
    return {};
  }
  JSObject* object = receiver.AsObject();
  Shape* shape = object->shape();
  PropertyKey key = PropertyKey::FromName(name);
  if (!IsExoticName(isolate, shape, name)) {
    if (site.clean && StoreByStub(isolate, object, name, value)) return {};
    if (site.enabled()) {
      AccessorPair* pair = CachedAccessor(isolate, site, HandlerKind::kSetter, ShapeKey(shape), name, object);
      if (pair != nullptr && !pair->setter_.get().IsUndefined()) {
        TRY(Call(isolate, pair->setter_, receiver, {value}));
        return {};
      }
    }
    PropertyLocation location;
    if (shape->Lookup(name, &location)) {
      if ((location.attributes & (kWritable | kAccessor | kCell | kVirtual)) == kWritable &&
          !(shape->Has(Shape::kIsCallable) && name == Value(isolate.name(Name::prototype)))) {
        bool in_object = location.slot < shape->in_object_slots();
        // Prototype objects go the slow way so that mutations of intrinsics are noticed.
        if (shape->Has(Shape::kIsPrototype)) {
          object->SetOwnValue(isolate, object->GetOwn(isolate, key), value);
          return {};
        }
        if (Remembers(site) && !shape->is_dictionary()) {
          if (UsesStubs(site)) {
            RecordStoreStub(isolate, ShapeKey(shape), name, PlaceOfSlot(shape, location.slot));
          } else if (in_object) {
            RecordInObject(isolate, site, shape, OffsetOfSlot(shape, location.slot));
          } else {
            RecordHandler(isolate, site, ShapeKey(shape), OverflowHandler(shape),
                          location.slot - shape->in_object_slots(), Value::Smi(0));
          }
        }
        object->SetSlot(isolate, location.slot, value);
        return {};
      }
    } else if (shape->is_extensible() && !shape->Has(Shape::kIsPrototype)) {
      // Adding a property: allowed unless the chain has a setter, a read-only property or something exotic.
      NamedLookup lookup = LookupChain(isolate, shape->prototype_object(), name);
      if (lookup.result == NamedLookup::kAbsent ||
          (lookup.result == NamedLookup::kFound &&
           (lookup.location.attributes & (kWritable | kAccessor)) == kWritable)) {
        object->AddOwn(isolate, name, value);
        Shape* added = object->shape();
        if (added->slot_count_ > added->in_object_slots() && !added->is_unique())
          NoteOverflow(isolate, object);
        if (Remembers(site) && lookup.cacheable && !added->is_unique() && added->parent_.get() == shape &&
            added->slot_count_ == shape->slot_count_ + 1 && added->object_size() == shape->object_size()) {
          NoteDependents(added->prototype_object(), lookup.holder);
          uint32_t slot = shape->slot_count_;
          if (UsesStubs(site)) {
            if (slot < added->in_object_slots()) {
              RecordStoreStub(isolate, ShapeKey(shape), name, PlaceOfSlot(added, slot), Value(added).bits());
            }
          } else if (slot < added->in_object_slots()) {
            RecordHandler(isolate, site, ShapeKey(shape), HandlerKind::kTransition, OffsetOfSlot(added, slot),
                          Value(added));
          } else if (added->extension_kind() == shape->extension_kind() && object->properties() != nullptr) {
            RecordHandler(isolate, site, ShapeKey(shape), HandlerKind::kTransitionOverflow,
                          slot - added->in_object_slots(), Value(added));
          }
        }
        return {};
      }
      if (site.enabled() && lookup.cacheable && lookup.result == NamedLookup::kFound &&
          (lookup.location.attributes & (kAccessor | kCell)) == kAccessor) {
        NoteDependents(object, lookup.holder);
        RecordHandler(isolate, site, ShapeKey(shape), HandlerKind::kSetter, lookup.location.slot,
                      Value(lookup.holder));
      }
    }
  }
  bool ok = TRY(internal_method::Set(isolate, object, key, value, receiver));
  if (!ok && strict) return ThrowSetFailed(isolate, receiver, key);
  return {};
}

namespace {

// Objects of `shape` that get the property have the shape `added` and the value in themselves.
bool IsCacheableAddition(const Shape* shape, const Shape* added) {
  return !added->is_unique() && added->parent_.get() == shape &&
         shape->slot_count_ < added->in_object_slots();
}

}  // namespace

Completion<void> DefineNamed(Isolate& isolate, Value receiver, Value name, Value value, CacheSite site) {
  JSObject* object = receiver.AsObject();
  Shape* shape = object->shape();
  PropertyKey key = PropertyKey::FromName(name);
  PropertyLocation location;
  if (!shape->Has(Shape::kIsExotic) && !shape->is_unique() && shape->is_extensible() &&
      !shape->Lookup(name, &location) && !IsArrayLength(isolate, object, name)) {
    object->DefineOwn(isolate, key, value, kDataDefault);
    Shape* added = object->shape();
    if (added->slot_count_ > added->in_object_slots()) NoteOverflow(isolate, object);
    if (site.enabled() && IsCacheableAddition(shape, added)) {
      RecordHandler(isolate, site, ShapeKey(shape), HandlerKind::kTransition,
                    OffsetOfSlot(added, shape->slot_count_), Value(added));
    }
    return {};
  }
  return CreateDataPropertyOrThrow(isolate, object, key, value);
}

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

void RecordKeyed(CacheSite site, int32_t seen) {
  if (!site.enabled()) return;
  Value word = site.words[0];
  site.words[0].Init(Value::Smi((word.IsSmi() ? word.AsSmi() : 0) | seen));
}
// What an access at `index` tells, of an object where the instruction did not find the element itself.
void RecordElement(CacheSite site, JSObject* object, Value key, uint32_t index) {
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

Completion<Value> LoadKeyed(Isolate& isolate, Value receiver, Value key, CacheSite site) {
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
      return LoadFrom(isolate, object, ShapeKey(object->shape()), receiver, k.name(), CacheSite(), true);
    }
    PropertyKey k = TRY(ToPropertyKey(isolate, key));
    if (k.IsIndex()) return internal_method::Get(isolate, object, k, receiver);
    // FAST: as the instruction does it for a name that is interned.
    Value shape_key = ShapeKey(object->shape());
    if (ValueField* word = FindLoadStub(isolate, shape_key, k.name().bits(), receiver)) return word->get();
    return LoadFrom(isolate, object, shape_key, receiver, k.name(), CacheSite(), true);
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
  if (!k.IsIndex()) return LoadNamed(isolate, receiver, k.name(), CacheSite());
  return GetV(isolate, receiver, k);
}

Completion<void> StoreKeyed(Isolate& isolate, Value receiver, Value key, Value value, bool strict,
                            CacheSite site) {
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
    if (!k.IsIndex()) return StoreNamed(isolate, receiver, k.name(), value, strict, CacheSite());
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
  if (!k.IsIndex()) return StoreNamed(isolate, receiver, k.name(), value, strict, CacheSite());
  JSObject* wrapper = TRY(ToObject(isolate, receiver));
  bool ok = TRY(internal_method::Set(isolate, wrapper, k, value, receiver));
  if (!ok && strict) return ThrowSetFailed(isolate, receiver, k);
  return {};
}

namespace {

PropertyCell* FindCell(JSObject* object, Value name) {
  PropertyLocation location;
  if (!object->shape()->Lookup(name, &location) || !(location.attributes & kCell)) return nullptr;
  return object->GetSlot(location.slot).As<PropertyCell>();
}

bool CellIsReadOnly(PropertyCell* cell) { return cell->flags_.get().AsSmi() & PropertyCell::kReadOnly; }

}  // namespace

Completion<Value> LoadGlobal(Isolate& isolate, Value name, bool for_typeof, CacheSite site) {
  Realm* realm = CurrentRealm(isolate);
  PropertyCell* cell = FindCell(realm->script_scope_.get().AsObject(), name);
  if (cell) {
    if (cell->value_.get().IsHole()) return ThrowUninitialized(isolate, name.AsString());
    if (site.enabled()) site.words[0].Set(site.vector, Value(cell));
    return cell->value_.get();
  }
  JSObject* global = realm->global_object();
  cell = FindCell(global, name);
  if (cell && !cell->value_.get().IsHole() && !cell->value_.get().Is<AccessorPair>()) {
    if (site.enabled()) site.words[0].Set(site.vector, Value(cell));
    return cell->value_.get();
  }
  PropertyKey key = PropertyKey::FromName(name);
  if (!TRY(HasProperty(isolate, global, key))) {
    if (for_typeof) return Value::Undefined();
    return ThrowNotDefined(isolate, name.AsString());
  }
  return internal_method::Get(isolate, global, key, realm->global_this_);
}

Completion<void> StoreGlobal(Isolate& isolate, Value name, Value value, bool strict, CacheSite site) {
  Realm* realm = CurrentRealm(isolate);
  PropertyCell* cell = FindCell(realm->script_scope_.get().AsObject(), name);
  if (cell) {
    if (cell->value_.get().IsHole()) return ThrowUninitialized(isolate, name.AsString());
    if (CellIsReadOnly(cell)) return isolate.ThrowTypeError("Assignment to constant variable.");
    if (site.enabled()) site.words[0].Set(site.vector, Value(cell));
    cell->value_.Set(cell, value);
    return {};
  }
  JSObject* global = realm->global_object();
  cell = FindCell(global, name);
  if (cell && !cell->value_.get().IsHole() && !cell->value_.get().Is<AccessorPair>() &&
      !CellIsReadOnly(cell)) {
    if (site.enabled()) site.words[0].Set(site.vector, Value(cell));
    cell->value_.Set(cell, value);
    return {};
  }
  PropertyKey key = PropertyKey::FromName(name);
  if (strict && !TRY(HasProperty(isolate, global, key))) return ThrowNotDefined(isolate, name.AsString());
  bool ok = TRY(internal_method::Set(isolate, global, key, value, Value(global)));
  if (!ok && strict) return ThrowSetFailed(isolate, Value(global), key);
  return {};
}

// ---- Private elements: own properties named by private symbols, invisible to everything else ----

namespace {

void RecordPrivate(CacheSite site, Shape* shape, uint32_t slot, Symbol* name) {
  site.words[0].Set(site.vector, Value(shape));
  site.words[1].Init(Value::FromBits(OffsetOfSlot(shape, slot)));
  site.words[2].Set(site.vector, Value(name));
}

Completion<OwnProperty> FindPrivate(Isolate& isolate, Value object, Symbol* name, const char* what) {
  if (object.IsObject()) {
    OwnProperty own = object.AsObject()->GetOwn(isolate, PropertyKey::FromSymbol(name));
    if (own.found()) return own;
  }
  std::string text =
      name->description().IsString() ? ShortText(isolate, name->description().AsString()) : "#private";
  return isolate.ThrowTypeError("Cannot %s private member %s %s an object whose class did not declare it",
                                what, text.c_str(), what[0] == 'r' ? "from" : "to");
}

}  // namespace

Completion<Value> PrivateGet(Isolate& isolate, Value object, Symbol* name, CacheSite site) {
  if (object.IsObject()) {
    Shape* shape = object.AsObject()->shape();
    PropertyLocation location;
    if (shape->Lookup(Value(name), &location) && !(location.attributes & kAccessor)) {
      Value value = object.AsObject()->GetSlot(location.slot);
      if (site.enabled() && !shape->is_dictionary() && location.slot < shape->in_object_slots()) {
        RecordPrivate(site, shape, location.slot, name);
      }
      return value;
    }
  }
  OwnProperty own = TRY(FindPrivate(isolate, object, name, "read"));
  if (!own.IsAccessor()) return own.value;
  Value getter = own.value.As<AccessorPair>()->getter_;
  if (getter.IsUndefined()) {
    return isolate.ThrowTypeError("'%s' was defined without a getter",
                                  ShortText(isolate, name->description().AsString()).c_str());
  }
  return Call(isolate, getter, object);
}

Value GetHidden(Isolate&, JSObject* function, Symbol* name, CacheSite site) {
  Shape* shape = function->shape();
  PropertyLocation location;
  if (!shape->Lookup(Value(name), &location)) return Value::Undefined();
  uint32_t in_object = shape->in_object_slots();
  if (site.enabled() && !shape->is_dictionary()) {
    if (location.slot < in_object) {
      RecordPrivate(site, shape, location.slot, name);
    } else {
      site.words[0].Set(site.vector, Value(shape));
      site.words[1].Init(Value::FromBits((location.slot - in_object) * sizeof(Value)));
      site.words[2].Init(Value::Smi(0));
    }
  }
  return function->GetSlot(location.slot);
}

Completion<void> PrivateSet(Isolate& isolate, Value object, Symbol* name, Value value, CacheSite site) {
  OwnProperty own = TRY(FindPrivate(isolate, object, name, "write"));
  if (own.IsAccessor()) {
    Value setter = own.value.As<AccessorPair>()->setter_;
    if (setter.IsUndefined()) {
      return isolate.ThrowTypeError("'%s' was defined without a setter",
                                    ShortText(isolate, name->description().AsString()).c_str());
    }
    (void)TRY(Call(isolate, setter, object, {value}));
    return {};
  }
  if (!(own.attributes & kWritable)) {
    return isolate.ThrowTypeError("Private method '%s' is not writable",
                                  ShortText(isolate, name->description().AsString()).c_str());
  }
  Shape* shape = object.AsObject()->shape();
  if (site.enabled() && !shape->is_dictionary() && own.location.slot < shape->in_object_slots()) {
    RecordPrivate(site, shape, own.location.slot, name);
  }
  object.AsObject()->SetOwnValue(isolate, own, value);
  return {};
}

Completion<void> PrivateAdd(Isolate& isolate, Value object, Symbol* name, Value value, PrivateKind kind,
                            CacheSite site) {
  JSObject* o = object.AsObject();
  // https://tc39.es/proposal-nonextensible-applies-to-private/
  if (isolate.harmony_ && !o->shape()->is_extensible()) {
    return isolate.ThrowTypeError("Cannot define %s, object is not extensible",
                                  ShortText(isolate, name->description().AsString()).c_str());
  }
  PropertyKey key = PropertyKey::FromSymbol(name);
  OwnProperty own = o->GetOwn(isolate, key);
  if (kind == PrivateKind::kGetter || kind == PrivateKind::kSetter) {
    bool getter = kind == PrivateKind::kGetter;
    if (own.found()) {
      AccessorPair* old = own.IsAccessor() ? own.value.As<AccessorPair>() : nullptr;
      Value present = old ? (getter ? old->getter_.get() : old->setter_.get()) : Value::Null();
      if (!present.IsUndefined())
        return isolate.ThrowTypeError("Cannot initialize private accessor twice on the same object");
      o->SetOwnValue(isolate, own,
                     Value(NewAccessorPair(isolate, getter ? value : old->getter_.get(),
                                           getter ? old->setter_.get() : value)));
      return {};
    }
    AccessorPair* pair =
        NewAccessorPair(isolate, getter ? value : Value::Undefined(), getter ? Value::Undefined() : value);
    o->DefineOwn(isolate, key, Value(pair), kAccessor);
    return {};
  }
  if (own.found()) {
    return isolate.ThrowTypeError("Cannot initialize %s twice on the same object",
                                  ShortText(isolate, name->description().AsString()).c_str());
  }
  Shape* shape = o->shape();
  o->DefineOwn(isolate, key, value, kind == PrivateKind::kField ? kWritable : kNone);
  // Caches of private names hold places in the object only.
  Shape* added = o->shape();
  if (added->slot_count_ > added->in_object_slots()) NoteOverflow(isolate, o);
  if (site.enabled() && IsCacheableAddition(shape, added)) {
    site.words[0].Set(site.vector, Value(shape));
    site.words[1].Set(site.vector, Value(added));
    site.words[2].Set(site.vector, Value(name));
    site.words[3].Init(Value::FromBits(OffsetOfSlot(added, shape->slot_count_)));
  }
  return {};
}

Completion<bool> PrivateHas(Isolate& isolate, Value object, Symbol* name) {
  if (!object.IsObject()) {
    return ThrowNoObjectToSearch(isolate, name->description(), object);
  }
  return object.AsObject()->GetOwn(isolate, PropertyKey::FromSymbol(name)).found();
}

}  // namespace halfword
