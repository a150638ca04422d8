/* What isolates.cc measures, for the isolates of other engines: times of make, run, destroy, and memory of
 * many that live at once. A peer defines the first two functions; run.py compiles it with peer.c. */
#ifndef HALFWORD_BENCH_ISOLATES_PEER_H_
#define HALFWORD_BENCH_ISOLATES_PEER_H_

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An isolate with a memory and globals of its own, in which `source` (unless null), then `1 + 1` has run. */
void* PeerNew(const char* source, size_t size);
void PeerDelete(void* isolate);

/* Measures `count` isolates that load the file at `path` (null: none) and prints one line of JSON. */
void PeerMeasure(int count, const char* path);

#ifdef __cplusplus
}
#endif

#endif
