#include <algorithm>
#include <bit>
#include <vector>

#include "gc/explicit_management.h"
#include "gc/visitor.h"
#include "objects/builtin_objects.h"
#include "objects/isolate.h"
#include "objects/isolate_objects.h"
#include "objects/isolate_state.h"
#include "objects/long_work.h"
#include "objects/memory/value_list.h"
#include "objects/primitives/hash_salt.h"
#include "objects/shapes/js_object.h"
#include "objects/slack_list.h"
#include "objects/values/allocate.h"

namespace halfword {

#if HALFWORD_COMPRESS
static_assert(gc::CellSize(sizeof(JSObject) + 2 * sizeof(Value)) == 16);  // {x, y}
static_assert(gc::CellSize(sizeof(JSArray)) == 16);
#endif

namespace {

constexpr uint32_t kMaxSharedProperties = 512;  // more adds than that: dictionary mode
constexpr uint32_t kMaxProperties = (1u << 24) - 2;
constexpr uint32_t kMaxGap = 1024;  // holes a write may make, unless they are few against what is there
constexpr uint32_t kMaxEagerLength = 1u << 20;  // elements a change of length allocates without being written
constexpr uint32_t kCompactDeleted = 16;        // unused slots of a dictionary before it is compacted
constexpr uint32_t kPollElements = 4096;        // entries of a dictionary between two polls
constexpr uint32_t kLeastDictionary = 8;        // entries, a power of two
constexpr uint8_t kDescriptorBits = kWritable | kEnumerable | kConfigurable | kAccessor | kVirtual;

ElementsKind HoleyOf(ElementsKind kind) {
  return IsFastKind(kind) && !IsHoley(kind) ? static_cast<ElementsKind>(static_cast<int>(kind) + 1) : kind;
}

// Payload slots of cells of 16, 32, 64 … bytes (128 … in the twin), then growing by half.
uint32_t PropertyCapacityFor(uint32_t count) {
  uint32_t capacity = 3;
  while (capacity < count) capacity = capacity < 255 ? capacity * 2 + 1 : (capacity + capacity / 2) | 1;
  return capacity;
}

template <class E>
constexpr size_t kSlotSize = sizeof(Value);
template <>
constexpr size_t kSlotSize<DoubleElements> = sizeof(double);

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
void FillHoles(Isolate& isolate, E* elements, uint32_t from, uint32_t to) {
  constexpr uint32_t kFew = 64;
  if (HW_LIKELY(to - from <= kFew)) return FillPiece(elements, from, to);  // FAST
  (void)ForEachPiece(isolate, to - from,
                     [&](size_t begin, size_t end) { FillPiece(elements, from + begin, from + end); });
}
template <class E>
void FillHoles(Isolate& isolate, E* elements, uint32_t from) {
  FillHoles(isolate, elements, from, elements->capacity());
}
// `to` is new: no barrier. False: the guest was over before it was done.
bool CopySlots(Isolate& isolate, ValueElements* from, uint32_t count, ValueElements* to) {
  return CopyInPieces(isolate, to->slots(), from->slots(), count * sizeof(Value));
}
bool CopySlots(Isolate& isolate, DoubleElements* from, uint32_t count, DoubleElements* to) {
  return CopyInPieces(isolate, to->values(), from->values(), count * sizeof(double));
}

template <class E>
E* ElementsOf(const JSObject* object) {
  Value elements = object->elements();
  return elements.IsSmi() ? nullptr : static_cast<E*>(elements.AsPointer(kOtherTag));
}

// Nothing but a stale word on a stack refers to `elements` any more: that shall not keep megabytes.
void Discard(HeapObject* elements) {
  if (gc::TypedHeaderCellSize(elements->header_bits()) == 0) gc::subtle::ResizeObject(elements, 0);
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
void TrimTo(E* elements, uint32_t capacity) {
  size_t payload = size_t{std::max(capacity, 1u)} * kSlotSize<E>;
  if (elements->payload_size() >= payload + SlackList::kLeastSlack)
    gc::subtle::ResizeObject(elements, payload);
}

uint32_t CapacityOf(const JSObject* object) {
  Value elements = object->elements();
  if (elements.IsSmi() || !IsFastKind(object->elements_kind())) return 0;
  return IsDoubleKind(object->elements_kind()) ? object->double_elements()->capacity()
                                               : object->value_elements()->capacity();
}

// The fast kind that holds what `kind` holds and `value` too.
ElementsKind KindFor(ElementsKind kind, Value value) {
  bool holey = IsHoley(kind);
  if (value.IsSmi()) return kind;
  if (value.IsHeapNumber()) {
    if (!IsSmiKind(kind)) return kind;
    return holey ? ElementsKind::kHoleyDouble : ElementsKind::kPackedDouble;
  }
  return holey ? ElementsKind::kHoley : ElementsKind::kPacked;
}

// The one that holds what either holds.
ElementsKind KindForBoth(ElementsKind a, ElementsKind b) {
  bool holey = IsHoley(a) || IsHoley(b);
  auto packed = [](ElementsKind kind) { return static_cast<int>(kind) - IsHoley(kind); };
  return static_cast<ElementsKind>(std::max(packed(a), packed(b)) + holey);
}

// Integral doubles become Smis, so that arrays of integers stay arrays of Smis.
Value Canonical(Value value) {
  if (!value.IsHeapNumber()) return value;
  double d = value.AsHeapNumber()->value();
  if (d >= Value::kSmiMin && d <= Value::kSmiMax) {
    int32_t i = static_cast<int32_t>(d);
    if (i == d && (i != 0 || !std::signbit(d))) return Value::Smi(i);
  }
  return value;
}

// Elements that are needed did not fit under the heap limit, so the guest is ended.
bool EndForMemory(Isolate& isolate) {
  (void)isolate.Terminate(Termination::kOutOfMemory);
  return false;
}

// Changes representation, keeping capacity and content. False: the guest has been ended.
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
    DoubleElements* doubles = NewDoubleElements(isolate, CapacityOf(object));
    if (!doubles) return EndForMemory(isolate);
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
    Discard(values);
    return true;
  }
  ValueElements* values = NewValueElements(isolate, CapacityOf(object));
  if (!values) return EndForMemory(isolate);
  DoubleElements* doubles = object->double_elements();
  bool done = ForEachPiece(isolate, object->FastElementsLimit(), [&](size_t begin, size_t end) {
    for (uint32_t i = static_cast<uint32_t>(begin); i < end; i++) {
      if (!doubles->IsHole(i)) values->slots()[i].Set(values, NumberValue(isolate, doubles->values()[i]));
    }
  });
  if (!done) return false;
  object->SetElements(isolate, Value(values), to);
  NoteSlack(isolate, object, values, doubles);
  Discard(doubles);
  return true;
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
  if (!bigger) return EndForMemory(isolate);
  uint32_t old = elements ? elements->capacity() : 0;  // as the allocation left it
  if (elements && !CopySlots(isolate, elements, old, bigger)) return false;
  FillHoles(isolate, bigger, old);
  object->SetElements(isolate, Value(bigger), object->elements_kind());
  NoteSlack(isolate, object, bigger, elements);
  if (elements) Discard(elements);
  return true;
}

// Fast elements of at least `capacity`, of the present kind. False: the guest has been ended.
bool GrowElements(Isolate& isolate, JSObject* object, uint32_t capacity) {
  return IsDoubleKind(object->elements_kind()) ? GrowElementsOf<DoubleElements>(isolate, object, capacity)
                                               : GrowElementsOf<ValueElements>(isolate, object, capacity);
}

// Cells of 16, 32, 64, 128 bytes for Values, then growth by half, to an odd number, which fills a cell.
uint32_t GrownCapacity(uint32_t needed) {
  for (uint32_t capacity = JSArray::kFirstCapacity; capacity <= 31; capacity = capacity * 2 + 1) {
    if (needed <= capacity) return capacity;
  }
  return (needed + needed / 2) | 1;
}

// REQUIRES: index below the capacity, the kind fits the value.
void StoreFast(JSObject* object, uint32_t index, Value value) {
  if (IsDoubleKind(object->elements_kind())) {
    object->double_elements()->Set(index, value.AsNumber());
  } else {
    ValueElements* elements = object->value_elements();
    elements->slots()[index].Set(elements, value);
  }
}

// ---- Dictionary elements ----

// Indices that lie close together mostly come one after the other: so their entries lie side by side, too,
// and a large dictionary costs no miss of the cache for each.
uint32_t HashIndex(uint32_t index, uint32_t salt) {
  constexpr uint32_t kNeighbourBits = 3;
  uint32_t group = index >> kNeighbourBits, h = group * 0x9E3779B1u;
  h = HW_UNLIKELY(salt != 0) ? SaltedHash(group, salt) : h ^ h >> 16;
  return h << kNeighbourBits | (index & ((1 << kNeighbourBits) - 1));
}

// Null: the guest has been ended.
DictionaryElements* NewDictionary(Isolate& isolate, uint32_t capacity) {
  auto* dictionary = TryAllocateAny<DictionaryElements>(sizeof(DictionaryElements) +
                                                        size_t{capacity} * sizeof(DictionaryElements::Entry));
  if (!dictionary) {
    (void)isolate.Terminate(Termination::kOutOfMemory);
    return nullptr;
  }
  dictionary->capacity_ = capacity;
  bool done = ForEachPiece(isolate, capacity, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; i++) dictionary->entries()[i].value.Init(Value::Hole());
  });
  return done ? dictionary : nullptr;
}

