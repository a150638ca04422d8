// What the host of an isolate keeps in it: roots that are traced with the isolate's own and go into images.
#ifndef HALFWORD_OBJECTS_HOST_ROOT_H_
#define HALFWORD_OBJECTS_HOST_ROOT_H_

#include <cstdint>

namespace halfword {

enum class HostRoot : uint8_t {
  // The C interface's.
  kException,            // what the last HW_EXCEPTION said
  kReferences,           // ValueArray: hw_refs that last
  kTransientReferences,  // ValueArray: hw_refs that end with a call of the host
  kDataSymbol,           // private name under which objects keep the host's data
  kClasses,              // ValueArray: what hw_class has defined
  kModuleWaiters,        // ValueArray: imports that wait for the host
  kPrivateKeys,          // private names of the host, by text
  // The inspector's.
  kInspectorSessions,  // MapObject: the objects that each session knows
  // The shell's.
  kTimerTable,  // callbacks of timers, by number
  kLastResult,  // of the prompt
};
inline constexpr int kHostRootCount = static_cast<int>(HostRoot::kLastResult) + 1;

// Images have Smi 0 there: whoever made these is not there where a clone runs.
inline constexpr HostRoot kHostRootsOutsideImages[] = {HostRoot::kTransientReferences,
                                                       HostRoot::kInspectorSessions};

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_HOST_ROOT_H_
