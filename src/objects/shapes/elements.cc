#include "objects/shapes/elements.h"

#include "gc/explicit_management.h"
#include "objects/isolate.h"
#include "objects/isolate_objects.h"
#include "objects/isolate_state.h"
#include "objects/long_work.h"
#include "objects/memory/value_list.h"
#include "objects/slack_list.h"
#include "objects/values/allocate.h"

namespace halfword {
namespace {

constexpr uint32_t kMaxGap = 1024;  // holes a write may make, unless they are few against what is there

// Null over the limit. Doubles are whatever lay there.
template <class E>
E* TryAllocateElements(uint32_t capacity) {
  size_t payload = size_t{capacity} * kSlotSize<E>;
  if constexpr (std::is_same_v<E, DoubleElements>) return TryAllocateUninitialized<E>(payload);
  return TryAllocateAny<E>(payload);
}

void FillPiece(ValueElements* elements, size_t from, size_t to) {
  auto* words = reinterpret_cast<Value*>(elements->slots());
  FillWords(elements, words + from, words + to, Value::Hole());
}
void FillPiece(DoubleElements* elements, size_t from, size_t to) {
  for (size_t i = from; i < to; i++) elements->SetHole(static_cast<uint32_t>(i));
}
// If the guest is terminated before the end, the rest stays as it is.
template <class E>
void FillHolesOf(Isolate& isolate, E* elements, uint32_t from, uint32_t to) {
  constexpr uint32_t kFew = 64;
  if (HW_LIKELY(to - from <= kFew)) return FillPiece(elements, from, to);  // FAST
  (void)ForEachPiece(isolate, to - from,
                     [&](size_t begin, size_t end) { FillPiece(elements, from + begin, from + end); });
}
template <class E>
void FillHoles(Isolate& isolate, E* elements, uint32_t from) {
  FillHolesOf(isolate, elements, from, elements->capacity());
}
// `to` is new: no barrier. False: the guest was over before it was done.
bool CopySlots(Isolate& isolate, ValueElements* from, uint32_t count, ValueElements* to) {
  return CopyInPieces(isolate, to->slots(), from->slots(), count * sizeof(Value));
}
bool CopySlots(Isolate& isolate, DoubleElements* from, uint32_t count, DoubleElements* to) {
  return CopyInPieces(isolate, to->values(), from->values(), count * sizeof(double));
}

// Elements that a listed array takes instead of `old`, or that grew.
template <class E>
void NoteSlack(Isolate& isolate, JSObject* object, E* elements, const HeapObject* old) {
  if (object->object_type() != HeapType::kJSArray) return;
  uint32_t length = static_cast<JSArray*>(object)->length();
  if ((elements->capacity() - std::min(elements->capacity(), length)) * kSlotSize<E> < SlackList::kLeastSlack)
    return;
  SlackListOf(isolate).Add(object, elements, old);
}

template <class E>
bool GrowElementsOf(Isolate& isolate, JSObject* object, uint32_t capacity) {
  E* elements = ElementsOf<E>(object);
  if (elements) {
    uint32_t old = elements->capacity();
    if (gc::subtle::ResizeObject(elements, size_t{capacity} * kSlotSize<E>)) {
      FillHoles(isolate, elements, old);
      NoteSlack(isolate, object, elements, elements);
      return true;
    }
  }
  E* bigger = TryAllocateElements<E>(capacity);
  if (!bigger) return EndForLackOfMemory(isolate);
  uint32_t old = elements ? elements->capacity() : 0;  // as the allocation left it
  if (elements && !CopySlots(isolate, elements, old, bigger)) return false;
  FillHoles(isolate, bigger, old);
  object->SetElements(isolate, Value(bigger), object->elements_kind());
  NoteSlack(isolate, object, bigger, elements);
  if (elements) DiscardElements(elements);
  return true;
}

// True if at least an eighth of the first `limit` indices is there, which is when a dictionary would take as
// much memory.
bool IsDenseEnough(const JSObject* object, uint32_t limit) {
  uint32_t capacity = FastCapacityOf(object);
  uint32_t used = 0;
  for (uint32_t i = 0; i < capacity && used < limit / 8; i++) {
    bool hole = IsDoubleKind(object->elements_kind()) ? object->double_elements()->IsHole(i)
                                                      : object->value_elements()->slots()[i].get().IsHole();
    used += !hole;
  }
  return used >= limit / 8;
}

// Shape::WithElementsKind. An array of the main realm without properties of its own, which is nearly every
// one, goes to the shape at which that would arrive, kind by kind.
Shape* WithKind(Isolate& isolate, Shape* shape, ElementsKind kind) {
  Realm* realm = isolate.realm_.get();
  ElementsKind from = shape->elements_kind();
  if (realm == nullptr || !IsFastKind(from) || !IsFastKind(kind) || kind < from ||
      realm->shapes_[static_cast<int>(ArrayShapeOf(from))].get() != shape)
    return shape->WithElementsKind(isolate, kind);
  DCHECK(realm->shape(ArrayShapeOf(kind)) == shape->WithElementsKind(isolate, kind));
  return realm->shape(ArrayShapeOf(kind));
}

}  // namespace

// ---- Fast elements ----

void DiscardElements(HeapObject* elements) {
  if (gc::TypedHeaderCellSize(elements->header_bits()) == 0) gc::subtle::ResizeObject(elements, 0);
}

void FillHoles(Isolate& isolate, ValueElements* elements, uint32_t from, uint32_t to) {
  FillHolesOf(isolate, elements, from, to);
}

void FillHoles(Isolate& isolate, DoubleElements* elements, uint32_t from, uint32_t to) {
  FillHolesOf(isolate, elements, from, to);
}

bool EndForLackOfMemory(Isolate& isolate) {
  (void)isolate.Terminate(Termination::kOutOfMemory);
  return false;
}

bool ChangeElementsKind(Isolate& isolate, JSObject* object, ElementsKind to) {
  ElementsKind from = object->elements_kind();
  if (from == to) return true;
  Value elements = object->elements();
  if (elements.IsSmi() || IsDoubleKind(from) == IsDoubleKind(to)) {
    object->SetElements(isolate, elements, to);
    return true;
  }
  // Any allocation may trim the elements to the length of the array (SlackList).
  if (IsDoubleKind(to)) {
    DoubleElements* doubles = NewDoubleElements(isolate, FastCapacityOf(object));
    if (!doubles) return EndForLackOfMemory(isolate);
    ValueElements* values = object->value_elements();
    bool done = ForEachPiece(isolate, object->FastElementsLimit(), [&](size_t begin, size_t end) {
      for (uint32_t i = static_cast<uint32_t>(begin); i < end; i++) {
        Value v = values->slots()[i];
        if (!v.IsHole()) doubles->Set(i, v.AsNumber());
      }
    });
    if (!done) return false;
    object->SetElements(isolate, Value(doubles), to);
    NoteSlack(isolate, object, doubles, values);
    DiscardElements(values);
    return true;
  }
  ValueElements* values = NewValueElements(isolate, FastCapacityOf(object));
  if (!values) return EndForLackOfMemory(isolate);
  DoubleElements* doubles = object->double_elements();
  bool done = ForEachPiece(isolate, object->FastElementsLimit(), [&](size_t begin, size_t end) {
    for (uint32_t i = static_cast<uint32_t>(begin); i < end; i++) {
      if (!doubles->IsHole(i)) values->slots()[i].Set(values, NumberValue(isolate, doubles->values()[i]));
    }
  });
  if (!done) return false;
  object->SetElements(isolate, Value(values), to);
  NoteSlack(isolate, object, values, doubles);
  DiscardElements(doubles);
  return true;
}

bool GrowElements(Isolate& isolate, JSObject* object, uint32_t capacity) {
  return IsDoubleKind(object->elements_kind()) ? GrowElementsOf<DoubleElements>(isolate, object, capacity)
                                               : GrowElementsOf<ValueElements>(isolate, object, capacity);
}

bool DefineFastElement(Isolate& isolate, JSObject* object, uint32_t index, Value value) {
  value = CanonicalElement(value);
  bool is_array = object->object_type() == HeapType::kJSArray;
  uint32_t capacity = FastCapacityOf(object);
  uint32_t length = is_array ? static_cast<JSArray*>(object)->length() : capacity;
  ElementsKind kind = object->elements_kind();
  if (kind == ElementsKind::kNone) kind = ElementsKind::kHoleySmi;
  kind = ElementsKindFor(kind, value);
  if (index > length || !is_array) kind = HoleyOf(kind);
  if (index >= capacity) {
    if (index >= JSArray::kMaxFastLength) return false;
    uint32_t present = std::max(length, capacity);
    if (index > present && index - present > kMaxGap && index / 3 > present) return false;
    // Small steps would pass that test for ever: where there are gaps, a part of the whole must be in use.
    bool leaves_gap = index > length && index - length > kMaxGap;
    bool has_gaps = index >= length && capacity > kMaxGap && IsHoley(kind);
    if ((leaves_gap || has_gaps) && !IsDenseEnough(object, index)) return false;
  }
  if (!ChangeElementsKind(isolate, object, kind)) return false;
  if (index >= FastCapacityOf(object)) {  // not `capacity`: an allocation may have trimmed the elements
    uint32_t wanted = index < 8 && !is_array ? index + 4 : GrownElementsCapacity(index + 1);
    if (!GrowElements(isolate, object, wanted)) return false;
  }
  StoreFastElement(object, index, value);
  if (is_array && index >= length)
    static_cast<JSArray*>(object)->length_.Init(Value::Smi(static_cast<int32_t>(index + 1)));
  return true;
}

ValueElements* NewValueElements(Isolate& isolate, uint32_t capacity, uint32_t filled) {
  auto* elements = TryAllocateElements<ValueElements>(std::max(capacity, 1u));
  if (elements) FillHoles(isolate, elements, filled);
  return elements;
}

DoubleElements* NewDoubleElements(Isolate& isolate, uint32_t capacity, uint32_t filled) {
  auto* elements = TryAllocateElements<DoubleElements>(std::max(capacity, 1u));
  if (elements) FillHoles(isolate, elements, filled);
  return elements;
}

// ---- Elements of any kind ----

bool PayForElements(Isolate& isolate) { return !isolate.Poll(kPollElements / 64).IsThrow(); }

void DefineElement(Isolate& isolate, JSObject* object, uint32_t index, Value value, uint8_t attributes) {
  if (object->elements_kind() != ElementsKind::kDictionary) {
    if (attributes == kDataDefault && DefineFastElement(isolate, object, index, value)) return;
    if (isolate.IsTerminating()) return;
    object->ElementsToDictionary(isolate);
    if (object->elements_kind() != ElementsKind::kDictionary) return;  // the guest is ended
  }
  DefineInDictionary(isolate, object, index, value, attributes);
}

void DeleteElement(Isolate& isolate, JSObject* object, uint32_t index) {
  ElementsKind kind = object->elements_kind();
  if (kind == ElementsKind::kNone) return;
  if (kind == ElementsKind::kDictionary) {
    if (DictionaryElements::Entry* e = object->dictionary_elements()->Find(index)) {
      e->value.Init(Value::Hole());
      e->attributes = DictionaryElements::kDeleted;
      object->dictionary_elements()->count_--;
    }
    return;
  }
  if (index >= FastCapacityOf(object)) return;
  ChangeElementsKind(isolate, object, HoleyOf(kind));
  if (IsDoubleKind(kind)) {
    object->double_elements()->SetHole(index);
  } else {
    object->value_elements()->slots()[index].Init(Value::Hole());
  }
}

Value JSObject::elements() const {
  switch (shape()->extension_kind()) {
    case ExtensionKind::kElements: return extension_;
    case ExtensionKind::kBoth: return extension_.get().As<ExtensionPair>()->elements_;
    default: return Value::Smi(0);
  }
}

void JSObject::SetElements(Isolate& isolate, Value elements, ElementsKind kind) {
  if (kind != elements_kind()) MoveToShape(isolate, WithKind(isolate, shape(), kind));
  switch (shape()->extension_kind()) {
    case ExtensionKind::kElements: return extension_.Set(this, elements);
    case ExtensionKind::kBoth: {
      auto* pair = extension_.get().As<ExtensionPair>();
      return pair->elements_.Set(pair, elements);
    }
    default: DCHECK(kind == ElementsKind::kNone);
  }
}

uint32_t JSObject::FastElementsLimit() const {
  if (!IsFastKind(elements_kind())) return 0;
  return object_type() == HeapType::kJSArray ? static_cast<const JSArray*>(this)->length()
                                             : FastCapacityOf(this);
}

Value JSObject::GetElementOfAnyKind(Isolate& isolate, uint32_t index) const {
  if (index >= FastElementsLimit()) return Value::Hole();
  if (IsDoubleKind(elements_kind())) {
    DoubleElements* elements = double_elements();
    return elements->IsHole(index) ? Value::Hole() : NumberValue(isolate, elements->values()[index]);
  }
  return value_elements()->slots()[index];
}

void JSObject::AppendIndices(Isolate& isolate, ValueList& keys) const {
  if (elements_kind() == ElementsKind::kDictionary) {
    ExternalAccount account(isolate);
    for (uint32_t index : dictionary_elements()->SortedIndices(account)) {
      keys.Append(PropertyKey::FromIndex(index).ToValue(isolate));
      if (!PollElements(isolate, static_cast<uint32_t>(keys.size()))) return;
    }
    return;
  }
  for (uint32_t i = 0, limit = FastElementsLimit(); i < limit; i++) {
    bool hole = IsDoubleKind(elements_kind()) ? double_elements()->IsHole(i)
                                              : value_elements()->slots()[i].get().IsHole();
    if (!hole) keys.Append(PropertyKey::FromIndex(i).ToValue(isolate));
    if (!PollElements(isolate, i)) return;
  }
}

}  // namespace halfword
