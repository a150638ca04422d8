// Places in Isolate::host_roots_ that images have nothing of. The others are the host's.
#ifndef HALFWORD_ISOLATES_HOST_ROOTS_H_
#define HALFWORD_ISOLATES_HOST_ROOTS_H_

#include "objects/isolate.h"

namespace halfword {

inline constexpr int kTransientRoot = Isolate::kHostRoots - 1;  // the host's too
inline constexpr int kInspectorRoot = Isolate::kHostRoots - 2;  // a Map of the tables of sessions

}  // namespace halfword

#endif  // HALFWORD_ISOLATES_HOST_ROOTS_H_
