// Does what the handlers of a property site say. All of this is inlined into the tiers of named loads and
// stores (properties.inc), and follows the rules of their fast paths (machine.h).
#ifndef HALFWORD_OPS_NAMED_ACCESS_H_
#define HALFWORD_OPS_NAMED_ACCESS_H_

#include "ops/machine.h"
#include "runtime/native_state.h"
#include "runtime/typed_elements.h"

namespace halfword::ops {

HW_INLINE void* ObjectOf(uintptr_t base, Value receiver) {
  return Decompress(base, receiver.bits(), kObjectTag);
}
// The properties beyond those in the object, where it has no elements.
HW_INLINE ValueField* PlainOverflowSlots(uintptr_t base, Value receiver) {
  return Pointer<PropertyArray>(base, Pointer<JSObject>(base, receiver)->extension_.get())->slots();
}
// The key of a receiver in sites; 0: it has none.
HW_INLINE Value::Bits ReceiverKey(uintptr_t base, Value receiver) {
  if (HW_LIKELY(IsObject(receiver))) return HeaderOf(base, receiver);
  return receiver.IsString() ? kStringReceiver : receiver.IsNumber() ? kNumberReceiver : 0;
}
// The word that an entry of the stub cache names. `key`: of the receiver.
HW_INLINE Value* WordOfStub(uintptr_t base, const StubCache::Entry& entry, Value receiver, Value::Bits key) {
  return HW_LIKELY((entry.where & StubCache::kOverflow) == 0)
             ? &WordAt((entry.where & StubCache::kReceiver) ? ObjectOf(base, receiver)
                                                            : reinterpret_cast<void*>(base),
                       entry.where & ~uint32_t{StubCache::kPlaceMask})
             : reinterpret_cast<Value*>(OverflowSlots(base, receiver, key)) + (entry.where >> 2);
}
// The same of an entry that is not of overflow slots. The address is made without a branch.
HW_INLINE Value* PlainWordOfStub(uintptr_t base, const StubCache::Entry& entry, Value receiver) {
  bool in_receiver = (entry.where & StubCache::kReceiver) != 0;
  uintptr_t from = in_receiver ? reinterpret_cast<uintptr_t>(ObjectOf(base, receiver)) : base;
  return reinterpret_cast<Value*>(from + (entry.where & ~uint32_t{StubCache::kPlaceMask}));
}

// The handler of a polymorphic site for that receiver. Null: there is none.
HW_INLINE const CachedHandler* HandlerOfMany(uintptr_t base, const PropertySite& site, Value receiver) {
  if (HW_UNLIKELY(!IsObject(receiver)) || HW_UNLIKELY(!site.is_polymorphic())) return nullptr;
  return site.FindPolymorphic(base, HeaderOf(base, receiver));
}
// Word B has a handler of that kind for the receiver, in whatever epoch.
HW_INLINE bool IsHandled(uintptr_t base, const CachedHandler& b, Value receiver, HandlerKind kind) {
  return HW_LIKELY(IsObject(receiver)) && HW_LIKELY(HeaderOf(base, receiver) == b.key.bits()) &&
         HW_LIKELY(b.how().Is(kind));
}

// ---- Loads ----

enum class Load : uint8_t {
  kDone,       // *result is the value
  kGetter,     // the handler says which getter is to be called
  kMissed,     // the handler does not know
  kOtherSite,  // the site is not what the reader takes it for
};

// Most likely kinds first. `kIsMethod`: methods are mostly in a prototype, and getters are not for them.
template <bool kIsMethod>
HW_INLINE Load LoadBy(uintptr_t base, const CachedHandler& cached, Value receiver, Value::Bits key,
                      Value* result) {
  PropertyHandler handler = cached.how();
  HandlerKind kind = handler.kind();
  uint32_t payload = handler.payload();
  if constexpr (!kIsMethod) {
    if (HW_LIKELY(kind == HandlerKind::kOverflow)) {
      *result = PlainOverflowSlots(base, receiver)[payload].get();
      return Load::kDone;
    }
    if (kind == HandlerKind::kInObject) {
      *result = WordAt(ObjectOf(base, receiver), payload);
      return Load::kDone;
    }
    if (kind == HandlerKind::kOverflowBesideElements) {
      *result = OverflowSlots(base, receiver, key)[payload].get();
      return Load::kDone;
    }
    if (kind == HandlerKind::kArrayLength) {
      *result = static_cast<JSArray*>(ObjectOf(base, receiver))->length_.get();
      return Load::kDone;
    }
  }
  if (HW_UNLIKELY(cached.epoch.bits() != EpochBits(base))) return Load::kMissed;
  if (HW_LIKELY(kind == HandlerKind::kHolder)) {
    *result = WordAt(Decompress(base, cached.holder.bits()), payload);
    return Load::kDone;
  }
  switch (kind) {
    case HandlerKind::kInObject: *result = WordAt(ObjectOf(base, receiver), payload); return Load::kDone;
    case HandlerKind::kOverflow:
    case HandlerKind::kOverflowBesideElements:
      *result = OverflowSlots(base, receiver, key)[payload].get();
      return Load::kDone;
    case HandlerKind::kTypedArrayLength: {
      const TypedArrayObject* array = Pointer<TypedArrayObject>(base, receiver);
      if (HW_UNLIKELY(array->flags_ != 0)) return Load::kMissed;
      size_t length = FixedLengthOf(base, NativeStateAt(base), array);
      if (HW_UNLIKELY(length > Value::kSmiMax)) return Load::kMissed;
      *result = Value::Smi(static_cast<int32_t>(length));
      return Load::kDone;
    }
    case HandlerKind::kAbsent: *result = Value::Undefined(); return Load::kDone;
    case HandlerKind::kGetter:
      return !kIsMethod && HW_LIKELY(IsObject(receiver)) ? Load::kGetter : Load::kMissed;
    case HandlerKind::kHolder:
    case HandlerKind::kSetter:
    case HandlerKind::kTransition:
    case HandlerKind::kTransitionOverflow:
    case HandlerKind::kArrayLength: return Load::kMissed;
  }
  return Load::kMissed;
}

// For a reader that makes code for a fact: what is done for that fact alone. After a miss, the instruction
// goes on as if nothing were known.
template <SiteFact kFact, bool kIsMethod>
HW_INLINE Load LoadByFact(uintptr_t base, const PropertySite& site, Value receiver, Value name,
                          Value* result) {
  if constexpr (kFact == SiteFact::kPolymorphic) {
    const CachedHandler* known = HandlerOfMany(base, site, receiver);
    if (HW_UNLIKELY(known == nullptr)) return Load::kMissed;
    uint32_t payload = known->how().payload();
    HandlerKind kind = known->how().kind();
    if (!kIsMethod && kind == HandlerKind::kInObject) {
      *result = WordAt(ObjectOf(base, receiver), payload);
      return Load::kDone;
    }
    if (kind == HandlerKind::kHolder && HW_LIKELY(known->epoch.bits() == EpochBits(base))) {
      *result = WordAt(Decompress(base, known->holder.bits()), payload);
      return Load::kDone;
    }
    if (!kIsMethod && kind == HandlerKind::kOverflow) {
      *result = PlainOverflowSlots(base, receiver)[payload].get();
      return Load::kDone;
    }
    return Load::kMissed;
  } else if constexpr (kFact == SiteFact::kMegamorphic) {
    // A site that is still to learn goes on.
    if (HW_UNLIKELY(!IsObject(receiver)) || HW_UNLIKELY(!site.is_megamorphic())) return Load::kOtherSite;
    Value::Bits key = HeaderOf(base, receiver);
    const StubCache::Entry& entry = NativeStateAt(base).stub_cache.LoadAt(key, name.bits());
    uint32_t epoch = static_cast<uint32_t>(EpochBits(base) >> 1);
    if (HW_UNLIKELY(!StubCache::Matches(entry, key, name.bits(), epoch)) ||
        HW_UNLIKELY((entry.where & StubCache::kOverflow) != 0))
      return Load::kOtherSite;
    *result = *PlainWordOfStub(base, entry, receiver);
    return Load::kDone;
  } else if constexpr (kFact == SiteFact::kStrings) {
    const CachedHandler& cached = site.b;
    if (HW_UNLIKELY(!receiver.IsString()) || HW_UNLIKELY(cached.key.bits() != kStringReceiver) ||
        HW_UNLIKELY(!cached.how().Is(HandlerKind::kHolder)) ||
        HW_UNLIKELY(cached.epoch.bits() != EpochBits(base)))
      return Load::kMissed;
    *result = WordAt(Decompress(base, cached.holder.bits()), cached.how().payload());
    return Load::kDone;
  } else if constexpr (kFact != SiteFact::kNone) {
    constexpr HandlerKind kKind = HandlerKindOf(kFact);
    const CachedHandler& cached = site.b;
    if (HW_UNLIKELY(!IsHandled(base, cached, receiver, kKind)) ||
        (NeedsEpoch(kKind) && HW_UNLIKELY(cached.epoch.bits() != EpochBits(base))))
      return Load::kMissed;
    uint32_t payload = cached.how().payload();
    if constexpr (kKind == HandlerKind::kInObject) *result = WordAt(ObjectOf(base, receiver), payload);
    if constexpr (kKind == HandlerKind::kOverflow)
      *result = PlainOverflowSlots(base, receiver)[payload].get();
    if constexpr (kKind == HandlerKind::kHolder)
      *result = WordAt(Decompress(base, cached.holder.bits()), payload);
    return kKind == HandlerKind::kGetter ? Load::kGetter : Load::kDone;
  } else {
    return Load::kMissed;
  }
}

// ---- Stores ----

enum class Store : uint8_t {
  kBarrier,    // done, but for the barrier of *owner
  kDone,       // done
  kMissed,     // the handler does not know
  kRefused,    // the site knows the store, and it needs more than is done here
  kOtherSite,  // as in Load
};

HW_INLINE Store StoreBy(uintptr_t base, const CachedHandler& cached, Value receiver, Value::Bits key,
                        Value value, void** owner) {
  PropertyHandler handler = cached.how();
  HandlerKind kind = handler.kind();
  uint32_t payload = handler.payload();
  void* object = ObjectOf(base, receiver);
  if (HW_LIKELY(kind == HandlerKind::kOverflow)) {
    ValueField* slots = PlainOverflowSlots(base, receiver);
    slots[payload].Init(value);
    *owner = slots;
    return Store::kBarrier;
  }
  switch (kind) {
    case HandlerKind::kTransition:
      if (HW_UNLIKELY(cached.epoch.bits() != EpochBits(base))) return Store::kMissed;
      gc::SetHeader(object, cached.holder.bits());
      StoreWord(&WordAt(object, payload), value);
      gc::RangeWriteBarrier(base, object);
      return Store::kDone;
    case HandlerKind::kInObject:
      StoreWord(&WordAt(object, payload), value);
      *owner = object;
      return Store::kBarrier;
    case HandlerKind::kOverflowBesideElements: {
      ValueField* slots = OverflowSlots(base, receiver, key);
      slots[payload].Init(value);
      *owner = slots;
      return Store::kBarrier;
    }
    case HandlerKind::kTransitionOverflow: {
      ValueField* slots = OverflowSlots(base, receiver, key);
      if (HW_UNLIKELY(cached.epoch.bits() != EpochBits(base)) ||
          HW_UNLIKELY(payload >= reinterpret_cast<PropertyArray*>(slots)->capacity()))
        return Store::kMissed;
      gc::SetHeader(object, cached.holder.bits());
      slots[payload].Init(value);
      gc::RangeWriteBarrier(base, object);
      *owner = slots;
      return Store::kBarrier;
    }
    case HandlerKind::kOverflow:
    case HandlerKind::kHolder:
    case HandlerKind::kGetter:
    case HandlerKind::kSetter:
    case HandlerKind::kAbsent:
    case HandlerKind::kArrayLength:
    case HandlerKind::kTypedArrayLength: return Store::kMissed;
  }
  return Store::kMissed;
}

// As LoadByFact. An object below the barrier is left to a tier that may call (kRefused).
template <SiteFact kFact>
HW_INLINE Store StoreByFact(uintptr_t base, const PropertySite& site, Value receiver, Value name, Value value,
                            void** owner) {
  if constexpr (kFact == SiteFact::kNone) {
    return Store::kMissed;
  } else if constexpr (kFact == SiteFact::kPolymorphic) {
    const CachedHandler* known = HandlerOfMany(base, site, receiver);
    if (HW_UNLIKELY(known == nullptr)) return Store::kMissed;
    uint32_t payload = known->how().payload();
    HandlerKind kind = known->how().kind();
    if (HW_LIKELY(kind == HandlerKind::kInObject)) {
      *owner = ObjectOf(base, receiver);
      StoreWord(&WordAt(*owner, payload), value);
      return Store::kBarrier;
    }
    if (kind != HandlerKind::kOverflow) return Store::kMissed;
    ValueField* slots = PlainOverflowSlots(base, receiver);
    slots[payload].Init(value);
    *owner = slots;
    return Store::kBarrier;
  } else if constexpr (kFact == SiteFact::kMegamorphic) {
    if (HW_UNLIKELY(!IsObject(receiver)) || HW_UNLIKELY(!site.is_megamorphic())) return Store::kOtherSite;
    Value::Bits key = HeaderOf(base, receiver);
    const StubCache::StoreEntry& entry = NativeStateAt(base).stub_cache.StoreAt(key, name.bits());
    uint32_t epoch = static_cast<uint32_t>(EpochBits(base) >> 1);
    if (HW_UNLIKELY(!StubCache::Matches(entry, key, name.bits(), epoch)) ||
        HW_UNLIKELY((entry.where & StubCache::kOverflow) != 0))
      return Store::kOtherSite;
    *owner = ObjectOf(base, receiver);
    Value* word = &WordAt(*owner, entry.where & ~uint32_t{StubCache::kPlaceMask});
    if (entry.added) {
      if (HW_UNLIKELY(gc::IsBelowBarrier(gc::FrontOf(base), *owner))) return Store::kRefused;
      gc::SetHeader(*owner, entry.added);
      StoreWord(word, value);
      return Store::kDone;
    }
    StoreWord(word, value);
    return Store::kBarrier;
  } else {
    constexpr HandlerKind kKind = HandlerKindOf(kFact);
    const CachedHandler& cached = site.b;
    if (HW_UNLIKELY(!IsHandled(base, cached, receiver, kKind))) return Store::kMissed;
    uint32_t payload = cached.how().payload();
    void* object = ObjectOf(base, receiver);
    if constexpr (kKind == HandlerKind::kTransition) {
      if (HW_UNLIKELY(cached.epoch.bits() != EpochBits(base)) ||
          HW_UNLIKELY(gc::IsBelowBarrier(gc::FrontOf(base), object)))
        return Store::kRefused;
      gc::SetHeader(object, cached.holder.bits());
      StoreWord(&WordAt(object, payload), value);
      return Store::kDone;
    } else if constexpr (kKind == HandlerKind::kOverflow) {
      ValueField* slots = PlainOverflowSlots(base, receiver);
      slots[payload].Init(value);
      *owner = slots;
      return Store::kBarrier;
    } else {
      static_assert(kKind == HandlerKind::kInObject);
      StoreWord(&WordAt(object, payload), value);
      *owner = object;
      return Store::kBarrier;
    }
  }
}

}  // namespace halfword::ops

#endif  // HALFWORD_OPS_NAMED_ACCESS_H_
