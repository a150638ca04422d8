#include "objects/functions/eval_cache.h"

#include "gc/liveness_broker.h"
#include "gc/visitor.h"
#include "objects/realm.h"
#include "objects/shapes/tracing.h"

namespace halfword {

namespace {

bool IsConcatenation(FlatChars source, std::span<const FlatChars> pieces) {
  size_t length = 0;
  for (const FlatChars& piece : pieces) length += piece.length();
  if (length != source.length()) return false;
  uint32_t from = 0;
  for (const FlatChars& piece : pieces) {
    if (!source.Slice(from, from + piece.length()).Equals(piece)) return false;
    from += piece.length();
  }
  return true;
}

}  // namespace

size_t EvalCache::Query::bytes() const {
  size_t bytes = 0;
  for (const FlatChars& piece : pieces) bytes += size_t{piece.length()} * (piece.is_one_byte() ? 1 : 2);
  return bytes;
}

void EvalCache::Trace(gc::Visitor& visitor) {
  for (const Entry& entry : entries_) {
    if (entry.info.get().IsHeapPointer()) visitor.TraceEphemeron(Bits(entry.place), &Bits(entry.info));
  }
  visitor.RegisterWeakCallbackMethod<EvalCache, &EvalCache::ClearDead>(this);
}

void EvalCache::ClearDead(const gc::LivenessBroker& broker) {
  broker.ForEachIndex(kEntries, [&](size_t i) {
    Entry& entry = entries_[i];
    if (entry.info.get().IsSmi() || broker.IsAlive(Bits(entry.place))) return;
    entry.info.Init(Value::Smi(0));
    entry.place.Init(Value::Smi(0));
  });
}

const EvalCache::Entry* EvalCache::Find(const Query& query) const {
  // FAST: nothing is here. A loop without a way out compares several at once.
  uint32_t found = 0;
  for (uint32_t hash : hashes_) found |= hash == query.hash;
  if (HW_LIKELY(!found)) return nullptr;
  for (uint32_t i = 0; i < kEntries; i++) {
    if (hashes_[i] != query.hash) continue;
    const Entry& entry = entries_[i];
    if (entry.place.get() != query.place || entry.info.get().IsSmi() || entry.kind != query.kind ||
        entry.parameters_length != query.parameters_length)
      continue;
    const Script& script = *entry.info.get().As<FunctionInfo>()->script_.GetNonNull();
    if (script.realm_.get() == query.realm && script.module_.get() == query.referrer &&
        IsConcatenation(script.source_.get().AsString()->flat(), query.pieces))
      return &entry;
  }
  return nullptr;
}

void EvalCache::Drop(Entry& entry) {
  all_bytes_ -= entry.bytes;
  entry.bytes = 0;
  entry.info.Init(Value::Smi(0));
  entry.place.Init(Value::Smi(0));
}

void EvalCache::Add(const Query& query, FunctionInfo* info, uint32_t fuel) {
  auto bytes = static_cast<uint32_t>(query.bytes());
  DCHECK(query.place.IsHeapPointer() && bytes <= kMostBytes);
  // Whatever the words of the object say, this stays inside of it and ends.
  uint32_t at = next_ % kEntries;
  next_ = (at + 1) % kEntries;
  Drop(entries_[at]);
  for (uint32_t i = 1; i < kEntries && all_bytes_ + bytes > kMostBytesOfAll; i++)
    Drop(entries_[(at + i) % kEntries]);
  all_bytes_ += bytes;
  hashes_[at] = query.hash;
  Entry& entry = entries_[at];
  entry.kind = query.kind;
  entry.parameters_length = query.parameters_length;
  entry.bytes = bytes;
  entry.fuel = fuel;
  entry.place.Set(this, query.place);
  entry.info.Set(this, Value(info));
}

}  // namespace halfword
