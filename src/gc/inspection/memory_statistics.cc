// What a heap holds: HeapStatistics, which with detail looks at every block and every object.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "gc/heap_impl.h"
#include "platform/memory.h"

namespace halfword::gc {
namespace {

using Space = HeapStatistics::SpaceStatistics;
using Page = HeapStatistics::PageStatistics;

constexpr size_t kNormalSpace = 0, kFinalizableSpace = 1, kLargeSpace = 2, kOwnSpaces = 3;
constexpr size_t kFirstBucket = 4;  // of free runs, by size: 16 bytes
constexpr size_t kBuckets = kBlockShift - kFirstBucket;

// Spaces, their pages, and the objects of each page. In cppgc's terms a block is a page, and a large object
// has one of its own.
class DetailCollector {
 public:
  DetailCollector(HeapImpl& heap, HeapStatistics& statistics)
      : heap_(heap), blocks_(heap.blocks()), statistics_(statistics) {}

  // REQUIRES: everything is swept, and every object has a start bit.
  void Collect() {
    MakeSpaces();
    AddBlocks();  // first, so that each object finds its page
    statistics_.used_size_bytes = 0;
    heap_.ForEachObject(
        [](void* self, void* object) { static_cast<DetailCollector*>(self)->AddObject(object); }, this);
    for (uint32_t i = 0; i < types_.size(); i++) {
      if (types_[i].objects == 0) continue;
      types_[i].index = i;
      types_[i].name = heap_.TypeByIndex(i).name;
      statistics_.types.push_back(types_[i]);
    }
  }

 private:
  struct PlaceOfPage {
    Space* space = nullptr;
    size_t index = 0;
  };

  void MakeSpaces() {
    std::vector<Space>& spaces = statistics_.space_stats;
    spaces.resize(kOwnSpaces + heap_.allocator().custom_spaces());
    spaces[kNormalSpace].name = "NormalSpace";
    spaces[kFinalizableSpace].name = "FinalizableSpace";
    spaces[kLargeSpace].name = "LargeSpace";
    for (size_t i = kOwnSpaces; i < spaces.size(); i++) {
      spaces[i].name = "CustomSpace" + std::to_string(i - kOwnSpaces);
    }
    for (Space& space : spaces) {
      for (size_t i = 0; i < kBuckets; i++) {
        space.free_list_stats.bucket_size.push_back(size_t{1} << (i + kFirstBucket));
      }
      space.free_list_stats.free_count.resize(kBuckets);
      space.free_list_stats.free_size.resize(kBuckets);
    }
  }

  Space& SpaceOf(const BlockInfo& info) {
    size_t index = info.space != 0                        ? kOwnSpaces + info.space - 1
                   : info.kind == BlockKind::kLarge       ? kLargeSpace
                   : info.kind == BlockKind::kFinalizable ? kFinalizableSpace
                                                          : kNormalSpace;
    return statistics_.space_stats[index];
  }

  void AddBlocks() {
    pages_.resize(blocks_.end());
    for (uint32_t b = blocks_.first(); b < blocks_.end(); b++) {
      const BlockInfo& info = blocks_[b];
      bool is_large = info.kind == BlockKind::kLarge;
      bool is_small = info.kind == BlockKind::kSmall || info.kind == BlockKind::kFinalizable;
      if (!is_large && !is_small) continue;
      Page page;
      page.committed_size_bytes = is_large ? LargeBytes(size_t{info.value} * kGranule) : kBlockSize;
      page.resident_size_bytes =
          platform::ResidentBytes(heap_.ObjectAt(BlockStart(b)), page.committed_size_bytes);
      Space& space = SpaceOf(info);
      space.committed_size_bytes += page.committed_size_bytes;
      space.resident_size_bytes += page.resident_size_bytes;
      pages_[b] = {&space, space.page_stats.size()};
      space.page_stats.push_back(std::move(page));
      if (is_small) AddFreeRuns(b, space);
    }
  }

