#include "isolates/image_file.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

#include "base/bits.h"
#include "base/bytes.h"
#include "isolates/build_identity.h"

namespace halfword {

namespace {

using Run = PieceRun;

constexpr uint32_t kPiece = PieceRun::kPiece;
constexpr size_t kAtOnce = size_t{32} << 10;

std::nullptr_t Refuse(std::string* error, std::string sentence) {
  if (error) *error = std::move(sentence);
  return nullptr;
}

bool CheckKey(const ImageKey& key, std::string* error) {
  if (key.key.empty()) {
    if (!key.bound.empty()) Refuse(error, "an image can be bound to something only with a key");
    return key.bound.empty();
  }
  bool fits = key.key.size() >= ImageKey::kLeast && key.key.size() <= ImageKey::kMost;
  if (!fits) Refuse(error, "the key of an image has 16 to 64 bytes");
  return fits;
}

Digest KeyedDigest(const ImageFileHeader& header, std::span<const char> rest, const ImageKey& key) {
  Blake2b hash(key.key);
  uint64_t bound_bytes = key.bound.size();
  hash.Update(&bound_bytes, sizeof bound_bytes);
  hash.Update(key.bound.data(), key.bound.size());
  hash.Update(&header, offsetof(ImageFileHeader, keyed));
  hash.Update(rest.data(), rest.size());
  return hash.Finish();
}

uint64_t Checksum(const ImageFileHeader& header, std::span<const char> rest) {
  XXH3_state_t state;
  XXH3_64bits_reset(&state);
  XXH3_64bits_update(&state, &header, offsetof(ImageFileHeader, checksum));
  XXH3_64bits_update(&state, rest.data(), rest.size());
  return XXH3_64bits_digest(&state);
}

// The first bytes of a build's identity.
std::string ShortNameOf(const uint8_t* bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (int i = 0; i < 6; i++) (text += kDigits[bytes[i] >> 4]) += kDigits[bytes[i] & 15];
  return text;
}

// ---- Writing ------------------------------------------------------------------------------------

// What lies where in an image. A part is likely to be what the part of the same kind and number is
// in another.
struct Part {
  enum Kind {
    kHeader,
    kCage,
    kStarts,
    kMarks,
    kTable,
    kNames,
    kStack,
    kStore,
    kStores,
    kCodeRows,
    kOptimizedRows,
    kExits,
    kCode
  };
  Kind kind;
  uint32_t number;  // kStore: the handle
  uint64_t offset, bytes;
};

// In the order of offsets.
std::vector<Part> PartsOf(const Image& image) {
  const ImageHeader& header = image.header();
  const uint64_t cage_end = ImageHeader::kPage + (header.cage_end - kNullPageSize);
  const uint64_t bits = (header.cage_end - header.immortal_end) / 64;
  const uint64_t table = cage_end + 2 * bits;
  std::vector<Part> parts = {
      {Part::kHeader, 0, 0, ImageHeader::kPage},
      {Part::kCage, 0, ImageHeader::kPage, cage_end - ImageHeader::kPage},
      {Part::kStarts, 0, cage_end, bits},
      {Part::kMarks, 0, cage_end + bits, bits},
      {Part::kTable, 0, table, ImageHeader::kPage + image.heap().size() - table},
      {Part::kNames, 0, header.names_offset, header.names_bytes},
      {Part::kStack, 0, header.stack_offset, header.stack_bytes},
      {Part::kStores, 0, header.stores_offset, header.store_count * sizeof(ImageHeader::Store)},
      {Part::kCodeRows, 0, header.code_rows_offset, header.code_row_count * sizeof(jit::CodeSection::Row)},
      {Part::kOptimizedRows, 0, header.optimized_rows_offset,
       header.optimized_row_count * sizeof(jit::CodeSection::OptimizedRow)},
      {Part::kExits, 0, header.exits_offset, header.exits_bytes},
      {Part::kCode, 0, header.code_offset, header.code_bytes},
  };
  for (const ImageHeader::Store& store : image.stores())
    parts.push_back({Part::kStore, store.handle, store.file_offset, store.byte_length});
  std::erase_if(parts, [](const Part& part) { return part.bytes == 0; });
  std::sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.offset < b.offset; });
  return parts;
}

class FileWriter {
 public:
  FileWriter(const Image& image, const Image* base) : image_(image), base_(base) {
    if (base != nullptr) base_parts_ = PartsOf(*base);
  }

  // False: an image can't be read.
  bool Compare() {
    uint64_t done = 0;
    for (const Part& part : PartsOf(image_)) {
      uint64_t end = std::min(RoundUp(part.offset + part.bytes, kPiece), image_.size());
      if (end <= done) continue;
      uint64_t begin = std::max(done, RoundDown(part.offset, kPiece));
      if (!Compare(done, begin, nullptr, 0) || !Compare(begin, end, Counterpart(part), part.offset))
        return false;
      done = end;
    }
    return Compare(done, image_.size(), nullptr, 0);
  }

