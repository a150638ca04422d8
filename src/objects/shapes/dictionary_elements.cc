#include <algorithm>
#include <bit>

#include "gc/visitor.h"
#include "objects/isolate.h"
#include "objects/isolate_state.h"
#include "objects/long_work.h"
#include "objects/memory/external_account.h"
#include "objects/primitives/hash_salt.h"
#include "objects/shapes/elements.h"
#include "objects/values/allocate.h"

namespace halfword {
namespace {

constexpr uint32_t kLeastDictionary = 8;  // entries, a power of two

// Indices that lie close together mostly come one after the other: so their entries lie side by side, too,
// and a large dictionary costs no miss of the cache for each.
uint32_t HashIndex(uint32_t index, uint32_t salt) {
  constexpr uint32_t kNeighbourBits = 3;
  uint32_t group = index >> kNeighbourBits, h = group * 0x9E3779B1u;
  h = HW_UNLIKELY(salt != 0) ? SaltedHash(group, salt) : h ^ h >> 16;
  return h << kNeighbourBits | (index & ((1 << kNeighbourBits) - 1));
}

// Null: the guest has been ended.
DictionaryElements* NewDictionaryElements(Isolate& isolate, uint32_t capacity) {
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

// The live entries in a dictionary of that capacity and salt; null: termination is pending.
DictionaryElements* Reinsert(Isolate& isolate, DictionaryElements* dictionary, uint32_t capacity,
                             uint32_t salt) {
  DictionaryElements* fresh = NewDictionaryElements(isolate, capacity);
  if (!fresh) return nullptr;
  fresh->salt_ = salt;
  for (uint32_t i = 0; i < dictionary->capacity_; i++) {
    const DictionaryElements::Entry& e = dictionary->entries()[i];
    if (!e.value.get().IsHole()) InsertIndex(fresh, e.index, e.value, e.attributes);
    if (!PollElements(isolate, i)) return nullptr;
  }
  return fresh;
}

bool HasRoom(const DictionaryElements* d) { return (d->used_ + 1) * 4 <= d->capacity_ * 3; }

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

// ---- From one kind to the other ----

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
      NewDictionaryElements(isolate, std::bit_ceil(std::max(kLeastDictionary, count + count / 2 + 2)));
  if (!dictionary) return;
  for (uint32_t i = 0; i < limit; i++) {
    if (!is_hole(i)) InsertIndex(dictionary, i, GetElement(isolate, i), kDataDefault);
    if (!PollElements(isolate, i)) return;
  }
  SetElements(isolate, Value(dictionary), ElementsKind::kDictionary);
}

bool DictionaryToFast(Isolate& isolate, JSObject* object, DictionaryElements* dictionary, uint32_t sparsest) {
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

void DefineInDictionary(Isolate& isolate, JSObject* object, uint32_t index, Value value,
                        uint32_t attributes) {
  DCHECK(object->elements_kind() == ElementsKind::kDictionary);
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
      if (DefineFastElement(isolate, object, index, value) || isolate.IsTerminating()) return;
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

}  // namespace halfword