  void AddFreeRuns(uint32_t block, Space& space) {
    auto has_bit = [&](uint64_t* bits, uint32_t granule) { return TestBit(bits, OffsetIn(block, granule)); };
    for (uint32_t g = 1; g < kBlockGranules;) {
      uint32_t end = g + 1;
      while (end < kBlockGranules && !has_bit(blocks_.start_bits(), end) &&
             !has_bit(blocks_.mark_bits(), end)) {
        end++;
      }
      if (has_bit(blocks_.mark_bits(), g) && !has_bit(blocks_.start_bits(), g)) {
        size_t size = size_t{end - g} * kGranule;
        size_t bucket = 0;
        while (bucket + 1 < kBuckets && size >> (bucket + 1 + kFirstBucket) != 0) bucket++;
        space.free_list_stats.free_count[bucket]++;
        space.free_list_stats.free_size[bucket] += size;
      }
      g = end;
    }
  }

  void AddObject(const void* object) {
    CageOffset offset = OffsetOf(object);
    size_t size = heap_.CellSizeAt(offset);
    uint32_t type = TypeIndexOf(heap_.base(), object);
    types_[type].objects++;
    types_[type].bytes += size;
    uint32_t& number = numbers_[type];
    if (number == 0) {
      statistics_.type_names.emplace_back(internal::NameOfObject(heap_.base(), heap_.TypeAt(offset), object));
      number = static_cast<uint32_t>(statistics_.type_names.size());
    }
    const PlaceOfPage& place = pages_[BlockOf(offset)];
    Page& page = place.space->page_stats[place.index];
    if (page.object_statistics.size() < number) page.object_statistics.resize(number);
    page.object_statistics[number - 1].object_count++;
    page.object_statistics[number - 1].allocated_bytes += size;
    page.used_size_bytes += size;
    place.space->used_size_bytes += size;
    statistics_.used_size_bytes += size;
  }

  HeapImpl& heap_;
  const BlockTable& blocks_;
  HeapStatistics& statistics_;
  std::vector<PlaceOfPage> pages_;  // by block
  std::vector<HeapStatistics::Type> types_ = std::vector<HeapStatistics::Type>(internal::EndOfTypes());
  std::vector<uint32_t> numbers_ = std::vector<uint32_t>(types_.size());  // of types: index + 1 of the name
};

}  // namespace

HeapStatistics HeapImpl::CollectStatistics(bool detail) {
  HeapStatistics s{};
  s.cage_size = slot_.cage_size();
  for (uint32_t b = 0; b < blocks_.end(); b++) {
    if (blocks_[b].kind != BlockKind::kFree || blocks_[b].dirty) s.committed_bytes += kBlockSize;
  }
  s.used_bytes = limits_.used_bytes();
  s.live_bytes = pace_.live_bytes();
  s.external_bytes = limits_.external_bytes();
  s.allocated_bytes = pace_.allocated_in_all();
  s.limit = limits_.limit();
  statistics_.WriteTo(s);
  if (detail) cycle_.FinishSweep();
  s.committed_size_bytes = s.committed_bytes;
  s.pooled_memory_size_bytes = s.committed_bytes - std::min(s.committed_bytes, s.used_bytes);
  s.resident_size_bytes = ResidentBytes();
  s.used_size_bytes = BytesInUse();
  s.detail_level = detail ? HeapStatistics::kDetailed : HeapStatistics::kBrief;
  if (detail) {
    allocator_.IndexAllRuns();
    DetailCollector(*this, s).Collect();
  }
  return s;
}

size_t HeapImpl::ResidentBytes() const {
  if (!kSharedCage) {
    return platform::ResidentBytes(ObjectAt(kNullPageSize), BlockStart(blocks_.end()) - kNullPageSize);
  }
  size_t bytes = 0;
  for (uint32_t b = blocks_.first(); b < blocks_.end(); b++) {
    bool is_mine = blocks_[b].kind != BlockKind::kFree || blocks_[b].dirty;
    if (is_mine) bytes += platform::ResidentBytes(ObjectAt(BlockStart(b)), kBlockSize);
  }
  return bytes;
}

size_t HeapImpl::BytesInUse() const {
  return std::min(limits_.used_bytes(), pace_.live_bytes() + pace_.allocated());
}

void HeapImpl::ReportUsage() { usage_.Set(limits_.used_bytes(), BytesInUse()); }

}  // namespace halfword::gc