  std::vector<char> Finish(const ImageKey& key) {
    ImageFileHeader header = {};
    std::memcpy(header.magic, ImageFileHeader::kMagic, sizeof header.magic);
    header.format = ImageHeader::kFormat;
    header.header_bytes = sizeof header;
    std::memcpy(header.build, kBuildIdentity, sizeof header.build);
    if (base_ != nullptr) std::memcpy(header.base, base_->name().data(), sizeof header.base);
    image_.NoteRuns(runs_, base_);
    std::memcpy(header.name, image_.name().data(), sizeof header.name);
    const size_t run_bytes = runs_.size() * sizeof(Run);
    header.file_bytes = sizeof header + run_bytes + pieces_.size();
    header.image_bytes = image_.size();
    header.run_count = static_cast<uint32_t>(runs_.size());
    header.has_key = !key.key.empty();
    std::vector<char> file(header.file_bytes);
    std::memcpy(file.data() + sizeof header, runs_.data(), run_bytes);
    std::copy(pieces_.begin(), pieces_.end(),
              file.begin() + static_cast<ptrdiff_t>(sizeof header + run_bytes));
    std::span<const char> rest = std::span(file).subspan(sizeof header);
    if (header.has_key) std::memcpy(header.keyed, KeyedDigest(header, rest, key).data(), sizeof header.keyed);
    header.checksum = Checksum(header, rest);
    std::memcpy(file.data(), &header, sizeof header);
    return file;
  }

 private:
  const Part* Counterpart(const Part& part) const {
    auto found = std::find_if(base_parts_.begin(), base_parts_.end(), [&](const Part& its) {
      return its.kind == part.kind && its.number == part.number &&
             its.offset % kPiece == part.offset % kPiece;
    });
    return found == base_parts_.end() ? nullptr : &*found;
  }

  // The image's bytes [begin, end), which are those of a part that begins at `part` and has a counterpart
  // or none.
  bool Compare(uint64_t begin, uint64_t end, const Part* counterpart, uint64_t part) {
    char of_image[kAtOnce], of_base[kAtOnce];
    for (size_t size; begin < end; begin += size) {
      size = std::min<uint64_t>(end - begin, kAtOnce);
      if (!image_.ReadAt(of_image, size, begin)) return false;
      uint64_t there = 0;
      size_t size_there = 0;
      if (counterpart != nullptr) {
        there = counterpart->offset - part + begin;
        uint64_t end_there =
            std::min(RoundUp(counterpart->offset + counterpart->bytes, kPiece), base_->size());
        size_there = there < end_there ? std::min<uint64_t>(size, end_there - there) : 0;
        if (!base_->ReadAt(of_base, size_there, there)) return false;
      }
      for (size_t at = 0; at < size; at += kPiece) {
        const char* piece = of_image + at;
        bool is_of_base = at + kPiece <= size_there && std::memcmp(piece, of_base + at, kPiece) == 0;
        Add(piece, is_of_base, (there + at) / kPiece);
      }
    }
    return true;
  }

  void Add(const char* piece, bool is_of_base, uint64_t piece_of_base) {
    Run* last = runs_.empty() ? nullptr : &runs_.back();
    if (is_of_base && last != nullptr && last->source == Run::kBase &&
        last->first + last->count == piece_of_base) {
      last->count++;
      return;
    }
    Run next{Run::kFile, 1, 0};
    if (IsZero(piece, kPiece)) {
      next.source = Run::kZero;
    } else if (is_of_base) {
      next = {Run::kBase, 1, piece_of_base};
    } else {
      pieces_.insert(pieces_.end(), piece, piece + kPiece);
    }
    if (last != nullptr && last->source == next.source && next.source != Run::kBase) {
      last->count++;
    } else {
      runs_.push_back(next);
    }
  }

  const Image& image_;
  const Image* base_;
  std::vector<Part> base_parts_;
  std::vector<Run> runs_;
  std::vector<char> pieces_;
};

// ---- Reading ------------------------------------------------------------------------------------

// The image that the runs make. Not open: there is no memory, or the base can't be read.
platform::File Make(std::span<const Run> runs, std::span<const char> pieces, const Image* base,
                    uint64_t size) {
  platform::File file = platform::File::InMemory("halfword image");
  bool ok = file.is_open() && file.Resize(size);
  char buffer[kAtOnce];
  uint64_t to = 0;
  for (const Run& run : runs) {
    const uint64_t bytes = uint64_t{run.count} * kPiece;
    if (run.source == Run::kFile) {
      ok = ok && file.WriteAt(pieces.data(), bytes, to);
      pieces = pieces.subspan(bytes);
    } else if (run.source == Run::kBase) {
      for (uint64_t at = 0; ok && at < bytes; at += kAtOnce) {
        size_t n = std::min<uint64_t>(bytes - at, kAtOnce);
        ok = base->ReadAt(buffer, n, run.first * kPiece + at) &&
             (IsZero(buffer, n) || file.WriteAt(buffer, n, to + at));
      }
    }
    to += bytes;
  }
  if (!ok) file.Close();
  return file;
}

