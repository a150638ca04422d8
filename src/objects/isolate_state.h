// IsolateState: what this layer, and every layer above it, needs of an isolate that has native addresses. It
// is a part of NativeState (runtime/native_state.h) and lies in the annex, never in an image; the annex's
// front points to it. Calls to higher layers are data in here and in NativeState, which isolates/ fills in.
#ifndef HALFWORD_OBJECTS_ISOLATE_STATE_H_
#define HALFWORD_OBJECTS_ISOLATE_STATE_H_

#include <memory>

#include "objects/isolate.h"
#include "objects/memory/backing_store.h"
#include "objects/memory/budget.h"
#include "objects/memory/external_memory.h"
#include "objects/shapes/recent_shapes.h"
#include "objects/slack_list.h"

namespace halfword {

// Limits of the entry in progress. They are with the isolate's record in the C++ heap, as gc::internal's
// HeapEntry is: entering touches none of the isolate's own pages.
struct EntryLimits {
  uintptr_t native_stack_limit = 0;  // no guest-driven C++ recursion below this address
  uint64_t deadline_ns = 0;          // monotonic; 0: none
};

struct HostTables;   // objects/memory/host_tables.h
class PollObserver;  // objects/poll_observer.h

struct IsolateState {
  ValueList* value_lists = nullptr;  // the live ones, linked
  BackingStoreTable backing_stores;
  // Null until the host has given something that they are for. They outlive the isolate.
  HostTables* host_tables = nullptr;
  std::shared_ptr<Mailbox> mailbox;  // made by the first wait on shared memory
  SlackList slack_list;
  RecentShapes recent_shapes;
  DeferredReleases deferred_releases;
  SpareBlock spare_block;
  EntryLimits* entry = nullptr;
  BudgetShare budget;        // of limits shared with other isolates
  int64_t fuel_granted = 0;  // that polls have added to Isolate::budget_ (FuelMeter)
  // Units of fuel, which calls and back-edges take, between two looks at interrupt, fuel and deadline.
  // Polls are also how hot code is found. Each comes with the 2,039th unit, a prime: no pattern of calls
  // and loops is in step with it. Nor is work in natives, however often they poll and whatever they charge:
  // what is left of a quantum stays, and quanta end at multiples of their length. So each of them ends in
  // JavaScript as often as JavaScript is what took it.
  int32_t quantum = 2039;
  // A collection has read the native stack, and with it what dead calls had left in the gaps of live frames.
  // Nothing overwrites that as long as the same calls are made: the next poll does.
  bool clears_frames_at_poll = false;
  // Makes what Isolate::Throw* throw: runtime's NewError.
  // The realm is null, which stands for the current one.
  JSObject* (*new_error)(Isolate&, ErrorType, String* message, Realm*) = nullptr;
  // The virtual property "stack" of an ErrorObject: runtime's ErrorStack.
  Value (*error_stack)(Isolate&, JSObject*) = nullptr;
  // "arguments" (or "caller") of a sloppy function: runtime's RunningFunctionProperty.
  Value (*running_function_property)(Isolate&, JSObject* function, bool caller) = nullptr;
  // Told of each Code object, whole but for who refers to it. Null: nobody wants to know.
  void (*code_made)(Isolate&, Code*) = nullptr;
  PollObserver* poll_observer = nullptr;  // the first of a list; null: nobody looks on
};

// False: the heap is no isolate yet, or none any more. It may hold objects of its image all the same.
inline bool HasState(const Isolate& isolate) {
  return gc::AnnexFrontOf(CageBaseOf(&isolate))->client != nullptr;
}
// Of any isolate, entered or not.
inline IsolateState& StateOf(const Isolate& isolate) {
  return *static_cast<IsolateState*>(gc::AnnexFrontOf(CageBaseOf(&isolate))->client);
}

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_ISOLATE_STATE_H_
