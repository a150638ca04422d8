#include "objects/memory/external_table.h"

#include <algorithm>
#include <cstring>

#include "gc/heap.h"
#include "gc/visitor.h"
#include "objects/isolate.h"
#include "objects/isolate_state.h"
#include "objects/memory/host_tables.h"
#include "objects/values/allocate.h"

namespace halfword {

namespace {

// An entry costs so much beside its bytes, with the room that the table grows by.
constexpr int64_t kOverhead = 2 * sizeof(ExternalTable::Entry);

Isolate& IsolateOf(const void* object) {
  return *reinterpret_cast<Isolate*>(CageBaseOf(object) + gc::kClientFrontOffset);
}

}  // namespace

int64_t ExternalTable::Entry::counted_bytes() const { return static_cast<int64_t>(bytes) + kOverhead; }

bool ExternalTable::EnsureFreeEntry() {
  if (free_ != 0) return true;
  auto handle = std::max<uint32_t>(static_cast<uint32_t>(entries_.size()), 1);
  if (handle >= kMaxHandles) return false;
  entries_.resize(handle + 1);
  free_ = handle;
  return true;
}

uint32_t ExternalTable::Take(Isolate& isolate, const Entry& entry) {
  uint32_t handle = free_;
  DCHECK(handle != 0 && entry.kind != Kind::kFree);
  free_ = entries_[handle].next;
  Entry& e = entries_[handle] = entry;
  e.next = 0;
  e.is_due = false;
  isolate.heap().AdjustExternalBytes(e.counted_bytes());
  return handle;
}

void ExternalTable::Drop(uint32_t handle) {
  if (Find(handle) == nullptr) return;
  entries_[handle].is_due = true;
  (last_due_ != 0 ? entries_[last_due_].next : first_due_) = handle;
  last_due_ = handle;
}

void ExternalTable::DropAll() {
  for (uint32_t handle = 1; handle < entries_.size(); handle++) Drop(handle);
}

bool ExternalTable::TakeDue(Entry* entry) {
  if (first_due_ == 0) return false;
  uint32_t handle = first_due_;
  *entry = entries_[handle];
  first_due_ = entry->next;
  if (first_due_ == 0) last_due_ = 0;
  entries_[handle] = Entry();
  entries_[handle].next = free_;
  free_ = handle;
  return true;
}

// ---- Cells ----

void ExternalCell::Trace(gc::Visitor& visitor) {
  visitor.TraceTagged(reinterpret_cast<const TaggedBits&>(next_));
  visitor.TraceTagged(reinterpret_cast<const TaggedBits&>(label_));
}

void ExternalCell::Finalize() {
  Isolate& isolate = IsolateOf(this);
  if (!HasState(isolate)) return;
  if (HostTables* tables = HostTablesOf(isolate)) tables->externals.Drop(handle_);
}

const ExternalTable::Entry* FindExternal(Isolate& isolate, uint32_t handle) {
  const HostTables* tables = HostTablesOf(isolate);
  return tables == nullptr ? nullptr : tables->externals.Find(handle);
}

ExternalCell* NewExternalCell() { return NewFinalizable<ExternalCell>(); }

}  // namespace halfword