// REQUIRES: room, and the index is not there. False: it is there now, but that took suspiciously long.
bool InsertIndex(DictionaryElements* dictionary, uint32_t index, Value value, uint32_t attributes) {
  uint32_t mask = dictionary->capacity_ - 1;
  uint32_t i = HashIndex(index, dictionary->salt_) & mask;
  uint32_t probes = 0;
  while (!dictionary->entries()[i].value.get().IsHole() || dictionary->entries()[i].attributes) {
    i = (i + 1) & mask;
    probes++;
  }
  DictionaryElements::Entry& e = dictionary->entries()[i];
  e.value.Set(dictionary, value);
  e.index = index;
  e.attributes = attributes;
  dictionary->count_++;
  dictionary->used_++;
  return probes <= kSuspiciousRun;
}

// Whether work on many elements, which has come to the i-th, is to go on; false: termination is pending.
HW_INLINE bool GoesOn(Isolate& isolate, uint32_t i) {
  return HW_LIKELY(i % kPollElements != kPollElements - 1) || !isolate.Poll(kPollElements / 64).IsThrow();
}

// The live entries in a dictionary of that capacity and salt; null: termination is pending.
DictionaryElements* Reinsert(Isolate& isolate, DictionaryElements* dictionary, uint32_t capacity,
                             uint32_t salt) {
  DictionaryElements* fresh = NewDictionary(isolate, capacity);
  if (!fresh) return nullptr;
  fresh->salt_ = salt;
  for (uint32_t i = 0; i < dictionary->capacity_; i++) {
    const DictionaryElements::Entry& e = dictionary->entries()[i];
    if (!e.value.get().IsHole()) InsertIndex(fresh, e.index, e.value, e.attributes);
    if (!GoesOn(isolate, i)) return nullptr;
  }
  return fresh;
}

bool HasRoom(const DictionaryElements* d) { return (d->used_ + 1) * 4 <= d->capacity_ * 3; }

// Goes back to fast elements where at least one in `sparsest` is there. The dictionary is about to grow.
bool DictionaryToFast(Isolate& isolate, JSObject* object, DictionaryElements* dictionary,
                      uint32_t sparsest = 2) {
  if (object->shape()->Has(Shape::kHasReadOnlyElements)) return false;
  bool all_smis = true, all_numbers = true;
  uint32_t limit = 0;
  for (uint32_t i = 0; i < dictionary->capacity_; i++) {
    const DictionaryElements::Entry& e = dictionary->entries()[i];
    if (e.value.get().IsHole()) continue;
    if (e.attributes != kDataDefault) return false;
    limit = std::max(limit, e.index + 1);
    all_smis = all_smis && e.value.get().IsSmi();
    all_numbers = all_numbers && e.value.get().IsNumber();
  }
  auto* array = object->object_type() == HeapType::kJSArray ? static_cast<JSArray*>(object) : nullptr;
  if (array) limit = array->length();
  if (limit > JSArray::kMaxFastLength || dictionary->count_ < limit / sparsest || limit == 0) return false;
  ElementsKind kind = all_smis      ? ElementsKind::kHoleySmi
                      : all_numbers ? ElementsKind::kHoleyDouble
                                    : ElementsKind::kHoley;
  Value fast;
  if (IsDoubleKind(kind)) {
    DoubleElements* elements = NewDoubleElements(isolate, limit);
    if (!elements) return false;
    for (uint32_t i = 0; i < dictionary->capacity_; i++) {
      const DictionaryElements::Entry& e = dictionary->entries()[i];
      if (!e.value.get().IsHole()) elements->Set(e.index, e.value.get().AsNumber());
    }
    fast = Value(elements);
  } else {
    ValueElements* elements = NewValueElements(isolate, limit);
    if (!elements) return false;
    for (uint32_t i = 0; i < dictionary->capacity_; i++) {
      const DictionaryElements::Entry& e = dictionary->entries()[i];
      if (!e.value.get().IsHole()) elements->slots()[e.index].Set(elements, e.value);
    }
    fast = Value(elements);
  }
  object->SetElements(isolate, fast, kind);
  return true;
}

