// References: numbers that keep values alive and findable.
//
// Each of two lists is a ValueArray in the isolate's roots: that of transient references, which images lack,
// and that of all others. It is of places of three words each:
//   {first free place, 0, 0}           place 0, so that 0 is no reference
//   {value, number, 2 * count + weak}  a reference; the value of a weak one is a WeakRef
//   {next free place, false, 0}        a free place
// The number is the place below the generation in which it was given out. Those of transient references have
// bit 31 besides, which the list does not.
#include <cstdlib>

#include "api/arguments.h"
#include "api/entry.h"
#include "api/hosts.h"
#include "api/misuse.h"
#include "api/records.h"
#include "api/tables.h"
#include "api/values.h"
#include "builtins/keyed_collections/entries.h"
#include "objects/library/managing_memory.h"
#include "runtime/control_abstraction/weak_references.h"

using namespace halfword;       // NOLINT
using namespace halfword::api;  // NOLINT

namespace {

constexpr char kNoRef[] = "a reference was freed, or belongs to an isolate that was reset or destroyed";
constexpr char kNotWeakly[] = "a value of this type can't be held weakly";
constexpr uint32_t kTransientBit = uint32_t{1} << 31;
constexpr uint32_t kWords = 3;
constexpr int32_t kMostCounts = kSmiMax / 2;

struct List {
  HostRoot root;
  int place_bits;
  uint32_t bit;  // of its numbers
  const char* full;
  uint32_t places() const { return uint32_t{1} << place_bits; }
  // Numbers are Smis.
  uint32_t generations() const { return (uint32_t{kSmiMax} + 1) / places(); }
};
constexpr List kLasting = {HostRoot::kReferences, 21, 0, "there are two million references"};
constexpr List kTransient = {HostRoot::kTransientReferences, 24, kTransientBit,
                             "there are 16 million references"};

const List& ListOf(hw_ref ref) { return ref & kTransientBit ? kTransient : kLasting; }

// A reference in its list.
struct Place {
  ValueArray* list = nullptr;
  uint32_t number = 0;
  explicit operator bool() const { return number != 0; }
  ValueField& word(uint32_t i) const { return list->slots()[number * kWords + i]; }
  Value value() const { return word(0); }
  void set_value(Value value) const { word(0).Set(list, value); }
  bool is_weak() const { return word(2).get().AsSmi() & 1; }
  WeakRefObject* weak() const { return value().As<WeakRefObject>(); }
  int32_t count() const { return word(2).get().AsSmi() >> 1; }
  void set_count(int32_t count) const { word(2).Init(Value::Smi(count * 2 | is_weak())); }
};

Place PlaceOf(Isolate& inside, hw_ref ref) {
  const List& of = ListOf(ref);
  auto* list = inside.host_root(of.root).get().TryAs<ValueArray>();
  uint32_t number = ref & ~of.bit, place = number & (of.places() - 1);
  if (place == 0 || number > uint32_t{kSmiMax} || !list || (place + 1) * kWords > list->length()) return {};
  Place found = {list, place};
  return found.word(1).get() == Value::Smi(static_cast<int32_t>(number)) ? found : Place();
}

// With a free place; null: it is full.
ValueArray* ListWithRoom(Isolate& inside, const List& of) {
  auto* list = inside.host_root(of.root).get().TryAs<ValueArray>();
  if (list && list->get(0) != Value::Smi(0)) return list;
  uint32_t old = list ? list->length() / kWords : 1;
  uint32_t places = old < 8 ? 8 : std::min(old * 2, of.places());
  if (old >= places) return nullptr;
  ValueArray* bigger = NewValueArray(inside, places * kWords);
  for (uint32_t i = 0; list && i < old * kWords; i++) bigger->slots()[i].Set(bigger, list->get(i));
  for (uint32_t place = old; place < places; place++) {
    ValueField* words = &bigger->slots()[place * kWords];
    words[0].Init(Value::Smi(place + 1 < places ? static_cast<int32_t>(place + 1) : 0));
    words[1].Init(Value::False());
    words[2].Init(Value::Smi(0));
  }
  bigger->slots()[0].Init(Value::Smi(static_cast<int32_t>(old)));
  inside.host_root(of.root).Init(Value(bigger));
  return bigger;
}

hw_ref NewReference(hw_isolate* isolate, Isolate& inside, hw_value value, hw_ref_kind kind) {
  if (const char* why = WhyNotOf(isolate, value)) return ResultOfMisuse<hw_ref>(isolate, why);
  Value held = FromHost(value);
  if (kind == HW_REF_WEAK) {
    if (!CanBeHeldWeakly(held)) return ResultOfMisuse<hw_ref>(isolate, kNotWeakly);
    Value prototype(inside.realm()->intrinsic(Intrinsic::kWeakRefPrototype));
    auto* weak = NewInstance<WeakRefObject>(inside, prototype);
    weak->set_target(held);
    held = Value(weak);
  }
  const List& of = kind == HW_REF_TRANSIENT ? kTransient : kLasting;
  ValueArray* list = ListWithRoom(inside, of);
  if (!list) return ResultOfMisuse<hw_ref>(isolate, of.full);
  Place place = {list, static_cast<uint32_t>(list->get(0).AsSmi())};
  list->slots()[0].Init(place.value());
  auto generation = static_cast<uint32_t>(isolate->stamp >> (64 - gc::kStampBits)) % of.generations();
  uint32_t number = place.number | generation << of.place_bits;
  place.set_value(held);
  place.word(1).Init(Value::Smi(static_cast<int32_t>(number)));
  place.word(2).Init(Value::Smi(2 | (kind == HW_REF_WEAK)));
  return number | of.bit;
}

// False: it is none.
bool FreeReference(Isolate& inside, hw_ref ref) {
  Place place = PlaceOf(inside, ref);
  if (!place) return false;
  if (place.count() > 1) return place.set_count(place.count() - 1), true;
  place.word(0).Init(place.list->get(0));
  place.word(1).Init(Value::False());
  place.word(2).Init(Value::Smi(0));
  place.list->slots()[0].Init(Value::Smi(static_cast<int32_t>(place.number)));
  return true;
}

}  // namespace

