#include <algorithm>

#include "gc/explicit_management.h"
#include "objects/isolate.h"
#include "objects/isolate_objects.h"
#include "objects/long_work.h"
#include "objects/shapes/elements.h"
#include "objects/slack_list.h"

namespace halfword {
namespace {

constexpr uint32_t kMaxEagerLength = 1u << 20;  // elements a change of length allocates without being written

template <class E>
void TrimElementsTo(E* elements, uint32_t capacity) {
  size_t payload = size_t{std::max(capacity, 1u)} * kSlotSize<E>;
  if (elements->payload_size() >= payload + SlackList::kLeastSlack)
    gc::subtle::ResizeObject(elements, payload);
}

}  // namespace

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

void JSArray::set_length_field(Isolate& isolate, uint32_t length) {
  length_.Set(this, NumberValue(isolate, length));
}

bool JSArray::Push(Isolate& isolate, Value value) {
  ElementsKind kind = elements_kind();
  Shape* shape = this->shape();
  if (HW_UNLIKELY(!IsFastKind(kind) || (shape->flags_ & (Shape::kNotExtensible | Shape::kLengthNotWritable))))
    return false;
  uint32_t n = length();
  value = CanonicalElement(value);
  ElementsKind wanted = ElementsKindFor(kind, value);
  if (HW_UNLIKELY(wanted != kind) && !ChangeElementsKind(isolate, this, wanted)) return false;
  if (HW_UNLIKELY(n >= FastCapacityOf(this))) {
    if (n >= kMaxFastLength || !GrowElements(isolate, this, GrownElementsCapacity(n + 1))) return false;
  }
  StoreFastElement(this, n, value);
  length_.Init(Value::Smi(static_cast<int32_t>(n + 1)));
  return true;
}

bool JSArray::Take(Isolate& isolate, Value value) {
  DCHECK(IsFastKind(elements_kind()));
  return ChangeElementsKind(isolate, this, ElementsKindFor(elements_kind(), CanonicalElement(value)));
}

bool JSArray::MakeRoomFor(Isolate& isolate, uint32_t count, ElementsKind kind) {
  DCHECK(IsFastKind(kind));
  if (!IsFastKind(elements_kind()) || shape()->Has(Shape::kNotExtensible) ||
      shape()->Has(Shape::kLengthNotWritable))
    return false;
  uint32_t n = length();
  if (count > kMaxFastLength - std::min(n, kMaxFastLength)) return false;
  if (!ChangeElementsKind(isolate, this, ElementsKindForBoth(elements_kind(), kind))) return false;
  uint32_t capacity = FastCapacityOf(this);
  if (n + count <= capacity) return true;
  // The first elements of many: what there is room for now is wanted besides.
  return GrowElements(isolate, this,
                      n == 0 ? std::min(count + capacity, kMaxFastLength) : GrownElementsCapacity(n + count));
}

bool JSArray::MakeDense(Isolate& isolate) {
  DCHECK(elements_kind() == ElementsKind::kDictionary && length() <= kMaxFastLength);
  if (shape()->Has(Shape::kHasReadOnlyElements)) return false;
  if (DictionaryToFast(isolate, this, dictionary_elements(), kMaxFastLength + 1)) return true;
  // What does not fit as an array of words does not fit as a dictionary of as many entries.
  return EndForLackOfMemory(isolate);
}

void JSArray::SetLengthFast(Isolate& isolate, uint32_t length) {
  uint32_t old = this->length();
  uint32_t capacity = FastCapacityOf(this);
  if (length < old) {
    if (length == 0 && !KeepsCapacity(capacity, 0)) {
      HeapObject* elements = ElementsOf<ValueElements>(this);
      SetElements(isolate, Value::Smi(0), elements_kind());
      if (elements) DiscardElements(elements);
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
  if (length > FastCapacityOf(this) && !GrowElements(isolate, this, length)) return;
  length_.Init(Value::Smi(static_cast<int32_t>(length)));
}

void JSArray::Trim() {
  if (elements().IsSmi() || !IsFastKind(elements_kind())) return;
  if (IsDoubleKind(elements_kind())) {
    TrimElementsTo(double_elements(), length());
  } else {
    TrimElementsTo(value_elements(), length());
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