void DefineInDictionary(Isolate& isolate, JSObject* object, uint32_t index, Value value, uint32_t attributes);

// True if at least an eighth of the first `limit` indices is there, which is when a dictionary would take as
// much memory.
bool IsDenseEnough(const JSObject* object, uint32_t limit) {
  uint32_t capacity = CapacityOf(object);
  uint32_t used = 0;
  for (uint32_t i = 0; i < capacity && used < limit / 8; i++) {
    bool hole = IsDoubleKind(object->elements_kind()) ? object->double_elements()->IsHole(i)
                                                      : object->value_elements()->slots()[i].get().IsHole();
    used += !hole;
  }
  return used >= limit / 8;
}

// Sets an own index of default attributes in fast elements. False: it must go to a dictionary (which the
// caller makes), unless the guest has been ended.
bool DefineFast(Isolate& isolate, JSObject* object, uint32_t index, Value value) {
  value = Canonical(value);
  bool is_array = object->object_type() == HeapType::kJSArray;
  uint32_t capacity = CapacityOf(object);
  uint32_t length = is_array ? static_cast<JSArray*>(object)->length() : capacity;
  ElementsKind kind = object->elements_kind();
  if (kind == ElementsKind::kNone) kind = ElementsKind::kHoleySmi;
  kind = KindFor(kind, value);
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
  if (index >= CapacityOf(object)) {  // not `capacity`: an allocation may have trimmed the elements
    uint32_t wanted = index < 8 && !is_array ? index + 4 : GrownCapacity(index + 1);
    if (!GrowElements(isolate, object, wanted)) return false;
  }
  StoreFast(object, index, value);
  if (is_array && index >= length)
    static_cast<JSArray*>(object)->length_.Init(Value::Smi(static_cast<int32_t>(index + 1)));
  return true;
}

void DefineInDictionary(Isolate& isolate, JSObject* object, uint32_t index, Value value,
                        uint32_t attributes) {
  DictionaryElements* dictionary = object->dictionary_elements();
  if (attributes != kDataDefault && !object->shape()->Has(Shape::kHasReadOnlyElements)) {
    object->MoveToShape(isolate, object->shape()->WithFlags(isolate, Shape::kHasReadOnlyElements));
  }
  if (DictionaryElements::Entry* e = dictionary->Find(index)) {
    e->value.Set(dictionary, value);
    e->attributes = attributes;
    return;
  }
  if (!HasRoom(dictionary)) {
    if (DictionaryToFast(isolate, object, dictionary)) {
      if (DefineFast(isolate, object, index, value) || isolate.IsTerminating()) return;
      object->ElementsToDictionary(isolate);
      if (object->elements_kind() != ElementsKind::kDictionary) return;  // the guest is ended
      return DefineInDictionary(isolate, object, index, value, attributes);
    }
    uint32_t capacity = std::max(kLeastDictionary, std::bit_ceil((dictionary->count_ + 1) * 2));
    DictionaryElements* bigger = Reinsert(isolate, dictionary, capacity, dictionary->salt_);
    if (!bigger) return;
    object->SetElements(isolate, Value(bigger), ElementsKind::kDictionary);
    dictionary = bigger;
  }
  if (!InsertIndex(dictionary, index, value, attributes) && dictionary->salt_ == 0) {
    DictionaryElements* salted =
        Reinsert(isolate, dictionary, dictionary->capacity_, NewSalt(isolate.hash_secret_));
    if (!salted) return;
    object->SetElements(isolate, Value(salted), ElementsKind::kDictionary);
  }
  if (object->object_type() == HeapType::kJSArray) {
    auto* array = static_cast<JSArray*>(object);
    if (index >= array->length()) array->set_length_field(isolate, index + 1);
  }
}