// Whether the runs make an image of that size of so many bytes of the file, and of the base.
bool AreSound(std::span<const Run> runs, uint64_t image_bytes, uint64_t piece_bytes, const Image* base) {
  uint64_t pieces = 0, of_file = 0;
  for (const Run& run : runs) {
    pieces += run.count;
    if (run.count == 0 || run.source > Run::kFile) return false;
    if (run.source == Run::kFile) of_file += run.count;
    if (run.source != Run::kBase) continue;
    if (base == nullptr || run.first > base->size() / kPiece || run.count > base->size() / kPiece - run.first)
      return false;
  }
  return image_bytes % ImageHeader::kPage == 0 && pieces == image_bytes / kPiece &&
         of_file * kPiece == piece_bytes;
}

}  // namespace

bool IsSparse(const Image& image) {
  uint64_t zero = 0;
  char bytes[kAtOnce];
  for (uint64_t at = 0; at < image.size(); at += kAtOnce) {
    size_t size = std::min<uint64_t>(kAtOnce, image.size() - at);
    if (!image.ReadAt(bytes, size, at)) return false;
    for (size_t page = 0; page < size; page += ImageHeader::kPage)
      zero += IsZero(bytes + page, ImageHeader::kPage) ? ImageHeader::kPage : 0;
  }
  return zero > image.size() / 2;
}

std::vector<char> WriteImageFile(const Image& image, const Image* base, const ImageKey& key,
                                 std::string* error) {
  if (!CheckKey(key, error)) return {};
  FileWriter writer(image, base);
  if (writer.Compare()) return writer.Finish(key);
  Refuse(error, "the image can't be read");
  return {};
}

std::shared_ptr<const Image> ReadImageFile(std::span<const char> bytes,
                                           std::span<const std::shared_ptr<const Image>> bases,
                                           const ImageKey& key, std::string* error) {
  if (!CheckKey(key, error)) return nullptr;
  ImageFileHeader header;
  if (bytes.size() < sizeof header ||
      std::memcmp(bytes.data(), ImageFileHeader::kMagic, sizeof header.magic) != 0) {
    // As images are mapped.
    if (bytes.size() >= sizeof header.magic && !key.key.empty() &&
        std::memcmp(bytes.data(), ImageHeader::kMagic, sizeof header.magic) == 0)
      return Refuse(error, "the image was written without a key");
    platform::File file = platform::File::InMemory("halfword image");
    if (!file.is_open() || !file.WriteAt(bytes.data(), bytes.size(), 0))
      return Refuse(error, "cannot make a file in memory");
    return Image::Open(std::move(file), 0, error);
  }
  std::memcpy(&header, bytes.data(), sizeof header);
  const std::span<const char> rest = bytes.subspan(sizeof header);
  if (header.format != ImageHeader::kFormat || header.header_bytes != sizeof header) {
    return Refuse(error, "the image has format " + std::to_string(header.format) +
                             ", this build reads format " + std::to_string(ImageHeader::kFormat));
  }
  if (header.file_bytes > bytes.size()) return Refuse(error, "the image is damaged: the file is too short");
  if (header.file_bytes < bytes.size())
    return Refuse(error, "the image is damaged: there are bytes behind its end");
  if (header.checksum != Checksum(header, rest))
    return Refuse(error, "the image is damaged: its contents have changed");
  if (std::memcmp(header.build, kBuildIdentity, sizeof header.build) != 0) {
    return Refuse(error, "the image was made by another build of Halfword: " + ShortNameOf(header.build) +
                             ", and this is " + ShortNameOf(kBuildIdentity));
  }
  if ((header.has_key != 0) != !key.key.empty()) {
    return Refuse(error, header.has_key
                             ? "the image was written with a key, and there is none to open it with"
                             : "the image was written without a key");
  }
  if (header.has_key && !AreEqualInConstantTime(header.keyed, KeyedDigest(header, rest, key))) {
    return Refuse(error,
                  "the image was written with another key, is bound to something else, or has been changed");
  }
  std::shared_ptr<const Image> base;
  if (!IsZero(header.base, sizeof header.base)) {
    auto is_base = [&](const std::shared_ptr<const Image>& image) {
      return image && std::memcmp(image->name().data(), header.base, sizeof header.base) == 0;
    };
    auto found = std::find_if(bases.begin(), bases.end(), is_base);
    base = found != bases.end() ? *found : Image::Embedded();
    if (!is_base(base)) {
      return Refuse(error, "the image is a delta, and its base is not there: it has the name " +
                               ShortNameOf(header.base) + "…");
    }
  }
  const size_t run_bytes = size_t{header.run_count} * sizeof(Run);
  std::vector<Run> runs(run_bytes <= rest.size() ? header.run_count : 0);
  if (!runs.empty()) std::memcpy(runs.data(), rest.data(), run_bytes);
  const std::span<const char> pieces = rest.subspan(std::min(run_bytes, rest.size()));
  if (runs.empty() || !AreSound(runs, header.image_bytes, pieces.size(), base.get()))
    return Refuse(error, "the image is damaged: its parts lie outside of it");
  platform::File file = Make(runs, pieces, base.get(), header.image_bytes);
  if (!file.is_open()) return Refuse(error, "cannot make a file in memory");
  return Image::OpenMade(std::move(file), runs, base.get(), header.name, error);
}

}  // namespace halfword
