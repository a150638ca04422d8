#include <cstdio>

#include "gc/heap.h"
#include "probes.h"
#include "shell.h"

namespace halfword::shell {
namespace {

std::string Bytes(size_t bytes) {
  char text[32];
  bool is_large = bytes >= 1 << 20;
  std::snprintf(text, sizeof text, "%.1f %s", static_cast<double>(bytes) / (is_large ? 1 << 20 : 1 << 10),
                is_large ? "MiB" : "KiB");
  return text;
}

std::string Milliseconds(uint64_t nanoseconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f ms", static_cast<double>(nanoseconds) / 1e6);
  return text;
}

const char* ReasonText(gc::CollectionReason reason) {
  switch (reason) {
    case gc::CollectionReason::kAllocation: return "allocation";
    case gc::CollectionReason::kRoom: return "limit";
    case gc::CollectionReason::kRequest: return "request";
    case gc::CollectionReason::kStress: return "stress";
  }
  return "?";
}

void PrintCollection(void*, const gc::CollectionReport& r) {
  size_t freed = r.bytes_before > r.bytes_after ? r.bytes_before - r.bytes_after : 0;
  std::string out = "gc: ";
  out += r.is_minor ? "minor, " : "full, ";
  out += ReasonText(r.reason);
  out += ": " + Bytes(r.bytes_before) + " -> " + Bytes(r.bytes_after) + ", " + Bytes(freed) + " freed, " +
         Bytes(r.external_bytes) + " external; " + std::to_string(r.blocks_before) + " -> " +
         std::to_string(r.blocks_after) + " blocks; " + std::to_string(r.pauses) +
         (r.pauses == 1 ? " pause, " : " pauses, ") + Milliseconds(r.pause_nanoseconds_total) + ", longest " +
         Milliseconds(r.pause_nanoseconds_longest) + "; marking " + Milliseconds(r.mark_nanoseconds) +
         ", sweeping " + Milliseconds(r.sweep_nanoseconds) + "\n";
  WriteError(out);
}

}  // namespace

void TraceCollections(gc::Heap& heap) { heap.SetCollectionListener(PrintCollection, nullptr); }

}  // namespace halfword::shell