void DefineElement(Isolate& isolate, JSObject* object, uint32_t index, Value value, uint8_t attributes) {
  if (object->elements_kind() != ElementsKind::kDictionary) {
    if (attributes == kDataDefault && DefineFast(isolate, object, index, value)) return;
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
  if (index >= CapacityOf(object)) return;
  ChangeElementsKind(isolate, object, HoleyOf(kind));
  if (IsDoubleKind(kind)) {
    object->double_elements()->SetHole(index);
  } else {
    object->value_elements()->slots()[index].Init(Value::Hole());
  }
}

// "length" of an array, without questions about attributes.
void SetArrayLength(Isolate& isolate, JSArray* array, uint32_t length) {
  if (array->elements_kind() != ElementsKind::kDictionary) return array->SetLengthFast(isolate, length);
  if (length < array->length()) {
    DictionaryElements* dictionary = array->dictionary_elements();
    dictionary->ForEachIn(isolate, length, array->length(), [dictionary](DictionaryElements::Entry& e) {
      e.value.Init(Value::Hole());
      e.attributes = DictionaryElements::kDeleted;
      dictionary->count_--;
    });
  }
  array->set_length_field(isolate, length);
}

// ---- Virtual properties of functions and errors ----

bool IsArrayLength(Isolate& isolate, const JSObject* object, Value name) {
  return object->object_type() == HeapType::kJSArray && name == Value(isolate.name(Name::length));
}

bool IsFunctionPrototype(Isolate& isolate, const JSObject* object, Value name) {
  return object->object_type() == HeapType::kJSFunction && name == Value(isolate.name(Name::prototype));
}

// Before its "prototype" changes. Sites of `new` and instanceof remember the object that is there, and tell
// it so. What they remember where it is no object rests on none.
void NotifyOfPrototypeOf(Isolate& isolate, JSObject* function, Value name) {
  PropertyLocation location;
  if (!function->shape()->Lookup(name, &location) || (location.attributes & kVirtual) ||
      function->properties() == nullptr)  // the last: a class in the making
    return;
  Value old = function->GetSlot(location.slot);
  if (!old.IsObject()) return IncrementPropertyEpoch(isolate);
  old.AsObject()->shape()->NotifyDependents(isolate);
}
HW_INLINE void NotifyOfFunctionPrototype(Isolate& isolate, JSObject* object, Value name) {
  if (HW_UNLIKELY(IsFunctionPrototype(isolate, object, name))) NotifyOfPrototypeOf(isolate, object, name);
}

// Whether instanceof could be something else for functions that inherit from `object` than for others. True
// where that takes long to say: a program may make a class of each class, a hundred thousand times.
bool MayHaveInstances(Isolate& isolate, JSObject* object) {
  constexpr int kWorthLooking = 16;
  Value name = isolate.symbol(WellKnownSymbol::hasInstance);
  PropertyLocation location;
  JSObject* ordinary = isolate.realm()->intrinsic(Intrinsic::kFunctionPrototype);
  for (int steps = 0; object != ordinary; object = object->shape()->prototype_object()) {
    if (object == nullptr) return false;
    if (++steps > kWorthLooking || object->object_type() == HeapType::kProxyObject ||
        object->shape()->Lookup(name, &location))
      return true;
  }
  return false;
}

Value StringOrEmpty(Isolate& isolate, Value name) {
  return name.IsString() ? name : Value(isolate.name(Name::empty));
}

// Makes the virtual "prototype" of a closure real; tells where it is now.
PropertyLocation MaterializePrototype(Isolate& isolate, JSFunction* function,
                                      const PropertyLocation& location) {
  Realm* realm = function->info()->script_ ? function->info()->script_->realm_.get() : nullptr;
  if (!realm) realm = isolate.realm();
  JSObject* prototype = NewObject(isolate, realm->shape(RealmShape::kEmptyObject));
  prototype->DefineOwn(isolate, isolate.key(Name::constructor), Value(function), kMethodDefault);
  auto with = [&](RealmShape plain, RealmShape real) -> Shape* {
    return function->shape() == realm->shapes_[static_cast<int>(plain)].get()
               ? realm->shapes_[static_cast<int>(real)].get()
               : nullptr;
  };
  Shape* shape = with(RealmShape::kFunction, RealmShape::kFunctionWithPrototype);
  if (!shape) shape = with(RealmShape::kStrictFunction, RealmShape::kStrictFunctionWithPrototype);
  PropertyLocation real;
  if (!shape || !shape->Lookup(isolate.name(Name::prototype), &real) || (real.attributes & kVirtual)) {
    shape = function->shape()->Reconfigure(isolate, location.entry, location.attributes & ~kVirtual, &real);
  }
  function->MoveToShape(isolate, shape);
  function->SetSlot(isolate, real.slot, Value(prototype));
  return real;
}

Value VirtualValue(Isolate& isolate, JSObject* object, Value name, uint8_t attributes) {
  bool is_length = name == Value(isolate.name(Name::length));
  if (object->object_type() == HeapType::kJSFunction) {
    FunctionInfo* info = static_cast<JSFunction*>(object)->info();
    if (is_length) return Value::Smi(info->length_);
    if (name == Value(isolate.name(Name::name))) return StringOrEmpty(isolate, info->name_);
    // What is fixed has one value for ever.
    if (!(attributes & kConfigurable)) return Value::Null();
    return StateOf(isolate).running_function_property(isolate, object,
                                                      name == Value(isolate.name(Name::caller)));
  }
  if (object->object_type() == HeapType::kErrorObject) return StateOf(isolate).error_stack(isolate, object);
  auto* native = static_cast<NativeFunction*>(object);
  DCHECK(object->object_type() == HeapType::kNativeFunction);
  return is_length ? native->length_.get() : StringOrEmpty(isolate, native->name_);
}

PropertyCell* CellOf(Value v) { return v.As<PropertyCell>(); }

// Lays the slots of a dictionary-mode object out anew, without those of deleted properties.
void CompactDictionary(Isolate& isolate, JSObject* object) {
  Shape* old = object->shape();
  PropertyTable* table = old->table();
  ExternalAccount account(isolate);
  CountedVector<Value::Bits> values(account);  // all are still in the object while nothing is written
  for (uint32_t i = 0; i < table->used_; i++) {
    const PropertyTable::Entry& e = table->entry(i);
    if (!e.name.get().IsHole() && !(e.attributes & kVirtual))
      values.push_back(object->GetSlot(e.slot).bits());
  }
  uint32_t in_object = old->in_object_slots();
  uint32_t overflow = values.size() > in_object ? static_cast<uint32_t>(values.size()) - in_object : 0;
  PropertyArray* properties = nullptr;
  if (overflow) {
    properties = AllocateAny<PropertyArray>(PropertyCapacityFor(overflow) * sizeof(Value));
    for (uint32_t i = 0; i < overflow; i++) {
      properties->slots()[i].Set(properties, Value::FromBits(values[in_object + i]));
    }
  }
  Shape* shape = old->WithCompactTable(isolate);
  for (uint32_t i = 0; i < in_object; i++) {
    object->InObjectSlot(i)->Set(object, i < values.size() ? Value::FromBits(values[i]) : Value::Undefined());
  }
  object->MoveToShape(isolate, shape);
  ExtensionKind kind = shape->extension_kind();
  Value storage = properties ? Value(properties) : Value::Smi(0);
  if (kind == ExtensionKind::kProperties) object->extension_.Set(object, storage);
  if (kind == ExtensionKind::kBoth) {
    auto* pair = static_cast<ExtensionPair*>(object->extension_.get().AsPointer(kOtherTag));
    pair->properties_.Set(pair, storage);
  }
}

}  // namespace

// ---- DictionaryElements ----

void DictionaryElements::Entry::Trace(gc::Visitor* visitor) const {
  visitor->TraceTagged(reinterpret_cast<const TaggedBits&>(value));
}

void DictionaryElements::Trace(gc::Visitor& visitor) { visitor.TraceMultiple(entries(), capacity_); }

DictionaryElements::Entry* DictionaryElements::Find(uint32_t index) {
  uint32_t mask = capacity_ - 1;
  for (uint32_t i = HashIndex(index, salt_) & mask;; i = (i + 1) & mask) {
    Entry& e = entries()[i];
    if (e.value.get().IsHole()) {
      if (e.attributes == 0) return nullptr;
    } else if (e.index == index) {
      return &e;
    }
  }
}

// ---- Slots and elements ----

void JSObject::set_shape(Shape* shape) {
  Value v(shape);
  gc::SetHeader(this, v.bits());
  WriteBarrier(this, v);
}

PropertyArray* JSObject::properties() const {
  Value v = Value::Smi(0);
  switch (shape()->extension_kind()) {
    case ExtensionKind::kProperties: v = extension_; break;
    case ExtensionKind::kBoth: v = extension_.get().As<ExtensionPair>()->properties_; break;
    default: break;
  }
  return v.IsSmi() ? nullptr : v.As<PropertyArray>();
}

Value JSObject::elements() const {
  switch (shape()->extension_kind()) {
    case ExtensionKind::kElements: return extension_;
    case ExtensionKind::kBoth: return extension_.get().As<ExtensionPair>()->elements_;
    default: return Value::Smi(0);
  }
}

