#include "objects/memory/backing_store.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/bits.h"
#include "objects/isolate.h"
#include "objects/isolate_state.h"
#include "objects/values/allocate.h"
#include "platform/memory.h"

namespace halfword {

namespace {

// What a buffer costs beside its bytes: an entry, with the room that the table grows by,
// and what malloc adds.
constexpr size_t kOverhead = 112;

int64_t CountedBytes(const BackingStoreTable::Entry& e) {
  if (e.external != 0) return kOverhead;  // its bytes count until they were released
  return static_cast<int64_t>((e.shared ? e.max_byte_length + sizeof(SharedMemory) : e.byte_length) +
                              kOverhead);
}

size_t RoundUpToPage(size_t bytes) { return RoundUp(bytes, platform::PageSize()); }
size_t MappedBytes(const BackingStoreTable::Entry& e) { return RoundUpToPage(e.max_byte_length); }

// Gives `e`, which has its lengths, zeroed memory. False: there is none to be had.
bool AllocateBytes(BackingStoreTable::Entry& e) {
  // What may grow much is only reserved, and gives its pages back where it shrinks. What is large
  // need not be cleared.
  constexpr size_t kLeastMapped = 64 << 10, kLeastMappedFixed = 1 << 20;
  e.is_mapped = e.max_byte_length >= (e.max_byte_length > e.byte_length ? kLeastMapped : kLeastMappedFixed);
  void* data = e.is_mapped ? platform::Reserve(MappedBytes(e), platform::Access::kReadWrite)
                           : std::calloc(std::max<size_t>(e.max_byte_length, 1), 1);
  e.data = static_cast<uint8_t*>(data);
  return data != nullptr;
}

void FreeBytes(const BackingStoreTable::Entry& e) {
  if (e.external != 0) return;  // they are the host's
  if (e.shared) {
    e.shared->Release();
  } else if (e.is_mapped) {
    platform::Release(e.data, MappedBytes(e));
  } else {
    std::free(e.data);
  }
}

// [from, to) reads as zero from now on.
void ClearBytes(const BackingStoreTable::Entry& e, size_t from, size_t to) {
  size_t whole = e.is_mapped ? std::min(RoundUpToPage(from), to) : to;  // from there on, pages are given back
  std::memset(e.data + from, 0, whole - from);
  if (whole < to) platform::Decommit(e.data + whole, RoundUpToPage(to) - whole);
}

Isolate& IsolateOf(const void* object) {
  return *reinterpret_cast<Isolate*>(CageBaseOf(object) + gc::kClientFrontOffset);
}

}  // namespace

// ---- SharedMemory ----

SharedMemory::Reference SharedMemory::New(size_t byte_length, size_t max_byte_length) {
  Reference memory(new SharedMemory);
  memory->byte_length.store(byte_length);
  memory->max_byte_length = max_byte_length;
  memory->data = static_cast<uint8_t*>(std::calloc(std::max<size_t>(max_byte_length, 1), 1));
  return memory->data ? std::move(memory) : nullptr;
}

void SharedMemory::Release() {
  if (references.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  std::free(data);
  delete this;
}

// ---- BackingStoreTable ----

constexpr BackingStoreTable::Entry BackingStoreTable::kNone;

BackingStoreTable::~BackingStoreTable() { Reset(); }

void BackingStoreTable::Reset() {
  for (Entry& e : entries_) {
    if (e.in_use) FreeBytes(e);
  }
  for (void* memory : kept_) std::free(memory);
  entries_.clear();
  kept_.clear();
  free_ = 0;
}

void BackingStoreTable::ReserveHandles(uint32_t count) {
  DCHECK(entries_.empty());
  if (count > 1) entries_.resize(count);
}

uint8_t* BackingStoreTable::RestoreEntry(Isolate& isolate, uint32_t handle, size_t byte_length,
                                         size_t max_byte_length) {
  Entry& e = entries_[handle];
  e.byte_length = byte_length;
  e.max_byte_length = max_byte_length;
  if (!AllocateBytes(e)) return nullptr;
  e.in_use = true;
  isolate.heap().AdjustExternalBytes(CountedBytes(e));
  return e.data;
}

void BackingStoreTable::FinishRestoring() {
  for (uint32_t handle = static_cast<uint32_t>(entries_.size()); handle-- > 1;) {
    if (entries_[handle].in_use) continue;
    entries_[handle].next_free = free_;
    free_ = handle;
  }
}

// Apart from taking it: memory may be at an end here, when nothing depends on the entry yet.
bool BackingStoreTable::EnsureFreeEntry() {
  if (free_) return true;
  auto handle = std::max<uint32_t>(static_cast<uint32_t>(entries_.size()), 1);
  if (handle >= kMaxHandles) return false;
  entries_.resize(handle + 1);
  free_ = handle;
  return true;
}

uint32_t BackingStoreTable::TakeEntry() {
  uint32_t handle = free_;
  DCHECK(handle);
  free_ = entries_[handle].next_free;
  return handle;
}

uint32_t BackingStoreTable::Allocate(Isolate& isolate, size_t byte_length, size_t max_byte_length) {
  if (max_byte_length > kMaxByteLength || byte_length > max_byte_length) return 0;
  if (!isolate.heap().CanGrowExternal(byte_length + kOverhead)) return 0;
  if (!EnsureFreeEntry()) return 0;
  Entry fresh;
  fresh.byte_length = byte_length;
  fresh.max_byte_length = max_byte_length;
  fresh.in_use = true;
  if (!AllocateBytes(fresh)) return 0;
  uint32_t handle = TakeEntry();
  entries_[handle] = fresh;
  isolate.heap().AdjustExternalBytes(CountedBytes(fresh));
  return handle;
}

// Each isolate that shares memory pays for all of it, and at once for what it may grow to.
uint32_t BackingStoreTable::Adopt(Isolate& isolate, SharedMemory* memory) {
  if (!EnsureFreeEntry()) return 0;
  memory->Retain();
  uint32_t handle = TakeEntry();
  Entry& e = entries_[handle] = Entry();
  e.in_use = true;
  e.data = memory->data;
  e.max_byte_length = memory->max_byte_length;
  e.shared = memory;
  isolate.heap().AdjustExternalBytes(CountedBytes(e));
  return handle;
}

uint32_t BackingStoreTable::AdoptExternal(Isolate& isolate, std::span<uint8_t> memory, uint32_t external) {
  HW_PROCESS_STATE(
      "No thread reads or writes it: it stands for memory of no bytes, as no entry's data is null.");
  static uint8_t nothing;

  uint32_t handle = TakeEntry();
  Entry& e = entries_[handle] = Entry();
  e.in_use = true;
  e.data = memory.data() != nullptr ? memory.data() : &nothing;
  e.byte_length = e.max_byte_length = memory.size();
  e.external = external;
  isolate.heap().AdjustExternalBytes(CountedBytes(e));
  return handle;
}

uint8_t* BackingStoreTable::TakeBytes(uint32_t handle) {
  Entry& e = entries_[handle];
  if (e.external != 0 || e.shared || e.is_mapped) return nullptr;
  return std::exchange(e.data, nullptr);
}

void BackingStoreTable::Free(Isolate& isolate, uint32_t handle) {
  if (handle == 0 || handle >= entries_.size() || !entries_[handle].in_use) return;
  Entry& e = entries_[handle];
  isolate.heap().AdjustExternalBytes(-CountedBytes(e));
  if (e.external != 0) Externals(isolate).Drop(e.external);
  FreeBytes(e);
  e = Entry();
  e.next_free = free_;
  free_ = handle;
}

bool BackingStoreTable::Resize(Isolate& isolate, uint32_t handle, size_t byte_length) {
  if (handle >= entries_.size()) return false;
  Entry& e = entries_[handle];
  if (byte_length > e.max_byte_length) return false;
  if (e.shared) {
    size_t present = e.shared->byte_length.load(std::memory_order_seq_cst);
    do {
      if (byte_length < present) return false;
    } while (!e.shared->byte_length.compare_exchange_weak(present, byte_length));
    return true;
  }
  if (byte_length > e.byte_length) {
    if (!isolate.heap().CanGrowExternal(byte_length - e.byte_length)) return false;
  } else {
    ClearBytes(e, byte_length, e.byte_length);
  }
  isolate.heap().AdjustExternalBytes(static_cast<int64_t>(byte_length) - static_cast<int64_t>(e.byte_length));
  entries_[handle].byte_length = byte_length;
  return true;
}

// ---- Heap objects ----

void BackingStore::Finalize() {
  Isolate& isolate = IsolateOf(this);
  if (!HasState(isolate)) return;
  BackingStores(isolate).Free(isolate, handle_);
}

BackingStore* NewBackingStore(Isolate& isolate, size_t byte_length, size_t max_byte_length) {
  // For the pages, which are new or cleared, and for the finalizer.
  constexpr uint32_t kUnits = 8, kBytesPerUnit = 2048;
  isolate.Charge(kUnits + static_cast<uint32_t>(std::min<size_t>(max_byte_length / kBytesPerUnit, 1 << 24)));
  uint32_t handle = BackingStores(isolate).Allocate(isolate, byte_length, max_byte_length);
  if (!handle) return nullptr;
  auto* store = NewFinalizable<BackingStore>();
  store->handle_ = handle;
  return store;
}

BackingStore* NewSharedBackingStore(Isolate& isolate, SharedMemory* memory) {
  uint32_t handle = BackingStores(isolate).Adopt(isolate, memory);
  auto* store = NewFinalizable<BackingStore>();
  store->handle_ = handle;
  return store;
}

BackingStore* NewExternalBackingStore(Isolate& isolate, std::span<uint8_t> memory,
                                      const ExternalTable::Entry& finalizer) {
  BackingStoreTable& stores = BackingStores(isolate);
  ExternalTable& externals = Externals(isolate);
  if (!stores.EnsureFreeEntry() || !externals.EnsureFreeEntry()) return nullptr;
  auto* store = NewFinalizable<BackingStore>();
  if (isolate.IsTerminating()) return nullptr;
  store->handle_ = stores.AdoptExternal(isolate, memory, externals.Take(isolate, finalizer));
  return store;
}

}  // namespace halfword