hw_ref hw_ref_new(hw_isolate* isolate, hw_value value) {
  return EnterOrRefuse(isolate,
                       [&](Isolate& inside) { return NewReference(isolate, inside, value, HW_REF_STRONG); });
}

hw_ref hw_ref_create(hw_isolate* isolate, hw_value value, hw_ref_kind kind) {
  if (NumberOf(kind) > HW_REF_WEAK) return ResultOfMisuse<hw_ref>(isolate, "there is no such hw_ref_kind");
  return EnterOrRefuse(isolate, [&](Isolate& inside) { return NewReference(isolate, inside, value, kind); });
}

hw_ref hw_ref_keep(hw_isolate* isolate, hw_ref ref) {
  return EnterOrRefuse(isolate, [&](Isolate& inside) -> hw_ref {
    if (ref == 0) return 0;
    Place place = PlaceOf(inside, ref);
    if (!place) return ResultOfMisuse<hw_ref>(isolate, kNoRef);
    if (place.count() == kMostCounts)
      return ResultOfMisuse<hw_ref>(isolate, "the reference was kept half a billion times");
    place.set_count(place.count() + 1);
    return ref;
  });
}

hw_value hw_ref_get(const hw_isolate* isolate, hw_ref ref) {
  return EnterOrRefuse(isolate, [&](Isolate& inside) {
    if (ref == 0) return hw_undefined();
    Place place = PlaceOf(inside, ref);
    if (!place) {
      (void)Refuse(isolate, kNoRef);
      return kGoneValue;
    }
    if (!place.is_weak()) return ToHost(isolate, place.value());
    Value target = place.weak()->target();
    bool is_guest_running = inside.frame_ != inside.suspended_frame_;
    if (is_guest_running && target.IsHeapPointer()) AddToKeptObjects(inside, target);
    return ToHost(isolate, target);
  });
}

void hw_ref_set(hw_isolate* isolate, hw_ref ref, hw_value value) {
  EnterOrRefuse(isolate, [&](Isolate& inside) {
    Place place = PlaceOf(inside, ref);
    if (const char* why = place ? WhyNotOf(isolate, value) : kNoRef) return (void)Refuse(isolate, why);
    if (!place.is_weak()) return place.set_value(FromHost(value));
    if (!FromHost(value).IsUndefined() && !CanBeHeldWeakly(FromHost(value)))
      return (void)Refuse(isolate, kNotWeakly);
    place.weak()->set_target(FromHost(value));
  });
}

void hw_ref_free(hw_isolate* isolate, hw_ref ref) {
  EnterOrRefuse(isolate, [&](Isolate& inside) {
    if (ref != 0 && !FreeReference(inside, ref)) (void)Refuse(isolate, kNoRef);
  });
}

// ---- Freed by other threads ----

void hw_ref_free_later(hw_isolate* isolate, hw_ref ref) {
  // An isolate that is reset or destroyed has nothing to free.
  if (!isolate || ref == 0 || isolate->state.load(std::memory_order_relaxed) != hw_isolate::kAlive) return;
  // If there is no memory for it, the reference stays till the next reset: nobody here can be told.
  auto* freed = static_cast<FreedReference*>(std::malloc(sizeof(FreedReference)));
  if (!freed) return;
  FreedReference* next = isolate->freed.load(std::memory_order_relaxed);
  do {
    *freed = {next, ref};
  } while (!isolate->freed.compare_exchange_weak(next, freed, std::memory_order_release,
                                                 std::memory_order_relaxed));
  isolate->has_extras.store(true, std::memory_order_release);
  if (!next) Wake(isolate);
}

namespace {

// Takes the list, and calls each(ref).
template <class F>
void TakeFreed(hw_isolate* isolate, F&& each) {
  FreedReference* next = isolate->freed.exchange(nullptr, std::memory_order_acq_rel);
  while (FreedReference* freed = next) {
    next = freed->next;
    each(freed->ref);
    std::free(freed);
  }
}

}  // namespace

hw_isolate::~hw_isolate() { ForgetFreedReferences(this); }

namespace halfword::api {

HW_NOINLINE void FreeReferences(hw_isolate* isolate) {
  // Before the list is taken: who adds to it afterwards says so again.
  bool has_extras = isolate->tables != nullptr || !isolate->profile.expired();
  isolate->has_extras.store(has_extras, std::memory_order_relaxed);
  isolate->owner->Enter(
      [&](Isolate& inside) { TakeFreed(isolate, [&](hw_ref ref) { (void)FreeReference(inside, ref); }); });
}

void ForgetFreedReferences(hw_isolate* isolate) {
  TakeFreed(isolate, [](hw_ref) {});
}

}  // namespace halfword::api