Value JSObject::GetSlot(uint32_t slot) const {
  uint32_t in_object = shape()->in_object_slots();
  if (HW_LIKELY(slot < in_object)) return InObjectSlot(slot)->get();
  PropertyArray* overflow = properties();
  DCHECK(overflow && slot - in_object < overflow->capacity());
  return overflow->slots()[slot - in_object];
}

void JSObject::SetSlot(Isolate& isolate, uint32_t slot, Value value) {
  uint32_t in_object = shape()->in_object_slots();
  if (HW_LIKELY(slot < in_object)) return InObjectSlot(slot)->Set(this, value);
  uint32_t i = slot - in_object;
  PropertyArray* overflow = properties();
  uint32_t capacity = overflow ? overflow->capacity() : 0;
  if (HW_UNLIKELY(i >= capacity)) {
    auto* bigger = AllocateAny<PropertyArray>(size_t{PropertyCapacityFor(i + 1)} * sizeof(Value));
    if (overflow) std::copy_n(overflow->slots(), capacity, bigger->slots());
    if (shape()->extension_kind() == ExtensionKind::kBoth) {
      auto* pair = extension_.get().As<ExtensionPair>();
      pair->properties_.Set(pair, Value(bigger));
    } else {
      DCHECK(shape()->extension_kind() == ExtensionKind::kProperties);
      extension_.Set(this, Value(bigger));
    }
    overflow = bigger;
  }
  overflow->slots()[i].Set(overflow, value);
}

void JSObject::MoveToShape(Isolate& isolate, Shape* to) {
  Shape* from = shape();
  if (from == to) return;
  DCHECK(to->layout_.size_in_granules == from->layout_.size_in_granules &&
         to->object_type() == from->object_type());
  if (HW_LIKELY(from->extension_kind() == to->extension_kind())) return set_shape(to);
  Value own_elements = elements();
  PropertyArray* own_properties = properties();
  Value extension = Value::Smi(0);
  switch (to->extension_kind()) {
    case ExtensionKind::kNone: break;
    case ExtensionKind::kElements: extension = own_elements; break;
    case ExtensionKind::kProperties:
      if (own_properties) extension = Value(own_properties);
      break;
    case ExtensionKind::kBoth: {
      auto* pair = AllocateSmall<ExtensionPair>();
      pair->elements_.Init(own_elements);
      if (own_properties) pair->properties_.Init(Value(own_properties));
      extension = Value(pair);
      break;
    }
  }
  set_shape(to);
  extension_.Set(this, extension);
}

namespace {

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
  return object_type() == HeapType::kJSArray ? static_cast<const JSArray*>(this)->length() : CapacityOf(this);
}

Value JSObject::GetElementOfAnyKind(Isolate& isolate, uint32_t index) const {
  if (index >= FastElementsLimit()) return Value::Hole();
  if (IsDoubleKind(elements_kind())) {
    DoubleElements* elements = double_elements();
    return elements->IsHole(index) ? Value::Hole() : NumberValue(isolate, elements->values()[index]);
  }
  return value_elements()->slots()[index];
}

// ---- Own properties ----

OwnProperty JSObject::GetOwn(Isolate& isolate, PropertyKey key) {
  OwnProperty own;
  if (key.IsIndex()) {
    own.index = key.index();
    if (elements_kind() == ElementsKind::kDictionary) {
      if (DictionaryElements::Entry* e = dictionary_elements()->Find(key.index())) {
        own.kind = OwnProperty::kDictionaryElement;
        own.attributes = static_cast<uint8_t>(e->attributes);
        own.value = e->value;
      }
      return own;
    }
    own.value = GetElement(isolate, key.index());
    if (!own.value.IsHole()) {
      own.kind = OwnProperty::kElement;
      own.attributes = kDataDefault;
    }
    return own;
  }
  Value name = key.name();
  if (!shape()->Lookup(name, &own.location)) {
    if (IsArrayLength(isolate, this, name)) {
      own.kind = OwnProperty::kNamed;
      own.attributes = kVirtual | (shape()->Has(Shape::kLengthNotWritable) ? 0 : kWritable);
      own.value = static_cast<JSArray*>(this)->length_;
    }
    return own;
  }
  own.kind = OwnProperty::kNamed;
  own.attributes = own.location.attributes;
  if (HW_UNLIKELY(own.attributes & (kVirtual | kCell))) {
    if (own.attributes & kCell) {
      own.value = CellOf(GetSlot(own.location.slot))->value_;
      return own;
    }
    if (name != Value(isolate.name(Name::prototype))) {
      own.value = VirtualValue(isolate, this, name, own.attributes);
      return own;
    }
    own.location = MaterializePrototype(isolate, static_cast<JSFunction*>(this), own.location);
    own.attributes = own.location.attributes;
  }
  own.value = GetSlot(own.location.slot);
  return own;
}

void JSObject::DefineOwn(Isolate& isolate, PropertyKey key, Value value, uint8_t attributes) {
  if (key.IsIndex()) {
    if (HW_UNLIKELY(shape()->Has(Shape::kIsPrototype))) NoteIntrinsicMutation(isolate, this, key);
    return DefineElement(isolate, this, key.index(), value, attributes);
  }
  PropertyLocation location;
  bool present = shape()->Lookup(key.name(), &location);
  if (!present && IsArrayLength(isolate, this, key.name())) {
    SetArrayLength(isolate, static_cast<JSArray*>(this), static_cast<uint32_t>(value.AsNumber()));
    if (!(attributes & kWritable))
      MoveToShape(isolate, shape()->WithFlags(isolate, Shape::kLengthNotWritable));
    return;
  }
  DefineNamed(isolate, key.name(), value, attributes, present ? &location : nullptr);
}

void JSObject::AddOwn(Isolate& isolate, Value name, Value value) {
  [[maybe_unused]] PropertyLocation present;
  DCHECK(!shape()->Lookup(name, &present) && !IsArrayLength(isolate, this, name));
  DefineNamed(isolate, name, value, kDataDefault, nullptr);
}

