#include "runtime/caches/verify_lookup.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "bytecode/decoder.h"
#include "objects/verify.h"
#include "runtime/operations/exotic.h"

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

// What such objects say about some names is in no table.
bool MayAnswerByItself(const Shape* shape) {
  return shape->object_type() == HeapType::kJSArray || shape->object_type() >= HeapType::kFirstExotic;
}

// A unique shape that is no object's any more may have given its table to its successor, which goes on
// changing it. So what it has itself is not asked for.
Found LookUp(const Shape* start, Value name) {
  Found found;
  found.shape = start;
  if (MayAnswerByItself(start)) return {Found::kUnknown};
  if (start->Lookup(name, &found.location)) {
    found.kind = start->is_unique() ? Found::kUnknown : Found::kOwn;
    return found;
  }
  for (JSObject* o = start->prototype_object(); o != nullptr; o = o->shape()->prototype_object()) {
    found.shape = o->shape();
    if (MayAnswerByItself(found.shape)) return {Found::kUnknown};
    if (found.shape->Lookup(name, &found.location)) {
      found.kind = Found::kOnPrototype;
      found.holder = o;
      return found;
    }
  }
  return found;
}

// Whether the prototypes that a lookup went through know of it.
bool AreNoted(const Shape* start, const JSObject* holder) {
  for (JSObject* o = start->prototype_object(); o != nullptr; o = o->shape()->prototype_object()) {
    if (o->shape()->is_unique() && !o->shape()->Has(Shape::kHasDependents)) return false;
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

// What the handler says of the place, against what the tables say.
const char* CheckPlace(const Shape& shape, const Found& found, HandlerKind kind, uint32_t payload,
                       Value holder, Value name, bool defines) {
  switch (kind) {
    case HandlerKind::kInObject:
    case HandlerKind::kOverflow:
    case HandlerKind::kOverflowBesideElements: {
      bool beside = shape.extension_kind() == ExtensionKind::kBoth;
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
    case HandlerKind::kTransitionOverflow: return CheckTransition(&shape, found, name, holder, defines);
    default: return nullptr;
  }
}

bool IsPropertyCacheOf(const OpcodeInfo& info) {
  return info.feedback == kPropertyFeedback && std::strchr(info.operands(), 'K') != nullptr;
}

// Of the sites that name their property.
const char* CheckCaches(Isolate& isolate, FunctionInfo* info) {
  Code* code = info->code_.get();
  FeedbackVector* vector = info->feedback_.get();
  if (code == nullptr || vector == nullptr || vector == isolate.cold_feedback_.get()) return nullptr;
  if (vector->size() < code->feedback_size_) return "has less feedback than its code uses";
  if (const char* broken = VerifyFeedback(vector)) return broken;
  for (Instruction i(code->bytecode(), 0); i.offset() < code->bytecode_size_; i = i.next()) {
    const OpcodeInfo& opcode = i.info();
    if (!IsPropertyCacheOf(opcode)) continue;
    auto operand = [&](char kind) {
      return static_cast<uint32_t>(
          i.operand(static_cast<int>(std::strchr(opcode.operands(), kind) - opcode.operands())));
    };
    uint32_t site = operand('F');
    if (site == 0) continue;  // it does not cache
    const auto& cache = *reinterpret_cast<const PropertyCache*>(vector->words() + site);
    bool defines = i.opcode() == Opcode::kDefineNamed;
    if (const char* broken = CheckCachedLookup(isolate, cache, code->constants()[operand('K')], defines))
      return broken;
  }
  return nullptr;
}

// What a collection has cleared is cleared with the word behind it (FeedbackVector::ClearDead).
const char* CheckHandlerWords(const CachedHandler& cached) {
  Value none = Value::Smi(0);
  if (cached.key.get() == none && cached.handler.get() != none) return "remembers how to load from no shape";
  if (!cached.handler.get().IsSmi() || !cached.epoch.get().IsSmi())
    return "remembers a reference where a number belongs";
  if (cached.key.get().IsHeapPointer() && !cached.key.get().Is<Shape>())
    return "remembers a receiver's shape that is none";
  return nullptr;
}

}  // namespace

const char* CheckHandler(Isolate& isolate, const CachedHandler& cached, Value name, bool defines) {
  if (const char* broken = CheckHandlerWords(cached)) return broken;
  if (!cached.key.get().IsHeapPointer()) return nullptr;
  Value::Bits epoch = Value::Bits{isolate.property_epoch_} << 1;
  uint32_t handler = static_cast<uint32_t>(cached.handler.get().bits()) >> 1;
  const auto* shape = cached.key.get().As<Shape>();
  auto kind = static_cast<HandlerKind>(handler & 15);
  if (cached.epoch.get().bits() != epoch) return nullptr;
  uint32_t payload = handler >> 4;
  Value holder = cached.holder;
  Found found = LookUp(shape, name);
  if (found.kind == Found::kUnknown) return nullptr;
  if (const char* broken = CheckPlace(*shape, found, kind, payload, holder, name, defines)) return broken;
  bool rests = found.kind != Found::kOwn && !defines;
  return !rests || AreNoted(shape, found.holder) ? nullptr : "rests on a prototype that has not been told";
}

const char* CheckCachedLookup(Isolate& isolate, const PropertyCache& cache, Value name, bool defines) {
  Value none = Value::Smi(0);
  if (cache.shape_a.get() == none && cache.offset_a.get() != none)
    return "remembers the place of a property of no shape";
  if (!cache.offset_a.get().IsSmi()) return "remembers a reference where a number belongs";
  if (cache.shape_a.get().IsHeapPointer() && !cache.shape_a.get().Is<Shape>())
    return "remembers a receiver's shape that is none";
  if (!cache.is_polymorphic()) return CheckHandler(isolate, cache.b, name, defines);
  if (!cache.b.holder.get().Is<FeedbackVector>()) return "is polymorphic and has no handlers";
  for (uint32_t i = 0; i < PropertyCache::kMostHandlers; i++) {
    if (const char* broken = CheckHandler(isolate, cache.handlers(CageBase())[i], name, defines))
      return broken;
  }
  return nullptr;
}

void VerifyCachedLookup(Isolate& isolate, const CachedHandler& cached, Value name) {
  const char* broken = CheckHandler(isolate, cached, name, false);
  if (broken == nullptr) return;
  std::fprintf(stderr, "halfword: a property cache %s\n", broken);
  std::abort();
}

const char* VerifyEngineObject(Isolate& isolate, HeapObject* object) {
  if (const char* broken = VerifyHeapObject(isolate, object)) return broken;
  if (object->type() != HeapType::kFunctionInfo) return nullptr;
  return CheckCaches(isolate, static_cast<FunctionInfo*>(object));
}

}  // namespace halfword
