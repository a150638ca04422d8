// Memory that objects own outside the cage. An object holds a 32-bit handle into a table of its isolate,
// never an address. A small finalizable heap object, the BackingStore, drops the handle when it dies.
//
//   ArrayBufferObject ─store_→ BackingStore {handle} ─table→ {data, byte_length, max_byte_length, shared}
//
// Handle 0 is the detached buffer: its data is null and its length is 0. A handle is reused after its owner
// has died. What an object says of a handle, an offset or a length is compared with the table at each access,
// so memory that is corrupted inside the cage leads no further.
//
// The memory counts towards the heap's limit (Heap::AdjustExternalBytes).
#ifndef HALFWORD_OBJECTS_MEMORY_BACKING_STORE_H_
#define HALFWORD_OBJECTS_MEMORY_BACKING_STORE_H_

#include <atomic>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "objects/memory/external_table.h"
#include "objects/memory/waiter_list.h"
#include "objects/values/heap_object.h"

namespace halfword {

class Isolate;

// Memory of a SharedArrayBuffer: counted, as several isolates may hold it. Growing only moves byte_length up
// to the maximum, which is reserved from the start, so the address is stable.
struct SharedMemory {
  std::atomic<uint32_t> references{1};
  std::atomic<size_t> byte_length{0};
  size_t max_byte_length = 0;
  uint8_t* data = nullptr;
  WaiterList waiters;

  struct Releaser {
    void operator()(SharedMemory* memory) const { memory->Release(); }
  };
  using Reference = std::unique_ptr<SharedMemory, Releaser>;
  static Reference New(size_t byte_length, size_t max_byte_length);  // null: out of memory
  void Retain() { references.fetch_add(1, std::memory_order_relaxed); }
  void Release();
};

class BackingStoreTable {
 public:
  static constexpr size_t kMaxByteLength = size_t{1}
                                           << 33;  // longer: RangeError "Array buffer allocation failed"
  static constexpr uint32_t kMaxHandles = 1u << 26;
  struct alignas(64) Entry {
    uint8_t* data = nullptr;  // never null but for handle 0 and free entries
    size_t byte_length = 0;   // shared: ask SharedMemory (byte_length() below does)
    size_t max_byte_length = 0;
    SharedMemory* shared = nullptr;
    uint32_t next_free = 0;
    uint32_t external = 0;  // memory of the host's: its handle in ExternalTable
    uint32_t pins = 0;      // while it is not 0 the memory stays as it is
    bool in_use = false;
    bool is_mapped = false;  // pages of its own
  };

  BackingStoreTable() = default;
  ~BackingStoreTable();
  BackingStoreTable(const BackingStoreTable&) = delete;
  BackingStoreTable& operator=(const BackingStoreTable&) = delete;

  // Zeroed memory; 0 if there is none. Room for max_byte_length is reserved at once.
  uint32_t Allocate(Isolate&, size_t byte_length, size_t max_byte_length);
  // Takes a reference of its own. 0 if there are no more handles.
  uint32_t Adopt(Isolate&, SharedMemory* memory);
  // Memory of the host's, which `external` tells when it is given up. REQUIRES: EnsureFreeEntry.
  uint32_t AdoptExternal(Isolate&, std::span<uint8_t> memory, uint32_t external);
  // False: there are kMaxHandles.
  bool EnsureFreeEntry();
  void Free(Isolate&, uint32_t handle);
  // Takes memory that std::free frees out of the entry, which is then to be freed. Null: it is no
  // such memory.
  uint8_t* TakeBytes(uint32_t handle);
  // How often the memory is pinned, before or after. Shared memory may grow all the same.
  uint32_t Pin(uint32_t handle) { return entries_[handle].pins++; }
  uint32_t Unpin(uint32_t handle) { return --entries_[handle].pins; }
  // Resizable memory only; new bytes read zero. False: above the maximum or the heap limit; shared memory
  // does not shrink.
  bool Resize(Isolate&, uint32_t handle, size_t byte_length);

  // Where the handle is none, the detached buffer's.
  const Entry& entry(uint32_t handle) const {
    const Entry* e = Find(handle);
    return HW_LIKELY(e != nullptr) ? *e : kNone;
  }
  // Null: the handle is none.
  const Entry* Find(uint32_t handle) const {
    const Entry* e = entries_.data() + handle;
    return HW_LIKELY(e < std::to_address(entries_.end())) ? e : nullptr;
  }
  uint8_t* data(uint32_t handle) const { return entry(handle).data; }
  size_t byte_length(uint32_t handle) const {
    const Entry& e = entry(handle);
    return HW_UNLIKELY(e.shared != nullptr) ? e.shared->byte_length.load(std::memory_order_seq_cst)
                                            : e.byte_length;
  }
  size_t max_byte_length(uint32_t handle) const { return entry(handle).max_byte_length; }
  SharedMemory* shared(uint32_t handle) const { return entry(handle).shared; }

  // For images: the entries by handle, and the way back. REQUIRES for Restore: a table without entries.
  // False: no memory.
  std::span<const Entry> entries() const { return entries_; }
  void ReserveHandles(uint32_t count);  // 1 … count - 1, all free but for those that RestoreEntry takes
  uint8_t* RestoreEntry(Isolate&, uint32_t handle, size_t byte_length, size_t max_byte_length);
  void FinishRestoring();
  // Frees everything, as the destructor does; adjusts no external bytes.
  void Reset();

  // Memory of std::malloc that is freed with everything else.
  void Keep(void* memory) { kept_.push_back(memory); }

 private:
  uint32_t TakeEntry();  // REQUIRES: a free one

  static const Entry kNone;
  friend struct BackingStoreLayout;
  // Empty while there is none, which is so in most isolates; the first of each is never used.
  std::vector<Entry> entries_;
  uint32_t free_ = 0;
  std::vector<void*> kept_;
};

// For machine code: where a table has the words that say where its entries begin and end.
struct BackingStoreLayout {
  static constexpr size_t kEntries = offsetof(BackingStoreTable, entries_);
  static constexpr size_t kBegin = kEntries, kEnd = kEntries + sizeof(void*);
  // That a vector begins so is the library's, and looked at where code is made.
  static bool IsTrue(const BackingStoreTable& table) {
    const void* words[2];
    std::memcpy(words, reinterpret_cast<const char*>(&table) + kBegin, sizeof words);
    std::span<const BackingStoreTable::Entry> all = table.entries();
    return words[0] == all.data() && words[1] == all.data() + all.size();
  }
};

// The isolate's table; in IsolateState.
BackingStoreTable& BackingStores(Isolate&);

// What keeps an entry of the table alive.
class BackingStore : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kBackingStore;
  void Trace(gc::Visitor&) {}
  void Finalize();
  uint32_t handle_;
};
// Null: there is not enough memory.
BackingStore* NewBackingStore(Isolate&, size_t byte_length, size_t max_byte_length);
BackingStore* NewSharedBackingStore(Isolate&, SharedMemory* memory);
// Over memory of the host's. Null: there are no more handles, or the guest was terminated; `finalizer` is not
// taken over then. REQUIRES: the isolate has HostTables.
BackingStore* NewExternalBackingStore(Isolate&, std::span<uint8_t> memory,
                                      const ExternalTable::Entry& finalizer);

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_MEMORY_BACKING_STORE_H_