// `present`: where it is, if it is there.
void JSObject::DefineNamed(Isolate& isolate, Value name, Value value, uint8_t attributes,
                           PropertyLocation* present) {
  // `instanceof` sites remember the prototype of targets without a @@hasInstance of their own.
  if (name == Value(isolate.symbol(WellKnownSymbol::hasInstance))) IncrementPropertyEpoch(isolate);
  if (HW_UNLIKELY(shape()->Has(Shape::kIsPrototype)))
    NoteIntrinsicMutation(isolate, this, PropertyKey::FromName(name));
  NotifyOfFunctionPrototype(isolate, this, name);

  bool cell = !(attributes & kAccessor) && ((attributes & kCell) || object_type() == HeapType::kGlobalObject);
  attributes = static_cast<uint8_t>((attributes & kDescriptorBits) | (cell ? kCell : 0));
  if (present != nullptr && (present->attributes & kCell)) {
    PropertyCell* old = CellOf(GetSlot(present->slot));
    if (cell && !value.Is<PropertyCell>()) {
      old->Assign(isolate, value);
      int32_t flags = old->flags_.get().AsSmi() & ~PropertyCell::kReadOnly;
      old->flags_.Init(Value::Smi(flags | (attributes & kWritable ? 0 : PropertyCell::kReadOnly)));
      value = Value(old);
    } else {
      old->Assign(isolate, Value::Hole());  // caches of the binding miss from now on
    }
  }
  if (cell && !value.Is<PropertyCell>()) {
    value =
        Value(NewPropertyCell(isolate, name, value, attributes & kWritable ? 0 : PropertyCell::kReadOnly));
  }

  PropertyLocation location;
  if (present != nullptr) {
    // Sites remember what a getter of the library does, not only where it is.
    if (attributes & kAccessor) shape()->NotifyDependents(isolate);
    shape()->NotifyOfSlot(isolate);
    location = *present;
    if (location.attributes != attributes) {
      MoveToShape(isolate, shape()->Reconfigure(isolate, location.entry, attributes, &location));
    }
  } else {
    if (HW_UNLIKELY(shape()->property_count() >= kMaxSharedProperties)) {
      if (!shape()->is_unique()) ToDictionary(isolate);
      if (shape()->slot_count_ >= kMaxProperties) {
        (void)isolate.Terminate(Termination::kOutOfMemory);
        return;
      }
    }
    MoveToShape(isolate, shape()->AddProperty(isolate, name, attributes, &location));
  }
  if (!(attributes & kVirtual)) SetSlot(isolate, location.slot, value);
}

void JSObject::SetOwnValue(Isolate& isolate, const OwnProperty& own, Value value) {
  bool is_prototype = shape()->Has(Shape::kIsPrototype);
  switch (own.kind) {
    case OwnProperty::kNamed: {
      if (HW_UNLIKELY(own.attributes & kVirtual)) {
        if (object_type() == HeapType::kJSArray) {
          return SetArrayLength(isolate, static_cast<JSArray*>(this),
                                static_cast<uint32_t>(value.AsNumber()));
        }
        PropertyKey key = PropertyKey::FromName(shape()->table()->entry(own.location.entry).name);
        return DefineOwn(isolate, key, value, own.attributes & ~kVirtual);
      }
      if (HW_UNLIKELY(is_prototype || object_type() == HeapType::kJSFunction)) {
        Value name = shape()->table()->entry(own.location.entry).name;
        if (is_prototype) NoteIntrinsicMutation(isolate, this, PropertyKey::FromName(name));
        NotifyOfFunctionPrototype(isolate, this, name);
      }
      shape()->NotifyOfSlot(isolate);
      if (HW_UNLIKELY(own.attributes & kCell)) {
        PropertyCell* cell = CellOf(GetSlot(own.location.slot));
        return cell->Assign(isolate, value);
      }
      return SetSlot(isolate, own.location.slot, value);
    }
    case OwnProperty::kElement:
      if (is_prototype) NoteIntrinsicMutation(isolate, this, PropertyKey::FromIndex(own.index));
      return DefineElement(isolate, this, own.index, value, kDataDefault);
    case OwnProperty::kDictionaryElement: {
      if (is_prototype) NoteIntrinsicMutation(isolate, this, PropertyKey::FromIndex(own.index));
      if (elements_kind() != ElementsKind::kDictionary) {
        return DefineElement(isolate, this, own.index, value, own.attributes);
      }
      DictionaryElements* dictionary = dictionary_elements();
      if (DictionaryElements::Entry* e = dictionary->Find(own.index)) e->value.Set(dictionary, value);
      return;
    }
    case OwnProperty::kAbsent:
    case OwnProperty::kStringChar: break;
  }
  DCHECK(false);
}

void JSObject::DeleteOwn(Isolate& isolate, PropertyKey key) {
  if (HW_UNLIKELY(shape()->Has(Shape::kIsPrototype))) NoteIntrinsicMutation(isolate, this, key);
  if (key.IsIndex()) return DeleteElement(isolate, this, key.index());
  PropertyLocation location;
  if (shape()->Lookup(key.name(), &location)) DeleteNamed(isolate, key.name(), location);
}

void JSObject::DeleteOwn(Isolate& isolate, PropertyKey key, const OwnProperty& found) {
  if (found.kind != OwnProperty::kNamed) return DeleteOwn(isolate, key);
  if (HW_UNLIKELY(shape()->Has(Shape::kIsPrototype))) NoteIntrinsicMutation(isolate, this, key);
  DeleteNamed(isolate, key.name(), found.location);
}

void JSObject::DeleteNamed(Isolate& isolate, Value name, const PropertyLocation& location) {
  NotifyOfFunctionPrototype(isolate, this, name);
  // The last that allocates while the slot is still that of a property.
  Shape* to = shape()->RemoveProperty(isolate, location.entry);
  if (!(location.attributes & kVirtual)) {
    if (location.attributes & kCell) CellOf(GetSlot(location.slot))->Assign(isolate, Value::Hole());
    SetSlot(isolate, location.slot, Value::Undefined());  // keeps nothing alive
  }
  MoveToShape(isolate, to);
  if (to->is_unique()) {
    // Of slots, not of the table's entries: a table that grows leaves deleted entries out, slots remain.
    uint32_t live = to->table()->used_ - to->table()->deleted_;
    if (to->slot_count_ >= live + std::max(live, kCompactDeleted)) CompactDictionary(isolate, this);
  }
}

void JSObject::AppendIndices(Isolate& isolate, ValueList& keys) const {
  if (elements_kind() == ElementsKind::kDictionary) {
    ExternalAccount account(isolate);
    for (uint32_t index : dictionary_elements()->SortedIndices(account)) {
      keys.Append(PropertyKey::FromIndex(index).ToValue(isolate));
      if (!GoesOn(isolate, static_cast<uint32_t>(keys.size()))) return;
    }
    return;
  }
  for (uint32_t i = 0, limit = FastElementsLimit(); i < limit; i++) {
    bool hole = IsDoubleKind(elements_kind()) ? double_elements()->IsHole(i)
                                              : value_elements()->slots()[i].get().IsHole();
    if (!hole) keys.Append(PropertyKey::FromIndex(i).ToValue(isolate));
    if (!GoesOn(isolate, i)) return;
  }
}

