#include "runtime/caches/property_memory.h"

#include "objects/isolate.h"
#include "objects/values/allocate.h"
#include "runtime/native_state.h"
#include "runtime/operations/call.h"

namespace halfword {

Memory MemoryOf(Site site) {
  if (site.clean) return Memory::kStubCache;
  if (!site.enabled()) return Memory::kNobody;
  return site.as<PropertySite>().is_megamorphic() ? Memory::kStubCache : Memory::kSite;
}

PropertyHandler OwnHandler(const Shape* shape, uint32_t slot) {
  if (slot < shape->in_object_slots())
    return PropertyHandler(HandlerKind::kInObject, OffsetOfSlot(shape, slot));
  bool beside = shape->extension_kind() == ExtensionKind::kBoth;
  return PropertyHandler(beside ? HandlerKind::kOverflowBesideElements : HandlerKind::kOverflow,
                         slot - shape->in_object_slots());
}

bool IsCacheableAddition(const Shape* shape, const Shape* added) {
  return !added->is_unique() && added->parent_.get() == shape &&
         shape->slot_count_ < added->in_object_slots();
}

// ---- The words of a site ----

namespace {

// The words of sites keep nothing alive: the function's vector has a list of its sites' vectors.
void Append(FeedbackVector* owner, HandlerVector* handlers) {
  handlers->next_.Set(handlers, owner->handlers());
  owner->handlers().Set(owner, Value(handlers));
}
void Unlink(FeedbackVector* owner, Value handlers) {
  HeapObject* at = owner;
  for (ValueField* link = &owner->handlers(); link->get().IsHeapPointer();) {
    auto* next = link->get().As<HandlerVector>();
    if (Value(next) == handlers) return link->Set(at, next->next_);
    at = next;
    link = &next->next_;
  }
}

struct NewHandler {
  Value key;
  PropertyHandler handler;
  Value holder;
};

// `vector`: the object that the handler is in.
void Write(Isolate& isolate, CachedHandler* at, const HeapObject* vector, const NewHandler& handler) {
  at->key.Set(vector, handler.key);
  at->handler.Init(handler.handler.ToValue());
  at->holder.Set(vector, handler.holder);
  at->epoch.Init(EpochToNote(isolate));
}

bool IsOutdatedKey(Value key) { return key.Is<Shape>() && IsOutdated(key.As<Shape>()); }

// Whether another receiver's handler may take its place: it is empty, its receivers have died, or it is of an
// epoch that is over.
// Objects that are made no more give way to those that are.
bool IsFree(Isolate& isolate, const CachedHandler& handler, Value for_key) {
  return handler.key.empty() || !IsOfThisEpoch(isolate, handler.epoch) ||
         (IsOutdatedKey(handler.key.value()) && !IsOutdatedKey(for_key));
}

void BecomePolymorphic(Isolate& isolate, Site site) {
  auto& words = site.as<PropertySite>();
  auto* handlers = AllocateAny<HandlerVector>(sizeof(HandlerVector));
  Append(site.vector, handlers);
  auto* first = reinterpret_cast<CachedHandler*>(handlers->words_);
  first->key.Init(words.b.key.value());
  first->handler.Init(words.b.handler.value());
  first->holder.Init(words.b.holder.value());
  first->epoch.Init(words.b.epoch.value());
  RangeWriteBarrier(handlers);
  words.b.key.Init(Value::FromBits(PropertySite::kPolymorphic));
  words.b.handler.Clear();
  words.b.holder.Set(site.vector, Value(handlers));
}

void BecomeMegamorphic(Site site) {
  auto& words = site.as<PropertySite>();
  Unlink(site.vector, words.b.holder.value());
  words.b.key.Init(Value::FromBits(PropertySite::kMegamorphic));
  words.b.holder.Clear();
}

// A second receiver makes a site polymorphic, and one more than it has room for megamorphic.
void Record(Isolate& isolate, Site site, const NewHandler& handler) {
  auto& words = site.as<PropertySite>();
  if (words.is_megamorphic()) return;
  if (!words.is_polymorphic()) {
    if (words.b.key.bits() == handler.key.bits() || IsFree(isolate, words.b, handler.key))
      return Write(isolate, &words.b, site.vector, handler);
    BecomePolymorphic(isolate, site);
  }
  auto* vector = words.b.holder.value().As<HandlerVector>();
  CachedHandler *handlers = words.handlers(CageBase()), *free = nullptr;
  for (uint32_t i = 0; i < PropertySite::kMostHandlers; i++) {
    if (handlers[i].key.bits() == handler.key.bits()) return Write(isolate, &handlers[i], vector, handler);
    if (free == nullptr && IsFree(isolate, handlers[i], handler.key)) free = &handlers[i];
  }
  if (free != nullptr) return Write(isolate, free, vector, handler);
  BecomeMegamorphic(site);
}

}  // namespace

const CachedHandler* FindHandler(const PropertySite& site, Value key) {
  if (site.is_polymorphic()) return site.FindPolymorphic(CageBase(), key.bits());
  return site.b.key.bits() == key.bits() ? &site.b : nullptr;
}

void RecordHandler(Isolate& isolate, Site site, Value key, PropertyHandler handler, Value holder) {
  DCHECK(MemoryOf(site) == Memory::kSite);
  Record(isolate, site, {key, handler, holder});
}

void RecordInObject(Isolate& isolate, Site site, Shape* shape, uint32_t offset) {
  DCHECK(MemoryOf(site) == Memory::kSite);
  auto& words = site.as<PropertySite>();
  Value a = words.shape_a.value();
  if (!words.shape_a.empty() && a != ShapeKey(shape)) {
    Record(isolate, site,
           {a, PropertyHandler(HandlerKind::kInObject, words.offset_a.offset()), Value::Smi(0)});
    if (words.is_megamorphic()) return;
  }
  words.shape_a.Set(site.vector, ShapeKey(shape));
  words.offset_a.InitOffset(offset);
}

// ---- The stub cache ----

void RecordLoadStub(Isolate& isolate, Value key, Value::Bits name, uint32_t where) {
  StubCache& cache = NativeStateOf(isolate).stub_cache;
  StubCache::Entry& entry = cache.LoadAt(key.bits(), name);
  if (entry.key != 0) cache.NoteLoss();
  entry = {key.bits(), name, isolate.epoch_to_note(), where};
}

void RecordStoreStub(Isolate& isolate, Value key, Value name, uint32_t where, Value::Bits added) {
  StubCache& cache = NativeStateOf(isolate).stub_cache;
  StubCache::StoreEntry& entry = cache.StoreAt(key.bits(), name.bits());
  if (entry.key != 0) cache.NoteLoss();
  entry = {{key.bits(), name.bits(), isolate.epoch_to_note(), where}, added};
}

ValueField* WordOfStub(const StubCache::Entry& entry, Value receiver) {
  uint32_t where = entry.where & ~uint32_t{StubCache::kPlaceMask};
  switch (entry.where & StubCache::kPlaceMask) {
    case StubCache::kCage: return reinterpret_cast<ValueField*>(CageBase() + where);
    case StubCache::kReceiver:
      return reinterpret_cast<ValueField*>(reinterpret_cast<char*>(receiver.AsObject()) + where);
    default: return receiver.AsObject()->properties()->slots() + (where >> 2);
  }
}

ValueField* FindLoadStub(Isolate& isolate, Value key, Value::Bits name, Value receiver) {
  const StubCache::Entry& entry = NativeStateOf(isolate).stub_cache.LoadAt(key.bits(), name);
  bool known = StubCache::Matches(entry, key.bits(), name, isolate.property_epoch_);
  return known ? WordOfStub(entry, receiver) : nullptr;
}

uint32_t PlaceInCage(const void* word) {
  return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(word) - CageBase()) | StubCache::kCage;
}
uint32_t PlaceOfSlot(Shape* shape, uint32_t slot) {
  if (slot >= shape->in_object_slots()) return (slot - shape->in_object_slots()) << 2 | StubCache::kOverflow;
  return OffsetOfSlot(shape, slot) | StubCache::kReceiver;
}
// Its overflow array is replaced only when a property is added, which is a new epoch.
uint32_t PlaceOfSlotOf(JSObject* holder, uint32_t slot) {
  Shape* shape = holder->shape();
  if (slot < shape->in_object_slots())
    return PlaceInCage(reinterpret_cast<char*>(holder) + OffsetOfSlot(shape, slot));
  return PlaceInCage(holder->properties()->slots() + (slot - shape->in_object_slots()));
}

}  // namespace halfword
