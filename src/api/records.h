// The records behind the opaque types of the C interface: images, hosts, budgets, isolates.
#ifndef HALFWORD_API_RECORDS_H_
#define HALFWORD_API_RECORDS_H_

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/macros.h"
#include "console/console.h"
#include "halfword/halfword.h"
#include "isolates/isolate_owner.h"
#include "objects/memory/host_tables.h"

namespace halfword::inspector {
class CpuProfile;
}

struct hw_image {
  std::atomic<uint32_t> references{1};
  std::shared_ptr<const halfword::Image> image;
};

// A class of the host. In the heap it is known by the native index of its constructor's row, which images
// bind by name.
struct HostClass {
  std::string name;
  uint32_t type;
  const HostClass* parent;
  size_t first_row, row_count;  // in hw_host::rows: its constructor, then its members
};
// A row that belongs to a class.
struct HostClassRow {
  const HostClass* owner;
  bool is_constructor;
  hw_member_kind kind;
  hw_function function;
};

struct hw_budget {
  std::atomic<uint32_t> references{1};
  std::shared_ptr<halfword::Budget> budget;
};

struct hw_host {
  std::atomic<uint32_t> references{1};
  std::vector<std::string> names;
  std::vector<hw_function> functions;
  // Of `functions`, with the one trampoline; then console's; then of class_rows, with the trampoline again.
  std::vector<halfword::NativeRow> rows;
  std::deque<HostClass> classes;
  std::vector<HostClassRow> class_rows;
  std::deque<std::string> class_names;  // of rows and members
  hw_hooks hooks = {};
  std::string time_zone;  // hooks.time_zone
  std::string mistake;    // why no isolate can be made with it; empty: none
  ~hw_host() {
    if (hooks.destroy) hooks.destroy(hooks.owned);
  }

  size_t first_class_row() const { return rows.size() - class_rows.size(); }
  // Null: a function by itself.
  const HostClassRow* ClassRowAt(size_t index) const {
    return index < first_class_row() ? nullptr : &class_rows[index - first_class_row()];
  }
  const HostClass* FindClass(uint32_t type) const;
  bool is_bound();  // in use: it must not change any more

  // The table of natives for an image; made once each.
  std::shared_ptr<const halfword::Natives> Bind(const halfword::Image* image, std::string* error);

 private:
  std::mutex mutex_;
  std::vector<std::pair<std::vector<std::string>, std::shared_ptr<const halfword::Natives>>> bound_;
};

// A reference that is to be freed.
struct FreedReference {
  FreedReference* next;
  hw_ref ref;
};

// A record outlives its isolate: what still points to it is told so (NewRecord).
struct hw_isolate {
  // kReady: in `pool`, free to be taken. kEnding: its finalizers run, and nothing else may happen to it.
  enum State : uint8_t { kDestroyed, kAlive, kReady, kEnding };
  std::atomic<State> state = kDestroyed;
  // Says whether `freed`, `tables` or `profile` have anything, so that most calls look at one byte.
  std::atomic<bool> has_extras{false};
  bool is_finalizing = false;  // finalizers run, one after the other
  uint32_t hooks = 0;          // HookScopes: no call that is made in one can wait for the host
  uint32_t scope_depth = 0;    // of tables->scopes
  uint32_t scope_floor = 0;    // what is up to this depth is not the running callback's to close
  std::unique_ptr<halfword::IsolateOwner> owner;
  std::unique_ptr<halfword::HostTables> tables;  // made when they are first needed; null: they are empty
  std::atomic<FreedReference*> freed{nullptr};   // newest first; other threads add to it
  uint64_t stamp = 0;  // AnnexFront::stamp: differs between all isolates and their resets
  const char* mistake = "";
  std::atomic<const void*> thread{nullptr};  // that is inside
  hw_pool* pool = nullptr;                   // that it was taken from
  hw_host* host = nullptr;                   // retained
  void* data = nullptr;
  bool has_exception = false;
  bool no_stack = false;  // the last call could not enter
  bool no_eval = false;
  int loads = 0;                                           // load_module hooks that are running
  std::unique_ptr<halfword::console::Console> console;     // from its first use to the next reset
  hw_inspector* inspectors = nullptr;                      // the newest; null: nobody looks on
  std::weak_ptr<halfword::inspector::CpuProfile> profile;  // that is being recorded
  hw_isolate* retired_after = nullptr;                     // of a record that is not in use: the next one
  ~hw_isolate();
};

namespace halfword::api {

// The record of an isolate to be. Those of isolates that were destroyed are kept, and used again only when
// there are many: so a pointer that outlived its isolate reads "destroyed" instead of freed memory.
inline constexpr size_t kKeptRecords = 1024;
hw_isolate* NewRecord();
void RetireRecord(hw_isolate* record);
// The number that tells isolates of a process, and their resets, from each other. It wraps around, and is
// neither 0 nor the greatest.
inline constexpr uint64_t kMaxGeneration = (uint64_t{1} << gc::kStampBits) - 1;
// Makes all values and references of the isolate that were given out before invalid.
void BeginGeneration(hw_isolate* isolate);
// An address that no other thread has.
inline const void* ThisThread() {
  HW_PROCESS_STATE("Each thread has its own, of which only the address counts.");
  static thread_local char here;

  return &here;
}
// The generation of values that mean nothing in any isolate.
inline constexpr uint64_t kNoGeneration = kMaxGeneration;

// The record of an isolate that the C interface has made.
inline hw_isolate* IsolateOf(Isolate& inside) {
  return static_cast<hw_isolate*>(NativeStateOf(inside).host_data);
}

}  // namespace halfword::api

#endif  // HALFWORD_API_RECORDS_H_
