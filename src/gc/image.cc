// Heap images: the cage as a file, its copy-on-write clones, and the way back.
//
// The file holds the cage from the front matter to the end of the last block, and after it the block table of
// that range (for the sizes of large objects). No bitmaps: image objects are neither marked nor looked for.
#include <cerrno>
#include <cstring>

#include "base/asan.h"
#include "gc/heap_impl.h"
#include "platform/files.h"
#include "platform/memory.h"

namespace halfword::gc {

namespace {

// How much of an image's written pages, and of a heap's own objects, stays resident over a reset.
constexpr size_t kKeptAtReset = 128 * KiB;
[[maybe_unused]] constexpr const char* kNoImages =
    "heap images need compressed references, as full pointers are bound to their address, and a cage of "
    "their own";

}  // namespace

// An image is to hold what the program refers to, and not what words in old frames may seem to. A word with
// the client's stamp is no accident, and what it refers to is still used when the heap lives on.
void HeapImpl::CollectForImage() {
  if (annex_.front->stamp == base_) return cycle_.Collect(StackState::kNoHeapPointers);
  roots_.WithStampedWordsOnly([&] { cycle_.Collect(StackState::kMayContainHeapPointers); });
}

bool HeapImpl::WriteImage(int fd, uint64_t file_offset, HeapImage* image, std::string* error) {
#if HALFWORD_COMPRESS && !HALFWORD_SHARED_CAGE
  CHECK(IsAligned(file_offset, 4096) && entry_.no_collection == 0);
  CollectForImage();
  blocks_.ZeroFreeMemory();
  // Trailing free blocks are no part of it.
  uint32_t end_block = blocks_.end();
  while (end_block > blocks_.first() && blocks_[end_block - 1].kind == BlockKind::kFree) end_block--;
  uint64_t end = uint64_t{end_block} * kBlockSize;
  if (end > kTaggedSpan) {
    if (error != nullptr) *error = "a heap image is for tagged words and can't be larger than they reach";
    return false;
  }
  std::vector<BlockInfo> table(&blocks_[0], &blocks_[end_block]);
  for (BlockInfo& info : table) {
    info.dirty = 0;
    info.free_granules = info.has_room = info.is_indexed = 0;
    if (info.kind != BlockKind::kLarge && info.kind != BlockKind::kLargeTail) info.value = 0;
    if (info.kind == BlockKind::kFree) info.kind = BlockKind::kImmortal;
  }
  HeapFront front = *front_;
  *front_ = HeapFront{};  // nothing of this heap's own state goes along
#if HALFWORD_ASAN
  // What the sanitizer does not let a program read goes along as well: free blocks, and what is behind an
  // object in its last block.
  ASAN_UNPOISON_MEMORY_REGION(reinterpret_cast<void*>(base_ + kNullPageSize), end - kNullPageSize);
#endif
  bool ok = platform::WriteAt(fd, reinterpret_cast<void*>(base_ + kNullPageSize), end - kNullPageSize,
                              file_offset) &&
            platform::WriteAt(fd, table.data(), table.size() * sizeof(BlockInfo),
                              file_offset + end - kNullPageSize);
#if HALFWORD_ASAN
  for (uint32_t b = blocks_.first(); b < end_block; b++) {
    if (blocks_[b].kind == BlockKind::kFree)
      ASAN_POISON_MEMORY_REGION(reinterpret_cast<void*>(base_ + BlockStart(b)), kBlockSize);
  }
#endif
  *front_ = front;
  if (!ok && error != nullptr) *error = std::string("cannot write the heap image: ") + std::strerror(errno);
  if (ok) *image = {fd, file_offset, static_cast<uint32_t>(end)};
  return ok;
#else
  (void)fd, (void)file_offset, (void)image;
  if (error != nullptr) *error = kNoImages;
  return false;
#endif
}

bool HeapImpl::MapImage(const HeapImage& image, std::string* error) {
#if HALFWORD_COMPRESS && !HALFWORD_SHARED_CAGE
  uint32_t end_block = BlockOf(image.end);
  if (!IsAligned(image.end, kBlockSize) || image.end < client_front_end_ || end_block >= blocks_.limit()) {
    if (error != nullptr) *error = "the heap image does not fit into the cage";
    return false;
  }
  if (!platform::MapFilePrivate(reinterpret_cast<void*>(base_ + kNullPageSize), image.end - kNullPageSize,
                                image.fd, image.file_offset, platform::Access::kReadWrite) ||
      !platform::ReadAt(image.fd, &blocks_[0], end_block * sizeof(BlockInfo),
                        image.file_offset + image.end - kNullPageSize)) {
    if (error != nullptr) *error = std::string("cannot map the heap image: ") + std::strerror(errno);
    return false;
  }
  image_ = image;
  Begin();
  return true;
#else
  (void)image;
  if (error != nullptr) *error = kNoImages;
  return false;
#endif
}

void HeapImpl::ResetToImage() {
  CHECK(image_.end != 0 && !cycle_.is_collecting() && (entry_.no_collection == 0 || cycle_.is_exhausted()));
  entry_.no_collection = 0;
  CallWithCageBase(base_, [&] {
    FinalizeEverything();
    roots_.ClearPersistents();
  });
  blocks_.Clear();
  platform::UndoWrites(reinterpret_cast<void*>(base_ + kNullPageSize), image_.end - kNullPageSize, image_.fd,
                       image_.file_offset, kKeptAtReset);
  platform::UndoWrites(reinterpret_cast<void*>(base_ + image_.end), blocks_.resident_end() - image_.end, -1,
                       0, kKeptAtReset);
  Begin();
  statistics_.Reset();
  ReportUsage();
}

}  // namespace halfword::gc
