// HostTables: an isolate keeps them for its host, outside the cage. They belong to the host's record of the
// isolate, and outlive the isolate itself: finalizers run when that is gone.
#ifndef HALFWORD_OBJECTS_MEMORY_HOST_TABLES_H_
#define HALFWORD_OBJECTS_MEMORY_HOST_TABLES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "objects/memory/external_table.h"
#include "objects/values/value.h"
#include "platform/growing_block.h"

namespace halfword {

class Isolate;

namespace gc {
class Heap;
class Visitor;
}  // namespace gc

// Values that stay alive until the scope ends in which they came. Scopes nest; each has the values from its
// start to the start of the next one.
//
// Long lists count as external memory of the heap. Append never fails, as ValueList's: where there is no room
// it terminates the guest and goes on.
class ScopeStack {
 public:
  static constexpr size_t kMostScopes = 1 << 20;

  ScopeStack() = default;
  ScopeStack(const ScopeStack&) = delete;

  size_t depth() const { return scopes_.size(); }
  // Whether Open needs no memory.
  bool has_room() const { return scopes_.size() < scopes_.capacity(); }
  // The number of a new innermost scope, not 0 and not that of another one. REQUIRES: depth() < kMostScopes.
  uint32_t Open();
  bool IsInnermost(uint32_t number) const { return !scopes_.empty() && scopes_.back().number == number; }
  // Its depth, from 1; 0: it is not open.
  size_t DepthOf(uint32_t number) const;
  // Closes all but the outermost `depth`. The isolate need not be entered.
  void CloseTo(gc::Heap& heap, size_t depth);
  // Keeps a value in the innermost scope. REQUIRES: there is one.
  void Append(Isolate&, Value value);
  // Keeps a value in the scope around that of this depth. REQUIRES: there are both.
  void Escape(Isolate&, size_t depth, Value value);
  void Trace(gc::Visitor&) const;

 private:
  struct Scope {
    uint32_t number;
    uint32_t start;
  };
  Value* values() const { return static_cast<Value*>(block_.data()); }
  void Grow(Isolate&);

  std::vector<Scope> scopes_;
  platform::GrowingBlock block_;
  uint32_t size_ = 0, capacity_ = 0;
  uint32_t last_number_ = 0;
  size_t counted_bytes_ = 0;  // told to the heap
};

// Shapes of the last objects that hw_build has made, by place (builtins/structured_data/plain_data.h).
struct PlainDataShapes {
  static constexpr uint32_t kCount = 64;
  const void* realm = nullptr;  // theirs; null: there are none
  Value shapes[kCount];         // or Smi 0
};

struct HostTables {
  // All but `externals` and `plain_data_shapes` are roots. The latter are forgotten.
  void Trace(gc::Visitor&) const;

  ExternalTable externals;
  ScopeStack scopes;
  std::vector<Value> pinned;   // ArrayBuffers whose memory is pinned
  int64_t external_bytes = 0;  // that the host has stated by itself
  mutable PlainDataShapes plain_data_shapes;
};

// Null: there are none yet.
HostTables* HostTablesOf(Isolate&);

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_MEMORY_HOST_TABLES_H_
