// Finalizers of the host, and the data that they are for. Both are outside the cage. An object holds
// a handle, never an address; a small finalizable heap object, the ExternalCell, drops the handle
// when it dies.
//
//   object ─cell→ ExternalCell {handle} ─table→ {data, hint, finalize, bytes}
//
// An entry is free, live or due. A collection only makes it due, which allocates nothing: the host's code
// runs later, where the host expects it (api/external.cc). Its bytes count towards the heap's limit until
// then, because until then the memory is there.
//
// A handle is compared with the table at each access. Memory that is corrupted inside the cage leads to
// another live entry of the isolate or to none.
#ifndef HALFWORD_OBJECTS_MEMORY_EXTERNAL_TABLE_H_
#define HALFWORD_OBJECTS_MEMORY_EXTERNAL_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "objects/values/heap_object.h"

namespace halfword {

class Isolate;

class ExternalTable {
 public:
  static constexpr uint32_t kMaxHandles = 1u << 28;
  enum class Kind : uint8_t {
    kFree,
    kData,       // what hw_external_data gives
    kFinalizer,  // wants to know of an object's end
    kMemory,     // of an ArrayBuffer
  };
  struct Entry {
    // Returns what the heap was told of it.
    int64_t counted_bytes() const;

    void* data = nullptr;
    void* hint = nullptr;
    union {
      void (*finalize)(void* data, void* hint) = nullptr;  // either may be null
      void (*release)(void* data);                         // of kMemory
    };
    size_t bytes = 0;
    uint32_t next = 0;  // of those that are free, or due; 0: none
    Kind kind = Kind::kFree;
    bool is_due = false;
    bool detaches = false;  // an image may hold its object
  };

  ExternalTable() = default;
  ExternalTable(const ExternalTable&) = delete;

  // Apart from Take: memory may be at an end here, when nothing depends on the entry yet. False: there
  // are kMaxHandles.
  bool EnsureFreeEntry();
  // The handle of a new live entry. REQUIRES: EnsureFreeEntry. The caller has seen to it that the bytes fit.
  uint32_t Take(Isolate&, const Entry& entry);
  // Null: the handle is of no live entry.
  const Entry* Find(uint32_t handle) const {
    if (handle == 0 || handle >= entries_.size()) return nullptr;
    const Entry& e = entries_[handle];
    return e.kind == Kind::kFree || e.is_due ? nullptr : &e;
  }
  // A live entry becomes due. What is none stays as it is.
  void Drop(uint32_t handle);
  void DropAll();
  bool has_due() const { return first_due_ != 0; }
  // Takes the one that has been due longest. Its bytes still count. False: none is.
  bool TakeDue(Entry* entry);

 private:
  std::vector<Entry> entries_;  // the first is never used
  uint32_t free_ = 0;
  uint32_t first_due_ = 0, last_due_ = 0;
};

// Keeps an entry of the table alive.
class ExternalCell : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kExternalCell;
  void Trace(gc::Visitor&);
  void Finalize();
  ValueField next_;   // of the same object: ExternalCell, or Smi 0
  ValueField label_;  // String, or Smi 0
  uint32_t handle_;   // 0 in images
#if !HALFWORD_COMPRESS
  uint32_t padding_;
#endif
};
// A cell without an entry: it gets one last of all, when nothing can fail any more.
ExternalCell* NewExternalCell();

// Returns the table of an isolate that has HostTables.
ExternalTable& Externals(Isolate&);
// ExternalTable::Find, in any isolate.
const ExternalTable::Entry* FindExternal(Isolate&, uint32_t handle);

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_MEMORY_EXTERNAL_TABLE_H_
