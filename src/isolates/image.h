// Image: a whole isolate as bytes, from which isolates start as copy-on-write clones.
//
//   page 0    ImageHeader
//   page 1 …  the cage from its front matter on, the collector's block table and bitmaps (gc::HeapImage)
//   then      the names of the host's natives; the JavaScript stack in use; the memory of ArrayBuffers
//   then      which functions have machine code; what is to know of the exits of optimized code
//   then      machine code of its functions that were hot, which processes map and share
//
// Nothing in it is an address, and an image maps anywhere. But for the machine code, and what optimized code
// keeps alive, the same program makes the same bytes wherever its memory lies and however it was run. It fits
// the build that wrote it and no other. The checksum finds damage, not malice: anyone who may write an image
// file may write anything into the isolates that start from it, and may let their process run anything.
#ifndef HALFWORD_ISOLATES_IMAGE_H_
#define HALFWORD_ISOLATES_IMAGE_H_

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "gc/heap.h"
#include "isolates/blake2b.h"
#include "isolates/spare_isolates.h"
#include "jit/code/image_code.h"
#include "platform/files.h"

namespace halfword {

struct ImageHeader {
  static constexpr char kMagic[8] = {'h', 'a', 'l', 'f', 'w', 'o', 'r', 'd'};
  static constexpr uint32_t kFormat = 5;
  static constexpr uint32_t kPage = 4096;  // of the header; and what the parts are aligned to
  struct Store {                           // an ArrayBuffer's memory
    uint64_t file_offset, byte_length, max_byte_length;
    uint32_t handle, reserved;
  };

  char magic[8];
  uint32_t format;
  uint32_t header_bytes;
  uint8_t build[32];
  uint64_t file_bytes;
  uint32_t cage_end;                   // gc::HeapImage::end
  uint32_t immortal_end;               // gc::HeapImage::immortal_end
  uint32_t remembered;                 // gc::HeapImage::remembered
  uint32_t is_of_clone;                // 0: of an isolate that was built
  uint32_t front_bytes;                // of the client's front matter
  uint64_t names_offset, names_bytes;  // zero-terminated, in index order
  uint64_t stack_offset, stack_bytes;  // the JavaScript stack, where a call waits for the host
  uint64_t stores_offset;              // Store[store_count]
  uint32_t store_count;
  uint32_t store_handles;  // handles in use and free
  uint32_t code_count;     // Code objects, which have numbers from 1 to this as their entry_index_
  uint32_t immortal_code;  // those of immortal objects are the numbers up to this
  uint32_t code_row_count, optimized_row_count;
  uint64_t code_rows_offset;           // jit::CodeSection::Row[code_row_count]; the end of what is above
  uint64_t optimized_rows_offset;      // jit::CodeSection::OptimizedRow[optimized_row_count]
  uint64_t exits_offset, exits_bytes;  // of the optimized code: jit::Exits, encoded
  uint64_t code_offset, code_bytes;    // on a page's boundary
  uint64_t parts_checksum;             // of everything behind the first page
  uint64_t checksum;                   // of the fields above
};

// Pieces of an image next to each other, and where they are: nowhere, for they are zero; in another image,
// its base; or in a file (isolates/image_file.h).
struct PieceRun {
  static constexpr uint32_t kPiece = 256;  // bytes
  enum Source : uint32_t { kZero, kBase, kFile };
  uint32_t source, count;
  uint64_t first;  // kBase: the base's piece that the first one is; or else 0
};

class Image {
 public:
  // The initial heap that the build made and put into the library. Null in builds whose references are
  // addresses, and in programs that do without (the one that makes it).
  static std::shared_ptr<const Image> Embedded();
  // Null and a sentence in *error if it is not a whole image of this very build.
  static std::shared_ptr<const Image> Open(const char* path, std::string* error);
  // Takes the file over; the image begins at `offset`, a multiple of ImageHeader::kPage.
  static std::shared_ptr<const Image> Open(platform::File file, uint64_t offset, std::string* error);

  // Takes the file over, which was made of a base, or none, as the runs say. Null also where it has
  // another name.
  static std::shared_ptr<const Image> OpenMade(platform::File file, std::span<const PieceRun> runs,
                                               const Image* base, const uint8_t (&name)[32],
                                               std::string* error);

  // False and a sentence: there can be no such file.
  static bool Write(const char* path, std::span<const char> bytes, std::string* error);
  // As it is mapped.
  bool Save(const char* path, std::string* error) const;
  // Equal for equal contents, in all processes: BLAKE2b of that of each page.
  const Digest& name() const;
  // What it is made of, so that its name takes a look at the file's pieces only.
  void NoteRuns(std::span<const PieceRun> runs, const Image* base) const;
  uint64_t size() const { return header_.file_bytes; }
  const ImageHeader& header() const { return header_; }
  const std::vector<std::string>& host_natives() const { return host_natives_; }
  const std::vector<ImageHeader::Store>& stores() const { return stores_; }
  // The machine code that its clones share. Null: there is no room for it in this process.
  std::shared_ptr<jit::ImageCode> code() const;
  // The same for clones that don't optimize: without optimized code.
  std::shared_ptr<jit::ImageCode> unoptimized_code() const;
  // The same for clones that compile nothing: that of the binary alone.
  std::shared_ptr<jit::ImageCode> embedded_code() const;
  // The same for one clone that shares with nobody, and nothing of the image's.
  std::shared_ptr<jit::ImageCode> NewCode() const { return jit::ImageCode::New(header_.code_count, false); }
  // The spare slots of its clones.
  SpareIsolates& spares() const { return spares_; }
  gc::HeapImage heap() const {
    return {file_.fd(),         offset_ + ImageHeader::kPage,
            header_.cage_end,   header_.immortal_end,
            header_.remembered, block_table_.empty() ? nullptr : block_table_.data()};
  }
  bool ReadAt(void* data, size_t size, uint64_t offset) const {
    return file_.ReadAt(data, size, offset_ + offset);
  }

  // What is written to a header before it is filled in, and the checks that Open makes of it.
  static ImageHeader NewHeader();
  static bool Check(const ImageHeader& header, std::string* error);
  static uint64_t HeaderChecksum(const ImageHeader& header);
  // Of `size` bytes of the file from `offset` on. False: they can't be read.
  static bool Checksum(const platform::File& file, uint64_t offset, uint64_t size, uint64_t* sum);

 private:
  // Opens the image of Embedded. Null: the program has none.
  static std::shared_ptr<const Image> OpenEmbedded();
  static std::shared_ptr<Image> OpenHeader(platform::File file, uint64_t offset, std::string* error);
  bool ReadParts(std::string* error);
  const std::vector<Digest>& pages() const;

  platform::File file_;
  uint64_t offset_ = 0;
  ImageHeader header_{};
  std::vector<std::string> host_natives_;
  std::vector<ImageHeader::Store> stores_;
  std::vector<uint64_t> block_table_;  // gc::HeapImage::table
  jit::CodeSection code_section_;
  mutable std::mutex name_mutex_;
  mutable std::vector<Digest> pages_;  // when first asked for; never changed then
  mutable Digest name_ = {};
  mutable std::mutex code_mutex_;
  mutable std::shared_ptr<jit::ImageCode> code_, unoptimized_code_, embedded_code_;  // when first asked for
  mutable SpareIsolates spares_;
};

}  // namespace halfword

#endif  // HALFWORD_ISOLATES_IMAGE_H_