void JSObject::AppendOwnKeys(Isolate& isolate, ValueList& keys, bool strings, bool symbols) const {
  if (strings) {
    AppendIndices(isolate, keys);
    if (isolate.IsTerminating()) return;
    if (object_type() == HeapType::kJSArray) keys.Append(Value(isolate.name(Name::length)));
  }
  PropertyTable* table = shape()->table();
  if (!table) return;
  uint32_t count = shape()->property_count();
  bool has_symbols = false;
  for (uint32_t i = 0; i < count; i++) {
    Value name = table->entry(i).name;
    if (name.IsString()) {
      if (strings) keys.Append(name);
    } else {
      has_symbols = true;
    }
  }
  if (!symbols || !has_symbols) return;
  for (uint32_t i = 0; i < count; i++) {
    Value name = table->entry(i).name;
    if (!name.IsString() && !name.IsHole() && !name.AsSymbol()->IsPrivateName()) keys.Append(name);
  }
}

namespace {

// By radix where there are many: no order of insertion makes it slow.
void SortIndices(CountedVector<uint32_t>& indices) {
  constexpr uint32_t kDigitBits = 11, kDigits = 1 << kDigitBits;
  if (indices.size() < kDigits) return std::sort(indices.begin(), indices.end());
  CountedVector<uint32_t> sorted(indices.size(), indices.get_allocator());
  for (uint32_t shift = 0; shift < 32; shift += kDigitBits) {
    auto digit = [shift](uint32_t index) { return index >> shift & (kDigits - 1); };
    uint32_t begin[kDigits + 1] = {};
    for (uint32_t index : indices) begin[digit(index) + 1]++;
    for (uint32_t d = 0; d < kDigits; d++) begin[d + 1] += begin[d];
    for (uint32_t index : indices) sorted[begin[digit(index)]++] = index;
    indices.swap(sorted);
  }
}

}  // namespace

void DictionaryElements::ChargeForEntries(Isolate& isolate, uint32_t count) { isolate.Charge(count / 64); }

CountedVector<uint32_t> DictionaryElements::SortedIndices(ExternalAccount& account) {
  CountedVector<uint32_t> indices(account);
  indices.reserve(count_);
  for (uint32_t i = 0; i < capacity_; i++) {
    if (!entries()[i].value.get().IsHole()) indices.push_back(entries()[i].index);
  }
  SortIndices(indices);
  return indices;
}

// ---- Shape changes ----

void JSObject::SetPrototypeInternal(Isolate& isolate, Value prototype) {
  if (shape()->prototype() == prototype) return;
  if (shape()->Has(Shape::kIsPrototype)) NoteIntrinsicMutation(isolate, this, isolate.key(Name::proto));
  // As for an own @@hasInstance.
  if (object_type() == HeapType::kJSFunction && prototype.IsObject() &&
      MayHaveInstances(isolate, prototype.AsObject()))
    IncrementPropertyEpoch(isolate);
  MoveToShape(isolate, shape()->WithPrototype(isolate, prototype));
}

void JSObject::PreventExtensionsInternal(Isolate& isolate) {
  MoveToShape(isolate, shape()->WithFlags(isolate, Shape::kNotExtensible));
}

void JSObject::BecomePrototype(Isolate& isolate) {
  if (HW_LIKELY(shape()->Has(Shape::kIsPrototype))) return;
  MoveToShape(isolate, shape()->ToUnique(isolate, Shape::kIsPrototype));
}

void JSObject::ToDictionary(Isolate& isolate) {
  if (shape()->is_dictionary()) return;
  MoveToShape(isolate, shape()->ToUnique(isolate, Shape::kIsDictionary));
}

void JSObject::ElementsToDictionary(Isolate& isolate) {
  if (elements_kind() == ElementsKind::kDictionary) return;
  uint32_t limit = FastElementsLimit();
  uint32_t count = 0;
  bool doubles = IsDoubleKind(elements_kind());
  auto is_hole = [&](uint32_t i) {
    return doubles ? double_elements()->IsHole(i) : value_elements()->slots()[i].get().IsHole();
  };
  for (uint32_t i = 0; i < limit; i++) count += !is_hole(i);
  DictionaryElements* dictionary =
      NewDictionary(isolate, std::bit_ceil(std::max(kLeastDictionary, count + count / 2 + 2)));
  if (!dictionary) return;
  for (uint32_t i = 0; i < limit; i++) {
    if (!is_hole(i)) InsertIndex(dictionary, i, GetElement(isolate, i), kDataDefault);
    if (!GoesOn(isolate, i)) return;
  }
  SetElements(isolate, Value(dictionary), ElementsKind::kDictionary);
}

// ---- Making objects ----

