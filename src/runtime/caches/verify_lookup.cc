#include "runtime/caches/verify_lookup.h"

#include <cstdio>
#include <cstdlib>

#include "bytecode/decoder.h"
#include "objects/verify.h"
#include "runtime/caches/verify_sites.h"
#include "runtime/native_state.h"

namespace halfword {

namespace {

// A property on a prototype chain, as far as tables of shapes tell.
struct Found {
  enum Kind : uint8_t { kNowhere, kOwn, kOnPrototype, kUnknown } kind = kNowhere;
  JSObject* holder = nullptr;  // kOnPrototype
  const Shape* shape = nullptr;
  PropertyLocation location{};

  bool in_object() const { return location.slot < shape->in_object_slots(); }
  // In the object, or in its PropertyArray.
  uint32_t byte_offset() const {
    return in_object() ? shape->first_slot_offset() + location.slot * static_cast<uint32_t>(sizeof(Value))
                       : overflow_slot() * static_cast<uint32_t>(sizeof(Value));
  }
  uint32_t overflow_slot() const { return location.slot - shape->in_object_slots(); }
};

// What a cache knows a receiver by: the shape of an object, or for a primitive its prototype.
struct Receiver {
  const Shape* shape;   // null: a primitive
  JSObject* prototype;  // the first object behind the receiver
  bool is_known() const { return shape != nullptr || prototype != nullptr; }
};

Receiver ReceiverOf(const Realm* realm, Value key) {
  if (key.IsHeapPointer()) {
    const auto* shape = key.As<Shape>();
    return {shape, shape->prototype_object()};
  }
  switch (key.bits()) {
    case kStringReceiver: return {nullptr, realm->intrinsic(Intrinsic::kStringPrototype)};
    case kNumberReceiver: return {nullptr, realm->intrinsic(Intrinsic::kNumberPrototype)};
    default: return {nullptr, nullptr};
  }
}

// What such objects say about some names is in no table.
bool MayAnswerByItself(Isolate& isolate, const Shape* shape, Value name) {
  switch (shape->object_type()) {
    case HeapType::kJSArray:
    case HeapType::kStringWrapper: return name == Value(isolate.name(Name::length));
    default: return shape->object_type() >= HeapType::kFirstExotic;
  }
}

// A unique shape that is no object's any more may have given its table to its successor, which goes on
// changing it. So what it has itself is not asked for, and whoever remembers that it has something is
// believed: no object of that shape will come.
Found LookUp(Isolate& isolate, const Receiver& receiver, Value name) {
  Found found;
  if (const Shape* start = receiver.shape) {
    found.shape = start;
    if (MayAnswerByItself(isolate, start, name)) return {Found::kUnknown};
    if (start->Lookup(name, &found.location)) {
      found.kind = start->is_unique() ? Found::kUnknown : Found::kOwn;
      return found;
    }
  }
  for (JSObject* o = receiver.prototype; o != nullptr; o = o->shape()->prototype_object()) {
    found.shape = o->shape();
    if (MayAnswerByItself(isolate, found.shape, name)) return {Found::kUnknown};
    if (found.shape->Lookup(name, &found.location)) {
      found.kind = Found::kOnPrototype;
      found.holder = o;
      return found;
    }
  }
  return found;
}

// Whether the prototypes that a lookup went through know of it.
bool AreNoted(const Receiver& receiver, const JSObject* holder) {
  for (JSObject* o = receiver.prototype; o != nullptr; o = o->shape()->prototype_object()) {
    if (o->shape()->is_unique() && !o->shape()->Has(Shape::kHasDependents)) return false;
    if (!o->shape()->Has(Shape::kIsPrototype)) return false;  // its changes begin no epoch
    if (o == holder) break;
  }
  return true;
}

const char* CheckHolder(const Found& found, uint32_t payload, Value holder) {
  if (found.kind == Found::kNowhere)
    return "remembers a property of a prototype that is nowhere on the chain";
  if (found.kind == Found::kOwn) return "remembers a property of a prototype that the receiver has itself";
  if (found.location.attributes & (kVirtual | kAccessor))
    return "remembers a value where there is an accessor";
  Value place = found.in_object() ? Value(found.holder) : Value(found.holder->properties());
  if (holder != place) return "remembers a property of another prototype than the one that has it";
  return payload == found.byte_offset() ? nullptr : "remembers another slot of the prototype";
}

const char* CheckAccessor(const Found& found, uint32_t payload, Value holder) {
  if (found.kind == Found::kNowhere || !(found.location.attributes & kAccessor))
    return "remembers an accessor where there is none";
  if (holder.IsObject() != (found.kind == Found::kOnPrototype) ||
      (holder.IsObject() && holder.AsObject() != found.holder))
    return "remembers an accessor of another object than the one that has it";
  return payload == found.location.slot ? nullptr : "remembers an accessor in another slot";
}

// The shape after an addition: a child that has the name, where no prototype has a say against it.
const char* CheckTransition(const Shape* from, const Found& found, Value name, Value added, bool defines) {
  if (!added.Is<Shape>()) return "remembers a transition without a shape";
  PropertyLocation location;
  if (!added.As<Shape>()->Lookup(name, &location) || added.As<Shape>()->slot_count_ != from->slot_count_ + 1)
    return "remembers a transition to a shape that does not add the property";
  bool refuses = !defines && found.kind != Found::kNowhere &&
                 (found.location.attributes & (kWritable | kAccessor)) != kWritable;
  return refuses ? "remembers an addition that a prototype does not allow" : nullptr;
}

// What a lookup rests on besides the shape of the receiver.
const char* CheckPrototypes(const Receiver& receiver, const Found& found) {
  if (found.kind == Found::kOwn || AreNoted(receiver, found.holder)) return nullptr;
  return "rests on a prototype that has not been told";
}

// What the handler says of the place, against what the tables say.
const char* CheckPlace(const Shape* shape, const Found& found, PropertyHandler handler, Value holder,
                       Value name, bool defines) {
  HandlerKind kind = handler.kind();
  uint32_t payload = handler.payload();
  switch (kind) {
    case HandlerKind::kInObject:
    case HandlerKind::kOverflow:
    case HandlerKind::kOverflowBesideElements: {
      if (shape == nullptr) return "remembers a property of a primitive itself";
      if (shape->is_unique()) return nullptr;
      bool beside = shape->extension_kind() == ExtensionKind::kBoth;
      if (kind != HandlerKind::kInObject && (kind == HandlerKind::kOverflowBesideElements) != beside)
        return "remembers another extension than the receiver's";
      bool own = found.kind == Found::kOwn && found.in_object() == (kind == HandlerKind::kInObject);
      uint32_t place = !own                             ? 0
                       : kind == HandlerKind::kInObject ? found.byte_offset()
                                                        : found.overflow_slot();
      return own && payload == place ? nullptr : "remembers another slot than the receiver's";
    }
    case HandlerKind::kHolder: return CheckHolder(found, payload, holder);
    case HandlerKind::kAbsent:
      return found.kind == Found::kNowhere ? nullptr : "remembers that a property is absent which is there";
    case HandlerKind::kGetter:
    case HandlerKind::kSetter: return CheckAccessor(found, payload, holder);
    case HandlerKind::kTransition:
    case HandlerKind::kTransitionOverflow:
      if (shape == nullptr) return "remembers an addition to a primitive";
      return CheckTransition(shape, found, name, holder, defines);
    case HandlerKind::kArrayLength:
    case HandlerKind::kTypedArrayLength: return nullptr;
  }
}

const char* CheckHandler(Isolate& isolate, const Realm* realm, const CachedHandler& cached, Value name,
                         bool defines) {
  Receiver receiver = ReceiverOf(realm, cached.key.value());
  if (!receiver.is_known()) return nullptr;
  if (!IsOfThisEpoch(isolate, cached.epoch)) return nullptr;
  Found found = LookUp(isolate, receiver, name);
  if (found.kind == Found::kUnknown) return nullptr;
  if (const char* broken =
          CheckPlace(receiver.shape, found, cached.how(), cached.holder.value(), name, defines))
    return broken;
  return defines ? nullptr : CheckPrototypes(receiver, found);
}

// Word A holds for a shape whatever the epoch is: a slot in the object.
const char* CheckWordA(Isolate& isolate, const PropertySite& cache, Value name) {
  Value key = cache.shape_a.value();
  if (!key.IsHeapPointer()) return nullptr;
  const auto* shape = key.As<Shape>();
  Found found = LookUp(isolate, {shape, shape->prototype_object()}, name);
  if (found.kind == Found::kUnknown || shape->is_unique()) return nullptr;
  bool own = found.kind == Found::kOwn && found.in_object() && !(found.location.attributes & kAccessor);
  return own && cache.offset_a.offset() == found.byte_offset() ? nullptr
                                                               : "remembers another slot than the receiver's";
}

// The word that the stub cache knows of, against the one that a lookup leads to.
const char* CheckPlaceOfStub(Isolate& isolate, const StubCache::Entry& entry, const Receiver& receiver,
                             const Found& found) {
  bool is_own = (entry.where & StubCache::kPlaceMask) != StubCache::kCage;
  if (is_own && receiver.shape != nullptr && receiver.shape->is_unique()) return nullptr;
  uint32_t where = entry.where & ~uint32_t{StubCache::kPlaceMask};
  bool is_accessor = found.kind != Found::kNowhere && (found.location.attributes & kAccessor);
  if (StubCache::IsOfAccessor(entry.name) != is_accessor)
    return is_accessor ? "remembers a value where there is an accessor"
                       : "remembers an accessor where there is none";
  if (found.kind != Found::kNowhere && (found.location.attributes & kVirtual))
    return "remembers a value where there is an accessor";
  switch (entry.where & StubCache::kPlaceMask) {
    case StubCache::kCage: {
      if (found.kind == Found::kOwn)
        return "remembers a property of a prototype that the receiver has itself";
      const void* base = found.kind == Found::kNowhere ? static_cast<const void*>(&isolate.undefined_)
                         : found.in_object()           ? static_cast<const void*>(found.holder)
                                                       : found.holder->properties();
      uintptr_t word = reinterpret_cast<uintptr_t>(base) - CageBase();
      if (found.kind != Found::kNowhere) word += found.byte_offset();
      return where == word ? nullptr : "remembers another word than the one that a lookup leads to";
    }
    case StubCache::kReceiver:
      if (found.kind == Found::kOwn && found.in_object() && where == found.byte_offset()) return nullptr;
      return "remembers another slot than the receiver's";
    default:
      if (found.kind == Found::kOwn && !found.in_object() && where >> 2 == found.overflow_slot())
        return nullptr;
      return "remembers another slot than the receiver's";
  }
}

// Null: it is of another epoch, or nothing is known of its receiver.
const char* CheckStub(Isolate& isolate, const StubCache::Entry& entry, Value::Bits added) {
  if (entry.key == 0 || entry.epoch != isolate.property_epoch_) return nullptr;
  Receiver receiver = ReceiverOf(isolate.realm(), Value::FromBits(entry.key));
  if (!receiver.is_known()) return nullptr;
  bool is_accessor = StubCache::IsOfAccessor(entry.name);
  Value name = Value::FromBits(is_accessor ? StubCache::OfAccessor(entry.name) : entry.name);
  Found found = LookUp(isolate, receiver, name);
  if (found.kind == Found::kUnknown) return nullptr;
  const char* broken = added == 0
                           ? CheckPlaceOfStub(isolate, entry, receiver, found)
                           : CheckTransition(receiver.shape, found, name, Value::FromBits(added), false);
  return broken != nullptr ? broken : CheckPrototypes(receiver, found);
}

const char* CheckStubs(Isolate& isolate) {
  const StubCache& stubs = NativeStateOf(isolate).stub_cache;
  for (uint32_t i = 0; i <= stubs.load_mask; i++) {
    if (const char* broken = CheckStub(isolate, stubs.loads[i], 0)) return broken;
  }
  for (uint32_t i = 0; i <= stubs.store_mask; i++) {
    if (const char* broken = CheckStub(isolate, stubs.stores[i], stubs.stores[i].added)) return broken;
  }
  return nullptr;
}

// A property site against what a lookup finds now. Those that name no property are not looked at.
const char* CheckLookupsOf(Isolate& isolate, const FunctionInfo* info, const Instruction& i,
                           const PropertySite& site) {
  int name = IndexOfOperand(i.info().operands(), 'K');
  if (name < 0) return nullptr;
  return CheckCachedLookup(isolate, info->script_->realm_.get(), site,
                           info->code_->constants()[static_cast<uint32_t>(i.operand(name))],
                           i.opcode() == Opcode::kDefineNamed);
}

// The sites of a function.
const char* CheckSites(Isolate& isolate, FunctionInfo* info) {
  Code* code = info->code_.get();
  FeedbackVector* vector = info->feedback_.get();
  if (code == nullptr || vector == nullptr || vector == isolate.cold_feedback_.get()) return nullptr;
  if (vector->size() < code->feedback_size_) return "has less feedback than its code uses";
  if (const char* broken = VerifyFeedback(vector)) return broken;
  for (Instruction i(code->bytecode(), 0); i.offset() < code->bytecode_size_; i = i.next()) {
    SiteKind kind = i.info().site;
    uint32_t index = i.site_index();
    if (index == 0) continue;  // it does not learn
    if (const char* broken = CheckWordsOfSite(kind, vector, index)) return broken;
    if (kind != SiteKind::kProperty) continue;
    if (const char* broken = CheckLookupsOf(isolate, info, i, SiteIn<PropertySite>(vector, index)))
      return broken;
  }
  return nullptr;
}

}  // namespace

const char* CheckCachedLookup(Isolate& isolate, const Realm* realm, const PropertySite& cache, Value name,
                              bool defines) {
  if (const char* broken = CheckWordA(isolate, cache, name)) return broken;
  if (!cache.is_polymorphic()) return CheckHandler(isolate, realm, cache.b, name, defines);
  for (uint32_t i = 0; i < PropertySite::kMostHandlers; i++) {
    if (const char* broken = CheckHandler(isolate, realm, cache.handlers(CageBase())[i], name, defines))
      return broken;
  }
  return nullptr;
}

void VerifyCachedLookup(Isolate& isolate, const Realm* realm, const CachedHandler& cached, Value name) {
  const char* broken = CheckHandler(isolate, realm, cached, name, false);
  if (broken == nullptr) return;
  std::fprintf(stderr, "halfword: a property cache %s\n", broken);
  std::abort();
}

const char* CheckAllCaches(Isolate& isolate) {
  const char* broken = CheckStubs(isolate);
  isolate.heap().ForEachObject([&](void* object) {
    auto* o = static_cast<HeapObject*>(object);
    if (broken == nullptr && o->type() == HeapType::kFunctionInfo)
      broken = CheckSites(isolate, static_cast<FunctionInfo*>(o));
  });
  return broken;
}

const char* VerifyEngineObject(Isolate& isolate, HeapObject* object) {
  if (const char* broken = VerifyHeapObject(isolate, object)) return broken;
  if (object->type() != HeapType::kFunctionInfo) return nullptr;
  return CheckSites(isolate, static_cast<FunctionInfo*>(object));
}

}  // namespace halfword
