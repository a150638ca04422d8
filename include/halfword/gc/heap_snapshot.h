// What is in a heap, and why it is still there.
//
//   if (!WriteHeapSnapshot(heap, "page.heapsnapshot", {}, &error)) …     // for Chrome's memory panel
//   puts(DescribeRetainingPath(heap, node).c_str());
//
//     Persistent 0x7ffd1c40
//     → Document @4099 (48 bytes)
//     → +12 Element @4105 (40 bytes)
//
// Both look at what can be reached now, by the references that keep objects alive: weak ones are left out,
// the values of ephemerons count as their table's. Roots are persistents, what the client traces, and the
// native stack, read conservatively. Neither collects nor allocates in the heap. Objects keep their number
// (@4099) for life, so snapshots can be compared.
#ifndef HALFWORD_GC_HEAP_SNAPSHOT_H_
#define HALFWORD_GC_HEAP_SNAPSHOT_H_

#include <string>
#include <string_view>
#include <vector>

#include "halfword/gc/heap.h"

namespace halfword::gc {

// In the order of the file format.
enum class SnapshotNodeType : uint8_t {
  kHidden,
  kArray,
  kString,
  kObject,
  kCode,
  kClosure,
  kRegExp,
  kNumber,
  kNative,
  kSynthetic,
  kConcatenatedString,
  kSlicedString,
  kSymbol,
  kBigInt,
  kObjectShape,
};
enum class SnapshotEdgeType : uint8_t {
  kContext,  // a variable of a closure
  kElement,  // by index
  kProperty,
  kInternal,  // has a name that the language doesn't show
  kHidden,    // by index
  kShortcut,
  kWeak,
};

struct SnapshotNodeInfo {
  SnapshotNodeType type = SnapshotNodeType::kNative;
  std::string name;          // empty: as the object names itself, or its type
  size_t outside_bytes = 0;  // memory outside of the heap that goes with the object
};
struct SnapshotEdgeInfo {
  SnapshotEdgeType type = SnapshotEdgeType::kInternal;
  std::string name;    // of an element or hidden edge: not used
  uint32_t index = 0;  // of an element or hidden edge
};

// How a language names its objects and their references. Without it objects have the names of their classes
// and references are "+12", the place in the object.
struct SnapshotNames {
  void* data = nullptr;
  void (*object)(void* data, const void* object, SnapshotNodeInfo* info) = nullptr;
  // `slot` is in `object`; its header for the shape of a JavaScript object.
  void (*reference)(void* data, const void* object, const TaggedBits* slot, SnapshotEdgeInfo* info) = nullptr;
};

// Who takes the text of a snapshot: UTF-8, in pieces of some 64 KiB that end between characters.
struct SnapshotSink {
  void* data = nullptr;
  // Must not use the heap. False: no more of it is wanted.
  bool (*write)(void* data, std::string_view piece) = nullptr;
};
// The text of a .heapsnapshot file. False if the sink has said so.
HALFWORD_EXPORT bool WriteHeapSnapshot(Heap& heap, const SnapshotSink& sink, const SnapshotNames& names = {});
// A .heapsnapshot file. False and a sentence if it can't be written.
HALFWORD_EXPORT bool WriteHeapSnapshot(Heap& heap, const char* path, const SnapshotNames& names = {},
                                       std::string* error = nullptr);

// One of a shortest chain of references from a root to an object.
struct RetainingStep {
  const void* object;     // null for the first, which is the root
  std::string reference;  // how the step before refers to it; of the root: what it is
  std::string name;       // "Element @4105 (40 bytes)"
};
// Empty if nothing keeps the object, which may be the address of any part of it.
HALFWORD_EXPORT std::vector<RetainingStep> FindRetainingPath(Heap& heap, const void* object,
                                                             const SnapshotNames& names = {});
// The same as text, a line a step.
HALFWORD_EXPORT std::string DescribeRetainingPath(Heap& heap, const void* object,
                                                  const SnapshotNames& names = {});

}  // namespace halfword::gc

#endif  // HALFWORD_GC_HEAP_SNAPSHOT_H_