JSObject* NewObject(Isolate&, Shape* shape) {
  auto* object = static_cast<JSObject*>(gc::Allocate(CageBase(), Value(shape).bits(), shape->object_size()));
  ValueField* slot = object->InObjectSlot(0);
  for (ValueField* end = slot + shape->in_object_slots(); slot < end; slot++) slot->Init(Value::Undefined());
  return object;
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

AccessorPair* NewAccessorPair(Isolate&, Value getter, Value setter) {
  auto* pair = AllocateSmall<AccessorPair>();
  pair->getter_.Init(getter);
  pair->setter_.Init(setter);
  return pair;
}

void PropertyCell::Assign(Isolate& isolate, Value value) {
  if (HW_UNLIKELY(Has(kIsRelied))) {
    flags_.Init(Value::Smi((flags_.get().AsSmi() & ~kIsRelied) | kVaries));
    IncrementPropertyEpoch(isolate);
  }
  value_.Set(this, value);
}
bool PropertyCell::Rely(Isolate& isolate, bool* needs_epoch) {
  if (value_.get().IsHole() || value_.get().Is<AccessorPair>()) return false;
  *needs_epoch = !Has(kLexical) || !Has(kReadOnly);
  if (!*needs_epoch) return true;
  if (Has(kVaries) || isolate.epoch_to_note() == 0) return false;
  Add(kIsRelied);
  return true;
}

PropertyCell* NewPropertyCell(Isolate&, Value name, Value value, int32_t flags) {
  auto* cell = AllocateSmall<PropertyCell>();
  cell->value_.Init(value);
  cell->name_.Init(name);
  cell->flags_.Init(Value::Smi(flags));
  return cell;
}

// ---- Arrays ----

void JSArray::set_length_field(Isolate& isolate, uint32_t length) {
  length_.Set(this, NumberValue(isolate, length));
}

bool JSArray::Push(Isolate& isolate, Value value) {
  ElementsKind kind = elements_kind();
  Shape* shape = this->shape();
  if (HW_UNLIKELY(!IsFastKind(kind) || (shape->flags_ & (Shape::kNotExtensible | Shape::kLengthNotWritable))))
    return false;
  uint32_t n = length();
  value = Canonical(value);
  ElementsKind wanted = KindFor(kind, value);
  if (HW_UNLIKELY(wanted != kind) && !ChangeElementsKind(isolate, this, wanted)) return false;
  if (HW_UNLIKELY(n >= CapacityOf(this))) {
    if (n >= kMaxFastLength || !GrowElements(isolate, this, GrownCapacity(n + 1))) return false;
  }
  StoreFast(this, n, value);
  length_.Init(Value::Smi(static_cast<int32_t>(n + 1)));
  return true;
}

bool JSArray::Take(Isolate& isolate, Value value) {
  DCHECK(IsFastKind(elements_kind()));
  return ChangeElementsKind(isolate, this, KindFor(elements_kind(), Canonical(value)));
}

bool JSArray::MakeRoomFor(Isolate& isolate, uint32_t count, ElementsKind kind) {
  DCHECK(IsFastKind(kind));
  if (!IsFastKind(elements_kind()) || shape()->Has(Shape::kNotExtensible) ||
      shape()->Has(Shape::kLengthNotWritable))
    return false;
  uint32_t n = length();
  if (count > kMaxFastLength - std::min(n, kMaxFastLength)) return false;
  if (!ChangeElementsKind(isolate, this, KindForBoth(elements_kind(), kind))) return false;
  uint32_t capacity = CapacityOf(this);
  if (n + count <= capacity) return true;
  // The first elements of many: what there is room for now is wanted besides.
  return GrowElements(isolate, this,
                      n == 0 ? std::min(count + capacity, kMaxFastLength) : GrownCapacity(n + count));
}

bool JSArray::MakeDense(Isolate& isolate) {
  DCHECK(elements_kind() == ElementsKind::kDictionary && length() <= kMaxFastLength);
  if (shape()->Has(Shape::kHasReadOnlyElements)) return false;
  if (DictionaryToFast(isolate, this, dictionary_elements(), kMaxFastLength + 1)) return true;
  // What does not fit as an array of words does not fit as a dictionary of as many entries.
  return EndForMemory(isolate);
}

void JSArray::SetLengthFast(Isolate& isolate, uint32_t length) {
  uint32_t old = this->length();
  uint32_t capacity = CapacityOf(this);
  if (length < old) {
    if (length == 0 && !KeepsCapacity(capacity, 0)) {
      HeapObject* elements = ElementsOf<ValueElements>(this);
      SetElements(isolate, Value::Smi(0), elements_kind());
      if (elements) Discard(elements);
    } else if (IsDoubleKind(elements_kind())) {
      FillHoles(isolate, double_elements(), length, old);
    } else {
      FillHoles(isolate, value_elements(), length, old);
    }
    length_.Init(Value::Smi(static_cast<int32_t>(length)));
    if (length != 0 && !KeepsCapacity(capacity, length)) Trim();
    return;
  }
  if (length == old) return;
  if (length > capacity && length > kMaxEagerLength && length / 3 > capacity) {
    ElementsToDictionary(isolate);
    if (elements_kind() == ElementsKind::kDictionary) set_length_field(isolate, length);
    return;
  }
  ChangeElementsKind(isolate, this, HoleyOf(elements_kind()));
  if (length > CapacityOf(this) && !GrowElements(isolate, this, length)) return;
  length_.Init(Value::Smi(static_cast<int32_t>(length)));
}

void JSArray::Trim() {
  if (elements().IsSmi() || !IsFastKind(elements_kind())) return;
  if (IsDoubleKind(elements_kind())) {
    TrimTo(double_elements(), length());
  } else {
    TrimTo(value_elements(), length());
  }
}

JSArray* NewArray(Isolate& isolate, Realm* realm, uint32_t length, uint32_t capacity) {
  constexpr uint32_t kMaxInitialLength = 1u << 25;
  Shape* shape = realm->shape(length == 0 ? RealmShape::kArrayPackedSmi : RealmShape::kArrayHoleySmi);
  auto* array = NewObjectAs<JSArray>(isolate, shape);
  capacity = std::max(length, capacity);
  if (capacity != 0 && length <= kMaxInitialLength) {
    ValueElements* elements = NewValueElements(isolate, std::min(capacity, kMaxInitialLength));
    if (elements) {
      array->extension_.Set(array, Value(elements));
      array->length_.Init(Value::Smi(static_cast<int32_t>(length)));
      return array;
    }
  }
  if (length != 0) {
    array->ElementsToDictionary(isolate);
    if (array->elements_kind() == ElementsKind::kDictionary) array->set_length_field(isolate, length);
  }
  return array;
}

JSArray* NewArrayFrom(Isolate& isolate, Realm* realm, std::span<const Value> values) {
  bool smis = true, numbers = true, holes = false;
  (void)ForEachPiece(isolate, values.size(), [&](size_t begin, size_t end) {
    for (Value v : values.subspan(begin, end - begin)) {
      if (v.IsSmi()) continue;
      if (v.IsHole()) {
        holes = true;
        continue;
      }
      smis = false;
      numbers = numbers && v.IsHeapNumber();
    }
  });
  RealmShape kind = smis      ? RealmShape::kArrayPackedSmi
                    : numbers ? RealmShape::kArrayPackedDouble
                              : RealmShape::kArrayPacked;
  if (holes) kind = static_cast<RealmShape>(static_cast<int>(kind) + 1);
  auto* array = NewObjectAs<JSArray>(isolate, realm->shape(kind));
  CHECK(values.size() <= Value::kSmiMax);
  uint32_t n = static_cast<uint32_t>(values.size());
  if (n == 0) return array;
  if (!smis && numbers) {
    DoubleElements* elements = NewDoubleElements(isolate, n);
    if (!elements) {
      (void)isolate.Terminate(Termination::kOutOfMemory);
      return array;
    }
    (void)ForEachPiece(isolate, n, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; i++) {
        if (values[i].IsNumber()) elements->Set(static_cast<uint32_t>(i), values[i].AsNumber());
      }
    });
    array->extension_.Set(array, Value(elements));
  } else {
    ValueElements* elements = NewValueElements(isolate, n);
    if (!elements) {
      (void)isolate.Terminate(Termination::kOutOfMemory);
      return array;
    }
    (void)ForEachPiece(isolate, n, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; i++) elements->slots()[i].Set(elements, values[i]);
    });
    array->extension_.Set(array, Value(elements));
  }
  array->length_.Init(Value::Smi(static_cast<int32_t>(n)));
  return array;
}

}  // namespace halfword
