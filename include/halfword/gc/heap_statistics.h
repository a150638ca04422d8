// What Heap::CollectStatistics tells about memory, space by space. heap.h adds counts of the collector.
#ifndef HALFWORD_GC_HEAP_STATISTICS_H_
#define HALFWORD_GC_HEAP_STATISTICS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace halfword::gc {

struct MemoryStatistics {
  enum DetailLevel : uint8_t { kBrief, kDetailed };

  struct ObjectStatsEntry {
    size_t allocated_bytes = 0;
    size_t object_count = 0;
  };
  // A block of 32 KiB, or the blocks of a large object.
  struct PageStatistics {
    size_t committed_size_bytes = 0;
    size_t resident_size_bytes = 0;
    size_t used_size_bytes = 0;
    std::vector<ObjectStatsEntry> object_statistics;  // by index into type_names
  };
  // Free runs by size: bucket i holds those of [bucket_size[i], bucket_size[i + 1]).
  struct FreeListStatistics {
    std::vector<size_t> bucket_size;
    std::vector<size_t> free_count;
    std::vector<size_t> free_size;
  };
  struct SpaceStatistics {
    std::string name;
    size_t committed_size_bytes = 0;
    size_t resident_size_bytes = 0;
    size_t used_size_bytes = 0;
    std::vector<PageStatistics> page_stats;
    FreeListStatistics free_list_stats;
  };

  size_t committed_size_bytes = 0;
  size_t resident_size_bytes = 0;
  size_t used_size_bytes = 0;           // by cells of objects, dead ones not yet collected included
  size_t pooled_memory_size_bytes = 0;  // of free blocks, kept for what is allocated next
  DetailLevel detail_level = kBrief;
  // The rest with kDetailed only.
  std::vector<SpaceStatistics> space_stats;
  std::vector<std::string> type_names;
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_HEAP_STATISTICS_H_
