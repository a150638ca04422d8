// Heap images: the cage as a file, its copy-on-write clones, and the way back.
//
// The file holds the cage from the front matter to the end of the last block; the start and mark bits of the
// objects that are to be the clones' own; the block table (for the sizes of large objects); and the
// remembered places. Immortal objects have no bits: they are neither marked nor looked for.
#include <cerrno>
#include <cstring>

#include "base/asan.h"
#include "base/bytes.h"
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

// But for pages that are zero.
[[maybe_unused]] bool WritePages(int fd, uintptr_t begin, uintptr_t end, uint64_t file_offset) {
  constexpr size_t kPage = 4096;
  auto is_zero = [](uintptr_t page) { return IsZero(reinterpret_cast<void*>(page), kPage); };
  for (uintptr_t page = begin; page < end;) {
    if (is_zero(page)) {
      page += kPage;
      continue;
    }
    uintptr_t run = page;
    while (page < end && !is_zero(page)) page += kPage;
    if (!platform::WriteAt(fd, reinterpret_cast<void*>(run), page - run, file_offset + (run - begin)))
      return false;
  }
  return true;
}

}  // namespace

// An image is to hold what the program refers to, and not what words in old frames may seem to. A word with
// the client's stamp is no accident, and what it refers to is still used when the heap lives on.
void HeapImpl::CollectForImage() {
  if (annex_.front->stamp == base_) return cycle_.Collect(StackState::kNoHeapPointers);
  roots_.WithStampedWordsOnly([&] { cycle_.Collect(StackState::kMayContainHeapPointers); });
}

// The objects of the image are the heap's own from now on.
void HeapImpl::AdoptImage() {
  if (image_end() == 0) return;
  cycle_.AbortMarking();
  allocator_.Sync();
  cycle_.FinishSweep();
  allocator_.RetireAll();
  allocator_.Publish();
  for (uint32_t b = BlockOf(client_front_end_); b < blocks_.first(); b++) {
    const bool is_small = blocks_[b].kind == BlockKind::kSmall || blocks_[b].kind == BlockKind::kFinalizable;
    CageOffset end = OffsetIn(b, 1);  // of the object before
    ForEachImmortalObject(b, [&](CageOffset offset) {
      if (is_small && end != offset) SetBit(blocks_.mark_bits(), end);
      SetBit(blocks_.start_bits(), offset);
      SetBit(blocks_.mark_bits(), offset);
      end = offset + static_cast<CageOffset>(CellSizeAt(offset));
    });
    if (is_small && end < BlockStart(b + 1)) SetBit(blocks_.mark_bits(), end);
  }
  blocks_.Adopt(client_front_end_);
  front_->image_end = blocks_.first_collected();
  roots_.remembered().Begin(image_end());
  barrier_.Update();
}

