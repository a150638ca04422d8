#include "isolates/image.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <unordered_set>

#include "base/bytes.h"
#include "base/macros.h"
#include "isolates/build_identity.h"
#include "isolates/image_file.h"
#include "objects/isolate.h"

// Defined by embedded_image.S where a program links it.
extern "C" __attribute__((weak)) const unsigned char halfword_embedded_image[];
extern "C" __attribute__((weak)) const unsigned char halfword_embedded_image_end[];

namespace halfword {

namespace {

constexpr uint64_t kLargestFile = uint64_t{1} << 40;

bool Fail(std::string* error, std::string sentence) {
  if (error) *error = std::move(sentence);
  return false;
}

bool IsWithin(uint64_t offset, uint64_t bytes, uint64_t end) {
  return offset <= end && bytes <= end - offset;
}

// The embedded image as a file: the one it was loaded from, or a copy in memory where that can't be opened or
// has changed since.
platform::File EmbeddedFile(uint64_t* offset) {
  const ImageHeader& header = *reinterpret_cast<const ImageHeader*>(halfword_embedded_image);
  std::string path;
  if (platform::FindLoadedFile(halfword_embedded_image, &path, offset) && *offset % ImageHeader::kPage == 0) {
    platform::File file = platform::File::OpenForReading(path.c_str());
    ImageHeader there;
    if (file.is_open() && file.ReadAt(&there, sizeof there, *offset) &&
        std::memcmp(&there, &header, sizeof there) == 0) {
      return file;
    }
  }
  *offset = 0;
  platform::File copy = platform::File::InMemory("halfword image");
  if (copy.is_open() && !copy.WriteAt(&header, header.file_bytes, 0)) copy.Close();
  return copy;
}

}  // namespace

ImageHeader Image::NewHeader() {
  ImageHeader header = {};
  std::memcpy(header.magic, ImageHeader::kMagic, sizeof header.magic);
  header.format = ImageHeader::kFormat;
  header.header_bytes = sizeof(ImageHeader);
  std::memcpy(header.build, kBuildIdentity, sizeof header.build);
  header.front_bytes = sizeof(Isolate);
  return header;
}

uint64_t Image::HeaderChecksum(const ImageHeader& header) {
  return XXH3_64bits(&header, offsetof(ImageHeader, checksum));
}

bool Image::Checksum(const platform::File& file, uint64_t offset, uint64_t size, uint64_t* sum) {
  XXH3_state_t state;
  XXH3_64bits_reset(&state);
  std::vector<char> buffer(size_t{256} << 10);
  while (size != 0) {
    size_t n = size < buffer.size() ? size : buffer.size();
    if (!file.ReadAt(buffer.data(), n, offset)) return false;
    XXH3_64bits_update(&state, buffer.data(), n);
    offset += n;
    size -= n;
  }
  *sum = XXH3_64bits_digest(&state);
  return true;
}

bool Image::Check(const ImageHeader& header, std::string* error) {
  if (std::memcmp(header.magic, ImageHeader::kMagic, sizeof header.magic) != 0) {
    return Fail(error, "this is not a Halfword image");
  }
  if (header.format != ImageHeader::kFormat || header.header_bytes != sizeof(ImageHeader)) {
    return Fail(error, "the image has format " + std::to_string(header.format) +
                           ", this build reads format " + std::to_string(ImageHeader::kFormat));
  }
  if (header.checksum != HeaderChecksum(header))
    return Fail(error, "the image is damaged: its header has changed");
  if (std::memcmp(header.build, kBuildIdentity, sizeof header.build) != 0 ||
      header.front_bytes != sizeof(Isolate)) {
    return Fail(error, "the image was made by another build of Halfword");
  }
  gc::HeapImage heap{-1, ImageHeader::kPage, header.cage_end, header.immortal_end, header.remembered};
  uint64_t end = header.file_bytes;
  if (end > kLargestFile || header.cage_end <= kNullPageSize || header.immortal_end > header.cage_end ||
      header.immortal_code > header.code_count || !IsWithin(ImageHeader::kPage, heap.size(), end) ||
      !IsWithin(header.names_offset, header.names_bytes, end) ||
      !IsWithin(header.stack_offset, header.stack_bytes, end) ||
      !IsWithin(header.stores_offset, uint64_t{header.store_count} * sizeof(ImageHeader::Store), end) ||
      !IsWithin(header.code_rows_offset, uint64_t{header.code_row_count} * sizeof(jit::CodeSection::Row),
                end) ||
      !IsWithin(header.optimized_rows_offset,
                uint64_t{header.optimized_row_count} * sizeof(jit::CodeSection::OptimizedRow), end) ||
      !IsWithin(header.exits_offset, header.exits_bytes, end) ||
      !IsWithin(header.code_offset, header.code_bytes, end) || header.code_offset % ImageHeader::kPage != 0) {
    return Fail(error, "the image is damaged: its parts lie outside of it");
  }
  return true;
}

bool Image::ReadParts(std::string* error) {
  std::string names(header_.names_bytes, 0);
  stores_.resize(header_.store_count);
  const gc::HeapImage in_file = heap();
  std::vector<uint64_t> table(in_file.table_bytes() / sizeof(uint64_t));
  code_section_ = {.file_offset = offset_ + header_.code_offset,
                   .bytes = header_.code_bytes,
                   .exits_file_offset = offset_ + header_.exits_offset,
                   .exits_bytes = header_.exits_bytes};
  std::vector<jit::CodeSection::Row>& rows = code_section_.rows;
  std::vector<jit::CodeSection::OptimizedRow>& optimized_rows = code_section_.optimized_rows;
  rows.resize(header_.code_row_count);
  optimized_rows.resize(header_.optimized_row_count);
  if (!file_.ReadAt(table.data(), in_file.table_bytes(), in_file.table_offset()) ||
      !ReadAt(names.data(), names.size(), header_.names_offset) ||
      !ReadAt(stores_.data(), stores_.size() * sizeof(ImageHeader::Store), header_.stores_offset) ||
      !ReadAt(rows.data(), rows.size() * sizeof rows[0], header_.code_rows_offset) ||
      !ReadAt(optimized_rows.data(), optimized_rows.size() * sizeof optimized_rows[0],
              header_.optimized_rows_offset)) {
    return Fail(error, "the image can't be read");
  }
  block_table_ = std::move(table);
  for (size_t at = 0; at < names.size(); at += host_natives_.back().size() + 1) {
    host_natives_.emplace_back(names.c_str() + at);
  }
  for (const ImageHeader::Store& store : stores_) {
    if (!IsWithin(store.file_offset, store.byte_length, header_.file_bytes) || store.handle == 0 ||
        store.handle >= header_.store_handles || store.byte_length > store.max_byte_length) {
      return Fail(error, "the image is damaged: its parts lie outside of it");
    }
  }
  std::unordered_set<uint32_t> with_baseline;
  for (const jit::CodeSection::Row& row : rows) {
    with_baseline.insert(row.number);
    if (row.number == 0 || row.number > header_.code_count || row.offset >= header_.code_bytes)
      return Fail(error, "the image is damaged: its parts lie outside of it");
  }
  uint32_t last = 1;
  for (const jit::CodeSection::OptimizedRow& row : optimized_rows) {
    if (row.number < last || !with_baseline.contains(row.number) || row.offset >= header_.code_bytes ||
        !IsWithin(row.exits_offset, row.exits_bytes, header_.exits_bytes))
      return Fail(error, "the image is damaged: its parts lie outside of it");
    last = row.number;
  }
  return true;
}

std::shared_ptr<const Image> Image::OpenEmbedded() {
  if (+halfword_embedded_image == nullptr || +halfword_embedded_image == +halfword_embedded_image_end)
    return nullptr;
  auto image = std::make_shared<Image>();
  std::memcpy(&image->header_, halfword_embedded_image, sizeof image->header_);
  // Its bytes are as sound as the program's own. What has to be right is that they are this build's.
  if (!Check(image->header_, nullptr)) return nullptr;
  image->file_ = EmbeddedFile(&image->offset_);
  if (!image->file_.is_open() || !image->ReadParts(nullptr)) return nullptr;
  return image;
}

std::shared_ptr<const Image> Image::Embedded() {
  HW_PROCESS_STATE("Isolates of all threads start from it; what it remembers besides its bytes has locks.");
  static const std::shared_ptr<const Image> embedded = OpenEmbedded();

  return embedded;
}

std::shared_ptr<jit::ImageCode> Image::code() const {
  std::lock_guard<std::mutex> lock(code_mutex_);
  if (!code_) code_ = jit::ImageCode::New(header_.code_count, file_, code_section_);
  return code_;
}

std::shared_ptr<jit::ImageCode> Image::unoptimized_code() const {
  std::lock_guard<std::mutex> lock(code_mutex_);
  if (!unoptimized_code_) {
    jit::CodeSection section = code_section_;
    section.optimized_rows.clear();
    section.exits_bytes = 0;
    unoptimized_code_ = jit::ImageCode::New(header_.code_count, file_, section);
  }
  return unoptimized_code_;
}

std::shared_ptr<jit::ImageCode> Image::embedded_code() const {
  std::lock_guard<std::mutex> lock(code_mutex_);
  if (!embedded_code_) embedded_code_ = jit::ImageCode::New(header_.code_count, true);
  return embedded_code_;
}

std::shared_ptr<const Image> Image::Open(const char* path, std::string* error) {
  platform::File file = platform::File::OpenForReading(path);
  if (!file.is_open()) {
    Fail(error, "cannot open '" + std::string(path) + "': " + std::strerror(errno));
    return nullptr;
  }
  char magic[sizeof ImageFileHeader::kMagic];
  if (!file.ReadAt(magic, sizeof magic, 0) || std::memcmp(magic, ImageFileHeader::kMagic, sizeof magic) != 0)
    return Open(std::move(file), 0, error);
  std::vector<char> bytes(file.size());
  if (!file.ReadAt(bytes.data(), bytes.size(), 0)) {
    Fail(error, "cannot read '" + std::string(path) + "': " + std::strerror(errno));
    return nullptr;
  }
  return ReadImageFile(bytes, {}, {}, error);
}

// What can be said without its contents.
std::shared_ptr<Image> Image::OpenHeader(platform::File file, uint64_t offset, std::string* error) {
#if HALFWORD_COMPRESS
  auto image = std::make_shared<Image>();
  image->file_ = std::move(file);
  image->offset_ = offset;
  const platform::File& f = image->file_;
  ImageHeader& header = image->header_;
  uint64_t file_end = f.size();
  if (offset % ImageHeader::kPage != 0 || !IsWithin(offset, sizeof header, file_end) ||
      !f.ReadAt(&header, sizeof header, offset)) {
    Fail(error, "this is not a Halfword image");
    return nullptr;
  }
  if (!Check(header, error)) return nullptr;
  if (!IsWithin(offset, header.file_bytes, file_end)) {
    Fail(error, "the image is damaged: the file is too short");
    return nullptr;
  }
  if (offset + header.file_bytes != file_end) {
    Fail(error, "the image is damaged: there are bytes behind its end");
    return nullptr;
  }
  // Of the first page, what follows the header is zero.
  char rest[ImageHeader::kPage - sizeof header];
  if (!f.ReadAt(rest, sizeof rest, offset + sizeof header) ||
      std::any_of(rest, std::end(rest), [](char c) { return c != 0; })) {
    Fail(error, "the image is damaged: its header has changed");
    return nullptr;
  }
  return image;
#else
  (void)file, (void)offset;
  Fail(error, "images need compressed references: full pointers are bound to their address");
  return nullptr;
#endif
}

std::shared_ptr<const Image> Image::Open(platform::File file, uint64_t offset, std::string* error) {
  std::shared_ptr<Image> image = OpenHeader(std::move(file), offset, error);
  if (!image) return nullptr;
  uint64_t sum;
  if (!Checksum(image->file_, offset + ImageHeader::kPage, image->size() - ImageHeader::kPage, &sum) ||
      sum != image->header_.parts_checksum) {
    Fail(error, "the image is damaged: its contents have changed");
    return nullptr;
  }
  return image->ReadParts(error) ? image : nullptr;
}

std::shared_ptr<const Image> Image::OpenMade(platform::File file, std::span<const PieceRun> runs,
                                             const Image* base, const uint8_t (&name)[32],
                                             std::string* error) {
  std::shared_ptr<Image> image = OpenHeader(std::move(file), 0, error);
  if (!image) return nullptr;
  image->NoteRuns(runs, base);
  if (!AreEqualInConstantTime(name, image->name())) {
    Fail(error, "the image is damaged: its contents have changed");
    return nullptr;
  }
  return image->ReadParts(error) ? image : nullptr;
}

// ---- Names --------------------------------------------------------------------------------------

void Image::NoteRuns(std::span<const PieceRun> runs, const Image* base) const {
  constexpr uint64_t kPieces = ImageHeader::kPage / PieceRun::kPiece;
  static constexpr uint8_t kNothing[ImageHeader::kPage] = {};
  static const Digest zero = Digest{Blake2b::Of(kNothing, sizeof kNothing)};
  const std::vector<Digest>* of_base = base == nullptr ? nullptr : &base->pages();
  std::lock_guard<std::mutex> lock(name_mutex_);
  if (!pages_.empty()) return;
  std::vector<Digest> pages;
  size_t at = 0;       // the run of the next page's first piece …
  uint64_t begin = 0;  // … and the piece that this run begins with
  for (uint64_t page = 0; page < size() / ImageHeader::kPage; page++) {
    while (begin + runs[at].count <= page * kPieces) begin += runs[at++].count;
    const PieceRun& run = runs[at];
    const bool is_whole = begin + run.count >= (page + 1) * kPieces;
    const uint64_t first = run.first + page * kPieces - begin;
    uint8_t bytes[ImageHeader::kPage];
    if (is_whole && run.source == PieceRun::kZero) {
      pages.push_back(zero);
    } else if (is_whole && run.source == PieceRun::kBase && first % kPieces == 0) {
      pages.push_back((*of_base)[first / kPieces]);
    } else {
      if (!ReadAt(bytes, sizeof bytes, page * ImageHeader::kPage)) std::memset(bytes, 0, sizeof bytes);
      pages.push_back(IsZero(bytes, sizeof bytes) ? zero : Blake2b::Of(bytes, sizeof bytes));
    }
  }
  name_ = Blake2b::Of(pages.data(), pages.size() * sizeof pages[0]);
  pages_ = std::move(pages);
}

const std::vector<Digest>& Image::pages() const {
  const PieceRun all{PieceRun::kFile, static_cast<uint32_t>(size() / PieceRun::kPiece), 0};
  NoteRuns({&all, 1}, nullptr);
  return pages_;
}

const Digest& Image::name() const {
  (void)pages();
  return name_;
}

bool Image::Write(const char* path, std::span<const char> bytes, std::string* error) {
  platform::File out = platform::File::Create(path);
  return (out.is_open() && out.WriteAt(bytes.data(), bytes.size(), 0)) ||
         Fail(error, "cannot write '" + std::string(path) + "': " + std::strerror(errno));
}

bool Image::Save(const char* path, std::string* error) const {
  platform::File out = platform::File::Create(path);
  std::vector<char> buffer(size_t{256} << 10);
  bool ok = out.is_open();
  for (uint64_t done = 0; ok && done < size();) {
    size_t n = size() - done < buffer.size() ? size() - done : buffer.size();
    ok = ReadAt(buffer.data(), n, done) && out.WriteAt(buffer.data(), n, done);
    done += n;
  }
  return ok || Fail(error, "cannot write '" + std::string(path) + "': " + std::strerror(errno));
}

}  // namespace halfword
