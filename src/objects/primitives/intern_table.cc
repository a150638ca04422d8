#include "objects/primitives/intern_table.h"

#include <cstring>

#include "gc/visitor.h"
#include "objects/isolate.h"
#include "objects/long_work.h"
#include "objects/primitives/string_factory.h"
#include "objects/values/allocate.h"
#include "platform/clock.h"
#include "unicode/utf8.h"

namespace halfword {

void InternTable::Trace(gc::Visitor& visitor) {
  visitor.TraceTagged(reinterpret_cast<const TaggedBits&>(base_));
  visitor.RegisterWeakCallbackMethod<InternTable, &InternTable::ClearDead>(this);
}

void InternTable::ClearDead(const gc::LivenessBroker& broker) {
  broker.ForEachIndex(capacity_, [&](size_t i) {
    Slot& slot = slots()[i];
    if (slot.string == 0 || slot.string == Value::kHoleBits || broker.IsAlive(slot.string)) return;
    slot.string = Value::kHoleBits;
    deleted_++;
  });
}

String* InternTable::Find(FlatChars chars, uint32_t hash) {
  if (InternTable* base = base_.get()) {
    if (String* found = base->Find(chars, hash)) return found;
  }
  hash = HashFor(chars, hash);
  uint32_t mask = capacity_ - 1;
  for (uint32_t i = hash & mask;; i = (i + 1) & mask) {
    const Slot& slot = slots()[i];
    if (slot.string == 0) return nullptr;
    if (slot.hash == hash && slot.string != Value::kHoleBits) {
      String* candidate = Value::FromBits(slot.string).AsString();
      if (candidate->flat().Equals(chars)) return candidate;
    }
  }
}

// The polynomial of the units at a secret point, modulo 2^61 - 1: without knowing the
// point nobody finds collisions.
uint32_t InternTable::KeyedHash(FlatChars chars) const {
  constexpr uint64_t kPrime = (uint64_t{1} << 61) - 1;
  uint64_t point = (uint64_t{secret_[1]} << 32 | secret_[0]) % kPrime;
  return chars.Visit([&](auto units) {
    uint64_t h = chars.length() + 1;
    for (auto unit : units) {
      unsigned __int128 product = static_cast<unsigned __int128>(h) * point + unit + 1;
      h = (static_cast<uint64_t>(product) & kPrime) + static_cast<uint64_t>(product >> 61);
      if (h >= kPrime) h -= kPrime;
    }
    return static_cast<uint32_t>((h * 0x9E3779B97F4A7C15ull) >> 32);
  });
}

namespace {

// Honest tables of a million strings have no longer way to a free slot.
constexpr uint32_t kSuspiciousProbes = 1000;
constexpr uint32_t kFirstInternCapacity = 4096;  // the library has some 2,000 names
constexpr uint32_t kFirstOverlayCapacity = 64;

// `hash` is the table's. Returns how many slots were taken on the way.
uint32_t InsertInterned(InternTable* table, TaggedBits string, uint32_t hash) {
  uint32_t mask = table->capacity_ - 1;
  uint32_t i = hash & mask, probes = 0;
  for (; table->slots()[i].string != 0; probes++) i = (i + 1) & mask;
  table->slots()[i].hash = hash;
  table->slots()[i].string = string;
  table->used_++;
  return probes;
}

InternTable* NewInternTable(uint32_t strings, uint32_t capacity) {
  while (capacity < strings * 2) capacity *= 2;
  auto* table = AllocateAny<InternTable>(sizeof(InternTable) + size_t{capacity} * sizeof(InternTable::Slot));
  table->capacity_ = capacity;
  return table;
}

void InsertRange(InternTable* table, InternTable* other, size_t begin, size_t end) {
  for (size_t i = begin; i < end; i++) {
    const InternTable::Slot& slot = other->slots()[i];
    if (slot.string == 0 || slot.string == Value::kHoleBits) continue;
    uint32_t hash = slot.hash;
    if (table->is_keyed() || other->is_keyed()) {
      FlatChars chars = Value::FromBits(slot.string).AsString()->flat();
      hash = table->HashFor(chars, chars.Hash());
    }
    InsertInterned(table, slot.string, hash);
  }
}

void InsertInPieces(Isolate& isolate, InternTable* table, InternTable* other) {
  (void)ForEachPiece(isolate, other->capacity_,
                     [&](size_t begin, size_t end) { InsertRange(table, other, begin, end); });
}

void CopySecret(InternTable* to, InternTable* from) {
  std::memcpy(to->secret_, from->secret_, sizeof to->secret_);
}

// A guest has chosen names that collide.
void KeyInternTable(Isolate& isolate) {
  InternTable* keyed = NewInternTable(isolate.intern_table_->live_count(), kFirstOverlayCapacity);
  InternTable* table = isolate.intern_table_.get();
  platform::FillRandom(keyed->secret_, sizeof keyed->secret_);
  keyed->secret_[0] |= 1;
  keyed->base_.Init(table->base_.get());
  InsertInPieces(isolate, keyed, table);
  isolate.intern_table_.Init(keyed);
}

// A table with room for one more string.
InternTable* InternTableWithRoom(Isolate& isolate) {
  InternTable* table = isolate.intern_table_.get();
  bool in_image = table && IsInImage(table);
  if (HW_LIKELY(table && !in_image && (table->used_ + 1) * 4 <= table->capacity_ * 3)) return table;
  InternTable* bigger;
  if (!table) {
    bigger = NewInternTable(0, kFirstInternCapacity);
  } else if (in_image) {
    bigger = NewInternTable(0, kFirstOverlayCapacity);
    bigger->base_.Init(table);
  } else {
    bigger = NewInternTable(table->live_count(), kFirstOverlayCapacity);
    bigger->base_.Init(table->base_.get());
    CopySecret(bigger, table);
    InsertInPieces(isolate, bigger, table);  // the allocation may have collected and cleared some of it
  }
  isolate.intern_table_.Init(bigger);
  return bigger;
}

// `string` is sequential and not interned yet; no string of its content is.
String* AddInterned(Isolate& isolate, String* string, uint32_t hash) {
  InternTable* table = InternTableWithRoom(isolate);
  gc::SetHeader(string, string->header_bits() | String::kInternedFlag);
  hash = table->HashFor(string->flat(), hash);
  uint32_t probes = InsertInterned(table, Value(string).bits(), hash);
  WriteBarrier(table, Value(string));
  if (HW_UNLIKELY(probes > kSuspiciousProbes) && !table->is_keyed()) KeyInternTable(isolate);
  return string;
}

String* InternNew(Isolate& isolate, FlatChars chars, uint32_t hash) {
  String* string;
  if (chars.is_one_byte() || unicode::IsLatin1(chars.two_byte())) {
    auto* s = StringFactory::Init(AllocateAny<OneByteString>(OneByteSize(chars.length())), chars.length());
    if (chars.is_one_byte()) {
      if (chars.length() != 0) std::memcpy(s->chars(), chars.one_byte().data(), chars.length());
    } else {
      unicode::NarrowToLatin1(chars.two_byte(), s->chars());
    }
    string = s;
  } else {
    auto* s = StringFactory::Init(AllocateAny<TwoByteString>(TwoByteSize(chars.length())), chars.length());
    std::memcpy(s->chars(), chars.two_byte().data(), size_t{chars.length()} * 2);
    string = s;
  }
  return AddInterned(isolate, string, hash);
}

}  // namespace

void MergeInternTables(Isolate& isolate) {
  if (!isolate.intern_table_->base_) return;
  uint32_t strings = 0;
  for (InternTable* t = isolate.intern_table_.get(); t; t = t->base_.get()) strings += t->live_count();
  InternTable* merged = NewInternTable(strings, kFirstInternCapacity);
  CopySecret(merged, isolate.intern_table_.get());
  for (InternTable* t = isolate.intern_table_.get(); t; t = t->base_.get()) {
    InsertRange(merged, t, 0, t->capacity_);
  }
  isolate.intern_table_.Init(merged);
}

String* Intern(Isolate& isolate, String* string) {
  if (HW_LIKELY(string->IsInterned())) return string;
  if (string->typed_type() == HeapType::kThinString)
    return static_cast<ThinString*>(string)->actual_.GetNonNull();
  FlatChars chars = string->Flatten(isolate);
  if (HW_UNLIKELY(chars.length() != string->length())) return isolate.name(Name::empty);  // out of memory
  isolate.Charge(chars.length() / kCharactersPerUnit);
  uint32_t hash = chars.Hash();
  if (String* found = isolate.intern_table_->Find(chars, hash)) {
    StringFactory::MakeThin(string, found);
    return found;
  }
  if (string->typed_type() <= HeapType::kLastSequentialString) return AddInterned(isolate, string, hash);
  String* interned;
  if (string->typed_type() == HeapType::kConsString) {
    interned = AddInterned(isolate, static_cast<ConsString*>(string)->left_.GetNonNull(), hash);
  } else {
    interned = InternNew(isolate, chars, hash);
  }
  StringFactory::MakeThin(string, interned);
  return interned;
}

String* InternChars(Isolate& isolate, FlatChars chars) {
  if (chars.length() == 1 && chars[0] < 256) {
    if (String* single = isolate.single_chars_[chars[0]].get()) return single;
  }
  uint32_t hash = chars.Hash();
  if (isolate.intern_table_) {
    if (String* found = isolate.intern_table_->Find(chars, hash)) return found;
  }
  return InternNew(isolate, chars, hash);
}

String* InternAscii(Isolate& isolate, std::string_view ascii) {
  return InternChars(isolate, AsciiSpan(ascii));
}

String* FindInterned(Isolate& isolate, FlatChars chars) {
  return isolate.intern_table_->Find(chars, chars.Hash());
}

}  // namespace halfword