bool HeapImpl::WriteImage(int fd, uint64_t file_offset, HeapImage* image, std::string* error,
                          ImageObjects objects) {
#if HALFWORD_COMPRESS && !HALFWORD_SHARED_CAGE
  CHECK(IsAligned(file_offset, 4096) && entry_.no_collection == 0);
  if (objects == ImageObjects::kOwn) AdoptImage();
  CollectForImage();
  if (objects == ImageObjects::kChained &&
      pace_.live_bytes() > (blocks_.first_collected() - client_front_end_) / 2) {
    objects = ImageObjects::kImmortal;
  }
  blocks_.ZeroFreeMemory();
  // Trailing free blocks are no part of it.
  uint32_t end_block = blocks_.end();
  while (end_block > blocks_.first() && blocks_[end_block - 1].kind == BlockKind::kFree) end_block--;
  uint64_t end = uint64_t{end_block} * kBlockSize;
  if (end > kTaggedSpan) {
    if (error != nullptr) *error = "a heap image is for tagged words and can't be larger than they reach";
    return false;
  }
  HeapImage made{fd, file_offset, static_cast<uint32_t>(end), static_cast<uint32_t>(end)};
  std::vector<uint32_t> remembered;
  if (objects != ImageObjects::kImmortal) {
    made.immortal_end = static_cast<uint32_t>(blocks_.first_collected());
    remembered = roots_.remembered().Encode();
    made.remembered = static_cast<uint32_t>(remembered.size());
  }
  const uint32_t first_own = BlockOf(made.immortal_end);
  std::vector<BlockInfo> table(&blocks_[0], &blocks_[end_block]);
  for (uint32_t b = 0; b < end_block; b++) {
    BlockInfo& info = table[b];
    info.dirty = info.is_indexed = 0;
    if (info.kind != BlockKind::kLarge && info.kind != BlockKind::kLargeTail) info.value = 0;
    if (b >= first_own) continue;
    info.free_granules = info.has_room = 0;
    if (info.kind == BlockKind::kFree) info.kind = BlockKind::kImmortal;
  }
  HeapFront front = *front_;
  *front_ = HeapFront{};  // nothing of this heap's own state goes along
#if HALFWORD_ASAN
  // What the sanitizer does not let a program read goes along as well: free blocks, and what is behind an
  // object in its last block.
  ASAN_UNPOISON_MEMORY_REGION(reinterpret_cast<void*>(base_ + kNullPageSize), end - kNullPageSize);
#endif
  const uint64_t bits_at = file_offset + end - kNullPageSize;
  const size_t bits = size_t{end_block - first_own} * kBlockWords * sizeof(uint64_t);
  const uint64_t table_at = bits_at + 2 * bits;
  const size_t table_bytes = table.size() * sizeof(BlockInfo);
  bool ok =
      WritePages(fd, base_ + kNullPageSize, base_ + end, file_offset) &&
      platform::WriteAt(fd, blocks_.StartWords(first_own), bits, bits_at) &&
      platform::WriteAt(fd, blocks_.MarkWords(first_own), bits, bits_at + bits) &&
      platform::WriteAt(fd, table.data(), table_bytes, table_at) &&
      platform::WriteAt(fd, remembered.data(), remembered.size() * sizeof(uint32_t), table_at + table_bytes);
#if HALFWORD_ASAN
  for (uint32_t b = blocks_.first(); b < end_block; b++) {
    if (blocks_[b].kind == BlockKind::kFree)
      ASAN_POISON_MEMORY_REGION(reinterpret_cast<void*>(base_ + BlockStart(b)), kBlockSize);
  }
#endif
  *front_ = front;
  if (!ok && error != nullptr) *error = std::string("cannot write the heap image: ") + std::strerror(errno);
  if (ok) *image = made;
  return ok;
#else
  (void)fd, (void)file_offset, (void)image, (void)objects;
  if (error != nullptr) *error = kNoImages;
  return false;
#endif
}

bool HeapImpl::MapImage(const HeapImage& image, std::string* error) {
#if HALFWORD_COMPRESS && !HALFWORD_SHARED_CAGE
  uint32_t end_block = BlockOf(image.end);
  if (!IsAligned(image.end, kBlockSize) || !IsAligned(image.immortal_end, kBlockSize) ||
      image.immortal_end < client_front_end_ || image.immortal_end > image.end ||
      end_block >= blocks_.limit()) {
    if (error != nullptr) *error = "the heap image does not fit into the cage";
    return false;
  }
  if (!platform::MapFilePrivate(reinterpret_cast<void*>(base_ + kNullPageSize), image.end - kNullPageSize,
                                image.fd, image.file_offset, platform::Access::kReadWrite)) {
    if (error != nullptr) *error = std::string("cannot map the heap image: ") + std::strerror(errno);
    return false;
  }
  image_ = image;
  if (BeginFromImage()) return true;
  if (error != nullptr) *error = std::string("cannot read the heap image: ") + std::strerror(errno);
  return false;
#else
  (void)image;
  if (error != nullptr) *error = kNoImages;
  return false;
#endif
}

// False, and nothing has begun: the tables can't be read.
bool HeapImpl::BeginFromImage() {
  const uint32_t first_own = BlockOf(image_.immortal_end), end_block = BlockOf(image_.end);
  const uint64_t bits_at = image_.file_offset + image_.end - kNullPageSize;
  const size_t bits = size_t{end_block - first_own} * kBlockWords * sizeof(uint64_t);
  const uint64_t table_at = image_.table_offset();
  const size_t table_bytes = image_.table_bytes();
  CHECK(table_at == bits_at + 2 * bits && table_bytes == end_block * sizeof(BlockInfo));
  std::vector<uint32_t> remembered(image_.remembered);
  if (image_.table != nullptr) std::memcpy(&blocks_[0], image_.table, table_bytes);
  if ((image_.table == nullptr && !platform::ReadAt(image_.fd, &blocks_[0], table_bytes, table_at)) ||
      !platform::ReadAt(image_.fd, blocks_.StartWords(first_own), bits, bits_at) ||
      !platform::ReadAt(image_.fd, blocks_.MarkWords(first_own), bits, bits_at + bits) ||
      !platform::ReadAt(image_.fd, remembered.data(), remembered.size() * sizeof(uint32_t),
                        table_at + table_bytes)) {
    return false;
  }
  Begin();
  roots_.remembered().Decode(remembered);
  return true;
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
  CHECK(BeginFromImage());  // as before
  statistics_.Reset();
  ReportUsage();
}

}  // namespace halfword::gc
